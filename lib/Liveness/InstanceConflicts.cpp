//===- InstanceConflicts.cpp - Conflicts under any order ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Liveness/InstanceConflicts.h"
#include "stevedore/Support/Coalesce.h"
#include "isl/space.h"
#include "isl/union_set.h"

using namespace stevedore;

namespace {

/// The accesses to some arrays and the order between them. Besides the
/// instances of the region there is one that comes before all of them, the
/// entry, and one that comes after, the exit.
struct ArrayHistory {
  isl::union_map Writes;
  isl::union_map MustWrites;
  isl::union_map Reads;
  ExecutionOrder Order;
};

} // namespace

/// The instance { Name[] }. No text can name it so: it has a space in it.
static isl::union_set virtualInstance(isl::ctx Ctx, const char *Name) {
  isl::space Space =
      isl::manage(isl_space_set_alloc(Ctx.get(), 0, 0))
          .set_tuple_id(isl::dim::set, isl::id::alloc(Ctx, Name, nullptr));
  return isl::union_set(isl::set::universe(Space));
}

/// Every instance of \p First before every one of \p Second.
static void addSequence(ExecutionOrder &Order, isl::union_set First,
                        isl::union_set Second) {
  isl::union_map Pairs = isl::union_map::from_domain_and_range(First, Second);
  Order.Before = Order.Before.unite(Pairs);
  Order.MayPrecede = Order.MayPrecede.unite(Pairs);
  Order.MayFeed = Order.MayFeed.unite(Pairs);
}

/// Adds the reads of the exit, all of \p Observed, what is written of arrays
/// that are observed after the region, and the writes of the entry, all that
/// may be read without having been written for sure before.
static void addEntryAndExit(ArrayHistory &H, isl::union_set Domain,
                            isl::union_set Observed) {
  isl::ctx Ctx = Domain.ctx();
  isl::union_set Entry = virtualInstance(Ctx, "the entry");
  isl::union_set Exit = virtualInstance(Ctx, "the exit");
  addSequence(H.Order, Domain, Exit);
  addSequence(H.Order, Entry, Domain.unite(Exit));
  H.Order.MayPrecede =
      H.Order.MayPrecede.unite(Entry.identity()).unite(Exit.identity());
  H.Reads =
      H.Reads.unite(isl::union_map::from_domain_and_range(Exit, Observed));
  isl::union_map WrittenBefore =
      H.Order.Before.reverse().apply_range(H.MustWrites);
  isl::union_set LiveIn =
      coalesced(H.Reads.subtract(coalesced(WrittenBefore)).range());
  H.Writes =
      H.Writes.unite(isl::union_map::from_domain_and_range(Entry, LiveIn));
}

/// Gives each write that no read follows for sure a read of its own, in an
/// operation [S[i] -> S[i]] right after it: the value is not used but the cell
/// is written (liveness paper, footnote to Theorem 1).
static void addReadsOfDeadWrites(ArrayHistory &H) {
  isl::union_map Dead =
      coalesced(H.Writes.subtract(H.Order.Before.apply_range(H.Reads)));
  isl::union_map Self = Dead.domain().identity();
  isl::union_map After = Self.range_product(Self);
  H.Reads = H.Reads.unite(Dead.apply_domain(After));
  H.Order.MayFeed =
      H.Order.MayFeed.unite(H.Order.MayPrecede.apply_range(After));
}

static ArrayHistory historyOf(const Scop &S, llvm::ArrayRef<unsigned> Arrays,
                              const ExecutionOrder &Order) {
  ArrayHistory H;
  isl::ctx Ctx(S.ctx());
  H.MustWrites = H.Writes = H.Reads = isl::union_map::empty(Ctx);
  isl::union_set Observed = isl::union_set::empty(Ctx);
  for (unsigned Array : Arrays) {
    isl::union_map Must = S.accesses(Array, &Access::MustWrites);
    isl::union_map All = Must.unite(S.accesses(Array, &Access::MayWrites));
    H.MustWrites = H.MustWrites.unite(Must);
    H.Writes = H.Writes.unite(All);
    H.Reads = H.Reads.unite(S.accesses(Array, &Access::Reads));
    if (S.Arrays[Array].LiveOut)
      Observed = Observed.unite(All.range());
  }
  H.Order = Order;
  addEntryAndExit(H, S.domain(), Observed);
  addReadsOfDeadWrites(H);
  isl::union_set Writers = H.Writes.domain();
  H.Order.MayPrecede = coalesced(
      H.Order.MayPrecede.intersect_domain(Writers).intersect_range(Writers));
  H.Order.MayFeed =
      coalesced(H.Order.MayFeed.intersect_domain(Writers).intersect_range(
          H.Reads.domain()));
  return H;
}

