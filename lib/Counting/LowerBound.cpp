//===- LowerBound.cpp - How many elements are live together ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Counting/LowerBound.h"
#include "stevedore/Counting/PointCount.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/FixedAt.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Points.h"
#include "stevedore/Support/Size.h"
#include "isl/map.h"
#include "isl/set.h"
#include <algorithm>
#include <cstdint>
#include <set>

using namespace stevedore;
using namespace llvm;

/// \p Map at the values of its parameters, outer counters as leading inputs;
/// null where a value is missing.
isl::map stevedore::instantiate(isl::map Map, const Roles &Parameters,
                                ValueOf Value) {
  isl::map Fixed = Map;
  unsigned Count = countOf(Map.dim(isl::dim::param));
  for (unsigned P = Count; P-- > 0;) {
    StringRef Name = isl_map_get_dim_name(Map.get(), isl_dim_param, P);
    if (Parameters.isOuterCounter(Name)) {
      Fixed = isl::manage(isl_map_move_dims(Fixed.release(), isl_dim_in, 0,
                                            isl_dim_param, P, 1));
      continue;
    }
    std::optional<int64_t> At = Value(Name);
    if (!At)
      return isl::map();
    Fixed = fixedAt(Fixed, isl_dim_param, P, *At);
    Fixed =
        isl::manage(isl_map_project_out(Fixed.release(), isl_dim_param, P, 1));
  }
  return Fixed;
}

namespace {

/// Elements by witness, and the witnesses to look at, without parameters.
struct Witnessed {
  isl::map Images;
  isl::set Arguments;
};

} // namespace

/// \p Clique at the given values: at the aligned tiles of \p Tiles where its
/// witnesses are tiles, else at all of them. Null where a value is missing.
static Witnessed witnessed(isl::map Clique, const TileSpace *Tiles,
                           const Roles &Parameters, ValueOf Value) {
  if (!Tiles || !Clique.get_space()
                     .domain()
                     .has_equal_tuples(Tiles->Inside.get_space().domain())
                     .is_true()) {
    isl::map Images = instantiate(Clique, Parameters, Value);
    return {Images, Images.domain()};
  }
  isl::set Origins = Tiles->Shape->lattice(Value).intersect(Tiles->NonEmpty);
  Clique = Clique.align_params(Origins.get_space());
  Origins = Origins.align_params(Clique.get_space());
  return {instantiate(Clique, Parameters, Value),
          instantiate(isl::manage(isl_map_from_domain(Origins.release())),
                      Parameters, Value)
              .domain()};
}

namespace {

/// A graph whose largest clique is searched for, by branch and bound.
class Graph {
public:
  explicit Graph(unsigned Size) : Edges(Size, std::vector<bool>(Size, false)) {}
  void connect(unsigned A, unsigned B) { Edges[A][B] = Edges[B][A] = true; }
  unsigned largestClique();

private:
  void extend(unsigned Size, const std::vector<unsigned> &Rest);

  std::vector<std::vector<bool>> Edges;
  unsigned Best = 0;
  unsigned Steps = 0;
};

} // namespace

/// Extends a clique of \p Size vertices by \p Rest, which all are connected to
/// it, while that may give a larger one.
void Graph::extend(unsigned Size, const std::vector<unsigned> &Rest) {
  Best = std::max(Best, Size);
  for (unsigned I = 0; I < Rest.size() && Size + Rest.size() - I > Best; ++I) {
    if (++Steps > limits::CliqueSteps)
      return;
    std::vector<unsigned> Next;
    for (unsigned J = I + 1; J < Rest.size(); ++J)
      if (Edges[Rest[I]][Rest[J]])
        Next.push_back(Rest[J]);
    extend(Size + 1, Next);
  }
}

unsigned Graph::largestClique() {
  std::vector<unsigned> All;
  for (unsigned V = 0; V < Edges.size(); ++V)
    All.push_back(V);
  auto Degree = [&](unsigned V) {
    return std::count(Edges[V].begin(), Edges[V].end(), true);
  };
  std::stable_sort(All.begin(), All.end(), [&](unsigned A, unsigned B) {
    return Degree(A) > Degree(B);
  });
  extend(0, All);
  return Best;
}

