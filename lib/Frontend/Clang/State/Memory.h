//===- Memory.h - Values in memory that stay as they are --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Integers in memory as parameters: `*n`, `p->size[1]`, `extent[0]`. They are
/// read once, where the region is entered, so that they have to exist there,
/// and no store of the region may change them.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_STATE_MEMORY_H
#define STEVEDORE_LIB_FRONTEND_CLANG_STATE_MEMORY_H

#include "State/RegionState.h"

namespace stevedore {

/// How an object is found, without reading anything that statements of the
/// region assign to.
struct MemoryPath {
  /// The variable where the way begins; null for `this`.
  const clang::ValueDecl *Root = nullptr;
  bool ThroughPointer = false;
  /// The pointers that are followed, and the objects that hold them.
  llvm::SmallVector<const clang::Expr *, 2> Pointers, Holders;
};

/// The way to \p Object, which is the same in all iterations. Nothing if it is
/// not, or if it is not known to be; \p Modified is then the variable on the way
/// that the region assigns to, where that is the reason.
std::optional<MemoryPath> pathTo(const RegionState &R,
                                 const clang::Expr *Object,
                                 const clang::Expr *&Modified);

/// Whether what \p Path leads to may be read where the region is entered if the
/// region reads it for the parameters \p Evaluated, { : }: that becomes known
/// where a walk over the region gets here, and no condition on data decides.
bool mayReadEarly(RegionState &R, const MemoryPath &Path,
                  const isl::set &Evaluated);

/// Gives parameters that do not always exist a text that reads them only where
/// the region does. An error if there is none, or WalkAgain, since their text
/// has been used.
llvm::Error settleEarlyReads(RegionState &R);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_STATE_MEMORY_H
