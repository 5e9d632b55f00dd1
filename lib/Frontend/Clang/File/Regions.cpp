//===- Regions.cpp - Regions of a file ------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/Definitions.h"
#include "File/DirectiveLines.h"
#include "File/FileContents.h"
#include "File/Instances.h"
#include "File/Labels.h"
#include "File/RegionSearch.h"
#include "File/RegionVariants.h"
#include "File/RewrittenText.h"
#include "File/Sequences.h"
#include "OpenMP/OpenMPPragmas.h"
#include "Syntax/Control.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace stevedore;

namespace {

/// A compound statement with the loops of the function around it.
struct Block {
  const CompoundStmt *Body = nullptr;
  llvm::SmallVector<const Stmt *, 4> Loops;
};

/// Finds the regions of one file.
class RegionFinder {
public:
  RegionFinder(ASTContext &AST, const ScopPragmas &Pragmas,
               const ExtractOptions &Options)
      : AST(AST), SM(AST.getSourceManager()), Pragmas(Pragmas),
        Options(Options), Search(Options) {}
  std::vector<SourceRegion> find();

private:
  using Statements = llvm::SmallVector<const Stmt *, 8>;

  void findMarked(const std::vector<Definition> &Definitions);
  void findIn(const Definition &D,
              llvm::function_ref<void(const FunctionDecl *)> Find);
  void marked(const FunctionDecl *F, const ScopPragmas::Pair &Pair);
  void addMarked(const FunctionDecl *F, const FunctionFacts &Facts,
                 const Block &Around, llvm::ArrayRef<const Stmt *> Region,
                 const std::string &Label);
  void reportPragma(SourceLocation Loc, const FunctionDecl *F,
                    const std::string &What);
  void refuse(SourceLocation Loc, const FunctionDecl *F, bool IsMarked,
              Rejection Why);
  void recordMissed(const Rejection &Why);
  void detect(const FunctionDecl *F);
  void detectIn(const FunctionDecl *F, const FunctionFacts &Facts,
                const Stmt *Parent, const Stmt *S,
                llvm::SmallVectorImpl<const Stmt *> &Loops);
  void detectSequences(const FunctionDecl *F, const FunctionFacts &Facts,
                       const CompoundStmt *Body,
                       llvm::SmallVectorImpl<const Stmt *> &Loops);
  bool model(const FunctionDecl *F, const FunctionFacts &Facts,
             const Stmt *Parent, llvm::ArrayRef<const Stmt *> Region,
             llvm::ArrayRef<const Stmt *> Loops, bool IsMarked,
             SourceRegion &Result);
  void setText(llvm::ArrayRef<const Stmt *> Region, SourceRegion &Result);
  bool sharesExpansion(const Stmt *Parent, llvm::ArrayRef<const Stmt *> Region,
                       const SourceRegion &Result) const;
  unsigned offset(SourceLocation Loc) const {
    return SM.getFileOffset(SM.getExpansionLoc(Loc));
  }
  unsigned beginOffset(const Stmt *S) const;
  unsigned endOffset(const Stmt *S) const;
  bool hasDirective(const Stmt *S) const;
  bool inMainFile(const Stmt *S) const;
  bool innermost(const Stmt *S, unsigned Begin, unsigned End, Block &Found,
                 llvm::SmallVectorImpl<const Stmt *> &Loops) const;

  ASTContext &AST;
  const SourceManager &SM;
  const ScopPragmas &Pragmas;
  const ExtractOptions &Options;
  RegionSearch Search;
  /// The statements that are the values of statement expressions.
  llvm::SmallPtrSet<const Stmt *, 4> Values;
  /// The functions that the compiler may evaluate.
  llvm::SmallPtrSet<const FunctionDecl *, 4> Constant;
  std::vector<SourceRegion> Found;
};

} // namespace

bool RegionFinder::inMainFile(const Stmt *S) const {
  return SM.isInMainFile(SM.getExpansionLoc(S->getBeginLoc())) &&
         SM.isInMainFile(SM.getExpansionLoc(S->getEndLoc()));
}

