//===- Statistics.cpp - What a file has -----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Frontend/Clang/Statistics.h"
#include "Facts/Definitions.h"
#include "Facts/FunctionFacts.h"
#include "File/References.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "stevedore/Support/Limits.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace stevedore;

namespace {

/// A reference that no model shows to be affine, and what is around it.
struct LooseReference {
  const Expr *E = nullptr;
  /// Outermost first.
  llvm::SmallVector<const Stmt *, 4> Loops;
  /// The statement outside of all loops in which it stands.
  const Stmt *Whole = nullptr;
};

/// Counts what stands in the functions of the main file.
class FileCounter {
public:
  FileCounter(ASTContext &AST, const ScopPragmas &Pragmas,
              const ExtractOptions &Options, Statistics &Result)
      : AST(AST), SM(AST.getSourceManager()), Pragmas(Pragmas),
        Options(Options), Result(Result) {}
  void count(const std::vector<SourceRegion> &Found);

private:
  void function(const FunctionDecl *F);
  void statement(const Stmt *S);
  void declaration(const DeclStmt *S);
  void expressionStatement(const Expr *E);
  void expression(const Stmt *S);
  void loop(const Stmt *S);
  void reference(const Expr *E);
  void settle(const FunctionDecl *F);
  void addStatement(SourceLocation Loc);
  bool isCounted(SourceLocation Loc) const {
    return SM.isInMainFile(SM.getExpansionLoc(Loc));
  }
  std::optional<size_t> regionAt(SourceLocation Loc) const;

  ASTContext &AST;
  const SourceManager &SM;
  const ScopPragmas &Pragmas;
  const ExtractOptions &Options;
  Statistics &Result;
  /// Begin and end of those with a model, in the order of the text.
  std::vector<std::pair<unsigned, unsigned>> Regions;
  /// Of them, whether data choose no element.
  std::vector<bool> IsAffine;
  /// Of Regions.
  std::vector<unsigned> Depths;
  /// Around what is counted.
  llvm::SmallVector<const Stmt *, 4> Loops;
  const Stmt *Whole = nullptr;
  std::vector<LooseReference> Loose;
};

} // namespace

void Statistics::add(const Statistics &Other) {
  for (auto Number : {&Statistics::Regions, &Statistics::ParametricRegions,
                      &Statistics::Statements, &Statistics::StatementsInRegions,
                      &Statistics::References, &Statistics::AffineReferences,
                      &Statistics::Loops, &Statistics::LoopsInRegions})
    this->*Number += Other.*Number;
  Depth = std::max(Depth, Other.Depth);
  DepthInRegions = std::max(DepthInRegions, Other.DepthInRegions);
  RegionsOfDepth.resize(
      std::max(RegionsOfDepth.size(), Other.RegionsOfDepth.size()));
  for (size_t I = 0; I < Other.RegionsOfDepth.size(); ++I)
    RegionsOfDepth[I] += Other.RegionsOfDepth[I];
  for (const auto &[Reason, More] : Other.Refused) {
    Refusals &Sum = Refused[Reason];
    Sum.Count += More.Count;
    if (Sum.Example.empty())
      Sum.Example = More.Example;
  }
}

/// The number of the region in whose text \p Loc is.
std::optional<size_t> FileCounter::regionAt(SourceLocation Loc) const {
  if (!isCounted(Loc))
    return std::nullopt;
  unsigned Offset = SM.getFileOffset(SM.getExpansionLoc(Loc));
  auto Next = llvm::partition_point(
      Regions, [&](const auto &Region) { return Region.second <= Offset; });
  if (Next == Regions.end() || Offset < Next->first)
    return std::nullopt;
  return Next - Regions.begin();
}

void FileCounter::addStatement(SourceLocation Loc) {
  if (!isCounted(Loc))
    return;
  ++Result.Statements;
  Result.StatementsInRegions += regionAt(Loc).has_value();
}

