//===- Walk.cpp - Lowering a nest -----------------------------------------===//
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
namespace lower {

Expr wrapped(const Expr &Distance, const Expr &Modulus) {
  return Expr::make(Expr::Wrap, {Distance, Modulus});
}

NodeRef segments(const std::string &At, const Expr &Init,
                 const std::string &Last, const Expr &LastValue, Block Body) {
  looptree::ForNode F;
  F.Counter = At;
  F.Init = Init;
  F.Limit = Last;
  F.LimitValue = LastValue;
  F.Condition =
      compare(Expr::LessEqual, Expr::variable(At), Expr::variable(Last));
  F.Body = std::move(Body);
  return looptree::share(std::move(F));
}

std::vector<Expr> expressions(const std::vector<Affine> &All) {
  std::vector<Expr> Result;
  for (const Affine &A : All)
    Result.push_back(A.expr());
  return Result;
}

/// Which of \p Count coordinates the statement \p Body mentions; all where it has
/// no text.
static std::vector<bool> usedCoordinates(const TextTemplate &Body,
                                         size_t Count) {
  std::vector<bool> Result(Count, Body.empty());
  forEachPiece(Body, [&](const TextPiece &P) {
    if (P.K == TextPiece::Iterator && P.Index < Count)
      Result[P.Index] = true;
  });
  return Result;
}

NodeRef makeInstance(const Scop &S, const SourceText &Source,
                     const std::string &Name,
                     const std::vector<Affine> &Coordinates,
                     std::vector<looptree::Element> Elements) {
  looptree::InstanceNode I;
  I.Statement = S.findStatement(Name) - S.Statements.data();
  I.Coordinates = expressions(Coordinates);
  I.IsUsed = usedCoordinates(Source.body(Name), Coordinates.size());
  I.Elements = std::move(Elements);
  return looptree::share(std::move(I));
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
  W.open();
  bind(L.Counter);
  hoist(L.Body);
  node(L.Body);
  leave(makeLoop(L, W.close()));
}

std::string Walk::local(const std::string &Letter) {
  std::string Base = Letter + std::to_string(Locals[Letter]++);
  std::string Id = "%" + Base;
  if (!B.N.isBound(Id))
    B.N.bind(Id, B.N.inner(Base));
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

bool Walk::isDefined(const Affine &Value) const {
  auto isBound = [&](const std::string &Name) { return Bound.count(Name) != 0; };
  auto isUsed = [&](const std::string &Name) { return Value.uses(Name); };
  return !B.dependsOnCounter(Value, isBound) &&
         llvm::none_of(Pending, isUsed) && !looptree::isChosen(Value.expr());
}

/// Defines the position at \p Distance along \p Row if it can be computed here
/// and is not defined yet.
void Walk::hoist(const BufferRow &Row, const Affine &Distance) {
  if (Row.Static || !isDefined(Distance))
    return;
  Expr Position = wrapped(Distance.expr(), Row.Modulus);
  if (Hoisted.count(Position.spelling()))
    return;
  std::string Name = local("p");
  W.let(Name, Position);
  Hoisted[Position.spelling()] = Name;
}

Expr Walk::position(const BufferRow &Row, const Affine &Distance) const {
  if (Row.Static)
    return Distance.expr();
  Expr Position = wrapped(Distance.expr(), Row.Modulus);
  auto It = Hoisted.find(Position.spelling());
  return It != Hoisted.end() ? Expr::variable(It->second) : Position;
}

looptree::Element Walk::element(const Reference &R) const {
  looptree::Element E;
  E.Array = R.Array;
  if (!R.Home) {
    E.Subscripts = expressions(R.Subscripts);
    return E;
  }
  E.Buffer = R.Home->Name;
  for (const BufferRow &Row : R.Home->Rows)
    E.Subscripts.push_back(position(Row, Row.distance(R.Subscripts)));
  return E;
}

} // namespace lower
} // namespace stevedore