/// The first character of \p S, or of the OpenMP directives and hints before
/// it. Clang makes some hints attributes of the loop.
unsigned RegionFinder::beginOffset(const Stmt *S) const {
  unsigned Own = offset(withoutDirectives(S)->getBeginLoc());
  const Stmt *Plain = withoutAttributes(withoutDirectives(S));
  unsigned First = offset(Plain->getBeginLoc());
  unsigned Result = std::min(Own, offset(S->getBeginLoc()));
  for (const OpenMPPragma *P : directivesBefore(Pragmas, First))
    Result = std::min(Result, P->Begin);
  llvm::StringRef Buffer = SM.getBufferData(SM.getMainFileID());
  Result = std::min(Result, withHints(Pragmas, Buffer, First));
  return withConditions(Buffer, Result, First);
}

/// True if OpenMP directives apply to \p S.
bool RegionFinder::hasDirective(const Stmt *S) const {
  return withoutDirectives(S) != S ||
         !directivesBefore(Pragmas, offset(S->getBeginLoc())).empty();
}

/// One past the last character of \p S, with the semicolon that ends it.
unsigned RegionFinder::endOffset(const Stmt *S) const {
  S = withoutDirectives(S);
  SourceLocation Last = SM.getExpansionRange(S->getEndLoc()).getEnd();
  SourceLocation End =
      Lexer::getLocForEndOfToken(Last, 0, SM, AST.getLangOpts());
  unsigned Offset = offset(End);
  std::optional<Token> Next = Lexer::findNextToken(Last, SM, AST.getLangOpts());
  bool IsTerminated = isa<CompoundStmt, DeclStmt, NullStmt>(S);
  bool IsMacro = S->getEndLoc().isMacroID();
  if (Next && Next->is(tok::semi) && (!IsTerminated || IsMacro))
    return offset(Next->getEndLoc());
  return Offset;
}

/// The region's place in the text.
void RegionFinder::setText(llvm::ArrayRef<const Stmt *> Region,
                           SourceRegion &Result) {
  Result.BeginOffset = beginOffset(Region.front());
  llvm::StringRef Buffer = SM.getBufferData(SM.getMainFileID());
  Result.EndOffset =
      throughConditions(Buffer, Result.BeginOffset, endOffset(Region.back()));
  Result.Line = SM.getExpansionLineNumber(
      withoutDirectives(Region.front())->getBeginLoc());
  size_t LineStart = Result.BeginOffset;
  while (LineStart > 0 && Buffer[LineStart - 1] != '\n')
    --LineStart;
  llvm::StringRef Before =
      Buffer.substr(LineStart, Result.BeginOffset - LineStart);
  Result.Indent =
      Before.take_while([](char C) { return C == ' ' || C == '\t'; }).str();
}

/// True if the text of the region also makes code outside of it: a macro
/// expands to more than the region's statements.
bool RegionFinder::sharesExpansion(const Stmt *Parent,
                                   llvm::ArrayRef<const Stmt *> Region,
                                   const SourceRegion &Result) const {
  auto IsInText = [&](SourceLocation Loc) {
    return Result.BeginOffset <= offset(Loc) && offset(Loc) < Result.EndOffset;
  };
  if (IsInText(Parent->getBeginLoc()))
    return true;
  // The semicolon may be one of a macro behind the statement.
  llvm::StringRef Text =
      SM.getBufferData(SM.getMainFileID()).take_front(endOffset(Region.back()));
  if (!Region.back()->getEndLoc().isMacroID() && !Text.ends_with(";") &&
      !Text.ends_with("}") && !Text.ends_with("%>") && !Text.ends_with("?\?>"))
    return true;
  if (isa<CompoundStmt>(Parent) && IsInText(Parent->getEndLoc()))
    return true;
  return llvm::any_of(Parent->children(), [&](const Stmt *Child) {
    return Child && !isa<NullStmt>(Child) &&
           !llvm::is_contained(Region, Child) &&
           (IsInText(Child->getBeginLoc()) || IsInText(Child->getEndLoc()));
  });
}

