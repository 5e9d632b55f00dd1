//===- VerifyTransfers.cpp - Proof that transfers are right ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Eq. 7 and 8 of the tiling paper, from the dependences of the original
// program, theta and the accesses. Eq. 7 is proved by induction over the tiles
// of a scope: a value that a tile reads is written earlier in the same tile, or
// loaded by the tile, or the element was accessed by an earlier tile of the
// scope, which has it by induction. Eq. 9 is proved alike: what a tile may
// write but is not sure to has a value before.
//
//===----------------------------------------------------------------------===//

#include "Approximation.h"
#include "VerifyValues.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Support/Existentials.h"
#include "stevedore/Transfer/Partition.h"
#include "stevedore/Transfer/Transfer.h"
#include "isl/map.h"
#include "isl/union_map.h"
#include <optional>

using namespace stevedore;

namespace {

/// The accesses of one array in time-point terms.
class Proof {
public:
  Proof(const Scop &S, const Dependences &D, const Band &B, const TileSpace &T,
        const ArrayTransfers &A)
      : S(S), D(D), B(B), T(T), A(A),
        Points(B.Theta.intersect_domain(B.Domain).reverse()) {
    if (!A.Values.Initial.is_null())
      ByValue.emplace(S, D, B, T, A);
  }

  isl::boolean noLoadOverwrites() const;
  isl::boolean noLoadIsEarly(const PhaseOrder &Order) const;
  isl::boolean everythingAheadIsLoaded() const;
  isl::boolean everyReadFindsItsValue() const;
  isl::boolean nothingStoredIsUndefined() const;
  isl::boolean everyWriteIsStored() const;
  isl::boolean isNobodys() const;
  isl::boolean reachHoldsAll() const;
  isl::boolean onlyWhatIsUsedIsLoaded() const;

private:
  const Scop &S;
  const Dependences &D;
  const Band &B;
  const TileSpace &T;
  const ArrayTransfers &A;
  isl::union_map Points;
  /// Where the exact load was found by value.
  std::optional<ValueProof> ByValue;

  isl::map byTime(bool Access::*Kind) const;
  isl::space space(isl::space Domain) const;
  isl::map writes() const;
  isl::map accesses() const;
  isl::union_map byInstance(bool Access::*Kind) const;
  isl::union_map writers() const;
  isl::union_map lastingWrites() const;
  isl::map seenOutside() const;
  isl::union_map sources() const;
  isl::map readsFromOutside() const;
  isl::boolean everythingInReachIsThere() const;
  isl::map readLater() const;
  isl::boolean whatMattersHasAValue() const;
  isl::boolean isLoaded(const isl::map &Needed) const;
  isl::boolean isThere(const isl::map &Needed, bool IsKnown) const;
};

} // namespace

/// The space of maps from \p Domain to the array's elements.
isl::space Proof::space(isl::space Domain) const {
  isl::space Elements = A.Load.get_space().range();
  Domain = Domain.align_params(Elements);
  return Domain.map_from_domain_and_range(Elements.align_params(Domain));
}

/// { pt -> A[m] } for the accesses of one kind.
isl::map Proof::byTime(bool Access::*Kind) const {
  isl::map Result = isl::map::empty(space(T.Inside.get_space().range()));
  auto IsInBand = [&](const Statement &Stmt) {
    isl::set Here = B.Domain.extract_set(Stmt.Domain.get_space());
    return isl_set_plain_is_empty(Here.get()) == isl_bool_false;
  };
  for (const Statement &Stmt : S.Statements)
    for (const Access &Ref : Stmt.Accesses)
      if (Ref.Array == A.Array && Ref.*Kind && IsInBand(Stmt))
        Points
            .apply_range(
                isl::union_map(Ref.Relation.intersect_domain(Stmt.Domain)))
            .foreach_map([&](isl::map M) -> isl::stat {
              Result = Result.unite(M);
              return isl::stat::ok();
            });
  return Result;
}

isl::map Proof::writes() const {
  return byTime(&Access::MustWrites).unite(byTime(&Access::MayWrites));
}

isl::map Proof::accesses() const {
  return byTime(&Access::Reads).unite(writes());
}

/// Eq. 8: Load(I) and what the scope may have written before I are disjoint.
isl::boolean Proof::noLoadOverwrites() const {
  isl::map Loaded = A.loadedAnyway();
  return T.Before.apply_range(writes()).intersect(Loaded).is_empty();
}

