//===- WindowSearch.cpp - Where windows lie -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Allocation/Cells.h"
#include "stevedore/Plan/Origins.h"
#include "stevedore/Plan/Profit.h"
#include "stevedore/Plan/Sides.h"
#include "stevedore/Plan/Windows.h"
#include "stevedore/Support/AffineForm.h"
#include "stevedore/Support/Answers.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/FixedAt.h"
#include "stevedore/Support/Integer.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace stevedore;

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

/// The parameters and the constant of \p C times \p Sign, { [(form)] }.
static isl::aff formOf(const isl::constraint &C, int64_t Sign) {
  isl_space *Space = isl_space_params(isl_constraint_get_space(C.get()));
  isl_aff *Form = isl_aff_zero_on_domain(isl_local_space_from_space(Space));
  auto times = [&](isl_val *V) {
    return isl::manage(V).mul(isl::val(C.ctx(), Sign)).release();
  };
  for (unsigned P = 0; P < countOf(isl_constraint_dim(C.get(), isl_dim_param));
       ++P)
    Form = isl_aff_set_coefficient_val(
        Form, isl_dim_param, P,
        times(isl_constraint_get_coefficient_val(C.get(), isl_dim_param, P)));
  return isl::manage(isl_aff_set_constant_val(
      Form, times(isl_constraint_get_constant_val(C.get()))));
}

/// Reads \p C as a lower bound of its only set dimension, if it is one without
/// divisions and with numbers below limits::StartNumber. An equality bounds
/// from both sides.
static std::optional<RowWindow::Bound> readBound(const isl::constraint &C) {
  unsigned Parameters = countOf(isl_constraint_dim(C.get(), isl_dim_param));
  unsigned Divisions = countOf(isl_constraint_dim(C.get(), isl_dim_div));
  std::optional<AffineConstraint> Read =
      toAffineConstraint(C, {{isl_dim_param, Parameters},
                             {isl_dim_set, 1},
                             {isl_dim_div, Divisions}});
  if (!Read)
    return std::nullopt;
  int64_t Factor = Read->Form.Coefficients[Parameters];
  int64_t Sign = Factor < 0 && Read->IsEquality ? -1 : 1;
  auto isSmall = [](int64_t Number) {
    return Number > -limits::StartNumber && Number < limits::StartNumber;
  };
  bool HasDivisions =
      llvm::any_of(llvm::drop_begin(Read->Form.Coefficients, Parameters + 1),
                   [](int64_t A) { return A != 0; });
  if (HasDivisions || !llvm::all_of(Read->Form.Coefficients, isSmall) ||
      !isSmall(Read->Form.Constant) || Factor * Sign <= 0)
    return std::nullopt;
  isl::aff Form = formOf(C, -Sign);
  return Form.is_null() ? std::nullopt
                        : std::optional(RowWindow::Bound{Factor * Sign, Form});
}

/// Lower bounds of the values in \p Window { [e] }, from its hull.
static std::vector<RowWindow::Bound> lowerBounds(const isl::set &Window) {
  std::vector<RowWindow::Bound> Result;
  for (const isl::constraint &C : constraintsOf(Window.simple_hull()))
    if (std::optional<RowWindow::Bound> Bound = readBound(C))
      Result.push_back(std::move(*Bound));
  return Result;
}

namespace {

/// Finds the windows of the arrays of one band.
class WindowSearch {
public:
  WindowSearch(const RegionPlan &Plan, const LevelPlace &Place,
               const FixedSizes &Sizes)
      : Plan(Plan), T(Place.level()), Band(Place.Band), Sizes(Sizes) {
    Tiles = executedTiles(Plan, Place, Sizes).Tile;
  }

  bool isKnown() const { return !Tiles.is_null(); }
  void place(LocalArray &L) const;

private:
  const RegionPlan &Plan;
  const Level &T;
  unsigned Band;
  const FixedSizes &Sizes;
  /// { : the tile at I is executed }, over N, O, I and cut sizes.
  isl::set Tiles;

