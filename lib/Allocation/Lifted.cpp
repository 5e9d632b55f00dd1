//===- Lifted.cpp - Conflicting pairs with their witnesses ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lifted.h"
#include "Pieces.h"
#include "stevedore/Support/LimitPause.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/mat.h"
#include "isl/set.h"
#include "isl/val.h"

using namespace stevedore;

Row stevedore::unitRow(unsigned Rank, unsigned K) {
  Row Result(Rank, 0);
  Result[K] = 1;
  return Result;
}

bool LiftedConflicts::isTileSize(unsigned Parameter) const {
  return Known.isTileSize(Parameters[Parameter]);
}

static std::string parameterName(const isl::space &Space, unsigned Position) {
  return isl_space_get_dim_name(Space.get(), isl_dim_param, Position);
}

/// The first outer counter among the parameters of \p Space, or none.
static int findOuterCounter(const isl::space &Space, const Roles &Known) {
  isl_size Count = isl_space_dim(Space.get(), isl_dim_param);
  for (isl_size P = 0; P < Count; ++P)
    if (Known.isOuterCounter(parameterName(Space, P)))
      return P;
  return -1;
}

/// \p Map with the outer counters among its parameters turned into leading
/// input dimensions.
static isl::map outerCountersToWitnesses(isl::map Map, const Roles &Known) {
  for (int P; (P = findOuterCounter(Map.get_space(), Known)) >= 0;)
    Map = isl::manage(
        isl_map_move_dims(Map.release(), isl_dim_in, 0, isl_dim_param, P, 1));
  return Map;
}

/// The same for the dimensions of a set.
static isl::set outerCountersToWitnesses(isl::set Set, const Roles &Known) {
  for (int P; (P = findOuterCounter(Set.get_space(), Known)) >= 0;)
    Set = isl::manage(
        isl_set_move_dims(Set.release(), isl_dim_set, 0, isl_dim_param, P, 1));
  return Set;
}

static isl::set projectOuterCounters(isl::set Context, const Roles &Known) {
  for (int P; (P = findOuterCounter(Context.get_space(), Known)) >= 0;)
    Context = isl::manage(
        isl_set_project_out(Context.release(), isl_dim_param, P, 1));
  return Context;
}

/// { [w, x, y] : (w, x) in \p A and (w, y) in \p B }
static isl::basic_set pairUp(isl::basic_map A, isl::basic_map B) {
  isl_basic_map *Product =
      isl_basic_map_range_product(A.release(), B.release());
  Product = isl_basic_map_flatten_range(Product);
  return isl::manage(isl_basic_set_flatten(isl_basic_map_wrap(Product)));
}

/// Adds the pairs of one clique { [w] -> [x] } to \p Result.
static llvm::Error liftClique(const isl::map &Clique, Precision P,
                              LiftedConflicts &Result) {
  isl::ctx Ctx = Result.Context.ctx();
  auto Few = piecesOf(Ctx, Clique);
  if (Few && P == Precision::Few && areTooMany(*Few)) {
    Result.IsExact = false;
    Few = hullsOf(Ctx, *Few);
  }
  if (!Few)
    return Few.takeError();
  for (unsigned I = 0; I < Few->size(); ++I)
    for (unsigned J = I; J < Few->size(); ++J) {
      Result.Pairs.push_back(pairUp((*Few)[I], (*Few)[J]));
      Result.IsSymmetric.push_back(I == J);
    }
  return llvm::Error::success();
}

/// Adds conflicts that are given as pairs.
static llvm::Error liftPairs(isl::map Pairs, LiftedConflicts &Result) {
  isl::set Lifted = outerCountersToWitnesses(
      isl::manage(isl_set_flatten(isl_map_wrap(Pairs.coalesce().release()))),
      Result.Known);
  isl::stat Done = Lifted.foreach_basic_set([&](isl::basic_set Piece) {
    Result.Pairs.push_back(Piece);
    Result.IsSymmetric.push_back(false);
    return isl::stat::ok();
  });
  if (Lifted.is_null() || Done.is_error())
    return islError(Result.ctx(), "the pieces of a conflict relation");
  return llvm::Error::success();
}

static isl::space commonParameters(const ConflictRelation &C) {
  isl::space Space = C.Context.get_space().params();
  for (const isl::map &Clique : C.Cliques)
    Space = Space.align_params(Clique.get_space().params());
  if (!C.Pairs.is_null())
    Space = Space.align_params(C.Pairs.get_space().params());
  return Space;
}

