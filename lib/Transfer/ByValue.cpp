//===- ByValue.cpp - Loads found value by value ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByValue.h"
#include "stevedore/Support/AffineForm.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Existentials.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/flow.h"
#include "isl/map.h"
#include "isl/union_map.h"

using namespace stevedore;

isl::map stevedore::united(const isl::union_map &Touched, isl::map Empty) {
  isl::map Result = Empty;
  Touched.foreach_map([&](isl::map M) -> isl::stat {
    Result = Result.unite(M);
    return isl::stat::ok();
  });
  return Touched.is_null() ? isl::map() : Result;
}

isl::map LoadedValues::elements(const isl::union_map &Writes) const {
  return united(Written.apply_range(Writes), Initial);
}

namespace {

/// The reads of an array by one reference.
struct Reference {
  /// { sink -> S[i] } : the sink reads what S[i] wrote.
  isl::union_map Sources;
  /// { sink -> A[m] } : the sink reads what was there before the band.
  isl::union_map Unwritten;
  /// How much later than its source, along the last tiled dimension, a read is.
  long Delay = 0;

  /// What a reference reads in the instances \p Of, { I -> sink }.
  LoadedValues in(const isl::union_map &Of, const isl::map &Empty) const {
    return {coalesced(Of.apply_range(Sources)),
            inFewerPieces(united(Of.apply_range(Unwritten), Empty))};
  }
};

/// The values that the tiles of one band read from one array.
class ValueLoads {
public:
  ValueLoads(const Scop &S, const Band &B, const TileSpace &T, unsigned Array,
             const isl::map &Empty);

  bool areSimpler() const;
  LoadedValues first(const isl::set &Where) const;
  isl::set loadedOnce() const;
  isl::set storedOnce(const isl::union_map &Lasting) const;
  const isl::union_map &writes() const { return Writes; }

private:
  const TileSpace &T;
  isl::map Empty;
  /// { pt -> S[i] }
  isl::union_map Back;
  /// { S[i] -> A[m] } : the writes of the band.
  isl::union_map Writes;
  std::vector<Reference> References;

  /// The dimension of time points along which strips run.
  unsigned lastCoordinate() const {
    return T.OuterNames.size() + T.Shape->originDimensions() - 1;
  }
  long delayOf(const isl::union_map &Sources) const;
  isl::map lastOf(const isl::map &Points) const;
  isl::map firstReads(const Reference &By, const isl::set &Where) const;
  isl::union_map outside(const isl::set &Where) const;
  isl::union_map instances(const isl::map &Points, const isl::set &Where) const;
  isl::map firstCoordinate(const isl::map &Points) const;
  isl::map firstReadAt() const;
  isl::set inOneTuple(const isl::union_map &Written,
                      const isl::map &Initial) const;
};

} // namespace

/// The reads of \p Array in the band, { S[i] -> A[m] }, by reference: those of
/// several statements that read the same at the same points of tiles, the first
/// \p Dimensions of time points, are one.
static std::vector<isl::union_map> readsByReference(const Scop &S,
                                                    const Band &B,
                                                    unsigned Array,
                                                    unsigned Dimensions) {
  std::vector<isl::union_map> Result, AtPoints;
  for (const Statement &Stmt : S.Statements)
    for (const Access &A : Stmt.Accesses) {
      if (A.Array != Array || !A.Reads)
        continue;
      isl::union_map Of(A.Relation.intersect_domain(Stmt.Domain));
      isl::union_map Points = isl::union_map::empty(Of.ctx());
      Of = Of.intersect_domain(B.Domain);
      Of.apply_domain(B.Theta).foreach_map([&](isl::map M) -> isl::stat {
        unsigned Rest = countOf(M.domain_tuple_dim()) - Dimensions;
        Points = Points.unite(M.project_out(isl::dim::in, Dimensions, Rest));
        return isl::stat::ok();
      });
      auto Same = llvm::find_if(AtPoints, [&](const isl::union_map &Other) {
        return Other.is_equal(Points).is_true();
      });
      if (Same != AtPoints.end()) {
        isl::union_map &Known = Result[Same - AtPoints.begin()];
        Known = Known.unite(Of);
        continue;
      }
      Result.push_back(Of);
      AtPoints.push_back(Points);
    }
  return Result;
}

