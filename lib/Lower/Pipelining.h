//===- Pipelining.h - Tiles that overlap ------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Double buffering (Darte and Isoard, section 4): loops over tiles load one
/// tile while the one before it, which they hold, is computed.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_PIPELINING_H
#define STEVEDORE_LIB_LOWER_PIPELINING_H

#include "Phases.h"

namespace stevedore {
namespace lower {

/// Binds the names of the variables of a pipeline through memory number
/// \p Memory in \p N, those of the sides of buffers among them.
void namePipeline(Names &N, unsigned Memory);

/// isl's name for the side that the tile of a phase has of a buffer with
/// \p Sides in memory number \p Memory.
std::string sideName(SideKind Sides, unsigned Memory);

/// The phases of a tile whose origin is in scope, each with the constants it
/// uses; Work computes and stores.
struct PipelinedPhases {
  Block Load, Work;
  bool HasStores = false;
};

/// Whether \p B moves elements between memories.
bool hasTransfers(const Block &B);

/// The tag of the loads of \p B in group \p Group (LateWaits.h), one of two in
/// turn, that of those which the tile that computes waits for, and that of the
/// stores of \p B: each memory has tags of its own.
Expr loadTag(const BandFrame &B, unsigned Group);
Expr awaitedTag(const BandFrame &B, unsigned Group);
Expr storeTag(const BandFrame &B);
NodeRef makeWait(const BandFrame &B, const Expr &Tag);

/// The code of one pipeline:
///
///   for each tile I, and once more: {
///     fence; Load(I)
///     wait for Load(H); compute(H); wait for stores; Store(H)
///     H = I
///   }
///   wait for stores
///
/// where H is the tile before, and the last round loads nothing. Tiles among
/// Level::Stops come in two parts, so that what is held is stored before they
/// are loaded.
class Pipelining {
public:
  /// Errors: a condition that isl cannot make, or budget.
  static llvm::Expected<Pipelining> make(const BandFrame &B, PipelinedPhases P);

  /// The number of loops over tiles that are around the pipeline.
  unsigned depth() const { return Depth; }
  /// The names of the counters of all loops over tiles.
  const std::vector<std::string> &counters() const { return Counters; }
  /// What begins a strip; empty where nothing changes with it.
  Block beginStrip() const;
  /// What is done for the tile with the origin \p I.
  NodeRef step(const std::vector<Expr> &I);
  /// The pipeline whose tiles are enumerated by \p Loops, of which step() has
  /// made the leaves.
  NodeRef around(const Block &Loops) const;

private:
  Pipelining(const BandFrame &B, PipelinedPhases P);
  Expr name(const char *Id) const;
  Block bound(const std::vector<Expr> &I, const Expr &Turn, const Expr &Side,
              Block Body) const;
  Block work() const;
  Block load(const std::vector<Expr> &I) const;
  Expr isBehindGap(const std::vector<Expr> &I) const;
  bool keeps(unsigned K) const;
  Block inParts(const std::vector<Expr> &I) const;
  std::optional<Block> onceMore(const Block &Loops) const;

  const BandFrame *B;
  PipelinedPhases P;
  unsigned Depth;
  std::vector<std::string> Counters, Held;
  bool HasStrips;
  /// Tiles of a strip need not follow each other at once.
  bool HasGaps;
  /// Whether the tile at the origin stops; none: never.
  std::optional<Expr> Stop;
  std::vector<NodeRef> Steps;
};

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_PIPELINING_H
