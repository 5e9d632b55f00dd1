//===- Profit.cpp - Whether tiles pay -------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/Profit.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Plan/OriginalLoops.h"
#include "stevedore/Support/AffineForm.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "isl/aff.h"
#include "isl/ilp.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace stevedore;
using namespace llvm;

/// The number of values of dimension \p K of \p Points from the first to the
/// last one, { [(trips)] }; null past the budget.
static isl::pw_aff tripsAlong(isl::set Points, unsigned K) {
  unsigned Dims = countOf(Points.tuple_dim());
  isl::set Along = coalesced(isl::manage(
      isl_set_remove_divs(Points.project_out(isl::dim::set, K + 1, Dims - K - 1)
                              .project_out(isl::dim::set, 0, K)
                              .release())));
  isl::pw_aff First = isl::manage(isl_set_dim_min(Along.copy(), 0));
  isl::pw_aff Last = isl::manage(isl_set_dim_max(Along.copy(), 0));
  return coalesced(Last.sub(First).add_constant(isl::val(Points.ctx(), 1)));
}

/// The largest value of \p Trips, if there is one.
static std::optional<int64_t> mostTrips(const isl::pw_aff &Trips) {
  isl::val Most = isl::manage(isl_pw_aff_max_val(Trips.copy()));
  return toInt64(Most.release());
}

/// \p A * \p B, \p Most at most.
static int64_t times(int64_t A, int64_t B, int64_t Most) {
  return std::min(Most, A * std::min(Most, B));
}

Expected<TripCounts> stevedore::tripCounts(const Scop &S, const Band &B) {
  Budget Limit(S.ctx(), {0, limits::TrafficOperations});
  isl::union_set Times = B.Theta.intersect_domain(B.Domain).range();
  if (!Times.isa_set().is_true())
    return createStringError("the loops of a band have no instances");
  isl::set Points = Times.as_set().intersect_params(S.Context);
  TripCounts Result;
  for (unsigned K = B.Outer; K < timeDimensions(B); ++K) {
    isl::pw_aff Trips = tripsAlong(Points, K);
    if (Trips.is_null())
      return islError(S.ctx(), "how often a loop runs");
    bool IsTiled = K < B.Outer + B.Size;
    std::optional<int64_t> Number = mostTrips(Trips);
    if (!Number)
      (IsTiled ? Result.Tiled : Result.Inner).push_back(Trips);
    else if (IsTiled || *Number > int64_t(S.Statements.size()))
      Result.Constant =
          times(Result.Constant, *Number, limits::LeastIterations);
  }
  return within(Limit, Expected<TripCounts>(std::move(Result)),
                "how often loops run");
}

/// The instances of \p Stmt in \p B.
static isl::set instancesIn(const Band &B, const Statement &Stmt) {
  return isl::manage(isl_union_set_extract_set(
      B.Domain.get(), Stmt.Domain.get_space().release()));
}

/// Whether the innermost loops of the original program in \p B stay in rows.
static bool staysInRows(const Scop &S, const Band &B) {
  unsigned Depth = 0;
  for (const Statement &Stmt : S.Statements)
    if (!instancesIn(B, Stmt).is_empty().is_true())
      Depth = std::max(Depth, countOf(Stmt.Domain.tuple_dim()));
  return llvm::all_of(S.Statements, [&](const Statement &Stmt) {
    return countOf(Stmt.Domain.tuple_dim()) < Depth ||
           instancesIn(B, Stmt).is_empty().is_true() ||
           accessesAcrossRows(S, Stmt, stepInOriginal(Stmt)) == 0;
  });
}

/// The elements of array number \p Array that \p B accesses; null: none.
static isl::set elementsIn(const Scop &S, const Band &B, unsigned Array) {
  isl::set Result;
  for (const Statement &Stmt : S.Statements)
    for (const Access &A : Stmt.Accesses) {
      if (A.Array != Array)
        continue;
      isl::set Elements =
          A.Relation.intersect_domain(instancesIn(B, Stmt)).range();
      Result = Result.is_null() ? Elements : Result.unite(Elements);
    }
  return Result;
}

Expected<Footprint> stevedore::footprint(const Scop &S, const Band &B,
                                         const TripCounts &Trips) {
  Budget Limit(S.ctx(), {0, limits::TrafficOperations});
  Footprint Result;
  Result.Least = !Trips.Inner.empty() || staysInRows(S, B)
                     ? limits::LeastRowBytes
                     : limits::LeastBytes;
  for (unsigned I = 0; I < S.Arrays.size(); ++I) {
    const Array &A = S.Arrays[I];
    isl::set Elements = elementsIn(S, B, I);
    if (A.Private || Elements.is_null() || Elements.is_empty().is_true())
      continue;
    Elements = Elements.intersect_params(S.Context);
    Footprint::Box Box;
    Box.Constant = times(1, A.ElementBytes, Result.Least);
    for (unsigned K = 0; K < A.Rank; ++K) {
      isl::pw_aff Extent = tripsAlong(Elements, K);
      if (Extent.is_null())
        return islError(S.ctx(), "how large an array is");
      if (std::optional<int64_t> Number = mostTrips(Extent))
        Box.Constant = times(Box.Constant, *Number, Result.Least);
      else
        Box.Extents.push_back(Extent);
    }
    if (Box.Extents.empty())
      Result.Constant = std::min(Result.Least, Result.Constant + Box.Constant);
    else
      Result.Boxes.push_back(std::move(Box));
  }
  return within(Limit, Expected<Footprint>(std::move(Result)),
                "how large arrays are");
}

