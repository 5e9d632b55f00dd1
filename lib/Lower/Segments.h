//===- Segments.h - Loops over wrapping buffers -----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Innermost loops whose accesses may wrap in local memory, run in segments in
/// which no access does.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_SEGMENTS_H
#define STEVEDORE_LIB_LOWER_SEGMENTS_H

#include "SegmentProof.h"
#include "Walk.h"

namespace stevedore {
namespace lower {

/// A walk that splits innermost loops:
///
///   for (long s = first, e = last; s <= e;) {
///     const long g = wrap(...);                  each group's first position
///     const long r = min(e - s, distance to the first wrap of any group);
///     if (r >= 0) {
///       const long o = ...;                      each group's cell minus c
///       for (long c = s; c <= s + r; c++)
///         statements on buffer[o + c + constant]
///       s += r + 1;
///     } else {
///       the iteration c = s, each access wrapped by itself
///       s += 1;
///     }
///   }
///
/// Accesses to one buffer at constant distances form a group: they share g and
/// o, so that the compiler sees how far apart they are. The second branch is
/// for iterations in which the members of a group lie on both sides of the
/// wrap; it is left out when no group has two members apart. What
/// verifySegment() cannot prove is a loop in which each access wraps by itself.
///
/// Where segments are the same in all iterations of loops around, and the order
/// of points may be changed so (mayRunInStrips()), these loops run inside of
/// each segment:
///
///       for (long i = ...) {
///         const long o = ...;
///         for (long c = s; c <= s + r; c++)
///           ...
///       }
class SegmentWalk : public Walk {
public:
  using Walk::Walk;

protected:
  /// Lowers the statement \p L on \p Elements.
  virtual void statement(const Leaf &L,
                         std::vector<looptree::Element> Elements) = 0;
  /// Whether the nest \p Around, from the outermost, around \p L may run in
  /// strips along \p L.
  virtual bool mayRunInStrips(llvm::ArrayRef<Loop> Around,
                              const Loop &L) const = 0;
  void loop(const isl::ast_node &For) override;
  bool innermost(const Loop &L) override { return inSegments(L, {}); }

private:
  class Body;

  /// Where one access stands in its group, along each row.
  struct Member {
    Reference R;
    /// -1: no row of this access wraps inside the loop.
    int Group = -1;
  };
  struct Group {
    const Buffer *Home;
    std::vector<Affine> Distances;
    std::vector<int64_t> Smallest, Largest;
    /// The position of the first member along each row; empty where the row
    /// does not wrap.
    std::vector<std::string> Start;
    std::string Offset;
  };
  struct Loops {
    const Loop &L;
    /// Loops around it that run inside of each segment, from the outermost.
    llvm::ArrayRef<Loop> Around;
    std::vector<Group> Groups;
    std::map<std::string, unsigned> Numbers;
    std::map<const Leaf *, std::vector<Member>> Members;
    std::string At, Last, Run;
    /// The value of Run.
    Expr RunValue;
  };

  bool inSegments(const Loop &L, llvm::ArrayRef<Loop> Around);
  bool areAlikeAround(const Loops &S) const;
  void nest(const Loops &S, size_t From, llvm::function_ref<void()> Innermost);
  bool wraps(const BufferRow &Row, const Affine &Distance,
             const Loop &L) const;
  void assign(Loops &S, const Leaf &L);
  void align(Loops &S);
  void starts(Loops &S);
  void runLength(Loops &S, bool &MayStraddle);
  Segment claims(const Loops &S, bool MayStraddle) const;
  void offsets(Loops &S);
  void onSegment(Loops &S);
  void segment(Loops &S);
  Block single(Loops &S);
  looptree::Element member(const Loops &S, const Member &M, bool Apart) const;
};

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_SEGMENTS_H