/// What a tile loads is not written by the tiles before it that may not have
/// stored their results when the load begins.
isl::boolean Proof::noLoadIsEarly(const PhaseOrder &Order) const {
  if (Order.isSequential())
    return isl::boolean(true);
  isl::map Loaded = A.loadedAnyway();
  return Order.unfinished()
      .apply_range(T.Inside.apply_range(writes()))
      .is_disjoint(Loaded);
}

/// What is read or loaded lies within Reach, which the allocation takes for it.
isl::boolean Proof::reachHoldsAll() const {
  if (A.Reach.is_null())
    return isl::boolean(true);
  isl::map Held = T.Inside.apply_range(byTime(&Access::Reads)).unite(A.Load);
  return isIncluded(A.FullLoad.is_null() ? Held : Held.unite(A.FullLoad),
                    A.Reach);
}

/// An exact load has no element that its tile does not access: an array need
/// not have others. The loads of full tiles stay within what a tile reads from
/// outside, which the array has; that is a tenth of the work where they have
/// many pieces. What a hull holds is bounded by the box around what is read,
/// and what boxes hold by that around what is accessed; but of what pointers in
/// memory lead to no more need exist than is accessed.
isl::boolean Proof::onlyWhatIsUsedIsLoaded() const {
  bool IsInMemory = S.Arrays[A.Array].Pointers == Array::PointersInMemory;
  isl::map Exact = A.isInHulls() && !IsInMemory ? A.FullLoad : A.Load;
  if (ByValue)
    return ByValue->onlyWhatIsUsedIsLoaded();
  if (A.LoadsMore)
    return A.Load.range()
        .intersect_params(T.Context)
        .is_subset(boxAround(accesses().range()));
  if (Exact.is_null())
    return isl::boolean(true);
  if (A.isInHulls() && IsInMemory)
    return A.Load.range().intersect_params(T.Context).is_subset(
        accesses().range());
  if (A.FullLoad.is_null())
    return isIncluded(Exact, T.Inside.apply_range(accesses()));
  isl::boolean Within = isIncluded(Exact, A.In);
  return Within.is_true() ? A.In.range()
                                .intersect_params(T.Context)
                                .is_subset(accesses().range())
                          : Within;
}

/// { S[i] -> A[m] } for the accesses of one kind in the band.
isl::union_map Proof::byInstance(bool Access::*Kind) const {
  return S.accesses(A.Array, Kind, B.Domain);
}

/// { sink -> [src -> A[m]] : the read of m at sink gets its value from src },
/// by the dependences of the original program; both ends in the band.
isl::union_map Proof::sources() const {
  isl::union_map Reads = byInstance(&Access::Reads);
  isl::union_map Writes = byInstance(&Access::MustWrites);
  return D.Flow.intersect_domain(Writes.domain())
      .intersect_range(Reads.domain())
      .reverse()
      .range_product(Reads)
      .intersect_range(Writes.wrap());
}

/// { I -> A[m] : the tile reads a value of m that no instance of the tile
/// wrote }. A writer outside of the tile is in one of TileShape::sources().
/// Where it is not known which write a value is from, all that the tile reads.
isl::map Proof::readsFromOutside() const {
  if (D.Kind == DependenceKind::Memory)
    return T.Inside.apply_range(byTime(&Access::Reads));
  isl::union_map Sources = sources();
  isl::union_map Reads = byInstance(&Access::Reads);
  isl::union_set Writers = byInstance(&Access::MustWrites).domain();
  isl::union_map InTile = isl::union_map(T.Inside).apply_range(
      Points.intersect_range(Reads.domain()));
  isl::union_map Unwritten = Reads.subtract(Sources.range_factor_range());
  isl::union_map Result = InTile.apply_range(Unwritten);
  isl::union_map ByPair = isl::manage(isl_union_map_uncurry(Sources.release()));
  for (const isl::map &Side : T.Shape->sources()) {
    isl::union_map Writer =
        isl::union_map(Side).apply_range(Points.intersect_range(Writers));
    Result = Result.unite(InTile.range_product(Writer).apply_range(ByPair));
  }
  return polly::singleton(Result, A.Load.get_space());
}

