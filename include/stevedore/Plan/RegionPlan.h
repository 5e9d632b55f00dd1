//===- stevedore/Plan/RegionPlan.h - The plan of a region -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on RegionPlan: everything that was decided about a region. The plan of
/// a region: its order, bands, tiles, transfers and buffers.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_REGIONPLAN_H
#define STEVEDORE_PLAN_REGIONPLAN_H

#include "stevedore/Allocation/CellTable.h"
#include "stevedore/Plan/Decisions.h"
#include "stevedore/Schedule/LoopDimension.h"
#include "stevedore/Support/MemoryNames.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace stevedore {

/// The elements of an array that must not share a cell, and the mapping that
/// keeps them apart.
struct MappedArray {
  ConflictRelation Conflicts;
  ModularMapping Mapping;
  /// Of an array of a region that is not tiled: fewer cells than those of the
  /// mapping, in its place.
  std::optional<CellTable> Table = std::nullopt;
  /// Number of its buffer. Arrays of one region with the same number are in one
  /// buffer, as large as the largest of them needs. Those of a tiled region are
  /// never live at the same time; of others the cells lie between each other
  /// (ModularMapping::Offsets).
  unsigned Buffer = 0;
};

/// Where what a tile holds of an array begins along one row c of its mapping.
struct RowWindow {
  /// Factor * c . m >= Form for each element m that the tile holds.
  struct Bound {
    int64_t Factor;
    /// { [(Form)] } over N, T, O and I, without divisions.
    isl::aff Form;
  };
  std::vector<Bound> Bounds;
  /// The start s is the largest of the forms, whose factors are 1. Each element
  /// m that the tile uses has 0 <= c . m - s < b, and s is the same for all
  /// tiles between which an element stays in the buffer, or the element is
  /// moved (LocalArray::Kept): cells c . m - s keep apart what cells c . m mod
  /// b do, and nothing wraps.
  bool IsStatic = false;
  /// The start s is one form, a coordinate of the origin, and nothing that a
  /// tile uses wraps behind the multiple of b that is not above it:
  /// 0 <= c . m - b floor(s / b) < b.
  bool IsAligned = false;
};

/// How many copies of a buffer there are, so that transfers may be under way in
/// one while another is computed with.
enum class SideKind {
  /// One, for all tiles.
  One,
  /// Two, with which tiles take turns; what a tile has, no other tile uses.
  Tiles,
  /// The same two; what stays is moved from one to the other
  /// (LocalArray::Kept).
  Moving,
  /// Two, with which strips of tiles take turns.
  Strips
};

/// What stays in a buffer from one tile to the next in a strip, where windows
/// begin elsewhere in the next one.
struct KeptElements {
  /// Number of the row of the mapping whose window moves.
  unsigned Row = 0;
  /// Cells that elements are moved to may be ones that others are moved from:
  /// they are moved in their lexicographic order.
  bool IsInOrder = false;
  /// { [I] -> A[m] : m has been used before the tile at I, and is used in it or
  /// after it }; null: windows are the same wherever an element stays.
  isl::map Elements;
};

/// An array of a band, or a part of one, in local memory.
struct LocalArray : MappedArray {
  ArrayTransfers Transfers;
  /// When its elements are in local memory.
  Lifetime Live;
  /// Unless it is One, the first row of the mapping is zero, and its modulus
  /// the number of sides: the mapping keeps elements apart on each of them.
  SideKind Sides = SideKind::One;
  /// The context, { : ... } over N and T, in which some tile uses the buffer;
  /// null: any.
  isl::set UseContext;
  /// One for each row of the mapping (Plan/Windows.h); empty where they are not
  /// known.
  std::vector<RowWindow> Windows;
  /// Moved to their cells in the window of a tile before it loads anything;
  /// where tiles take turns with two sides, when the tile before has computed.
  KeptElements Kept;
};

