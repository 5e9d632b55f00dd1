//===- ConflictRelation.cpp - Elements that must not share a cell ---------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Conflicts/ConflictRelation.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace stevedore;

isl::set ConflictRelation::differences() const {
  isl::set Result;
  auto Add = [&](isl::set More) {
    Result = Result.is_null() ? More : Result.unite(More);
  };
  for (const isl::map &P : Cliques)
    Add(P.reverse().apply_range(P).deltas());
  if (!Pairs.is_null())
    Add(Pairs.unite(Pairs.reverse()).deltas());
  return Result.intersect_params(Context).coalesce();
}

ConflictRelation ConflictRelation::where(const isl::aff &Form) const {
  ConflictRelation Result = *this;
  if (Form.is_null())
    return Result;
  Result.Cases.clear();
  Result.Context = isl::manage(isl_set_intersect(
      Context.copy(), isl_pw_aff_nonneg_set(isl_pw_aff_from_aff(Form.copy()))));
  for (const ConflictCase &Case : Cases)
    if (isl_aff_plain_is_equal(Case.Where.get(), Form.get()) == isl_bool_true)
      Result.Cliques = Case.Cliques;
  return Result;
}

CrossConflicts CrossConflicts::reversed() const {
  CrossConflicts Result{Second, First, Pairs, {}};
  if (!Pairs.is_null())
    Result.Pairs = Pairs.reverse();
  for (const auto &[X, Y] : Cliques)
    Result.Cliques.emplace_back(Y, X);
  return Result;
}

void stevedore::print(llvm::raw_ostream &OS, const ConflictRelation &C) {
  OS << (C.Array.empty() ? "conflicts" : C.Array) << ":\n";
  for (const isl::map &P : C.Cliques)
    OS << "  live:        " << toText(P) << "\n";
  if (!C.Pairs.is_null())
    OS << "  pairs:       " << toText(C.Pairs) << "\n";
  OS << "  differences: " << toText(C.differences()) << "\n";
}
