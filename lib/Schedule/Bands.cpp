//===- stevedore/lib/Schedule/Bands.cpp - Permutable bands ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopTree.h"
#include "isl/union_map.h"
#include <algorithm>

using namespace llvm;

namespace stevedore {

/// The dependences of \p D whose distance along \p Counter is negative.
static isl::union_map violated(const isl::union_map &D,
                               const isl::union_pw_aff &Counter) {
  isl::multi_union_pw_aff M(Counter);
  return isl::manage(
      isl_union_map_lex_gt_at_multi_union_pw_aff(D.copy(), M.release()));
}

/// The loops from \p Node inwards that no dependence of \p D crosses backwards.
static Expected<unsigned> widthAt(const LoopTree &Node,
                                  const isl::union_map &D) {
  unsigned Width = 0;
  for (const LoopTree *L = &Node; L->K == LoopTree::Loop;
       L = &L->Children.front(), ++Width) {
    Expected<bool> Legal =
        checked(Node.Domain.ctx().get(), violated(D, L->Counter).is_empty(),
                "the permutability of a band");
    if (!Legal)
      return Legal;
    if (!*Legal)
      break;
  }
  return Width;
}

Error measureBands(LoopTree &Node, const isl::union_map &All) {
  isl::union_map D = All;
  if (Node.K == LoopTree::Loop) {
    Expected<unsigned> Width = widthAt(Node, D);
    if (!Width)
      return Width.takeError();
    if (*Width == 0)
      return createStringError(inconvertibleErrorCode(),
                               "the order breaks a dependence");
    Node.Width = *Width;
    D = D.eq_at(isl::multi_union_pw_aff(Node.Counter));
  }
  for (LoopTree &Child : Node.Children) {
    isl::union_map Within = D;
    if (Node.K == LoopTree::Sequence)
      Within = D.intersect_domain(Child.Domain).intersect_range(Child.Domain);
    if (Error E = measureBands(Child, Within))
      return E;
  }
  return Error::success();
}

namespace {

/// The bands below a node and the size of the widest.
struct Selection {
  std::vector<const LoopTree *> Bands;
  unsigned Widest = 0;
};

} // namespace

static Selection selectBelow(const LoopTree &Node) {
  Selection Result;
  for (const LoopTree &Child : Node.Children) {
    Selection Below = selectBelow(Child);
    Result.Bands.insert(Result.Bands.end(), Below.Bands.begin(),
                        Below.Bands.end());
    Result.Widest = std::max(Result.Widest, Below.Widest);
  }
  if (Node.K == LoopTree::Loop && Node.Width >= Result.Widest) {
    Result.Bands = {&Node};
    Result.Widest = Node.Width;
  }
  return Result;
}

std::vector<const LoopTree *> selectBands(const LoopTree &Root) {
  return selectBelow(Root).Bands;
}

} // namespace stevedore
