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

#ifndef STEVEDORE_LIB_CODEGEN_STORAGE_H
#define STEVEDORE_LIB_CODEGEN_STORAGE_H

#include "Skeleton.h"

namespace stevedore {
namespace codegen {

/// Makes the buffers of each number either all plain arrays or all allocated,
/// so that they can share one piece of memory.
void unifyStorage(std::vector<BandCode> &Bands);

/// The memory of the buffers that some loops use. Buffers with one number
/// (LocalArray::Buffer) share
///
///   T *shared = (T *)ALLOC(most(bytes of a, bytes of b));
///   T *const a = shared;
///   T *const b = shared;
///
/// or a plain array with the cells of the largest.
class Storage {
public:
  /// The buffers of \p Bands that \p Loops mentions; \p Loops must outlive
  /// this.
  Storage(const std::vector<BandCode> &Bands, const CodeGenOptions &Options,
          Names &N, llvm::StringRef Loops);

  /// Whether memory comes from the allocator, which may refuse it.
  bool allocates() const;
  /// Extents, arrays and pointers.
  void declare(Writer &W) const;
  /// The allocated pointers.
  std::vector<std::string> pointers() const;
  /// What holds if the allocator refused nothing, for each pointer.
  std::vector<std::string> granted() const;

private:
  /// Buffers in one piece of memory.
  struct Piece {
    std::string Name;
    std::vector<const Buffer *> Members;
    /// The name of the flag that tells whether any tile needs it; empty where
    /// it is always allocated.
    std::string Flag;
    bool isPlain() const { return Members.front()->Plain; }
  };

  void declareExtents(const Buffer &B, Writer &W) const;
  void declarePlain(const Piece &P, Writer &W) const;
  void declareAllocated(const Piece &P, Writer &W) const;
  std::string bytes(const Buffer &B) const;

  const CodeGenOptions &Options;
  Names &N;
  llvm::StringRef Loops;
  std::vector<Piece> Pieces;
};

} // namespace codegen
} // namespace stevedore

#endif // STEVEDORE_LIB_CODEGEN_STORAGE_H