/// Eq. 7 for the tiles that load Load, which may be coarse: all that is within
/// Reach is loaded or written before, and what is read is within Reach
/// (reachHoldsAll()).
isl::boolean Proof::everythingInReachIsThere() const {
  if (A.Reach.is_null())
    return isl::boolean(false);
  return isIncluded(A.Reach.subtract(T.Before.apply_range(writes())), A.Load);
}

/// What is said to be loaded before a tile is loaded by the tile before it along
/// the strip, if that is executed, or before that one, which proves it by
/// induction since there is a first tile. It need not hold between the origins.
isl::boolean Proof::everythingAheadIsLoaded() const {
  if (A.LoadedBefore.is_null())
    return isl::boolean(true);
  isl::map By = A.LoadedBefore.unite(A.Load.intersect_domain(T.NonEmpty));
  isl::set Missing =
      A.LoadedBefore.subtract(T.Shape->along(-1).apply_range(By)).domain();
  unsigned Last = T.Shape->originDimensions() - 1;
  isl::boolean HasFirst = isl::manage(isl_set_dim_has_lower_bound(
      A.LoadedBefore.domain().get(), isl_dim_set, Last));
  if (T.Reuse != ReuseScope::strip() || !HasFirst.is_true())
    return isl::boolean(false);
  for (const isl::set &Away : T.Shape->awayFromZero())
    Missing = Missing.intersect(Away);
  return T.Shape->aligned(Missing).is_disjoint(Missing);
}

/// Whether \p Needed, { I -> A[m] }, is in Load or was accessed before the tile
/// in the scope. What is left without the latter has to be in the pieces of
/// Load; a union of both would have to be subtracted piece by piece.
isl::boolean Proof::isLoaded(const isl::map &Needed) const {
  isl::map Rest = Needed.intersect_params(T.Context)
                      .subtract(T.Before.apply_range(accesses()));
  if (!A.LoadedBefore.is_null())
    Rest = Rest.subtract(A.LoadedBefore);
  return isIncluded(Rest, A.Load);
}

/// Whether \p Needed, { I -> A[m] }, is loaded by the tile or was accessed before
/// it in the scope: where the tile loads Load, unless \p IsKnown says so, and
/// where it is full and loads FullLoad.
isl::boolean Proof::isThere(const isl::map &Needed, bool IsKnown) const {
  isl::boolean Found = IsKnown ? isl::boolean(true) : isLoaded(Needed);
  if (!Found.is_true())
    return Found;
  if (A.FullLoad.is_null())
    return isl::boolean(true);
  isl::map Before =
      T.Before.intersect_domain(T.Full).apply_range(accesses());
  return isIncluded(Needed.intersect_domain(T.Full).subtract(Before),
                    A.FullLoad);
}

/// Eq. 7. What a tile reads from outside itself is there.
isl::boolean Proof::everyReadFindsItsValue() const {
  if (ByValue && A.FullLoad.is_null())
    return ByValue->everyReadFindsItsValue();
  isl::boolean Everywhere = everythingInReachIsThere();
  if (Everywhere.is_error() || (Everywhere.is_true() && A.FullLoad.is_null()))
    return Everywhere;
  if (ByValue && Everywhere.is_true())
    return ByValue->everyReadFindsItsValue();
  return isThere(readsFromOutside(), Everywhere.is_true());
}

/// { I -> A[m] : what the tile may write to m, or what it leaves there by not
/// writing it, may be read later in the scope }
isl::map Proof::readLater() const {
  isl::union_map Writes = byInstance(&Access::MayWrites);
  isl::union_map Reads = byInstance(&Access::Reads);
  // { writer -> [reader -> A[m]] }
  isl::union_map Pairs = D.Flow.intersect_domain(Writes.domain())
                             .intersect_range(Reads.domain())
                             .range_product(Writes)
                             .intersect_range(Reads.wrap());
  isl::union_map ByPair = isl::manage(isl_union_map_uncurry(Pairs.release()));
  isl::union_map Writer = isl::union_map(T.Inside).apply_range(
      Points.intersect_range(Writes.domain()));
  isl::union_map Reader = isl::union_map(T.After).apply_range(
      Points.intersect_range(Reads.domain()));
  return polly::singleton(Writer.range_product(Reader).apply_range(ByPair),
                          A.Load.get_space());
}

