//===- Expansion.cpp - Variables without values between iterations --------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Region/Expansion.h"
#include "Syntax/Expressions.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace stevedore;

namespace {

/// Statements among which the values of one variable flow, and the number of
/// their outermost iterators that are the same where a value is written and
/// where it is read.
struct Web {
  std::vector<unsigned> Statements;
  unsigned Depth = 0;
};

} // namespace

/// A variable of the function that nobody observes after the region, or one
/// that the region declares, which is one of each iteration of the loops around
/// its declaration already.
static bool isCandidate(const Array &A) {
  return A.Rank == A.Expanded && !A.LiveOut && A.NoAlias && !A.ThroughPointer;
}

/// The values that flow through array number \p Number, { S[i] -> T[j] }; null
/// unless each read finds a value that is written in the region for sure.
static isl::union_map flowOf(const Scop &S, unsigned Number) {
  if (!S.accesses(Number, &Access::MayWrites).is_empty().is_true())
    return isl::union_map();
  isl::union_map Reads = S.accesses(Number, &Access::Reads);
  isl::union_map Writes = S.accesses(Number, &Access::MustWrites);
  isl::union_flow Flow = isl::union_access_info(Reads)
                             .set_must_source(Writes)
                             .set_schedule(S.Order)
                             .compute_flow();
  return Flow.may_no_source().is_empty().is_true() ? Flow.must_dependence()
                                                   : isl::union_map();
}

/// The number of first dimensions in which both sides of \p M agree.
static unsigned agreement(const isl::map &M) {
  unsigned Most =
      std::min(countOf(M.domain_tuple_dim()), countOf(M.range_tuple_dim()));
  for (unsigned K = 0; K < Most; ++K) {
    isl::map Equal =
        isl::manage(isl_map_equate(M.copy(), isl_dim_in, K, isl_dim_out, K));
    if (!M.is_subset(Equal).is_true())
      return K;
  }
  return Most;
}

static unsigned numberOf(const Scop &S, const isl::id &Name) {
  return S.findStatement(Name.get_name()) - S.Statements.data();
}

/// The webs of array number \p Number with the values \p Flow.
static std::vector<Web> websOf(const Scop &S, unsigned Number,
                               const isl::union_map &Flow) {
  llvm::EquivalenceClasses<unsigned> Together;
  std::map<unsigned, unsigned> Depth;
  auto limit = [&](unsigned Statement, unsigned Most) {
    auto [It, New] = Depth.try_emplace(Statement, Most);
    It->second = std::min(It->second, Most);
  };
  for (unsigned I = 0; I < S.Statements.size(); ++I)
    for (const Access &A : S.Statements[I].Accesses)
      if (A.Array == Number) {
        Together.insert(I);
        limit(I, countOf(S.Statements[I].Domain.tuple_dim()));
      }
  Flow.foreach_map([&](isl::map M) {
    unsigned From = numberOf(S, M.get_tuple_id(isl::dim::in));
    unsigned To = numberOf(S, M.get_tuple_id(isl::dim::out));
    Together.unionSets(From, To);
    limit(From, agreement(M));
    return isl::stat::ok();
  });
  std::map<unsigned, Web> Webs;
  for (auto [Statement, Most] : Depth) {
    unsigned Leader = Together.getLeaderValue(Statement);
    auto [It, New] = Webs.try_emplace(Leader, Web{{}, Most});
    It->second.Statements.push_back(Statement);
    It->second.Depth = std::min(It->second.Depth, Most);
  }
  std::vector<Web> Result;
  for (auto &[Leader, W] : Webs)
    Result.push_back(std::move(W));
  return Result;
}

