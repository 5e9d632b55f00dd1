//===- stevedore/Legalize/Legalize.h - What a dialect needs -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on a LoopTree with what one dialect alone needs. Lowering makes loops
/// for any dialect; before they are printed in C, memory that may be refused is
/// asked for and freed, the original loops stand where the new ones do not run,
/// and compilers are kept from warnings. LLVM's legalization does as much
/// between its DAG and instructions.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LEGALIZE_LEGALIZE_H
#define STEVEDORE_LEGALIZE_LEGALIZE_H

#include "stevedore/LoopTree/LoopTree.h"
#include "stevedore/Source/SourceText.h"

namespace stevedore {

/// What surrounds the loops of a region in C.
struct CSurroundings {
  const SourceText &Source;
  /// Statements follow the loops that give iterators their final values.
  bool HasEpilogue = false;
  /// Variables have to be mentioned where the original loops are left out.
  bool HasMentions = false;
  /// Counters may be of the type `int`, which has 32 bits.
  bool CountsInInt = false;
};

/// \p Loops, the loops of \p S, without a GuardNode; without one as they are,
/// but for the types of counters:
///
///   done = 0
///   if condition { memory; if it was granted { loops; done = 1 }; free memory
///   } if !done { original loops }
///
/// Memory of constant size that fits the stack is an array of the function.
/// Counters have the type `int` where all iterators of the source do, and where
/// nothing that is computed with them leaves it.
looptree::Block legalizeForC(const looptree::Block &Loops, const Scop &S,
                             const CSurroundings &Around);

} // namespace stevedore

#endif // STEVEDORE_LEGALIZE_LEGALIZE_H
