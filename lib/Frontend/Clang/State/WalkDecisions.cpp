//===- WalkDecisions.cpp - What a walk decides for the next ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/WalkDecisions.h"
#include "State/RegionModel.h"
#include "Syntax/Control.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace stevedore;

char WalkAgain::ID = 0;

bool WalkDecisions::isOnData(const Stmt *S) const {
  if (isa<ForStmt, WhileStmt, DoStmt>(S))
    return Loops.count(S->getBeginLoc()) != 0;
  return isa<IfStmt, SwitchStmt>(S) && Branches.count(S->getBeginLoc()) != 0;
}

size_t WalkDecisions::count() const {
  return Loops.size() + Branches.size() + InMemory.size() + Changing.size() +
         FromEntry.size() + FromStart.size();
}

bool WalkDecisions::endsOnData(const Stmt *S) const {
  if (!S || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return false;
  return (isOnData(S) && continuesOutside(S)) ||
         llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return endsOnData(Child); });
}

bool WalkDecisions::isOpaque(const Stmt *S) const {
  if (!isOnData(S))
    return false;
  return !isa<IfStmt, SwitchStmt>(S) || (!hasLoop(S) && !continuesOutside(S));
}

void WalkNotes::hideFinalValues(const Stmt *S, llvm::StringRef What) {
  if (IndexInControl)
    return;
  IndexInControl = S;
  ControlName = What.str();
}
