//===- ExtremeCounts.cpp - The fewest and the most points anywhere --------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Summation.h"
#include "stevedore/Counting/SymbolicCount.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/polynomial.h"
#include "isl/set.h"
#include "isl/val.h"

using namespace stevedore;

/// \p A as a rational number of isl; null where it does not fit.
static isl_val *toVal(isl::ctx Ctx, const Rational &A) {
  std::optional<int64_t> Above = toInt64(A.Numerator),
                         Below = toInt64(A.Denominator);
  if (!Above || !Below)
    return nullptr;
  return isl_val_div(isl_val_int_from_si(Ctx.get(), *Above),
                     isl_val_int_from_si(Ctx.get(), *Below));
}

/// \p P, over the parameters and then the coordinates of \p Space; null where
/// it has floors, or numbers that do not fit.
static isl_qpolynomial *toIsl(isl::ctx Ctx, const isl::space &Space,
                              unsigned NumParams, unsigned NumVariables,
                              const Polynomial &P) {
  isl_qpolynomial *Result = isl_qpolynomial_zero_on_domain(Space.copy());
  for (const auto &[M, Factor] : P.terms()) {
    isl_val *Number = toVal(Ctx, Factor);
    isl_qpolynomial *Term =
        Number ? isl_qpolynomial_val_on_domain(Space.copy(), Number) : nullptr;
    for (auto [V, Exponent] : M)
      Term = isl_qpolynomial_mul(
          Term, V >= NumVariables
                    ? nullptr
                    : isl_qpolynomial_pow(
                          isl_qpolynomial_var_on_domain(
                              Space.copy(),
                              V < NumParams ? isl_dim_param : isl_dim_set,
                              V < NumParams ? V : V - NumParams),
                          Exponent));
    Result = isl_qpolynomial_add(Result, Term);
  }
  return Result;
}

namespace {

/// What the callbacks of isl add up.
struct Collector {
  isl::ctx Ctx;
  unsigned NumParams;
  std::vector<ExtremePiece> &Pieces;
  Polynomial Sum;
};

} // namespace

/// Adds \p Term, which it takes, to Collector::Sum.
static isl_stat addTerm(isl_term *Term, void *User) {
  auto *C = static_cast<Collector *>(User);
  isl_val *Factor = isl_term_get_coefficient_val(Term);
  isl_val *Denominator = isl_val_get_den_val(Factor);
  std::optional<int64_t> Above =
      toInt64(isl_val_mul(Factor, isl_val_copy(Denominator)));
  std::optional<int64_t> Below = toInt64(Denominator);
  bool Fits = Above && Below && countOf(isl_term_dim(Term, isl_dim_div)) == 0;
  Polynomial Product = Polynomial::constant(Integer(1));
  for (unsigned P = 0; Fits && P < C->NumParams; ++P)
    for (unsigned E = countOf(isl_term_get_exp(Term, isl_dim_param, P)); E > 0;
         --E)
      Product = Product * Polynomial::variable(P);
  isl_term_free(Term);
  if (Fits)
    C->Sum += Product.scaled({Integer(*Above), Integer(*Below)});
  return Fits ? isl_stat_ok : isl_stat_error;
}

/// Adds \p Value, which it takes, to those of the last piece.
static isl_stat addCandidate(isl_qpolynomial *Value, void *User) {
  auto *C = static_cast<Collector *>(User);
  C->Sum = Polynomial();
  isl_stat Done = isl_qpolynomial_foreach_term(Value, addTerm, User);
  isl_qpolynomial_free(Value);
  C->Pieces.back().Values.push_back(std::move(C->Sum));
  return Done;
}

/// Adds the extreme of \p Values where the parameters are in \p Domain; it
/// takes both.
static isl_stat addBound(isl_set *Domain, isl_qpolynomial_fold *Values,
                         void *User) {
  auto *C = static_cast<Collector *>(User);
  isl::set Params = isl::manage(isl_set_params(Domain));
  isl_stat Done = isl_stat_ok;
  Params.foreach_basic_set([&](isl::basic_set Piece) -> isl::stat {
    isl_set *Moved = isl_set_from_basic_set(Piece.release());
    Moved = isl_set_move_dims(isl_set_from_params(Moved), isl_dim_set, 0,
                              isl_dim_param, 0, C->NumParams);
    auto Rows = constraintsIn(
        isl::manage(isl_set_simple_hull(isl_set_remove_divs(Moved))));
    if (!Rows)
      return llvm::consumeError(Rows.takeError()), isl::stat::error();
    C->Pieces.push_back({std::move(*Rows), {}});
    Done = isl_qpolynomial_fold_foreach_qpolynomial(Values, addCandidate, User);
    return Done == isl_stat_ok ? isl::stat::ok() : isl::stat::error();
  });
  isl_qpolynomial_fold_free(Values);
  return Done;
}

std::vector<ExtremePiece>
stevedore::extremesOf(isl::ctx Ctx, const SymbolicCount &C, Extreme Which) {
  unsigned NumParams = C.Parameters.size(), NumAxes = C.Coordinates.size();
  isl::space Space =
      isl::manage(isl_space_set_alloc(Ctx.get(), NumParams, NumAxes));
  isl_pw_qpolynomial *All = isl_pw_qpolynomial_zero(
      isl_space_add_dims(isl_space_from_domain(Space.copy()), isl_dim_out, 1));
  for (const CountPiece &P : C.Pieces) {
    isl_set *Domain = isl_set_from_basic_set(
        convexSet(Ctx, P.Domain, C.numVariables()).release());
    Domain =
        isl_set_move_dims(Domain, isl_dim_param, 0, isl_dim_set, 0, NumParams);
    All = isl_pw_qpolynomial_add(
        All,
        isl_pw_qpolynomial_alloc(
            Domain, toIsl(Ctx, Space, NumParams, C.numVariables(), P.Value)));
  }
  isl_pw_qpolynomial_fold *Bound = isl_pw_qpolynomial_bound(
      All, Which == Extreme::Least ? isl_fold_min : isl_fold_max, nullptr);
  std::vector<ExtremePiece> Result;
  Collector To{Ctx, NumParams, Result, {}};
  if (isl_pw_qpolynomial_fold_foreach_piece(Bound, addBound, &To) !=
      isl_stat_ok)
    Result.clear();
  isl_pw_qpolynomial_fold_free(Bound);
  return Result;
}

void stevedore::print(llvm::raw_ostream &OS, const SymbolicCount &C,
                      Extreme Which, llvm::ArrayRef<ExtremePiece> Pieces,
                      llvm::StringRef Indent) {
  for (const ExtremePiece &P : Pieces) {
    OS << Indent << (Which == Extreme::Least ? "at least " : "at most ");
    llvm::interleave(
        P.Values, OS,
        [&](const Polynomial &V) {
          OS << V.text([&](unsigned Variable) { return C.nameOf(Variable); });
        },
        " or ");
    printDomain(OS, C, P.Domain);
  }
}
