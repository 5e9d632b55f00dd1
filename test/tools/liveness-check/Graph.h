//===- Graph.h - Small graphs -----------------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_LIVENESSCHECK_GRAPH_H
#define STEVEDORE_TEST_LIVENESSCHECK_GRAPH_H

#include <optional>
#include <vector>

namespace liveness {

/// An adjacency matrix; symmetric for a graph, not so for an orientation.
using Matrix = std::vector<std::vector<bool>>;

/// Every edge that \p G lacks, no loops.
Matrix complementOf(const Matrix &G);

/// A transitive orientation of \p G by the decomposition into implication
/// classes (Golumbic), if there is one: then \p G is a comparability graph.
std::optional<Matrix> orient(const Matrix &G);

bool isTransitive(const Matrix &Orientation);

/// The size of the largest clique of \p G.
unsigned cliqueNumber(const Matrix &G);

/// The least number of chains of the strict partial order \p Order that cover
/// all vertices: a largest matching joins each vertex to the next in its chain
/// (Dilworth). It colours the complement.
unsigned chainCover(const Matrix &Order);

} // namespace liveness

#endif // STEVEDORE_TEST_LIVENESSCHECK_GRAPH_H
