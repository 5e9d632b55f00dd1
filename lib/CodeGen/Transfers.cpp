//===- Transfers.cpp - The load and store phases --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Phases.h"
#include "Scan.h"
#include "Slice.h"
#include "Walk.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/ast.h"
#include "isl/mat.h"
#include "isl/set.h"
#include <optional>

namespace stevedore {
namespace codegen {

static size_t lines(llvm::StringRef Text) { return Text.count('\n'); }

namespace {

/// Prints the transfers of one array, slice by slice.
class TransferWalk : public Walk {
public:
  TransferWalk(const BandFrame &B, const Slice &Moved, const Channel &C,
               Writer &W)
      : Walk(B, W), Moved(Moved), Home(Moved.home()), C(C) {}
  /// Prints the loops over \p Piece; false if there is none for it.
  llvm::Expected<bool> piece(const isl::basic_set &Piece,
                             const isl::basic_set &Context);

private:
  void leaf(const Leaf &L) override;
  std::vector<Reference> references(const Leaf &L) const override {
    return {{&Home, Home.Remote, Moved.first(L.Coordinates)}};
  }
  bool innermost(const Loop &L) override;
  bool isRun(const Loop &L, const Leaf &Element) const;
  bool isPositive(const Linear &Length) const;
  bool emitRun(const Loop &L, const Leaf &Element);
  void scanLevel(const Scan &S, size_t At, const Leaf &Element);
  void scanInside(const Scan &S, size_t At, const Leaf &Element);
  void scanLoop(const Scan &S, size_t At, const Leaf &Element);
  void singleRun(const Loop &L, Leaf Element);
  void wrappingRun(const Loop &L, Leaf Element);
  void transfer(const std::string &Local, const std::string &Remote,
                const std::string &Count);

