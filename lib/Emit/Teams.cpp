//===- Teams.cpp - Workers in C ------------------------------------------
//-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPrinter.h"

namespace stevedore {

using namespace looptree;

/// The condition keeps compilers without OpenMP from warning of an unknown
/// pragma.
void CPrinter::ifOpenMP(const std::string &Directive) {
  W.line("#ifdef _OPENMP");
  W.line("#pragma omp " + Directive);
  W.line("#endif");
}

void CPrinter::together(const Node &N) {
  if (const auto *T = llvm::dyn_cast<TeamNode>(&N))
    return team(*T);
  if (const auto *A = llvm::dyn_cast<AgreeNode>(&N))
    return agree(*A);
  W.line(teamMacro("BARRIER") + "();");
}

/// A block that without OpenMP is executed once.
void CPrinter::team(const TeamNode &T) {
  std::string Size =
      T.Size ? " num_threads(" + std::to_string(T.Size) + ")" : "";
  ifOpenMP("parallel" + Size);
  W.open("");
  block(T.Body);
  W.close();
}

/// In a team, each thread that objects says so, and none looks before all
/// could.
void CPrinter::agree(const AgreeNode &A) {
  if (!A.IsInTeam)
    return W.line(variable(A.Name) + " = " + macro("AGREE") + "(" +
                  text(A.Value) + ");");
  W.open("if (" + text(Expr::make(Expr::Not, {A.Value})) + ")");
  ifOpenMP("atomic write");
  W.line(variable(A.Name) + " = 0;");
  W.close();
  W.line(teamMacro("BARRIER") + "();");
}

} // namespace stevedore
