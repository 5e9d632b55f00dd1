//===- NodeLowering.cpp - Blocks and conditions of a nest -----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeLowering.h"
#include "isl/ast.h"

namespace stevedore {
namespace lower {

void NodeLowering::node(const isl::ast_node &Node) {
  switch (kind(Node)) {
  case isl_ast_node_block:
    for (const isl::ast_node &Child : children(Node))
      node(Child);
    return;
  case isl_ast_node_mark:
    node(isl::manage(isl_ast_node_mark_get_node(Node.get())));
    return;
  case isl_ast_node_if: {
    Expr Condition =
        toExpr(isl::manage(isl_ast_node_if_get_cond(Node.get())), Naming);
    W.open();
    node(isl::manage(isl_ast_node_if_get_then_node(Node.get())));
    Block Then = W.close(), Else;
    if (isl_ast_node_if_has_else_node(Node.get()) == isl_bool_true) {
      W.open();
      node(isl::manage(isl_ast_node_if_get_else_node(Node.get())));
      Else = W.close();
    }
    W.add(looptree::makeIf(Condition, std::move(Then), std::move(Else)));
    return;
  }
  case isl_ast_node_for:
    loop(Node);
    return;
  case isl_ast_node_user:
    leaf(Nest::leaf(Node));
    return;
  default:
    return;
  }
}

NodeRef NodeLowering::makeLoop(const Loop &L, Block Body) {
  if (L.Degenerate) {
    Body.insert(Body.begin(), looptree::makeLet(L.Counter, L.Init));
    return looptree::makeScope(std::move(Body));
  }
  looptree::ForNode F;
  F.Counter = L.Counter;
  F.Init = L.Init;
  F.Condition = L.Condition;
  F.Step = Expr(L.Step);
  F.Body = std::move(Body);
  return looptree::share(std::move(F));
}

} // namespace lower
} // namespace stevedore
