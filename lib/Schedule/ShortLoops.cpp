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

/// Makes loop number \p First inwards from the last of \p Chain, and those in
/// it, end the bands of the loops around: they were measured with another one
/// there.
static void endBandsAround(const std::vector<LoopTree *> &Chain, size_t First) {
  for (size_t K = 0; K + 1 < Chain.size(); ++K)
    Chain[K]->Width =
        std::min<size_t>(Chain[K]->Width, Chain.size() - 1 - K + First);
}

/// Takes the short loops out of the band at the last of \p Chain, loops each of
/// which is the only child of the one before, where it has others: they become
/// the innermost of it if \p MayMove, else those count that are so.
static void shorten(const std::vector<LoopTree *> &Chain, bool MayMove) {
  LoopTree &Node = *Chain.back();
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
  for (size_t K = Loops.size(); K-- > 0;) {
    if (Loops[K]->Counter.get() != Long[K].get())
      endBandsAround(Chain, K);
    Loops[K]->Counter = Long[K];
    Loops[K]->Width = std::min<size_t>(Loops[K]->Width, Loops.size() - K);
  }
}

/// leaveShortLoops(); \p Around: the loops around \p Node, outermost first,
/// each of which is the only child of the one before.
static void leaveBelow(LoopTree &Node, std::vector<LoopTree *> Around,
                       bool MayMove) {
  if (Node.K == LoopTree::Loop) {
    Around.push_back(&Node);
    shorten(Around, MayMove);
  } else {
    Around.clear();
  }
  for (LoopTree &Child : Node.Children)
    leaveBelow(Child, Around, MayMove);
}

void leaveShortLoops(LoopTree &Node, bool MayMove) {
  leaveBelow(Node, {}, MayMove);
}

} // namespace stevedore
