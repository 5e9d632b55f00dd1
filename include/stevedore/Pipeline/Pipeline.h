//===- stevedore/Pipeline/Pipeline.h - The phases in order ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Runs the phases on one region under its budget, with the ladder of coarser
/// answers, verification, printing and the data of the report.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_PIPELINE_H
#define STEVEDORE_PIPELINE_PIPELINE_H

#include "stevedore/CodeGen/CodeGen.h"
#include "stevedore/Pipeline/Options.h"
#include <map>
#include <optional>

namespace stevedore {

/// A proof obligation that does not hold: a mistake of Stevedore, never of the
/// user.
class ProofError : public llvm::ErrorInfo<ProofError> {
public:
  static char ID;
  explicit ProofError(std::string Message) : Message(std::move(Message)) {}
  void log(llvm::raw_ostream &OS) const override { OS << Message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string Message;
};

/// Processor time and isl operations of one phase.
struct PhaseCost {
  std::string Name;
  double Milliseconds = 0;
  unsigned long IslOperations = 0;
};

/// What became of one region.
struct RegionResult {
  /// False: the region is left alone, for Reason. True with a Reason: that is
  /// why a coarser answer was taken. Internal tells a failed
  /// proof, a mistake of ours, from a limit of what can be done.
  bool Transformed = false;
  bool Internal = false;
  std::string Reason;
  /// The region after collapsePrivate(), where that was needed.
  Scop Program;
  Dependences Deps;
  RegionPlan Plan;
  /// For each band the largest number of elements of each array, by its index,
  /// that are live together at the values of --evaluate=, where they could be
  /// counted.
  std::vector<std::map<unsigned, std::optional<int64_t>>> LiveTogether;
  /// For the same arrays, cells that no modular mapping does without there.
  std::vector<std::map<unsigned, int64_t>> ModularBounds;
  /// The C text that replaces the region, when transformed and no phase was
  /// to be printed or evaluated.
  std::string Text;
  /// Parallel loops of the source whose iterations depend on each other: they
  /// run in sequence.
  std::vector<DependentLoop> DependentLoops;
  /// Number of tile sizes T1.. of the region.
  unsigned NumTiles = 0;
  std::vector<PhaseCost> Costs;
  /// What --print= asked for.
  std::string Printed;
};

/// What text input may fix instead of leaving it to a phase.
struct GivenInput {
  /// A band and its schedule { S[i] -> [o, b, r] }, instead of the scheduler.
  bool HasBand = false;
  isl::union_map Theta;
  unsigned Outer = 0;
  unsigned Size = 0;
  /// Dimensions of the schedule that are parallel loops and carry no
  /// dependence (see whyNotTiled()). Those outside of the band run in sequence.
  std::vector<unsigned> Parallel;
  /// A parameter set, assumed of parameters and tile sizes; may be null.
  isl::set Assumptions;
};

/// Runs every phase on \p Program. \p Code carries what only the front end
/// knows (function, original text, ...); its sizes and order are taken from
/// \p O. Never fails on user input: a region that cannot be transformed comes
/// back with its reason.
RegionResult runPipeline(const Scop &Program, const Options &O,
                         CodeGenOptions Code, const GivenInput &Given = {});

/// Generates the text of \p R, which runPipeline() gave for \p O, once more for
/// another \p Code. A failure leaves the region alone, with its reason.
void regenerateCode(RegionResult &R, const Options &O, CodeGenOptions Code);

} // namespace stevedore

#endif // STEVEDORE_PIPELINE_PIPELINE_H
