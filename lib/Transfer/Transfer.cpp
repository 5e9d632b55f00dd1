//===- Transfer.cpp - What tiles load and store ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Transfer/Transfer.h"
#include "Approximation.h"
#include "ByValue.h"
#include "FartherTile.h"
#include "LiveIn.h"
#include "LiveOut.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Existentials.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/map.h"
#include "isl/union_map.h"
#include <climits>
#include <optional>

using namespace stevedore;

/// \p Elements in fewer pieces, without any that isl adds
/// (Support/Coalesce.h), as far as that can be told at little cost: transfers
/// are proved without it.
static isl::map cautiouslyCoalesced(const isl::map &Elements) {
  isl::map Fewer = inFewerPieces(Elements);
  if (Fewer.is_null() || !hasDivisions(Elements))
    return Fewer;
  Budget Limit(Elements.ctx(), {0, limits::CoalesceOperations});
  return Fewer.is_subset(Elements).is_false() ? Elements : Fewer;
}

namespace {

/// The accesses of one band seen from its tiles.
class BandAccesses {
public:
  BandAccesses(const Scop &S, const Band &B, const TileSpace &T)
      : S(S), B(B), T(T) {
    isl::union_map Back = B.Theta.intersect_domain(B.Domain).reverse();
    Inside = isl::union_map(T.Inside).apply_range(Back);
    Before = isl::union_map(T.Before).apply_range(Back);
    After = isl::union_map(T.After).apply_range(Back);
  }

  /// The statement instances of the tile, before it, after it: { I -> S[i] }.
  isl::union_map Inside, Before, After;

  isl::union_map accesses(unsigned Array, bool Access::*Kind) const;
  isl::union_map accesses(unsigned Array) const;
  isl::map through(isl::union_map Instances, isl::union_map Accesses,
                   unsigned Array) const;
  isl::map before(unsigned Array) const;
  isl::map readHull(unsigned Array) const;
  bool readElsewhere(unsigned Array) const;
  bool accessed(unsigned Array) const;
  isl::set existing(unsigned Of) const;

private:
  const Scop &S;
  const Band &B;
  const TileSpace &T;
};

} // namespace

/// The accesses of one kind to one array by the statements of the band,
/// { S[i] -> A[m] }.
isl::union_map BandAccesses::accesses(unsigned Array,
                                      bool Access::*Kind) const {
  return S.accesses(Array, Kind, B.Domain);
}

/// The same for all kinds of accesses.
isl::union_map BandAccesses::accesses(unsigned Array) const {
  return accesses(Array, &Access::Reads)
      .unite(accesses(Array, &Access::MustWrites))
      .unite(accesses(Array, &Access::MayWrites));
}

/// { [I1..In] -> A[] } without constraints, for array number \p Array.
static isl::map emptyFor(const Scop &S, const TileSpace &T, unsigned Array) {
  isl::space Tuple =
      T.Inside.get_space().domain().add_unnamed_tuple(S.Arrays[Array].Rank);
  Tuple = Tuple.set_tuple_id(
      isl::dim::out,
      isl::id::alloc(T.Inside.ctx(), S.Arrays[Array].Name, nullptr));
  return isl::map::empty(Tuple);
}

/// { I -> A[m] : an instance related to I accesses m }
isl::map BandAccesses::through(isl::union_map Instances,
                               isl::union_map Accesses, unsigned Array) const {
  return inFewerPieces(
      united(Instances.apply_range(Accesses), emptyFor(S, T, Array)));
}

/// What is accessed before the tile, access by access: subtracted so, its
/// pieces have few constraints each and leave fewer pieces, in a fifth of the
/// time, than coalesced; except in strips where they have existential
/// variables.
isl::map BandAccesses::before(unsigned Array) const {
  return united(Before.apply_range(accesses(Array)), emptyFor(S, T, Array));
}

/// A convex superset of what the tile reads, without divisions. The accesses
/// are relaxed one by one: each has few constraints, most of which it shares
/// with the others, while isl gives what it coalesces, and hulls of divisions,
/// three times as many.
isl::map BandAccesses::readHull(unsigned Array) const {
  isl::map Reads = united(Inside.apply_range(accesses(Array, &Access::Reads)),
                          emptyFor(S, T, Array));
  return isl::manage(isl_map_simple_hull(withoutDivisions(Reads).release()));
}

/// True if a statement outside of the band may read the array.
bool BandAccesses::readElsewhere(unsigned Array) const {
  for (const Statement &Stmt : S.Statements)
    for (const Access &A : Stmt.Accesses)
      if (A.Array == Array && A.Reads &&
          !isl::union_map(A.Relation)
               .intersect_domain(isl::union_set(Stmt.Domain).subtract(B.Domain))
               .is_empty()
               .is_true())
        return true;
  return false;
}

