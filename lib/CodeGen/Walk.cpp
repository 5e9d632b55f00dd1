//===- Walk.cpp - Printing a nest -----------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Walk.h"
#include "Phases.h"
#include "isl/ast.h"

namespace stevedore {
namespace codegen {

std::string wrapped(const Names &N, const std::string &Distance,
                    const std::string &Modulus) {
  return N.Prefix + "wrap(" + Distance + ", " + Modulus + ")";
}

void Walk::run(const Nest &Root) {
  Scope S(*this);
  if (hasLoop(Root.Root))
    hoist(Root.Root);
  node(Root.Root);
}

void Walk::loop(const isl::ast_node &For) {
  Loop L = takeApart(For, B.N);
  if (L.Degenerate || hasLoop(L.Body) || !innermost(L))
    plainLoop(L);
}

void Walk::plainLoop(const Loop &L) {
  Scope S(*this);
  enter(L);
  openLoop(L);
  bind(L.Counter);
  hoist(L.Body);
  node(L.Body);
  W.close();
  leave();
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
    hoist(*L);
}

void Walk::hoist(const Leaf &L) {
  for (const Reference &R : references(L))
    if (R.Home)
      for (const BufferRow &Row : R.Home->Rows)
        hoist(Row, Row.distance(R.Subscripts));
}

bool Walk::isDefined(const Linear &Value) const {
  return llvm::none_of(B.Counters,
                       [&](const std::string &Counter) {
                         return Value.uses(Counter) && !Bound.count(Counter);
                       }) &&
         llvm::none_of(Pending, [&](const std::string &Name) {
           return Value.uses(Name);
         });
}

/// Defines the position at \p Distance along \p Row if it can be computed here
/// and is not defined yet.
void Walk::hoist(const BufferRow &Row, const Linear &Distance) {
  std::string Key = Distance.text() + " % " + Row.Modulus;
  if (Row.Static || !isDefined(Distance) || Hoisted.count(Key))
    return;
  std::string Name = local("p");
  W.line("const long " + Name + " = " +
         wrapped(B.N, Distance.text(), Row.Modulus) + ";");
  Hoisted[Key] = Name;
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
  if (!R.Home)
    return remoteElement(*B.Options.Source, *R.Remote, R.Subscripts);
  std::vector<std::string> Positions;
  for (const BufferRow &Row : R.Home->Rows)
    Positions.push_back(position(Row, Row.distance(R.Subscripts)));
  return R.Home->element(R.Home->cell(Positions));
}

} // namespace codegen
} // namespace stevedore
