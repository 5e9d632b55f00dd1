//===- ValueTraffic.cpp - References that read other values ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeCosts.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "isl/union_set.h"
#include <limits>

using namespace stevedore;
using namespace llvm;

namespace {

/// Finds the values of the references of statements.
class ValueProjections {
public:
  ValueProjections(const Scop &S, const UniformStatements &U,
                   const Roles &Known, const EvaluationValues &Values)
      : S(S), U(U), Known(Known), Values(Values) {}

  std::optional<Projections> run();

private:
  const Scop &S;
  const UniformStatements &U;
  const Roles &Known;
  const EvaluationValues &Values;
  /// Those of each member to one element.
  using References = std::vector<const Access *>;
  /// Instances whose references to one array read values of different kinds.
  isl::union_set Left;
  Projections Result;

  isl::union_map valuesOf(const isl::union_map &Reads, unsigned Array) const;
  bool isUpdated(const References &Some) const;
  isl::union_map elementsOf(const References &Some) const;
  bool addArray(unsigned Array, ArrayRef<References> All);
  bool hasOneValueEach(unsigned Array) const;
  void addCharge(unsigned Array, const isl::union_set &Read);
  void addGroups(ArrayRef<isl::union_set> Read);
};

} // namespace

/// The values that \p Reads of array number \p Array read: { S[x] -> W[y] },
/// the instance that wrote it last, or { S[x] -> A[m] } where none has; null
/// where that is not known.
isl::union_map ValueProjections::valuesOf(const isl::union_map &Reads,
                                          unsigned Array) const {
  isl::union_flow Flow =
      isl::union_access_info(Reads)
          .set_must_source(S.accesses(Array, &Access::MustWrites))
          .set_schedule(S.Order)
          .compute_flow();
  isl::union_map Written = Flow.must_dependence().reverse(),
                 Initial = Flow.must_no_source();
  if (Written.is_null() || Initial.is_null())
    return isl::union_map();
  return coalesced(Written.unite(Initial));
}

/// Whether each member writes what it reads by \p Some.
bool ValueProjections::isUpdated(const References &Some) const {
  for (unsigned K = 0; K < Some.size(); ++K)
    if (none_of(U.Members[K]->Accesses, [&](const Access &Write) {
          return Write.Array == Some[K]->Array && Write.MustWrites &&
                 Write.Relation.is_equal(Some[K]->Relation).is_true();
        }))
      return false;
  return true;
}

/// { S[x] -> A[m] }
isl::union_map ValueProjections::elementsOf(const References &Some) const {
  isl::union_map Result = isl::union_map::empty(S.ctx());
  for (unsigned K = 0; K < Some.size(); ++K)
    Result = Result.unite(isl::union_map(
        Some[K]->Relation.intersect_domain(U.Members[K]->Domain)));
  return Result;
}

/// Values \p Read of array number \p Array have names of their own, which are
/// loaded: one more load where an instance makes one of them, and one where an
/// instance makes the next value of the element.
void ValueProjections::addCharge(unsigned Array, const isl::union_set &Read) {
  isl::union_map Writes = S.accesses(Array, &Access::MustWrites);
  isl::union_map Overwritten = valuesOf(Writes, Array);
  for (const isl::union_set &Some : {Writes.domain(), Overwritten.range()}) {
    auto Number = elementsIn(Read.intersect(Some), S, Known, Values);
    Result.Charge +=
        Number ? double(*Number) : std::numeric_limits<double>::infinity();
  }
}

/// Of the references whose values are in \p Read those that have values in
/// common are one group.
void ValueProjections::addGroups(ArrayRef<isl::union_set> Read) {
  std::vector<std::pair<isl::union_set, unsigned>> Groups;
  for (isl::union_set Values : Read) {
    unsigned Size = 1;
    for (auto Group = Groups.begin(); Group != Groups.end();) {
      if (Group->first.is_disjoint(Values).is_true()) {
        ++Group;
        continue;
      }
      Values = Values.unite(Group->first);
      Size += Group->second;
      Group = Groups.erase(Group);
    }
    Groups.emplace_back(Values, Size);
  }
  for (const auto &[Values, Size] : Groups)
    Result.Groups.push_back(Size);
}

/// Whether an instance writes one element of array number \p Array at most, and
/// that for sure: the instance stands for the value.
bool ValueProjections::hasOneValueEach(unsigned Array) const {
  return all_of(S.Statements, [&](const Statement &Other) {
    unsigned Count = 0;
    for (const Access &A : Other.Accesses)
      if (A.Array == Array && (A.MustWrites || A.MayWrites))
        Count +=
            A.MayWrites || !A.Relation.is_single_valued().is_true() ? 2 : 1;
    return Count <= 1;
  });
}

/// Tells references \p All of array number \p Array apart, one of which reads
/// what the statements overwrite; false where there is none.
bool ValueProjections::addArray(unsigned Array, ArrayRef<References> All) {
  auto Updated =
      find_if(All, [&](const References &Some) { return isUpdated(Some); });
  if (Updated == All.end() || !hasOneValueEach(Array))
    return false;
  std::vector<isl::union_map> Others;
  isl::union_set Read = isl::union_set::empty(S.ctx());
  isl::union_map Chain;
  for (const References &Some : All) {
    isl::union_map Found = valuesOf(elementsOf(Some), Array);
    if (Found.is_null())
      return false;
    if (&Some == Updated) {
      Chain = Found;
      continue;
    }
    Others.push_back(Found);
    Read = Read.unite(Found.range());
  }
  Left = Left.subtract(Chain.intersect_range(Read).domain());
  std::vector<isl::union_set> Kept;
  isl::union_set AllKept = isl::union_set::empty(S.ctx());
  for (const isl::union_map &Of : Others) {
    Kept.push_back(Of.intersect_domain(Left).range());
    AllKept = AllKept.unite(Kept.back());
  }
  addGroups(Kept);
  Result.Groups.push_back(1);
  addCharge(Array, coalesced(AllKept));
  return true;
}

std::optional<Projections> ValueProjections::run() {
  std::map<unsigned, std::vector<References>> ByArray;
  for (const auto &[Coordinate, Some] : U.References)
    ByArray[Some.front()->Array].push_back(Some);
  isl::union_set All = isl::union_set::empty(S.ctx());
  for (const Statement *Member : U.Members)
    All = All.unite(isl::union_set(Member->Domain));
  Left = All;
  bool IsApart = false;
  for (const auto &[Array, Some] : ByArray)
    if (Some.size() > 1 && addArray(Array, Some))
      IsApart = true;
    else
      Result.Groups.push_back(Some.size());
  if (!IsApart)
    return std::nullopt;
  auto Number = elementsIn(All.subtract(Left), S, Known, Values);
  if (!Number)
    return std::nullopt;
  Result.LeftOut = double(*Number);
  return Result;
}

std::optional<Projections>
stevedore::projectionsByValue(const Scop &S, const UniformStatements &U,
                              const Roles &Known,
                              const EvaluationValues &Values) {
  Budget Limit(S.ctx(), {0, limits::CountOperations});
  return unlessOver(Limit, ValueProjections(S, U, Known, Values).run());
}
