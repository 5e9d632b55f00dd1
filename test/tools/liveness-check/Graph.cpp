//===- Graph.cpp - Small graphs -------------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph.h"
#include <algorithm>
#include <utility>

using namespace liveness;

Matrix liveness::complementOf(const Matrix &G) {
  Matrix Result = G;
  for (unsigned U = 0; U < G.size(); ++U)
    for (unsigned V = 0; V < G.size(); ++V)
      Result[U][V] = U != V && !G[U][V];
  return Result;
}

namespace {

/// Orients the edges of Rest class by class.
class Orienter {
public:
  explicit Orienter(const Matrix &G)
      : Rest(G), Oriented(G.size(), std::vector<bool>(G.size())) {}
  bool run();

  Matrix Rest;
  Matrix Oriented;

private:
  std::vector<std::pair<unsigned, unsigned>> Class;

  bool force(unsigned U, unsigned V);
  bool orientClass(unsigned U, unsigned V);
};

} // namespace

/// Orients U -> V; false if it is oriented the other way.
bool Orienter::force(unsigned U, unsigned V) {
  if (Oriented[V][U])
    return false;
  if (!Oriented[U][V])
    Class.push_back({U, V});
  Oriented[U][V] = true;
  return true;
}

/// Orients U -> V and all that it forces among the remaining edges, which it
/// removes.
bool Orienter::orientClass(unsigned U, unsigned V) {
  Class.clear();
  if (!force(U, V))
    return false;
  for (unsigned Next = 0; Next < Class.size(); ++Next) {
    auto [A, B] = Class[Next];
    for (unsigned W = 0; W < Rest.size(); ++W) {
      if (W != B && Rest[A][W] && !Rest[W][B] && !force(A, W))
        return false;
      if (W != A && Rest[W][B] && !Rest[A][W] && !force(W, B))
        return false;
    }
  }
  for (auto [A, B] : Class)
    Rest[A][B] = Rest[B][A] = false;
  return true;
}

bool Orienter::run() {
  for (unsigned U = 0; U < Rest.size(); ++U)
    for (unsigned V = 0; V < Rest.size(); ++V)
      if (Rest[U][V] && !orientClass(U, V))
        return false;
  return true;
}

std::optional<Matrix> liveness::orient(const Matrix &G) {
  Orienter O(G);
  if (!O.run() || !isTransitive(O.Oriented))
    return std::nullopt;
  return O.Oriented;
}

bool liveness::isTransitive(const Matrix &Orientation) {
  for (unsigned U = 0; U < Orientation.size(); ++U)
    for (unsigned V = 0; V < Orientation.size(); ++V)
      for (unsigned W = 0; Orientation[U][V] && W < Orientation.size(); ++W)
        if (Orientation[V][W] && !Orientation[U][W])
          return false;
  return true;
}

/// The size of the largest clique of \p G that has \p Size vertices already and
/// takes its others from \p Candidates, if it is more than \p Best.
static unsigned grow(const Matrix &G, std::vector<unsigned> Candidates,
                     unsigned Size, unsigned Best) {
  Best = std::max(Best, Size);
  while (!Candidates.empty() && Size + Candidates.size() > Best) {
    unsigned V = Candidates.back();
    Candidates.pop_back();
    std::vector<unsigned> Common;
    for (unsigned U : Candidates)
      if (G[U][V])
        Common.push_back(U);
    Best = grow(G, Common, Size + 1, Best);
  }
  return Best;
}

unsigned liveness::cliqueNumber(const Matrix &G) {
  std::vector<unsigned> All(G.size());
  for (unsigned V = 0; V < G.size(); ++V)
    All[V] = V;
  return grow(G, All, 0, 0);
}

/// Finds \p U a successor in its chain, moving others where that helps.
static bool match(const Matrix &Order, unsigned U, std::vector<bool> &Seen,
                  std::vector<int> &PredecessorOf) {
  for (unsigned V = 0; V < Order.size(); ++V) {
    if (!Order[U][V] || Seen[V])
      continue;
    Seen[V] = true;
    if (PredecessorOf[V] < 0 ||
        match(Order, PredecessorOf[V], Seen, PredecessorOf)) {
      PredecessorOf[V] = U;
      return true;
    }
  }
  return false;
}

unsigned liveness::chainCover(const Matrix &Order) {
  std::vector<int> PredecessorOf(Order.size(), -1);
  unsigned Chains = 0;
  for (unsigned U = 0; U < Order.size(); ++U) {
    std::vector<bool> Seen(Order.size());
    if (!match(Order, U, Seen, PredecessorOf))
      ++Chains;
  }
  return Chains;
}
