//===- Packed.cpp - Rows of different lengths one behind the other --------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No modular mapping keeps the elements of a triangle apart with less than
// three quarters of the square around it, and that one wraps everywhere: the
// densest packing of the plane by translates of a triangle covers two thirds of
// it (I. Fary, 1950). Rows behind each other take half of the square.
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "stevedore/Support/AffineForm.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include <numeric>

using namespace stevedore;

namespace {

/// A bound of a that is Slope t + At on row t.
struct RowEnd {
  int64_t Slope;
  /// { [(form)] } over the parameters.
  isl::aff At;
};

/// Bounds of elements along two dimensions: of t, the outer one, and of a in
/// row t.
struct Trapezoids {
  std::vector<RowEnd> Least, Greatest;
  std::vector<isl::aff> First, Last;
};

} // namespace

/// The parameters and the constant of \p C times \p Sign; null where it has
/// divisions, or tile sizes or outer counters of \p Known.
static isl::aff ofProblem(const isl::constraint &C, int64_t Sign,
                          const Roles &Known) {
  isl_space *Space = isl_space_params(isl_constraint_get_space(C.get()));
  isl_aff *Form = isl_aff_zero_on_domain(isl_local_space_from_space(Space));
  for (unsigned P = 0; P < countOf(isl_aff_dim(Form, isl_dim_param)); ++P) {
    isl_val *Factor =
        isl_constraint_get_coefficient_val(C.get(), isl_dim_param, P);
    llvm::StringRef Name = isl_aff_get_dim_name(Form, isl_dim_param, P);
    if (!isl_val_is_zero(Factor) &&
        (Known.isTileSize(Name) || Known.isOuterCounter(Name))) {
      isl_val_free(Factor);
      isl_aff_free(Form);
      return isl::aff();
    }
    Form = isl_aff_set_coefficient_val(
        Form, isl_dim_param, P,
        isl_val_mul(Factor, isl_val_int_from_si(isl_aff_get_ctx(Form), Sign)));
  }
  isl_val *Constant = isl_constraint_get_constant_val(C.get());
  Form = isl_aff_set_constant_val(
      Form,
      isl_val_mul(Constant, isl_val_int_from_si(isl_aff_get_ctx(Form), Sign)));
  return isl::manage(Form);
}

/// Calls \p Visit(coefficient of each dimension, sign) for each inequality of
/// \p Set, an equality counting as two.
static void
forEachInequality(const isl::basic_set &Set,
                  llvm::function_ref<void(const isl::constraint &,
                                          llvm::ArrayRef<int64_t>, int64_t)>
                      Visit) {
  unsigned Rank = dimensions(Set, isl_dim_set);
  for (const isl::constraint &C : constraintsOf(Set)) {
    auto Read = toAffineConstraint(
        C,
        {{isl_dim_set, Rank}, {isl_dim_param, dimensions(Set, isl_dim_param)}});
    if (!Read)
      continue;
    for (int64_t Sign : {1, -1}) {
      if (Sign < 0 && !Read->IsEquality)
        continue;
      std::vector<int64_t> Factors(Read->Form.Coefficients.begin(),
                                   Read->Form.Coefficients.begin() + Rank);
      for (int64_t &Factor : Factors)
        Factor *= Sign;
      Visit(C, Factors, Sign);
    }
  }
}

/// The bounds that \p Hull { [m] }, of two dimensions, has; a is number \p
/// Inner.
static Trapezoids boundsIn(const isl::basic_set &Hull, unsigned Inner,
                           const Roles &Known) {
  Trapezoids Result;
  forEachInequality(Hull, [&](const isl::constraint &C,
                              llvm::ArrayRef<int64_t> Factors, int64_t Sign) {
    int64_t OfA = Factors[Inner], OfT = Factors[1 - Inner];
    if (OfA != 1 && OfA != -1)
      return;
    isl::aff At = ofProblem(C, -OfA * Sign, Known);
    if (!At.is_null())
      (OfA > 0 ? Result.Least : Result.Greatest).push_back({-OfA * OfT, At});
  });
  isl::basic_set Rows = isl::manage(isl_basic_set_remove_redundancies(
      isl_basic_set_project_out(Hull.copy(), isl_dim_set, Inner, 1)));
  forEachInequality(Rows, [&](const isl::constraint &C,
                              llvm::ArrayRef<int64_t> Factors, int64_t Sign) {
    int64_t OfT = Factors.front();
    if (OfT != 1 && OfT != -1)
      return;
    isl::aff At = ofProblem(C, -OfT * Sign, Known);
    if (!At.is_null())
      (OfT > 0 ? Result.First : Result.Last).push_back(At);
  });
  return Result;
}

