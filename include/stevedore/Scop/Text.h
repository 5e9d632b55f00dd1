//===- stevedore/Scop/Text.h - Regions as text ------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Reads the text form of a region, or of a bare allocation problem: YAML
/// whose values are isl text, so that every stage can be tested without C.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SCOP_TEXT_H
#define STEVEDORE_SCOP_TEXT_H

#include "stevedore/Scop/ParallelSemantics.h"
#include "stevedore/Scop/Scop.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <optional>

namespace stevedore {

/// A band given by the text instead of a scheduler.
struct TextBand {
  /// Number of schedule dimensions outside the tiled ones.
  unsigned Outer = 0;
  /// Number of tiled dimensions.
  unsigned Size = 0;
};

/// An allocation problem of one array. Exactly one of the two is given.
struct TextConflicts {
  isl::set Context;
  /// { [x] -> [y] : x and y conflict }
  isl::map Conflicts;
  /// { [z] : z = x - y for conflicting x, y }; not necessarily symmetric.
  isl::set Differences;
};

/// How the band is tiled: at most one of hyperplanes and lattice is given.
struct TextTiling {
  /// { [b] -> [h] }: along what tiles are cut.
  isl::map Hyperplanes;
  /// { [t] -> [b] }, the origins of tiles, and { [b] }, the points of a tile
  /// around them.
  isl::map Lattice;
  isl::set Shape;
  /// Where boxes begin (Schedule/TileCoordinates.h).
  std::string Origins;
};

/// Arrays that are distributed over processors with memories of their own.
struct TextOwners {
  /// One coordinate of processors: multiples of Size, a number or a parameter;
  /// the blocks of that size go round the processors, or each has one.
  struct Axis {
    std::string Size = "1";
    bool IsCyclic = false;
  };
  /// { A[m] -> [p] }. Of an array that is not in it, each processor has a copy.
  isl::union_map Elements;
  /// { S[i] -> [p] }: who executes an instance; null: who owns what it writes.
  isl::union_map Executes;
  std::vector<Axis> Axes;
  /// Instances that agree in so many dimensions of the schedule are a phase.
  unsigned Phases = 0;
};

/// Contents of one file.
struct TextInput {
  /// The region; unset for a bare allocation problem.
  std::optional<Scop> Program;
  /// The schedule as given, { S[i] -> [t] }.
  isl::union_map Theta;
  std::optional<TextBand> Band;
  TextTiling Tiling;
  /// Optional assumption on parameters and tile sizes; null when not given.
  isl::set TileContext;
  /// Schedule dimensions that are parallel loops; unset when not given.
  std::optional<std::vector<unsigned>> Parallel;
  ParallelSemantics Semantics = ParallelSemantics::General;
  /// Any happens-before relation between instances; null when not given.
  isl::union_map HappensBefore;
  /// Instances that run in every execution; null when not given.
  isl::union_set Always;
  /// { S[i] -> L[c] }: the critical section of the lock L that an instance is
  /// in; null when not given.
  isl::union_map Critical;
  std::optional<TextConflicts> Conflicts;
  /// Unset: one processor has all arrays.
  std::optional<TextOwners> Owners;
  /// `name:line:column: warning: ...`, one line each.
  std::string Warnings;

  /// The text says in which order the instances run.
  bool hasOrder() const { return Parallel || !HappensBefore.is_null(); }
  /// The text says so in a way that goes with a tiled band: iterations of
  /// parallel loops in any order, unlike those of a FORALL, may be split among
  /// tiles.
  bool hasTilableOrder() const {
    return Parallel && Semantics == ParallelSemantics::General;
  }
};

/// Parses \p Buffer. Errors: `name:line:column: error: ...` for malformed YAML,
/// an unknown or missing key, or text that isl does not accept.
llvm::Expected<TextInput> readText(llvm::MemoryBufferRef Buffer, isl::ctx Ctx);

/// \p Theta, { S[i] -> [t] }, with zeros at the end of the shorter vectors of
/// times, and without names of these.
isl::union_map uniformTimes(const isl::union_map &Theta);

/// The schedule tree of the flat order \p Theta over \p Domain: sequences where
/// a dimension is constant for each statement, one-dimensional bands elsewhere.
isl::schedule scheduleTree(isl::union_set Domain, isl::union_map Theta);

} // namespace stevedore

#endif // STEVEDORE_SCOP_TEXT_H
