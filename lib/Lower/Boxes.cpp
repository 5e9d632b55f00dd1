//===- Boxes.cpp - Transfers of rows at constant distances ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops whose bounds do not depend on each other enumerate a box. Where each
// step of one of them goes a constant distance in both memories, such loops
// are one transfer of two or three dimensions:
//
//   GET_2D(&local[l], pitch, &remote[m], pitch, run, rows)
//
// A buffer dimension that wraps is gone through in segments that do not.
//
//===----------------------------------------------------------------------===//

#include "TransferWalk.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/set.h"

namespace stevedore {
namespace lower {

/// One loop of a box.
struct BoxLoop {
  Loop L;
  /// How the element moves with the counter: how far each subscript, and how
  /// far the position along each row of the buffer.
  std::vector<int64_t> Step, RowStep;
  /// From one iteration to the next, in cells and in elements; the latter is
  /// not always known.
  Expr LocalPitch = 0;
  std::optional<Expr> RemotePitch;
  bool IsNeverEmpty = false;
  /// Both steps are constant, and none goes backwards.
  bool IsRegular = false;
};

/// The loops of a box, from the outermost: those around transfers, those that
/// are repetitions in one, and the run.
struct BoxLoops {
  std::vector<BoxLoop> Around, Repeated;
  std::optional<BoxLoop> Run;
};

/// One transfer of a box.
struct BoxTransfer {
  /// Of a loop in segments the counter and its last value, both with a name.
  struct Segment {
    std::string At, Last;
  };
  /// The repetitions, from the outermost, and the run.
  std::vector<const BoxLoop *> Loops;
  /// Of each loop how often it runs, and its segments.
  std::vector<Expr> Counts;
  std::vector<Segment> Segments;
  /// Where the first element is.
  std::vector<Affine> Coordinates;
  /// That there is any element.
  std::vector<Expr> Conditions;
};

/// The number of elements in a row of \p A along dimension \p D, which is not
/// the first; none where it is not known, or not affine.
static std::optional<Expr> rowLength(const BandFrame &B, const Array &A,
                                     unsigned D) {
  if (A.Extent.is_null())
    return std::nullopt;
  isl_set *Row = isl_set_project_out(A.Extent.copy(), isl_dim_set, D + 1,
                                     A.Rank - D - 1);
  isl::set Indices =
      isl::manage(isl_set_project_out(Row, isl_dim_set, 0, D));
  if (isl_set_dim_is_bounded(Indices.get(), isl_dim_set, 0) != isl_bool_true)
    return std::nullopt;
  isl::val First = isl::manage(isl_set_dim_min_val(Indices.copy(), 0));
  isl::pw_aff Last = isl::manage(isl_set_dim_max(Indices.copy(), 0));
  std::optional<Expr> Result;
  if (!First.is_zero().is_true() || Last.is_null() ||
      isl_pw_aff_n_piece(Last.get()) != 1)
    return std::nullopt;
  Last.foreach_piece([&](isl::set, isl::aff Value) -> isl::stat {
    if (std::optional<QuasiAffineForm> F = B.form(Value.add_constant(1)))
      Result = B.affine(*F).expr();
    return isl::stat::ok();
  });
  return Result;
}

/// How far apart elements are in memory whose subscripts differ by \p Step.
static std::optional<Expr> remotePitch(const BandFrame &B, const Array &A,
                                       llvm::ArrayRef<int64_t> Step) {
  Expr Length = 1, Result = 0;
  for (unsigned D = A.Rank; D-- > 0;) {
    if (Step[D] != 0)
      Result = sum(product(Length, Expr(Step[D])), Result);
    if (llvm::all_of(Step.take_front(D), [](int64_t S) { return S == 0; }))
      return Result;
    std::optional<Expr> Row = rowLength(B, A, D);
    if (!Row || (A.Pointers > 0 && D == 1))
      return std::nullopt;
    Length = product(Length, *Row);
  }
  return Result;
}

/// Describes the loop over \p Level, whose body moves \p Coordinates of an
/// element of \p Home.
static BoxLoop describe(const BandFrame &B, const Buffer &Home, Loop L,
                        bool IsNeverEmpty,
                        const std::vector<Affine> &Coordinates) {
  BoxLoop Result;
  const std::string Counter = L.Counter;
  Result.L = std::move(L);
  Result.IsNeverEmpty = IsNeverEmpty;
  Result.IsRegular = true;
  bool Moves = false;
  for (const Affine &C : Coordinates) {
    Result.Step.push_back(C.coefficient(Counter));
    Moves |= Result.Step.back() > 0;
    Result.IsRegular &= !C.hides(Counter) && Result.Step.back() >= 0;
  }
  Result.Step.resize(Home.Remote->Rank);
  for (unsigned R = 0; R < Home.Rows.size(); ++R) {
    Affine Distance = Home.Rows[R].distance(Coordinates);
    int64_t Step = Distance.coefficient(Counter);
    Result.RowStep.push_back(Step);
    Result.IsRegular &= !Distance.hides(Counter) && Step >= 0;
    if (Step != 0)
      Result.LocalPitch =
          sum(Result.LocalPitch, product(Home.stride(R), Expr(Step)));
  }
  Result.RemotePitch = remotePitch(B, *Home.Remote, Result.Step);
  Result.IsRegular &= Moves && Result.RemotePitch.has_value();
  return Result;
}

/// Whether \p X and \p Y move along a row of \p Home that wraps.
static bool wrapTogether(const Buffer &Home, const BoxLoop &X,
                         const BoxLoop &Y) {
  for (unsigned R = 0; R < Home.Rows.size(); ++R)
    if (!Home.Rows[R].Static && X.RowStep[R] != 0 && Y.RowStep[R] != 0)
      return true;
  return false;
}

/// Whether the levels of \p S from number \p At on enumerate a box: their bounds
/// do not depend on each other, and there are no other conditions.
static bool isBox(const Scan &S, size_t At) {
  std::vector<std::string> Counters;
  for (size_t K = At; K < S.Levels.size(); ++K)
    Counters.push_back(S.Levels[K].Name);
  auto isFree = [&](const Affine &Bound) {
    return llvm::none_of(Counters, [&](const std::string &Name) {
      return Bound.uses(Name);
    });
  };
  return llvm::all_of(llvm::drop_begin(S.Levels, At), [&](const ScanLevel &L) {
    return !L.IsDivision && L.Step == 1 && L.Conditions.empty() &&
           llvm::all_of(L.Lower, isFree) && llvm::all_of(L.Upper, isFree);
  });
}

/// Lowers the levels of \p S from number \p At on as transfers of several
/// dimensions; false if they are no box, or need none.
bool TransferWalk::box(const Scan &S, size_t At, const Leaf &Element) {
  if (wantsBanks(B.Plan) || !isBox(S, At))
    return false;
  BoxLoops Loops;
  for (size_t K = S.Levels.size(); K-- > At;) {
    const ScanLevel &Level = S.Levels[K];
    if (!Level.isLoop())
      continue;
    BoxLoop Next = describe(B, Home, loopOf(Level), Level.IsNeverEmpty,
                            Element.Coordinates);
    auto together = [&](const BoxLoop &Other) {
      return wrapTogether(Home, Next, Other);
    };
    bool IsApart = llvm::none_of(Loops.Repeated, together) &&
                   !(Loops.Run && together(*Loops.Run));
    if (!Loops.Run && Loops.Repeated.empty() && isRun(Next.L, Element))
      Loops.Run = std::move(Next);
    else if (Next.IsRegular && IsApart &&
             Loops.Repeated.size() < looptree::TransferNode::MaxRepetitions)
      Loops.Repeated.insert(Loops.Repeated.begin(), std::move(Next));
    else
      Loops.Around.insert(Loops.Around.begin(), std::move(Next));
  }
  if (Loops.Repeated.empty())
    return false;
  boxInside(Loops, 0, Element);
  return true;
}

/// The loops around the transfers from number \p At on, and what is inside.
void TransferWalk::boxInside(const BoxLoops &Loops, size_t At,
                             const Leaf &Element) {
  if (At == Loops.Around.size())
    return boxItself(Loops, Element);
  const Loop &L = Loops.Around[At].L;
  Scope Inside(*this);
  W.open();
  bind(L.Counter);
  hoist(Element);
  boxInside(Loops, At + 1, Element);
  W.add(makeLoop(L, W.close()));
}

/// \p Coordinates where the variable \p Counter is \p Value.
static void put(std::vector<Affine> &Coordinates, const std::string &Counter,
                const Affine &Value) {
  for (Affine &C : Coordinates) {
    int64_t Factor = C.coefficient(Counter);
    if (Factor != 0)
      C = C.without(Counter).add(Value, Factor);
  }
}

/// Makes \p Box a loop of \p T: one that wraps in segments, or a number of
/// repetitions that is positive, or has to be asked for that.
void TransferWalk::addLoop(const BoxLoop &Box, BoxTransfer &T) {
  T.Loops.push_back(&Box);
  T.Segments.emplace_back();
  bool Wraps = false;
  for (unsigned R = 0; R < Home.Rows.size(); ++R)
    Wraps |= !Home.Rows[R].Static && Box.RowStep[R] != 0;
  if (Wraps) {
    T.Segments.back() = {local("s"), local("e")};
    put(T.Coordinates, Box.L.Counter, Affine::name(T.Segments.back().At));
    T.Counts.push_back(Expr::variable(local("n")));
    return;
  }
  put(T.Coordinates, Box.L.Counter, Box.L.InitForm);
  Affine Length = *Box.L.Last;
  Length.add(Box.L.InitForm, -1).add(Affine(1));
  T.Counts.push_back(Length.expr());
  if (Box.IsNeverEmpty || isPositive(Length))
    return;
  std::string Count = local("n");
  W.let(Count, Length.expr());
  T.Counts.back() = Expr::variable(Count);
  T.Conditions.push_back(compare(Expr::Greater, T.Counts.back(), 0));
}

/// How long the next segment of loop number \p K is: to the end of the loop, or
/// of a row, where \p Local begins.
void TransferWalk::limitSegment(const BoxTransfer &T, unsigned K,
                                looptree::Element &Local) {
  const auto &[At, Last] = T.Segments[K];
  std::vector<Expr> Limits = {Expr::make(
      Expr::Add,
      {Expr::make(Expr::Sub, {Expr::variable(Last), Expr::variable(At)}),
       Expr(1)})};
  for (unsigned R = 0; R < Home.Rows.size(); ++R) {
    int64_t Step = T.Loops[K]->RowStep[R];
    if (Home.Rows[R].Static || Step == 0)
      continue;
    std::string Place = local("p");
    W.let(Place, Local.Subscripts[R]);
    Local.Subscripts[R] = Expr::variable(Place);
    Expr Modulus = Home.Rows[R].Modulus;
    Expr Rest = Expr::make(Expr::Sub, {Modulus, Local.Subscripts[R]});
    if (Step != 1)
      Rest = Expr::make(
          Expr::Add,
          {Expr::make(Expr::FloorDiv,
                      {Expr::make(Expr::Sub, {Rest, Expr(1)}), Expr(Step)}),
           Expr(1)});
    Limits.push_back(Rest);
  }
  W.let(T.Counts[K].name().str(), Expr::make(Expr::Min, Limits));
}

/// One transfer, inside of the segments of the loops that move along a row
/// that wraps:
///
///   for (long s = first, e = last; s <= e;) {
///     const long p = wrap(c s - base, b);
///     const long n = min(e - s + 1, (b - 1 - p) / c + 1);
///     GET_2D(... + p ..., n rows);
///     s += n;
///   }
void TransferWalk::boxItself(const BoxLoops &Loops, const Leaf &Element) {
  Scope S(*this);
  BoxTransfer T;
  T.Coordinates = Element.Coordinates;
  W.open();
  for (const BoxLoop &L : Loops.Repeated)
    addLoop(L, T);
  if (Loops.Run)
    addLoop(*Loops.Run, T);
  std::vector<Affine> First = Moved.first(T.Coordinates);
  looptree::Element Local = element({&Home, Home.ArrayNumber, First});
  std::vector<unsigned> Open;
  W.open();
  for (unsigned K = 0; K < T.Loops.size(); ++K)
    if (!T.Segments[K].At.empty()) {
      W.open();
      limitSegment(T, K, Local);
      Open.push_back(K);
    }
  std::vector<looptree::Repetition> Repetitions;
  for (unsigned K = Loops.Repeated.size(); K-- > 0;)
    Repetitions.push_back({T.Counts[K], T.Loops[K]->LocalPitch,
                           *T.Loops[K]->RemotePitch, T.Loops[K]->Step});
  std::optional<Expr> Count;
  if (Loops.Run)
    Count = T.Counts.back();
  transfer(std::move(Local), far(First), Count, std::move(Repetitions));
  for (unsigned K : llvm::reverse(Open)) {
    const auto &[At, Last] = T.Segments[K];
    W.add(looptree::makeAssign(At, T.Counts[K], true));
    W.add(segments(At, T.Loops[K]->L.Init, Last, T.Loops[K]->L.Last->expr(),
                   W.close()));
  }
  Block Inside = W.close();
  if (!T.Conditions.empty())
    Inside = {looptree::makeIf(looptree::conjunction(T.Conditions),
                               std::move(Inside))};
  W.add(Inside);
  Block Whole = W.close();
  W.add(Whole);
}

} // namespace lower
} // namespace stevedore
