//===- stevedore/Plan/Decisions.h - What is decided -------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What is decided about a region before it is planned. Options, scripts and
/// the ladder of coarser answers set the same typed values.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_DECISIONS_H
#define STEVEDORE_PLAN_DECISIONS_H

#include "stevedore/Allocation/Allocation.h"
#include "stevedore/Liveness/Liveness.h"
#include "stevedore/Schedule/TileCoordinates.h"
#include "stevedore/Support/TypicalValues.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stevedore {

struct Script;

/// The order of the points inside the tiles of band number \p Band of a region,
/// from 1 on.
struct PointOrder {
  unsigned Band = 0;
  /// How loops nest: numbers of tiled loops, from 1 on.
  std::vector<unsigned> Loops;
  /// Or a unimodular matrix: points b of the tiled loops in the order of Rows
  /// b.
  std::vector<std::vector<int64_t>> Rows;
  /// The line of a script that decides it, "FILE:LINE: ", for messages.
  std::string Where;
};

/// How often the point loops of full tiles are unrolled and jammed.
struct RegisterTiles {
  /// As often as pays and registers allow; otherwise by Factors.
  bool IsAuto = true;
  /// Of the outermost loops that can be jammed, in their order; none: no loop
  /// is.
  std::vector<unsigned> Factors;
  bool isOff() const { return !IsAuto && Factors.empty(); }
};

/// Who executes the tiles of a region.
struct WorkerDecision {
  /// One worker; those that call the function together, told apart by macros;
  /// or the threads of a team that the new code opens.
  enum WorkerKind { One, Callers, Team };
  WorkerKind Kind = One;
  /// How many there are; 0: that is known at run time.
  unsigned Number = 1;
};

/// Which tiles overlap with each other where transfers overlap with
/// computation: those of a strip, or all of a nest.
enum class OverlapKind { Strip, Nest };

struct Decisions {
  /// False: loops are transformed and left without tiles.
  bool IsTiled = true;
  /// Of the chain that tiles are in, one inside of another; 0: those of the
  /// machine.
  unsigned Memories = 0;
  /// Those that are numbers; others are parameters.
  ConstantSizes TileSizes;
  /// Values of parameters that sizes and buffers are chosen for.
  std::vector<std::pair<std::string, int64_t>> Typical;
  /// The sizes that a script sets, by their numbers from 1 on, and where.
  std::vector<std::pair<unsigned, std::string>> ScriptSizes;
  std::vector<PointOrder> PointOrders;
  /// The scope in which tiles reuse what is in local memory.
  ReuseScope Reuse = ReuseScope::strip();
  TransferKind Transfers = TransferKind::Auto;
  /// Of the memories behind the nearest one, by their numbers, where they are
  /// not the same for all.
  std::map<unsigned, ReuseScope> FartherReuse;
  std::map<unsigned, TransferKind> FartherTransfers;
  std::map<unsigned, OrderKind> FartherOrder;
  TilingText Tiling;
  TileLoops Tiles = TileLoops::Rational;
  OrderKind Order = OrderKind::Sequential;
  ChannelKind Channels = ChannelKind::Fenced;
  OverlapKind Overlap = OverlapKind::Nest;
  AllocationKind Allocation = AllocationKind::Lattice;
  ModuloKind Modulo = ModuloKind::Exact;
  /// Sets of moduli for a buffer, of which the smallest is taken.
  unsigned Moduli = 1;
  /// Mappings are found in one dimension, too.
  bool Linearize = false;
  bool ShareBuffers = true;
  /// Arrays of a tile that are live together may share one, too.
  bool OverlapsInTiles = false;
  /// Of so many memories at most a buffer consists whose cells an iteration
  /// accesses at once; 1: buffers have no banks.
  unsigned Banks = 1;
  bool SplitArrays = true;
  RegisterTiles Registers;
  DependenceKind Dependences = DependenceKind::Value;
  ScheduleKind Scheduler = ScheduleKind::Isl;
  /// Loops of few iterations are tiled, too.
  bool TilesShortLoops = false;
  /// The order of points inside of tiles is chosen; else it is that of the
  /// band.
  bool OrdersPoints = true;
  /// Decides the order of the regions that it changes; may be null.
  std::shared_ptr<const Script> Transformation;
  /// Directories that it may include files from, beside its own.
  std::vector<std::string> ScriptPath;
  /// Where more loops can be tiled so, the new loops are for those values of
  /// the parameters alone for which all loops run.
  bool MayRestrict = true;
  /// The arrays that tiles have in local memory; none: all.
  std::optional<std::vector<std::string>> Buffers;
  /// Regions that nobody marked are rewritten only where that pays; none: but for
  /// those whose order a script changes.
  std::optional<bool> Profitable;
  /// 0: as many as there are at run time; none: as many as the machine has.
  std::optional<unsigned> Workers;
  /// They are the threads of a team that the new code opens.
  bool OpensTeam = false;
  /// Bytes of local memory that a region may take; none: any number.
  std::optional<int64_t> MaxLocal;
  /// The same for the memories behind the nearest one, by their numbers.
  std::map<unsigned, int64_t> MaxFarther;

  /// What is decided for the tiles of memory number \p Memory.
  Decisions of(unsigned Memory) const;
  /// The most memories that a list of values is for; 1: all values are for any.
  unsigned memoriesOfLists() const;

  /// Where candidates are compared.
  TypicalValues typical() const { return {TileSizes, Typical}; }

  /// The limits of all memories together.
  std::map<unsigned, int64_t> mostBytes() const {
    std::map<unsigned, int64_t> Result = MaxFarther;
    if (MaxLocal)
      Result[0] = *MaxLocal;
    return Result;
  }
};

/// Who executes tiles by \p D, on a machine with \p Workers. A team has as many
/// threads as OpenMP gives where nothing tells how many.
WorkerDecision workersOf(const Decisions &D, unsigned Workers);

/// The scopes of reuse and the orders of phases that \p D has for all memories,
/// as options have them.
std::string reuseText(const Decisions &D);
std::string orderText(const Decisions &D);

/// Sets the option called \p Name (without dashes, "reuse", "tile", ...), which
/// is a decision, from \p Value. Errors: a value that is not one of those listed
/// in the message.
llvm::Error setDecision(Decisions &D, llvm::StringRef Name,
                        llvm::StringRef Value);

} // namespace stevedore

#endif // STEVEDORE_PLAN_DECISIONS_H
