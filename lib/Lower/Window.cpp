//===- Window.cpp - Where a tile's window begins --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Window.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"

namespace stevedore {
namespace lower {

/// { [e] : e = M m for an element m of \p Piece { A[m] } }, for one row of M.
/// Divisions are dropped and coordinates eliminated over the rationals, so that
/// the result has neither: a superset.
static isl::set rowValues(isl::basic_set Piece,
                          const std::vector<int64_t> &Coefficients) {
  unsigned Rank = countOf(Piece.dim(isl::dim::set));
  isl_basic_set *Values = isl_basic_set_remove_divs(Piece.release());
  Values = isl_basic_set_add_dims(Values, isl_dim_set, 1);
  isl_constraint *Value = isl_constraint_alloc_equality(
      isl_local_space_from_space(isl_basic_set_get_space(Values)));
  Value = isl_constraint_set_coefficient_si(Value, isl_dim_set, Rank, -1);
  for (unsigned I = 0; I < Rank && I < Coefficients.size(); ++I)
    Value = isl_constraint_set_coefficient_si(Value, isl_dim_set, I,
                                              Coefficients[I]);
  Values = isl_basic_set_add_constraint(Values, Value);
  Values = isl_basic_set_remove_dims(Values, isl_dim_set, 0, Rank);
  return isl::set(isl::manage(isl_basic_set_remove_redundancies(Values)));
}

namespace {
/// A lower bound of a window: Factor * e >= Form.
struct LowerBound {
  int64_t Factor;
  QuasiAffineForm Form;
};
} // namespace

/// Reads \p C as a lower bound of its only set dimension, if it is one without
/// divisions and with numbers below limits::StartNumber. An equality bounds
/// from both sides.
static std::optional<LowerBound> readBound(const isl::constraint &C,
                                           const BandFrame &B) {
  unsigned Parameters = countOf(isl_constraint_dim(C.get(), isl_dim_param));
  unsigned Divisions = countOf(isl_constraint_dim(C.get(), isl_dim_div));
  std::optional<AffineConstraint> Read =
      toAffineConstraint(C, {{isl_dim_param, Parameters},
                             {isl_dim_set, 1},
                             {isl_dim_div, Divisions}});
  if (!Read)
    return std::nullopt;
  std::vector<int64_t> &Coefficients = Read->Form.Coefficients;
  int64_t Factor = Coefficients[Parameters];
  int64_t Sign = Factor < 0 && Read->IsEquality ? -1 : 1;
  bool HasDivisions =
      llvm::any_of(llvm::drop_begin(Coefficients, Parameters + 1),
                   [](int64_t A) { return A != 0; });
  QuasiAffineForm Form;
  if (HasDivisions || !Form.add(Read->Form, -Sign) ||
      !Form.isWithin(limits::StartNumber) || Factor * Sign <= 0)
    return std::nullopt;
  Form.Coefficients.resize(Parameters);
  auto Bound = B.form(Form, Parameters, [&](unsigned K) {
    return isl_constraint_get_dim_name(C.get(), isl_dim_param, K);
  });
  if (!Bound)
    return std::nullopt;
  return LowerBound{Factor * Sign, std::move(*Bound)};
}

/// Lower bounds of the values in \p Window { [e] }, from its hull.
static std::vector<LowerBound> lowerBounds(const isl::set &Window,
                                           const BandFrame &B) {
  std::vector<LowerBound> Result;
  for (const isl::constraint &C : constraintsOf(Window.simple_hull()))
    if (std::optional<LowerBound> Bound = readBound(C, B))
      Result.push_back(*Bound);
  return Result;
}

/// { pt -> A[m] : the point pt accesses m }.
static isl::map accessAtPoints(const BandFrame &B, unsigned ArrayNumber) {
  isl::union_map Accesses =
      isl::manage(isl_union_map_empty_ctx(B.Plan.Program->ctx()));
  for (const Statement &S : B.Plan.Program->Statements)
    for (const Access &A : S.Accesses)
      if (A.Array == ArrayNumber)
        Accesses = Accesses.unite(
            isl::union_map(A.Relation.intersect_domain(S.Domain)));
  isl::union_map Theta = B.Tiled.B.Theta.intersect_domain(B.Tiled.B.Domain);
  isl::union_map Result = Accesses.apply_domain(Theta);
  if (!Result.is_empty().is_false())
    return isl::map();
  return isl::manage(isl_map_from_union_map(Result.release()));
}

/// For each coordinate of the origin, whether tiles whose transfers are under
/// way while a tile is computed may differ from it in that coordinate.
static std::vector<bool> inFlight(const BandFrame &B) {
  isl::map Others = B.Tiled.Phases.Loading.unite(B.Tiled.Phases.Storing);
  isl::map All = isl::map::universe(Others.get_space());
  std::vector<bool> Result;
  for (unsigned K = 0; K < B.Origins.size(); ++K)
    Result.push_back(!Others
                          .is_subset(isl::manage(isl_map_equate(
                              All.copy(), isl_dim_in, K, isl_dim_out, K)))
                          .is_true());
  return Result;
}

/// The points of the reuse scope outside the tile at I along dimension \p K,
/// { [I] -> pt }.
static isl::map elsewhere(const BandFrame &B, unsigned K) {
  const TileSpace &T = B.Tiled.Tiles;
  return T.Before.unite(T.After).intersect(T.Shape->outsideAlong(K));
}

/// The dimensions of the origin along which tiles that hold the same element
/// of \p L at one time may differ. When tiles that differ first in dimension k
/// share an element, it lives in all tiles between them, which may differ in k
/// and everything inside of it.
static std::vector<unsigned> sharedDimensions(const BandFrame &B,
                                              const LocalArray &L) {
  std::vector<unsigned> Result;
  std::vector<bool> InFlight = inFlight(B);
  Budget Limit(B.Plan.Program->Context.ctx(), {0, limits::SharedRowOperations});
  isl::map AtPoints = accessAtPoints(B, L.Transfers.Array);
  isl::map Accessed = L.Transfers.accessed();
  if (!L.Transfers.LoadedBefore.is_null())
    Accessed = Accessed.unite(L.Transfers.Load)
                   .unite(L.Transfers.LoadedBefore);
  unsigned Size = B.Origins.size();
  for (unsigned K = 0; K < Size; ++K) {
    bool Reused =
        AtPoints.is_null() ||
        !elsewhere(B, K).apply_range(AtPoints).is_disjoint(Accessed).is_true();
    if (Reused || InFlight[K] || !Result.empty())
      Result.push_back(K);
  }
  return Result;
}

/// \p Window over all tiles that must agree: the coordinates along which
/// elements are shared are projected out.
static isl::set sharedWindow(isl::set Window, const BandFrame &B,
                             const std::vector<unsigned> &Shared) {
  for (unsigned K : Shared) {
    int At = isl_set_find_dim_by_name(Window.get(), isl_dim_param,
                                      B.Origins[K].c_str());
    if (At >= 0)
      Window = isl::manage(
          isl_set_project_out(Window.release(), isl_dim_param, At, 1));
  }
  return Window;
}

/// { [e] : e - s >= b for s = max(Starts) and b = max over alternatives of the
/// min over forms }: the indices that a static row cannot hold.
static isl::set
beyond(const BandFrame &B, const std::vector<LowerBound> &Starts,
       const std::vector<std::vector<QuasiAffineForm>> &Moduli) {
  std::vector<const QuasiAffineForm *> Used;
  auto use = [&](const QuasiAffineForm &F) {
    Used.push_back(&F);
    return B.text(F);
  };
  std::string Condition = "true";
  for (const LowerBound &Start : Starts)
    for (const std::vector<QuasiAffineForm> &Forms : Moduli) {
      std::string Any;
      for (const QuasiAffineForm &F : Forms)
        Any += (Any.empty() ? "" : " or ") + ("e - " + use(Start.Form)) +
               " >= " + use(F);
      Condition += " and (" + Any + ")";
    }
  return isl::set(B.Tile.ctx(),
                  B.parameterText(Used) + "{ [e] : " + Condition + " }");
}

/// Makes \p Row subtract max(\p Starts), as a form when it is one.
static void startAt(BufferRow &Row, const std::vector<LowerBound> &Starts,
                    const std::string &BaseName, const BandFrame &B) {
  if (Starts.size() == 1) {
    Row.Base = B.affine(Starts.front().Form);
    return;
  }
  std::vector<Expr> Values;
  for (const LowerBound &Start : Starts)
    Values.push_back(B.affine(Start.Form).expr());
  Row.BaseName = B.N.inner(BaseName);
  Row.BaseValue = Expr::make(Expr::Max, std::move(Values));
  Row.Base = Affine::name(Row.BaseName);
}

/// Makes \p Row subtract the largest multiple of b that is not above any of
/// the bounds \p Bounds; bounds with a factor only where there is no other.
static void alignTo(BufferRow &Row, const std::vector<LowerBound> &Bounds,
                    const std::string &BaseName, const BandFrame &B) {
  std::vector<Expr> Values;
  for (const LowerBound &Bound : Bounds)
    if (Bound.Factor == 1)
      Values.push_back(B.affine(Bound.Form).expr());
  for (const LowerBound &Bound : Bounds)
    if (Bound.Factor != 1 && Values.empty())
      Values.push_back(Expr::make(
          Expr::FloorDiv, {B.affine(Bound.Form).expr(), Bound.Factor}));
  if (Values.empty())
    return;
  Expr Lowest = Expr::make(Expr::Max, std::move(Values));
  Row.BaseName = B.N.inner(BaseName);
  Row.BaseValue = Expr::make(
      Expr::Mul,
      {Expr::make(Expr::FloorDiv, {Lowest, Row.Modulus}), Row.Modulus});
  Row.Base = Affine::name(Row.BaseName);
}

/// { [e] } : the values of M m over the elements that the tile at I holds, or
/// a superset: divisions are dropped and the tile ranges over a hull.
static isl::set window(const BandFrame &B, const LocalArray &L,
                       const std::vector<int64_t> &C) {
  const ArrayTransfers &T = L.Transfers;
  isl::map Held = T.held();
  isl::set Origins(isl::manage(isl_set_simple_hull(B.Tile.copy())));
  isl::set Elements = B.atOrigin(Held).intersect_params(Origins);
  isl::set Values = isl::set::empty(
      Elements.get_space().params().add_unnamed_tuple(1));
  isl::stat Done = Elements.foreach_basic_set([&](isl::basic_set Piece) {
    Values = Values.unite(rowValues(Piece, C));
    return isl::stat::ok();
  });
  return Done.is_error() ? isl::set() : Values.coalesce();
}

/// The starts max(...) that make a row static for each of the extents
/// \p Choices; empty when there are none, or when none was proved in time.
static std::vector<LowerBound>
staticStarts(const BandFrame &B, const isl::set &Window,
             llvm::ArrayRef<RowExtent> Choices,
             const std::vector<unsigned> &Shared) {
  isl::ctx Ctx = B.Plan.Program->Context.ctx();
  Budget Limit(Ctx, {0, limits::SharedRowOperations});
  std::vector<LowerBound> Starts;
  for (LowerBound &Bound : lowerBounds(sharedWindow(Window, B, Shared), B))
    if (Bound.Factor == 1)
      Starts.push_back(std::move(Bound));
  bool IsInside = llvm::all_of(Choices, [&](const RowExtent &E) {
    return Window.intersect(beyond(B, Starts, E.MaxOfMins)).is_empty().is_true();
  });
  return IsInside ? Starts : std::vector<LowerBound>();
}

/// \p Bounds with forms as isl has them.
static std::vector<RowWindow::Bound>
islBounds(const BandFrame &B, const std::vector<LowerBound> &Bounds) {
  std::vector<RowWindow::Bound> Result;
  for (const LowerBound &Bound : Bounds)
    Result.push_back(
        {Bound.Factor,
         isl::aff(B.Tile.ctx(), B.parameterText({&Bound.Form}) + "{ [" +
                                    B.text(Bound.Form) + "] }")});
  return Result;
}

/// The window of \p L along the row \p C whose extent is one of \p Choices.
static RowWindow findWindow(const BandFrame &B, const LocalArray &L,
                            const std::vector<int64_t> &C,
                            llvm::ArrayRef<RowExtent> Choices,
                            const std::vector<unsigned> &Shared) {
  isl::ctx Ctx = B.Plan.Program->Context.ctx();
  isl::set Window;
  {
    Budget Limit(Ctx, {0, limits::SharedRowOperations});
    Window = window(B, L, C);
  }
  RowWindow Result;
  std::vector<LowerBound> Starts = staticStarts(B, Window, Choices, Shared);
  Result.IsStatic = !Starts.empty();
  Budget Limit(Ctx, {0, limits::SharedRowOperations});
  Result.Bounds =
      islBounds(B, Result.IsStatic ? Starts : lowerBounds(Window, B));
  return Result;
}

/// The windows of \p L; none where an extent cannot be read. Those of dimensions
/// that are in rows as in the array begin where it does.
static std::vector<RowWindow> findWindows(const BandFrame &B,
                                          const LocalArray &L) {
  std::vector<RowWindow> Result;
  std::optional<std::vector<unsigned>> Shared;
  for (size_t R = 0; R < L.Mapping.Moduli.size(); ++R) {
    std::optional<std::vector<RowExtent>> Choices =
        readExtents(L.Mapping, R, B);
    if (!Choices)
      return {};
    Result.emplace_back();
    if (areSingle(*Choices))
      continue;
    if (R + L.Conflicts.InRows.size() >= L.Mapping.Moduli.size()) {
      Result.back().IsStatic = true;
      Result.back().Bounds = {{1, isl::aff(B.Tile.ctx(), "{ [(0)] }")}};
      continue;
    }
    if (!Shared)
      Shared = sharedDimensions(B, L);
    Result.back() = findWindow(B, L, L.Mapping.Matrix[R], *Choices, *Shared);
  }
  return Result;
}

/// \p Bounds as the forms of \p B; empty where one cannot be read.
static std::vector<LowerBound>
readBounds(const BandFrame &B, llvm::ArrayRef<RowWindow::Bound> Bounds) {
  std::vector<LowerBound> Result;
  for (const RowWindow::Bound &Bound : Bounds) {
    std::optional<QuasiAffineForm> Form = B.form(Bound.Form);
    if (!Form)
      return {};
    Result.push_back({Bound.Factor, std::move(*Form)});
  }
  return Result;
}

void placeRow(const BandFrame &B, const RowWindow &W,
              const std::string &BaseName, BufferRow &Row) {
  std::vector<LowerBound> Bounds = readBounds(B, W.Bounds);
  if (!W.IsStatic || Bounds.empty())
    return alignTo(Row, Bounds, BaseName, B);
  Row.Static = true;
  startAt(Row, Bounds, BaseName, B);
}

} // namespace lower

llvm::Error placeWindows(RegionPlan &Plan) {
  const SourceText None;
  lower::Names N;
  lower::fixConstantSizes(Plan, N);
  for (unsigned K = 0; K < Plan.Levels.size(); ++K) {
    lower::BandFrame B = lower::makeFrameOfTiles(Plan, K, {None}, N);
    if (B.Tile.is_null())
      return islError(Plan.Program->ctx(), "the tiles of a band");
    for (LocalArray &L : Plan.Levels[K].Arrays)
      L.Windows = lower::findWindows(B, L);
  }
  return llvm::Error::success();
}

} // namespace stevedore