/// Eq. 9. What a tile may write is there, surely written by the tile, or later in
/// the scope before anything reads it: by induction over the tiles of a scope all
/// else that is accessed has a value in local memory, and so has what is stored.
isl::boolean Proof::nothingStoredIsUndefined() const {
  isl::map Perhaps = T.Inside.apply_range(byTime(&Access::MayWrites));
  isl::boolean IsEmpty = Perhaps.is_empty();
  if (!IsEmpty.is_false())
    return IsEmpty;
  if (A.Store.is_empty().is_true())
    return isl::boolean(true);
  isl::map Must = byTime(&Access::MustWrites);
  isl::map Replaced = T.After.apply_range(Must).subtract(readLater());
  isl::map Needed =
      Perhaps.subtract(T.Inside.apply_range(Must)).subtract(Replaced);
  isl::boolean Everywhere = isThere(Needed, /*IsKnown=*/false);
  return Everywhere.is_false() ? whatMattersHasAValue() : Everywhere;
}

/// Eq. 9 for what is stored, and for what is read from outside of the tile: it
/// was surely written in the scope, or some tile of the scope loads it, which is
/// before anything of the scope may write it (noLoadOverwrites()).
isl::boolean Proof::whatMattersHasAValue() const {
  isl::map Must = byTime(&Access::MustWrites);
  isl::map Given = T.Inside.unite(T.Before).apply_range(Must).unite(
      T.Shape->sameScope(T.Reuse).apply_range(A.loaded(T)));
  isl::boolean Stored = isIncluded(A.Store, Given);
  return Stored.is_true() ? isIncluded(readsFromOutside(), Given) : Stored;
}

/// { S[i] -> A[m] } for all that instances of the band may write.
isl::union_map Proof::writers() const {
  return byInstance(&Access::MustWrites).unite(byInstance(&Access::MayWrites));
}

/// { S[i] -> A[m] : S[i], of the band, may write m and no instance after it is
/// sure to }
isl::union_map Proof::lastingWrites() const {
  isl::union_map Writes = writers();
  isl::union_map Must = S.accesses(A.Array, &Access::MustWrites);
  isl::union_map Later =
      D.Output.intersect_domain(Writes.domain().universe()).apply_range(Must);
  return Writes.subtract(Later.intersect(Writes));
}

/// { I -> A[m] : the tile may write to m what an instance outside of its scope
/// reads, by the dependences of the original program, or may leave there by not
/// writing it; or what is observed after the region }
isl::map Proof::seenOutside() const {
  isl::union_map Writes = writers();
  isl::union_map InTile = isl::union_map(T.Inside).apply_range(
      Points.intersect_range(Writes.domain()));
  isl::union_map Result = isl::manage(isl_union_map_empty_ctx(S.ctx()));
  if (S.Arrays[A.Array].LiveOut)
    Result = InTile.apply_range(lastingWrites());
  auto add = [&](const isl::union_map &Order, const isl::union_map &Sinks) {
    isl::union_map Pairs = Order.intersect_domain(Writes.domain().universe())
                               .intersect_range(Sinks.domain().universe());
    isl::union_map Elsewhere = Pairs.subtract_range(B.Domain);
    Result = Result.unite(
        InTile.apply_range(Elsewhere.apply_range(Sinks).intersect(Writes)));
    // { writer -> [reader -> A[m]] }
    Pairs =
        Pairs.intersect_range(B.Domain).range_product(Writes).intersect_range(
            Sinks.wrap());
    isl::union_map ByPair = isl::manage(isl_union_map_uncurry(Pairs.release()));
    for (const isl::map &Side : T.Shape->sinks(T.Reuse)) {
      isl::union_map Outside = isl::union_map(Side).apply_range(Points);
      Result = Result.unite(InTile.range_product(Outside).apply_range(ByPair));
    }
  };
  add(D.Flow, S.accesses(A.Array, &Access::Reads));
  add(D.Output, S.accesses(A.Array, &Access::MayWrites));
  return polly::singleton(Result, A.Store.get_space());
}

/// Whether nothing outside of a scope needs what the band writes: the array is
/// not observed, no instance outside of the band reads it, and no tile loads
/// it.
isl::boolean Proof::isNobodys() const {
  if (S.Arrays[A.Array].LiveOut || !A.Load.is_empty().is_true() ||
      (!A.FullLoad.is_null() && !A.FullLoad.is_empty().is_true()))
    return isl::boolean(false);
  isl::union_set Readers = S.accesses(A.Array, &Access::Reads).domain();
  return Readers.is_subset(B.Domain);
}

