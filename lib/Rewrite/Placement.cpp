//===- Placement.cpp - Where new text may stand ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Placement.h"
#include "TextEdits.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseSet.h"
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

/// The directive at \p Offset, behind its `#`.
static llvm::StringRef directiveAt(llvm::StringRef Buffer, unsigned Offset) {
  return Buffer.slice(Offset, lineEnd(Buffer, Offset))
      .drop_front(Buffer.substr(Offset).starts_with("%:") ? 2 : 1)
      .ltrim();
}

/// Whether \p Directive applies to the declaration after it.
static bool belongsToDeclaration(llvm::StringRef Directive) {
  if (!Directive.consume_front("pragma"))
    return false;
  Directive = Directive.ltrim();
  return Directive.consume_front("omp") &&
         Directive.ltrim().starts_with("declare");
}

namespace {

/// Reads the tokens of a file as they stand in it, before preprocessing.
class TokenReader {
public:
  TokenReader(const SourceManager &SM, const LangOptions &Language)
      : SM(SM), Buffer(SM.getBufferData(SM.getMainFileID())),
        Raw(SM.getLocForStartOfFile(SM.getMainFileID()), Language,
            Buffer.begin(), Buffer.begin(), Buffer.end()) {
    next();
  }
  void next() { Raw.LexFromRawLexer(At); }
  bool isAtEnd() const { return At.is(tok::eof); }
  unsigned offset() const { return SM.getFileOffset(At.getLocation()); }
  bool is(llvm::StringRef Word) const {
    return At.is(tok::raw_identifier) && At.getRawIdentifier() == Word;
  }
  bool endsDeclaration() const { return At.isOneOf(tok::semi, tok::r_brace); }
  bool isDirective() const {
    return At.is(tok::hash) && At.isAtStartOfLine();
  }
  void skipLine() {
    do
      next();
    while (!isAtEnd() && !At.isAtStartOfLine());
  }

private:
  const SourceManager &SM;
  llvm::StringRef Buffer;
  Lexer Raw;
  Token At;
};

} // namespace

/// The offsets of the last tokens of the translation unit's declarations, which
/// may be macros that stand for a brace.
static llvm::DenseSet<unsigned> lastTokens(const ASTContext &AST) {
  const SourceManager &SM = AST.getSourceManager();
  llvm::DenseSet<unsigned> Result;
  for (const Decl *D : AST.getTranslationUnitDecl()->decls()) {
    SourceLocation Last = SM.getExpansionRange(D->getEndLoc()).getEnd();
    if (Last.isValid() && SM.isInMainFile(Last))
      Result.insert(SM.getFileOffset(Last));
  }
  return Result;
}

std::optional<GlobalFragment>
stevedore::globalFragment(const ASTContext &AST) {
  if (!AST.getCurrentNamedModule())
    return std::nullopt;
  TokenReader Reader(AST.getSourceManager(), AST.getLangOpts());
  auto skipDirectives = [&] {
    while (Reader.isDirective())
      Reader.skipLine();
    return Reader.offset();
  };
  GlobalFragment Result;
  Result.End = skipDirectives();
  if (!Reader.is("module"))
    return Result;
  Reader.next();
  Result.IsThere = Reader.endsDeclaration();
  if (!Result.IsThere)
    return Result;
  Reader.next();
  Result.End = skipDirectives();
  return Result;
}

namespace {

/// Where declarations start, also those that start in a group of `#if`, other
/// ones in each of its parts, and go on behind it: they start where it does.
class DeclarationStarts {
public:
  void directive(llvm::StringRef Text, unsigned Offset) {
    if (Text.starts_with("if")) {
      Groups.push_back(Offset);
    } else if (Text.starts_with("el") || Text.starts_with("endif")) {
      leavePart();
      if (Text.starts_with("endif") && !Groups.empty())
        Groups.pop_back();
    } else if (!belongsToDeclaration(Text)) {
      IsInside = false;
    } else {
      token(Offset, false);
    }
  }

  void token(unsigned Offset, bool IsLast) {
    if (!IsInside) {
      Result.push_back(Offset);
      Depth = Groups.size();
    }
    IsInside = !IsLast;
  }

  std::vector<unsigned> Result;

private:
  void leavePart() {
    if (!IsInside || Groups.empty() || Groups.size() > Depth)
      return;
    while (!Result.empty() && Result.back() > Groups.back())
      Result.pop_back();
    Result.push_back(Groups.back());
    Depth = Groups.size() - 1;
  }

  /// Where the groups begin that are open.
  llvm::SmallVector<unsigned, 8> Groups;
  bool IsInside = false;
  /// How many groups were open where the declaration starts.
  size_t Depth = 0;
};

} // namespace

