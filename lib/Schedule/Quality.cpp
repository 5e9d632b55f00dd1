//===- stevedore/lib/Schedule/Quality.cpp - How good a choice of bands is -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Quality.h"
#include "stevedore/Support/IntegerMatrix.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/val.h"
#include <algorithm>
#include <cstdlib>

using namespace llvm;

namespace stevedore {

/// Iterator coefficients of one counter on one statement.
using Row = std::vector<int64_t>;

/// The iterator coefficients of the first piece of \p Counter.
static Row coefficients(const isl::pw_aff &Counter, unsigned Depth) {
  Row Result(Depth, 0);
  bool First = true;
  isl::stat Done =
      Counter.foreach_piece([&](const isl::set &, const isl::aff &A) {
        for (unsigned I = 0; First && I < Depth; ++I) {
          isl::val V =
              isl::manage(isl_aff_get_coefficient_val(A.get(), isl_dim_in, I));
          Result[I] = V.is_null() ? 0 : isl_val_get_num_si(V.get());
        }
        First = false;
        return isl::stat::ok();
      });
  return Done.is_ok() ? Result : Row(Depth, 0);
}

/// A parameter point of the context, as large as the context lets it be.
static isl::set largeParameters(const Scop &S) {
  isl::set Result = S.Context.align_params(S.domain().space());
  int N = isl_set_dim(Result.get(), isl_dim_param);
  for (int I = 0; I < N; ++I) {
    isl::set Above = isl::manage(isl_set_lower_bound_si(
        Result.copy(), isl_dim_param, I, limits::LargeParameter * (I + 1)));
    if (Above.is_empty().is_false()) {
      Result = Above;
      continue;
    }
    isl::aff Value = isl::manage(isl_aff_var_on_domain(
        isl_local_space_from_space(isl_set_get_space(Result.get())),
        isl_dim_param, I));
    isl::val Most = isl::manage(isl_set_max_val(Result.get(), Value.get()));
    if (Most.is_int().is_true())
      Result = isl::manage(isl_set_lower_bound_val(
          Result.release(), isl_dim_param, I, Most.release()));
  }
  return isl::set(Result.sample());
}

namespace {

/// Least and largest value of a counter; unset where there is none.
struct Range {
  long Min = 0;
  long Max = -1;
  bool empty() const { return Max < Min; }
  double length() const { return double(Max) - double(Min) + 1; }
  void include(const Range &Other) {
    if (Other.empty())
      return;
    Min = empty() ? Other.Min : std::min(Min, Other.Min);
    Max = std::max(Max, Other.Max);
  }
};

/// Measures the bands of one region.
class Meter {
public:
  explicit Meter(const Scop &S) : S(S), Sample(largeParameters(S)) {
    for (const Statement &Stmt : S.Statements)
      MaxDepth = std::max(MaxDepth, depthOf(Stmt));
    Result.TiledRank.assign(MaxDepth + 1, 0);
    Result.FullRank = Result.Tiled = true;
  }

  Quality run(ArrayRef<const LoopTree *> Bands) {
    Result.Bands = Bands.size();
    for (const LoopTree *Band : Bands)
      addFill(*Band);
    for (const Statement &Stmt : S.Statements)
      addStatement(Stmt, Bands);
    for (unsigned A = 0; A < S.Arrays.size(); ++A)
      Result.UnprivatizedArrays += S.Arrays[A].Private && !isHeld(A, Bands);
    return std::move(Result);
  }

private:
  static unsigned depthOf(const Statement &Stmt) {
    return countOf(isl_set_dim(Stmt.Domain.get(), isl_dim_set));
  }

  static isl::pw_aff counterOn(const isl::union_pw_aff &Counter,
                               const Statement &Stmt) {
    isl_space *Space = isl_space_from_domain(Stmt.Domain.space().release());
    Space = isl_space_add_dims(Space, isl_dim_out, 1);
    return isl::manage(isl_union_pw_aff_extract_pw_aff(Counter.get(), Space));
  }

  static bool holds(const LoopTree &Band, const Statement &Stmt) {
    return Band.Domain.intersect(isl::union_set(Stmt.Domain))
        .is_empty()
        .is_false();
  }

