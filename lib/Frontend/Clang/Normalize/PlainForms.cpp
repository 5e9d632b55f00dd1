//===- PlainForms.cpp - Statements in simpler forms -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/PlainForms.h"
#include "Facts/VariableFacts.h"
#include "Flow/Loops.h"
#include "Normalize/BlockLoops.h"
#include "Normalize/Breaks.h"
#include "Normalize/CountMarks.h"
#include "Normalize/InitialValues.h"
#include "Normalize/MemberIterators.h"
#include "Normalize/MovingPointers.h"
#include "Normalize/PointerTurns.h"
#include "Normalize/RangeLoops.h"
#include "Normalize/SeparateSteps.h"
#include "Syntax/CallValues.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/PointerSums.h"
#include "Syntax/Rotations.h"
#include "Syntax/TreeMaker.h"
#include "Syntax/TreeRewriter.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Puts statements of plain form in the place of others; expressions stay.
class PlainForms : public TreeRewriter {
public:
  /// With \p OnlyBlocks nothing but loops that are none are replaced.
  explicit PlainForms(RegionState &R, bool OnlyBlocks = false)
      : TreeRewriter(R.AST), R(R), OnlyBlocks(OnlyBlocks) {}
  const Stmt *statement(const Stmt *S) override;
  std::vector<const Stmt *>
  sequence(llvm::ArrayRef<const Stmt *> Statements) override;

protected:
  Decl *declared(Decl *D) override;
  bool isKept(const Stmt *) const override { return true; }
  const Stmt *discarded(const Expr *E) override;
  const Stmt *initialization(const Stmt *S) override { return S; }

private:
  const Stmt *loop(const Stmt *S);
  const Stmt *withOneVariable(const Stmt *Loop);

  RegionState &R;
  const bool OnlyBlocks;
};

/// Puts `p[i].x` in the place of `(p + i)->x`, and `p[n - i]` in that of
/// `*(p + n - i)`.
class PlainSums : public TreeRewriter {
public:
  explicit PlainSums(const RegionState &R)
      : TreeRewriter(R.AST), Function(R.Code.Function) {}

protected:
  Expr *replaced(const Expr *E) override;
  bool isKept(const Stmt *S) const override {
    return !S ||
           (!hasSum(S) && llvm::all_of(S->children(), [&](const Stmt *Part) {
             return isKept(Part);
           }));
  }

private:
  static bool hasSum(const Stmt *S);

  const FunctionDecl *Function;
};

} // namespace

/// Whether \p S finds what it denotes by a sum of a pointer and integers that
/// is written in another way than in `*(p + i)`.
bool PlainSums::hasSum(const Stmt *S) {
  auto base = [](const Expr *Pointer) {
    return summands(Pointer->IgnoreParens()).first;
  };
  if (const auto *Member = dyn_cast<MemberExpr>(S))
    return Member->isArrow() && !isGranted(Member) && base(Member->getBase());
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(S))
    return base(Subscript->getBase());
  const auto *Unary = dyn_cast<UnaryOperator>(S);
  if (!Unary || Unary->getOpcode() != UO_Deref ||
      Unary->getType()->isArrayType())
    return false;
  const Expr *Rest = base(Unary->getSubExpr());
  const auto *Sum =
      dyn_cast<BinaryOperator>(Unary->getSubExpr()->IgnoreParens());
  return Rest && (Sum->getOpcode() == BO_Sub || base(Rest) ||
                  addressed(Rest->IgnoreParens()).first);
}

Expr *PlainSums::replaced(const Expr *E) {
  if (!hasSum(E))
    return nullptr;
  TreeMaker Make(AST, Function, E->getSourceRange());
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    Expr *New =
        memberOf(AST, Member,
                 pointee(AST, Make, expression(Member->getBase()), nullptr));
    return isHiddenMember(cast<MemberExpr>(New)) ? fail(E) : New;
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return pointee(AST, Make, expression(Subscript->getBase()),
                   expression(Subscript->getIdx()));
  return pointee(AST, Make, expression(cast<UnaryOperator>(E)->getSubExpr()),
                 nullptr);
}

/// \p Statements without sums of pointers that lead to elements.
static std::vector<const Stmt *>
withElements(const RegionState &R, llvm::ArrayRef<const Stmt *> Statements) {
  PlainSums Rewriter(R);
  std::vector<const Stmt *> Result;
  for (const Stmt *S : Statements)
    Result.push_back(Rewriter.statement(S));
  return Rewriter.hasFailed() ? Statements.vec() : Result;
}

