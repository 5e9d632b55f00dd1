//===- stevedore/Emit/C.h - Loop trees as C ---------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Loop trees in C. Nothing is decided here but how nodes are written. isl's AST printer writes the tree that isl generates, which is
/// lowered further before it is written (LoopTree.h).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_EMIT_C_H
#define STEVEDORE_EMIT_C_H

#include "stevedore/LoopTree/LoopTree.h"
#include "stevedore/Plan/RegionPlan.h"
#include "stevedore/Source/SourceText.h"
#include <memory>

namespace stevedore {

/// How the C looks and where its values come from.
struct EmitOptions {
  /// Prefix of helper functions, chosen by the caller so that it cannot collide
  /// ("stevedore_").
  std::string Prefix = "stevedore_";
  /// Prefix of macros ("STEVEDORE_").
  std::string MacroPrefix = "STEVEDORE_";
  /// What the memories of a chain are called.
  MemoryNames Memories;
  /// Function name for size macros: FUNCTION_T1; FUNCTION_2_T1 in its second
  /// region.
  std::string Function;
  unsigned RegionInFunction = 1;
  bool IsCPlusPlus = false;
  /// Loops declare their counters, and functions may be `inline`: C99 and C++.
  bool DeclaresInLoops = true;
  /// Counters are of the type `int`, which has 32 bits, where the source's are
  /// and their range suffices; otherwise of `long`.
  bool CountsInInt = false;
  /// `long` has 32 bits.
  bool HasNarrowLong = false;
  /// The preamble calls functions of the library by their names. Where it must
  /// not, for the file gives their names another meaning, it asks the compiler
  /// for its own functions.
  bool UsesHeaders = true;
  /// It has to include <string.h> and <stdlib.h> for them.
  bool IncludesString = true, IncludesStdlib = true;
  /// The C text of the program; never null.
  std::shared_ptr<const SourceText> Source =
      std::make_shared<const SourceText>();
  /// The original region, verbatim, for the fallback branch.
  std::string OriginalText;
  /// Statements that give iterators of the original loops their final values,
  /// executed after the new loops.
  std::string Epilogue;
  /// C text that declares, before all else, what Epilogue needs.
  std::string Prologue;
  /// Lines that choose tile sizes, before all that uses these
  /// (TileChooser.h).
  std::string Sizes;
  /// Statements that mention variables which only the original loops use, for
  /// where those are left out, so that compilers do not find them unused.
  std::string Mentions;
  /// Loops and statements of the compute phases follow line directives with
  /// their places in the source.
  bool NumbersLines = false;
  /// Statements are in blocks that declare the iterators of the source, for
  /// debuggers.
  bool DeclaresIterators = false;
  /// Indentation of the region's first line.
  std::string Indent;
};

/// What the macros of the tile sizes of a function's region begin with,
/// "FUNCTION_" or "FUNCTION_2_".
std::string sizeMacroPrefix(const EmitOptions &Options);

/// \p Loops as printRegion() prints them.
looptree::Block legalLoops(const looptree::Block &Loops, const Scop &S,
                           const EmitOptions &Options);

/// The C text that replaces the region of \p S: \p Loops, which have been
/// verified.
std::string printRegion(const looptree::Block &Loops, const Scop &S,
                        const EmitOptions &Options);

/// What has to be included for emitted text, and what that needs besides.
struct PreambleText {
  std::string Headers;
  std::string Definitions;
};

/// The macros and helpers among the names \p Used that emitted regions mention,
/// each guarded against a second definition; goes before the first function that
/// has a region.
PreambleText generatePreamble(const EmitOptions &Options,
                             const llvm::StringSet<> &Used);

/// The macros with which \p Loops, of a region of \p S, ask for the threads at
/// work, to stand before the function.
std::string generateTeamMacros(const EmitOptions &Options,
                               const looptree::Block &Loops);

/// The macro around conditions whose new loops seldom run, so that compilers
/// translate the original ones as if they stood alone; for regions that have
/// RegionPlan::PayingBands, to stand before the function.
std::string generateRarelyMacro(const EmitOptions &Options);

/// The macros of those sizes of \p Plan that are not constant, to stand before
/// the function of its region.
std::string generateSizeMacros(const EmitOptions &Options,
                               const RegionPlan &Plan);

} // namespace stevedore

#endif // STEVEDORE_EMIT_C_H