  /// Whether one of \p Bands has all statements that use array number \p Array.
  bool isHeld(unsigned Array, ArrayRef<const LoopTree *> Bands) const {
    return llvm::any_of(Bands, [&](const LoopTree *Band) {
      return llvm::all_of(S.Statements, [&](const Statement &Stmt) {
        return llvm::none_of(
                   Stmt.Accesses,
                   [&](const Access &A) { return A.Array == Array; }) ||
               isl::union_set(Stmt.Domain).is_subset(Band->Domain).is_true();
      });
    });
  }

  static std::vector<isl::union_pw_aff> counters(const LoopTree &Band) {
    std::vector<isl::union_pw_aff> Counters;
    const LoopTree *L = &Band;
    for (unsigned I = 0; I < Band.Width; ++I, L = &L->Children.front())
      Counters.push_back(L->Counter);
    return Counters;
  }

  /// Rank and skew of the tiled loops around \p Stmt.
  void addStatement(const Statement &Stmt, ArrayRef<const LoopTree *> Bands) {
    unsigned Depth = depthOf(Stmt);
    unsigned Rank = 0;
    for (const LoopTree *Band : Bands) {
      if (!holds(*Band, Stmt))
        continue;
      std::vector<Row> Rows;
      for (const isl::union_pw_aff &Counter : counters(*Band))
        Rows.push_back(coefficients(counterOn(Counter, Stmt), Depth));
      for (const Row &R : Rows)
        addSkew(R);
      Rank = std::max(Rank, IntegerMatrix::fromRows(Rows, Depth).rank());
    }
    Result.TiledRank[MaxDepth - Depth] += Rank;
    Result.FullRank &= Rank == Depth;
    Result.Tiled &= Rank == Depth || Rank >= 2;
  }

  void addSkew(const Row &R) {
    int64_t Sum = 0;
    for (int64_t C : R)
      Sum += std::abs(C);
    Result.Skew += std::max<int64_t>(Sum - 1, 0);
  }

  /// Counts the statements of \p Band that leave much of a loop empty.
  void addFill(const LoopTree &Band) {
    for (const isl::union_pw_aff &Counter : counters(Band)) {
      std::vector<Range> Ranges;
      Range Whole;
      for (const Statement &Stmt : S.Statements) {
        Range R = rangeOf(Counter, Stmt);
        Whole.include(R);
        if (R.Max > R.Min)
          Ranges.push_back(R);
      }
      for (const Range &R : Ranges)
        Result.Sparse += R.length() < limits::FullShare * Whole.length();
    }
  }

  Range rangeOf(const isl::union_pw_aff &Counter, const Statement &Stmt) {
    isl::pw_aff OnStmt = counterOn(Counter, Stmt).intersect_domain(Stmt.Domain);
    OnStmt = OnStmt.intersect_params(Sample);
    if (!OnStmt.domain().is_empty().is_false())
      return {};
    isl::val Min = isl::manage(isl_pw_aff_min_val(OnStmt.copy()));
    isl::val Max = isl::manage(isl_pw_aff_max_val(OnStmt.copy()));
    return {valueOf(Min), valueOf(Max)};
  }

  static long valueOf(const isl::val &V) {
    return V.is_int().is_true() ? isl_val_get_num_si(V.get()) : 0;
  }

  const Scop &S;
  isl::set Sample;
  unsigned MaxDepth = 0;
  Quality Result;
};

} // namespace

bool Quality::isBetterThan(const Quality &Other) const {
  if (UnprivatizedArrays != Other.UnprivatizedArrays)
    return UnprivatizedArrays < Other.UnprivatizedArrays;
  if (TiledRank != Other.TiledRank)
    return TiledRank > Other.TiledRank;
  unsigned Cost = 4 * Sparse + Skew + Bands;
  unsigned OtherCost = 4 * Other.Sparse + Other.Skew + Other.Bands;
  return Cost < OtherCost;
}

Quality measureQuality(const Scop &S, ArrayRef<const LoopTree *> Bands) {
  return Meter(S).run(Bands);
}

} // namespace stevedore