bool RegionFinder::model(const FunctionDecl *F, const FunctionFacts &Facts,
                         const Stmt *Parent,
                         llvm::ArrayRef<const Stmt *> Region,
                         llvm::ArrayRef<const Stmt *> Loops, bool IsMarked,
                         SourceRegion &Result) {
  Result.Function = homeOf(F);
  Result.Marked = IsMarked;
  setText(Region, Result);
  if (Result.Label.empty())
    Result.Label = labelOf(Parent, Region);
  if (sharesExpansion(Parent, Region, Result)) {
    Result.Why = makeRejection(RejectReason::MacroBoundary,
                               Region.front()->getBeginLoc(), {});
    return false;
  }
  SourceLocation Begin = Region.front()->getBeginLoc();
  bool IsDeclared = homeOf(F)->isConstexpr() && !isLambda(homeOf(F));
  if (IsDeclared || Constant.contains(F)) {
    Result.Why = makeRejection(RejectReason::Constexpr, Begin, {});
    return false;
  }
  llvm::StringRef Text = SM.getBufferData(SM.getMainFileID())
                             .slice(Result.BeginOffset, Result.EndOffset);
  if (hasDefiningDirective(Text)) {
    Result.Why = makeRejection(RejectReason::Directive, Begin, {});
    return false;
  }
  if (crossesConditions(Text)) {
    Result.Why = makeRejection(RejectReason::Condition, Begin, {});
    return false;
  }
  if (llvm::any_of(Region, [&](const Stmt *S) { return Values.contains(S); })) {
    Result.Why =
        makeRejection(RejectReason::StatementExpressionValue, Begin, {});
    return false;
  }
  RegionCode Code = {AST,
                     F,
                     Facts,
                     Region,
                     Loops,
                     Pragmas,
                     Result.BeginOffset,
                     Result.EndOffset,
                     IsMarked};
  return takeModels(Code, Options, Search, Result);
}

/// A region that is refused before its statements are known.
void RegionFinder::refuse(SourceLocation Loc, const FunctionDecl *F,
                          bool IsMarked, Rejection Why) {
  SourceRegion Region;
  Region.Function = F;
  Region.Marked = IsMarked;
  if (SM.isInMainFile(SM.getExpansionLoc(Loc)))
    Region.BeginOffset = Region.EndOffset = offset(Loc);
  Region.Line = SM.getExpansionLineNumber(Loc);
  Region.Why = std::move(Why);
  Found.push_back(std::move(Region));
}

void RegionFinder::reportPragma(SourceLocation Loc, const FunctionDecl *F,
                                const std::string &What) {
  refuse(Loc, F, true, makeRejection(RejectReason::BadPragmas, Loc, {What}));
}

/// The innermost compound statement that contains both offsets.
bool RegionFinder::innermost(const Stmt *S, unsigned Begin, unsigned End,
                             Block &Result,
                             llvm::SmallVectorImpl<const Stmt *> &Loops) const {
  if (!S || !S->getBeginLoc().isValid() || isa<LambdaExpr>(S))
    return false;
  S = withoutDirectives(S);
  bool IsInside = inMainFile(S) && offset(S->getBeginLoc()) <= Begin &&
                  End <= offset(S->getEndLoc());
  if (!IsInside)
    return false;
  if (const auto *Body = dyn_cast<CompoundStmt>(S)) {
    Result.Body = Body;
    Result.Loops.assign(Loops.begin(), Loops.end());
  }
  if (isLoop(S))
    Loops.push_back(S);
  for (const Stmt *Child : partsOf(S))
    if (innermost(Child, Begin, End, Result, Loops))
      break;
  if (isLoop(S))
    Loops.pop_back();
  return true;
}

