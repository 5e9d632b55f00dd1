//===- WrongConflicts.h - Conflicts with one mistake ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Conflict relations as a proposer of mappings would see them that reads the
/// true one wrongly. What it proposes for them the proof must judge by the true
/// one.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_TOOLS_WRONGCONFLICTS_H
#define STEVEDORE_TEST_TOOLS_WRONGCONFLICTS_H

#include "stevedore/Conflicts/ConflictRelation.h"
#include "isl/map.h"

namespace stevedore {

/// A conflict relation with one mistake.
struct WrongConflicts {
  /// The mistake in a few words.
  const char *Kind;
  ConflictRelation Conflicts;
};

inline std::vector<isl::map> convexPieces(const isl::map &M) {
  std::vector<isl::map> Result;
  if (!M.is_null())
    M.foreach_basic_map([&](isl::basic_map Piece) -> isl::stat {
      Result.push_back(isl::map(Piece));
      return isl::stat::ok();
    });
  return Result;
}

/// The union of \p All but number \p Without.
inline isl::map unionOf(const std::vector<isl::map> &All, size_t Without) {
  isl::map Result = isl::map::empty(All.front().get_space());
  for (size_t K = 0; K < All.size(); ++K)
    if (K != Without)
      Result = Result.unite(All[K]);
  return Result;
}

/// { A[2 m] -> A[m] }
inline isl::map halving(const ConflictRelation &C) {
  std::string Twice, Once;
  for (unsigned K = 0; K < C.Rank; ++K) {
    std::string Comma = K ? ", " : "", Name = "m" + std::to_string(K);
    Twice += Comma + "2" + Name;
    Once += Comma + Name;
  }
  isl::map Any = C.Cliques.empty() ? C.Pairs : C.Cliques.front();
  isl::map Result(C.Context.ctx(), "{ [" + Once + "] -> [" + Twice + "] }");
  Result = Result.reverse();
  if (!Any.has_range_tuple_id())
    return Result;
  isl::id Name = Any.get_range_tuple_id();
  return Result.set_domain_tuple(Name).set_range_tuple(Name);
}

/// \p C without each of its convex pieces, with those pairs alone whose
/// elements are in one piece, and at half of all distances.
inline std::vector<WrongConflicts> wrongConflicts(const ConflictRelation &C) {
  std::vector<WrongConflicts> Result;
  auto add = [&](const char *Kind) -> ConflictRelation & {
    Result.push_back({Kind, C});
    return Result.back().Conflicts;
  };
  std::vector<isl::map> Pairs = convexPieces(C.Pairs);
  for (size_t K = 0; Pairs.size() > 1 && K < Pairs.size(); ++K)
    add("conflicts without a piece").Pairs = unionOf(Pairs, K);
  for (size_t N = 0; N < C.Cliques.size(); ++N) {
    std::vector<isl::map> Pieces = convexPieces(C.Cliques[N]);
    if (Pieces.size() < 2)
      continue;
    for (size_t K = 0; K < Pieces.size(); ++K)
      add("conflicts without a piece").Cliques[N] = unionOf(Pieces, K);
    std::vector<isl::map> &Apart = add("conflicts of one piece each").Cliques;
    Apart.erase(Apart.begin() + N);
    Apart.insert(Apart.end(), Pieces.begin(), Pieces.end());
  }
  isl::map Half = halving(C);
  ConflictRelation &Near = add("conflicts at half the distance");
  for (isl::map &Clique : Near.Cliques)
    Clique = Clique.apply_range(Half);
  if (!Near.Pairs.is_null())
    Near.Pairs = Near.Pairs.apply_range(Half).apply_domain(Half);
  return Result;
}

} // namespace stevedore

#endif // STEVEDORE_TEST_TOOLS_WRONGCONFLICTS_H
