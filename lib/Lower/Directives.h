//===- Directives.h - OpenMP directives before new loops --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The directives of the source's parallel loops, before those new loops that
/// stand for them.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_DIRECTIVES_H
#define STEVEDORE_LIB_LOWER_DIRECTIVES_H

#include "Ast.h"
#include "stevedore/Schedule/LoopDimension.h"
#include <functional>

namespace stevedore {
namespace lower {

/// Decides for one nest which of its loops get a directive.
class Directives {
public:
  /// \p Dimensions are those of the nest's schedule; \p Counters the names of
  /// their counters, from the outermost. \p NameOf gives the statement of \p S
  /// that a leaf of the nest executes.
  Directives(const Scop &S, const std::vector<LoopDimension> &Dimensions,
             const std::vector<std::string> &Counters,
             std::function<std::string(const std::string &)> NameOf)
      : S(S), Dimensions(Dimensions), Counters(Counters),
        NameOf(std::move(NameOf)) {}

  /// Decides on the directive of \p L, whose body is lowered next.
  void enter(const Loop &L);
  /// Ends the loop entered last: \p For with its directive, if it has one.
  NodeRef leave(NodeRef For);

private:
  /// A directive, with or without `simd`.
  struct Directive {
    /// Index into Scop::ParallelLoops; none: no directive.
    std::optional<unsigned> Loop;
    bool WithLanes = false;
  };

  Directive directive(const lower::Loop &L) const;
  bool mayStandInside(const ParallelLoop &P) const;

  const Scop &S;
  const std::vector<LoopDimension> &Dimensions;
  const std::vector<std::string> &Counters;
  std::function<std::string(const std::string &)> NameOf;
  /// For each loop around, its directive; without a loop if it has none.
  std::vector<Directive> Open;
};

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_DIRECTIVES_H
