//===- Windows.cpp - The proof of windows ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/Windows.h"
#include "stevedore/Allocation/Cells.h"
#include "stevedore/Plan/FixedSizes.h"
#include "stevedore/Plan/Origins.h"
#include "stevedore/Plan/Sides.h"
#include "stevedore/Support/Answers.h"
#include "stevedore/Support/Equated.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace stevedore;

namespace {

/// The proof for one array.
class WindowProof {
public:
  WindowProof(const RegionPlan &Plan, const PlannedArray &A)
      : Plan(Plan), T(*A.Band), L(*A.Local), Sizes(Plan) {}
  llvm::Error run();

private:
  const RegionPlan &Plan;
  const Level &T;
  const LocalArray &L;
  /// { pt -> A[m] : the instance executed at pt accesses m }
  isl::map Accesses;
  /// { [I] -> A[m] } : the tile at I uses m in the buffer.
  isl::map Used;
  /// { [I] -> A[m] } : a point of the scope in the tile at I or before it, or
  /// in it or after it, accesses m.
  isl::map Since, Until;
  /// { [I] -> A[m] } : m has been in the buffer before the tile at I, or is
  /// kept there.
  isl::map Present, Keeps;
  FixedSizes Sizes;

  isl_ctx *ctx() const { return Plan.Program->ctx(); }
  isl::map accesses() const;
  void findAccesses();
  /// \p M, { [I] -> A[m] }, for the elements of the part that the array is.
  isl::map ofArray(isl::map M) const {
    return L.Transfers.Part.is_null() ? M : M.intersect(L.Transfers.Part);
  }
  bool dependsOn(const RowWindow &W, unsigned K) const;
  llvm::Expected<bool> staysInside(unsigned R, const RowWindow &W,
                                   const isl::map &Used) const;
  llvm::Expected<bool> staysAligned(unsigned R, unsigned Along) const;
  llvm::Error runAligned(unsigned R, const RowWindow &W) const;
  llvm::Expected<bool> isSameAround(unsigned K) const;
  bool mayKeep() const;
  bool movesAlone(unsigned Strip) const;
  isl::map sameAlong(unsigned R, const isl::space &Element) const;
  isl::map sharedRows(const isl::set &Elements) const;
  llvm::Expected<bool> keepsAll(const isl::map &Used) const;
  isl::map kept() const;
  llvm::Expected<bool> comesFromTiles() const;
  llvm::Expected<bool> comesFromBuffer() const;
  llvm::Expected<bool> movesToFreeCells() const;
  llvm::Expected<bool> areApart() const;
  llvm::Expected<bool> isNotLoaded() const;
  llvm::Error runKept();
  llvm::Error runShifts(const std::vector<bool> &Shifts);
  llvm::Error refused(const char *Why) const;
};

} // namespace

isl::map WindowProof::accesses() const {
  isl::union_map Points = T.B.Theta.intersect_domain(T.B.Domain).reverse();
  isl::map Result;
  for (bool Access::*Kind :
       {&Access::Reads, &Access::MustWrites, &Access::MayWrites})
    Points
        .apply_range(
            Plan.Program->accesses(L.Transfers.Array, Kind, T.B.Domain))
        .foreach_map([&](isl::map M) -> isl::stat {
          Result = Result.is_null() ? M : Result.unite(M);
          return isl::stat::ok();
        });
  return Result;
}

/// Whether the start of \p W changes with coordinate number \p K of the origin.
bool WindowProof::dependsOn(const RowWindow &W, unsigned K) const {
  auto Has = [](const isl::aff &Form, const std::string &Name) {
    int At = isl_aff_find_dim_by_name(Form.get(), isl_dim_param, Name.c_str());
    return At >= 0 && isl_aff_involves_dims(Form.get(), isl_dim_param, At, 1) !=
                          isl_bool_false;
  };
  return llvm::any_of(W.Bounds, [&](const RowWindow::Bound &B) {
    return Has(B.Form, originName(T.B, K)) ||
           (!T.Tiles.CutNames.empty() && Has(B.Form, T.Tiles.CutNames[K]));
  });
}

