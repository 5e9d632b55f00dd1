//===- stevedore/Pipeline/Choose.h - Sizes of tiles that are best -*- C++
//-*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The tile sizes at which a plan costs least on a machine.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_CHOOSE_H
#define STEVEDORE_PIPELINE_CHOOSE_H

#include "stevedore/Pipeline/Counts.h"
#include "stevedore/Pipeline/Values.h"
#include "stevedore/Plan/Machine.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stevedore {

/// What sizes cost between a memory and the one behind it.
struct MemoryChoice {
  /// Bytes that are loaded and stored.
  int64_t Bytes = 0;
  /// Runs of elements that are moved; none where they have no closed form.
  std::optional<int64_t> Transfers;
  int64_t LocalBytes = 0;
};

/// Tile sizes and what they cost.
struct SizeChoice {
  /// In the order of ChosenSizes::Names.
  std::vector<int64_t> Sizes;
  /// Bytes that are loaded and stored.
  int64_t Bytes = 0;
  /// Runs of elements that are moved; none where they have no closed form.
  std::optional<int64_t> Transfers;
  int64_t LocalBytes = 0;
  /// Transfers x latency + bytes / bytesPerCycle, and the cycles of the
  /// accesses: added up, or where copies go on beside them the larger of the
  /// two and one tile's share of the other. Of several memories, the sum.
  double Cycles = 0;
  /// Whether the numbers of what is moved are estimates: some count has no
  /// closed form, and too many points to be counted one by one.
  bool IsEstimate = false;
  /// Each memory that tiles are in, from the nearest out; the numbers above are
  /// sums over them.
  std::vector<MemoryChoice> Memories;
};

struct ChosenSizes {
  /// "T1", ...: those that are no constants.
  std::vector<std::string> Names;
  SizeChoice Best;
  /// Of what was looked at, what no other has both fewer bytes and fewer local
  /// bytes than, by local bytes.
  std::vector<SizeChoice> Pareto;
  /// Elements that any order of the iterations must move, at least, between
  /// remote memory and the others; none: not known.
  std::optional<int64_t> Bound;
  /// The same between each memory, from the nearest out, and the one behind it.
  std::vector<std::optional<int64_t>> Bounds;
  /// What Best moves over that between remote memory and the others; none where
  /// elements have different sizes, too.
  std::optional<double> OverBound;
  uint64_t Evaluated = 0;
  /// What emitted code chooses at the same values; none: it cannot.
  std::optional<SizeChoice> AtEntry;
  /// With a cache: cycles of the original program and those of tiles of these
  /// sizes, with what no size changes; 0 without.
  double CyclesBefore = 0, CyclesAfter = 0;
};

/// No tile fits into the memory that the user says there is.
class SmallMemoryError : public llvm::ErrorInfo<SmallMemoryError> {
public:
  static char ID;
  explicit SmallMemoryError(std::string Message)
      : Message(std::move(Message)) {}
  void log(llvm::raw_ostream &OS) const override { OS << Message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string Message;
};

/// The sizes of \p Plan, counted by \p Counts, that cost least on \p M where
/// the parameters have the values \p Values, and of those that cost the same
/// the ones with the fewest bytes, then transfers, then local bytes. All sizes
/// up to 64 are looked at where they are few enough, with some larger ones;
/// else what a descent from many starts meets, along one coordinate at a time
/// and along pairs of coordinates at the limit of the memory. \p Progress is
/// told now and then which share of the work, from 0 to 1, is done at least.
/// Errors: a count without closed form, a missing value, or a memory that does
/// not hold the smallest tile.
llvm::Expected<ChosenSizes>
chooseSizes(const RegionPlan &Plan, const RegionCounts &Counts,
            const EvaluationValues &Values, const Machine &M,
            llvm::function_ref<void(double)> Progress = nullptr);

/// The sizes that emitted code takes at the same values (EntryChoice.h), in the
/// order of ChosenSizes::Names; none: it cannot choose.
std::optional<SizeChoice> sizesAtEntry(const RegionPlan &Plan,
                                       const RegionCounts &Counts,
                                       const EvaluationValues &Values,
                                       const Machine &M);

/// Elements that any order of the iterations of \p Plan must move at \p Values,
/// with buffers of \p LocalBytes in a memory and in all that are nearer; none:
/// not known.
std::optional<int64_t> boundAt(const RegionPlan &Plan,
                               const RegionCounts &Counts,
                               const EvaluationValues &Values,
                               int64_t LocalBytes);

} // namespace stevedore

#endif // STEVEDORE_PIPELINE_CHOOSE_H
