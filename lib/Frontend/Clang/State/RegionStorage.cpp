//===- RegionStorage.cpp - Memory that a region alone needs ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/Symbols.h"
#include "State/RegionState.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

OwnStorage RegionState::storage(const VarDecl *Var) const {
  return ownStorage(Var, Code.Function->getBody(),
                    Form.inFunction().use(Var).Mentions, AST);
}

/// The text of \p S with the semicolon; null, null if macros have a part in it.
static std::pair<unsigned, unsigned> placeOf(const Stmt *S,
                                             const ASTContext &AST) {
  const SourceManager &SM = AST.getSourceManager();
  SourceLocation Begin = S->getBeginLoc(), Last = S->getEndLoc();
  if (Begin.isMacroID() || Last.isMacroID() || !SM.isWrittenInMainFile(Begin))
    return {0, 0};
  unsigned End = SM.getFileOffset(
      Lexer::getLocForEndOfToken(Last, 0, SM, AST.getLangOpts()));
  llvm::StringRef Text = SM.getBufferData(SM.getMainFileID());
  if (Text[End - 1] != ';' && Text[End - 1] != '}') {
    llvm::StringRef Rest = Text.substr(End).ltrim();
    if (!Rest.starts_with(";"))
      return {0, 0};
    End = Rest.begin() - Text.begin() + 1;
  }
  return {SM.getFileOffset(Begin), End};
}

SourceRegion::Places RegionState::storagePlaces(const VarDecl *Var) const {
  if (!Var->hasLocalStorage() || isa<ParmVarDecl>(Var) ||
      Var->getDeclContext() != Code.Function || Form.inFunction().hasJumps() ||
      Code.Function->isTemplateInstantiation() || hasCleanup(Var) ||
      hasDestructor(AST, Var))
    return {};
  OwnStorage Own = storage(Var);
  bool IsDeclared = false;
  SourceRegion::Places Result;
  for (const Stmt *S : Own.Statements) {
    Result.push_back(placeOf(S, AST));
    if (isInRegion(S->getBeginLoc()) || Result.back().second == 0)
      return {};
    IsDeclared |= isa<DeclStmt>(S);
  }
  for (const DeclRefExpr *Mention : Form.inFunction().use(Var).Mentions)
    if (!isInRegion(Mention->getLocation()) && !Own.Covered.count(Mention))
      return {};
  bool IsOwn = Own.IsOwnBlock || Var->getType()->isArrayType();
  return IsOwn && IsDeclared ? Result : SourceRegion::Places();
}