/// The largest clique found among the elements of \p Pairs, parameter-free: all
/// of them where all conflict with all, however many they are.
static std::optional<int64_t> largestClique(const isl::map &Pairs) {
  isl::set Elements = Pairs.domain().unite(Pairs.range());
  if (isl::map::from_domain_and_range(Elements, Elements)
          .is_subset(Pairs.unite(Pairs.reverse()).unite(Elements.identity()))
          .is_true()) {
    auto Count = countPoints(coalesced(Elements));
    if (Count)
      return int64_t(*Count);
    consumeError(Count.takeError());
    return std::nullopt;
  }
  auto Vertices = pointsOf(Elements, limits::CliqueElements);
  isl::set Edges = Pairs.wrap().flatten();
  if (!Vertices)
    return std::nullopt;
  unsigned Rank = countOf(Elements.tuple_dim());
  auto IndexOf = [&](const Coordinates &At) {
    return std::lower_bound(Vertices->begin(), Vertices->end(), At) -
           Vertices->begin();
  };
  Graph G(Vertices->size());
  auto PairsOf = pointsOf(Edges, SIZE_MAX);
  if (!PairsOf)
    return std::nullopt;
  for (const Coordinates &Edge : *PairsOf) {
    Coordinates From(Edge.begin(), Edge.begin() + Rank);
    Coordinates To(Edge.begin() + Rank, Edge.end());
    if (From != To)
      G.connect(IndexOf(From), IndexOf(To));
  }
  return G.largestClique();
}

/// The largest number found of elements whose differences are all in
/// \p Differences or their opposites.
static std::optional<int64_t> largestByDifferences(const isl::set &Differences,
                                                   const Roles &Parameters,
                                                   ValueOf Value) {
  isl::map Shifts = instantiate(
      isl::manage(isl_map_from_range(Differences.copy())), Parameters, Value);
  if (Shifts.is_null())
    return std::nullopt;
  auto Points = pointsOf(Shifts.range(), limits::CliqueElements);
  if (!Points || Points->empty())
    return std::nullopt;
  std::set<Coordinates> Conflicting, Elements;
  for (const Coordinates &Z : *Points) {
    Coordinates Opposite;
    for (int64_t At : Z)
      Opposite.push_back(-At);
    Conflicting.insert({Z, Opposite});
  }
  Elements = Conflicting;
  Elements.insert(Coordinates((*Points)[0].size(), 0));
  std::vector<Coordinates> Vertices(Elements.begin(), Elements.end());
  Graph G(Vertices.size());
  for (unsigned A = 0; A < Vertices.size(); ++A)
    for (unsigned B = A + 1; B < Vertices.size(); ++B) {
      Coordinates Z;
      for (unsigned K = 0; K < Vertices[A].size(); ++K)
        Z.push_back(Vertices[A][K] - Vertices[B][K]);
      if (Conflicting.count(Z))
        G.connect(A, B);
    }
  return G.largestClique();
}

std::optional<int64_t> stevedore::countLiveTogether(const ConflictRelation &C,
                                                    const TileSpace *Tiles,
                                                    ValueOf Value) {
  Budget Limit(C.Context.ctx(), {0, limits::CliqueOperations});
  if (C.ByDifferences)
    return largestByDifferences(
        C.Pairs.intersect_params(C.Context).reverse().deltas(), C.Parameters,
        Value);
  int64_t Largest = 0;
  for (const isl::map &Clique : C.Cliques) {
    Witnessed W = witnessed(Clique.intersect_params(C.Context), Tiles,
                            C.Parameters, Value);
    if (W.Images.is_null() || W.Arguments.is_null())
      return std::nullopt;
    auto Count = largestImage(W.Images, W.Arguments);
    if (!Count) {
      consumeError(Count.takeError());
      return std::nullopt;
    }
    Largest = std::max<int64_t>(Largest, *Count);
  }
  if (C.Pairs.is_null())
    return Largest;
  isl::map Pairs =
      instantiate(C.Pairs.intersect_params(C.Context), C.Parameters, Value);
  if (Pairs.is_null())
    return std::nullopt;
  std::optional<int64_t> Clique = largestClique(Pairs);
  if (!Clique)
    return std::nullopt;
  return unlessOver(Limit, std::optional(std::max(Largest, *Clique)));
}
