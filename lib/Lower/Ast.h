//===- Ast.h - Loop nests from isl ------------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Loop nests by isl's code generation, with what each leaf accesses as linear
/// forms in the new loop counters.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_AST_H
#define STEVEDORE_LIB_LOWER_AST_H

#include "Expression.h"
#include "stevedore/Scop/Scop.h"
#include <memory>

namespace stevedore {
namespace lower {

/// What a leaf of the nest executes.
struct Leaf {
  /// Tuple name of the executed instance: a statement, an array, a band.
  std::string Tuple;
  /// Its coordinates.
  std::vector<Affine> Coordinates;
  /// When the tuple is a statement: the subscripts of each access.
  std::vector<std::vector<Affine>> Accesses;
};

/// A loop nest. Node annotations refer into Leaves.
struct Nest {
  isl::ast_node Root;
  std::vector<std::unique_ptr<Leaf>> Leaves;
  /// The leaf of a user node.
  static const Leaf &leaf(const isl::ast_node &User);
};

/// What buildNest() needs besides the schedule.
struct NestOptions {
  /// C names of the loop counters, from the outermost.
  std::vector<std::string> Counters;
  /// Those of loops that isl adds where it shifts strides.
  std::vector<std::string> MoreCounters;
  /// Ask isl for one loop instead of several pieces in so many dimensions,
  /// counted from the outermost.
  unsigned Atomic = 0;
  /// Ask isl for no conditions inside the dimension after those.
  bool Separate = false;
  /// Statements whose accesses are wanted; null: none.
  const Scop *Program = nullptr;
};

/// The nest that executes the domain of \p Schedule { X[i] -> [t] } in its
/// order, where the parameters satisfy \p Context.
llvm::Expected<Nest> buildNest(isl::set Context, isl::union_map Schedule,
                               const NestOptions &Options, const Names &N);

/// Shape of a node.
isl_ast_node_type kind(const isl::ast_node &Node);
/// The children of a block, in order.
std::vector<isl::ast_node> children(const isl::ast_node &Block);
/// Every leaf below \p Node.
std::vector<const Leaf *> leavesBelow(const isl::ast_node &Node);
/// Whether \p Node contains a loop.
bool hasLoop(const isl::ast_node &Node);

/// A `for` node taken apart.
struct Loop {
  std::string Counter;
  Expr Init;
  Affine InitForm;
  /// The last value, when the condition is `counter <= bound` or `<`.
  std::optional<Affine> Last;
  Expr Condition;
  int64_t Step = 1;
  /// Runs exactly once.
  bool Degenerate = false;
  isl::ast_node Body;
};
Loop takeApart(const isl::ast_node &For, const Names &N);

/// The condition \p S where \p Context holds; 1 when it always does.
llvm::Expected<Expr> condition(isl::set Context, isl::set S, const Names &N);

/// The value of \p A where \p Context holds.
llvm::Expected<Expr> value(isl::set Context, isl::pw_aff A, const Names &N);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_AST_H