/// Whether 0 <= c . m - s < b along row number \p R, or \p R is packed, for all
/// that is \p Used, { [I] -> A[m] }.
llvm::Expected<bool> WindowProof::staysInside(unsigned R, const RowWindow &W,
                                              const isl::map &Used) const {
  if (L.Mapping.Packed && R == L.Mapping.Packed->Inner)
    return areInPackedRows(Used, L.Mapping);
  isl::set Elements = atOrigin(Used, T.B);
  isl::space Element = Elements.get_space();
  isl::pw_aff Index = rowProduct(Element, L.Mapping.Matrix[R]);
  isl::set Below = isl::set::empty(Element);
  std::vector<isl::pw_aff> Positions;
  for (const RowWindow::Bound &B : W.Bounds) {
    Positions.push_back(Index.sub(onElements(Element, B.Form)));
    Below = Below.unite(Positions.back().lt_set(number(Element, 0)));
  }
  isl::set Beyond = isl::set::empty(Element);
  for (const ModularMapping &Choice : L.Mapping.choices())
    Beyond = Beyond.unite(
        inCase(atLeast(Positions, Choice.Moduli[R]), T, Choice.Where));
  return checked(ctx(), areDisjoint(Elements, Below.unite(Beyond)),
                 "the rows of a window");
}

/// Whether nothing along row number \p R wraps behind the multiple of the
/// modulus that is not above coordinate number \p Along of the origin.
llvm::Expected<bool> WindowProof::staysAligned(unsigned R,
                                               unsigned Along) const {
  isl::set Elements = Sizes.in(atOrigin(Used, T.B));
  isl::space Element = Elements.get_space();
  isl::pw_aff Index = rowProduct(Element, L.Mapping.Matrix[R]),
              Start = onElements(Element, coordinateOf(T.B, Along)),
              Zero = number(Element, 0);
  std::optional<isl::aff> Step = Sizes.in(T.Tiles.Shape->steps(Along).Step);
  std::optional<Extent> E = Sizes.in(L.Mapping.Moduli[R]);
  if (!Step || !E || E->MaxOfMins.size() != 1)
    return false;
  isl::pw_aff Next = Start.add(onElements(Element, *Step));
  isl::set Wrong = isl::set::empty(Element);
  for (const isl::aff &Form : E->MaxOfMins.front()) {
    isl::pw_aff Cells = onElements(Element, Form);
    isl::set Outside = Index.lt_set(Start).unite(Index.ge_set(Next));
    if (!isMultipleOf(Form, *Step)) {
      Outside = Index.lt_set(Zero).unite(Index.ge_set(Cells));
      Outside = Outside.unite(Start.lt_set(Zero)).unite(Start.ge_set(Cells));
      for (const isl::aff &Other : E->MaxOfMins.front())
        Outside = Outside.intersect(Cells.le_set(onElements(Element, Other)));
    }
    Wrong = Wrong.unite(Outside);
  }
  return checked(ctx(), areDisjoint(Elements, Wrong), "an aligned window");
}

/// Whether whatever is in the buffer during the tile at I got there, and is
/// used again, in tiles with the same coordinate number \p K.
llvm::Expected<bool> WindowProof::isSameAround(unsigned K) const {
  isl::map Outside = T.Tiles.Shape->outsideAlong(K);
  auto Accessed = [&](const isl::map &Points) {
    return Points.intersect(Outside).apply_range(Accesses);
  };
  auto Apart = checked(ctx(), areDisjoint(Accessed(T.Tiles.Before), Until),
                       "what is used before a tile and in it");
  if (Apart && *Apart)
    Apart = checked(ctx(), areDisjoint(Accessed(T.Tiles.After), Since),
                    "what is used in a tile and after it");
  PhaseOrder Order = orderOnSide(T, L.Sides);
  if (!Apart || !*Apart || Order.isSequential())
    return Apart;
  isl::map Others = Order.Loading.unite(Order.Storing);
  isl::map Same = equated(isl::map::universe(Others.get_space()), K, K + 1);
  return checked(ctx(), isSubset(Others, Same),
                 "the tiles whose transfers are under way");
}

llvm::Error WindowProof::refused(const char *Why) const {
  return llvm::make_error<IslError>(
      IslError::Invalid, "the window of array '" +
                             Plan.Program->Arrays[L.Transfers.Array].Name +
                             "' " + Why);
}

/// The claim of the aligned window \p W, whose start is a coordinate of origins
/// that are multiples of a step.
llvm::Error WindowProof::runAligned(unsigned R, const RowWindow &W) const {
  std::optional<unsigned> Along;
  for (unsigned K = 0; K < T.Tiles.Shape->originDimensions(); ++K)
    if (W.Bounds.size() == 1 && W.Bounds.front().Factor == 1 &&
        isl_aff_plain_is_zero(T.Tiles.Shape->steps(K).Start.get()) ==
            isl_bool_true &&
        isl_aff_plain_is_equal(W.Bounds.front().Form.get(),
                               coordinateOf(T.B, K).get()) == isl_bool_true)
      Along = K;
  if (!Along || !L.Mapping.Others.empty() || L.Mapping.divisor(R) != 1 ||
      L.Mapping.Moduli[R].RoundUpToPowerOfTwo)
    return refused("begins at no multiple of a step");
  auto Aligned = staysAligned(R, *Along);
  if (!Aligned)
    return Aligned.takeError();
  return *Aligned ? llvm::Error::success() : refused("wraps inside of a tile");
}

