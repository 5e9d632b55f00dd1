//===- Barriers.cpp - Where workers meet ---------------------------------
//-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Barriers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

namespace stevedore {
namespace looptree {

namespace {

/// Which variables differ from worker to worker. Names are defined once, so
/// that one set serves all scopes.
class WorkerVariables {
public:
  explicit WorkerVariables(const Block &B) {
    for (size_t Before = ~size_t(0); Before != Names.size();) {
      Before = Names.size();
      block(B, false);
    }
  }
  bool dependsOnWorker(const Expr &E) const;
  /// Whether a node of \p B is a barrier that some workers do not meet, where
  /// \p IsPrivate says that of \p B itself.
  bool hasLoneBarrier(const Block &B, bool IsPrivate) const;

private:
  llvm::StringSet<> Names;

  bool isPrivateInside(const Node &N) const;
  void block(const Block &B, bool IsPrivate);
  void node(const Node &N, bool IsPrivate);
};

} // namespace

bool WorkerVariables::dependsOnWorker(const Expr &E) const {
  bool Result = false;
  E.walk([&](const Expr &Part) {
    Result |= Part.kind() == Expr::Worker ||
              (Part.kind() == Expr::Variable && Names.contains(Part.name()));
  });
  return Result;
}

/// Whether the number of the worker decides how often what is in \p N is
/// executed.
bool WorkerVariables::isPrivateInside(const Node &N) const {
  return (N.K == Node::If || N.K == Node::For) &&
         llvm::any_of(expressionsOf(N),
                      [&](const Expr *E) { return dependsOnWorker(*E); });
}

void WorkerVariables::node(const Node &N, bool IsPrivate) {
  if (const auto *L = llvm::dyn_cast<LetNode>(&N))
    if (dependsOnWorker(L->Value))
      Names.insert(L->Name);
  if (const auto *A = llvm::dyn_cast<AssignNode>(&N))
    if (IsPrivate || dependsOnWorker(A->Value))
      Names.insert(A->Name);
  if (const auto *F = llvm::dyn_cast<ForNode>(&N))
    if (isPrivateInside(N))
      Names.insert(F->Counter);
  for (const Block *Inside : blocksOf(N))
    block(*Inside, IsPrivate || isPrivateInside(N));
}

void WorkerVariables::block(const Block &B, bool IsPrivate) {
  for (const NodeRef &N : B)
    node(*N, IsPrivate);
}

bool WorkerVariables::hasLoneBarrier(const Block &B, bool IsPrivate) const {
  return llvm::any_of(B, [&](const NodeRef &N) {
    bool Meets = N->K == Node::Barrier || N->K == Node::Agree;
    return (Meets && IsPrivate) ||
           llvm::any_of(blocksOf(*N), [&](const Block *Inside) {
             return hasLoneBarrier(*Inside, IsPrivate || isPrivateInside(*N));
           });
  });
}

llvm::Error verifyBarriers(const Block &B) {
  if (WorkerVariables(B).hasLoneBarrier(B, false))
    return llvm::createStringError(
        "the loops cannot be executed: not all workers meet at a barrier");
  return llvm::Error::success();
}

} // namespace looptree
} // namespace stevedore