/// { sink -> S[i] } : those of \p Sources that the reference \p Of may have.
/// That both name the same element is often known without subscripts by which
/// elements take turns; what may be more then is in another reference, too.
static isl::union_map sourcesOf(const isl::union_map &Of,
                                const isl::union_map &Writes,
                                const isl::union_map &Sources) {
  isl::union_map Result = isl::union_map::empty(Sources.ctx());
  Sources.intersect(Of.apply_range(Writes.reverse()))
      .foreach_map([&](const isl::map &M) -> isl::stat {
        isl::map Known = isl::manage(isl_map_detect_equalities(M.copy()));
        Result = added(std::move(Result), withoutDivisions(Known));
        return isl::stat::ok();
      });
  return coalesced(Result.intersect(Sources));
}

ValueLoads::ValueLoads(const Scop &S, const Band &B, const TileSpace &T,
                       unsigned Array, const isl::map &Empty)
    : T(T), Empty(Empty), Back(B.Theta.intersect_domain(B.Domain).reverse()),
      Writes(
          S.accesses(Array, &Access::MustWrites).intersect_domain(B.Domain)) {
  isl::union_access_info Info(
      S.accesses(Array, &Access::Reads).intersect_domain(B.Domain));
  isl::union_flow Flow = Info.set_must_source(Writes)
                             .set_schedule_map(Back.reverse())
                             .compute_flow();
  isl::union_map Sources = coalesced(Flow.get_must_dependence().reverse());
  isl::union_map Unwritten = Flow.get_must_no_source();
  for (const isl::union_map &Of :
       readsByReference(S, B, Array, lastCoordinate() + 1)) {
    Reference One;
    One.Sources = sourcesOf(Of, Writes, Sources);
    One.Unwritten = coalesced(Unwritten.intersect(Of));
    One.Delay = delayOf(One.Sources);
    References.push_back(std::move(One));
  }
  llvm::stable_sort(References, [](const Reference &A, const Reference &B) {
    return A.Delay < B.Delay;
  });
}

/// Reference::Delay; 0 where it is not one number.
long ValueLoads::delayOf(const isl::union_map &Sources) const {
  isl::union_map Theta = Back.reverse();
  std::optional<long> Delay;
  bool IsOne = true;
  Sources.reverse().apply_domain(Theta).apply_range(Theta).deltas().foreach_set(
      [&](isl::set Distances) -> isl::stat {
        std::optional<int64_t> Fixed = toInt64(isl_set_plain_get_val_if_fixed(
            Distances.get(), isl_dim_set, lastCoordinate()));
        IsOne &= Fixed && Delay.value_or(*Fixed) == *Fixed;
        Delay = Fixed;
        return isl::stat::ok();
      });
  return IsOne ? Delay.value_or(0) : 0;
}

/// { I -> S[i] } : the instances at \p Points, { I -> pt }, of tiles \p Where.
isl::union_map ValueLoads::instances(const isl::map &Points,
                                     const isl::set &Where) const {
  return isl::union_map(Points.intersect_domain(Where)).apply_range(Back);
}

/// { I -> S[i] } : the writers outside of the tile. Each of
/// TileShape::sources() is taken without those before it.
isl::union_map ValueLoads::outside(const isl::set &Where) const {
  isl::map Result = isl::map::empty(T.Inside.get_space()), Done = Result;
  for (const isl::map &Side : T.Shape->sources()) {
    Result = Result.unite(Side.subtract(Done));
    Done = Done.unite(Side);
  }
  return instances(Result, Where).intersect_range(Writes.domain());
}

/// { I -> [b] } for the last coordinate of \p Points, { I -> pt }.
isl::map ValueLoads::lastOf(const isl::map &Points) const {
  unsigned Last = lastCoordinate();
  unsigned After = countOf(Points.range_tuple_dim()) - Last - 1;
  return Points.project_out(isl::dim::out, Last + 1, After)
      .project_out(isl::dim::out, 0, Last);
}

/// { I -> A[m] : the tile has the first of the points of its strip that read by
/// the reference \p By what m had before the band }
isl::map ValueLoads::firstReads(const Reference &By,
                                const isl::set &Where) const {
  isl::space Elements = Empty.get_space().range();
  isl::space Points = T.Inside.get_space().range();
  isl::map Readers =
      united(Back.apply_range(By.Unwritten),
             isl::map::empty(Points.map_from_domain_and_range(Elements)));
  isl::map Strip = coalesced(T.Before.unite(T.Inside).unite(T.After));
  // { [I -> A[m]] -> [b] }
  isl::map First =
      lastOf(Strip.intersect_domain(Where).domain_product(Readers.reverse()))
          .lexmin();
  First = isl::manage(isl_map_compute_divs(inFewerPieces(First).release()));
  isl::map Here = lastOf(T.Inside.intersect_domain(Where));
  isl::map Any = isl::map::universe(Elements.map_from_domain_and_range(
      Here.get_space().range().align_params(Elements)));
  return First.intersect(Here.domain_product(Any)).domain().unwrap();
}