/// { S[i] -> Name[i1,...,iDepth] } on the domain of \p Relation.
static isl::map expanded(const isl::map &Relation, unsigned Depth,
                         const std::string &Name) {
  isl_map *Index = isl_set_identity(Relation.domain().release());
  unsigned Dims = countOf(Relation.domain_tuple_dim());
  Index = isl_map_project_out(Index, isl_dim_out, Depth, Dims - Depth);
  return isl::manage(isl_map_set_tuple_name(Index, isl_dim_out, Name.c_str()));
}

/// Turns array number \p Number, which only \p W uses, into a variable of each
/// iteration of the W.Depth outermost loops.
static void makePrivate(RegionState &R, unsigned Number, const Web &W) {
  Array &A = R.Model.Program.Arrays[Number];
  std::string Name = unusedIdentifier(R.AST, A.Name);
  A.Rank = A.Expanded = W.Depth;
  A.Private = true;
  A.DeclaredInside = true;
  ArrayText Text;
  Text.Reference = {{TextPiece::Literal, Name, 0}};
  Text.Declaration = R.Model.Source.elementType(A) + " " + Name + ";";
  R.Model.Source.Arrays[A.Name] = std::move(Text);
  isl::set Extent = isl::manage(
      isl_set_universe(isl_space_set_alloc(R.Ctx.get(), 0, A.Rank)));
  A.Extent =
      isl::manage(isl_set_set_tuple_name(Extent.release(), A.Name.c_str()));
  for (unsigned Statement : W.Statements)
    for (Access &Use : R.Model.Program.Statements[Statement].Accesses)
      if (Use.Array == Number)
        Use.Relation = expanded(Use.Relation, W.Depth, A.Name);
}

/// Gives \p W an array of its own, a copy of array number \p Number.
static unsigned separate(RegionState &R, unsigned Number, const Web &W) {
  Array Copy = R.Model.Program.Arrays[Number];
  std::string Name = R.uniqueName(Copy.Name);
  R.Model.Source.Arrays[Name] = R.Model.Source.array(Copy);
  Copy.Name = Name;
  R.Model.Program.Arrays.push_back(Copy);
  for (unsigned Statement : W.Statements)
    for (Access &Use : R.Model.Program.Statements[Statement].Accesses)
      if (Use.Array == Number)
        Use.Array = R.Model.Program.Arrays.size() - 1;
  return R.Model.Program.Arrays.size() - 1;
}

/// The webs of array number \p Number; none if one of its values is needed in
/// another iteration of each further loop, or when that is not found out in
/// time.
static std::vector<Web> expandableWebs(const Scop &S, unsigned Number) {
  Budget Limit(S.Context.ctx(), {0, limits::ExpansionFlowOperations});
  isl::union_map Flow = flowOf(S, Number);
  if (Flow.is_null())
    return {};
  std::vector<Web> Webs = websOf(S, Number, Flow);
  bool Stays = Limit.exhausted() || llvm::any_of(Webs, [&](const Web &W) {
                 return W.Depth <= S.Arrays[Number].Rank;
               });
  return Stays ? std::vector<Web>() : Webs;
}

std::string stevedore::expandScalars(RegionState &R) {
  std::string Mentions;
  if (!R.Model.Program.ParallelLoops.empty())
    return Mentions;
  for (unsigned A = 0, E = R.Model.Program.Arrays.size(); A < E; ++A) {
    if (!isCandidate(R.Model.Program.Arrays[A]))
      continue;
    std::string Name =
        R.Model.Source.array(R.Model.Program.Arrays[A]).Reference.front().Text;
    std::vector<Web> Webs = expandableWebs(R.Model.Program, A);
    if (Webs.empty())
      continue;
    bool IsDeclaredOutside = !R.Model.Program.Arrays[A].DeclaredInside;
    for (size_t I = 1; I < Webs.size(); ++I)
      makePrivate(R, separate(R, A, Webs[I]), Webs[I]);
    makePrivate(R, A, Webs.front());
    if (IsDeclaredOutside)
      Mentions += (Mentions.empty() ? "(void)" : " (void)") + Name + ";";
  }
  return Mentions;
}
