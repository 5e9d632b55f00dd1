//===- Transfers.cpp - The load and store phases --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Phases.h"
#include "Pieces.h"
#include "TransferWalk.h"
#include "stevedore/Plan/Sides.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
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
                                         const isl::basic_set &Cut,
                                         const isl::basic_set &Context) {
  llvm::Expected<std::optional<Scan>> Loops = scanPiece(
      Piece, Cut, Context, B.Counted, B.ElementCounters[Home.ArrayNumber], B.N,
      B.Tiled.Tiles.Parameters, [this] { return local("q"); });
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
                                 isl::set Context, isl::set Elements) {
  NestOptions Options;
  Options.Atomic = countOf(isl_set_dim(Elements.get(), isl_dim_set));
  Options.Counters.assign(B.ElementCounters[Array].begin(),
                          B.ElementCounters[Array].begin() + Options.Atomic);
  Options.MoreCounters = B.MoreCounters;
  isl_map *Order =
      isl_map_reset_tuple_id(isl_set_identity(Elements.release()), isl_dim_out);
  return buildNest(Context, isl::union_map(isl::manage(Order)), Options, B.N);
}

/// The transfers of \p Elements { A[m] }, indices of \p Moved, where
/// \p Context holds, by one nest.
static llvm::Expected<Block> oneNest(const BandFrame &B, const Slice &Moved,
                                     const Channel &C, isl::set Context,
                                     isl::set Elements) {
  llvm::Expected<Nest> Loops =
      scan(B, Moved.home().ArrayNumber, Context, Elements);
  if (!Loops)
    return Loops.takeError();
  Builder W;
  TransferWalk(B, Moved, C, W).run(*Loops);
  return W.take();
}

namespace {

/// A convex set of elements to be moved.
struct MovedPiece {
  Slice Moved;
  /// The indices of slices, on what origins count.
  isl::set Indices;

  isl::basic_set convex() const { return convexPieces(Indices).front(); }
};

/// Lowers the pieces of one array's transfers.
class PieceLowering {
public:
  PieceLowering(const BandFrame &B, const Channel &C, isl::set Context)
      : B(B), C(C), Context(std::move(Context)),
        Counted(B.onCounts(this->Context)),
        Hull(isl::manage(isl_set_simple_hull(Counted.copy()))) {}

  llvm::Expected<Block> run(const Slice &Moved,
                            llvm::ArrayRef<isl::basic_set> Pieces) const;

private:
  llvm::Expected<Block> one(const MovedPiece &P) const;
  llvm::Expected<Block> together(const CutPiece &Whole,
                                 llvm::ArrayRef<MovedPiece> Pieces) const;
  std::vector<CutPiece> groups(const Slice &Moved,
                               llvm::ArrayRef<MovedPiece> Pieces) const;

  const BandFrame &B;
  const Channel &C;
  isl::set Context, Counted;
  isl::basic_set Hull;
};

} // namespace

/// The transfers of one piece.
llvm::Expected<Block> PieceLowering::one(const MovedPiece &P) const {
  Builder W;
  llvm::Expected<bool> Scanned = false;
  if (isConvex(P.Indices))
    Scanned = TransferWalk(B, P.Moved, C, W).piece(P.convex(), {}, Hull);
  if (!Scanned)
    return Scanned.takeError();
  if (!*Scanned)
    return oneNest(B, P.Moved, C, Context, B.onOrigins(P.Indices));
  return W.take();
}

/// Whether the lengths of all transfers in \p B are numbers.
static bool haveKnownLengths(const Block &B) {
  bool AreKnown = true;
  looptree::walk(B, [&](const looptree::Node &N) {
    const auto *T = llvm::dyn_cast<looptree::TransferNode>(&N);
    AreKnown &= !T || !T->Count || T->Count->kind() == Expr::Integer;
  });
  return AreKnown;
}

/// The transfers of pieces together, or one after the other where that is as
/// short, or where their lengths are numbers then and not together.
llvm::Expected<Block>
PieceLowering::together(const CutPiece &Whole,
                        llvm::ArrayRef<MovedPiece> Pieces) const {
  Block Apart;
  for (unsigned K : Whole.Parts) {
    llvm::Expected<Block> Part = one(Pieces[K]);
    if (!Part)
      return Part;
    looptree::appendApart(Apart, std::move(*Part));
  }
  if (Whole.Parts.size() == 1)
    return Apart;
  Builder W;
  llvm::Expected<bool> Scanned =
      TransferWalk(B, Pieces[Whole.Parts.front()].Moved, C, W)
          .piece(Whole.Hull, Whole.Cut, Hull);
  if (!Scanned)
    return Scanned.takeError();
  Block Together = W.take();
  if (!*Scanned || countLines(Apart) <= countLines(Together) ||
      (haveKnownLengths(Apart) && !haveKnownLengths(Together)))
    return Apart;
  Block Result;
  looptree::appendApart(Result, std::move(Together));
  return Result;
}