/// Whether nothing but the tiles of \p L, one after the other or in turn, uses
/// its cells.
bool WindowProof::mayKeep() const {
  bool IsInTurn = L.Sides == SideKind::Moving
                      ? T.MayOverlap
                      : T.Phases.isSequential() && L.Sides == SideKind::One;
  return IsInTurn && T.Inside.empty() && T.Tiles.Around.empty() &&
         Plan.Workers.Kind == WorkerDecision::One &&
         llvm::count_if(T.Arrays, [&](const LocalArray &Other) {
           return Other.Buffer == L.Buffer;
         }) == 1;
}

/// What is kept, { [I] -> A[m] }, in the tiles that there are. Of multiples of
/// steps that have no number it is known that they are 0, or a step away from
/// it.
isl::map WindowProof::kept() const {
  isl::set Origins = T.Tiles.Shape->lattice(
      [&](llvm::StringRef Size) { return Sizes.of(Size); });
  if (!Origins.is_null())
    return L.Kept.Elements.intersect_domain(Origins);
  isl::space Space = L.Kept.Elements.get_space().domain();
  Origins = isl::set::universe(Space);
  for (unsigned K = 0; K < T.Tiles.Shape->originDimensions(); ++K) {
    OriginSteps Steps = T.Tiles.Shape->steps(K);
    if (isl_aff_plain_is_zero(Steps.Start.get()) != isl_bool_true)
      continue;
    std::vector<int64_t> Unit(T.Tiles.Shape->originDimensions());
    Unit[K] = 1;
    isl::pw_aff Step = onElements(Space, Steps.Step), Zero = number(Space, 0),
                I = rowProduct(Space, Unit);
    Origins = Origins.intersect(
        I.eq_set(Zero).unite(I.ge_set(Step)).unite(I.le_set(Zero.sub(Step))));
  }
  return L.Kept.Elements.intersect_domain(Origins);
}

/// Whether the window along the row of what is kept has a start, and no other
/// window moves along coordinate \p Strip.
bool WindowProof::movesAlone(unsigned Strip) const {
  const KeptElements &K = L.Kept;
  if (K.Row >= L.Windows.size() || !L.Windows[K.Row].IsStatic)
    return false;
  for (unsigned R = 0; R < L.Windows.size(); ++R)
    if (R != K.Row && L.Windows[R].IsStatic && dependsOn(L.Windows[R], Strip))
      return false;
  return true;
}

/// Whether all that is present before a tile and used in it or after it is
/// kept.
llvm::Expected<bool> WindowProof::keepsAll(const isl::map &Used) const {
  isl::map Needed = Present.intersect(Used).intersect_domain(T.Tiles.NonEmpty);
  return checked(ctx(), isSubset(Needed, L.Kept.Elements), "what tiles keep");
}

/// Whether each tile that keeps something comes after one that is executed, a
/// step before it in its strip.
llvm::Expected<bool> WindowProof::comesFromTiles() const {
  isl::map Before =
      T.Tiles.Shape->along(-1).intersect_range(tilesWithPoints(T.B, T.Tiles));
  isl::set Keeping = Keeps.domain().intersect_params(T.Tiles.Context);
  return checked(ctx(), isSubset(Keeping, Before.domain()),
                 "the tiles that something is kept from");
}

/// { A[m] -> A[m'] : they agree in row number \p R } on the space \p Element.
isl::map WindowProof::sameAlong(unsigned R, const isl::space &Element) const {
  isl::map Value = isl::manage(
      isl_map_from_pw_aff(rowProduct(Element, L.Mapping.Matrix[R]).release()));
  return Value.apply_range(Value.reverse());
}

/// { A[m] -> A[m'] } on \p Elements: they agree in all rows with static windows
/// but that of what is kept.
isl::map WindowProof::sharedRows(const isl::set &Elements) const {
  isl::map Result = isl::manage(
      isl_map_from_domain_and_range(Elements.copy(), Elements.copy()));
  for (unsigned R = 0; R < L.Windows.size(); ++R)
    if (L.Windows[R].IsStatic && R != L.Kept.Row)
      Result = Result.intersect(sameAlong(R, Elements.get_space()));
  return Result;
}

