//===- ShortLoops.cpp - Loops that stay whole inside tiles ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopTree.h"
#include "stevedore/Support/Limits.h"
#include <algorithm>

namespace stevedore {

/// Whether \p Counter takes few values, whatever the parameters are.
static bool isShort(const isl::union_pw_aff &Counter) {
  isl::set Values(
      isl::manage(isl_union_map_from_union_pw_aff(Counter.copy())).range());
  isl::aff Value = isl::manage(isl_aff_var_on_domain(
      isl_local_space_from_space(Values.get_space().release()), isl_dim_set,
      0));
  isl::val Length =
      isl::manage(isl_set_max_val(Values.get(), Value.get()))
          .sub(isl::manage(isl_set_min_val(Values.get(), Value.get())));
  return Length.is_int().is_true() &&
         Length.lt(isl::val(Values.ctx(), limits::ShortLoop)).is_true();
}

/// The chain of loops that the band at \p Node consists of.
static std::vector<LoopTree *> loopsOf(LoopTree &Node) {
  std::vector<LoopTree *> Result;
  for (LoopTree *L = &Node; Result.size() < Node.Width;
       L = &L->Children.front())
    Result.push_back(L);
  return Result;
}

/// Takes the short loops out of the band at \p Node where it has others: they
/// become the innermost of it if \p MayMove, else those count that are so.
static void shorten(LoopTree &Node, bool MayMove) {
  std::vector<LoopTree *> Loops = loopsOf(Node);
  std::vector<isl::union_pw_aff> Long, Short;
  for (LoopTree *L : Loops) {
    bool IsShort = isShort(L->Counter);
    if (!IsShort && !MayMove) {
      Long.insert(Long.end(), Short.begin(), Short.end());
      Short.clear();
    }
    (IsShort ? Short : Long).push_back(L->Counter);
  }
  if (Long.empty() || Short.empty())
    return;
  Node.Width = Long.size();
  Long.insert(Long.end(), Short.begin(), Short.end());
  for (size_t K = 0; K < Loops.size(); ++K) {
    Loops[K]->Counter = Long[K];
    Loops[K]->Width = std::min<size_t>(Loops[K]->Width, Loops.size() - K);
  }
}

void leaveShortLoops(LoopTree &Node, bool MayMove) {
  if (Node.K == LoopTree::Loop)
    shorten(Node, MayMove);
  for (LoopTree &Child : Node.Children)
    leaveShortLoops(Child, MayMove);
}

} // namespace stevedore
