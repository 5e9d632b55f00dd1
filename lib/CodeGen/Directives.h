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

#ifndef STEVEDORE_LIB_CODEGEN_DIRECTIVES_H
#define STEVEDORE_LIB_CODEGEN_DIRECTIVES_H

#include "Ast.h"
#include "Writer.h"
#include "stevedore/Schedule/LoopDimension.h"
#include "stevedore/Source/SourceText.h"
#include <functional>

namespace stevedore {
namespace codegen {

/// Decides for one nest which of its loops get a directive.
class Directives {
public:
  /// \p Dimensions are those of the nest's schedule; \p Counters the names of
  /// their counters, from the outermost. \p NameOf gives the statement of \p S
  /// that a leaf of the nest executes, \p Text the clauses.
  Directives(const Scop &S, const SourceText &Text,
             const std::vector<LoopDimension> &Dimensions,
             const std::vector<std::string> &Counters,
             std::function<std::string(const std::string &)> NameOf)
      : S(S), Text(Text), Dimensions(Dimensions), Counters(Counters),
        NameOf(std::move(NameOf)) {}

  /// Prints the directive of \p L, whose head comes next, if it gets one:
  ///
  ///   #ifdef _OPENMP
  ///   #pragma omp parallel for
  ///   #endif
  ///
  /// The condition keeps compilers without OpenMP from warning of an unknown
  /// pragma.
  void enter(const Loop &L, Writer &W);
  /// The end of the loop entered last.
  void leave() { Open.pop_back(); }

private:
  /// A directive, with or without `simd`.
  struct Printed {
    const ParallelLoop *Source = nullptr;
    bool WithLanes = false;
  };

  Printed directive(const Loop &L) const;
  bool mayStandInside(const ParallelLoop &P) const;

  const Scop &S;
  const SourceText &Text;
  const std::vector<LoopDimension> &Dimensions;
  const std::vector<std::string> &Counters;
  std::function<std::string(const std::string &)> NameOf;
  /// For each loop around, its directive; a null source if it has none.
  std::vector<Printed> Open;
};

} // namespace codegen
} // namespace stevedore

#endif // STEVEDORE_LIB_CODEGEN_DIRECTIVES_H
