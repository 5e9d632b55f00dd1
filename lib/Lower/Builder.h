//===- Builder.h - Blocks under construction --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Appends nodes to the block that is being built, and to blocks inside of it.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_BUILDER_H
#define STEVEDORE_LIB_LOWER_BUILDER_H

#include "stevedore/LoopTree/LoopTree.h"

namespace stevedore {
namespace lower {

using looptree::Affine;
using looptree::Block;
using looptree::Expr;
using looptree::NodeRef;

/// A stack of blocks; nodes are added to the innermost.
class Builder {
public:
  void add(NodeRef N) { Open.back().push_back(std::move(N)); }
  void add(const Block &B) { looptree::append(Open.back(), B); }
  /// "const long Name = Value;"
  void let(const std::string &Name, Expr Value) {
    add(looptree::makeLet(Name, std::move(Value)));
  }
  /// Begins a block inside of the innermost.
  void open() { Open.emplace_back(); }
  /// Ends the innermost block.
  Block close() {
    Block Result = std::move(Open.back());
    Open.pop_back();
    return Result;
  }
  /// Everything that was built, when no block is open.
  Block take() {
    Block Result = std::move(Open.front());
    Open.front().clear();
    return Result;
  }

private:
  std::vector<Block> Open = {{}};
};

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_BUILDER_H
