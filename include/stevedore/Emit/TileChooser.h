//===- stevedore/Emit/TileChooser.h - Sizes chosen by emitted code -*- C++
//-*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The function by which emitted C chooses its tile sizes when it is entered.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_EMIT_TILECHOOSER_H
#define STEVEDORE_EMIT_TILECHOOSER_H

#include "stevedore/Counting/SizeChooser.h"
#include "stevedore/Emit/C.h"

namespace stevedore {

/// What is introduced before a function that chooses sizes begins with this:
/// "FUNCTION_" where \p IsTaken has none of the names, else with more
/// underscores.
std::string
tileChooserPrefix(const EmitOptions &Options,
                  llvm::function_ref<bool(llvm::StringRef)> IsTaken);

/// The functions that choose sizes by \p Chooser,
///
///   #ifndef FUNCTION_T1
///   #define FUNCTION_CHOOSES_TILES
///   #define FUNCTION_T1 stevedore_sizes.T1
///   struct FUNCTION_tiles { long T1, T2; };
///   static inline struct FUNCTION_tiles FUNCTION_choose_tiles(long n) { ... }
///   #endif
///
/// to stand before generateSizeMacros(). Names begin with \p Prefix, those of
/// macros with what sizeMacroPrefix() says.
std::string generateTileChooser(const EmitOptions &Options,
                                const SizeChooser &Chooser,
                                const std::string &Prefix);

/// The lines that call it, for EmitOptions::Sizes. \p S has the parameters of
/// \p Chooser.
std::string callOfTileChooser(const EmitOptions &Options, const Scop &S,
                              const std::string &Prefix);

/// stevedore_search() and what it calls, indented, for the preamble.
std::string generateSearch(const EmitOptions &Options);

/// stevedore_weigh(), to stand behind it.
std::string generateWeighing(const EmitOptions &Options);

} // namespace stevedore

#endif // STEVEDORE_EMIT_TILECHOOSER_H