  /// What one row may take.
  Budget limit() const {
    return Budget(Plan.Program->Context.ctx(),
                  {0, limits::SharedRowOperations});
  }
  isl::set window(const isl::map &Held, const std::vector<int64_t> &C) const;
  isl::set agreed(isl::set Window, const std::vector<unsigned> &Shared) const;
  isl::set beyond(const isl::space &Value,
                  llvm::ArrayRef<RowWindow::Bound> Starts,
                  const Extent &E) const;
  std::optional<RowWindow> alignedAlong(const LocalArray &L, unsigned Row,
                                        const isl::set &Window) const;
  std::optional<RowWindow>
  staticAlong(const LocalArray &L, unsigned Row, const isl::set &Window,
              std::vector<RowWindow::Bound> Starts) const;
  RowWindow windowAlong(const LocalArray &L, unsigned Row,
                        const std::vector<unsigned> &Shared) const;
  std::vector<RowWindow> windowsOf(const LocalArray &L,
                                   std::vector<unsigned> &Coordinates) const;
  bool staysInTurn(const LocalArray &L, const RowWindow &W,
                   const KeptElements &Kept) const;
  bool isWorthwhile(const LocalArray &L, const KeptElements &Kept) const;
  void keepIn(LocalArray &L, const RowWindow &W, KeptElements Kept) const;
  void keep(LocalArray &L) const;
};

} // namespace

/// { [e] } : the values of M m over the elements \p Held, { [I] -> A[m] }, or
/// a superset: divisions are dropped and the tile ranges over a hull.
isl::set WindowSearch::window(const isl::map &Held,
                              const std::vector<int64_t> &C) const {
  isl::set Origins(isl::manage(isl_set_simple_hull(Tiles.copy())));
  isl::set Elements = Sizes.in(atOrigin(Held, T.B)).intersect_params(Origins);
  std::string Row = "values of";
  for (int64_t Coefficient : C)
    Row += " " + std::to_string(Coefficient);
  return answered(Question(Elements.ctx(), Row).about(Elements), [&] {
    isl::set Values =
        isl::set::empty(Elements.get_space().params().add_unnamed_tuple(1));
    isl::stat Done = Elements.foreach_basic_set([&](isl::basic_set Piece) {
      Values = Values.unite(rowValues(Piece, C));
      return isl::stat::ok();
    });
    return Done.is_error() ? isl::set() : Values.coalesce();
  });
}

/// \p Window over all tiles that must agree: the coordinates along which
/// elements are shared are projected out.
isl::set WindowSearch::agreed(isl::set Window,
                              const std::vector<unsigned> &Shared) const {
  std::vector<std::string> Names;
  for (unsigned K : Shared) {
    Names.push_back(originName(T.B, K));
    if (!T.Tiles.CutNames.empty())
      Names.push_back(T.Tiles.CutNames[K]);
  }
  return forAny(Window, Names);
}

/// { [e] : e - s >= b for s = max(\p Starts) and b = max over alternatives of
/// the min over forms of \p E }, for e in the space \p Value: the indices that
/// a static row cannot hold, over the parameters that matter. Over all of them
/// isl would change a set in place that it intersects with this one.
isl::set WindowSearch::beyond(const isl::space &Value,
                              llvm::ArrayRef<RowWindow::Bound> Starts,
                              const Extent &E) const {
  isl::pw_aff Index = rowProduct(Value, {1});
  isl::set Result = isl::set::universe(Value);
  for (const RowWindow::Bound &Start : Starts) {
    isl::pw_aff Position = Index.sub(onElements(Value, Start.Form));
    for (const std::vector<isl::aff> &Forms : E.MaxOfMins) {
      isl::set Any = isl::set::empty(Value);
      for (const isl::aff &Form : Forms)
        Any = Any.unite(Position.ge_set(onElements(Value, Form)));
      Result = Result.intersect(Any);
    }
  }
  return isl::manage(isl_set_drop_unused_params(Sizes.in(Result).release()));
}

