//===- Phases.h - Load, compute, store --------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The three phases of a tile as C text.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_CODEGEN_PHASES_H
#define STEVEDORE_LIB_CODEGEN_PHASES_H

#include "Buffer.h"

namespace stevedore {
namespace codegen {

/// Which way elements move.
enum class Direction { Load, Store };

/// How transfers are issued: at once, or with a tag to wait for (C text).
struct Channel {
  Direction D;
  std::string Tag;
};

/// The loops over the elements that the tile loads or stores, one transfer
/// for each contiguous run.
llvm::Error emitTransfers(const BandFrame &B,
                          const std::vector<Buffer> &Buffers, const Channel &C,
                          Writer &W);

/// The tile's statement instances on local buffers.
llvm::Error emitCompute(const BandFrame &B, const std::vector<Buffer> &Buffers,
                        Writer &W);

/// \p General, or where the tile is full \p Full when that is different and
/// no more complicated.
void emitByFullness(const BandFrame &B, Writer &W, const std::string &Full,
                    const std::string &General);

/// \p Then where \p Condition holds, \p General elsewhere.
void emitBoth(Writer &W, const std::string &Condition, const std::string &Then,
              const std::string &General);

/// \p T with holes filled: iterators from \p Coordinates, accesses from
/// \p Accesses.
std::string fill(const TextTemplate &T, const std::vector<Linear> &Coordinates,
                 const std::vector<std::string> &Accesses);

/// The element of \p A, whose text is in \p Source, in remote memory with
/// subscripts \p Subscripts.
std::string remoteElement(const SourceText &Source, const Array &A,
                          const std::vector<Linear> &Subscripts);

} // namespace codegen
} // namespace stevedore

#endif // STEVEDORE_LIB_CODEGEN_PHASES_H
