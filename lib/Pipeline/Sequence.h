//===- Sequence.h - What an input goes through ------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The stages that each kind of input goes through, behind one interface, so
/// that one driver runs them all.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_SEQUENCE_H
#define STEVEDORE_LIB_PIPELINE_SEQUENCE_H

#include "Driver.h"
#include "Ladder.h"

namespace stevedore {

/// The stages of one input.
class StageSequence {
public:
  virtual ~StageSequence() = default;

  virtual isl::ctx context() const = 0;
  /// The program; null where there is none.
  virtual std::shared_ptr<const Scop> program() const = 0;
  /// Prints the program, if there is one.
  virtual void print(llvm::raw_ostream &OS) const = 0;
  /// What to try in turn.
  virtual std::vector<Attempt> ladder(const Decisions &D,
                                      BudgetLimits Limits) const = 0;
  /// Runs the stages within one attempt. Errors: a stage that failed; what was
  /// found before stays in \p Result.
  virtual llvm::Error run(const Driver &D, const Attempt &A,
                          RegionResult &Result) const = 0;
};

/// The stages of \p In; all arguments have to live as long.
std::unique_ptr<StageSequence> sequenceOf(const PipelineInput &In,
                                          const Machine &M,
                                          const PipelineRequest &Request,
                                          const EmitOptions *Code);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_SEQUENCE_H