void FileCounter::reference(const Expr *E) {
  if (!isCounted(E->getBeginLoc()))
    return;
  ++Result.References;
  std::optional<size_t> Region = regionAt(E->getBeginLoc());
  if (Region && IsAffine[*Region])
    ++Result.AffineReferences;
  else
    Loose.push_back({E, Loops, Whole});
}

void FileCounter::expression(const Stmt *S) {
  forEachReference(
      AST, S, [&](const Expr *E) { reference(E); },
      [&](const CompoundStmt *Block) {
        llvm::SaveAndRestore<const Stmt *> Around(Whole);
        statement(Block);
      });
}

/// `(void)x` is not executed, and the operands of a comma are statements of
/// their own.
void FileCounter::expressionStatement(const Expr *E) {
  const Expr *Plain = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(Plain))
    return expressionStatement(Full->getSubExpr());
  const auto *Cast = dyn_cast<CastExpr>(Plain);
  if (Cast && Cast->getCastKind() == CK_ToVoid &&
      !Cast->getSubExpr()->HasSideEffects(AST))
    return;
  const auto *Comma = dyn_cast<BinaryOperator>(Plain);
  if (Comma && Comma->getOpcode() == BO_Comma) {
    expressionStatement(Comma->getLHS());
    return expressionStatement(Comma->getRHS());
  }
  addStatement(E->getBeginLoc());
  expression(E);
}

/// A static variable has its value before the function is called.
void FileCounter::declaration(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    const Expr *Init = Var && !Var->isStaticLocal() ? Var->getInit() : nullptr;
    if (!Init || setsNothing(Init))
      continue;
    addStatement(Var->getLocation());
    expression(Init);
  }
}

/// What the header declares is no statement.
void FileCounter::loop(const Stmt *S) {
  Loops.push_back(S);
  SourceLocation Loc = S->getBeginLoc();
  std::optional<size_t> Region = regionAt(Loc);
  if (isCounted(Loc)) {
    ++Result.Loops;
    Result.Depth = std::max<unsigned>(Result.Depth, Loops.size());
  }
  if (Region) {
    ++Result.LoopsInRegions;
    unsigned Inside = llvm::count_if(Loops, [&](const Stmt *Around) {
      return regionAt(Around->getBeginLoc()) == Region;
    });
    Depths[*Region] = std::max(Depths[*Region], Inside);
  }
  const Stmt *Body = nullptr;
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    Body = For->getBody();
  } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
    Body = While->getBody();
  } else if (const auto *Do = dyn_cast<DoStmt>(S)) {
    Body = Do->getBody();
  } else {
    const auto *Range = cast<CXXForRangeStmt>(S);
    Body = Range->getBody();
    expression(Range->getRangeInit());
    expression(Range->getLoopVariable()->getInit());
  }
  for (const Stmt *Part : S->children())
    if (Part != Body && !isa<CXXForRangeStmt>(S))
      expression(Part);
  statement(Body);
  Loops.pop_back();
}

void FileCounter::statement(const Stmt *S) {
  if (!S)
    return;
  S = withoutAttributes(withoutDirectives(S));
  bool IsOutermost = Loops.empty() && !isa<CompoundStmt>(S);
  if (IsOutermost)
    Whole = S;
  if (isLoop(S))
    return loop(S);
  if (const auto *Once = dyn_cast<DoStmt>(S))
    return statement(Once->getBody());
  if (const auto *E = dyn_cast<Expr>(S))
    return expressionStatement(E);
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    return declaration(Declaration);
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    statement(If->getInit());
    if (const DeclStmt *Variable = If->getConditionVariableDeclStmt())
      declaration(Variable);
    expression(If->getCond());
    statement(If->getThen());
    return statement(If->getElse());
  }
  if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
    statement(Switch->getInit());
    expression(Switch->getCond());
    return statement(Switch->getBody());
  }
  if (const auto *Case = dyn_cast<SwitchCase>(S))
    return statement(Case->getSubStmt());
  if (isa<CompoundStmt, LabelStmt, CXXTryStmt, CXXCatchStmt>(S)) {
    for (const Stmt *Part : S->children())
      statement(Part);
    return;
  }
  expression(S);
}