/// A convex set around the elements of each clique of \p C, for any value of
/// outer counters.
static std::vector<isl::set> elementHulls(const ConflictRelation &C) {
  std::vector<isl::set> Result;
  for (const isl::map &Clique : C.Cliques) {
    isl::set Elements = Clique.intersect_params(C.Context).range();
    for (unsigned P = countOf(Elements.dim(isl::dim::param)); P-- > 0;)
      if (C.Parameters.isOuterCounter(
              isl_set_get_dim_name(Elements.get(), isl_dim_param, P)))
        Elements = isl::manage(
            isl_set_project_out(Elements.release(), isl_dim_param, P, 1));
    Result.push_back(isl::set(isl::manage(
        isl_set_simple_hull(isl_set_remove_divs(Elements.release())))));
  }
  return Result;
}

/// A convex set around all elements of \p Hulls, of \p Rank dimensions, along
/// \p X and \p Y, X < Y.
static isl::basic_set elementsAlong(llvm::ArrayRef<isl::set> Hulls,
                                    unsigned Rank, unsigned X, unsigned Y) {
  isl::set All;
  for (isl::set Elements : Hulls) {
    for (unsigned D = Rank; D-- > 0;)
      if (D != X && D != Y)
        Elements = isl::manage(
            isl_set_project_out(Elements.release(), isl_dim_set, D, 1));
    All = All.is_null() ? Elements : All.unite(Elements);
  }
  return isl::manage(isl_set_simple_hull(isl_set_remove_divs(All.release())));
}

/// The packed form of \p Ends in rows from \p First to \p Last; none where all
/// rows are of one length, which modular mappings see.
static std::optional<PackedForm> formOf(const RowEnd &Least,
                                        const RowEnd &Greatest,
                                        const isl::aff &First,
                                        const isl::aff &Last) {
  isl::ctx Ctx = First.ctx();
  auto at = [&](const RowEnd &End) {
    return End.At.add(First.scale(isl::val(Ctx, End.Slope)));
  };
  PackedForm Result;
  Result.Slope = Least.Slope;
  Result.Growth = Greatest.Slope - Least.Slope;
  Result.First = First;
  Result.Start = at(Least);
  Result.Length = at(Greatest).sub(Result.Start).add_constant(isl::val(Ctx, 1));
  Result.Count.MaxOfMins = {{Last.sub(First).add_constant(isl::val(Ctx, 1))}};
  if (Result.Growth == 0)
    return std::nullopt;
  return Result;
}

/// The rows of \p M of which tiles keep the whole, however small they are.
static std::vector<unsigned> wholeRows(const ModularMapping &M,
                                       const Roles &Known) {
  std::vector<unsigned> Result;
  for (unsigned R = 0; R < M.Moduli.size(); ++R) {
    auto cellsWith = [&](int64_t TileSize) {
      return M.Moduli[R].evaluate([&](llvm::StringRef Name) -> int64_t {
        return Known.isTileSize(Name) ? TileSize : limits::ProbeParameter;
      });
    };
    int64_t Cells = cellsWith(1);
    if (Cells > 1 && Cells == cellsWith(limits::ProbeTileSize) &&
        dimensionOf(M.Matrix[R]))
      Result.push_back(R);
  }
  return Result;
}

