//===- Decisions.cpp - What a walk decides for the next one ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/RegionState.h"
#include "Syntax/Control.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace stevedore;

bool WalkDecisions::isOnData(const Stmt *S) const {
  if (isa<ForStmt, WhileStmt, DoStmt>(S))
    return Loops.count(S->getBeginLoc()) != 0;
  return isa<IfStmt, SwitchStmt>(S) && Branches.count(S->getBeginLoc()) != 0;
}

bool RegionState::decide(const VarDecl *Var) {
  HasDecided |= Made.InMemory.insert(Var).second;
  return reject(RejectReason::IndexUnknown, Var->getLocation(),
                {Var->getNameAsString()});
}

bool RegionState::endsOnData(const Stmt *S) const {
  if (!S || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return false;
  return (Made.isOnData(S) && continuesOutside(S)) ||
         llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return endsOnData(Child); });
}

bool RegionState::isOpaque(const Stmt *S) const {
  if (!Made.isOnData(S))
    return false;
  return !isa<IfStmt, SwitchStmt>(S) || (!hasLoop(S) && !continuesOutside(S));
}