/// Looks at loose references in the largest nest of loops around each first.
/// What is in one such nest has one limit.
void FileCounter::settle(const FunctionDecl *F) {
  FunctionFacts Facts(AST, F, Options.Rules);
  ReferenceSet Affine;
  llvm::SmallPtrSet<const Stmt *, 16> Surveyed;
  unsigned long Most = limits::SurveyOperations;
  if (Options.Limits.Operations != 0)
    Most = std::min<unsigned long>(Most, Options.Limits.Operations);
  llvm::DenseMap<const Stmt *, unsigned long> Spent;
  for (LooseReference &Reference : Loose) {
    if (Reference.Loops.empty())
      Reference.Loops.push_back(Reference.Whole);
    unsigned long &OfNest = Spent[Reference.Loops.front()];
    for (const Stmt *S : Reference.Loops)
      if (OfNest < Most && !Affine.contains(Reference.E) &&
          Surveyed.insert(S).second)
        OfNest += findAffineReferences(AST, Pragmas, F, Facts, S,
                                       {Options.Limits.Seconds, Most - OfNest},
                                       Affine);
    Result.AffineReferences += Affine.contains(Reference.E);
  }
  Loose.clear();
}

/// Of a template without instances only the text is known.
void FileCounter::function(const FunctionDecl *F) {
  Whole = F->getBody();
  statement(F->getBody());
  if (F->isTemplated())
    Loose.clear();
  else
    settle(F);
}

static bool hasChosen(const Scop &Program) {
  return llvm::any_of(Program.Statements, [](const Statement &S) {
    return llvm::any_of(S.Accesses, [](const Access &A) {
      return !A.Chosen.empty() || !A.Relation.is_single_valued().is_true();
    });
  });
}

void FileCounter::count(const std::vector<SourceRegion> &Found) {
  for (const SourceRegion &Region : Found)
    if (Region.Model) {
      ++Result.Regions;
      Result.ParametricRegions += !Region.Model->Program.Parameters.empty();
      Regions.push_back({Region.BeginOffset, Region.EndOffset});
      IsAffine.push_back(!hasChosen(Region.Model->Program));
    }
  Depths.resize(Regions.size());
  for (const Definition &D : definitionsOf(AST))
    if (isWanted(D.Function, Options.Functions))
      function(D.Instances.empty() ? D.Function : D.Instances.front());
  for (unsigned Depth : Depths) {
    Result.DepthInRegions = std::max(Result.DepthInRegions, Depth);
    if (Depth > Result.RegionsOfDepth.size())
      Result.RegionsOfDepth.resize(Depth);
    if (Depth > 0)
      ++Result.RegionsOfDepth[Depth - 1];
  }
}

static void addRefusal(Statistics &To, const Rejection &Why) {
  Statistics::Refusals &Sum = To.Refused[Why.Reason];
  if (Sum.Count++ == 0)
    Sum.Example = Why.Message;
}

Statistics stevedore::countFile(ASTContext &AST, const ScopPragmas &Pragmas,
                                ExtractOptions Options) {
  ScopPragmas Unmarked;
  Unmarked.OpenMP = Pragmas.OpenMP;
  Unmarked.LoopHints = Pragmas.LoopHints;
  std::vector<Rejection> Missed;
  Options.OnlyMarked = false;
  Options.OnlyFirst = true;
  Options.Missed = &Missed;
  std::vector<SourceRegion> Found = extractRegions(AST, Unmarked, Options);
  Statistics Result;
  for (const SourceRegion &Region : Found)
    if (Region.Why)
      addRefusal(Result, *Region.Why);
  for (const Rejection &Why : Missed)
    addRefusal(Result, Why);
  FileCounter(AST, Unmarked, Options, Result).count(Found);
  return Result;
}
