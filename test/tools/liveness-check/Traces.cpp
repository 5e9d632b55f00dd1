//===- Traces.cpp - All executions of a region
//------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Traces.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/set.h"

using namespace liveness;
using namespace stevedore;

namespace {

/// A lock and the number of a section.
using Section = std::pair<std::string, Point>;

/// Runs through all executions.
class Tracer {
public:
  Tracer(const TextInput &In, const Instances &All, const History &H,
         const Values &V);
  Matrix run();

private:
  const Instances &All;
  const History &H;
  std::vector<std::vector<Section>> SectionsOf;
  std::map<Section, unsigned> Left;
  std::map<Section, unsigned> Sizes;
  /// The place of each instance in the execution; -1: not yet in it.
  std::vector<int> Place;
  Matrix Conflicts;

  bool mayRun(unsigned I) const;
  int timeOf(const Operation &O) const;
  void compare();
  void extend(unsigned Length);
};

} // namespace

Tracer::Tracer(const TextInput &In, const Instances &All, const History &H,
               const Values &V)
    : All(All), H(H), SectionsOf(All.Points.size()),
      Place(All.Points.size(), -1),
      Conflicts(H.Elements.size(), std::vector<bool>(H.Elements.size())) {
  In.Critical.foreach_map([&](isl::map M) -> isl::stat {
    std::string Stmt = M.get_tuple_id(isl::dim::in).get_name();
    std::string Lock = M.get_tuple_id(isl::dim::out).get_name();
    size_t Depth = isl_map_dim(M.get(), isl_dim_in);
    M = M.intersect_domain(In.Program->findStatement(Stmt)->Domain);
    for (const Point &P : pointsOf(M.wrap(), V)) {
      auto It = llvm::find(
          All.Points, std::pair(Stmt, Point(P.begin(), P.begin() + Depth)));
      if (It == All.Points.end())
        continue;
      Section Of(Lock, Point(P.begin() + Depth, P.end()));
      SectionsOf[It - All.Points.begin()].push_back(Of);
      ++Sizes[Of];
    }
    return isl::stat::ok();
  });
  Left = Sizes;
}

/// Whether \p I may come next: all that is before it has run, and no other
/// section of a lock that it needs has begun without being over.
bool Tracer::mayRun(unsigned I) const {
  for (unsigned J = 0; J < Place.size(); ++J)
    if (Place[J] < 0 && All.Before[J][I])
      return false;
  return llvm::none_of(Left, [&](const auto &Other) {
    bool IsOpen = Other.second && Other.second < Sizes.at(Other.first);
    return IsOpen && llvm::any_of(SectionsOf[I], [&](const Section &Own) {
             return Own.first == Other.first.first && Own != Other.first;
           });
  });
}

/// An instance reads, then writes, then uses what nothing reads.
int Tracer::timeOf(const Operation &O) const {
  int Count = int(Place.size());
  int At = O.Instance < Place.size()  ? Place[O.Instance]
           : int(O.Instance) == Count ? -1
                                      : Count;
  return 3 * At + (O.Kind == Operation::Read    ? 0
                   : O.Kind == Operation::Write ? 1
                                                : 2);
}

/// Adds the conflicts of the execution that is complete.
void Tracer::compare() {
  int End = 3 * int(Place.size()) + 3;
  std::vector<int> First(H.Elements.size(), End), Last(H.Elements.size(), -4);
  for (const Operation &O : H.Operations)
    if (O.Kind == Operation::Write)
      First[O.Element] = std::min(First[O.Element], timeOf(O));
    else
      Last[O.Element] = std::max(Last[O.Element], timeOf(O));
  for (const Operation &O : H.Operations)
    for (unsigned X = 0; X < H.Elements.size(); ++X)
      if (O.Kind == Operation::Write && X != O.Element &&
          First[X] <= timeOf(O) && timeOf(O) < Last[X])
        Conflicts[X][O.Element] = Conflicts[O.Element][X] = true;
}

void Tracer::extend(unsigned Length) {
  if (Length == Place.size())
    return compare();
  for (unsigned I = 0; I < Place.size(); ++I) {
    if (Place[I] >= 0 || !mayRun(I))
      continue;
    Place[I] = int(Length);
    for (const Section &Of : SectionsOf[I])
      --Left[Of];
    extend(Length + 1);
    for (const Section &Of : SectionsOf[I])
      ++Left[Of];
    Place[I] = -1;
  }
}

Matrix Tracer::run() {
  extend(0);
  return Conflicts;
}

Matrix liveness::conflictsOfTraces(const TextInput &In, const Instances &All,
                                   const History &H, const Values &V) {
  return Tracer(In, All, H, V).run();
}