bool BandAccesses::accessed(unsigned Array) const {
  return !accesses(Array).is_empty().is_true();
}

/// { A[m] }: the box around all that instances of the band read; that itself
/// where no more need exist.
isl::set BandAccesses::existing(unsigned Of) const {
  isl::set Result = emptyFor(S, T, Of).range();
  isl::union_set Reads = accesses(Of, &Access::Reads).range();
  isl::stat Done = Reads.foreach_set([&](isl::set Elements) {
    Result = Result.unite(Elements);
    return isl::stat::ok();
  });
  if (!Done.is_ok())
    return isl::set();
  return S.Arrays[Of].Pointers == Array::PointersInMemory ? Result
                                                          : boxAround(Result);
}

/// Everything about one array but its transfers.
static ArrayTransfers footprints(const BandAccesses &Band, unsigned Array) {
  isl::union_map Reads = Band.accesses(Array, &Access::Reads);
  isl::union_map Must = Band.accesses(Array, &Access::MustWrites);
  isl::union_map Writes = Must.unite(Band.accesses(Array, &Access::MayWrites));
  isl::union_map All = Band.accesses(Array);
  ArrayTransfers A;
  A.Array = Array;
  A.Read = Band.through(Band.Inside, Reads, Array);
  A.MustWrite = Band.through(Band.Inside, Must, Array);
  A.Write = Band.through(Band.Inside, Writes, Array);
  A.AccessedBefore = Band.through(Band.Before, All, Array);
  A.AccessedAfter = Band.through(Band.After, All, Array);
  A.WrittenBefore = Band.through(Band.Before, Writes, Array);
  A.WrittenAfter = Band.through(Band.After, Writes, Array);
  A.ReadAfter = Band.through(Band.After, Reads, Array);
  return A;
}

/// A hull of what the tile reads, as far as it exists.
static isl::map reachOf(const ArrayTransfers &A, const BandAccesses &Band) {
  isl::set Box = Band.existing(A.Array);
  isl::map Reach = Band.readHull(A.Array);
  return Reach.range().is_subset(Box).is_true() ? Reach
                                                : Reach.intersect_range(Box);
}

/// A load that covers every tile by a relation of few pieces, from a hull of
/// what the tile reads minus what the scope wrote before it: Eq. 7 holds since
/// every read is covered, Eq. 8 since nothing written is loaded. Elements that
/// are in local memory already may be loaded again, with the same value. An
/// array that no tile reads from outside is not loaded.
static void hullLoad(ArrayTransfers &A, const BandAccesses &Band) {
  A.Load = A.In;
  if (A.In.is_empty().is_false()) {
    A.Reach = reachOf(A, Band);
    A.Load = inFewerPieces(difference(A.Reach, A.WrittenBefore));
  }
  A.Method = "hull";
}

/// hullLoad() for partial tiles and the exact load (Eq. 3) for full ones. What
/// was accessed before is restricted to them as well: fewer bounds matter.
static void splitLoad(ArrayTransfers &A, const BandAccesses &Band,
                      const TileSpace &T) {
  hullLoad(A, Band);
  auto inFull = [&](isl::map M) {
    return inFewerPieces(M.intersect_domain(T.Full));
  };
  A.FullLoad =
      inFewerPieces(difference(inFull(A.In), inFull(A.AccessedBefore)));
  A.Method = "exact in full tiles";
}

/// \p Stored, all that a tile writes and no later one of the scope, without
/// what nobody outside of the scope sees of it (Eq. 4); as it is where that is
/// all of it, or where the rest costs too much or has many more pieces, which
/// \p HasMore says.
static isl::map seenAlone(const isl::map &Stored, const LiveOut &Out,
                          bool &HasMore) {
  isl::map Seen = coalesced(Out.outsideOfBand());
  isl::boolean AreAll = isIncluded(Stored, Seen);
  if (AreAll.is_false()) {
    Seen = coalesced(Seen.unite(Out.inOtherScopes()));
    AreAll = isIncluded(Stored, Seen);
  }
  HasMore = !AreAll.is_true();
  if (!AreAll.is_false())
    return Stored;
  isl::map Fewer = isIncluded(Seen, Stored).is_true()
                       ? Seen
                       : coalesced(Stored.intersect(Seen));
  int Most = limits::StorePieces + isl_map_n_basic_map(Stored.get());
  HasMore = Fewer.is_null() || isl_map_n_basic_map(Fewer.get()) > Most;
  return HasMore ? Stored : Fewer;
}