/// Whether values are simpler than elements.
bool ValueLoads::areSimpler() const {
  if (!Writes.is_single_valued().is_true())
    return false;
  bool HasSource = false;
  for (const Reference &One : References) {
    if (hasDivisions(One.Sources))
      return false;
    HasSource |= One.Sources.is_empty().is_false();
  }
  return HasSource;
}

/// What the tiles \p Where read from outside, and are the first of their scope
/// to have. The references are taken one after the other, those first that read
/// a value first: of what one reads, the tile loads what none before it reads
/// up to the end of the tile, and none after it before the tile. So pieces are
/// disjoint, and have few bounds.
LoadedValues ValueLoads::first(const isl::set &Where) const {
  isl::union_map Inside = instances(T.Inside, Where);
  isl::union_map Before = instances(T.Before, Where);
  isl::union_map UpToEnd =
      instances(coalesced(T.Before.unite(T.Inside)), Where);
  isl::union_map Outside =
      outside(Where).subtract(Before.intersect_range(Writes.domain()));
  std::vector<LoadedValues> Earlier, UpTo;
  for (const Reference &By : References) {
    Earlier.push_back(By.in(Before, Empty));
    UpTo.push_back(By.in(UpToEnd, Empty));
  }
  LoadedValues Result = {isl::union_map::empty(Back.ctx()), Empty};
  for (size_t J = 0; J < References.size(); ++J) {
    isl::union_map Written =
        coalesced(Inside.apply_range(References[J].Sources)).intersect(Outside);
    isl::map Initial = firstReads(References[J], Where);
    for (size_t L = 0; L < References.size(); ++L) {
      const LoadedValues &Other = L < J ? UpTo[L] : Earlier[L];
      Written = Written.subtract(Other.Written);
      if (L != J)
        Initial = difference(Initial, Other.Initial);
    }
    Result.Written = Result.Written.unite(coalesced(Written));
    Result.Initial = Result.Initial.unite(coalesced(Initial));
  }
  return Result;
}

static bool isNull(const LoadedValues &V) {
  return V.Written.is_null() || V.Initial.is_null();
}

static int numPieces(const LoadedValues &V) {
  int Result = isl_map_n_basic_map(V.Initial.get());
  V.Written.foreach_map([&](const isl::map &M) -> isl::stat {
    Result += isl_map_n_basic_map(M.get());
    return isl::stat::ok();
  });
  return Result;
}

std::optional<ValueLoad>
stevedore::loadByValue(const Scop &S, const Band &B, const TileSpace &T,
                       unsigned Array, const isl::map &Empty, int MostPieces,
                       BudgetLimits Limits) {
  if (T.Reuse != ReuseScope::strip() && T.Reuse != ReuseScope::none())
    return std::nullopt;
  std::optional<ValueLoads> Loads;
  ValueLoad Result;
  {
    Budget Limit(S.ctx(), Limits);
    Loads.emplace(S, B, T, Array, Empty);
    if (!Loads->areSimpler() || Limit.exhausted())
      return std::nullopt;
    Result.Values =
        unlessOver(Limit, Loads->first(isl::set::universe(T.Full.get_space())));
  }
  if (!isNull(Result.Values) && numPieces(Result.Values) <= MostPieces)
    return Result;
  if (T.Reuse == ReuseScope::none())
    return std::nullopt;
  Budget Limit(S.ctx(), Limits);
  Result = {unlessOver(Limit, Loads->first(T.Full)), true};
  return isNull(Result.Values) ? std::nullopt : std::optional(Result);
}

/// { x -> [b] } for the first tiled coordinate of \p Points, { x -> pt }.
isl::map ValueLoads::firstCoordinate(const isl::map &Points) const {
  unsigned First = T.OuterNames.size();
  unsigned After = countOf(Points.range_tuple_dim()) - First - 1;
  return Points.project_out(isl::dim::out, First + 1, After)
      .project_out(isl::dim::out, 0, First);
}

