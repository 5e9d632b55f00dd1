//===- CellTable.cpp - Chains of reuse ------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Allocation/CellTable.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Points.h"
#include "stevedore/Support/Size.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/map.h"
#include "isl/val.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// The elements of an array, and which of them do not conflict.
class ReuseGraph {
public:
  ReuseGraph(std::vector<Coordinates> Elements,
             const std::vector<Coordinates> &Conflicts);

  /// Orients all edges so that they are a partial order. False: there is none.
  bool orient();
  /// The number of the chain of each element, of the fewest that have all.
  std::vector<unsigned> chains() const;

  const std::vector<Coordinates> Elements;

private:
  enum Edge : char { None, Free, Forward, Backward };
  using Adjacency = std::vector<std::vector<bool>>;
  std::vector<std::vector<Edge>> Edges;

  unsigned size() const { return unsigned(Elements.size()); }
  unsigned indexOf(const Coordinates &At) const;
  bool orientFrom(unsigned From, unsigned To, Adjacency &Rest);
  bool isTransitive() const;
  bool extend(unsigned From, std::vector<bool> &Seen,
              std::vector<std::optional<unsigned>> &Before) const;
};

} // namespace

unsigned ReuseGraph::indexOf(const Coordinates &At) const {
  return unsigned(std::lower_bound(Elements.begin(), Elements.end(), At) -
                  Elements.begin());
}

ReuseGraph::ReuseGraph(std::vector<Coordinates> All,
                       const std::vector<Coordinates> &Conflicts)
    : Elements(std::move(All)), Edges(size(), std::vector<Edge>(size(), Free)) {
  for (unsigned E = 0; E < size(); ++E)
    Edges[E][E] = None;
  for (const Coordinates &Pair : Conflicts) {
    size_t Rank = Pair.size() / 2;
    unsigned A = indexOf({Pair.begin(), Pair.begin() + Rank});
    unsigned B = indexOf({Pair.begin() + Rank, Pair.end()});
    Edges[A][B] = Edges[B][A] = None;
  }
}

/// Orients an edge of \p Rest and all that follow from it: of two edges of
/// \p Rest that share an end, and whose other ends share none, both begin at
/// that end, or both end there. They leave \p Rest.
bool ReuseGraph::orientFrom(unsigned From, unsigned To, Adjacency &Rest) {
  std::vector<std::pair<unsigned, unsigned>> Class;
  auto Set = [&](unsigned A, unsigned B) {
    if (Edges[A][B] == Free) {
      Edges[A][B] = Forward;
      Edges[B][A] = Backward;
      Class.emplace_back(A, B);
    }
    return Edges[A][B] == Forward;
  };
  Set(From, To);
  for (size_t Next = 0; Next < Class.size(); ++Next) {
    auto [A, B] = Class[Next];
    for (unsigned C = 0; C < size(); ++C)
      if ((C != B && Rest[A][C] && !Rest[B][C] && !Set(A, C)) ||
          (C != A && Rest[C][B] && !Rest[C][A] && !Set(C, B)))
        return false;
  }
  for (auto [A, B] : Class)
    Rest[A][B] = Rest[B][A] = false;
  return true;
}

/// Class by class, each of the edges that those before it leave (M. C.
/// Golumbic, "Algorithmic Graph Theory and Perfect Graphs", 1980, chapter 5).
bool ReuseGraph::orient() {
  Adjacency Rest(size(), std::vector<bool>(size()));
  for (unsigned A = 0; A < size(); ++A)
    for (unsigned B = 0; B < size(); ++B)
      Rest[A][B] = Edges[A][B] == Free;
  for (unsigned A = 0; A < size(); ++A)
    for (unsigned B = 0; B < size(); ++B)
      if (Edges[A][B] == Free && !orientFrom(A, B, Rest))
        return false;
  return isTransitive();
}

bool ReuseGraph::isTransitive() const {
  for (unsigned A = 0; A < size(); ++A)
    for (unsigned B = 0; B < size(); ++B)
      for (unsigned C = 0; Edges[A][B] == Forward && C < size(); ++C)
        if (Edges[B][C] == Forward && Edges[A][C] != Forward)
          return false;
  return true;
}

/// Finds an element behind \p From in its chain, or another one for the element
/// that has it.
bool ReuseGraph::extend(unsigned From, std::vector<bool> &Seen,
                        std::vector<std::optional<unsigned>> &Before) const {
  for (unsigned To = 0; To < size(); ++To) {
    if (Edges[From][To] != Forward || Seen[To])
      continue;
    Seen[To] = true;
    if (Before[To] && !extend(*Before[To], Seen, Before))
      continue;
    Before[To] = From;
    return true;
  }
  return false;
}

std::vector<unsigned> ReuseGraph::chains() const {
  std::vector<std::optional<unsigned>> Before(size());
  for (unsigned From = 0; From < size(); ++From) {
    std::vector<bool> Seen(size());
    extend(From, Seen, Before);
  }
  std::vector<std::optional<unsigned>> Known(size());
  unsigned Count = 0;
  std::vector<unsigned> Result;
  for (unsigned E = 0; E < size(); ++E) {
    unsigned First = E;
    while (Before[First])
      First = *Before[First];
    if (!Known[First])
      Known[First] = Count++;
    Result.push_back(*Known[First]);
  }
  return Result;
}