void RegionFinder::marked(const FunctionDecl *F,
                          const ScopPragmas::Pair &Pair) {
  unsigned Begin = offset(Pair.Begin), End = offset(Pair.End);
  if (Begin == End)
    return refuse(Pair.Begin, F, true,
                  makeRejection(RejectReason::InMacro, Pair.Begin, {}));
  Block Around;
  llvm::SmallVector<const Stmt *, 4> Loops;
  innermost(F->getBody(), Begin, End, Around, Loops);
  if (!Around.Body)
    return reportPragma(
        Pair.Begin, F,
        "'#pragma scop' and '#pragma endscop' are not in one block");
  Statements Region;
  for (const Stmt *Child : Around.Body->body()) {
    unsigned First = beginOffset(Child), Last = endOffset(Child);
    bool StartsInside = Begin < First && First < End;
    bool EndsInside = Begin < Last && Last <= End;
    bool Covers = First < Begin && End < Last;
    if (StartsInside != EndsInside || Covers)
      return reportPragma(
          Pair.Begin, F,
          "a statement crosses '#pragma scop' or '#pragma endscop'");
    if (StartsInside)
      Region.push_back(Child);
  }
  if (Region.empty())
    return reportPragma(
        Pair.Begin, F,
        "there is nothing between '#pragma scop' and '#pragma endscop'");
  FunctionFacts Facts(AST, F, Options.Rules);
  addMarked(F, Facts, Around, Region, Pair.Label);
}

/// Adds \p Region, statements of \p Around, or each half where that is too
/// long.
void RegionFinder::addMarked(const FunctionDecl *F, const FunctionFacts &Facts,
                             const Block &Around,
                             llvm::ArrayRef<const Stmt *> Region,
                             const std::string &Label) {
  SourceRegion Result;
  Result.Label = Label;
  model(F, Facts, Around.Body, Region, Around.Loops, true, Result);
  size_t Half = Region.size() / 2;
  if (!isTooLong(Result) || Half == 0) {
    Found.push_back(std::move(Result));
    return;
  }
  for (llvm::ArrayRef<const Stmt *> Part :
       {Region.take_front(Half), Region.drop_front(Half)})
    if (llvm::any_of(Part, containsLoop))
      addMarked(F, Facts, Around, Part, Label);
}

/// Lets \p Find add the regions of each instance of \p D, and keeps those that
/// all of them have. Nothing is known of a template without instances.
void RegionFinder::findIn(const Definition &D,
                          llvm::function_ref<void(const FunctionDecl *)> Find) {
  if (D.isPlain())
    return Find(D.Function);
  std::vector<SourceRegion> Before = std::move(Found);
  std::vector<std::vector<SourceRegion>> Instances;
  for (const FunctionDecl *F : D.Instances) {
    Found.clear();
    Find(F);
    for (SourceRegion &Region : Found)
      Region.Function = homeOf(D.Function);
    Instances.push_back(std::move(Found));
  }
  Found = std::move(Before);
  auto Add = [&](SourceRegion Region) {
    if (Region.Marked || Region.Model)
      Found.push_back(std::move(Region));
    else
      recordMissed(*Region.Why);
  };
  forEachShared(SM, std::move(Instances), Add);
}

void RegionFinder::findMarked(const std::vector<Definition> &Definitions) {
  for (SourceLocation Loc : Pragmas.Unmatched)
    reportPragma(Loc, nullptr, "this pragma has no counterpart");
  for (const ScopPragmas::Pair &Pair : Pragmas.Pairs) {
    if (Pair.End.isInvalid()) {
      reportPragma(Pair.Begin, nullptr,
                   "'#pragma scop' without '#pragma endscop'");
      continue;
    }
    const Definition *Around = nullptr;
    for (const Definition &D : Definitions) {
      const Stmt *Body = D.Function->getBody();
      if (inMainFile(Body) &&
          offset(Body->getBeginLoc()) <= offset(Pair.Begin) &&
          offset(Pair.Begin) <= offset(Body->getEndLoc()))
        Around = &D;
    }
    if (!Around) {
      reportPragma(Pair.Begin, nullptr,
                   "'#pragma scop' does not stand in a function");
      continue;
    }
    if (!isWanted(Around->Function, Options.Functions))
      continue;
    findIn(*Around, [&](const FunctionDecl *F) { marked(F, Pair); });
    if (Around->Instances.empty())
      refuse(Pair.Begin, Around->Function, true,
             makeRejection(RejectReason::TemplateUnused, Pair.Begin, {}));
  }
}