/// { [I -> A[m]] -> [b] : the tile at I reads at b what m had before the band,
/// but not at b - 1 }; null where it does so at several b.
isl::map ValueLoads::firstReadAt() const {
  isl::union_map Unwritten = isl::union_map::empty(Back.ctx());
  for (const Reference &By : References)
    Unwritten = Unwritten.unite(By.Unwritten);
  isl::space Points = T.Inside.get_space().range();
  isl::map Readers = united(Back.apply_range(Unwritten),
                            isl::map::empty(Points.map_from_domain_and_range(
                                Empty.get_space().range())));
  isl::map At = firstCoordinate(T.Inside.domain_product(Readers.reverse()));
  isl::map First =
      At.subtract(At.apply_range(isl::map(At.ctx(), "{ [b] -> [b + 1] }")));
  return First.is_single_valued().is_true() ? First : isl::map();
}

/// { [I, x, 0, \p Number, b] } for \p Found, { [I -> x] -> [b] }; x and zeros
/// have \p Width coordinates.
static isl::set numbered(const isl::map &Found, unsigned Width, int Number) {
  unsigned Origins = countOf(Found.domain().unwrap().domain_tuple_dim());
  unsigned Own = countOf(Found.domain().unwrap().range_tuple_dim());
  unsigned First = Origins + Own, End = Origins + Width;
  isl_set *Flat = isl_set_insert_dims(Found.wrap().flatten().release(),
                                      isl_dim_set, First, End + 1 - First);
  for (unsigned K = First; K <= End; ++K)
    Flat = isl_set_fix_si(Flat, isl_dim_set, K, K < End ? 0 : Number);
  return isl::manage(Flat);
}

/// { [I, x, b] } of \p Written, { I -> S[i] }, and \p Initial, { [I -> A[m]] ->
/// [b] }; null where one of them is.
isl::set ValueLoads::inOneTuple(const isl::union_map &Written,
                                const isl::map &Initial) const {
  if (Written.is_null() || Initial.is_null())
    return isl::set();
  unsigned Width = countOf(Empty.range_tuple_dim());
  Back.foreach_map([&](isl::map M) -> isl::stat {
    Width = std::max<unsigned>(Width, countOf(M.range_tuple_dim()));
    return isl::stat::ok();
  });
  int Number = 0;
  isl::set Result = numbered(Initial, Width, Number);
  Back.foreach_map([&](isl::map M) -> isl::stat {
    isl::space Origins = T.Inside.get_space().domain();
    isl::space Writers = M.get_space().range().align_params(Origins);
    isl::map Of = Written.extract_map(
        Origins.align_params(Writers).map_from_domain_and_range(Writers));
    isl::map Writer = isl::manage(isl_map_range_map(Of.release()));
    Result = Result.unite(numbered(
        Writer.apply_range(firstCoordinate(M.reverse())), Width, ++Number));
    return isl::stat::ok();
  });
  return Result;
}

isl::set ValueLoads::loadedOnce() const {
  isl::set All = isl::set::universe(T.Full.get_space());
  return inOneTuple(first(All).Written, firstReadAt());
}

/// What a tile writes and one of \p Lasting does, or an instance of the band
/// outside of the tile reads.
isl::set ValueLoads::storedOnce(const isl::union_map &Lasting) const {
  isl::set All = isl::set::universe(T.Full.get_space());
  isl::union_map Inside =
      instances(T.Inside, All).intersect_range(Writes.domain());
  isl::union_map Result = Inside.intersect_range(Lasting.domain());
  for (const isl::map &Side : T.Shape->sinks(T.Reuse))
    for (const Reference &By : References)
      Result =
          Result.unite(coalesced(instances(Side, All).apply_range(By.Sources))
                           .intersect(Inside));
  isl::space Time = firstCoordinate(T.Inside).get_space().range();
  isl::space Elements = Empty.wrap().get_space().align_params(Time);
  isl::map None = isl::map::empty(
      Elements.map_from_domain_and_range(Time.align_params(Elements)));
  return inOneTuple(Result, None);
}

MovedValues stevedore::movedValues(const Scop &S, const Dependences &D,
                                   const Band &B, const TileSpace &T,
                                   unsigned Array, const isl::map &Empty) {
  ValueLoads Values(S, B, T, Array, Empty);
  if (!Values.areSimpler())
    return {};
  isl::union_map Must = S.accesses(Array, &Access::MustWrites);
  isl::union_map Overwritten =
      D.Output.intersect_domain(Values.writes().domain().universe())
          .apply_range(Must)
          .intersect(Values.writes());
  isl::union_map Lasting = S.Arrays[Array].LiveOut
                               ? Values.writes().subtract(Overwritten)
                               : isl::union_map::empty(S.ctx());
  return {Values.loadedOnce(), Values.storedOnce(Lasting)};
}
