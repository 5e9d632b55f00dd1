//===- OriginalLoops.cpp - Old and new loops ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/OriginalLoops.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include <numeric>

using namespace stevedore;
using namespace llvm;

/// { [x] -> [x'] } over \p Space: x' is the point behind x along \p Along.
static isl::map unitStep(const isl::space &Space, unsigned Along) {
  isl::map Step = isl::map::universe(Space.map_from_set());
  for (unsigned K = 0; K < countOf(Step.dim(isl::dim::in)); ++K) {
    isl::constraint Next =
        isl::constraint::alloc_equality(isl::local_space(Step.get_space()));
    Step = Step.add_constraint(Next.set_coefficient_si(isl::dim::out, K, 1)
                                   .set_coefficient_si(isl::dim::in, K, -1)
                                   .set_constant_si(K == Along ? -1 : 0));
  }
  return Step;
}

isl::map stevedore::stepInOriginal(const Statement &Stmt) {
  unsigned Depth = countOf(Stmt.Domain.tuple_dim());
  return Depth == 0 ? isl::map() : unitStep(Stmt.Domain.get_space(), Depth - 1);
}

/// The deepest input dimension, counted from 1, that the coordinate \p At of \p
/// Theta takes; 0: none.
static unsigned deepestCounter(const isl::pw_multi_aff &Theta, unsigned At) {
  unsigned Result = 0;
  isl::stat Done = Theta.at(At).foreach_piece([&](isl::set, isl::aff Form) {
    for (unsigned K = 0; K < countOf(Form.dim(isl::dim::in)); ++K)
      if (isl_aff_involves_dims(Form.get(), isl_dim_in, K, 1) == isl_bool_true)
        Result = std::max(Result, K + 1);
    return isl::stat::ok();
  });
  (void)Done;
  return Result;
}

std::vector<TileLoop> stevedore::loopsInTile(const Statement &Stmt,
                                             const Level &T) {
  std::vector<TileLoop> Result;
  isl::union_map Of = T.B.Theta.intersect_domain(isl::union_set(Stmt.Domain));
  if (!Of.is_empty().is_false() || !Of.isa_map().is_true())
    return Result;
  isl::map Theta = Of.as_map();
  isl::pw_multi_aff Times =
      isl::manage(isl_pw_multi_aff_from_map(Theta.copy()));
  std::vector<unsigned> Nest(timeDimensions(T.B) - T.B.Outer);
  std::iota(Nest.begin(), Nest.end(), 0);
  llvm::copy(T.B.PointOrder, Nest.begin());
  for (unsigned K : Nest) {
    if (deepestCounter(Times, T.B.Outer + K) == 0)
      continue;
    isl::map Step = unitStep(Theta.get_space().range(), T.B.Outer + K);
    Result.push_back({Theta.apply_range(Step).apply_range(Theta.reverse()),
                      K < T.B.Size ? std::optional(K) : std::nullopt});
  }
  return Result;
}

bool stevedore::staysInRow(const Access &A, isl::map Step) {
  unsigned Rank = countOf(A.Relation.range_tuple_dim());
  if (Step.is_null() || Rank == 0)
    return true;
  isl::set Distances =
      Step.apply_domain(A.Relation).apply_range(A.Relation).deltas();
  Distances = isl::manage(
      isl_set_from_basic_set(isl_set_affine_hull(Distances.release())));
  for (unsigned K = 0; K < Rank; ++K) {
    isl::val At = isl::manage(
        isl_set_plain_get_val_if_fixed(Distances.get(), isl_dim_set, K));
    if (!At.is_int().is_true() ||
        At.abs().gt(isl::val(At.ctx(), K + 1 == Rank)).is_true())
      return false;
  }
  return true;
}

unsigned stevedore::accessesAcrossRows(const Scop &S, const Statement &Stmt,
                                       isl::map Step) {
  return llvm::count_if(Stmt.Accesses, [&](const Access &A) {
    return !S.Arrays[A.Array].Private && !staysInRow(A, Step);
  });
}

bool stevedore::isCarried(const Statement &Stmt, isl::map Step) {
  if (Step.is_null())
    return false;
  auto Stays = [&](const Access &Written, const Access &Read) {
    return Read.Reads && Read.Array == Written.Array &&
           Step.apply_domain(Written.Relation)
               .apply_range(Read.Relation)
               .is_disjoint(isl::map::identity(
                   Read.Relation.get_space().range().map_from_set()))
               .is_false();
  };
  return llvm::any_of(Stmt.Accesses, [&](const Access &Written) {
    return (Written.MustWrites || Written.MayWrites) &&
           llvm::any_of(Stmt.Accesses, [&](const Access &Read) {
             return Stays(Written, Read);
           });
  });
}

std::vector<unsigned> stevedore::dimensionsFromInnermost(const Level &T) {
  unsigned Deepest = 0;
  std::vector<unsigned> Depths(T.B.Size, 0), Result(T.B.Size);
  isl::union_map Times = T.B.Theta.intersect_domain(T.B.Domain);
  isl::stat Done = Times.foreach_map([&](isl::map Of) {
    unsigned Loops = countOf(Of.dim(isl::dim::in));
    isl::pw_multi_aff Theta =
        isl::manage(isl_pw_multi_aff_from_map(Of.release()));
    if (Loops > Deepest)
      Depths.assign(T.B.Size, 0);
    Deepest = std::max(Deepest, Loops);
    for (unsigned K = 0; Loops == Deepest && K < T.B.Size; ++K)
      Depths[K] = std::max(Depths[K], deepestCounter(Theta, T.B.Outer + K));
    return isl::stat::ok();
  });
  (void)Done;
  std::iota(Result.begin(), Result.end(), 0);
  llvm::stable_sort(Result, [&](unsigned A, unsigned B) {
    return std::make_pair(Depths[A], A) > std::make_pair(Depths[B], B);
  });
  return Result;
}
