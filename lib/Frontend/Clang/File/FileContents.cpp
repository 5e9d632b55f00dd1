//===- FileContents.cpp ------------------------------------------- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "File/FileContents.h"
#include "Facts/Definitions.h"
#include "stevedore/Frontend/Clang/Extract.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace stevedore;

namespace {

/// The names of the variables and members that the main file declares.
class VariableCollector : public DynamicRecursiveASTVisitor {
public:
  VariableCollector(const SourceManager &SM) : SM(SM) {}
  llvm::StringSet<> Names;

  bool VisitDeclaratorDecl(DeclaratorDecl *D) override {
    if (!isa<FunctionDecl>(D) && D->getDeclName().isIdentifier() &&
        SM.isInMainFile(SM.getExpansionLoc(D->getLocation())))
      Names.insert(D->getName());
    return true;
  }

private:
  const SourceManager &SM;
};

} // namespace

llvm::StringSet<> stevedore::variablesOf(ASTContext &AST) {
  VariableCollector Collector(AST.getSourceManager());
  Collector.TraverseDecl(AST.getTranslationUnitDecl());
  return std::move(Collector.Names);
}

std::optional<std::vector<std::string>>
stevedore::functionsOtherThan(ASTContext &AST, llvm::StringRef Wanted) {
  std::vector<std::string> Names;
  for (const Definition &D : definitionsOf(AST)) {
    if (isWanted(D.Function, Wanted))
      return std::nullopt;
    Names.push_back(D.Function->getNameAsString());
  }
  if (Names.empty())
    return std::nullopt;
  return Names;
}

void stevedore::collectValues(const Stmt *S,
                              llvm::SmallPtrSetImpl<const Stmt *> &Values) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<StmtExpr>(S))
    if (!E->getType()->isVoidType() && !E->getSubStmt()->body_empty())
      Values.insert(E->getSubStmt()->body_back());
  for (const Stmt *Child : S->children())
    collectValues(Child, Values);
}
