//===- MovedEnds.cpp - Pointers that move, behind the region --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow/IndexVariables.h"
#include "Normalize/MovingPointers.h"
#include "State/Unseen.h"

using namespace clang;
using namespace stevedore;

/// What \p Moved holds at this point, as C text; empty if that is not known.
static std::string endOf(RegionState &R, const MovedVariable &Moved) {
  std::string Text = currentValue(R, Moved.Offset);
  if (Text.empty() || !Moved.Base)
    return Text;
  if (!Moved.Rows.empty())
    return "";
  std::string Base = R.printed(Moved.Base);
  if (Moved.Which) {
    std::string Which = currentValue(R, Moved.Which);
    if (Which.empty())
      return "";
    Base = "((" + Which + ") == 0 ? " + Base + " : " + R.printed(Moved.Other) +
           ")";
  }
  return Base + " + (" + Text + ")";
}

llvm::Error stevedore::finishMoved(RegionState &R) {
  for (const MovedVariable &Moved : R.Form.Moved) {
    if (R.isDeclaredInRegion(Moved.Var))
      continue;
    R.Notes.Forwarded.insert(Moved.Var);
    if (isDeadAfter(R, Moved.Var))
      continue;
    std::string Name = Moved.Var->getNameAsString(), End = endOf(R, Moved);
    if (End.empty() && !Moved.Base)
      return R.decide(Moved.Offset);
    if (End.empty())
      return R.reject(RejectReason::PointerModified,
                      R.Form.Statements.front()->getBeginLoc(), {Name});
    std::string Last = "stevedore_end_" + Name;
    std::string Declared = Last;
    R.written(Moved.Var->getType().getUnqualifiedType())
        .getAsStringInternal(Declared, R.AST.getPrintingPolicy());
    R.Model.Prologue +=
        (R.Model.Prologue.empty() ? "" : "\n") + Declared + " = " + End + ";";
    R.Model.Kept += "\n" + Last + " = " + Name + ";";
    R.Model.Epilogue += Name + " = " + Last + ";\n";
  }
  return llvm::Error::success();
}
