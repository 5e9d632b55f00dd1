//===- LoopHints.h - Hints for new loops ------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Which hints of the source hold for a new loop.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_LOOPHINTS_H
#define STEVEDORE_LIB_LOWER_LOOPHINTS_H

#include "Walk.h"

namespace stevedore {
namespace lower {

/// An instance that a new loop executes.
struct HintedLeaf {
  /// Where its statement stands; null: no text.
  const StatementPlace *Place = nullptr;
  const Leaf *Executed = nullptr;
  std::vector<Reference> References;
};

/// The hints, indices into \p All, for the loop \p L, which executes \p Leaves.
///
/// A hint of a loop of the source with the iterator i is one for L if
/// - all leaves are statements in that loop,
/// - the iterators around it have values that are known before L (IsDefined),
/// - and in each leaf i = a c + b, a != 0, where c is the counter of L, and b
///   is known before L.
///
/// Then L executes a part of one run of that loop. One that asserts that
/// iterations do not depend on each other holds for L if, moreover, i and the
/// iterators around it have the same values in all leaves and a > 0, so that an
/// iteration of L is a part of one iteration of that loop, in the same order,
/// and if different elements that L accesses have cells of their own.
std::vector<unsigned>
hintsFor(const Loop &L, llvm::ArrayRef<HintedLeaf> Leaves,
         llvm::ArrayRef<LoopHint> All, const Scop &S,
         llvm::function_ref<bool(const Affine &)> IsDefined);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_LOOPHINTS_H