/// { A[m] -> [(c . m - s)] } on the space \p Element, for the start s of \p W
/// along the row \p C.
static isl::map positionIn(const RowWindow &W, const std::vector<int64_t> &C,
                           const isl::space &Element) {
  isl::pw_aff Result;
  for (const RowWindow::Bound &B : W.Bounds) {
    isl::pw_aff One = rowProduct(Element, C).sub(onElements(Element, B.Form));
    Result = Result.is_null() ? One : Result.min(One);
  }
  return isl::manage(isl_map_from_pw_aff(Result.release()));
}

/// Whether what is kept lies in the window of the tile before.
llvm::Expected<bool> WindowProof::comesFromBuffer() const {
  auto Before = windowAt(L.Windows[L.Kept.Row], T, Sizes, -1);
  if (!Before)
    return false;
  return staysInside(L.Kept.Row, *Before, Keeps);
}

/// Whether no cell of the same side that something is moved to is one that
/// something else is moved from, or was before; of a convex set around what is
/// moved that costs less to tell.
llvm::Expected<bool> WindowProof::movesToFreeCells() const {
  if (L.Sides == SideKind::Moving)
    return true;
  const RowWindow &W = L.Windows[L.Kept.Row];
  isl::set Elements = atOrigin(Keeps, T.B);
  isl::space Element = Elements.get_space();
  const std::vector<int64_t> &C = L.Mapping.Matrix[L.Kept.Row];
  auto Before = windowAt(W, T, Sizes, -1);
  isl::map Leaves = positionIn(*Before, C, Element),
           Arrives = positionIn(W, C, Element),
           Reached = Leaves.apply_range(Arrives.reverse());
  isl::map InTurn =
      L.Kept.IsInOrder
          ? isl::manage(isl_set_lex_le_set(Element.universe_set().release(),
                                           Element.universe_set().release()))
          : isl::map::empty(Reached.get_space());
  auto Holds = [&](const isl::set &Some) {
    return checked(ctx(), isSubset(sharedRows(Some).intersect(Reached), InTurn),
                   "the cells of what is kept");
  };
  isl::set Hull(isl::manage(isl_set_simple_hull(Elements.copy())));
  llvm::Expected<bool> InHull = Holds(Hull);
  return !InHull || *InHull ? std::move(InHull) : Holds(Elements);
}

/// Whether the rows with static windows tell all that a tile keeps apart, as
/// they do where they tell any elements apart.
llvm::Expected<bool> WindowProof::areApart() const {
  isl::set Elements = atOrigin(Keeps, T.B);
  isl::map Alike = sameAlong(L.Kept.Row, Elements.get_space());
  auto Tell = [&](const isl::set &Some) {
    isl::map Same = sharedRows(Some).intersect(Alike);
    return checked(ctx(), isSubset(Same, Some.identity()),
                   "the cells of what is kept");
  };
  llvm::Expected<bool> Any = Tell(isl::set::universe(Elements.get_space()));
  return !Any || *Any ? std::move(Any) : Tell(Elements);
}

/// Whether no tile loads what is moved to its side meanwhile.
llvm::Expected<bool> WindowProof::isNotLoaded() const {
  if (L.Sides != SideKind::Moving)
    return true;
  isl::map Load = L.Transfers.loadedAnyway();
  return checked(
      ctx(),
      areDisjoint(Load.intersect_params(T.Tiles.Context), L.Kept.Elements),
      "what is kept and loaded");
}

/// The claim of what is kept.
llvm::Error WindowProof::runKept() {
  unsigned Strip = T.Tiles.Shape->originDimensions() - 1;
  if (!mayKeep())
    return refused("moves while others use the buffer");
  if (!movesAlone(Strip))
    return refused("moves with another one");
  auto All = keepsAll(Until.unite(L.Transfers.Store));
  if (!All)
    return All.takeError();
  Keeps = kept();
  if (!*All)
    return refused("moves while an element that is not kept stays");
  struct Claim {
    llvm::Expected<bool> (WindowProof::*Holds)() const;
    const char *Why;
  };
  for (const Claim &C :
       {Claim{&WindowProof::comesFromTiles, "moves more than one step"},
        Claim{&WindowProof::comesFromBuffer,
              "did not hold what is kept a step before"},
        Claim{&WindowProof::movesToFreeCells,
              "moves what is kept over what is kept"},
        Claim{&WindowProof::isNotLoaded, "keeps what is loaded meanwhile"},
        Claim{&WindowProof::areApart, "has one cell for two kept elements"}}) {
    auto Holds = (this->*C.Holds)();
    if (!Holds)
      return Holds.takeError();
    if (!*Holds)
      return refused(C.Why);
  }
  return llvm::Error::success();
}

