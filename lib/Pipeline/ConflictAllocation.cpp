//===- ConflictAllocation.cpp - Regions that are not tiled ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConflictAllocation.h"
#include "CommonBuffers.h"
#include "stevedore/Pipeline/ExecutionOrders.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/aff.h"
#include "isl/map.h"

using namespace stevedore;
using namespace llvm;

void stevedore::printInput(raw_ostream &OS, const TextOrderInput &In) {
  const TextInput &Text = In.Text;
  print(OS, *Text.Program);
  if (!Text.Critical.is_null())
    OS << "critical:    \"" << toText(Text.Critical) << "\"\n";
  if (!Text.HappensBefore.is_null()) {
    OS << "order:       \"" << toText(Text.HappensBefore) << "\"\n";
    if (!Text.Always.is_null())
      OS << "always:      \"" << toText(Text.Always) << "\"\n";
    return;
  }
  OS << "parallel:    [";
  interleaveComma(Text.Parallel.value_or(std::vector<unsigned>()), OS);
  OS << "]\nparallelSemantics: "
     << (Text.Semantics == ParallelSemantics::Forall ? "forall" : "general")
     << "\n";
}

std::shared_ptr<const Scop> stevedore::programOf(const TextOrderInput &In) {
  return std::make_shared<const Scop>(*In.Text.Program);
}

/// The conflicts of \p In as a relation over an unnamed array.
static ConflictRelation conflictsOf(const TextConflicts &In) {
  ConflictRelation C;
  C.Context = In.Context;
  if (!In.Conflicts.is_null()) {
    C.Pairs = In.Conflicts.intersect_params(In.Context);
  } else {
    C.ByDifferences = true;
    isl::multi_aff Origin =
        isl::multi_aff::zero(In.Differences.get_space().map_from_set());
    C.Pairs = isl::manage(isl_map_from_multi_aff(Origin.release()))
                  .intersect_domain(In.Differences)
                  .intersect_params(In.Context);
  }
  C.Rank = countOf(C.Pairs.range_tuple_dim());
  C.Parameters = rolesInText(C.Pairs.get_space());
  return C;
}

namespace {

/// The conflicts of the arrays of a region under the order of its text.
class TextOrderConflicts {
public:
  TextOrderConflicts(const TextOrderInput &In, const Budget &Whole)
      : In(In), S(*In.Text.Program), Whole(Whole) {}

  /// Those of array number \p Array within limits::OrderedConflictOperations,
  /// or the coarsest ones past them. Half of what is left of the whole budget
  /// is a second limit, for small budgets and slow machines.
  Expected<ConflictRelation> of(unsigned Array, std::vector<Remark> &Remarks);
  /// Those between two arrays within the same limits. Errors: budget.
  Expected<CrossConflicts> across(unsigned First, unsigned Second);

private:
  const TextOrderInput &In;
  const Scop &S;
  const Budget &Whole;
  std::optional<ExecutionOrder> Order;

  Expected<ConflictRelation> exact(unsigned Array);
  template <typename Value>
  Expected<Value>
  limited(function_ref<Expected<Value>(const ExecutionOrder &)> Find);
};

} // namespace

/// What \p Find finds under the order, within the limits.
template <typename Value>
Expected<Value> TextOrderConflicts::limited(
    function_ref<Expected<Value>(const ExecutionOrder &)> Find) {
  double Seconds = std::max(Whole.secondsLeft() * limits::LeftShare, 1e-3);
  Budget Limit(S.Context.ctx(), {Seconds, limits::OrderedConflictOperations});
  if (!Order) {
    auto Found = orderOf(In.Text, In.Method);
    if (!Found)
      return Found.takeError();
    Order = std::move(*Found);
  }
  return within(Limit, Find(*Order), "the conflicts under an order");
}

Expected<ConflictRelation> TextOrderConflicts::exact(unsigned Array) {
  return limited<ConflictRelation>([&](const ExecutionOrder &Known) {
    return computeConflicts(S, Array, Known, In.Method);
  });
}

Expected<CrossConflicts> TextOrderConflicts::across(unsigned First,
                                                    unsigned Second) {
  return limited<CrossConflicts>([&](const ExecutionOrder &Known) {
    return computeCrossConflicts(S, First, Second, Known, In.Method);
  });
}

