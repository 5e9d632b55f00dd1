//===- CostFormulas.h - What sizes of tiles cost ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The one description of what tile sizes cost, which is evaluated here and in
/// emitted code.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_COSTFORMULAS_H
#define STEVEDORE_LIB_PIPELINE_COSTFORMULAS_H

#include "OriginalCost.h"
#include "stevedore/Counting/Formula.h"
#include "stevedore/Pipeline/Counts.h"
#include "stevedore/Plan/FixedSizes.h"

namespace stevedore {

/// Formulas of what the tile sizes of a plan cost on a machine, and of the
/// buffers that they need. The numbers of what tiles do are formulas, too, or
/// are given as values.
///
/// The cycles of transfers are Latency for each and one for BytesPerCycle, with
/// Align - 1 bytes more for each. Where tiles load, compute and store in turn,
/// those of accesses add to them. Where copies go on beside the computation it
/// is the larger of the two, and one tile's share of the other, for the first
/// loads and the last stores: of each strip of tiles, or where strips overlap
/// of each band. All cycles are multiplied by scale(), so that those of bytes
/// are whole numbers.
class CostFormulas {
public:
  CostFormulas(const RegionPlan &Plan, const Machine &M,
               std::optional<RowCosts> Rows);

  const RegionPlan &Plan;
  const Machine &M;
  const std::optional<RowCosts> Rows;
  FormulaTable F;
  /// The structure parameters of the region and the sizes that are no
  /// constants: parameters and tile sizes of F by their numbers.
  std::vector<std::string> Parameters, Sizes;
  /// The accesses of all iterations of each band.
  std::vector<unsigned> Accesses;
  /// On a machine with a cache, cycles of the original program and of tiles
  /// that no size changes, and of the beginnings of rows.
  unsigned Before, After, Starts;

  /// The formula of the parameter or tile size \p Name; FormulaNode::None for
  /// others.
  unsigned named(llvm::StringRef Name);

  /// What moves between a memory and the one behind it: bytes, and transfers;
  /// the tiles, and how often the overlap begins and ends: 0 for once.
  struct Traffic {
    unsigned Bytes, Runs, Tiles, Ends;
  };
  /// That of band number \p Band in memory number \p Memory as four values
  /// behind those of the sizes, from number trafficAt() on.
  Traffic givenTraffic(unsigned Band, unsigned Memory);
  unsigned trafficAt(unsigned Band, unsigned Memory) const;
  /// Value number \p Index behind those of the parameters.
  unsigned given(unsigned Index) {
    return F.parameter(Parameters.size() + Index);
  }
  /// The statement of the iterations \p C has \p Number of them.
  void addIterations(const CountedSet &C, unsigned Number);

  int64_t scale() const { return Scale; }
  /// Whether copies go on beside the computation of band number \p Band.
  bool computesBeside(unsigned Band) const;
  /// Whether some strips do not overlap there with the next one.
  bool endsWithStrips(unsigned Band) const { return EndsWithStrips[Band]; }
  /// Whether the number of \p C is one of Traffic::Tiles or Ends that matters.
  bool isOfOverlap(const CountedSet &C) const;
  /// Whether transfers take cycles, besides those of bytes.
  bool costsRuns() const;
  /// The cycles of \p Here, of band number \p Band in memory number \p Memory.
  /// What computes works beside the nearest one.
  unsigned cyclesIn(unsigned Band, unsigned Memory, const Traffic &Here);
  /// The cycles of accesses that are in none of these.
  unsigned cyclesApart();

  /// The bytes of the buffers in memory number \p Memory, of which each is as
  /// large as the largest array in it; those of the largest band in a cache.
  llvm::Expected<unsigned> bytesIn(unsigned Memory);
  /// For each size one from which on a single tile reaches over the band.
  llvm::Expected<std::vector<unsigned>> largest(const RegionCounts &Counts);
  /// The loops of the original program that are sizes, on a machine with a
  /// cache; see SizeChooser::Loops.
  std::vector<int> loops() const;

private:
  FixedSizes Constant;
  int64_t Scale = 1;

  std::vector<bool> EndsWithStrips;

  const Level &nearest(unsigned Band) const;
  TransferEngine engineOf(unsigned Memory) const;
  int64_t bytesPerRun(unsigned Memory) const;

  std::vector<unsigned> variables(const isl::space &Space);
  unsigned floorOf(const QuasiAffineForm &Form,
                   llvm::ArrayRef<unsigned> Variables);
  llvm::Expected<unsigned> formOf(const isl::aff &A);
  llvm::Expected<unsigned> extentOf(const Extent &E);
  llvm::Expected<unsigned> packedCells(const PackedForm &P);
  llvm::Expected<unsigned> slantedCells(const SlantedForm &S);
  llvm::Expected<unsigned> cellsOf(const ModularMapping &Mapping);
  llvm::Expected<unsigned> useOf(const isl::set &Context);
  llvm::Expected<unsigned> bytesOf(const LocalArray &L);
  unsigned reachOf(const isl::set &Points, unsigned K);
};

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_COSTFORMULAS_H