/// That nothing stays in the buffer where windows move, but what is kept:
/// \p Shifts tells for each coordinate whether one does.
llvm::Error WindowProof::runShifts(const std::vector<bool> &Shifts) {
  bool HasKept = !L.Kept.Elements.is_null();
  for (unsigned K = 0; K < Shifts.size(); ++K) {
    if (HasKept ? K + 1 == Shifts.size() : !Shifts[K])
      continue;
    auto Same = isSameAround(K);
    if (!Same)
      return Same.takeError();
    if (!*Same)
      return refused("moves while an element stays in the buffer");
  }
  return HasKept ? runKept() : llvm::Error::success();
}

/// What is accessed around a tile, which matters where something is kept or a
/// window moves.
void WindowProof::findAccesses() {
  const ArrayTransfers &A = L.Transfers;
  isl::set Context = T.Tiles.Context;
  Accesses = accesses();
  auto InScope = [&](const isl::map &Points) {
    isl::map Accessed = answered(
        Question(Points.ctx(), "accesses of points")
            .about(Points)
            .about(Accesses)
            .about(Context),
        [&] { return Points.apply_range(Accesses).intersect_params(Context); });
    return ofArray(Accessed);
  };
  Present = InScope(T.Tiles.Before);
  Since = InScope(T.Tiles.Inside.unite(T.Tiles.Before));
  Until = InScope(T.Tiles.Inside.unite(T.Tiles.After));
  if (!A.LoadedBefore.is_null()) {
    Present = Present.unite(A.LoadedBefore).intersect_params(Context);
    Since = Since.unite(A.Load).unite(A.LoadedBefore).intersect_params(Context);
  }
}

llvm::Error WindowProof::run() {
  const ArrayTransfers &A = L.Transfers;
  isl::set Context = T.Tiles.Context;
  Used = A.accessed().unite(A.Load).unite(A.Store);
  if (T.Tiles.IsDivided)
    Used = Used.unite(A.held());
  if (!A.FullLoad.is_null())
    Used = Used.unite(A.FullLoad);
  Used = answered(Question(Used.ctx(), "in tiles")
                      .about(Used)
                      .about(T.Tiles.NonEmpty)
                      .about(Context),
                  [&] {
                    return Used.intersect_domain(T.Tiles.NonEmpty)
                        .intersect_params(Context);
                  });
  if (!L.Kept.Elements.is_null())
    Used = Used.unite(L.Kept.Elements).intersect_params(Context);
  std::vector<bool> Shifts(T.Tiles.Shape->originDimensions());
  for (unsigned R = 0; R < L.Windows.size(); ++R) {
    const RowWindow &W = L.Windows[R];
    if (W.IsAligned)
      if (llvm::Error E = runAligned(R, W))
        return E;
    if (!W.IsStatic)
      continue;
    if (W.Bounds.empty() ||
        llvm::any_of(W.Bounds, [](const auto &B) { return B.Factor != 1; }))
      return refused("has no start");
    auto Inside = staysInside(R, W, Used);
    if (!Inside)
      return Inside.takeError();
    if (!*Inside)
      return refused("does not hold what a tile uses");
    for (unsigned K = 0; K < Shifts.size(); ++K)
      Shifts[K] = Shifts[K] || dependsOn(W, K);
  }
  if (L.Kept.Elements.is_null() && !llvm::is_contained(Shifts, true))
    return llvm::Error::success();
  findAccesses();
  return runShifts(Shifts);
}

llvm::Error stevedore::verifyWindows(const RegionPlan &Plan,
                                     const PlannedArray &A) {
  if (A.Local->Sides == SideKind::Moving && A.Local->Kept.Elements.is_null())
    return llvm::make_error<IslError>(
        IslError::Budget, "what moves between sides takes too long to find");
  if (llvm::none_of(A.Local->Windows, [](const RowWindow &W) {
        return W.IsStatic || W.IsAligned;
      }))
    return llvm::Error::success();
  if (A.Local->Windows.size() != A.Local->Mapping.Matrix.size())
    return llvm::make_error<IslError>(IslError::Invalid,
                                      "windows of other rows than a mapping's");
  for (unsigned R = 0;
       R < A.Local->Windows.size() && !A.Local->Mapping.Offsets.empty(); ++R)
    if (!areOneWindow(*A.Band, *A.Local, R))
      return llvm::make_error<IslError>(
          IslError::Invalid, "arrays that overlap have different windows");
  return WindowProof(Plan, A).run();
}