std::vector<const Stmt *>
PlainForms::sequence(llvm::ArrayRef<const Stmt *> Statements) {
  std::vector<const Stmt *> Result;
  for (size_t I = 0; I < Statements.size(); ++I) {
    std::optional<Rotation> Found = R.Form.Turns.empty()
                                        ? std::nullopt
                                        : rotationAt(Statements.drop_front(I));
    if (const Stmt *Count = Found ? countRotation(R, *Found) : nullptr) {
      Result.push_back(Count);
      I += Found->Length - 1;
      continue;
    }
    const auto *Declared = dyn_cast<DeclStmt>(Statements[I]);
    std::vector<const Stmt *> Parts;
    if (Declared && !OnlyBlocks)
      Parts = withAssignedValues(R, Declared);
    if (Parts.empty())
      Parts.push_back(Statements[I]);
    for (const Stmt *S : Parts)
      Result.push_back(statement(S));
  }
  return Result;
}

/// The parts of the initialization \p Init with the variables to which they
/// give values; empty if one does something else.
static std::vector<std::pair<const VarDecl *, const Stmt *>>
initialized(const TreeMaker &Make, const Stmt *Init) {
  std::vector<std::pair<const VarDecl *, const Stmt *>> Result;
  if (const auto *Declaration = dyn_cast_or_null<DeclStmt>(Init)) {
    for (const Decl *D : Declaration->decls()) {
      const auto *Var = dyn_cast<VarDecl>(D);
      if (!Var || !Var->getInit())
        return {};
      Result.push_back({Var, Make.declaration(Var)});
    }
    return Result;
  }
  const auto *E = dyn_cast_or_null<Expr>(Init);
  const auto *Binary =
      E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
  if (Binary && Binary->getOpcode() == BO_Comma) {
    Result = initialized(Make, Binary->getLHS());
    auto Last = initialized(Make, Binary->getRHS());
    if (Result.empty() || Last.empty())
      return {};
    Result.insert(Result.end(), Last.begin(), Last.end());
  } else if (Binary && Binary->getOpcode() == BO_Assign) {
    if (const VarDecl *Var = variableOf(Binary->getLHS()))
      Result.push_back({Var, Binary});
  }
  return Result;
}

static const Expr *initialValue(const VarDecl *Var, const Stmt *Init) {
  return isa<DeclStmt>(Init) ? Var->getInit()
                             : cast<BinaryOperator>(Init)->getRHS();
}

/// `{ int j = n; for (int i = 0; i < n; i++, j--) ... }` for `for (int i = 0, j
/// = n; ...)`, where neither initial value needs the other variable and i is
/// the first one that the condition tests and the loop steps; null for another
/// loop.
const Stmt *PlainForms::withOneVariable(const Stmt *Loop) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  if (!For)
    return nullptr;
  TreeMaker Make(R.AST, R.Code.Function, For->getSourceRange());
  auto Parts = initialized(Make, For->getInit());
  if (Parts.size() < 2 || !For->getCond())
    return nullptr;
  VariableFacts InCond, InStep;
  InCond.scan(For->getCond());
  InStep.scan(For->getInc());
  llvm::SmallVector<const Stmt *, 3> Body;
  const Stmt *Own = nullptr;
  for (size_t I = 0; I < Parts.size(); ++I) {
    auto [Var, Init] = Parts[I];
    const Expr *Value = initialValue(Var, Init);
    VariableFacts InValue;
    InValue.scan(Value);
    bool IsStepped = !For->getInc() || InStep.isWritten(Var);
    bool NeedsOther = llvm::any_of(Parts, [&](const auto &Other) {
      return !InValue.use(Other.first).Mentions.empty();
    });
    if (NeedsOther || Value->HasSideEffects(R.AST))
      return nullptr;
    if (!Own && IsStepped && !InCond.use(Var).Mentions.empty())
      Own = Init;
    else
      Body.push_back(Init);
  }
  if (!Own)
    return nullptr;
  Body.push_back(new (R.AST) ForStmt(
      R.AST, const_cast<Stmt *>(Own), const_cast<Expr *>(For->getCond()),
      const_cast<VarDecl *>(For->getConditionVariable()),
      const_cast<Expr *>(For->getInc()),
      const_cast<Stmt *>(statement(For->getBody())), For->getForLoc(),
      For->getLParenLoc(), For->getRParenLoc()));
  return Make.compound(Body);
}

