//===- stevedore/Lower/Lower.h - From a plan to loops -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on the LoopTree of a RegionPlan. What needs isl is decided here: how
/// loops are split, which rows are whole.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LOWER_LOWER_H
#define STEVEDORE_LOWER_LOWER_H

#include "stevedore/Lower/Banks.h"
#include "stevedore/Plan/RegionPlan.h"
#include "stevedore/Source/SourceText.h"
#include <functional>
#include <memory>

namespace stevedore {

struct PlantedMistakes;

/// What lowering knows of the region's source.
struct LoweringOptions {
  /// The text of the program: which coordinates its statements compute with, and
  /// whether it has a condition to be tested at run time.
  const SourceText &Source;
  /// Is told why rows that were found to be whole are not moved as such, or why
  /// a loop does not run in segments: the claim cannot be proved, or budget.
  std::function<void(llvm::Error)> Refused = {};
  /// Is told of each buffer that was to have banks.
  std::function<void(BufferBanks)> Banked = {};
  /// Null but for programs that test the proofs (PlantedMistakes.h).
  std::shared_ptr<const PlantedMistakes> Planted = nullptr;
  /// Arrays of the program are taken not to overlap in memory.
  bool AssumesNoAlias = false;
  /// What the model believes and a run can test is tested.
  bool ChecksBeliefs = false;
  /// Of the machine that the loops are for.
  unsigned VectorRegisters = 16;
  /// Whole rows and segments are proved.
  bool IsProved = true;

  /// Gives \p Reason to Refused.
  void refuse(llvm::Error Reason) const {
    if (Refused)
      Refused(std::move(Reason));
    else
      llvm::consumeError(std::move(Reason));
  }
};

/// Buffers of constant sizes are larger than Decisions::MaxLocal: what the user
/// asks for cannot be had.
class LocalMemoryError : public llvm::ErrorInfo<LocalMemoryError> {
public:
  static char ID;
  /// Both in bytes.
  LocalMemoryError(int64_t Needed, int64_t Most) : Needed(Needed), Most(Most) {}
  void log(llvm::raw_ostream &OS) const override {
    OS << "buffers of constant sizes take " << Needed
       << " bytes, more than the " << Most
       << " that --max-local or the machine allows";
  }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  int64_t Needed, Most;
};

/// The loops that \p Plan becomes. Errors: isl's code generation failed or went
/// over budget, or a LocalMemoryError.
llvm::Expected<looptree::Block> lowerRegion(const RegionPlan &Plan,
                                            const LoweringOptions &Options);

/// What verify() needs to know of \p S.
looptree::ProgramShape shapeOf(const Scop &S);

/// Whether loops of \p S are shared out among the threads of a team that the
/// region does not start (`omp for`), or threads exclude each other in it. Each
/// thread of such a team executes the region, so that the new loops may only
/// run where there is no team.
bool asksForTeam(const Scop &S);

} // namespace stevedore

#endif // STEVEDORE_LOWER_LOWER_H
