//===- Directives.cpp - OpenMP directives before new loops ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Directives.h"
#include "stevedore/Lower/Lower.h"
#include "llvm/ADT/STLExtras.h"

namespace stevedore {
namespace lower {

/// Whether the directive \p P may stand before a loop inside those that are
/// open: nothing inside `simd`, no `for` inside a loop that is shared out
/// already, and a directive that collapsed several loops once.
bool Directives::mayStandInside(const ParallelLoop &P) const {
  return llvm::none_of(Open, [&](const Directive &Outer) {
    if (!Outer.Loop)
      return false;
    const ParallelLoop &Around = S.ParallelLoops[*Outer.Loop];
    bool SharesAgain = Around.SharesOut && P.SharesOut && !P.StartsThreads;
    return Outer.WithLanes || SharesAgain || Around.Number == P.Number;
  });
}

/// The directive of \p L, if it gets one. Only loops in the canonical form of
/// OpenMP, `counter <= bound` with a constant positive step, do. Lanes are for
/// innermost loops: compilers complain of others that they could not use them.
Directives::Directive Directives::directive(const lower::Loop &L) const {
  auto At = llvm::find(Counters, L.Counter);
  size_t D = At - Counters.begin();
  if (At == Counters.end() || D >= Dimensions.size() || L.Degenerate ||
      !L.Last || L.Step < 1)
    return {};
  std::vector<std::string> Statements;
  for (const Leaf *Below : leavesBelow(L.Body))
    Statements.push_back(NameOf(Below->Tuple));
  std::optional<unsigned> Number = Dimensions[D].parallelLoop(Statements);
  if (!Number || !mayStandInside(S.ParallelLoops[*Number]))
    return {};
  const ParallelLoop &P = S.ParallelLoops[*Number];
  bool WithLanes = P.UsesLanes && !hasLoop(L.Body);
  if (!P.SharesOut && !WithLanes)
    return {};
  return {Number, WithLanes};
}

void Directives::enter(const Loop &L) { Open.push_back(directive(L)); }

NodeRef Directives::leave(NodeRef For) {
  Directive D = Open.back();
  Open.pop_back();
  if (!D.Loop)
    return For;
  looptree::ForNode Parallel = llvm::cast<looptree::ForNode>(*For);
  Parallel.IsParallel = true;
  looptree::DirectiveNode Result;
  Result.Loop = *D.Loop;
  Result.WithLanes = D.WithLanes;
  Result.Body = {looptree::share(std::move(Parallel))};
  return looptree::share(std::move(Result));
}

} // namespace lower

bool asksForTeam(const Scop &S) {
  return S.HasCriticalSections ||
         llvm::any_of(S.ParallelLoops, [](const ParallelLoop &P) {
           return P.SharesOut && !P.StartsThreads;
         });
}

} // namespace stevedore
