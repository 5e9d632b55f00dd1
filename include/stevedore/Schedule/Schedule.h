//===- stevedore/Schedule/Schedule.h - Dependences and bands ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on Dependences; Schedule: an order with its tilable bands. From a Scop
/// to an execution order with tilable bands.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SCHEDULE_SCHEDULE_H
#define STEVEDORE_SCHEDULE_SCHEDULE_H

#include "stevedore/Scop/Scop.h"

namespace stevedore {

/// Value: from the last write before a read. Memory: from each of them, a
/// superset that takes no dataflow to find and orders the same instances.
enum class DependenceKind { Value, Memory };

/// Dependences between statement instances, { S[i] -> T[j] }, source first.
struct Dependences {
  DependenceKind Kind = DependenceKind::Value;
  /// A read after a write. Value-based: after the last must-write before it, and
  /// the may-writes in between.
  isl::union_map Flow;
  /// A write after a read that it may overwrite.
  isl::union_map Anti;
  /// A write after a write.
  isl::union_map Output;
  /// The union of all three.
  isl::union_map all() const { return Flow.unite(Anti).unite(Output); }
};

/// Value-based ones are dataflow by isl_union_access_info, memory-based ones the
/// ordered pairs of accesses to one element. Errors: budget.
llvm::Expected<Dependences>
computeDependences(const Scop &S, DependenceKind Kind = DependenceKind::Value);

/// A tilable band: a nest of the final order whose middle dimensions may be
/// tiled.
struct Band {
  /// The instances executed in the band.
  isl::union_set Domain;
  /// theta, { S[i] -> [o1..oq, b1..bn, r1..rk] }: outer counters, the n
  /// dimensions to be tiled, the rest. Dimensions of o that are constant over
  /// the band are left out.
  isl::union_map Theta;
  unsigned Outer = 0;
  unsigned Size = 0;
  /// Number of tiled dimensions in the bands before: this band's tile sizes
  /// are T(FirstTile+1) .. T(FirstTile+Size).
  unsigned FirstTile = 0;
  /// How the dimensions of d = [b, r] are nested inside a tile, outermost
  /// first, as a permutation of the numbers from 0: the points of a tile are
  /// executed in the order of [d(PointOrder[0]), d(PointOrder[1]), ...] and of
  /// the dimensions behind. Empty: as in Theta. Tiles follow each other in the
  /// order of Theta in any case.
  std::vector<unsigned> PointOrder;
  /// The tiled dimensions are not those of loops (TileCoordinates.h).
  bool HasCoordinates = false;
  /// So many of the tiled dimensions, the first ones, are the numbers of the
  /// tiles themselves (TileLattice.h): a tile has one value of each, its size T
  /// is 1, and dependences need not be forward in each of them, as long as they
  /// are in the lexicographic order.
  unsigned TileNumbers = 0;
  /// Theta of the points that the statements had if nothing bounded their loops;
  /// null where no dimension is a number of tiles.
  isl::union_map Unbounded;
  /// The loops inside a tile, counted from 0 at the outermost over [b, r], that
  /// may be parallel, in ascending order: points of a tile that first differ in
  /// one of them may be executed in any order and at the same time. Empty: all
  /// points are executed in sequence.
  std::vector<unsigned> ParallelPoints;
  /// The number of the memory that its tiles are for, from the nearest out.
  unsigned Memory = 0;
};

/// The number of dimensions of the time points [o, b, r] of \p B.
unsigned timeDimensions(const Band &B);

/// { [o, b, r] -> [o, b', r] } : b' is b in the order in which the loops inside
/// a tile of \p B nest (Band::PointOrder), for time points in \p Time.
isl::map pointOrder(const Band &B, isl::space Time);

/// The execution order that code is generated for.
struct Schedule {
  /// All instances in final order, { S[i] -> [t] }, bands untiled.
  isl::union_map Theta;
  std::vector<Band> Bands;
  /// The order around the bands, { Band<k>[o1..oq] -> [t]; S[i] -> [t] }:
  /// one virtual instance Band<k>[o] for each execution of band number k
  /// (from 0), and the instances of statements outside any band.
  isl::union_map OuterOrder;
  /// The final order as a tree of loops and sequences, bands untiled; null where
  /// the order was given as times.
  isl::schedule Tree;
};

enum class ScheduleKind { Source, Isl };

/// What is wanted of an order.
struct ScheduleRequest {
  ScheduleRequest(ScheduleKind Kind, bool TilesShortLoops = false,
                  bool OrdersPoints = true)
      : Kind(Kind), TilesShortLoops(TilesShortLoops),
        OrdersPoints(OrdersPoints) {}

  ScheduleKind Kind;
  /// Loops of a small constant number of iterations (limits::ShortLoop) are
  /// tiled like others; else they stay whole inside the tiles of others.
  bool TilesShortLoops;
  /// Band::PointOrder is chosen; else it is empty.
  bool OrdersPoints;
};

/// Schedules \p S and selects on each path of the schedule tree the permutable
/// band with the most dimensions (of equal ones the outermost).
/// Errors: budget, or a band that the dependences do not allow.
llvm::Expected<Schedule> computeSchedule(const Scop &S, const Dependences &D,
                                         ScheduleRequest Wanted);

/// \p Order with the instances of band number \p Dropped outside of any band;
/// bands after it, and their tile sizes, move up by one. Errors: budget.
llvm::Expected<Schedule> withoutBand(const Schedule &Order, unsigned Dropped);

/// \p Order with all instances outside of any band.
Schedule withoutBands(Schedule Order);

/// \p Order, without parameters in its times, with all instances in one band,
/// { S[i] -> [0, t] }, which has a single tile: the number of the tile is 0.
Schedule inOneTile(const Schedule &Order);

/// Proof obligation: \p Order executes the source of each dependence before its
/// sink, and in each band of it no tile depends on a later one: no distance
/// along a tiled dimension is negative, Band::TileNumbers left aside.
/// Recomputes from \p Order alone. Errors: the violated dependence, or budget.
llvm::Error verifySchedule(const Scop &S, const Dependences &D,
                           const Schedule &Order);

void print(llvm::raw_ostream &OS, const Dependences &D);
void print(llvm::raw_ostream &OS, const Schedule &Order);

} // namespace stevedore

#endif // STEVEDORE_SCHEDULE_SCHEDULE_H