/// What a tile stores (Eq. 4). Where the tile around it, which has \p Farther,
/// stores more than somebody sees, that is all that it writes last: it has to
/// be in the buffer of that tile.
static isl::map stored(ArrayTransfers &A, const Scop &S, const Dependences &D,
                       const Band &B, const TileSpace &T,
                       const isl::union_map &Inside,
                       const ArrayTransfers *Farther) {
  isl::map All = cautiouslyCoalesced(difference(A.Write, A.WrittenAfter));
  if (All.is_null() || All.is_empty().is_true())
    return All;
  A.StoresMore = true;
  if (D.Kind == DependenceKind::Memory || (Farther && Farther->StoresMore))
    return All;
  Budget Limit(All.ctx(), {0, limits::StoreOperations});
  isl::map Seen =
      seenAlone(All, LiveOut(S, D, B, T, Inside, A.Array, All), A.StoresMore);
  A.StoresMore |= Limit.exhausted();
  return unlessOver(Limit, Seen, All);
}

/// The exact load (Eq. 3) by value, where values are simpler than elements; of
/// full tiles alone where it has more than \p MostPieces, or takes more than
/// \p Limits. False if it is to be found by elements.
static bool valueLoad(ArrayTransfers &A, const Scop &S, const Band &B,
                      const TileSpace &T, const BandAccesses &Band,
                      int MostPieces, BudgetLimits Limits) {
  isl::union_map Writes = Band.accesses(A.Array, &Access::MustWrites);
  if (!hasDivisions(A.In))
    return false;
  auto Found = loadByValue(S, B, T, A.Array, emptyFor(S, T, A.Array),
                           MostPieces, Limits);
  if (!Found)
    return false;
  A.Values = std::move(Found->Values);
  isl::map Load = A.Values.elements(Writes);
  if (Found->OfFullTiles) {
    hullLoad(A, Band);
    A.FullLoad = Load;
    A.Method = "exact in full tiles";
    return true;
  }
  A.Load = Load;
  if (isl_map_n_basic_map(Load.get()) > limits::ValuePieces)
    A.Reach = reachOf(A, Band);
  return true;
}

/// Load where every write is certain (Eq. 3). Values are not known from
/// dependences by memory: then all that is read is loaded. The exact load has a
/// case for each face of In along a dimension in which the tiles of a scope
/// agree. Where a scope is one tile, it is In, whose faces have fewer bounds by
/// value.
static void certainLoad(ArrayTransfers &A, const Scop &S, const Dependences &D,
                        const Band &B, const BandAccesses &Band,
                        const TileSpace &T, TransferKind Kind) {
  if (Kind == TransferKind::Hull)
    return hullLoad(A, Band);
  bool Always = Kind == TransferKind::Exact;
  BudgetLimits Most = {0, Always ? 0 : limits::ExactTransferOperations};
  unsigned Faces = T.Reuse.numFixed(T.SizeNames.size());
  unsigned Cases = isl_map_n_basic_map(A.In.get()) * Faces;
  bool IsAlone = T.Reuse == ReuseScope::none();
  if (D.Kind == DependenceKind::Value &&
      (!IsAlone || Cases > limits::ExactCases) &&
      valueLoad(A, S, B, T, Band, Always ? INT_MAX : limits::ScannedPieces,
                Most))
    return;
  if (Always || IsAlone || Cases <= limits::ExactCases) {
    Budget Limit(A.In.ctx(), Most);
    isl::map Before = Band.before(A.Array);
    bool Coalesced = T.Reuse == ReuseScope::strip() && hasDivisions(Before);
    A.Load = cautiouslyCoalesced(
        difference(A.In, Coalesced ? A.AccessedBefore : Before));
  }
  if (A.Load.is_null() && !Always)
    splitLoad(A, Band, T);
}

MovedValues stevedore::movedByValue(const Scop &S, const Dependences &D,
                                    const Band &B, const TileSpace &T,
                                    unsigned Array) {
  BandAccesses Band(S, B, T);
  if (!Band.accesses(Array, &Access::MayWrites).is_empty().is_true() ||
      Band.readElsewhere(Array))
    return {};
  return movedValues(S, D, B, T, Array, emptyFor(S, T, Array));
}

isl::map ArrayTransfers::loaded(const TileSpace &T) const {
  if (Reach.is_null())
    return Load;
  if (FullLoad.is_null())
    return Load.intersect_domain(T.NonEmpty);
  return FullLoad.unite(Load.intersect_domain(T.NonEmpty.subtract(T.Full)));
}

