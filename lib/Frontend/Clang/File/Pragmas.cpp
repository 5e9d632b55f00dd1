//===- Pragmas.cpp -------------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/VariableFacts.h"
#include "OpenMP/OpenMPPragmas.h"
#include "State/OpenMacros.h"
#include "stevedore/Support/Spelling.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Records one of the two pragmas and swallows the rest of its line, so that
/// the parser never sees it and no warning about unknown pragmas appears.
class ScopPragmaHandler : public PragmaHandler {
public:
  ScopPragmaHandler(bool IsBegin, ScopPragmas &Pragmas)
      : PragmaHandler(IsBegin ? "scop" : "endscop"), IsBegin(IsBegin),
        Pragmas(Pragmas) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &FirstToken) override {
    SourceLocation Loc = PP.getSourceManager().getExpansionLoc(Introducer.Loc);
    const SourceManager &SM = PP.getSourceManager();
    if (!SM.isWrittenInMainFile(Loc)) {
      if (IsBegin && !SM.isInSystemHeader(Loc))
        Pragmas.Elsewhere.push_back(Loc);
      return;
    }
    if (IsBegin)
      begin(Loc, nextWord(PP));
    else
      end(Loc);
  }

private:
  static std::string nextWord(Preprocessor &PP) {
    Token Next;
    PP.LexUnexpandedToken(Next);
    const IdentifierInfo *Word = Next.getIdentifierInfo();
    return Word ? Word->getName().str() : "";
  }

  void begin(SourceLocation Loc, std::string Label) {
    if (isOpen())
      Pragmas.Unmatched.push_back(Pragmas.Pairs.back().Begin);
    if (isOpen())
      Pragmas.Pairs.pop_back();
    Pragmas.Pairs.push_back({Loc, SourceLocation(), std::move(Label)});
  }

  void end(SourceLocation Loc) {
    if (isOpen())
      Pragmas.Pairs.back().End = Loc;
    else
      Pragmas.Unmatched.push_back(Loc);
  }

  bool isOpen() const {
    return !Pragmas.Pairs.empty() && Pragmas.Pairs.back().End.isInvalid();
  }

  bool IsBegin;
  ScopPragmas &Pragmas;
};

/// Records `#pragma stevedore local(A, B)` of the main file.
class LocalPragmaHandler : public PragmaHandler {
public:
  explicit LocalPragmaHandler(ScopPragmas &Pragmas)
      : PragmaHandler("local"), Pragmas(Pragmas) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &FirstToken) override {
    const SourceManager &SM = PP.getSourceManager();
    SourceLocation Loc = SM.getExpansionLoc(Introducer.Loc);
    std::vector<std::string> Names = names(PP);
    if (!SM.isWrittenInMainFile(Loc))
      return;
    for (std::string &Name : Names)
      Pragmas.Locals.push_back({std::move(Name), Loc});
  }

private:
  /// The names in parentheses; one without letters where they are not written
  /// so.
  static std::vector<std::string> names(Preprocessor &PP) {
    std::vector<std::string> Result;
    Token Next;
    PP.LexUnexpandedToken(Next);
    bool IsRight = Next.is(tok::l_paren);
    while (IsRight) {
      PP.LexUnexpandedToken(Next);
      const IdentifierInfo *Word = Next.getIdentifierInfo();
      IsRight = Word != nullptr;
      if (!IsRight)
        break;
      Result.push_back(Word->getName().str());
      PP.LexUnexpandedToken(Next);
      if (Next.is(tok::r_paren))
        return Result;
      IsRight = Next.is(tok::comma);
    }
    return {""};
  }

  ScopPragmas &Pragmas;
};

/// Notes pragmas of the main file that are nearly one of the two.
class MisspeltRecorder : public PPCallbacks {
public:
  MisspeltRecorder(const SourceManager &SM, ScopPragmas &Pragmas)
      : SM(SM), Pragmas(Pragmas) {}

