//===- NodePrinter.h - Blocks and conditions of a nest ----------*- C++ -*-===//
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

#ifndef STEVEDORE_LIB_CODEGEN_NODEPRINTER_H
#define STEVEDORE_LIB_CODEGEN_NODEPRINTER_H

#include "Ast.h"

namespace stevedore {
namespace codegen {

/// Prints blocks and conditions; loops and leaves are what differs.
class NodePrinter {
public:
  NodePrinter(const Names &N, Writer &W) : W(W), Naming(N) {}
  virtual ~NodePrinter() = default;
  void node(const isl::ast_node &Node);

protected:
  virtual void loop(const isl::ast_node &For) = 0;
  virtual void leaf(const Leaf &L) = 0;
  /// Before the head of a `for` loop, and after its end.
  virtual void enter(const Loop &L) {}
  virtual void leave() {}
  /// Opens the block of \p L: a `for` with its own step, or a constant where
  /// the loop runs once.
  void openLoop(const Loop &L);

  Writer &W;

private:
  const Names &Naming;
};

} // namespace codegen
} // namespace stevedore

#endif // STEVEDORE_LIB_CODEGEN_NODEPRINTER_H