/// Load where writes may not happen (Eq. 5, 6, 7 and 9): what may be stored
/// without having been written is loaded first, before the first tile that may
/// write it. Until then it is up to date in remote memory: a write that may not
/// happen sees what was there before (LiveOut.h). Ra_I is what some tile of the
/// scope of I needs from outside, whether it is aligned with I or not.
static void approximateLoad(ArrayTransfers &A, const TileSpace &T,
                            isl::map MustBefore) {
  isl::map InPrime =
      cautiouslyCoalesced(A.In.unite(difference(A.Store, A.MustWrite)));
  isl::map Remote = cautiouslyCoalesced(difference(InPrime, MustBefore));
  isl::map OfScope = T.Shape->sameScope(T.Reuse).apply_range(Remote);
  isl::map Touched = cautiouslyCoalesced(A.accessed());
  A.Load = cautiouslyCoalesced(
      difference(Touched, A.AccessedBefore).intersect(OfScope));
  A.Method = "approximate";
}

/// Those of array number \p Array among \p All; null where there are none.
static const ArrayTransfers *transfersOf(llvm::ArrayRef<ArrayTransfers> All,
                                         unsigned Array) {
  for (const ArrayTransfers &A : All)
    if (A.Array == Array)
      return &A;
  return nullptr;
}

llvm::Expected<std::vector<ArrayTransfers>>
stevedore::computeTransfers(const Scop &S, const Dependences &D, const Band &B,
                            const TileSpace &T, TransferKind Kind,
                            llvm::ArrayRef<ArrayTransfers> Farther) {
  BandAccesses Accesses(S, B, T);
  std::optional<LiveIn> In;
  if (D.Kind == DependenceKind::Value)
    In.emplace(S, B, T);
  std::vector<ArrayTransfers> Result;
  for (unsigned Array = 0; Array < S.Arrays.size(); ++Array) {
    if (!Accesses.accessed(Array))
      continue;
    ArrayTransfers A = footprints(Accesses, Array);
    A.In = In ? cautiouslyCoalesced(In->of(Array, emptyFor(S, T, Array)))
              : A.Read;
    if (A.In.is_null() || A.accessed().is_null())
      return islError(S.ctx(), "the accesses of array '" +
                                   S.Arrays[Array].Name + "' by tiles");
    const ArrayTransfers *Around = transfersOf(Farther, Array);
    isl::union_map May = Accesses.accesses(Array, &Access::MayWrites);
    bool IsSure = May.is_empty().is_true();
    if (IsSure)
      certainLoad(A, S, D, B, Accesses, T, Kind);
    const isl::map &Arriving = IsSure ? A.Load : A.In;
    bool Observed = S.Arrays[Array].LiveOut || Accesses.readElsewhere(Array) ||
                    !Arriving.is_empty().is_true();
    A.Store = Observed ? stored(A, S, D, B, T, Accesses.Inside, Around)
                       : emptyFor(S, T, Array);
    if (!IsSure)
      approximateLoad(
          A, T,
          Accesses.through(Accesses.Before,
                           Accesses.accesses(Array, &Access::MustWrites),
                           Array));
    if (Around)
      limitLoad(A, *Around, T);
    if (A.Load.is_null() || A.Store.is_null())
      return islError(S.ctx(),
                      "the transfers of array '" + S.Arrays[Array].Name + "'");
    if (Kind == TransferKind::Box)
      loadBoxes(A, S, B, T);
    Result.push_back(std::move(A));
  }
  return Result;
}

bool stevedore::mayFollow(llvm::ArrayRef<ArrayTransfers> Transfers,
                          const PhaseOrder &Order) {
  if (Order.isSequential() || Transfers.empty())
    return false;
  isl::map Unfinished = Order.unfinished();
  return llvm::all_of(Transfers, [&](const ArrayTransfers &A) {
    return Unfinished.apply_range(A.Write).is_disjoint(A.Load).is_true();
  });
}

void stevedore::print(llvm::raw_ostream &OS, const Scop &S,
                      llvm::ArrayRef<ArrayTransfers> Transfers) {
  for (const ArrayTransfers &A : Transfers) {
    OS << S.Arrays[A.Array].Name << " (" << A.Method << "):\n";
    OS << "  in:    " << toText(A.In) << "\n";
    OS << "  out:   " << toText(A.Write) << "\n";
    OS << "  load:  " << toText(A.Load) << "\n";
    if (!A.FullLoad.is_null())
      OS << "  load of full tiles: " << toText(A.FullLoad) << "\n";
    OS << "  store: " << toText(A.Store) << "\n";
  }
}
