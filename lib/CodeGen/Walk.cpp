//===- Walk.cpp - Printing a nest -----------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Walk.h"
#include "isl/ast.h"

namespace stevedore {
namespace codegen {

std::string wrapped(const Names &N, const std::string &Distance,
                    const std::string &Modulus) {
  return N.Prefix + "wrap(" + Distance + ", " + Modulus + ")";
}

void Walk::run(const Nest &Root) {
  Scope S(*this);
  hoist(Root.Root);
  node(Root.Root);
}

void Walk::node(const isl::ast_node &Node) {
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
           toC(isl::manage(isl_ast_node_if_get_cond(Node.get())), B.N) + ")");
    node(isl::manage(isl_ast_node_if_get_then_node(Node.get())));
    if (isl_ast_node_if_has_else_node(Node.get()) == isl_bool_true) {
      W.otherwise();
      node(isl::manage(isl_ast_node_if_get_else_node(Node.get())));
    }
    W.close();
    return;
  case isl_ast_node_for: {
    Loop L = takeApart(Node, B.N);
    if (L.Degenerate || hasLoop(L.Body) || !innermost(L))
      plainLoop(L);
    return;
  }
  case isl_ast_node_user:
    leaf(Nest::leaf(Node));
    return;
  default:
    return;
  }
}

void Walk::plainLoop(const Loop &L) {
  Scope S(*this);
  if (L.Degenerate) {
    W.open("");
    W.line("const long " + L.Counter + " = " + L.Init + ";");
  } else {
    std::string Step = L.Step == 1
                           ? L.Counter + "++"
                           : L.Counter + " += " + std::to_string(L.Step);
    W.open("for (long " + L.Counter + " = " + L.Init + "; " + L.Condition +
           "; " + Step + ")");
  }
  bind(L.Counter);
  hoist(L.Body);
  node(L.Body);
  W.close();
}

std::string Walk::local(const std::string &Letter) {
  std::string Base = Letter + std::to_string(Locals[Letter]++);
  std::string Id = "%" + Base;
  if (B.N.of(Id) == Id)
    B.N.bind(Id, B.N.fresh(Base));
  return B.N.of(Id);
}

void Walk::hoist(const isl::ast_node &Node) {
  for (const Leaf *L : leavesBelow(Node))
    for (const Reference &R : references(*L))
      for (const BufferRow &Row : R.Home->Rows) {
        Linear Distance = Row.distance(R.Subscripts);
        bool Known = !Row.Static;
        for (const std::string &Counter : B.Counters)
          Known &= !Distance.uses(Counter) || Bound.count(Counter);
        std::string Key = Distance.text() + " % " + Row.Modulus;
        if (!Known || Hoisted.count(Key))
          continue;
        std::string Name = local("p");
        W.line("const long " + Name + " = " +
               wrapped(B.N, Distance.text(), Row.Modulus) + ";");
        Hoisted[Key] = Name;
      }
}

std::string Walk::position(const BufferRow &Row, const Linear &Distance) const {
  if (Row.Static)
    return Distance.text();
  auto It = Hoisted.find(Distance.text() + " % " + Row.Modulus);
  return It != Hoisted.end()
             ? It->second
             : wrapped(B.N, Distance.text(), Row.Modulus);
}

std::string Walk::element(const Reference &R) const {
  std::vector<std::string> Positions;
  for (const BufferRow &Row : R.Home->Rows)
    Positions.push_back(position(Row, Row.distance(R.Subscripts)));
  return R.Home->element(R.Home->cell(Positions));
}

} // namespace codegen
} // namespace stevedore