/// Whether \p Coordinate, { [(b)] } over the counters of loops, adds several of
/// them.
static bool addsCounters(const isl::aff &Coordinate) {
  unsigned Counters = 0;
  for (unsigned K = 0; K < countOf(Coordinate.dim(isl::dim::in)); ++K)
    Counters += isl_aff_involves_dims(Coordinate.get(), isl_dim_in, K, 1) ==
                isl_bool_true;
  return Counters > 1;
}

/// Whether a coordinate of the tiles of \p B adds several counters of a
/// statement's loops.
static bool isSkewed(const Band &B) {
  auto Straight = [](isl::set, isl::aff Coordinate) {
    return addsCounters(Coordinate) ? isl::stat::error() : isl::stat::ok();
  };
  isl::union_map Times = B.Theta.intersect_domain(B.Domain);
  return Times
      .foreach_map([&](isl::map Of) {
        isl::pw_multi_aff Coordinates =
            isl::manage(isl_pw_multi_aff_from_map(Of.release()));
        for (unsigned K = B.Outer; K < B.Outer + B.Size; ++K)
          if (Coordinates.at(K).foreach_piece(Straight).is_error())
            return isl::stat::error();
        return isl::stat::ok();
      })
      .is_error();
}

/// Whether \p T tiles more loops than the arrays that it moves have
/// dimensions.
static bool tilesMoreThanItMoves(const RegionPlan &Plan, const Level &T) {
  return llvm::all_of(T.Arrays, [&](const LocalArray &L) {
    return Plan.Program->Arrays[L.Transfers.Array].Rank < T.B.Size;
  });
}

/// That \p Trips, which are constant, are too few.
static std::string tooFew(const TripCounts &Trips) {
  return formatv("the loops have {0} iterations, less than {1}", Trips.Constant,
                 limits::LeastIterations);
}

/// The reason why \p B does not pay, whatever its tiles move; empty if it may.
static std::string whyNot(const Scop &S, const Band &B) {
  if (isSkewed(B))
    return "a coordinate of the tiles adds counters of several loops";
  Expected<TripCounts> Trips = tripCounts(S, B);
  if (!Trips) {
    consumeError(Trips.takeError());
    return "";
  }
  if (Trips->areConstant() && Trips->Constant < limits::LeastIterations)
    return tooFew(*Trips);
  Expected<Footprint> Bytes = footprint(S, B, *Trips);
  if (!Bytes) {
    consumeError(Bytes.takeError());
    return "";
  }
  if (Bytes->isConstant() && Bytes->Constant < Bytes->Least)
    return formatv("the arrays have {0} bytes, less than {1}", Bytes->Constant,
                   Bytes->Least);
  return "";
}

/// The reason why the band \p T of \p Plan does not pay; empty if it does.
static std::string whyNot(const RegionPlan &Plan, const Level &T) {
  if (std::string Why = whyNot(*Plan.Program, T.B); !Why.empty())
    return Why;
  Expected<TileTraffic> Traffic = tileTraffic(Plan, T);
  if (Traffic && Traffic->reuse() < limits::LeastReuse)
    return formatv("a tile accesses each element that it moves {0:F1} times, "
                   "less than {1:F0}",
                   Traffic->reuse(), limits::LeastReuse);
  if (!Traffic) {
    consumeError(Traffic.takeError());
    if (!tilesMoreThanItMoves(Plan, T))
      return "a tile has no more dimensions than an array that it moves";
  }
  return "";
}

/// The region as one band, of whose loops all are tiled in the order of the
/// source.
static Band wholeRegion(const Scop &S) {
  Band Result;
  Result.Domain = S.domain().intersect_params(S.Context);
  Result.Theta = S.Order.get_map();
  isl::set Times = Result.Theta.range().as_set();
  Result.Size = countOf(Times.tuple_dim());
  return Result;
}

std::string stevedore::whyNothingPays(const Scop &S,
                                      const TypicalValues &Typical) {
  Expected<TripCounts> Trips = tripCounts(S, wholeRegion(S));
  if (!Trips)
    consumeError(Trips.takeError());
  else if (Trips->areConstant() && Trips->Constant < limits::LeastIterations)
    return tooFew(*Trips);
  Expected<double> Reuse = mostReuse(S, Typical);
  if (!Reuse)
    consumeError(Reuse.takeError());
  else if (*Reuse < limits::LeastReuse)
    return formatv("each element that is moved is accessed {0:F1} times at "
                   "most, less than {1:F0}",
                   *Reuse, limits::LeastReuse);
  return "";
}

std::string stevedore::whyNothingPays(const Scop &S, const Schedule &Order) {
  std::string Result;
  for (const Band &B : Order.Bands) {
    Result = whyNot(S, B);
    if (Result.empty())
      break;
  }
  return Result;
}

Profit stevedore::profitOf(const RegionPlan &Plan) {
  Profit Result;
  for (unsigned I = 0; I < Plan.Levels.size(); ++I) {
    std::string Reason = whyNot(Plan, Plan.Levels[I]);
    if (Reason.empty())
      Result.Bands.push_back(I);
    else
      Result.WhyNot = Reason;
  }
  return Result;
}
