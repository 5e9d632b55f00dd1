//===- Placement.cpp --------------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement.h"
#include "TextEdits.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace stevedore;

/// The declaration of the translation unit that \p F is part of.
static const Decl *outermost(const FunctionDecl *F) {
  const Decl *Result = F;
  while (true) {
    const DeclContext *Parent = Result->getLexicalDeclContext();
    if (!Parent || Parent->isTranslationUnit())
      return Result;
    Result = cast<Decl>(Parent);
  }
}

/// Attributes written in front, `[[noreturn]]`, are not part of a
/// declaration's range.
static unsigned beginWithAttributes(const Decl *D, const SourceManager &SM) {
  unsigned Begin = SM.getFileOffset(SM.getExpansionLoc(D->getBeginLoc()));
  llvm::StringRef Buffer = SM.getBufferData(SM.getMainFileID());
  for (const Attr *A : D->attrs()) {
    SourceLocation Loc = SM.getExpansionLoc(A->getLocation());
    if (A->isImplicit() || A->isInherited() || !Loc.isValid() ||
        !SM.isInMainFile(Loc) || SM.getFileOffset(Loc) >= Begin)
      continue;
    size_t Open = Buffer.substr(0, SM.getFileOffset(Loc)).rfind("[[");
    Begin = std::min<size_t>(Begin, Open == llvm::StringRef::npos
                                        ? SM.getFileOffset(Loc)
                                        : Open);
  }
  return Begin;
}

unsigned stevedore::offsetBefore(const FunctionDecl *F, const ASTContext &AST) {
  const SourceManager &SM = AST.getSourceManager();
  const Decl *Outer = outermost(F);
  unsigned Begin = beginWithAttributes(Outer, SM);
  if (const FunctionTemplateDecl *Template = F->getDescribedFunctionTemplate())
    if (Outer == F)
      Begin = std::min(Begin, beginWithAttributes(Template, SM));
  return aboveComments(SM.getBufferData(SM.getMainFileID()), Begin);
}

NamePrefixes stevedore::choosePrefixes(Preprocessor &PP) {
  NamePrefixes Result;
  for (unsigned Number = 2;; ++Number) {
    bool IsTaken = false;
    for (const auto &Entry : PP.getIdentifierTable()) {
      llvm::StringRef Name = Entry.getKey();
      bool IsMacro = Entry.getValue() && Entry.getValue()->hadMacroDefinition();
      IsTaken |= Name.starts_with(Result.Names) ||
                 (Name.starts_with(Result.Macros) && !IsMacro &&
                  Name.size() > Result.Macros.size());
    }
    if (!IsTaken)
      return Result;
    Result.Names = "stevedore" + std::to_string(Number) + "_";
    Result.Macros = "STEVEDORE" + std::to_string(Number) + "_";
  }
}

std::string stevedore::macroFunctionName(const FunctionDecl *F,
                                         Preprocessor &PP) {
  std::string Name = F->getDeclName().isIdentifier() ? F->getNameAsString()
                                                     : "operator";
  while (true) {
    bool IsTaken = false;
    for (const auto &Entry : PP.getIdentifierTable()) {
      llvm::StringRef Rest = Entry.getKey();
      bool IsMacro = Entry.getValue() && Entry.getValue()->hadMacroDefinition();
      IsTaken |= !IsMacro && Rest.consume_front(Name + "_T") && !Rest.empty() &&
                 llvm::all_of(Rest, llvm::isDigit);
    }
    if (!IsTaken)
      return Name;
    Name += "_";
  }
}
