//===- stevedore/CodeGen/CodeGen.h - C with explicit transfers --*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on the C text of a RegionPlan. From a planned region to C text with
/// load, compute and store phases.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_CODEGEN_CODEGEN_H
#define STEVEDORE_CODEGEN_CODEGEN_H

#include "stevedore/LoopTree/LoopTree.h"
#include "stevedore/Plan/RegionPlan.h"
#include "stevedore/Source/SourceText.h"
#include <memory>

namespace stevedore {

/// How the C looks and where its values come from.
struct CodeGenOptions {
  /// Prefix of every name that the code introduces; chosen by the caller so
  /// that it cannot collide ("stevedore_").
  std::string Prefix = "stevedore_";
  /// Prefix of macros ("STEVEDORE_").
  std::string MacroPrefix = "STEVEDORE_";
  /// Function name for size macros: FUNCTION_T1; FUNCTION_2_T1 in its second
  /// region.
  std::string Function;
  unsigned RegionInFunction = 1;
  /// Whether transfers may be started and waited for later, so that the code
  /// needs the macros for that.
  bool Asynchronous = false;
  bool IsCPlusPlus = false;
  /// The C text of the program; never null.
  std::shared_ptr<const SourceText> Source =
      std::make_shared<const SourceText>();
  /// The original region, verbatim, for the fallback branch.
  std::string OriginalText;
  /// Statements that give iterators of the original loops their final values,
  /// executed after the new loops.
  std::string Epilogue;
  /// Statements that mention variables which only the original loops use, for
  /// where those are left out, so that compilers do not find them unused.
  std::string Mentions;
  /// Indentation of the region's first line.
  std::string Indent;
};

/// The loops that \p Plan becomes. Errors: isl's code generation failed or went
/// over budget.
llvm::Expected<looptree::Block> lowerRegion(const RegionPlan &Plan,
                                            const CodeGenOptions &Options);

/// What verify() needs to know of \p S.
looptree::ProgramShape shapeOf(const Scop &S);

/// What the macros of the tile sizes of a function's region begin with,
/// "FUNCTION_" or "FUNCTION_2_".
std::string sizeMacroPrefix(const CodeGenOptions &Options);

/// The C text that replaces the region. Errors: isl's code generation failed
/// or went over budget.
llvm::Expected<std::string> generateRegion(const RegionPlan &Plan,
                                           const CodeGenOptions &Options);

/// The macros and helpers that regions emitted under \p Order use, guarded
/// against a second definition; goes before the first function that has a
/// region.
std::string generatePreamble(const CodeGenOptions &Options);

/// Whether loops of \p S are shared out among the threads of a team that the
/// region does not start (`omp for`). Each thread of such a team executes the
/// region, so that the new loops may only run where there is no team.
bool asksForTeam(const Scop &S);

/// The macro that asks whether a team of several threads is at work, for regions
/// with asksForTeam(), to stand before the function.
std::string generateTeamMacro(const CodeGenOptions &Options);

/// The macros of those sizes of \p Plan that are not constant, to stand before
/// the function of its region.
std::string generateSizeMacros(const CodeGenOptions &Options,
                               const RegionPlan &Plan);

} // namespace stevedore

#endif // STEVEDORE_CODEGEN_CODEGEN_H