/// { A[x] -> A[y] }: the pairs of \p C, without parameters; none where these
/// make a difference.
static std::optional<isl::map> constantPairs(const ConflictRelation &C) {
  if (C.ByDifferences || !C.Cliques.empty() || C.Pairs.is_null())
    return std::nullopt;
  isl_map *Pairs = C.Pairs.intersect_params(C.Context).release();
  for (int P = isl_map_dim(Pairs, isl_dim_param); P-- > 0;) {
    isl::val Fixed = isl::manage(
        isl_map_plain_get_val_if_fixed(Pairs, isl_dim_param, unsigned(P)));
    if (!Fixed.is_int().is_true() &&
        isl_map_involves_dims(Pairs, isl_dim_param, unsigned(P), 1) !=
            isl_bool_false) {
      isl_map_free(Pairs);
      return std::nullopt;
    }
    Pairs = isl_map_project_out(Pairs, isl_dim_param, unsigned(P), 1);
  }
  return isl::manage(Pairs);
}

/// { A[x] -> A[y] : x != y }
static isl::map different(const isl::map &Pairs) {
  return Pairs.subtract(isl::map::identity(Pairs.get_space()));
}

/// { A[m] -> [Cell] } in the space \p Element, { A[m] }.
static isl::map entry(const isl::space &Element, const Coordinates &At,
                      unsigned Cell) {
  isl_map *Result = isl_map_universe(isl_space_map_from_domain_and_range(
      Element.copy(),
      isl_space_set_alloc(isl_space_get_ctx(Element.get()), 0, 1)));
  for (unsigned K = 0; K < At.size(); ++K)
    Result = isl_map_fix_val(
        Result, isl_dim_in, K,
        isl_val_int_from_si(isl_space_get_ctx(Element.get()), At[K]));
  return isl::manage(isl_map_fix_si(Result, isl_dim_out, 0, int(Cell)));
}

Expected<std::optional<CellTable>>
stevedore::findCellTable(const ConflictRelation &C) {
  std::optional<isl::map> Pairs = constantPairs(C);
  if (!Pairs)
    return std::nullopt;
  isl::map Conflicts = different(*Pairs);
  auto Elements =
      pointsOf(Pairs->domain().unite(Pairs->range()), limits::CliqueElements);
  if (!Elements)
    return std::nullopt;
  auto Edges = pointsOf(Conflicts.wrap().flatten(), SIZE_MAX);
  if (!Edges)
    return std::nullopt;
  ReuseGraph Reuse(std::move(*Elements), *Edges);
  if (!Reuse.orient())
    return std::nullopt;
  CellTable Result;
  isl::space Element = Pairs->get_space().domain();
  isl::union_map All = isl::union_map::empty(Element.ctx());
  std::vector<unsigned> Chains = Reuse.chains();
  for (unsigned E = 0; E < Chains.size(); ++E) {
    All =
        All.unite(isl::union_map(entry(Element, Reuse.Elements[E], Chains[E])));
    Result.Count = std::max<int64_t>(Result.Count, Chains[E] + 1);
  }
  Result.Cells = coalesced(All.extract_map(
      entry(Element,
            Reuse.Elements.empty() ? Coordinates() : Reuse.Elements.front(), 0)
          .get_space()));
  if (Result.Cells.is_null())
    return islError(C.Context.ctx().get(), "the chains of reuse");
  return Result;
}

Error stevedore::verifyCellTable(const ConflictRelation &C,
                                 const CellTable &T) {
  isl_ctx *Ctx = C.Context.ctx().get();
  isl::map Conflicts = different(C.Pairs.intersect_params(C.Context));
  isl::map Cells = T.Cells.align_params(Conflicts.get_space());
  isl::map Together = Cells.apply_range(Cells.reverse());
  isl::set InRange = isl::manage(isl_set_upper_bound_si(
      isl_set_lower_bound_si(Cells.range().release(), isl_dim_set, 0, 0),
      isl_dim_set, 0, int(T.Count - 1)));
  isl::set Elements = Conflicts.domain().unite(Conflicts.range());
  for (isl::boolean Claim :
       {Elements.is_subset(Cells.domain()), Cells.is_single_valued(),
        Cells.range().is_subset(InRange), Conflicts.is_disjoint(Together)}) {
    Expected<bool> Holds = checked(Ctx, Claim, "the proof of a table of cells");
    if (!Holds)
      return Holds.takeError();
    if (!*Holds)
      return make_error<IslError>(IslError::Invalid,
                                  "the table of array '" + C.Array +
                                      "' cannot be proved to keep conflicting "
                                      "elements apart");
  }
  return Error::success();
}

void stevedore::print(raw_ostream &OS, const ConflictRelation &C,
                      const CellTable &T) {
  OS << "array " << C.Array << "\n  mapping: " << toText(T.Cells)
     << "\n  moduli: [" << T.Count << "]\n  method: chains\n";
}
