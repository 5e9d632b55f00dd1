//===- Labels.cpp - Labels of regions -------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "File/Labels.h"

using namespace clang;

/// The statement of \p Block that ends before \p First, one of them; null where
/// there is none.
static const Stmt *statementBefore(const CompoundStmt *Block,
                                   const Stmt *First) {
  const Stmt *Before = nullptr;
  for (const Stmt *S : Block->body()) {
    if (S == First)
      return Before;
    Before = S;
  }
  return nullptr;
}

static const LabelStmt *labelIn(const Stmt *Parent,
                                llvm::ArrayRef<const Stmt *> Region) {
  for (const Stmt *S : Region)
    if (const auto *Label = dyn_cast<LabelStmt>(S))
      return Label;
  if (const auto *Label = dyn_cast<LabelStmt>(Parent))
    return Label;
  const auto *Block = dyn_cast<CompoundStmt>(Parent);
  const Stmt *Before = Block ? statementBefore(Block, Region.front()) : nullptr;
  const auto *Label = dyn_cast_if_present<LabelStmt>(Before);
  return Label && isa<NullStmt>(Label->getSubStmt()) ? Label : nullptr;
}

std::string stevedore::labelOf(const Stmt *Parent,
                               llvm::ArrayRef<const Stmt *> Region) {
  const LabelStmt *Label = labelIn(Parent, Region);
  return Label ? Label->getName() : "";
}