  const Slice &Moved;
  const Buffer &Home;
  const Channel &C;
};

} // namespace

/// One GET or PUT of \p Count slices; an empty \p Count means one.
void TransferWalk::transfer(const std::string &Local, const std::string &Remote,
                            const std::string &Count) {
  bool Loads = C.D == Direction::Load;
  std::string Macro = B.Options.MacroPrefix + (Loads ? "GET" : "PUT"), Tag;
  if (!C.Tag.empty()) {
    Macro += "_ASYNC";
    Tag = ", " + C.Tag;
  }
  const std::string &To = Loads ? Local : Remote;
  const std::string &From = Loads ? Remote : Local;
  W.line(Macro + "(&" + To + ", &" + From + ", " + Moved.bytes(Count) + Tag +
         ");");
}

void TransferWalk::leaf(const Leaf &L) {
  std::vector<Linear> First = Moved.first(L.Coordinates);
  transfer(element({&Home, Home.Remote, First}),
           remoteElement(*B.Options.Source, *Home.Remote, First), "");
}

/// Whether the loop \p L walks through neighbours in both memories: its
/// counter is the last index of slices and occurs nowhere else, and only the
/// buffer dimension of slices moves with it, by one.
bool TransferWalk::isRun(const Loop &L, const Leaf &Element) const {
  const std::vector<Linear> &M = Element.Coordinates;
  if (L.Step != 1 || !L.Last || M.empty() || !Moved.row())
    return false;
  if (M.back().text() != L.Counter)
    return false;
  for (size_t I = 0; I + 1 < M.size(); ++I)
    if (M[I].uses(L.Counter))
      return false;
  for (const BufferRow &Row : Home.Rows) {
    Linear Distance = Row.distance(M);
    int64_t Expected = &Row == Moved.row() ? 1 : 0;
    if (Distance.hides(L.Counter) ||
        Distance.coefficient(L.Counter) != Expected)
      return false;
  }
  return true;
}

bool TransferWalk::innermost(const Loop &L) {
  if (kind(L.Body) != isl_ast_node_user)
    return false;
  return emitRun(L, Nest::leaf(L.Body));
}

/// Prints \p L, whose body is \p Element, as runs; false if it walks through
/// elements that are apart in a memory.
bool TransferWalk::emitRun(const Loop &L, const Leaf &Element) {
  if (!isRun(L, Element))
    return false;
  if (Moved.row()->Static)
    singleRun(L, Element);
  else
    wrappingRun(L, Element);
  return true;
}

/// Whether \p Length is at least 1 for sure: a positive number, or a tile size.
bool TransferWalk::isPositive(const Linear &Length) const {
  if (Length.isConstant())
    return Length.constant() > 0;
  for (const std::string &Size : B.Tiled.Tiles.SizeNames)
    if (Length.text() == named(Size, B.N).text())
      return true;
  return false;
}

/// The run of \p L as one transfer, where its buffer dimension does not wrap.
void TransferWalk::singleRun(const Loop &L, Leaf Element) {
  std::string Count = local("n");
  Linear Length = *L.Last;
  Length.add(L.InitForm, -1).add(Linear(1));
  bool Positive = isPositive(Length);
  if (!Positive) {
    W.line("const long " + Count + " = " + Length.text() + ";");
    W.open("if (" + Count + " > 0)");
  }
  Element.Coordinates.back() = L.InitForm;
  std::vector<Linear> First = Moved.first(Element.Coordinates);
  transfer(element({&Home, Home.Remote, First}),
           remoteElement(*B.Options.Source, *Home.Remote, First),
           Positive ? Length.text() : Count);
  if (!Positive)
    W.close();
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
  const BufferRow &Inner = *Moved.row();
  std::string At = local("s"), Count = local("n"), Last = local("e"),
              Place = local("p");
  W.open("for (long " + At + " = " + L.Init + ", " + Last + " = " +
         L.Last->text() + "; " + At + " <= " + Last + ";)");
  Element.Coordinates.back() = Linear::name(At);
  std::vector<Linear> First = Moved.first(Element.Coordinates);
  std::vector<std::string> Positions;
  for (const BufferRow &Row : Home.Rows)
    Positions.push_back(position(Row, Row.distance(First)));
  std::string &Inside = *(Positions.rbegin() + Moved.whole());
  W.line("const long " + Place + " = " + Inside + ";");
  W.line("const long " + Count + " = " + B.N.Prefix + "min(" + Last + " - " +
         At + " + 1, " + Inner.Modulus + " - " + Place + ");");
  Inside = Place;
  transfer(Home.element(Home.cell(Positions)),
           remoteElement(*B.Options.Source, *Home.Remote, First), Count);
  W.line(At + " += " + Count + ";");
  W.close();
}

static bool hasLoopFrom(const Scan &S, size_t At) {
  for (size_t K = At; K < S.Levels.size(); ++K)
    if (S.Levels[K].isLoop())
      return true;
  return false;
}

/// The largest or smallest of \p Bounds.
static Linear extreme(const std::vector<Linear> &Bounds,
                      const std::string &Function) {
  if (Bounds.size() == 1)
    return Bounds.front();
  std::vector<std::string> Texts;
  std::set<std::string> Uses;
  for (const Linear &Bound : Bounds) {
    Texts.push_back(Bound.text());
    std::set<std::string> Names = Bound.names();
    Uses.insert(Names.begin(), Names.end());
  }
  return Linear::atom(nested(Function, Texts), std::move(Uses));
}

/// The levels inside level \p At of \p S, where its conditions hold.
void TransferWalk::scanInside(const Scan &S, size_t At, const Leaf &Element) {
  std::string Condition = llvm::join(S.Levels[At].Conditions, " && ");
  if (!Condition.empty())
    W.open("if (" + Condition + ")");
  scanLevel(S, At + 1, Element);
  if (!Condition.empty())
    W.close();
}

/// The loop of level \p At with what is inside it.
void TransferWalk::scanLoop(const Scan &S, size_t At, const Leaf &Element) {
  const ScanLevel &Level = S.Levels[At];
  Loop L;
  L.Counter = Level.Name;
  L.InitForm = extreme(Level.Lower, B.N.Prefix + "max");
  L.Init = L.InitForm.text();
  L.Last = extreme(Level.Upper, B.N.Prefix + "min");
  L.Condition = L.Counter + " <= " + L.Last->text();
  bool Innermost = At + 1 == S.Levels.size() && Level.Conditions.empty();
  if (Innermost && emitRun(L, Element))
    return;
  Scope Inside(*this);
  openLoop(L);
  bind(L.Counter);
  hoist(Element);
  scanInside(S, At, Element);
  W.close();
}

/// Level \p At of \p S and those inside it.
void TransferWalk::scanLevel(const Scan &S, size_t At, const Leaf &Element) {
  if (At == S.Levels.size())
    return leaf(Element);
  const ScanLevel &Level = S.Levels[At];
  if (Level.isLoop())
    return scanLoop(S, At, Element);
  if (Level.IsDivision) {
    W.line("const long " + Level.Name + " = " + Level.Value->text() + ";");
    Pending.erase(Level.Name);
    if (hasLoopFrom(S, At + 1))
      hoist(Element);
  }
  scanInside(S, At, Element);
}

llvm::Expected<bool> TransferWalk::piece(const isl::basic_set &Piece,
                                         const isl::basic_set &Context) {
  llvm::Expected<std::optional<Scan>> Loops =
      scanPiece(Piece, Context, B.Counters, B.N, [this] { return local("q"); });
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
  std::string Guard = llvm::join(S.Guard, " && ");
  if (!Guard.empty())
    W.open("if (" + Guard + ")");
  if (hasLoopFrom(S, 0))
    hoist(Element);
  scanLevel(S, 0, Element);
  if (!Guard.empty())
    W.close();
  return true;
}

/// A nest that scans \p Elements { A[m] } where \p Context holds.
static llvm::Expected<Nest> scan(const BandFrame &B, isl::set Context,
                                 isl::set Elements, bool Atomic) {
  NestOptions Options;
  unsigned Rank = countOf(isl_set_dim(Elements.get(), isl_dim_set));
  Options.Counters.assign(B.Counters.begin(), B.Counters.begin() + Rank);
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

/// \p Elements in disjoint convex pieces; none if they are too many.
static std::optional<std::vector<isl::basic_set>>
disjointPieces(const isl::set &Elements) {
  if (isl_set_n_basic_set(Elements.get()) > limits::ScannedPieces)
    return std::nullopt;
  isl::set Disjoint = madeDisjoint(Elements);
  if (isl_set_n_basic_set(Disjoint.get()) > limits::ScannedPieces)
    return std::nullopt;
  return convexPieces(Disjoint);
}

/// The transfers of \p Elements { A[m] }, indices of \p Moved, where
/// \p Context holds, by one nest.
static llvm::Error oneNest(const BandFrame &B, const Slice &Moved,
                           const Channel &C, isl::set Context,
                           isl::set Elements, Writer &W) {
  llvm::Expected<Nest> Loops = scan(B, Context, Elements, true);
  if (!Loops)
    return Loops.takeError();
  Writer Text = W.sibling();
  TransferWalk(B, Moved, C, Text).run(*Loops);
  addBlock(W, Text.text());
  return llvm::Error::success();
}

/// The same for a convex set.
static llvm::Error onePiece(const BandFrame &B, Slice Moved, const Channel &C,
                            isl::set Context, const isl::basic_set &Hull,
                            const isl::basic_set &Piece, Writer &W) {
  isl::set Indices = Moved.widen(isl::set(Piece), Context);
  std::vector<isl::basic_set> Convex = convexPieces(Indices);
  Writer Text = W.sibling();
  llvm::Expected<bool> Scanned = false;
  if (Convex.size() == 1)
    Scanned = TransferWalk(B, Moved, C, Text).piece(Convex.front(), Hull);
  if (!Scanned)
    return Scanned.takeError();
  if (!*Scanned)
    return oneNest(B, Moved, C, Context, Indices, W);
  addBlock(W, Text.text());
  return llvm::Error::success();
}

/// The transfers of \p Elements { A[m] } where \p Context holds.
static llvm::Expected<std::string> oneArray(const BandFrame &B,
                                            const Buffer &Home,
                                            const Channel &C, isl::set Context,
                                            isl::set Elements, Writer W) {
  Slice Moved(Home);
  isl::set Held = Moved.widen(Elements.intersect_params(Context), Context);
  auto Pieces = disjointPieces(Held);
  if (!Pieces) {
    if (llvm::Error E = oneNest(B, Moved, C, Context, Held, W))
      return std::move(E);
    return W.text();
  }
  isl::basic_set Hull = isl::manage(isl_set_simple_hull(Context.copy()));
  for (const isl::basic_set &Piece : *Pieces)
    if (llvm::Error E = onePiece(B, Moved, C, Context, Hull, Piece, W))
      return std::move(E);
  return W.text();
}

llvm::Error emitTransfers(const BandFrame &B,
                          const std::vector<Buffer> &Buffers, const Channel &C,
                          Writer &W) {
  for (const Buffer &Home : Buffers) {
    const ArrayTransfers &T = Home.Local->Transfers;
    isl::set Elements = B.atOrigin(C.D == Direction::Load ? T.Load : T.Store);
    if (Elements.is_empty().is_true())
      continue;
    llvm::Expected<std::string> General =
        oneArray(B, Home, C, B.Tile, Elements, W.sibling());
    if (!General)
      return General.takeError();
    bool OwnFullLoad = C.D == Direction::Load && !T.FullLoad.is_null();
    llvm::Expected<std::string> Full = std::string();
    if (B.FullTile.is_empty().is_false() &&
        (OwnFullLoad || lines(*General) > limits::ExtraTransferLines))
      Full = oneArray(B, Home, C, B.FullTile,
                      OwnFullLoad ? B.atOrigin(T.FullLoad) : Elements,
                      W.sibling());
    if (!Full)
      return Full.takeError();
    bool Separate = lines(*General) > lines(*Full) + limits::ExtraTransferLines;
    if (OwnFullLoad && B.FullTile.is_empty().is_false())
      emitBoth(W, B.N.Prefix + "full", *Full, *General);
    else
      emitByFullness(B, W, Separate ? *Full : "", *General);
  }
  return llvm::Error::success();
}

} // namespace codegen
} // namespace stevedore