/// { [Wx -> A[x]] -> Wy : Wx writes x, and both may feed one read of x }. Reads
/// are projected out at once, so that no relation ever speaks of more than
/// three operations.
static isl::union_map fedByBoth(const ArrayHistory &H) {
  isl::union_map Fed = H.Writes.domain_map().apply_range(H.Order.MayFeed);
  isl::union_map Reads = H.Writes.range_map().apply_range(H.Reads.reverse());
  return coalesced(Fed.intersect(Reads).apply_range(H.Order.MayFeed.reverse()));
}

/// { x -> y : Wx and Wy may both feed one read of x, and one read of y }
static isl::union_map liveLive(const ArrayHistory &H) {
  isl::union_map Lives = fedByBoth(H).curry().range_reverse().uncurry();
  isl::union_map Swapped = Lives.reverse().range_reverse().reverse();
  return Lives.reverse().apply_range(Swapped);
}

/// { x -> y : Wy writes y while x is live, some Wx before it, some Rx after }
static isl::union_map liveWrite(const ArrayHistory &H) {
  isl::union_map Written = H.Order.MayPrecede.reverse().apply_range(H.Writes);
  isl::union_map ReadLater = H.Order.MayFeed.apply_range(H.Reads);
  return coalesced(Written.intersect(ReadLater))
      .reverse()
      .apply_range(H.Writes);
}

/// { L[c] -> L[d] }: different sections of one lock, both in \p Sections.
static isl::union_map otherSections(const isl::union_set &Sections) {
  isl::union_map Others = isl::union_map::empty(Sections.ctx());
  Sections.foreach_set([&](isl::set OfOneLock) -> isl::stat {
    isl::union_set All(OfOneLock);
    Others =
        Others.unite(isl::union_map::from_domain_and_range(All, All).subtract(
            All.identity()));
    return isl::stat::ok();
  });
  return Others;
}

/// triangle() by those triples of Eq. 2 of the liveness paper that no critical
/// section rules out. A section begins before an instance and ends behind it
/// where the instance is in it, or surely comes between two that are. One that
/// begins before Wx and ends behind Rx has no place for a Wy inside of another
/// section of the same lock. \p Preceding is { [Wx -> A[x]] -> Wy : Wx may
/// precede Wy }.
static isl::union_map triangleOfSections(const ArrayHistory &H,
                                         const isl::union_map &Preceding) {
  const ExecutionOrder &Order = H.Order;
  isl::union_set All =
      Order.Sections.domain().unite(H.Writes.domain()).unite(H.Reads.domain());
  isl::union_map Upto = Order.Before.unite(All.identity());
  isl::union_map Uses = H.Reads.domain().unwrap().domain_map();
  Upto = Upto.unite(Uses.apply_range(Upto));
  isl::union_map Ended = Upto.apply_range(Order.Sections);
  isl::union_map Begun = Upto.reverse().apply_range(Order.Sections);
  isl::union_map Inside =
      Begun.intersect(Ended).apply_range(otherSections(Order.Sections.range()));
  isl::union_map Lives =
      H.Writes.domain_map()
          .apply_range(Order.MayFeed)
          .intersect(H.Writes.range_map().apply_range(H.Reads.reverse()));
  isl::union_map Triples = Lives.range_product(Preceding).intersect_range(
      Order.MayFeed.reverse().wrap());
  isl::union_map Excluded =
      H.Writes.domain_map().apply_range(Begun).apply_range(
          Ended.domain_product(Inside).reverse());
  return coalesced(Triples.subtract(Excluded))
      .range_factor_range()
      .apply_range(H.Writes)
      .domain_factor_range();
}

/// { x -> y : Wx may precede Wy, and both may feed one read of x }
static isl::union_map triangle(const ArrayHistory &H) {
  isl::union_map Preceding =
      H.Writes.domain_map().apply_range(H.Order.MayPrecede);
  if (!H.Order.Sections.is_null())
    return triangleOfSections(H, Preceding);
  return coalesced(fedByBoth(H).intersect(Preceding))
      .apply_range(H.Writes)
      .domain_factor_range();
}