/// A window in which nothing wraps behind the multiple of the modulus before
/// the tile: the indices \p Window, { [e] }, lie within one step of a
/// coordinate of the origin, and the modulus is a number of such steps, or it
/// is more than all of them.
std::optional<RowWindow>
WindowSearch::alignedAlong(const LocalArray &L, unsigned Row,
                           const isl::set &Window) const {
  std::optional<Extent> E = Sizes.in(L.Mapping.Moduli[Row]);
  if (!E || E->RoundUpToPowerOfTwo || E->MaxOfMins.size() != 1 ||
      !L.Mapping.Others.empty() || L.Mapping.divisor(Row) != 1)
    return std::nullopt;
  isl::space Value = Window.get_space();
  isl::pw_aff Index = rowProduct(Value, {1}), Zero = number(Value, 0);
  for (unsigned K = 0; K < T.Tiles.Shape->originDimensions(); ++K) {
    OriginSteps Steps = T.Tiles.Shape->steps(K);
    std::optional<isl::aff> Step = Sizes.in(Steps.Step);
    if (!Step || isl_aff_plain_is_zero(Steps.Start.get()) != isl_bool_true)
      continue;
    isl::aff Origin = coordinateOf(T.B, K);
    if (Origin.is_null())
      return std::nullopt;
    isl::pw_aff Start = onElements(Value, Origin),
                Next = Start.add(onElements(Value, *Step));
    isl::set Wrong = isl::set::empty(Value);
    for (const isl::aff &Form : E->MaxOfMins.front()) {
      isl::set Less = Index.lt_set(Start), More = Index.ge_set(Next);
      if (!isMultipleOf(Form, *Step)) {
        isl::pw_aff Cells = onElements(Value, Form);
        isl::set Least = isl::set::universe(Value);
        for (const isl::aff &Other : E->MaxOfMins.front())
          Least = Least.intersect(Cells.le_set(onElements(Value, Other)));
        Less = Least.intersect(Index.lt_set(Zero).unite(Start.lt_set(Zero)));
        More = Least.intersect(Index.ge_set(Cells).unite(Start.ge_set(Cells)));
      }
      Wrong = Wrong.unite(Less).unite(More);
    }
    if (areDisjoint(Window, Wrong).is_true())
      return RowWindow{{{1, Origin}}, false, true};
  }
  return std::nullopt;
}

/// The window whose start is the largest of \p Starts, where with them no index
/// of \p Window, { [e] }, is beyond any of the extents.
std::optional<RowWindow>
WindowSearch::staticAlong(const LocalArray &L, unsigned Row,
                          const isl::set &Window,
                          std::vector<RowWindow::Bound> Starts) const {
  bool IsInside =
      llvm::all_of(L.Mapping.choices(), [&](const ModularMapping &Choice) {
        isl::set Beyond =
            inCase(beyond(Window.get_space(), Starts, Choice.Moduli[Row]), T,
                   Choice.Where, &Sizes);
        return areDisjoint(Window, Beyond).is_true();
      });
  if (!IsInside || Starts.empty())
    return std::nullopt;
  return RowWindow{std::move(Starts), true};
}

/// The window of \p L along row number \p Row. It is static where starts were
/// found with which no index is beyond any of the extents.
RowWindow WindowSearch::windowAlong(const LocalArray &L, unsigned Row,
                                    const std::vector<unsigned> &Shared) const {
  isl::set Window;
  {
    Budget Limit = limit();
    Window = window(L.Transfers.held(), L.Mapping.Matrix[Row]);
  }
  {
    Budget Limit = limit();
    std::vector<RowWindow::Bound> Starts = lowerBounds(agreed(Window, Shared));
    llvm::erase_if(Starts, [](const auto &Start) { return Start.Factor != 1; });
    if (auto Static = staticAlong(L, Row, Window, Starts)) {
      for (const RowWindow::Bound &Start : Starts)
        if (auto Simple = staticAlong(L, Row, Window, {Start}))
          return *Simple;
      return *Static;
    }
  }
  {
    Budget Limit = limit();
    if (std::optional<RowWindow> Aligned = alignedAlong(L, Row, Window))
      return *Aligned;
  }
  Budget Limit = limit();
  return {lowerBounds(Window)};
}