/// Every element that the tile may write is written again later in the scope,
/// stored by the tile, or seen by nobody outside of the scope; and nothing that
/// the tile does not write is stored. An instance outside of the scope then
/// finds in remote memory what the last writer before it left there: a scope in
/// between that may write the element has that value itself, and stores it.
/// What a proof subtracts is never coalesced: isl may add elements
/// (Support/Coalesce.h).
isl::boolean Proof::everyWriteIsStored() const {
  if (A.Store.is_empty().is_true() && isNobodys().is_true())
    return isl::boolean(true);
  isl::map Written = T.Inside.apply_range(writes());
  isl::boolean WrittenAlone = isIncluded(A.Store, Written);
  if (!WrittenAlone.is_true())
    return WrittenAlone;
  isl::map Kept = A.Store.unite(T.After.apply_range(writes()));
  isl::boolean AllKept = isIncluded(Written, Kept);
  return AllKept.is_false() ? isIncluded(seenOutside(), Kept) : AllKept;
}

/// The error for a proof with answer \p Answer of what \p Claim says.
static llvm::Error judge(isl_ctx *Ctx, isl::boolean Answer,
                         const std::string &Array, const char *Claim) {
  llvm::Expected<bool> Holds = checked(Ctx, Answer,
                                       "the proof that " + llvm::Twine(Claim) +
                                           " (array '" + Array + "')");
  if (!Holds)
    return Holds.takeError();
  if (*Holds)
    return llvm::Error::success();
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "proof failed for array '" + Array +
                                     "': " + Claim);
}

llvm::Error stevedore::verifyTransfers(const Scop &S, const Dependences &D,
                                       const Band &B, const TileSpace &T,
                                       const ArrayTransfers &A,
                                       const PhaseOrder &Order) {
  Proof P(S, D, B, T, A);
  const std::string &Name = S.Arrays[A.Array].Name;
  if (llvm::Error E = judge(S.ctx(), P.noLoadOverwrites(), Name,
                            "no load overwrites a newer value"))
    return E;
  if (llvm::Error E = judge(S.ctx(), P.noLoadIsEarly(Order), Name,
                            "no load overtakes the store of its data"))
    return E;
  if (llvm::Error E = judge(S.ctx(), P.reachHoldsAll(), Name,
                            "what is read or loaded has a place"))
    return E;
  if (llvm::Error E = judge(S.ctx(), P.onlyWhatIsUsedIsLoaded(), Name,
                            "a tile loads only what it uses"))
    return E;
  if (llvm::Error E = judge(S.ctx(), P.everythingAheadIsLoaded(), Name,
                            "what is loaded ahead was loaded"))
    return E;
  if (llvm::Error E = judge(S.ctx(), P.everyReadFindsItsValue(), Name,
                            "what a tile reads is in local memory"))
    return E;
  if (llvm::Error E = judge(S.ctx(), P.nothingStoredIsUndefined(), Name,
                            "what is stored has a value"))
    return E;
  return judge(S.ctx(), P.everyWriteIsStored(), Name,
               "what a tile writes reaches remote memory");
}

llvm::Error stevedore::verifyPartition(const Scop &S, const TileSpace &T,
                                       const ArrayTransfers &A,
                                       llvm::ArrayRef<isl::map> Parts) {
  const std::string &Name = S.Arrays[A.Array].Name;
  isl::map Moved = A.accessed().unite(A.Load);
  if (!A.FullLoad.is_null())
    Moved = Moved.unite(A.FullLoad);
  isl::map All = isl::map::empty(Moved.get_space());
  for (const isl::map &Part : Parts) {
    if (llvm::Error E =
            judge(S.ctx(),
                  T.Shape->sameScope(T.Reuse).apply_range(Part).is_subset(Part),
                  Name, "an element stays in one part"))
      return E;
    if (llvm::Error E = judge(S.ctx(), Part.is_disjoint(All), Name,
                              "no element is in two parts"))
      return E;
    All = All.unite(Part);
  }
  return judge(S.ctx(), Moved.is_subset(All), Name,
               "each element is in a part");
}
