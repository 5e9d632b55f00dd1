//===- Pieces.cpp - Convex pieces of what is moved -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pieces.h"
#include "stevedore/Support/Answers.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/LimitPause.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/mat.h"
#include "isl/set.h"
#include "isl/val.h"

namespace stevedore {
namespace lower {

unsigned numEqualities(const isl::basic_set &Piece) {
  LimitPause Unlimited(Piece.ctx());
  isl_mat *Equalities = isl_basic_set_equalities_matrix(
      Piece.get(), isl_dim_set, isl_dim_div, isl_dim_param, isl_dim_cst);
  unsigned Count = countOf(isl_mat_rows(Equalities));
  isl_mat_free(Equalities);
  return Count;
}

/// The number of equalities of \p Piece, and of its constraints.
static std::pair<unsigned, unsigned> extent(const isl::basic_set &Piece) {
  return {numEqualities(Piece),
          countOf(isl_basic_set_n_constraint(Piece.get()))};
}

std::vector<isl::basic_set> convexPieces(const isl::set &S) {
  std::vector<isl::basic_set> Result;
  S.foreach_basic_set([&](isl::basic_set Piece) {
    Result.push_back(Piece);
    return isl::stat::ok();
  });
  return Result;
}

/// \p Elements in disjoint pieces: the wide ones as they are, then what is left
/// of the thin ones, so that no wide one is cut around a thin one.
static isl::set madeDisjoint(const isl::set &Elements) {
  Question Q(Elements.ctx(), "made disjoint");
  Q.about(Elements);
  if (auto Known = knownAnswer<isl::set>(Q))
    return std::move(*Known);
  std::vector<isl::basic_set> Widest = convexPieces(Elements);
  llvm::stable_sort(Widest,
                    [](const isl::basic_set &A, const isl::basic_set &B) {
                      return extent(A) < extent(B);
                    });
  isl::set Done = isl::set::empty(Elements.get_space()), Result = Done;
  for (const isl::basic_set &Piece : Widest) {
    Result = Result.unite(coalesced(isl::set(Piece).subtract(Done)));
    Done = Done.unite(isl::set(Piece));
  }
  Result = coalesced(Result);
  if (!Result.is_null())
    learnAnswer(Q, Result);
  return Result;
}

/// \p Elements in disjoint convex pieces; none if they are too many, or take
/// too long to find.
static std::optional<std::vector<isl::basic_set>>
disjointPieces(const isl::set &Elements) {
  if (isl_set_n_basic_set(Elements.get()) > limits::ScannedPieces)
    return std::nullopt;
  Budget Limit(Elements.ctx(), {0, limits::DisjointOperations});
  isl::set Disjoint = madeDisjoint(Elements);
  if (Disjoint.is_null() ||
      isl_set_n_basic_set(Disjoint.get()) > limits::ScannedPieces)
    return std::nullopt;
  return convexPieces(Disjoint);
}

/// How long the loops over \p Pieces are, about, those not counted that no
/// origin has.
static unsigned lengthOf(const BandFrame &B,
                         const std::vector<isl::basic_set> &Pieces) {
  unsigned Result = 0;
  for (const isl::basic_set &Piece : Pieces) {
    isl::set There = B.onCounts(isl::set(Piece));
    if (There.is_empty().is_true())
      continue;
    Result += 4;
    for (const isl::basic_set &Part : convexPieces(There))
      Result += countOf(isl_basic_set_n_constraint(Part.get())) +
                2 * countOf(isl_basic_set_dim(Part.get(), isl_dim_div));
  }
  return Result;
}

std::optional<std::vector<isl::basic_set>>
shortestPieces(const BandFrame &B, const isl::set &Elements) {
  auto Pieces = disjointPieces(Elements);
  if (B.Counted.empty())
    return Pieces;
  auto Counted = disjointPieces(coalesced(B.onCounts(Elements)));
  if (!Counted)
    return Pieces;
  std::vector<isl::basic_set> There;
  for (const isl::basic_set &Piece : *Counted)
    llvm::append_range(There, convexPieces(B.onOrigins(isl::set(Piece))));
  if (Pieces && lengthOf(B, *Pieces) <= lengthOf(B, There))
    return Pieces;
  return There;
}

namespace {

/// Puts pieces together, the one after the other as far as they fit.
class Assembly {
public:
  Assembly(llvm::ArrayRef<isl::basic_set> Pieces, const isl::set &Context);
  std::vector<CutPiece> run();

private:
  void grow(CutPiece &Into);
  std::optional<CutPiece> with(const CutPiece &Some, unsigned Number) const;
  isl::basic_set cutOff(const isl::basic_set &Hull, isl::set Missing) const;
  std::optional<std::vector<unsigned>> partsOf(const isl::set &Some) const;