std::vector<unsigned> stevedore::declarationStarts(const ASTContext &AST) {
  const SourceManager &SM = AST.getSourceManager();
  llvm::StringRef Buffer = SM.getBufferData(SM.getMainFileID());
  TokenReader Reader(SM, AST.getLangOpts());
  llvm::DenseSet<unsigned> Last = lastTokens(AST);
  DeclarationStarts Starts;
  while (!Reader.isAtEnd()) {
    unsigned Offset = Reader.offset();
    if (Reader.isDirective()) {
      Starts.directive(directiveAt(Buffer, Offset), Offset);
      Reader.skipLine();
    } else {
      Starts.token(Offset, Reader.endsDeclaration() || Last.contains(Offset));
      Reader.next();
    }
  }
  return std::move(Starts.Result);
}

unsigned stevedore::offsetBefore(const FunctionDecl *F, const ASTContext &AST,
                                 llvm::ArrayRef<unsigned> Starts) {
  return offsetBefore(outermost(F), AST, Starts);
}

unsigned stevedore::offsetBefore(const Decl *D, const ASTContext &AST,
                                 llvm::ArrayRef<unsigned> Starts) {
  const SourceManager &SM = AST.getSourceManager();
  SourceLocation Loc = SM.getExpansionLoc(D->getBeginLoc());
  unsigned Begin = SM.getFileOffset(Loc);
  auto After = llvm::upper_bound(Starts, Begin);
  return aboveComments(SM.getBufferData(SM.getMainFileID()),
                       After == Starts.begin() ? Begin : *(After - 1));
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

llvm::StringSet<> stevedore::namesOfMacros(Preprocessor &PP) {
  llvm::StringSet<> Result;
  for (const auto &Entry : PP.getIdentifierTable()) {
    IdentifierInfo *Id = Entry.getValue();
    if (!Id || !Id->hadMacroDefinition())
      continue;
    Result.insert(Id->getName());
    for (const MacroDirective *Macro = PP.getLocalMacroDirectiveHistory(Id);
         Macro; Macro = Macro->getPrevious())
      if (const MacroInfo *Info = Macro->getMacroInfo())
        for (const Token &T : Info->tokens())
          if (IdentifierInfo *Used = T.getIdentifierInfo();
              Used && !llvm::is_contained(Info->params(), Used))
            Result.insert(Used->getName());
  }
  return Result;
}

/// Whether the macro of a tile size may be called \p Rest behind the name of
/// its function: T1, 2_T1 in its second region, L2_T1, 2_L2_T1.
static bool namesSize(llvm::StringRef Rest) {
  llvm::StringRef Kind = Rest.rtrim("0123456789");
  return Kind.size() < Rest.size() && Kind.consume_back("T") &&
         (Kind.empty() || Kind.back() == '_');
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
      IsTaken |= !IsMacro && Rest.consume_front(Name + "_") && namesSize(Rest);
    }
    if (!IsTaken)
      return Name;
    Name += "_";
  }
}


bool stevedore::hasOtherMeaning(llvm::StringRef Name, const FunctionDecl *F,
                                Preprocessor &PP) {
  const SourceManager &SM = PP.getSourceManager();
  IdentifierInfo *Id = PP.getIdentifierInfo(Name);
  if (const MacroDirective *Macro = PP.getLocalMacroDirectiveHistory(Id))
    if (!SM.isInSystemHeader(Macro->getLocation()))
      return true;
  auto IsForeign = [&](const Decl *D) {
    const auto *Named = dyn_cast<NamedDecl>(D);
    return Named && Named->getDeclName() == DeclarationName(Id) &&
           !isa<FunctionDecl>(D);
  };
  const TranslationUnitDecl *Unit = F->getASTContext().getTranslationUnitDecl();
  return llvm::any_of(F->decls(), IsForeign) ||
         llvm::any_of(Unit->lookup(DeclarationName(Id)), [&](const Decl *D) {
           return IsForeign(D) && !isa<TypedefNameDecl>(D);
         });
}

bool stevedore::asksForFeaturesBehind(unsigned Offset, Preprocessor &PP) {
  const SourceManager &SM = PP.getSourceManager();
  for (const auto &Entry : PP.macros()) {
    llvm::StringRef Name = Entry.first->getName();
    if (Name.size() < 2 || Name[0] != '_' ||
        (Name[1] != '_' && !llvm::isUpper(Name[1])))
      continue;
    for (const MacroDirective *Macro =
             PP.getLocalMacroDirectiveHistory(Entry.first);
         Macro; Macro = Macro->getPrevious())
      if (SM.isWrittenInMainFile(Macro->getLocation()) &&
          SM.getFileOffset(Macro->getLocation()) > Offset)
        return true;
  }
  return false;
}

bool stevedore::isDeclaredBefore(llvm::StringRef Name, const FunctionDecl *F,
                                 Preprocessor &PP) {
  const SourceManager &SM = PP.getSourceManager();
  const TranslationUnitDecl *Unit = F->getASTContext().getTranslationUnitDecl();
  SourceLocation Begin = outermost(F)->getBeginLoc();
  return llvm::any_of(
      Unit->lookup(DeclarationName(PP.getIdentifierInfo(Name))),
      [&](const Decl *D) {
        return !D->isImplicit() && SM.isInSystemHeader(D->getLocation()) &&
               SM.isBeforeInTranslationUnit(D->getLocation(), Begin);
      });
}