llvm::Expected<LiftedConflicts> stevedore::lift(const ConflictRelation &C,
                                                 Precision P) {
  if (C.Context.is_null())
    return llvm::make_error<IslError>(IslError::Invalid,
                                      "conflicts without a context");
  LiftedConflicts Result;
  Result.Rank = C.Rank;
  Result.Known = C.Parameters;
  isl::space Space = commonParameters(C);
  isl::set Context = C.Context.align_params(Space);
  Result.Context = projectOuterCounters(Context, C.Parameters);
  if (Result.Context.is_null())
    return islError(C.Context.ctx().get(),
                    "the context of a conflict relation");
  unsigned Count = countOf(isl_set_dim(Result.Context.get(), isl_dim_param));
  for (unsigned I = 0; I < Count; ++I)
    Result.Parameters.push_back(parameterName(Result.Context.get_space(), I));
  for (const isl::map &Clique : C.Cliques)
    if (llvm::Error E =
            liftClique(outerCountersToWitnesses(
                           Clique.align_params(Space).intersect_params(Context),
                           C.Parameters),
                       P, Result))
      return E;
  if (!C.Pairs.is_null())
    if (llvm::Error E = liftPairs(
            C.Pairs.align_params(Space).intersect_params(Context), Result))
      return E;
  for (const isl::basic_set &Pair : Result.Pairs)
    if (Pair.is_null())
      return islError(Result.ctx(), "the pairs of a conflict relation");
  return Result;
}

/// Reads row \p R of \p Matrix into \p Entries. False if an entry is no small
/// integer.
static bool readRow(isl_mat *Matrix, unsigned R, int64_t *Entries) {
  for (unsigned C = 0; C < countOf(isl_mat_cols(Matrix)); ++C) {
    isl::val Entry = isl::manage(isl_mat_get_element_val(Matrix, R, C));
    if (Entry.is_null() ||
        isl_val_cmp_si(Entry.get(), limits::ConflictNumber) > 0 ||
        isl_val_cmp_si(Entry.get(), -limits::ConflictNumber) < 0)
      return false;
    Entries[C] = isl_val_get_num_si(Entry.get());
  }
  return true;
}

llvm::Expected<LinearSystem> stevedore::toSystem(const isl::basic_set &Set) {
  LinearSystem Result(countOf(isl_basic_set_dim(Set.get(), isl_dim_set)) +
                          countOf(isl_basic_set_dim(Set.get(), isl_dim_div)),
                      countOf(isl_basic_set_dim(Set.get(), isl_dim_param)));
  if (Set.is_null())
    return islError(nullptr, "the constraints of a conflict relation");
  LimitPause Unlimited(Set.ctx());
  bool Readable = true;
  auto Read = [&](isl_mat *Matrix, bool Equality) {
    Readable &= Matrix != nullptr;
    for (unsigned R = 0; Matrix && R < countOf(isl_mat_rows(Matrix)); ++R)
      Readable &= readRow(Matrix, R, Result.add(Equality));
    isl_mat_free(Matrix);
  };
  Read(isl_basic_set_equalities_matrix(Set.get(), isl_dim_set, isl_dim_div,
                                       isl_dim_param, isl_dim_cst),
       true);
  Read(isl_basic_set_inequalities_matrix(Set.get(), isl_dim_set, isl_dim_div,
                                         isl_dim_param, isl_dim_cst),
       false);
  if (!Readable)
    return islError(Set.ctx().get(),
                    "the constraints of a conflict relation as numbers");
  return Result;
}

std::vector<int64_t> stevedore::differenceForm(const Row &C,
                                               unsigned Dimensions) {
  std::vector<int64_t> Form(Dimensions, 0);
  unsigned Rank = C.size();
  for (unsigned K = 0; K < Rank; ++K) {
    Form[Dimensions - 2 * Rank + K] = C[K];
    Form[Dimensions - Rank + K] = -C[K];
  }
  return Form;
}

isl::aff stevedore::differenceOn(const isl::basic_set &Set, const Row &C) {
  if (Set.is_null())
    return isl::aff();
  unsigned Dimensions = countOf(isl_basic_set_dim(Set.get(), isl_dim_set));
  isl_aff *Result = isl_aff_zero_on_domain(
      isl_local_space_from_space(isl_basic_set_get_space(Set.get())));
  std::vector<int64_t> Form = differenceForm(C, Dimensions);
  for (unsigned D = 0; D < Dimensions; ++D)
    Result = isl_aff_set_coefficient_si(Result, isl_dim_in, D, Form[D]);
  return isl::manage(Result);
}

isl::basic_set stevedore::restrictToKernel(const isl::basic_set &Set,
                                           const Row &C) {
  if (Set.is_null())
    return Set;
  isl_constraint *Zero = isl_equality_from_aff(differenceOn(Set, C).release());
  return isl::manage(isl_basic_set_add_constraint(Set.copy(), Zero));
}
