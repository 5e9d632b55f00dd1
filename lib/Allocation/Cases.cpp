//===- Cases.cpp - Moduli for cases of the parameters ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include <numeric>

using namespace stevedore;

/// The sum of the logarithms of the cells of \p M at the large probes of \p W.
static double costOf(const Widths &W, const ModularMapping &M) {
  std::vector<double> Sizes = W.logSizes(M);
  return std::accumulate(Sizes.begin(), Sizes.begin() + W.numLargeProbes(),
                         0.0);
}

/// The order of \p Rows in which the next row is that of the least modulus;
/// empty where successive moduli do not cost less than \p Most.
static std::vector<unsigned> leastFirst(Widths &W, const std::vector<Row> &Rows,
                                        double Most) {
  std::vector<unsigned> Order, Rest(Rows.size());
  std::iota(Rest.begin(), Rest.end(), 0);
  for (std::vector<Row> Zero; !Rest.empty();
       Zero.push_back(Rows[Order.back()])) {
    auto Next = Rest.end();
    double Least = Most;
    for (auto R = Rest.begin(); R != Rest.end(); ++R)
      if (double Cost = W.quickCost(Zero, Rows[*R], Least); Cost < Least) {
        Next = R;
        Least = Cost;
      }
    if (Next == Rest.end() || W.outOfBudget())
      return {};
    Order.push_back(*Next);
    Rest.erase(Next);
    Most -= Least;
  }
  return Order;
}

/// Successive moduli along \p Rows that cost less than \p Most.
static std::optional<std::vector<Extent>>
successive(Widths &W, const std::vector<Row> &Rows, double Most) {
  std::vector<Extent> Result(Rows.size());
  std::vector<Row> Zero;
  for (unsigned R : leastFirst(W, Rows, Most)) {
    std::optional<Bound> Width = W.width(Zero, Rows[R]);
    if (!Width)
      return std::nullopt;
    Result[R] = W.toExtent(*Width);
    Zero.push_back(Rows[R]);
  }
  if (Zero.empty())
    return std::nullopt;
  return Result;
}

/// The conflicts of \p C in \p Case in pairs; all pieces where they are few.
static llvm::Expected<LiftedConflicts> liftCase(const ConflictRelation &C,
                                                const ConflictCase &Case,
                                                AllocationLimits Limits) {
  Budget Limit(C.Context.ctx(), {0, Limits.ProofOperations});
  ConflictRelation Within = C.where(Case.Where);
  bool AreFew = llvm::all_of(Within.Cliques, [](const isl::map &Clique) {
    return isl_map_n_basic_map(Clique.get()) <= int(limits::GroupedPieces);
  });
  return lift(Within, AreFew ? Precision::All : Precision::Few);
}

/// Far smaller moduli for the rows of \p Found in \p Case of \p C, proved.
/// Errors: there are none, or budget.
static llvm::Expected<std::vector<Extent>> moduliIn(const ConflictRelation &C,
                                                    const ConflictCase &Case,
                                                    const ModularMapping &Found,
                                                    ModuloKind Modulo,
                                                    AllocationLimits Limits) {
  isl::ctx Ctx = C.Context.ctx();
  auto Lifted = liftCase(C, Case, Limits);
  if (!Lifted)
    return Lifted.takeError();
  Budget Limit(
      Ctx, {secondsFor(Ctx, AllocationKind::Lattice), Limits.ProofOperations});
  auto W = Widths::create(*Lifted, Limit, Limits.Effort);
  if (!W)
    return W.takeError();
  auto Moduli =
      successive(*W, Found.Matrix,
                 costOf(*W, Found) - limits::CaseSaving * W->numLargeProbes());
  if (!Moduli)
    return llvm::make_error<IslError>(IslError::Invalid,
                                      "no smaller buffer in a case");
  ModularMapping Choice = Found;
  Choice.Others.clear();
  Choice.Moduli = std::move(*Moduli);
  Choice.Where = Case.Where;
  finish(Choice, Lifted->Context, Modulo);
  if (llvm::Error Failure =
          within(Limit, verifyMapping(C, Choice), "the proof of a case"))
    return std::move(Failure);
  return std::move(Choice.Moduli);
}

ModularMapping stevedore::withCases(const ConflictRelation &C,
                                    ModularMapping Found, ModuloKind Modulo,
                                    AllocationLimits Limits) {
  if (Found.Linear || Found.Slanted || Found.Packed || Found.Strided ||
      Found.Matrix.size() != C.Rank)
    return Found;
  for (const ConflictCase &Case : C.Cases) {
    auto Moduli = moduliIn(C, Case, Found, Modulo, Limits);
    if (Moduli)
      Found.Others.push_back({std::move(*Moduli), Case.Where});
    else
      llvm::consumeError(Moduli.takeError());
  }
  return Found;
}
