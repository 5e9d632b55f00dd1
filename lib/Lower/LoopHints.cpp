//===- LoopHints.cpp - Hints for new loops --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopHints.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

namespace stevedore {
namespace lower {

using Test = llvm::function_ref<bool(const Affine &)>;

static bool areEqual(const Affine &A, const Affine &B) {
  return A.expr() == B.expr();
}

/// The number of the coordinate of \p Of that runs with \p L as hintsFor() asks
/// for.
static std::optional<size_t> depthOf(const Loop &L, const HintedLeaf &Of,
                                     Test IsDefined) {
  const std::vector<Affine> &Coordinates = Of.Executed->Coordinates;
  for (size_t K = 0; K < Coordinates.size(); ++K) {
    const Affine &At = Coordinates[K];
    if (!At.uses(L.Counter)) {
      if (!IsDefined(At))
        return std::nullopt;
      continue;
    }
    bool Runs = At.coefficient(L.Counter) != 0 && !At.hides(L.Counter) &&
                IsDefined(At.without(L.Counter));
    return Runs ? std::optional(K) : std::nullopt;
  }
  return std::nullopt;
}

/// Whether an iteration of \p L, whose \p Leaves have their iterator at \p
/// Depth, is a part of one of the source's loop, and later ones are parts of
/// later ones.
static bool keepsIterations(const Loop &L, llvm::ArrayRef<HintedLeaf> Leaves,
                            size_t Depth) {
  const std::vector<Affine> &First = Leaves.front().Executed->Coordinates;
  if (First[Depth].coefficient(L.Counter) < 0)
    return false;
  return llvm::all_of(Leaves, [&](const HintedLeaf &Of) {
    for (size_t K = 0; K <= Depth; ++K)
      if (!areEqual(Of.Executed->Coordinates[K], First[K]))
        return false;
    return true;
  });
}

/// The dimension along which the position in \p Row counts the elements; none
/// where it counts in another way.
static std::optional<size_t> dimensionOf(const BufferRow &Row) {
  std::optional<size_t> Result;
  for (size_t D = 0; D < Row.Coefficients.size(); ++D) {
    if (Row.Coefficients[D] == 0)
      continue;
    if (Result || std::abs(Row.Coefficients[D]) != 1)
      return std::nullopt;
    Result = D;
  }
  return Row.Static ? Result : std::nullopt;
}

/// Whether different elements among \p All, in one buffer, have different
/// cells: those of rows without a modulus that count the elements of a
/// dimension each, where the other subscripts are the same everywhere and known
/// before the loop.
static bool haveOwnCells(llvm::ArrayRef<const Reference *> All,
                         Test IsDefined) {
  const Reference &First = *All.front();
  llvm::SmallBitVector Told(First.Subscripts.size());
  for (const BufferRow &Row : First.Home->Rows) {
    std::optional<size_t> D = dimensionOf(Row);
    if (!D || *D >= Told.size())
      return false;
    Told.set(*D);
  }
  return llvm::all_of(All, [&](const Reference *R) {
    for (size_t D = 0; D < Told.size(); ++D)
      if (!Told.test(D) && (!IsDefined(R->Subscripts[D]) ||
                            !areEqual(R->Subscripts[D], First.Subscripts[D])))
        return false;
    return true;
  });
}

/// Whether the elements of \p A are the value of one variable, which no
/// transfer takes the address of: a loop computes it anew before it is used.
static bool isVariable(const Array &A, const Buffer &Home) {
  return A.DeclaredInside && Home.constantCells() == 1;
}

/// Whether the loop that executes \p Leaves has no dependences but those of the
/// source. Remote memory is the source's.
static bool addsNoDependences(llvm::ArrayRef<HintedLeaf> Leaves, const Scop &S,
                              Test IsDefined) {
  std::map<unsigned, std::vector<const Reference *>> Pieces;
  for (const HintedLeaf &Of : Leaves)
    for (const Reference &R : Of.References) {
      const Array &A = S.Arrays[R.Array];
      if (R.Home && !isVariable(A, *R.Home))
        Pieces[R.Home->Local->Buffer].push_back(&R);
      if (!R.Home && A.DeclaredInside && !R.Subscripts.empty())
        return false;
    }
  return llvm::all_of(Pieces, [&](const auto &Piece) {
    const std::vector<const Reference *> &All = Piece.second;
    return llvm::all_of(All,
                        [&](const Reference *R) {
                          return R->Home == All.front()->Home;
                        }) &&
           haveOwnCells(All, IsDefined);
  });
}

std::vector<unsigned> hintsFor(const Loop &L, llvm::ArrayRef<HintedLeaf> Leaves,
                               llvm::ArrayRef<LoopHint> All, const Scop &S,
                               Test IsDefined) {
  if (L.Degenerate || L.Step < 1 || Leaves.empty())
    return {};
  const std::vector<unsigned> *Hints = nullptr;
  std::optional<size_t> Depth;
  for (const HintedLeaf &Of : Leaves) {
    Depth = depthOf(L, Of, IsDefined);
    if (!Depth || !Of.Place || *Depth >= Of.Place->Iterators.size())
      return {};
    const std::vector<unsigned> &Own = Of.Place->Iterators[*Depth].Hints;
    if (Own.empty() || (Hints && Own != *Hints))
      return {};
    Hints = &Own;
  }
  bool IsIndependent = keepsIterations(L, Leaves, *Depth) &&
                       addsNoDependences(Leaves, S, IsDefined);
  std::vector<unsigned> Result;
  for (unsigned Hint : *Hints)
    if (All[Hint].Kind == LoopHint::Advice ||
        (All[Hint].Kind == LoopHint::Independent && IsIndependent))
      Result.push_back(Hint);
  return Result;
}

} // namespace lower
} // namespace stevedore
