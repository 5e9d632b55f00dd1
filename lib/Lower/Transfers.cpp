//===- Transfers.cpp - The load and store phases --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Phases.h"
#include "TransferWalk.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Existentials.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/ast.h"
#include "isl/mat.h"
#include "isl/set.h"

namespace stevedore {
namespace lower {

void TransferWalk::transfer(looptree::Element Local, looptree::Element Remote,
                            std::optional<Expr> Count,
                            std::vector<looptree::Repetition> Repetitions) {
  looptree::TransferNode T;
  T.Gets = C.D == Direction::Load;
  T.Local = std::move(Local);
  T.Remote = std::move(Remote);
  T.Count = std::move(Count);
  T.Lengths = Moved.lengths();
  T.Repetitions = std::move(Repetitions);
  T.Tag = C.Tag;
  W.add(looptree::share(std::move(T)));
}

void TransferWalk::leaf(const Leaf &L) {
  std::vector<Affine> First = Moved.first(L.Coordinates);
  if (C.IsKept) {
    looptree::MoveNode M;
    M.To = element({&Home, Home.ArrayNumber, First});
    M.From = far(First);
    return W.add(looptree::share(std::move(M)));
  }
  transfer(element({&Home, Home.ArrayNumber, First}), far(First), std::nullopt);
}

static bool hasLoopFrom(const Scan &S, size_t At) {
  for (size_t K = At; K < S.Levels.size(); ++K)
    if (S.Levels[K].isLoop())
      return true;
  return false;
}

/// The largest or smallest of \p Bounds.
static Affine extreme(const std::vector<Affine> &Bounds, Expr::Kind K) {
  if (Bounds.size() == 1)
    return Bounds.front();
  return Affine::atom(Expr::make(K, expressions(Bounds)));
}

/// What \p Lower adds, where all of \p Conditions hold.
void TransferWalk::lowerIf(const std::vector<Expr> &Conditions,
                           llvm::function_ref<void()> Lower) {
  if (Conditions.empty())
    return Lower();
  W.open();
  Lower();
  W.add(looptree::makeIf(looptree::conjunction(Conditions), W.close()));
}

/// The levels inside level \p At of \p S, where its conditions hold.
void TransferWalk::scanInside(const Scan &S, size_t At, const Leaf &Element) {
  lowerIf(S.Levels[At].Conditions, [&] { scanLevel(S, At + 1, Element); });
}

/// The first value of the counter of \p Level that is not below \p From.
static Affine onStep(Affine From, const ScanLevel &Level) {
  if (Level.Step == 1)
    return From;
  From.add(Level.Residue);
  Expr Rest = From.withoutConstant().expr();
  auto isAnything = [](llvm::StringRef) { return 1; };
  if (firstMultiple(Rest, Level.Step, isAnything) == Rest)
    From.add(Affine(-From.constant() +
                    llvm::divideCeilSigned(From.constant(), Level.Step) *
                        Level.Step));
  else
    From = Affine::atom(
        Expr::make(Expr::FirstMultiple, {From.expr(), Level.Step}));
  return From.add(Level.Residue, -1);
}

Loop TransferWalk::loopOf(const ScanLevel &Level) {
  Loop L;
  L.Counter = Level.Name;
  std::vector<Affine> Lower = Level.Lower;
  for (Affine &From : Lower)
    From = onStep(From, Level);
  L.InitForm = extreme(Lower, Expr::Max);
  L.Init = L.InitForm.expr();
  L.Last = extreme(Level.Upper, Expr::Min);
  L.Condition = compare(Expr::LessEqual, Expr::variable(L.Counter),
                        L.Last->expr());
  L.Step = Level.Step;
  return L;
}

/// The loop of level \p At with what is inside it.
void TransferWalk::scanLoop(const Scan &S, size_t At, const Leaf &Element) {
  const ScanLevel &Level = S.Levels[At];
  Loop L = loopOf(Level);
  bool Innermost = At + 1 == S.Levels.size() && Level.Conditions.empty();
  if (Innermost && emitRun(L, Element, Level.IsNeverEmpty))
    return;
  Scope Inside(*this);
  W.open();
  bind(L.Counter);
  hoist(Element);
  scanInside(S, At, Element);
  W.add(makeLoop(L, W.close()));
}

/// Level \p At of \p S and those inside it.
void TransferWalk::scanLevel(const Scan &S, size_t At, const Leaf &Element) {
  if (At == S.Levels.size())
    return leaf(Element);
  if (!C.Far && Home.Local->Transfers.InBoxes && box(S, At, Element))
    return;
  const ScanLevel &Level = S.Levels[At];
  if (Level.isLoop())
    return scanLoop(S, At, Element);
  if (Level.IsDivision) {
    W.let(Level.Name, Level.Value->expr());
    Pending.erase(Level.Name);
    if (hasLoopFrom(S, At + 1))
      hoist(Element);
  }
  scanInside(S, At, Element);
}

llvm::Expected<bool> TransferWalk::piece(const isl::basic_set &Piece,
                                         const isl::basic_set &Context) {
  llvm::Expected<std::optional<Scan>> Loops =
      scanPiece(Piece, Context, B.Counted,
                B.ElementCounters[Home.ArrayNumber], B.N,
                [this] { return local("q"); });
  if (!Loops)
    return Loops.takeError();
  if (!*Loops)
    return false;
  const Scan &S = **Loops;
  for (const ScanLevel &Level : S.Levels)
    if (Level.IsDivision)
      Pending.insert(Level.Name);
  Leaf Element;
  Element.Coordinates = S.Coordinates;
  lowerIf(S.Guard, [&] {
    if (hasLoopFrom(S, 0))
      hoist(Element);
    scanLevel(S, 0, Element);
  });
  return true;
}

/// A nest that scans \p Elements { A[m] }, of array number \p Array, where
/// \p Context holds.
static llvm::Expected<Nest> scan(const BandFrame &B, unsigned Array,
                                 isl::set Context, isl::set Elements,
                                 bool Atomic) {
  NestOptions Options;
  unsigned Rank = countOf(isl_set_dim(Elements.get(), isl_dim_set));
  Options.Counters.assign(B.ElementCounters[Array].begin(),
                          B.ElementCounters[Array].begin() + Rank);
  Options.MoreCounters = B.MoreCounters;
  Options.Atomic = Atomic ? Rank : 0;
  isl_map *Order =
      isl_map_reset_tuple_id(isl_set_identity(Elements.release()), isl_dim_out);
  return buildNest(Context, isl::union_map(isl::manage(Order)), Options, B.N);
}

/// The number of equalities of \p Piece, and of its constraints.
static std::pair<unsigned, unsigned> extent(const isl::basic_set &Piece) {
  isl_mat *Equalities = isl_basic_set_equalities_matrix(
      Piece.get(), isl_dim_set, isl_dim_div, isl_dim_param, isl_dim_cst);
  unsigned Count = countOf(isl_mat_rows(Equalities));
  isl_mat_free(Equalities);
  return {Count, countOf(isl_basic_set_n_constraint(Piece.get()))};
}

static std::vector<isl::basic_set> convexPieces(const isl::set &S) {
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
  std::vector<isl::basic_set> Widest = convexPieces(Elements);
  llvm::stable_sort(Widest, [](const isl::basic_set &A,
                               const isl::basic_set &B) {
    return extent(A) < extent(B);
  });
  isl::set Done = isl::set::empty(Elements.get_space()), Result = Done;
  for (const isl::basic_set &Piece : Widest) {
    Result = Result.unite(coalesced(isl::set(Piece).subtract(Done)));
    Done = Done.unite(isl::set(Piece));
  }
  return coalesced(Result);
}

/// \p Elements in disjoint convex pieces; none if they are too many, or take too
/// long to find.
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

/// disjointPieces() of \p Elements, or of what is left of them at the origins,
/// whichever is shorter.
static std::optional<std::vector<isl::basic_set>>
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

/// The transfers of \p Elements { A[m] }, indices of \p Moved, where
/// \p Context holds, by one nest.
static llvm::Expected<Block> oneNest(const BandFrame &B, const Slice &Moved,
                                     const Channel &C, isl::set Context,
                                     isl::set Elements) {
  llvm::Expected<Nest> Loops = scan(B, Moved.home().ArrayNumber, Context, Elements, true);
  if (!Loops)
    return Loops.takeError();
  Builder W;
  TransferWalk(B, Moved, C, W).run(*Loops);
  return W.take();
}

/// oneNest() within its limit.
static llvm::Expected<Block> shortNest(const BandFrame &B, const Slice &Moved,
                                       const Channel &C, isl::set Context,
                                       isl::set Elements) {
  Budget Limit(Elements.ctx(), {0, limits::OneNestOperations});
  return within(Limit, oneNest(B, Moved, C, Context, Elements),
                "the loops of a transfer");
}

/// The same for a convex set, which may be empty at the origins.
static llvm::Expected<Block> onePiece(const BandFrame &B, Slice Moved,
                                      const Channel &C, isl::set Context,
                                      const isl::basic_set &Hull,
                                      const isl::basic_set &Piece) {
  if (B.onCounts(isl::set(Piece)).is_empty().is_true())
    return Block();
  isl::set Indices =
      C.Far ? isl::set(Piece) : Moved.widen(B, isl::set(Piece), Context);
  std::vector<isl::basic_set> Convex = convexPieces(B.onCounts(Indices));
  Builder W;
  llvm::Expected<bool> Scanned = false;
  if (Convex.size() == 1)
    Scanned = TransferWalk(B, Moved, C, W).piece(Convex.front(), Hull);
  if (!Scanned)
    return Scanned.takeError();
  if (!*Scanned)
    return oneNest(B, Moved, C, Context, Indices);
  return W.take();
}

/// The transfers of \p Elements { A[m] } where \p Context holds. Of pieces that
/// are too many to be scanned one by one, and that one nest takes too long for,
/// some elements are moved twice, with the same value.
static llvm::Expected<Block> oneArray(const BandFrame &B, const Buffer &Home,
                                      const Channel &C, isl::set Context,
                                      isl::set Elements) {
  Slice Moved(Home);
  isl::set Runs = inRuns(Elements.intersect_params(Context));
  isl::set Held = C.Far ? Runs : inRuns(Moved.widen(B, Runs, Context));
  auto Pieces = shortestPieces(B, Held);
  Block Result;
  if (!Pieces) {
    llvm::Expected<Block> Together = shortNest(B, Moved, C, Context, Held);
    if (Together) {
      looptree::appendApart(Result, std::move(*Together));
      return Result;
    }
    llvm::Error Failed = Together.takeError();
    if (!takeOverBudget(Failed))
      return std::move(Failed);
    Pieces = convexPieces(Held);
  }
  isl::basic_set Hull =
      isl::manage(isl_set_simple_hull(B.onCounts(Context).release()));
  for (const isl::basic_set &Piece : *Pieces) {
    llvm::Expected<Block> Part = onePiece(B, Moved, C, Context, Hull, Piece);
    if (!Part)
      return Part.takeError();
    looptree::appendApart(Result, std::move(*Part));
  }
  return Result;
}

/// Those of \p Elements that are in the buffer on the other side of \p C, which
/// may have a part of its array.
static isl::set heldBy(const BandFrame &B, const Channel &C,
                       const isl::set &Elements) {
  if (!C.Far || C.Far->Local->Transfers.Part.is_null())
    return Elements;
  Band Around = B.Tiled.B;
  Around.Memory = C.Far->Memory;
  return Elements.intersect(
      B.Sizes.in(stevedore::atOrigin(C.Far->Local->Transfers.Part, Around)));
}

/// The transfers of one array: \p General, or two versions where full tiles
/// have a load of their own or need much less code.
static llvm::Expected<Block> lowerArray(const BandFrame &B, const Buffer &Home,
                                        const Channel &C,
                                        const isl::set &Elements) {
  const ArrayTransfers &T = Home.Local->Transfers;
  bool HasFull = B.FullTile.is_empty().is_false();
  bool OwnFullLoad = C.D == Direction::Load && !T.FullLoad.is_null();
  if (OwnFullLoad && B.IsAlwaysFull)
    return oneArray(B, Home, C, B.FullTile,
                    heldBy(B, C, B.atOrigin(T.FullLoad)));
  llvm::Expected<Block> General = oneArray(B, Home, C, B.Tile, Elements);
  if (!General || B.IsAlwaysFull)
    return General;
  size_t Lines = countLines(*General);
  llvm::Expected<Block> Full = Block();
  if (HasFull && (OwnFullLoad || Lines > limits::ExtraTransferLines))
    Full =
        oneArray(B, Home, C, B.FullTile,
                 OwnFullLoad ? heldBy(B, C, B.atOrigin(T.FullLoad)) : Elements);
  if (!Full)
    return Full.takeError();
  if (OwnFullLoad && HasFull)
    return lowerBoth(isFull(B), std::move(*Full), std::move(*General));
  if (Lines <= countLines(*Full) + limits::ExtraTransferLines)
    Full->clear();
  return lowerByFullness(B, std::move(*Full), std::move(*General));
}

/// The elements of \p Home that \p C moves.
static isl::set movedElements(const BandFrame &B, const Buffer &Home,
                              const Channel &C) {
  const ArrayTransfers &T = Home.Local->Transfers;
  return heldBy(B, C, B.atOrigin(C.D == Direction::Load ? T.Load : T.Store));
}

/// The transfers between \p Home and each buffer on the other side that has a
/// part of its elements; remote memory where there is none.
static llvm::Expected<Block> lowerBuffer(const BandFrame &B, const Buffer &Home,
                                         const Channel &C) {
  if (!C.Farther)
    return lowerArray(B, Home, C, movedElements(B, Home, C));
  Block Result;
  for (const Buffer &Far : *C.Farther) {
    if (Far.ArrayNumber != Home.ArrayNumber)
      continue;
    Channel Between = C;
    Between.Far = &Far;
    isl::set Elements = movedElements(B, Home, Between);
    if (Elements.is_empty().is_true())
      continue;
    llvm::Expected<Block> Part = lowerArray(B, Home, Between, Elements);
    if (!Part)
      return Part;
    append(Result, *Part);
  }
  return Result;
}

llvm::Expected<Block> lowerTransfers(const BandFrame &B,
                                     const std::vector<Buffer> &Buffers,
                                     const Channel &C) {
  Block Result;
  for (const Buffer &Home : Buffers) {
    if (movedElements(B, Home, C).is_empty().is_true())
      continue;
    llvm::Expected<Block> Array = lowerBuffer(B, Home, C);
    if (!Array)
      return Array.takeError();
    append(Result, *Array);
  }
  return Result;
}

llvm::Expected<Block> lowerKept(const BandFrame &B,
                                const std::vector<Buffer> &Buffers) {
  Block Result;
  for (const Buffer &Home : Buffers) {
    const KeptElements &Kept = Home.Local->Kept;
    if (Kept.Elements.is_null())
      continue;
    Buffer Before = Home;
    for (BufferRow &Row : Before.Rows)
      if (Row.Number == Kept.Row)
        Row.Base.add(Affine(-Kept.Distance));
    Channel C{Direction::Load, {}, nullptr, &Before, true};
    llvm::Expected<Block> Array =
        oneArray(B, Home, C, B.Tile, B.atOrigin(Kept.Elements));
    if (!Array)
      return Array;
    append(Result, *Array);
  }
  return Result;
}

} // namespace lower
} // namespace stevedore