/// \p Pieces, put together where they are of single elements as \p Moved is.
/// Transfers of several dimensions want boxes instead.
std::vector<CutPiece>
PieceLowering::groups(const Slice &Moved,
                      llvm::ArrayRef<MovedPiece> Pieces) const {
  std::vector<isl::basic_set> Alike;
  std::vector<unsigned> Numbers;
  std::vector<CutPiece> Result;
  for (unsigned K = 0; K < Pieces.size(); ++K) {
    if (!Moved.home().Local->Transfers.InBoxes && isConvex(Pieces[K].Indices) &&
        Pieces[K].Moved.whole() == Moved.whole()) {
      Alike.push_back(Pieces[K].convex());
      Numbers.push_back(K);
    } else {
      Result.push_back({{}, {}, {K}});
    }
  }
  for (CutPiece &Whole : putTogether(Alike, Counted)) {
    for (unsigned &K : Whole.Parts)
      K = Numbers[K];
    Result.push_back(std::move(Whole));
  }
  llvm::stable_sort(Result, [](const CutPiece &X, const CutPiece &Y) {
    return *llvm::min_element(X.Parts) < *llvm::min_element(Y.Parts);
  });
  return Result;
}

/// The transfers of \p Pieces, indices of \p Moved, some of which may be empty
/// at the origins.
llvm::Expected<Block>
PieceLowering::run(const Slice &Moved,
                   llvm::ArrayRef<isl::basic_set> Pieces) const {
  std::vector<MovedPiece> There;
  for (const isl::basic_set &Piece : Pieces) {
    isl::set Indices(Piece);
    if (B.onCounts(Indices.intersect_params(Context)).is_empty().is_true())
      continue;
    There.push_back({Moved, {}});
    if (!C.Far)
      Indices = There.back().Moved.widen(B, Indices, Context);
    There.back().Indices = B.onCounts(Indices);
  }
  Block Result;
  for (const CutPiece &Whole : groups(Moved, There)) {
    llvm::Expected<Block> Part = together(Whole, There);
    if (!Part)
      return Part;
    append(Result, *Part);
  }
  return Result;
}

/// The transfers of \p Elements { A[m] } where \p Context holds, each of one
/// element: by nests for disjoint pieces, or by one nest, within its limit. The
/// pieces are those that there are in a convex set around the context, so that
/// none is cut at tiles that there are not; in the context where these are too
/// many.
static llvm::Expected<Block> oneArray(const BandFrame &B, const Buffer &Home,
                                      const Channel &C, isl::set Context,
                                      isl::set Elements) {
  isl::set Around(isl::manage(isl_set_simple_hull(Context.copy())));
  bool IsApart = C.Far || !Home.Local->Mapping.Offsets.empty();
  Slice Moved(Home);
  isl::set Held;
  for (const isl::set &Where : {Around, Context}) {
    Moved = Slice(Home);
    Held = inRuns(Elements.intersect_params(Where));
    if (!IsApart)
      Held = inRuns(Moved.widen(B, Held, Context));
    if (auto Pieces = shortestPieces(B, Held))
      return PieceLowering(B, C, Context).run(Moved, *Pieces);
    if (isConvex(Context))
      break;
  }
  Budget Limit(Elements.ctx(), {0, limits::OneNestOperations});
  llvm::Expected<Block> Together = within(
      Limit, oneNest(B, Moved, C, Context, Held), "the loops of a transfer");
  if (!Together)
    return Together;
  Block Result;
  looptree::appendApart(Result, std::move(*Together));
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

/// \p Home as the tile has it that what is kept comes from or goes to.
static Buffer inOtherTile(const Buffer &Home) {
  const LocalArray &L = *Home.Local;
  Buffer Result = Home;
  for (BufferRow &Row : Result.Rows)
    if (Row.Number == L.Kept.Row)
      Row.Base = Row.Other;
    else if (isSideRow(L, Row.Number))
      // It begins at minus the side, and the other one is 1 less that.
      Row.Base.At = Affine(-1).add(Row.Base.At, -1);
  return Result;
}

/// The moves of \p Elements { A[m] } of \p Home.
static llvm::Expected<Block> moves(const BandFrame &B, const Buffer &Home,
                                   const Channel &C, isl::set Elements) {
  if (!Home.Local->Kept.IsInOrder)
    return oneArray(B, Home, C, B.Tile, Elements);
  // One nest keeps the order of all elements, several have one for each piece.
  isl::set Held = inRuns(Elements.intersect_params(B.Tile));
  if (isConvex(Held))
    return PieceLowering(B, C, B.Tile).run(Slice(Home), convexPieces(Held));
  return oneNest(B, Slice(Home), C, B.Tile, Held);
}

llvm::Expected<Block> lowerKept(const BandFrame &B,
                                const std::vector<Buffer> &Buffers,
                                KeptTime Time) {
  Block Result;
  for (const Buffer &Home : Buffers) {
    const LocalArray &L = *Home.Local;
    bool IsForNext = Time == KeptTime::AfterTile;
    if (L.Kept.Elements.is_null() || (L.Sides == SideKind::Moving) != IsForNext)
      continue;
    isl::map Elements = L.Kept.Elements;
    if (IsForNext)
      Elements = B.Tiled.Tiles.Shape->along(1).apply_range(Elements);
    Buffer Other = inOtherTile(Home);
    Channel C{Direction::Load, {}, nullptr, IsForNext ? &Home : &Other, true};
    llvm::Expected<Block> Array =
        moves(B, IsForNext ? Other : Home, C, B.atOrigin(Elements));
    if (!Array)
      return Array;
    append(Result, *Array);
  }
  return Result;
}

} // namespace lower
} // namespace stevedore
