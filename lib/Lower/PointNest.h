//===- PointNest.h - Loops over the points of a tile ------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Nests of loops over points that may be unrolled and jammed: what they
/// execute in which order, and which cells that accesses.
///
/// Jamming a loop by a factor u makes groups of u iterations, whose copies of a
/// statement stand side by side in the innermost loops: (..., c, ..., j) is
/// executed in the order of (..., floor((c - o) / u), ..., j, (c - o) mod u).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_POINTNEST_H
#define STEVEDORE_LIB_LOWER_POINTNEST_H

#include "Buffer.h"
#include "Values.h"
#include <map>
#include <set>

namespace stevedore {
namespace lower {

/// What is known of the cells that elements lie in.
class CellKnowledge {
public:
  /// Of the statements in \p Points. \p Context, { : }, over isl's names: what
  /// holds where the loops run.
  CellKnowledge(const BandFrame &B, const std::vector<Buffer> &Buffers,
                isl::set Context, const Block &Points);

  /// { : what holds }, each variable of the loops a parameter of its name.
  const isl::set &context() const { return Context; }
  const Values &values() const { return V; }
  /// { : \p X and \p Y may be the same cell }.
  isl::set mayBeSame(const looptree::Element &X,
                     const looptree::Element &Y) const;
  /// The access that is number \p Number of \p I.
  const Access &access(const looptree::InstanceNode &I, size_t Number) const;
  /// Whether it is made whenever \p I is executed, to one element that is known
  /// before.
  bool isCertain(const looptree::InstanceNode &I, size_t Number) const;

private:
  const Scop &S;
  isl::set Context;
  Values V;
  /// LocalArray::Buffer by the names of buffers.
  std::map<std::string, unsigned> Storage;
  /// Buffers with packed rows.
  std::set<std::string> Packed;
  std::set<const Access *> Certain;
};

/// A loop of a nest with the step 1.
struct NestLoop {
  const looptree::ForNode *For = nullptr;
  Expr First, Last;
  bool IsInnermost = false;
};

/// An instance in a nest.
struct NestInstance {
  const looptree::InstanceNode *Node = nullptr;
  /// The loops around it, from the outermost.
  std::vector<unsigned> Loops;
  /// Its place in the body of each; instances that follow each other have one
  /// place, and numbers there.
  std::vector<int64_t> Places;
  int64_t Number = 0;
};

/// Loops, and instances of statements in them, and nothing else.
class PointNest {
public:
  /// The nest that \p Root is; none where it is not one.
  static std::optional<PointNest> read(const looptree::ForNode &Root);

  /// From the outermost, those inside of a loop behind it.
  std::vector<NestLoop> Loops;
  std::vector<NestInstance> Instances;
  /// The loops, from the outermost, each of which but the last has one loop in
  /// its body. The innermost of the nest is none of them.
  std::vector<unsigned> Chain;

  unsigned numberOf(const looptree::ForNode &F) const;
  /// Whether no bound of a loop inside of one with a factor above 1 depends on
  /// its counter, and all loops run at least once.
  bool isRectangular(llvm::ArrayRef<unsigned> Factors,
                     const CellKnowledge &Cells) const;
  /// Whether each two accesses to one cell, of which one writes, stay in their
  /// order when loops are jammed by \p Factors. False, too, when isl does not
  /// tell within its budget.
  bool keepsOrder(llvm::ArrayRef<unsigned> Factors,
                  const CellKnowledge &Cells) const;
  /// { : each counter of the loops \p Around is in its bounds }, with \p Mark
  /// behind the names of counters.
  isl::set bounds(llvm::ArrayRef<unsigned> Around, const CellKnowledge &Cells,
                  llvm::StringRef Mark = "") const;

private:
  bool add(const Block &B, std::vector<unsigned> &Around,
           std::vector<int64_t> &Places);
  bool add(const looptree::ForNode &F, std::vector<unsigned> &Around,
           std::vector<int64_t> &Places);
  void findChain();
  Expr marked(Expr E, llvm::ArrayRef<unsigned> Around,
              llvm::StringRef Mark) const;
  std::vector<Expr> time(const NestInstance &I, llvm::StringRef Mark) const;
  std::vector<Expr> jammedTime(const NestInstance &I,
                               llvm::ArrayRef<unsigned> Factors,
                               llvm::StringRef Mark) const;
  isl::set meet(const NestInstance &X, const NestInstance &Y,
                const CellKnowledge &Cells) const;
};

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_POINTNEST_H
