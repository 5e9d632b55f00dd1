//===- Runs.cpp - Transfers of elements in a row --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransferWalk.h"
#include "isl/ast.h"

namespace stevedore {
namespace lower {

/// Whether the loop \p L walks through neighbours in both memories: its
/// counter is the last index of slices and occurs nowhere else, and only the
/// buffer dimension of slices moves with it, by one.
bool TransferWalk::isRun(const Loop &L, const Leaf &Element) const {
  const std::vector<Affine> &M = Element.Coordinates;
  if (L.Step != 1 || !L.Last || M.empty() || !Moved.row())
    return false;
  if (M.back().expr() != Expr::variable(L.Counter))
    return false;
  for (size_t I = 0; I + 1 < M.size(); ++I)
    if (M[I].uses(L.Counter))
      return false;
  return isContiguous(Home, Moved.row(), M, L.Counter) &&
         (!C.Far || isContiguous(*C.Far, farRow(), M, L.Counter));
}

/// Whether elements that follow each other along \p Counter are neighbours in
/// the row \p Along of \p B.
bool TransferWalk::isContiguous(const Buffer &B, const BufferRow *Along,
                                const std::vector<Affine> &Coordinates,
                                const std::string &Counter) {
  for (const BufferRow &Row : B.Rows) {
    Affine Distance = Row.distance(Coordinates);
    int64_t Expected = &Row == Along ? 1 : 0;
    if (Distance.hides(Counter) || Distance.coefficient(Counter) != Expected)
      return false;
  }
  return Along != nullptr;
}

bool TransferWalk::innermost(const Loop &L) {
  if (kind(L.Body) != isl_ast_node_user)
    return false;
  return emitRun(L, Nest::leaf(L.Body), false);
}

/// Prints \p L, whose body is \p Element, as runs; false if it walks through
/// elements that are apart in a memory. \p IsNeverEmpty: it has one at least.
bool TransferWalk::emitRun(const Loop &L, const Leaf &Element,
                           bool IsNeverEmpty) {
  if (C.IsKept || !isRun(L, Element))
    return false;
  if (Moved.row()->Static && (!C.Far || farRow()->Static))
    singleRun(L, Element, IsNeverEmpty);
  else
    wrappingRun(L, Element);
  return true;
}

/// Whether \p Length is at least 1 for sure: a positive number, or a tile size.
bool TransferWalk::isPositive(const Affine &Length) const {
  if (Length.isConstant())
    return Length.constant() > 0;
  const TileSpace &T = B.Tiled.Tiles;
  auto Is = [&](const std::string &Size) {
    return Length.expr() == named(Size, B.N).expr();
  };
  return llvm::any_of(T.SizeNames, Is) || llvm::any_of(T.CutNames, Is);
}

/// The run of \p L as one transfer, where its buffer dimension does not wrap.
void TransferWalk::singleRun(const Loop &L, Leaf Element, bool IsNeverEmpty) {
  Affine Length = *L.Last;
  Length.add(L.InitForm, -1).add(Affine(1));
  bool Positive = IsNeverEmpty || isPositive(Length);
  Element.Coordinates.back() = L.InitForm;
  std::vector<Affine> First = Moved.first(Element.Coordinates);
  looptree::Element Local = element({&Home, Home.ArrayNumber, First});
  if (Positive) {
    transfer(std::move(Local), far(First), Length.expr());
    return;
  }
  std::string Count = local("n");
  W.let(Count, Length.expr());
  W.open();
  transfer(std::move(Local), far(First), Expr::variable(Count));
  W.add(looptree::makeIf(compare(Expr::Greater, Expr::variable(Count), 0),
                         W.close()));
}

/// The run of \p L, split where its buffer dimension wraps:
///
///   for (long s = first, e = last; s <= e;) {
///     const long p = wrap(s - base, b);
///     const long n = min(e - s + 1, b - p);
///     GET(&local[... + p], &remote[s], n slices);
///     s += n;
///   }
void TransferWalk::wrappingRun(const Loop &L, Leaf Element) {
  Scope S(*this);
  std::string At = local("s"), Count = local("n"), Last = local("e");
  Element.Coordinates.back() = Affine::name(At);
  std::vector<Affine> First = Moved.first(Element.Coordinates);
  looptree::Element Near = element({&Home, Home.ArrayNumber, First});
  looptree::Element Far = far(First);
  auto difference = [](Expr A, Expr B) {
    return Expr::make(Expr::Sub, {A, B});
  };
  std::vector<Expr> Lengths = {Expr::make(
      Expr::Add,
      {difference(Expr::variable(Last), Expr::variable(At)), Expr(1)})};
  W.open();
  auto breakAt = [&](const BufferRow &Row, Expr &Position) {
    if (Row.Static)
      return;
    std::string Place = local("p");
    W.let(Place, Position);
    Position = Expr::variable(Place);
    Lengths.push_back(difference(Row.Modulus, Position));
  };
  breakAt(*Moved.row(), *(Near.Subscripts.rbegin() + Moved.whole()));
  if (C.Far)
    breakAt(*farRow(), Far.Subscripts.back());
  W.let(Count, Expr::make(Expr::Min, Lengths));
  transfer(std::move(Near), std::move(Far), Expr::variable(Count));
  W.add(looptree::makeAssign(At, Expr::variable(Count), true));
  W.add(segments(At, L.Init, Last, L.Last->expr(), W.close()));
}

} // namespace lower
} // namespace stevedore