/// \p Found, of elements in \p Hulls, with the packed form along its rows \p
/// Inner and \p Outer that has the fewest cells by \p LogCells; none if there
/// is no form.
static std::optional<ModularMapping>
packedAlong(const ConflictRelation &C, llvm::ArrayRef<isl::set> Hulls,
            const ModularMapping &Found, unsigned Inner, unsigned Outer,
            llvm::function_ref<double(const ModularMapping &)> LogCells) {
  unsigned A = *dimensionOf(Found.Matrix[Inner]),
           T = *dimensionOf(Found.Matrix[Outer]);
  isl::basic_set Hull =
      elementsAlong(Hulls, C.Rank, std::min(A, T), std::max(A, T));
  if (Hull.is_null())
    return std::nullopt;
  Trapezoids Bounds = boundsIn(Hull, A < T ? 0 : 1, C.Parameters);
  std::optional<ModularMapping> Result;
  for (const RowEnd &Least : Bounds.Least)
    for (const RowEnd &Greatest : Bounds.Greatest)
      for (const isl::aff &First : Bounds.First)
        for (const isl::aff &Last : Bounds.Last) {
          ModularMapping Next = Found;
          Next.Packed = formOf(Least, Greatest, First, Last);
          if (!Next.Packed)
            continue;
          Next.Packed->Inner = Inner;
          Next.Packed->Outer = Outer;
          Next.Others.clear();
          Next.Method = "packed";
          if (!Result || LogCells(Next) < LogCells(*Result) - limits::EqualCost)
            Result = std::move(Next);
        }
  return Result;
}

/// Widths of nothing, which compare mappings for \p C at its probes.
static std::optional<LiftedConflicts> withoutPairs(const ConflictRelation &C) {
  ConflictRelation None = C;
  for (const isl::map &Clique : C.Cliques)
    None.Context = None.Context.align_params(Clique.get_space().params());
  None.Cliques.clear();
  auto Lifted = lift(None, Precision::Few);
  if (Lifted)
    return std::move(*Lifted);
  llvm::consumeError(Lifted.takeError());
  return std::nullopt;
}

std::optional<ModularMapping>
stevedore::proposePacked(const ConflictRelation &C, const ModularMapping &Found,
                         llvm::ArrayRef<unsigned> Unpacked) {
  std::vector<unsigned> Whole = wholeRows(Found, C.Parameters);
  bool HasMany = llvm::any_of(C.Cliques, [](const isl::map &Clique) {
    return countOf(Clique.n_basic_map()) > limits::GroupedPieces;
  });
  if (Whole.size() < 2 || !C.Pairs.is_null() || HasMany)
    return std::nullopt;
  std::optional<LiftedConflicts> Lifted = withoutPairs(C);
  if (!Lifted)
    return std::nullopt;
  Budget B(C.Context.ctx(), {});
  auto W = Widths::create(*Lifted, B, limits::AllocationEffort);
  if (!W) {
    llvm::consumeError(W.takeError());
    return std::nullopt;
  }
  unsigned NumLarge = W->numLargeProbes();
  auto logCells = [&](const ModularMapping &M) {
    std::vector<double> Sizes = W->logSizes(M);
    return std::accumulate(Sizes.begin(), Sizes.begin() + NumLarge, 0.0);
  };
  std::vector<double> Old = W->logSizes(Found);
  std::vector<isl::set> Hulls = elementHulls(C);
  std::optional<ModularMapping> Result;
  for (unsigned Inner : llvm::reverse(Whole))
    for (unsigned Outer : Whole) {
      if (Inner == Outer ||
          llvm::is_contained(Unpacked, *dimensionOf(Found.Matrix[Outer])))
        continue;
      auto Next = packedAlong(C, Hulls, Found, Inner, Outer, logCells);
      if (!Next)
        continue;
      std::vector<double> New = W->logSizes(*Next);
      bool Saves = true;
      for (unsigned I = 0; I < New.size(); ++I)
        Saves &= New[I] <= Old[I] + (I < NumLarge ? -2 * limits::ScatteredSaving
                                                  : limits::EqualWidth);
      if (Saves &&
          (!Result || logCells(*Next) < logCells(*Result) - limits::EqualCost))
        Result = std::move(Next);
    }
  return Result;
}
