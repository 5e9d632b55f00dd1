//===- Pieces.cpp - Cliques in few pieces ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pieces.h"
#include "stevedore/Support/LimitPause.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/mat.h"
#include "isl/val.h"
#include <algorithm>
#include <iterator>
#include <set>

using namespace stevedore;

llvm::Expected<Pieces> stevedore::piecesOf(isl::ctx Ctx, const isl::map &Map) {
  Pieces Result;
  isl::stat Done = Map.foreach_basic_map([&](isl::basic_map Piece) {
    Result.push_back(
        isl::manage(isl_basic_map_remove_redundancies(Piece.release())));
    return Result.back().is_null() ? isl::stat::error() : isl::stat::ok();
  });
  if (Map.is_null() || Done.is_error())
    return islError(Ctx.get(), "the pieces of a conflict relation");
  llvm::erase_if(Result, [](const isl::basic_map &Piece) {
    return isl_basic_map_plain_is_empty(Piece.get()) == isl_bool_true;
  });
  return Result;
}

static unsigned numVariables(const isl::basic_map &Piece) {
  return countOf(isl_basic_map_dim(Piece.get(), isl_dim_in)) +
         countOf(isl_basic_map_dim(Piece.get(), isl_dim_out)) +
         countOf(isl_basic_map_dim(Piece.get(), isl_dim_div));
}

/// What all pairs of \p P cost, in entries of tableaux.
static uint64_t costOfPairs(const Pieces &P) {
  uint64_t Entries = 0;
  for (const isl::basic_map &Piece : P)
    Entries += uint64_t(numVariables(Piece)) *
               countOf(isl_basic_map_n_constraint(Piece.get()));
  return Entries * (P.size() + 1) / 2;
}

namespace {

/// A constraint as its coefficients.
using Coefficients = std::vector<long>;

/// Pieces that one hull stands for, with the constraints that all of them have.
struct Group {
  isl::map Union;
  std::set<Coefficients> Common;
};

} // namespace

/// Adds the rows of \p Matrix to \p Result; takes ownership.
static void addRows(__isl_take isl_mat *Matrix, std::set<Coefficients> &Result) {
  unsigned NumRows = Matrix ? countOf(isl_mat_rows(Matrix)) : 0;
  unsigned NumColumns = Matrix ? countOf(isl_mat_cols(Matrix)) : 0;
  for (unsigned R = 0; R < NumRows; ++R) {
    Coefficients Row;
    for (unsigned C = 0; C < NumColumns; ++C) {
      isl_val *Entry = isl_mat_get_element_val(Matrix, R, C);
      Row.push_back(Entry ? isl_val_get_num_si(Entry) : 0);
      isl_val_free(Entry);
    }
    Result.insert(std::move(Row));
  }
  isl_mat_free(Matrix);
}

static std::set<Coefficients> coefficientsOf(const isl::basic_map &Piece) {
  std::set<Coefficients> Result;
  LimitPause Unlimited(Piece.ctx());
  addRows(isl_basic_map_equalities_matrix(Piece.get(), isl_dim_in, isl_dim_out,
                                          isl_dim_div, isl_dim_param,
                                          isl_dim_cst),
          Result);
  addRows(isl_basic_map_inequalities_matrix(Piece.get(), isl_dim_in,
                                            isl_dim_out, isl_dim_div,
                                            isl_dim_param, isl_dim_cst),
          Result);
  return Result;
}

static Group merge(const Group &A, const Group &B) {
  Group Result;
  Result.Union = A.Union.unite(B.Union);
  std::set_intersection(A.Common.begin(), A.Common.end(), B.Common.begin(),
                        B.Common.end(),
                        std::inserter(Result.Common, Result.Common.end()));
  return Result;
}

/// The constraints that are lost when \p A and \p B are merged.
static unsigned loss(const Group &A, const Group &B) {
  unsigned Shared = 0;
  for (const Coefficients &Row : A.Common)
    Shared += B.Common.count(Row);
  return A.Common.size() + B.Common.size() - 2 * Shared;
}

/// Merges the most alike of \p Groups until limits::PieceGroups are left.
static void mergeAlike(std::vector<Group> &Groups) {
  while (Groups.size() > limits::PieceGroups) {
    unsigned First = 0, Second = 1, Least = loss(Groups[0], Groups[1]);
    for (unsigned I = 0; I < Groups.size(); ++I)
      for (unsigned J = I + 1; J < Groups.size(); ++J)
        if (unsigned Loss = loss(Groups[I], Groups[J]); Loss < Least) {
          First = I;
          Second = J;
          Least = Loss;
        }
    Groups[First] = merge(Groups[First], Groups[Second]);
    Groups.erase(Groups.begin() + Second);
  }
}

/// A hull of \p Union, which has no existentially quantified variables left.
static llvm::Expected<isl::basic_map> hullOf(isl::ctx Ctx, isl::map Union) {
  return checked(Ctx.get(),
                 isl::manage(isl_map_simple_hull(Union.release())),
                 "the hull of conflicting elements");
}

llvm::Expected<Pieces> stevedore::hullsOf(isl::ctx Ctx, const Pieces &P) {
  std::vector<Group> Groups;
  for (const isl::basic_map &Piece : P) {
    isl::basic_map Plain =
        isl::manage(isl_basic_map_remove_divs(Piece.copy()));
    if (Plain.is_null())
      return islError(Ctx.get(), "the pieces of a conflict relation");
    Groups.push_back({isl::map(Plain), coefficientsOf(Plain)});
  }
  if (P.size() <= limits::GroupedPieces)
    mergeAlike(Groups);
  else
    while (Groups.size() > 1) {
      Groups[0].Union = Groups[0].Union.unite(Groups.back().Union);
      Groups.pop_back();
    }
  Pieces Result;
  for (const Group &G : Groups) {
    auto Hull = hullOf(Ctx, G.Union);
    if (!Hull)
      return Hull.takeError();
    Result.push_back(*Hull);
  }
  return Result;
}

bool stevedore::areTooMany(const Pieces &P) {
  return costOfPairs(P) > limits::CliqueCost;
}