/// Rows of one cell have none, nor those of a slanted form. A packed one has
/// a static one. Those that are as in the array begin where it does.
std::vector<RowWindow>
WindowSearch::windowsOf(const LocalArray &L,
                        std::vector<unsigned> &Coordinates) const {
  std::vector<RowWindow> Result(L.Mapping.Moduli.size());
  if (L.Mapping.Packed)
    Result[L.Mapping.Packed->Inner] = {
        {{1, isl::aff(Plan.Program->Context.ctx(), "{ [(0)] }")}}, true};
  if (L.Mapping.Slanted || L.Mapping.Packed)
    return Result;
  size_t NumInRows = Plan.Program->Arrays[L.Transfers.Array].InRows.size();
  std::optional<std::vector<unsigned>> Shared;
  for (size_t R = 0; R < Result.size(); ++R) {
    if (llvm::all_of(L.Mapping.choices(),
                     [&](const ModularMapping &Choice) {
                       return Sizes.boundOf(Choice.Moduli[R]) == 1;
                     }) ||
        isSideRow(L, R))
      continue;
    if (R + NumInRows >= Result.size()) {
      isl::aff Zero(Plan.Program->Context.ctx(), "{ [(0)] }");
      Result[R] = {{{1, Zero}}, true};
      continue;
    }
    if (!Shared) {
      Budget Limit = limit();
      Shared = sharedCoordinates(*Plan.Program, T.B, T.Tiles, L.Transfers,
                                 orderOnSide(T, L.Sides));
      Coordinates = *Shared;
    }
    Result[R] = windowAlong(L, R, *Shared);
  }
  return Result;
}

/// Whether what is \p Kept of \p L lies in the part of the window \p W that
/// the one of the tile before does not reach by as much as the window moves:
/// then no cell that it is moved to is one that something is moved from.
bool WindowSearch::staysInTurn(const LocalArray &L, const RowWindow &W,
                               const KeptElements &Kept) const {
  auto Before = windowAt(W, T, Sizes, -1);
  if (W.Bounds.size() != 1 || !Before)
    return false;
  isl::set Window = window(Kept.Elements, L.Mapping.Matrix[Kept.Row]);
  isl::space Value = Window.get_space();
  isl::pw_aff Start = onElements(Value, W.Bounds.front().Form),
              End = Start.add(Start).sub(
                  onElements(Value, Before->Bounds.front().Form)),
              Index = rowProduct(Value, {1});
  return areDisjoint(Window, Index.lt_set(Start).unite(Index.ge_set(End)))
      .is_true();
}

/// Whether a typical tile accesses \p L so often that to move what is \p Kept
/// is little beside it; and between two sides, which both have room for it,
/// whether that is no more than half of what the tile has.
bool WindowSearch::isWorthwhile(const LocalArray &L,
                                const KeptElements &Kept) const {
  Level Alone = T;
  Alone.Arrays = {L};
  Alone.Arrays.front().Kept = Kept;
  llvm::Expected<TileTraffic> Traffic = tileTraffic(Plan, Alone);
  if (!Traffic) {
    llvm::consumeError(Traffic.takeError());
    return false;
  }
  bool IsShort = L.Sides == SideKind::One || 2 * Traffic->Kept <= Traffic->Held;
  return IsShort &&
         Traffic->Kept * limits::AccessesPerMove <= Traffic->Accesses;
}

/// Lets what is \p Kept of \p L be moved to the start of the window \p W, if
/// that can be proved.
void WindowSearch::keepIn(LocalArray &L, const RowWindow &W,
                          KeptElements Kept) const {
  LocalArray Moved = L;
  Moved.Windows[Kept.Row] = W;
  Moved.Kept = std::move(Kept);
  Budget Limit(Plan.Program->Context.ctx(), {0, limits::WindowOperations});
  if (llvm::Error Failed =
          within(Limit, verifyWindows(Plan, {&T, &Moved, Band}),
                 "the proof of a window"))
    llvm::consumeError(std::move(Failed));
  else
    L = std::move(Moved);
}

