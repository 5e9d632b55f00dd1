//===- LeastTraffic.cpp - Elements that must move -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeCosts.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include <cmath>
#include <map>

using namespace stevedore;
using namespace llvm;

/// The one coordinate of \p Accessed's domain that is not known from the
/// element that it accesses; none where there is not exactly one.
static std::optional<unsigned> freeCoordinate(const isl::map &Accessed) {
  isl::set Same = Accessed.apply_range(Accessed.reverse()).deltas();
  std::optional<unsigned> Result;
  for (unsigned K = 0; K < countOf(Same.tuple_dim()); ++K) {
    isl::set Fixed =
        isl::manage(isl_set_fix_si(Same.copy(), isl_dim_set, K, 0));
    if (Same.is_subset(Fixed).is_true())
      continue;
    if (Result)
      return std::nullopt;
    Result = K;
  }
  return Result;
}

/// Whether each statement of \p S that writes array number \p Array reads the
/// same elements: no value of it comes from nowhere.
static bool isReadBeforeWritten(const Scop &S, unsigned Array) {
  return all_of(S.Statements, [&](const Statement &St) {
    return all_of(St.Accesses, [&](const Access &A) {
      return A.Array != Array || !(A.MustWrites || A.MayWrites) || A.Reads ||
             any_of(St.Accesses, [&](const Access &Other) {
               return Other.Array == Array && Other.Reads &&
                      A.Relation.is_subset(Other.Relation).is_true();
             });
    });
  });
}

/// For each array with such references, how many coordinates of \p St its
/// references leave out, one each; empty where some coordinate is in all.
static std::map<unsigned, unsigned> referencesOf(const Scop &S,
                                                 const Statement &St) {
  unsigned Depth = countOf(St.Domain.tuple_dim());
  std::map<unsigned, unsigned> ArrayWithout, Result;
  for (const Access &A : St.Accesses)
    if (A.Reads && A.Chosen.empty() && !S.Arrays[A.Array].Private &&
        isReadBeforeWritten(S, A.Array))
      if (auto Free = freeCoordinate(A.Relation.intersect_domain(St.Domain)))
        ArrayWithout[*Free] = A.Array;
  if (Depth < 2 || ArrayWithout.size() != Depth)
    return {};
  for (auto [Coordinate, Array] : ArrayWithout)
    ++Result[Array];
  return Result;
}

std::optional<int64_t> stevedore::leastTraffic(const RegionPlan &Plan,
                                               SizeCosts &Costs,
                                               std::optional<double> Cells) {
  std::optional<int64_t> Result = Costs.leastMoved();
  const Scop &S = *Plan.Program;
  for (unsigned K = 0; Cells && K < S.Statements.size(); ++K) {
    const Statement &St = S.Statements[K];
    std::map<unsigned, unsigned> References = referencesOf(S, St);
    std::optional<int64_t> Iterations = Costs.iterations(K);
    if (References.empty() || !Iterations)
      continue;
    double Others = double(countOf(St.Domain.tuple_dim())) - 1, Shared = 1;
    for (auto [Array, Count] : References)
      Shared *= std::pow(double(Count), double(Count) / Others);
    double Least =
        Others * double(*Iterations) / (Shared * std::pow(*Cells, 1 / Others)) -
        Others * *Cells;
    if (Least >= 1)
      Result = std::max(Result.value_or(0), int64_t(Least));
  }
  return Result;
}
