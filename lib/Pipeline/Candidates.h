//===- Candidates.h - Figures of candidates ---------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What a script asks about the program it has so far.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_CANDIDATES_H
#define STEVEDORE_LIB_PIPELINE_CANDIDATES_H

#include "Driver.h"
#include "Ladder.h"
#include "stevedore/Pipeline/Pipeline.h"

namespace stevedore {

/// The plan of \p S, the program of \p Region, in the order \p Order with what
/// \p D has, but for its script; with a null order, in the one that Stevedore
/// chooses. Errors: there is no such plan, a ProofError, or budget.
llvm::Expected<RegionPlan> planIn(const Driver &Region,
                                  const isl::schedule &Order, const Scop &S,
                                  const ScheduleInput &Given, const Machine &M,
                                  Decisions D);

/// The bands of \p Candidate, a form of \p S. Errors: the order is none, or
/// budget.
llvm::Expected<std::vector<ScriptBand>>
bandsOf(const Driver &Region, const Scop &S, const ScriptCandidate &Candidate);

/// The figures of \p Candidate, a form of \p S, as it would be planned by
/// planIn(), more coarsely if \p IsCoarser, and then counted, with a part of what is left of the budget.
/// Errors: there is no such plan, a ProofError, or budget.
llvm::Expected<ScriptFigures>
figuresOf(const Driver &Region, const Scop &S, const ScheduleInput &Given,
          const Machine &M, const ScriptCandidate &Candidate, bool IsCoarser);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_CANDIDATES_H