static isl::union_map conflictsBy(LivenessMethod Method,
                                  const ArrayHistory &H) {
  switch (Method) {
  case LivenessMethod::LiveLive:
    return liveLive(H);
  case LivenessMethod::LiveWrite:
    return liveWrite(H);
  case LivenessMethod::Triangle:
  case LivenessMethod::PartialOrder:
    return triangle(H);
  }
  return isl::union_map();
}

/// { A[m] }, the space of the elements of array number \p Array.
static isl::space elementSpace(const Scop &S, unsigned Array) {
  isl::space Element =
      isl::manage(isl_space_set_alloc(S.ctx(), 0, S.Arrays[Array].Rank));
  isl::id Name =
      isl::id::alloc(isl::ctx(S.ctx()), S.Arrays[Array].Name, nullptr);
  return Element.set_tuple_id(isl::dim::set, Name);
}

/// Those of \p Pairs between elements of arrays number \p First and \p Second,
/// { A[x] -> B[y] }.
static isl::map pairsBetween(const Scop &S, unsigned First, unsigned Second,
                             const isl::union_map &Pairs) {
  isl::space Space = isl::manage(isl_space_map_from_domain_and_range(
      elementSpace(S, First).release(), elementSpace(S, Second).release()));
  Space = Space.align_params(Pairs.get_space());
  return Pairs.extract_map(Space);
}

/// \p Pairs of elements of array number \p Array as its conflict relation.
static llvm::Expected<ConflictRelation>
relationOf(const Scop &S, unsigned Array, isl::union_map Pairs) {
  ConflictRelation C;
  C.Array = S.Arrays[Array].Name;
  C.Rank = S.Arrays[Array].Rank;
  C.Context = S.Context;
  C.Pairs = coalesced(
      pairsBetween(S, Array, Array, Pairs).intersect_params(S.Context));
  if (C.Pairs.is_null())
    return islError(S.ctx(), "the conflicts of array '" + C.Array + "'");
  return C;
}

llvm::Expected<ConflictRelation>
stevedore::computeConflicts(const Scop &S, unsigned Array,
                            const ExecutionOrder &Order,
                            LivenessMethod Method) {
  return relationOf(S, Array, conflictsBy(Method, historyOf(S, Array, Order)));
}

/// Methods find each pair in one of its two orders.
llvm::Expected<CrossConflicts>
stevedore::computeCrossConflicts(const Scop &S, unsigned First, unsigned Second,
                                 const ExecutionOrder &Order,
                                 LivenessMethod Method) {
  isl::union_map Pairs =
      conflictsBy(Method, historyOf(S, {First, Second}, Order));
  isl::map Found = pairsBetween(S, First, Second, Pairs)
                       .unite(pairsBetween(S, Second, First, Pairs).reverse());
  Found = coalesced(Found.intersect_params(S.Context));
  if (Found.is_null())
    return islError(S.ctx(), "the conflicts of arrays '" +
                                 S.Arrays[First].Name + "' and '" +
                                 S.Arrays[Second].Name + "'");
  return CrossConflicts{First, Second, Found, {}};
}

/// A hull of \p Elements, or they themselves where the hull is unbounded.
static isl::union_set boundedHull(isl::union_set Elements) {
  isl::union_set Hull = isl::manage(isl_union_set_simple_hull(Elements.copy()));
  bool IsBounded = true;
  Hull.foreach_set([&](isl::set Set) -> isl::stat {
    IsBounded &= Set.is_bounded().is_true();
    return isl::stat::ok();
  });
  return IsBounded ? Hull : coalesced(Elements);
}

llvm::Expected<ConflictRelation> stevedore::allConflicts(const Scop &S,
                                                         unsigned Array) {
  isl::union_set Elements = isl::union_set::empty(isl::ctx(S.ctx()));
  for (bool Access::*Kind :
       {&Access::Reads, &Access::MustWrites, &Access::MayWrites})
    Elements = Elements.unite(S.accesses(Array, Kind).range());
  isl::union_set Hull = boundedHull(Elements.intersect_params(S.Context));
  return relationOf(S, Array,
                    isl::union_map::from_domain_and_range(Hull, Hull));
}