  /// The pieces where the context holds.
  std::vector<isl::set> Sets;
  /// The numbers of those that are in no result yet, the widest first, and
  /// their union.
  std::vector<unsigned> Waiting;
  isl::set Left;
  llvm::ArrayRef<isl::basic_set> Pieces;
};

} // namespace

Assembly::Assembly(llvm::ArrayRef<isl::basic_set> Pieces,
                   const isl::set &Context)
    : Pieces(Pieces) {
  Left = isl::set::empty(Pieces.front().get_space());
  for (const isl::basic_set &Piece : Pieces) {
    Waiting.push_back(Sets.size());
    Sets.push_back(isl::set(Piece).intersect_params(Context));
    Left = Left.unite(Sets.back());
  }
  llvm::stable_sort(Waiting, [&](unsigned A, unsigned B) {
    return extent(Pieces[A]) < extent(Pieces[B]);
  });
}

/// The number of coordinates up to the last one that \p C bounds.
static unsigned depthOf(const isl::constraint &C) {
  unsigned Depth = countOf(isl_constraint_dim(C.get(), isl_dim_set));
  while (Depth > 0 && isl_constraint_involves_dims(
                          C.get(), isl_dim_set, Depth - 1, 1) == isl_bool_false)
    --Depth;
  return Depth;
}

/// Whether \p Some, inequalities, bound the last coordinate that one of them
/// bounds on one side only.
static bool isOneSided(llvm::ArrayRef<isl::constraint> Some) {
  unsigned Depth = 0;
  for (const isl::constraint &C : Some)
    Depth = std::max(Depth, depthOf(C));
  bool FromBelow = false, FromAbove = false;
  for (const isl::constraint &C : Some)
    if (Depth > 0 && depthOf(C) == Depth) {
      int Sign = isl::manage(isl_constraint_get_coefficient_val(
                                 C.get(), isl_dim_set, Depth - 1))
                     .sgn();
      FromBelow |= Sign > 0;
      FromAbove |= Sign < 0;
    }
  return !FromBelow || !FromAbove;
}

/// The constraints of \p S, each equality as two inequalities.
static std::vector<isl::constraint> inequalitiesOf(const isl::basic_set &S) {
  std::vector<isl::constraint> Result;
  for (const isl::constraint &C : constraintsOf(S)) {
    if (isl_constraint_is_equality(C.get()) != isl_bool_true) {
      Result.push_back(C);
      continue;
    }
    isl::aff Value = isl::manage(isl_constraint_get_aff(C.get()));
    for (const isl::aff &Side : {Value, Value.neg()})
      Result.push_back(isl::manage(isl_inequality_from_aff(Side.copy())));
  }
  return Result;
}

/// \p Hull where all of \p Some hold.
static isl::basic_set where(isl::basic_set Hull,
                            llvm::ArrayRef<isl::constraint> Some) {
  for (const isl::constraint &C : Some)
    Hull = isl::manage(isl_basic_set_add_constraint(Hull.release(), C.copy()));
  return Hull;
}

/// \p S without the constraints that have divisions.
static isl::basic_set withoutDivisions(isl::basic_set S) {
  unsigned Count = dimensions(S, isl_dim_div);
  isl_basic_set *Rest = isl_basic_set_drop_constraints_involving_dims(
      S.release(), isl_dim_div, 0, Count);
  return isl::manage(isl_basic_set_remove_divs(Rest));
}

/// A convex set around \p Missing, by as few constraints as tell it, inside of
/// \p Hull, from what is left; null where there is none that can be written.
isl::basic_set Assembly::cutOff(const isl::basic_set &Hull,
                                isl::set Missing) const {
  isl::basic_set Around = withoutDivisions(isl::manage(
      isl_basic_set_gist(isl_set_simple_hull(Missing.release()), Hull.copy())));
  std::vector<isl::constraint> Kept = inequalitiesOf(Around);
  auto isApart = [&](llvm::ArrayRef<isl::constraint> Some) {
    return isl::set(where(Hull, Some)).is_disjoint(Left).is_true();
  };
  if (Around.is_null() || !isApart(Kept))
    return isl::basic_set();
  llvm::stable_sort(Kept,
                    [](const isl::constraint &A, const isl::constraint &B) {
                      return depthOf(A) < depthOf(B);
                    });
  for (size_t K = 0; K < Kept.size();) {
    std::vector<isl::constraint> Fewer = Kept;
    Fewer.erase(Fewer.begin() + K);
    if (isApart(Fewer))
      Kept = std::move(Fewer);
    else
      ++K;
  }
  if (!isOneSided(Kept))
    return isl::basic_set();
  return where(isl::basic_set::universe(Hull.get_space()), Kept);
}

/// The numbers of the waiting pieces that \p Some is the union of.
std::optional<std::vector<unsigned>>
Assembly::partsOf(const isl::set &Some) const {
  std::vector<unsigned> Result;
  isl::set Rest = Some;
  for (unsigned K : Waiting)
    if (Sets[K].is_subset(Some).is_true()) {
      Result.push_back(K);
      Rest = Rest.subtract(Sets[K]);
    }
  if (!Rest.is_empty().is_true())
    return std::nullopt;
  return Result;
}

/// \p Some together with piece \p Number.
std::optional<CutPiece> Assembly::with(const CutPiece &Some,
                                       unsigned Number) const {
  isl::set All = Sets[Number];
  for (unsigned K : Some.Parts)
    All = All.unite(Sets[K]);
  CutPiece Result;
  Result.Hull = isl::manage(isl_set_simple_hull(All.copy()));
  if (Result.Hull.is_null() || dimensions(Result.Hull, isl_dim_div) != 0)
    return std::nullopt;
  isl::set Hull(Result.Hull), Missing = Hull.subtract(Left);
  if (Missing.is_null())
    return std::nullopt;
  if (!Missing.is_empty().is_true()) {
    Result.Cut = cutOff(Result.Hull, Missing);
    if (Result.Cut.is_null())
      return std::nullopt;
    Hull = Hull.subtract(isl::set(Result.Cut));
  }
  std::optional<std::vector<unsigned>> Parts = partsOf(Hull);
  if (!Parts || !All.is_subset(Hull).is_true())
    return std::nullopt;
  Result.Parts = std::move(*Parts);
  return Result;
}

void Assembly::grow(CutPiece &Into) {
  for (unsigned Number : Waiting)
    if (!llvm::is_contained(Into.Parts, Number))
      if (std::optional<CutPiece> More = with(Into, Number))
        Into = std::move(*More);
}

std::vector<CutPiece> Assembly::run() {
  std::vector<CutPiece> Result;
  while (!Waiting.empty()) {
    unsigned First = Waiting.front();
    CutPiece Next = {Pieces[First], isl::basic_set(), {First}};
    if (!Left.is_null())
      grow(Next);
    llvm::erase_if(
        Waiting, [&](unsigned K) { return llvm::is_contained(Next.Parts, K); });
    for (unsigned K : Next.Parts)
      Left = Left.subtract(Sets[K]);
    Result.push_back(std::move(Next));
  }
  return Result;
}

/// \p Answer to \p Other with the names of \p Q.
static std::vector<CutPiece> renamed(const Question &Q,
                                     std::vector<CutPiece> Answer,
                                     const Question &Other) {
  for (CutPiece &Piece : Answer) {
    Piece.Hull = Q.renamed(Piece.Hull, Other);
    if (!Piece.Cut.is_null())
      Piece.Cut = Q.renamed(Piece.Cut, Other);
  }
  return Answer;
}

std::vector<CutPiece> putTogether(llvm::ArrayRef<isl::basic_set> Pieces,
                                  const isl::set &Context) {
  std::vector<CutPiece> Apart;
  for (const isl::basic_set &Piece : Pieces)
    Apart.push_back({Piece, isl::basic_set(), {unsigned(Apart.size())}});
  if (Pieces.size() < 2 || Pieces.size() > limits::PiecesTogether)
    return Apart;
  Question Q(Context.ctx(), "pieces together");
  Q.about(Context);
  for (const isl::basic_set &Piece : Pieces)
    Q.about(Piece);
  if (auto Known = knownAnswer<std::vector<CutPiece>>(Q))
    return std::move(*Known);
  std::vector<CutPiece> Result;
  {
    Budget Limit(Context.ctx(), {0, limits::TogetherOperations});
    Result = Assembly(Pieces, Context).run();
  }
  if (!Budget(Context.ctx(), {}).exhausted())
    learnAnswer(Q, Result);
  return Result;
}

} // namespace lower
} // namespace stevedore
