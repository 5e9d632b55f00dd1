//===- NodeLowering.h - Blocks and conditions of a nest ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The walk over isl's tree of loops, conditions and leaves.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_NODELOWERING_H
#define STEVEDORE_LIB_LOWER_NODELOWERING_H

#include "Ast.h"

namespace stevedore {
namespace lower {

/// Lowers blocks and conditions; loops and leaves are what differs.
class NodeLowering {
public:
  NodeLowering(const Names &N, Builder &W) : W(W), Naming(N) {}
  virtual ~NodeLowering() = default;
  void node(const isl::ast_node &Node);

protected:
  virtual void loop(const isl::ast_node &For) = 0;
  virtual void leaf(const Leaf &L) = 0;
  /// Called before the body of a `for` loop is lowered, and after it; adds the
  /// loop \p For with what stands before it.
  virtual void enter(const Loop &L) {}
  virtual void leave(NodeRef For) { W.add(std::move(For)); }
  /// \p L around \p Body: a `for` with its own step, or a scope with a constant
  /// where the loop runs once.
  static NodeRef makeLoop(const Loop &L, Block Body);

  Builder &W;

private:
  const Names &Naming;
};

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_NODELOWERING_H