  void PragmaDirective(SourceLocation Loc, PragmaIntroducerKind) override {
    if (Loc.isMacroID() || !SM.isWrittenInMainFile(Loc))
      return;
    unsigned Begin = SM.getFileOffset(Loc);
    llvm::StringRef Line = SM.getBufferData(SM.getMainFileID()).substr(Begin);
    Line = Line.take_until([](char C) { return C == '\n'; });
    llvm::StringRef Name = Line;
    if (!Name.consume_front("#") ||
        !(Name = Name.ltrim()).consume_front("pragma"))
      return;
    Name = Name.split("//").first.split("/*").first.trim();
    std::string Meant = meantBy(Name);
    if (Meant.empty())
      return;
    SourceLocation First = Loc.getLocWithOffset(Name.begin() - Line.begin());
    Pragmas.Misspelt.push_back(
        {{First, First.getLocWithOffset(Name.size())}, Name.str(), Meant});
  }

private:
  static std::string meantBy(llvm::StringRef Written);

  const SourceManager &SM;
  ScopPragmas &Pragmas;
};

} // namespace

/// "scop" or "endscop" for what is one of them but for capitals, blanks,
/// letters that changed places, or one letter; empty for others and for the
/// two.
std::string MisspeltRecorder::meantBy(llvm::StringRef Written) {
  llvm::StringRef Word = Written.take_while(llvm::isAlnum);
  if (Word == "scop" || Word == "endscop")
    return "";
  std::string Plain;
  for (char C : Written)
    if (C != ' ' && C != '\t' && C != '_')
      Plain += C;
  for (const char *Meant : {"scop", "endscop"})
    if (spellingDistance(Plain, Meant) <= 1)
      return Meant;
  return "";
}

namespace {

/// Finds out which of the names the functions mention that their pragmas stand
/// in.
class LocalNames : public DynamicRecursiveASTVisitor {
public:
  LocalNames(const SourceManager &SM, const ScopPragmas &Pragmas)
      : SM(SM), Pragmas(Pragmas), IsKnown(Pragmas.Locals.size()) {}

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (!F->doesThisDeclarationHaveABody())
      return true;
    SourceRange Body = F->getBody()->getSourceRange();
    for (size_t I = 0; I < IsKnown.size(); ++I) {
      const ScopPragmas::LocalName &L = Pragmas.Locals[I];
      if (!SM.isBeforeInTranslationUnit(SM.getExpansionLoc(Body.getBegin()),
                                        L.Location) ||
          !SM.isBeforeInTranslationUnit(L.Location,
                                        SM.getExpansionLoc(Body.getEnd())))
        continue;
      VariableFacts Facts;
      Facts.scan(F->getBody());
      IsKnown[I] = IsKnown[I] || !Facts.mentioned(L.Name).empty();
    }
    return true;
  }

  std::vector<ScopPragmas::LocalName> unknown() const {
    std::vector<ScopPragmas::LocalName> Result;
    for (size_t I = 0; I < IsKnown.size(); ++I)
      if (!IsKnown[I])
        Result.push_back(Pragmas.Locals[I]);
    return Result;
  }

private:
  const SourceManager &SM;
  const ScopPragmas &Pragmas;
  std::vector<bool> IsKnown;
};

} // namespace

std::vector<ScopPragmas::LocalName>
stevedore::unknownLocals(ASTContext &AST, const ScopPragmas &Pragmas) {
  if (Pragmas.Locals.empty())
    return {};
  LocalNames Names(AST.getSourceManager(), Pragmas);
  Names.TraverseDecl(AST.getTranslationUnitDecl());
  return Names.unknown();
}

void stevedore::registerScopPragmas(Preprocessor &PP, ScopPragmas &Pragmas) {
  PP.AddPragmaHandler(new ScopPragmaHandler(true, Pragmas));
  PP.AddPragmaHandler(new ScopPragmaHandler(false, Pragmas));
  PP.AddPragmaHandler("stevedore", new LocalPragmaHandler(Pragmas));
  PP.addPPCallbacks(
      std::make_unique<MisspeltRecorder>(PP.getSourceManager(), Pragmas));
  recordOpenMP(PP, Pragmas);
  recordOpenMacros(PP, Pragmas);
}
