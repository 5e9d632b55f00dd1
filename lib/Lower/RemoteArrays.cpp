//===- RemoteArrays.cpp - Memory of arrays that were made -----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RemoteArrays.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace stevedore {
namespace lower {

/// The arrays of which \p Loops access elements in remote memory.
static std::set<unsigned> remoteArrays(const Block &Loops) {
  std::set<unsigned> Result;
  looptree::walk(Loops, [&](const looptree::Node &Node) {
    for (const looptree::Element *E : elementsOf(Node))
      if (!E->isLocal())
        Result.insert(E->Array);
  });
  return Result;
}

llvm::Expected<Block> lowerRemoteArrays(const Scop &S, const SourceText &Source,
                                        const Block &Loops, const Names &N) {
  Block Result;
  for (unsigned I : remoteArrays(Loops)) {
    const Array &A = S.Arrays[I];
    if (!A.Made)
      continue;
    const ArrayText &Text = Source.array(A);
    looptree::AllocateNode Memory;
    Memory.IsRemote = true;
    Memory.Name = Text.Memory;
    looptree::Buffer Cells;
    Cells.Name = Text.Memory;
    Cells.Array = I;
    for (unsigned D = 0; D < A.Rank; ++D) {
      if (A.Sizes[D].is_null())
        return llvm::createStringError(
            "'" + A.Name +
            "' needs memory of its own, and the size of its "
            "dimension " +
            llvm::Twine(D + 1) + " is not known");
      llvm::Expected<Expr> Size = value(S.Context, A.Sizes[D], N);
      if (!Size)
        return Size.takeError();
      Result.push_back(looptree::makeLet(
          Text.Sizes[D], Expr::make(Expr::Max, {0, std::move(*Size)})));
      Cells.Cells.push_back(Expr::variable(Text.Sizes[D]));
    }
    Memory.Buffers.push_back(std::move(Cells));
    Result.push_back(looptree::share(std::move(Memory)));
  }
  return Result;
}

} // namespace lower
} // namespace stevedore
