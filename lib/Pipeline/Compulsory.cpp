//===- Compulsory.cpp - Elements that come and go once --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeCosts.h"
#include "stevedore/Counting/PointCount.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/FixedAt.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "isl/set.h"
#include "isl/union_set.h"
#include <map>

using namespace stevedore;
using namespace llvm;

namespace {

/// What a program does to an array: { A[m] } over its parameters.
struct Touched {
  isl::union_set Read, Written, WrittenForSure;
};

} // namespace

static void addTo(isl::union_set &Set, const isl::map &Accessed) {
  isl::union_set More(Accessed.range());
  Set = Set.is_null() ? More : Set.unite(More);
}

/// What is read or written of each array by its index. What data choose may be
/// any element, which is neither read nor written for sure.
static std::map<unsigned, Touched> touchedBy(const Scop &S) {
  std::map<unsigned, Touched> Result;
  for (const Statement &St : S.Statements)
    for (const Access &A : St.Accesses) {
      isl::map Accessed = A.Relation.intersect_domain(St.Domain);
      Touched &T = Result[A.Array];
      if (A.Reads && A.Chosen.empty())
        addTo(T.Read, Accessed);
      if (A.MustWrites && A.Chosen.empty())
        addTo(T.WrittenForSure, Accessed);
      if (A.MustWrites || A.MayWrites)
        addTo(T.Written, Accessed);
    }
  return Result;
}

/// The points of \p Points at \p Values; none past the budget.
static std::optional<int64_t> pointsOf(const isl::set &Points, const Scop &S,
                                       const Roles &Known,
                                       const EvaluationValues &Values) {
  isl::set At = Points.intersect_params(S.Context);
  unsigned NumParams = countOf(At.dim(isl::dim::param));
  for (unsigned P = 0; P < NumParams; ++P)
    if (auto Value =
            Values.of(Known, isl_set_get_dim_name(At.get(), isl_dim_param, P)))
      At = fixedAt(At, isl_dim_param, P, *Value);
  auto Number = countPoints(coalesced(isl::manage(
      isl_set_project_out(At.release(), isl_dim_param, 0, NumParams))));
  if (Number)
    return int64_t(*Number);
  consumeError(Number.takeError());
  return std::nullopt;
}

std::optional<int64_t> stevedore::elementsIn(const isl::union_set &Some,
                                             const Scop &S, const Roles &Known,
                                             const EvaluationValues &Values) {
  int64_t Result = 0;
  isl::stat Done = Some.foreach_set([&](isl::set Points) -> isl::stat {
    auto Number = pointsOf(Points, S, Known, Values);
    Result += Number.value_or(0);
    return Number ? isl::stat::ok() : isl::stat::error();
  });
  return Done.is_ok() ? std::optional(Result) : std::nullopt;
}

std::optional<CompulsoryTraffic>
stevedore::compulsoryTraffic(const RegionPlan &Plan,
                             const EvaluationValues &Values) {
  const Scop &S = *Plan.Program;
  Roles Known = Plan.parameters();
  Budget Limit(S.Context.ctx(), {0, limits::CountOperations});
  CompulsoryTraffic Result;
  for (const auto &[Index, T] : touchedBy(S)) {
    const Array &A = S.Arrays[Index];
    if (A.Private || A.DeclaredInside)
      continue;
    isl::union_set Constant = T.Read;
    if (!Constant.is_null() && !T.Written.is_null())
      Constant = Constant.subtract(T.Written);
    std::optional<int64_t> Loaded = 0, Stored = 0;
    if (!Constant.is_null())
      Loaded = elementsIn(Constant, S, Known, Values);
    if (A.LiveOut && !T.WrittenForSure.is_null())
      Stored = elementsIn(T.WrittenForSure, S, Known, Values);
    if (!Loaded || !Stored)
      return std::nullopt;
    Result.Loads += *Loaded;
    Result.Stores += *Stored;
  }
  return unlessOver(Limit, std::optional(Result));
}
