//===- ChooserWriter.h - Formulas of costs and buffers -*- C++ -*----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Writes what EntryChoice.h hands on.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_CHOOSERWRITER_H
#define STEVEDORE_LIB_PIPELINE_CHOOSERWRITER_H

#include "OriginalCost.h"
#include "stevedore/Pipeline/EntryChoice.h"
#include "stevedore/Plan/FixedSizes.h"
#include "stevedore/Support/Constraints.h"
#include "isl/isl-noexceptions.h"
#include <map>

namespace stevedore {

/// Writes the formulas of what the sizes of a plan cost, and of the buffers
/// that they need.
class ChooserWriter {
public:
  ChooserWriter(const RegionPlan &Plan, const RegionCounts &Counts,
                const Machine &M, int64_t MostSteps,
                const std::optional<RowCosts> &Rows, bool CountsRuns)
      : Plan(Plan), Counts(Counts), M(M), MostSteps(MostSteps), Constant(Plan),
        F(Result.Formulas), Rows(Rows), CountsRuns(CountsRuns) {}

  llvm::Expected<SizeChooser> run();

private:
  const RegionPlan &Plan;
  const RegionCounts &Counts;
  const Machine &M;
  int64_t MostSteps;
  FixedSizes Constant;
  SizeChooser Result;
  FormulaTable &F;
  /// Sums, by what they are multiplied by.
  using Amount = std::map<int64_t, FormulaSum>;
  /// Numbers of elements times bytes, of transfers and of tiles.
  template <typename Number> struct Traffic { Number Moved, Runs, Tiles; };
  template <typename Number>
  using TrafficOfMemories = std::vector<Traffic<Number>>;
  /// Of each band whose costs are computed alone, or of all together, and each
  /// memory.
  std::vector<TrafficOfMemories<unsigned>> In;
  /// The accesses of all iterations, and cycles of those across rows.
  unsigned Accesses = 0;
  unsigned Before = 0, After = 0, Starts = 0;
  const std::optional<RowCosts> &Rows;
  bool CountsRuns;

  llvm::Error nameSizes();
  unsigned named(llvm::StringRef Name);
  unsigned namedOrZero(llvm::StringRef Name);
  llvm::Error addCounts();
  llvm::Error addCount(const RegionCount &C, TrafficOfMemories<Amount> &Found,
                       Amount &FoundAccesses);
  llvm::Error addAcrossRows(const RegionCount &C);
  bool computesBeside() const;
  unsigned totalOf(Amount &A);
  llvm::Expected<unsigned> formOf(const isl::aff &A);
  unsigned floorOf(const QuasiAffineForm &Form,
                   llvm::ArrayRef<unsigned> Variables);
  llvm::Expected<unsigned> extentOf(const Extent &E);
  llvm::Expected<unsigned> cellsOf(const ModularMapping &Mapping);
  llvm::Expected<unsigned> useOf(const isl::set &Context);
  llvm::Expected<unsigned> bytesOf(const LocalArray &L);
  llvm::Expected<unsigned> bytesIn(unsigned Memory);
  llvm::Error addBuffers();
  llvm::Error addLargest();
  unsigned reachOf(const isl::set &Points, unsigned K);
  unsigned costIn(unsigned Memory, const Traffic<unsigned> &Here,
                  int64_t PerCycle);
  void addCost();
  void addLoops();
  bool hasSize(const SizeChooser::Part &P, unsigned K);
  void addPart(SizeChooser::Part New);
};

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_CHOOSERWRITER_H