/// The loop \p S in another form; null if it has none.
const Stmt *PlainForms::loop(const Stmt *S) {
  const auto *Range = dyn_cast<CXXForRangeStmt>(S);
  if (Range)
    return OnlyBlocks ? nullptr : countedLoop(R, Range);
  if (const Stmt *Body = bodyOnce(S))
    return Body;
  if (OnlyBlocks)
    return nullptr;
  if (const Stmt *Plain = withVariable(R, S))
    return Plain;
  if (const Stmt *Plain = withoutBreak(R, S))
    return Plain;
  return withLastStep(R, S);
}

/// References mean what they are bound to.
Decl *PlainForms::declared(Decl *D) {
  const auto *Var = OnlyBlocks ? nullptr : dyn_cast<VarDecl>(D);
  if (Var && Var->getType()->isLValueReferenceType() &&
      Var->hasLocalStorage() && Var->getInit() && !R.Form.Meanings.count(Var) &&
      !isa<MaterializeTemporaryExpr, FullExpr>(Var->getInit()) &&
      R.AST.hasSameUnqualifiedType(Var->getType().getNonReferenceType(),
                                   Var->getInit()->getType()))
    R.Form.Meanings[Var] = Var->getInit();
  return D;
}

const Stmt *PlainForms::discarded(const Expr *E) {
  if (OnlyBlocks)
    return E;
  if (!R.Form.Turns.empty())
    if (std::optional<Rotation> Found = rotationAt(E))
      return countRotation(R, *Found);
  std::optional<BlockCall> Call = blockCall(E);
  const Stmt *Loops = Call ? loopsOf(R, *Call) : nullptr;
  if (Call && !Loops)
    Loops = packedWords(R, *Call);
  if (Loops)
    R.Form.BlockStores[Call->Call->getBeginLoc()] = Call->K;
  return Loops ? Loops : E;
}

const Stmt *PlainForms::statement(const Stmt *S) {
  if (!isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return TreeRewriter::statement(S);
  if (const Stmt *Plain = loop(S))
    return statement(Plain);
  const Stmt *Plain = OnlyBlocks ? nullptr : withOneVariable(S);
  return Plain ? Plain : TreeRewriter::statement(S);
}

/// Scans the statements of \p R in their simpler forms; false if a pointer that
/// is to take turns changes in another way.
static bool takeForms(RegionState &R, llvm::ArrayRef<const Stmt *> Original) {
  R.Form.Statements = Original;
  R.Form.Meanings.clear();
  R.Form.Counters.clear();
  R.Form.Assigned.clear();
  R.Form.Plain = PlainForms(R).sequence(withSeparateSteps(
      R.AST, R.Code.Function, R.Form.inFunction(), withElements(R, Original)));
  llvm::SmallVector<const VarDecl *, 2> Marks;
  R.Form.Plain = withMarks(R, std::move(R.Form.Plain), Marks);
  if (auto Moved = withOffsets(R, R.Form.Plain))
    R.Form.Plain = std::move(*Moved);
  if (llvm::ArrayRef(R.Form.Plain) == Original && !R.Form.Turns.empty())
    return false;
  R.Form.take(R.Form.Plain);
  for (const VarDecl *Mark : Marks)
    R.Form.changeInFunction().adopt(Mark, R.Form.InRegion);
  for (auto [Var, Meaning] : llvm::reverse(R.Form.Meanings)) {
    if (Var->isCXXForRangeDecl())
      R.Form.InRegion.scan(Meaning);
    if (R.Form.referent(Var))
      R.Form.InRegion.bind(Var, Meaning);
  }
  return llvm::none_of(R.Form.Turns, [&](const PointerTurn &Turn) {
    return llvm::any_of(Turn.Pointers, [&](const VarDecl *Pointer) {
      return R.Form.InRegion.isWritten(Pointer);
    });
  });
}

void stevedore::usePlainForms(RegionState &R) {
  llvm::ArrayRef<const Stmt *> Original = R.Form.Statements;
  if (!R.directives().empty()) {
    R.Form.Plain = PlainForms(R, /*OnlyBlocks=*/true).sequence(Original);
    R.Form.Statements = R.Form.Plain;
    return;
  }
  findPointerTurns(R);
  if (takeForms(R, Original))
    return;
  R.Form.Turns.clear();
  R.Notes.Forwarded.clear();
  takeForms(R, Original);
}