Expected<ConflictRelation>
TextOrderConflicts::of(unsigned Array, std::vector<Remark> &Remarks) {
  Expected<ConflictRelation> C = exact(Array);
  if (C)
    return C;
  Error Failed = C.takeError();
  if (!takeOverBudget(Failed))
    return std::move(Failed);
  Remarks.push_back({false, "the conflicts of array '" + S.Arrays[Array].Name +
                                "' went over the budget: all its elements "
                                "conflict"});
  return allConflicts(S, Array);
}

/// Gives \p A a table of cells where the smallest buffer is wanted and takes
/// more than that; that it takes too long to find out is no error.
static Error findTable(const Driver &D, const MappingRequest &Wanted,
                       MappedArray &A) {
  bool IsSmallest = Wanted.Kind == AllocationKind::Lattice &&
                    Wanted.Modulo == ModuloKind::Exact && !Wanted.Linearize;
  if (!IsSmallest)
    return Error::success();
  auto Table =
      valueOr(D.run(TableStage, A.Conflicts), std::optional<CellTable>());
  if (!Table)
    return Table.takeError();
  int64_t Cells = cellsAt(A.Mapping, [](StringRef) { return 0; });
  if (*Table && (*Table)->Count < Cells)
    A.Table = std::move(*Table);
  return Error::success();
}

/// Adds the array with conflicts \p C, where its mapping is needed, and how
/// many of its elements are live together.
static Error addArray(const Driver &D, const AllocationRequest &Wanted,
                      ConflictRelation C, RegionResult &Result) {
  D.show(ConflictsStage.Info, [&](raw_ostream &OS) { print(OS, C); });
  if (!D.takes(Step::Plan))
    return Error::success();
  auto Folded = mapConflicts(D, Wanted.Mapping, std::move(C));
  if (!Folded)
    return Folded.takeError();
  if (Error E = findTable(D, Wanted.Mapping, *Folded))
    return E;
  if (auto Bound = boundOf(D, Wanted.Values, *Folded, nullptr, std::nullopt))
    Result.Bounds.front()[Result.Plan.RegionArrays.size()] = *Bound;
  Result.Plan.RegionArrays.push_back(std::move(*Folded));
  return Error::success();
}

/// Shows the cells of \p Arrays.
static void showMappings(const Driver &D,
                         const std::vector<MappedArray> &Arrays) {
  for (const MappedArray &A : Arrays)
    D.show(MappingStage.Info, [&](raw_ostream &OS) {
      if (A.Table)
        print(OS, A.Conflicts, *A.Table);
      else
        print(OS, A.Conflicts, A.Mapping);
    });
}

Error stevedore::allocateArrays(const Driver &D,
                                const AllocationRequest &Wanted,
                                const TextOrderInput &In, const Budget &Whole,
                                RegionResult &Result) {
  Result.Bounds.assign(1, {});
  TextOrderConflicts Conflicts(In, Whole);
  for (unsigned A = 0; A < In.Text.Program->Arrays.size(); ++A) {
    auto C = D.timed(ConflictsStage.Info.Name,
                     [&] { return Conflicts.of(A, Result.Remarks); });
    if (!C)
      return C.takeError();
    std::vector<std::string> Names;
    for (const Parameter &P : In.Text.Program->Parameters)
      Names.push_back(P.Name);
    C->Parameters = rolesInText(Names);
    if (Error E = addArray(D, Wanted, std::move(*C), Result))
      return E;
    if (!Result.Plan.RegionArrays.empty())
      Result.Plan.RegionArrays.back().Buffer = A;
  }
  std::vector<OverlappingArray> Arrays;
  for (MappedArray &A : Result.Plan.RegionArrays)
    Arrays.push_back({&A, &In.Text.Program->Arrays[Arrays.size()]});
  if (Wanted.MayOverlap)
    if (Error E = overlapArrays(
            D, Wanted,
            [&](unsigned First, unsigned Second) {
              return Conflicts.across(First, Second);
            },
            Arrays))
      return E;
  showMappings(D, Result.Plan.RegionArrays);
  showCommonBuffers(D, Arrays);
  return Error::success();
}

Error stevedore::allocateArrays(const Driver &D,
                                const AllocationRequest &Wanted,
                                const ConflictInput &In, const Budget &,
                                RegionResult &Result) {
  Result.Bounds.assign(1, {});
  if (Error E = addArray(D, Wanted, conflictsOf(In.Text), Result))
    return E;
  showMappings(D, Result.Plan.RegionArrays);
  auto Bound = Result.Bounds.front().find(0);
  if (Bound != Result.Bounds.front().end())
    showBound(D, Bound->second,
              cellsFor(Result.Plan.RegionArrays[0], Wanted.Values));
  return Error::success();
}
