//===- VerifyValues.cpp - Proof of loads found by value -------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyValues.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Existentials.h"
#include "stevedore/Support/Size.h"
#include "isl/map.h"
#include "isl/union_map.h"

using namespace stevedore;

ValueProof::ValueProof(const Scop &S, const Dependences &D, const Band &B,
                       const TileSpace &T, const ArrayTransfers &A)
    : T(T), A(A),
      Where(A.FullLoad.is_null() ? isl::set::universe(T.Full.get_space())
                                 : T.Full),
      Back(B.Theta.intersect_domain(B.Domain).reverse()) {
  Inside = isl::union_map(T.Inside.intersect_domain(Where)).apply_range(Back);
  Before = isl::union_map(T.Before.intersect_domain(Where)).apply_range(Back);
  Writes = S.accesses(A.Array, &Access::MustWrites, B.Domain);
  Reads = S.accesses(A.Array, &Access::Reads, B.Domain);
  // { sink -> [S[i] -> A[m]] }
  isl::union_map Pairs = D.Flow.intersect_domain(Writes.domain())
                             .intersect_range(Reads.domain())
                             .reverse()
                             .range_product(Reads)
                             .intersect_range(Writes.wrap());
  Unwritten = Reads.subtract(Pairs.range_factor_range());
  Sources = coalesced(Pairs.range_factor_domain());
  Read = Inside.apply_range(Sources);
}

/// { I -> A[m] } for \p Found, elements of the array alone.
isl::map ValueProof::elements(const isl::union_map &Found) const {
  isl::map Result = isl::map::empty(A.Load.get_space());
  isl::stat Done = Found.foreach_map([&](isl::map M) -> isl::stat {
    Result = Result.unite(M);
    return isl::stat::ok();
  });
  return Done.is_ok() ? Result : isl::map();
}

isl::boolean ValueProof::onlyWhatIsUsedIsLoaded() const {
  const isl::map &Load = A.FullLoad.is_null() ? A.Load : A.FullLoad;
  isl::boolean Holds = Writes.is_single_valued();
  if (Holds.is_true()) {
    isl::map Loaded = A.Values.elements(Writes);
    Holds = isl::manage(isl_map_plain_is_equal(Load.get(), Loaded.get()));
    if (Holds.is_false())
      Holds = Load.is_equal(Loaded);
  }
  if (Holds.is_true())
    Holds = A.Values.Written.is_subset(Read);
  return Holds.is_true() ? isIncluded(A.Values.Initial,
                                      elements(Inside.apply_range(Unwritten)))
                         : Holds;
}

/// { [I -> A[m]] -> [b] } : at \p Points, { I -> pt }, what m had before the
/// band is read; b are the coordinates of pt in which tiles of a scope differ.
isl::map ValueProof::readTimes(const isl::map &Points) const {
  unsigned Size = T.Shape->originDimensions(), Fixed = T.Reuse.numFixed(Size);
  unsigned First = T.OuterNames.size() + Fixed, Number = Size - Fixed;
  isl::space Elements = A.Load.get_space().range();
  isl::space Time = T.Inside.get_space().range().align_params(Elements);
  isl::map Readers = polly::singleton(
      Back.apply_range(Unwritten),
      Time.map_from_domain_and_range(Elements.align_params(Time)));
  isl::map Times =
      Points.intersect_domain(Where).domain_product(Readers.reverse());
  unsigned After = countOf(Times.range_tuple_dim()) - First - Number;
  return Times.project_out(isl::dim::out, First + Number, After)
      .project_out(isl::dim::out, 0, First);
}

/// \p Reads, { [I -> A[m]] -> [b] }, of what is not in \p Loaded, { [I -> A[m]]
/// }. From each piece only those of \p Loaded are subtracted that it meets: isl
/// would subtract all of them from each part of it.
static isl::map withoutLoaded(const isl::map &Reads, const isl::set &Loaded) {
  isl::map Result = isl::map::empty(Reads.get_space());
  isl::stat Done = Reads.foreach_basic_map([&](isl::basic_map Piece) {
    isl::set Met = isl::set::empty(Loaded.get_space());
    isl::stat All = Loaded.foreach_basic_set([&](isl::basic_set Part) {
      isl::boolean Apart =
          isl::map(Piece).intersect_domain(isl::set(Part)).is_empty();
      if (!Apart.is_true())
        Met = Met.unite(isl::set(Part));
      return Apart.is_error() ? isl::stat::error() : isl::stat::ok();
    });
    Result = Result.unite(isl::manage(
        isl_map_subtract_domain(isl::map(Piece).release(), Met.release())));
    return All;
  });
  return Done.is_error() ? isl::map() : Result;
}

/// Each read of a tile that finds what was there before the band and is not
/// loaded has an earlier one, in the tile or before it in the scope. The first
/// one of the tile has it before the tile, then, which proves it by induction
/// over the tiles of the scope.
isl::boolean ValueProof::initialIsThere() const {
  isl::map Rest = withoutLoaded(readTimes(T.Inside), A.Values.Initial.wrap());
  isl::map Upto = readTimes(coalesced(T.Before.unite(T.Inside)));
  isl::map Later = isl::map::lex_lt(Rest.get_space().range());
  return isIncluded(Rest, Upto.apply_range(Later));
}

isl::boolean ValueProof::everyReadFindsItsValue() const {
  isl::union_map Outside = isl::union_map::empty(Back.ctx());
  for (const isl::map &Side : T.Shape->sources())
    Outside = Outside.unite(isl::union_map(Side).apply_range(
        Back.intersect_range(Writes.domain())));
  isl::union_map Present = Before.apply_range(Sources).unite(
      Before.intersect_range(Writes.domain()));
  isl::union_map Missing = Read.intersect(Outside)
                               .subtract(coalesced(A.Values.Written))
                               .subtract(coalesced(Present));
  isl::boolean Found = Missing.is_empty();
  return Found.is_true() ? initialIsThere() : Found;
}
