//===- NodePrinter.cpp - Blocks and conditions of a nest ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodePrinter.h"
#include "isl/ast.h"

namespace stevedore {
namespace codegen {

void NodePrinter::node(const isl::ast_node &Node) {
  switch (kind(Node)) {
  case isl_ast_node_block:
    for (const isl::ast_node &Child : children(Node))
      node(Child);
    return;
  case isl_ast_node_mark:
    node(isl::manage(isl_ast_node_mark_get_node(Node.get())));
    return;
  case isl_ast_node_if:
    W.open("if (" +
           toC(isl::manage(isl_ast_node_if_get_cond(Node.get())), Naming) +
           ")");
    node(isl::manage(isl_ast_node_if_get_then_node(Node.get())));
    if (isl_ast_node_if_has_else_node(Node.get()) == isl_bool_true) {
      W.otherwise();
      node(isl::manage(isl_ast_node_if_get_else_node(Node.get())));
    }
    W.close();
    return;
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

void NodePrinter::openLoop(const Loop &L) {
  const std::string &C = L.Counter;
  if (L.Degenerate) {
    W.open("");
    W.line("const long " + C + " = " + L.Init + ";");
    return;
  }
  std::string Step = L.Step == 1 ? C + "++" : C + " += " + std::to_string(L.Step);
  W.open("for (long " + C + " = " + L.Init + "; " + L.Condition + "; " + Step +
         ")");
}

} // namespace codegen
} // namespace stevedore