/// Lets what stays in the buffer of \p L from tile to tile in a strip, and in
/// no other way, be moved to the start of the window along the only row in
/// which positions would wrap; any number where each is moved once, because its
/// new cell is free, else as many as are worth it.
void WindowSearch::keep(LocalArray &L) const {
  std::optional<unsigned> Row;
  for (unsigned R = 0; R < L.Windows.size(); ++R) {
    const RowWindow &W = L.Windows[R];
    if (W.IsStatic || W.IsAligned || W.Bounds.empty())
      continue;
    if (Row)
      return;
    Row = R;
  }
  if (!Row)
    return;
  KeptElements Kept;
  Kept.Row = *Row;
  std::optional<RowWindow> Whole;
  {
    Budget Limit = limit();
    const ArrayTransfers &A = L.Transfers;
    Kept.Elements = coalesced(
        Sizes.in(A.presentBefore()
                     .intersect(A.held().unite(A.AccessedAfter).unite(A.Store))
                     .intersect_domain(T.Tiles.NonEmpty)
                     .intersect_params(T.Tiles.Context)));
    isl::set Window =
        window(A.held().unite(A.Load).unite(A.Store).unite(Kept.Elements),
               L.Mapping.Matrix[*Row]);
    std::vector<RowWindow::Bound> Starts = lowerBounds(Window);
    llvm::erase_if(Starts, [](const auto &Start) { return Start.Factor != 1; });
    for (const RowWindow::Bound &Start : Starts) {
      std::optional<RowWindow> W = staticAlong(L, *Row, Window, {Start});
      if (!W)
        continue;
      if (staysInTurn(L, *W, Kept))
        return keepIn(L, *W, std::move(Kept));
      if (!Whole)
        Whole = W;
    }
    if (!Whole)
      Whole = staticAlong(L, *Row, Window, std::move(Starts));
  }
  Kept.IsInOrder = L.Sides == SideKind::One;
  if (Whole && isWorthwhile(L, Kept))
    keepIn(L, *Whole, std::move(Kept));
}

/// Whether a row of \p L that has a divisor is not static, or begins at the
/// greatest of several forms, from which differences would be divided.
static bool wrapsStrided(const LocalArray &L) {
  for (unsigned R = 0; R < L.Windows.size(); ++R)
    if (L.Mapping.divisor(R) != 1 &&
        (!L.Windows[R].IsStatic || L.Windows[R].Bounds.size() != 1))
      return true;
  return false;
}

/// A strided form stays where nothing wraps in it, and no loop divides for it.
void WindowSearch::place(LocalArray &L) const {
  std::vector<unsigned> Shared;
  L.Windows = windowsOf(L, Shared);
  L.Kept = {};
  if (wrapsStrided(L))
    L.Mapping.Strided.reset();
  unsigned Strip = T.Tiles.Shape->originDimensions() - 1;
  bool IsAlone = llvm::count_if(T.Arrays, [&](const LocalArray &Other) {
                   return Other.Buffer == L.Buffer;
                 }) == 1;
  bool IsInTurn = L.Sides == SideKind::Moving ||
                  (T.Phases.isSequential() && L.Sides == SideKind::One);
  if (Shared == std::vector<unsigned>{Strip} && IsAlone && IsInTurn &&
      !L.Mapping.Strided && T.Inside.empty() && T.Tiles.Around.empty() &&
      Plan.Workers.Kind == WorkerDecision::One)
    keep(L);
}

/// Leaves arrays that overlap in one buffer the windows that they may have
/// (areOneWindow()).
static void alignWindows(Level &T) {
  for (LocalArray &L : T.Arrays)
    for (unsigned R = 0; R < L.Windows.size(); ++R)
      if (!L.Mapping.Offsets.empty() && !areOneWindow(T, L, R))
        for (LocalArray &Other : T.Arrays)
          if (Other.Buffer == L.Buffer && R < Other.Windows.size())
            Other.Windows[R] = {};
}

llvm::Error stevedore::placeWindows(RegionPlan &Plan) {
  FixedSizes Sizes(Plan);
  std::vector<LocalArray> Placed;
  for (const LevelPlace &Place : Plan.allLevels()) {
    WindowSearch Search(Plan, Place, Sizes);
    if (!Search.isKnown())
      return islError(Plan.Program->ctx(), "the tiles of a band");
    for (const LocalArray &L : Place.level().Arrays) {
      Placed.push_back(L);
      Search.place(Placed.back());
    }
  }
  auto Next = Placed.begin();
  Plan.forEachLevel([&](Level &T) {
    for (LocalArray &L : T.Arrays) {
      L.Windows = std::move(Next->Windows);
      L.Mapping.Strided = std::move(Next->Mapping.Strided);
      L.Kept = std::move(Next->Kept);
      ++Next;
    }
    alignWindows(T);
  });
  return llvm::Error::success();
}