/// Loops over the tiles of a band whose iterations several workers execute,
/// counted over all of them: worker w those with numbers w, w + W, ...
struct SharedLoops {
  /// Coordinates of the origins; none: one worker executes all tiles.
  unsigned First = 0, Count = 0;
  /// One after the other, tiles of equal sums of the numbers I_k / T_k are.
  bool IsFront = false;
};

/// A band, its tiles, and the arrays that they have in one memory.
struct Level {
  /// Band::Memory is its number in Machine::Memories.
  Band B;
  TileSpace Tiles;
  /// The order of phases that the buffers are large enough for.
  PhaseOrder Phases;
  /// Whether code may follow Phases, which has been proved; if not, phases are
  /// executed one after the other.
  bool MayOverlap = false;
  /// { [I] }, tiles that are the first of a strip. Where it is set, the tiles
  /// of a strip overlap with those of the next one as tiles of one strip do
  /// with each other, except that the loads of these tiles wait until the strip
  /// before has been stored. Null: strips do not overlap.
  isl::set Stops;
  std::vector<LocalArray> Arrays;
  /// The dimensions [b, r] as the loops inside a tile; empty when the program
  /// has no parallel loops.
  std::vector<LoopDimension> Loops;
  /// Proved by verifyShared() (Plan/Workers.h).
  SharedLoops Shared;
  /// The level for the next nearer memory, whose tiles are inside of a tile of
  /// this one and move data between the two memories; empty in the nearest.
  std::vector<Level> Inside;
};

/// Where a level is in a plan.
struct LevelPlace {
  unsigned Band = 0;
  /// The levels around it, from the outermost in, and itself.
  std::vector<const Level *> Path;
  const Level &level() const { return *Path.back(); }
};

/// Everything that was decided about a region. What reports, evaluates or emits
/// it needs nothing else.
struct RegionPlan {
  /// The program, after collapsePrivate() where that was needed; null where
  /// nothing but the conflicts of an array are known.
  std::shared_ptr<const Scop> Program;
  Dependences Deps;
  Schedule Order;
  /// One for each band of Order, in the memory that is farthest out.
  std::vector<Level> Levels;
  /// The dimensions of Order.OuterOrder, for the statements outside the bands;
  /// empty when the program has no parallel loops.
  std::vector<LoopDimension> OuterLoops;
  /// Parallel loops of the source whose iterations depend on each other: they
  /// run in sequence.
  std::vector<DependentLoop> DependentLoops;
  /// What it was planned with.
  Decisions Decided;
  /// What the memories are called that tiles are in.
  MemoryNames Memories;
  /// The new loops are only to run for these values of the parameters, { : ...
  /// }; null: for all of the context.
  isl::set Assumed;
  /// The program whose context is not restricted to Assumed; null where Assumed
  /// is.
  std::shared_ptr<const Scop> Unrestricted;
  /// Numbers of bands: the new loops are only to run where the loops of one of
  /// them run often enough (Plan/Profit.h). Empty: always.
  std::vector<unsigned> PayingBands;
  /// Who executes the new loops: One where tiles are not shared out.
  WorkerDecision Workers;
  /// The arrays of a region that is not tiled.
  std::vector<MappedArray> RegionArrays;

  /// The number of tile sizes T1, T2, ... of all bands, in each memory.
  unsigned numTileSizes() const;
  /// The number of memories of the chain that tiles are in.
  unsigned numMemories() const;

  /// All levels, those of one band from the outermost in.
  std::vector<LevelPlace> allLevels() const;
  /// Calls \p Visit for each level.
  void forEachLevel(llvm::function_ref<void(Level &)> Visit);

  /// Whether T\p Number is no size but always 1: it stands for numbers of tiles
  /// (Band::TileNumbers).
  bool isTileNumber(unsigned Number) const;

  /// What the parameters of all bands stand for.
  Roles parameters() const {
    Roles Result;
    for (const LevelPlace &T : allLevels())
      Result.add(T.level().Tiles.Parameters);
    return Result;
  }
};

} // namespace stevedore

#endif // STEVEDORE_PLAN_REGIONPLAN_H