/// Longest sequences of statements of \p Body that can be modelled together and
/// contain a loop. What cannot be modelled is searched inside.
void RegionFinder::detectSequences(const FunctionDecl *F,
                                   const FunctionFacts &Facts,
                                   const CompoundStmt *Body,
                                   llvm::SmallVectorImpl<const Stmt *> &Loops) {
  Statements Children(Body->body());
  auto Model = [&](SequenceUser::Slice Region, SourceRegion &Result) {
    return llvm::all_of(Region, [&](const Stmt *S) { return inMainFile(S); }) &&
           model(F, Facts, Body, Region, Loops, false, Result);
  };
  auto Take = [&](SourceRegion Region) { Found.push_back(std::move(Region)); };
  auto Search = [&](const Stmt *S) { detectIn(F, Facts, Body, S, Loops); };
  forEachSequence(Children, {Model, Take, Search});
}

/// Loops in each other may be refused for the same reason.
void RegionFinder::recordMissed(const Rejection &Why) {
  if (!Options.Missed)
    return;
  bool IsKnown = llvm::any_of(*Options.Missed, [&](const Rejection &R) {
    return isSameReason(R, Why);
  });
  if (!IsKnown)
    Options.Missed->push_back(Why);
}

/// Searches below \p S. What stands under an OpenMP directive stays as it is
/// unless it is a region together with it: the directive may count on the form
/// of the loops there.
void RegionFinder::detectIn(const FunctionDecl *F, const FunctionFacts &Facts,
                            const Stmt *Parent, const Stmt *S,
                            llvm::SmallVectorImpl<const Stmt *> &Loops) {
  if (!S || isa<LambdaExpr>(S) || !containsLoop(S))
    return;
  if (const auto *Body = dyn_cast<CompoundStmt>(S))
    return detectSequences(F, Facts, Body, Loops);
  SourceRegion Single;
  bool IsBareLoop = isLoop(withoutDirectives(S)) && inMainFile(S);
  if (IsBareLoop && model(F, Facts, Parent, {S}, Loops, false, Single)) {
    Found.push_back(std::move(Single));
    return;
  }
  if (Single.Why)
    recordMissed(*Single.Why);
  if (hasDirective(S))
    return;
  if (isLoop(S))
    Loops.push_back(S);
  for (const Stmt *Child : partsOf(S))
    detectIn(F, Facts, S, Child, Loops);
  if (isLoop(S))
    Loops.pop_back();
}

void RegionFinder::detect(const FunctionDecl *F) {
  if (!containsLoop(F->getBody()))
    return;
  FunctionFacts Facts(AST, F, Options.Rules);
  llvm::SmallVector<const Stmt *, 4> Loops;
  detectIn(F, Facts, F->getBody(), F->getBody(), Loops);
}

std::vector<SourceRegion> RegionFinder::find() {
  FileID Main = SM.getMainFileID();
  if (std::optional<unsigned> Offset = rewrittenAt(SM.getBufferData(Main))) {
    SourceLocation Loc =
        SM.getLocForStartOfFile(Main).getLocWithOffset(*Offset);
    refuse(Loc, nullptr, !Pragmas.Pairs.empty(),
           makeRejection(RejectReason::Rewritten, Loc, {}));
    return std::move(Found);
  }
  std::vector<Definition> Definitions = definitionsOf(AST);
  for (const Definition &D : Definitions)
    for (const FunctionDecl *F : D.Instances) {
      collectValues(F->getBody(), Values);
      if (D.IsConstant)
        Constant.insert(F);
    }
  bool IsMarked = !Pragmas.Pairs.empty() || !Pragmas.Unmatched.empty();
  if (IsMarked)
    findMarked(Definitions);
  else if (!Options.OnlyMarked)
    for (const Definition &D : Definitions)
      if (isWanted(D.Function, Options.Functions))
        findIn(D, [&](const FunctionDecl *F) { detect(F); });
  for (SourceLocation Loc : Pragmas.Elsewhere)
    refuse(Loc, nullptr, true, makeRejection(RejectReason::InHeader, Loc, {}));
  llvm::stable_sort(Found, [](const SourceRegion &A, const SourceRegion &B) {
    return A.BeginOffset < B.BeginOffset;
  });
  return std::move(Found);
}

std::vector<SourceRegion>
stevedore::extractRegions(ASTContext &AST, const ScopPragmas &Pragmas,
                          const ExtractOptions &Options) {
  return RegionFinder(AST, Pragmas, Options).find();
}
