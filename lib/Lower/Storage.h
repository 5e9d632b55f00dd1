//===- Storage.h - The memory of the buffers --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Declares, allocates and releases the buffers of a region.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_STORAGE_H
#define STEVEDORE_LIB_LOWER_STORAGE_H

#include "OuterOrder.h"

namespace stevedore {
namespace lower {

/// Lets the buffers of each number, which share one piece of memory, all have
/// constant shapes or none.
void unifyStorage(std::vector<BandCode> &Bands);

/// The memory of the buffers that some loops use. Buffers with one number
/// (LocalArray::Buffer) share
///
///   T *shared = (T *)ALLOC(most(bytes of a, bytes of b));
///   T *const a = shared;
///   T *const b = shared;
class Storage {
public:
  /// The buffers of \p Bands that \p Loops use; they must outlive this.
  Storage(const std::vector<BandCode> &Bands, Names &N, const Block &Loops);

  /// What holds if all in \p Memory take \p Most bytes together or less; none
  /// where that is so for any parameters. Errors: that they take more for all.
  llvm::Expected<std::vector<Expr>> fit(unsigned Memory, int64_t Most) const;
  /// Errors: memory that is allocated may not be aligned as elements are.
  llvm::Error checkAlignment() const;
  /// Extents and memory.
  void declare(Builder &W) const;

private:
  /// Buffers in one piece of memory.
  struct Piece {
    std::string Name;
    std::vector<const Buffer *> Members;
    /// The name of the flag that tells whether any tile needs it; empty where
    /// it is always allocated.
    std::string Flag;
    bool hasConstantShape() const { return Members.front()->HasConstantShape; }
  };

  int64_t constantBytes(const Piece &P) const;
  Expr bytes(const Piece &P, const Expr &Most) const;
  void declareExtents(const Buffer &B, Builder &W) const;

  /// What the loops compute with.
  llvm::StringSet<> Used;
  std::vector<Piece> Pieces;
};

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_STORAGE_H
