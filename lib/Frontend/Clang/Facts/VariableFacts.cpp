//===- VariableFacts.cpp -------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/VariableFacts.h"
#include "Facts/Calls.h"
#include "Facts/LentAddresses.h"
#include "Facts/Symbols.h"
#include "Syntax/BlockCalls.h"
#include "Syntax/Containers.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/Rotations.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace stevedore;

/// The objects of which the lvalue \p E denotes one or another, or a part of
/// it.
static llvm::SmallVector<const Expr *, 2> alternatives(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return {Choice->getTrueExpr(), Choice->getFalseExpr()};
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return {Binary->isAssignmentOp() || Binary->isPtrMemOp()
                ? Binary->getLHS()
                : Binary->getRHS()};
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->isPrefix())
    return {Unary->getSubExpr()};
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return {Cast->getSubExpr()};
  if (const auto *Member = dyn_cast<MemberExpr>(E);
      Member && !Member->isArrow())
    return {Member->getBase()};
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return {Full->getSubExpr()};
  return {};
}

/// Calls \p Visit for the variables that the lvalue \p E is, or is a part of.
static void forEachRoot(const Expr *E,
                        llvm::function_ref<void(const ValueDecl *)> Visit) {
  if (const ValueDecl *Root = storageRoot(E))
    return Visit(Root);
  for (const Expr *Part : alternatives(E))
    if (Part->isGLValue())
      forEachRoot(Part, Visit);
}

void VariableFacts::markWritten(const Expr *E) {
  forEachRoot(E, [&](const ValueDecl *D) { Uses[D].Written = true; });
}

/// Somebody learns of the variable \p D, as \p How says.
void VariableFacts::expose(const ValueDecl *D, Hindrance How) {
  Uses[D].AddressTaken |= Rules.stops(How);
}

void VariableFacts::expose(const Expr *E, Hindrance How) {
  forEachRoot(E, [&](const ValueDecl *D) { expose(D, How); });
}

/// Arguments that are passed as objects, not as values, may be changed or
/// remembered by the callee, or by the structure that they are members of.
void VariableFacts::scanCall(const Stmt *S) {
  auto Mark = [&](const Expr *Argument) {
    if (Argument && Argument->isGLValue())
      expose(Argument, Hindrance::Passed);
  };
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    for (const Expr *Argument : Call->arguments())
      Mark(Argument);
    HasJumps |= Rules.stops(Hindrance::Returns, mayReturnTwice(Call));
  }
  if (const auto *List = dyn_cast<InitListExpr>(S))
    for (const Expr *Member : List->inits())
      Mark(Member);
  if (const auto *List = dyn_cast<CXXParenListInitExpr>(S))
    for (const Expr *Member : List->getInitExprs())
      Mark(Member);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
    if (!Construct->getConstructor()->isTrivial())
      for (const Expr *Argument : Construct->arguments())
        Mark(Argument);
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S))
    Mark(Call->getImplicitObjectArgument());
}

/// A block of memory that a call sets, or copies, and whose address it does not
/// keep.
void VariableFacts::scanBlock(const Expr *E, bool Written) {
  E = blockPointer(E);
  if (auto [Base, Index] = pointerSum(E); Base) {
    scanBlock(Base, Written);
    return scan(Index);
  }
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  const Expr *Object = Unary && Unary->getOpcode() == UO_AddrOf
                           ? Unary->getSubExpr()
                           : decayedArray(E);
  if (!Object)
    return scan(E);
  if (Written)
    markWritten(Object);
  scan(Object);
}

void VariableFacts::scanStatement(const Stmt *S) {
  auto Swapped = swappedPointers(S);
  if (Swapped && isa<CallExpr>(S)) {
    Uses[Swapped->first].Written = Uses[Swapped->second].Written = true;
    for (const Stmt *Child : S->children())
      scan(Child);
    return;
  }
  std::optional<BlockCall> Call = blockCall(S);
  if (!Call)
    return scan(S);
  scanBlock(Call->To, true);
  if (Call->K == BlockCall::Set)
    scan(Call->From);
  else
    scanBlock(Call->From, false);
  scan(Call->Bytes);
}

/// A lambda expression that nothing but its call knows does no more than its
/// body. Others keep what they capture.
void VariableFacts::scanLambda(const LambdaExpr *Lambda, bool IsKept) {
  for (const LambdaCapture &Capture : Lambda->captures()) {
    if (!Capture.capturesVariable())
      continue;
    const auto *Var = dyn_cast<VarDecl>(Capture.getCapturedVar());
    if (IsKept)
      expose(Capture.getCapturedVar(), Hindrance::Captured);
    if (Var && Var->isInitCapture() && Var->getType()->isReferenceType())
      expose(Var->getInit(), Hindrance::Captured);
  }
  for (const Stmt *Child : Lambda->children())
    if (isa_and_nonnull<CompoundStmt>(Child))
      scanStatement(Child);
    else
      scan(Child);
}

/// `^{ }` keeps what it captures.
void VariableFacts::scanBlockExpression(const BlockExpr *Block) {
  for (const BlockDecl::Capture &Capture : Block->getBlockDecl()->captures())
    expose(Capture.getVariable(), Hindrance::Captured);
  scan(Block->getBlockDecl()->getBody());
}

/// Assembler code may read and write its operands, and remember where they are.
void VariableFacts::scanAssembler(const AsmStmt *Asm) {
  for (const Stmt *Child : Asm->children())
    if (const auto *Operand = dyn_cast_or_null<Expr>(Child))
      if (Operand->isGLValue())
        expose(Operand, Hindrance::AsmOperand);
}

void VariableFacts::scanDeclaration(const VarDecl *Var) {
  const Expr *Init = Var->getInit();
  if (!Init)
    return;
  if (Var->getType()->isReferenceType())
    expose(Init, Hindrance::Bound);
  else if (mayKeepObject(Init))
    expose(Var, Hindrance::Constructed);
}

void VariableFacts::scanFunction(const FunctionDecl *F) {
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : Constructor->inits())
      if (const Expr *Init = I->getInit()) {
        if (Init->isGLValue())
          expose(Init, Hindrance::Bound);
        scan(Init);
      }
  scan(F->getBody());
}

/// A callee that only follows the address of an object may write that, and
/// does not keep the address.
void VariableFacts::scanLent(const CallExpr *Call) {
  scan(Call->getCallee());
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const Expr *Object = lentObject(Call, I);
    if (Object)
      markWritten(Object);
    scan(Object ? Object : Call->getArg(I));
  }
  scanCall(Call);
}

/// What the operator or the call \p S writes, or takes the address of.
void VariableFacts::scanOperation(const Stmt *S) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(S))
    if (Binary->isAssignmentOp())
      markWritten(Binary->getLHS());
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S))
    if (Operator->isAssignmentOp())
      markWritten(Operator->getArg(0));
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (const Expr *Object = changedObject(Call);
        Object && Object->isGLValue() &&
        !containerCall(Call->getDirectCallee()->getASTContext(), Call))
      markWritten(Object);
  if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
    if (Unary->isIncrementDecrementOp())
      markWritten(Unary->getSubExpr());
    if (Unary->getOpcode() == UO_AddrOf)
      expose(Unary->getSubExpr(), Hindrance::AddressTaken);
  }
}

void VariableFacts::scan(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Call = dyn_cast<CallExpr>(S); Call && lendsAddress(Call))
    return scanLent(Call);
  if (const auto *E = dyn_cast<Expr>(S))
    if (const Expr *Object = withoutAddress(E))
      return scan(Object);
  HasJumps |= Rules.stops(Hindrance::Jumps, isa<GotoStmt, IndirectGotoStmt>(S));
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    Uses[Ref->getDecl()].Mentions.push_back(Ref);
  scanOperation(S);
  if (const auto *Asm = dyn_cast<AsmStmt>(S)) {
    const auto *Gnu = dyn_cast<GCCAsmStmt>(Asm);
    HasJumps |= !Gnu || Gnu->isAsmGoto();
    scanAssembler(Asm);
  }
  if (const auto *Block = dyn_cast<BlockExpr>(S))
    return scanBlockExpression(Block);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    return scanLambda(Lambda, /*IsKept=*/true);
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        scanDeclaration(Var);
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S))
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      expose(Cast->getSubExpr(), Hindrance::Decays);
  scanCall(S);
  if (const LambdaExpr *Lambda = calledLambda(S)) {
    scanLambda(Lambda, /*IsKept=*/cast<CallExpr>(S)->isGLValue());
    for (const Expr *Argument :
         llvm::drop_begin(cast<CallExpr>(S)->arguments()))
      scan(Argument);
    return;
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(S))
    if (const Expr *Array = decayedArray(Subscript->getBase())) {
      scan(Array);
      scan(Subscript->getIdx());
      return;
    }
  for (const Stmt *Part : beyondChildren(S))
    scan(Part);
  bool HasStatements = isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt>(S);
  for (const Stmt *Child : partsOf(S))
    if (HasStatements)
      scanStatement(Child);
    else
      scan(Child);
}

void VariableFacts::bind(const ValueDecl *Reference, const Expr *Object) {
  VariableUse Done = use(Reference);
  if (Done.Written)
    markWritten(Object);
  if (Done.AddressTaken)
    expose(Object, Hindrance::Bound);
}

void VariableFacts::rename(const ValueDecl *Old, const ValueDecl *New) {
  VariableUse Use = use(Old);
  Uses.erase(Old);
  Uses[New] = std::move(Use);
}

bool VariableFacts::isFixed(const ValueDecl *D) const {
  const auto *Var = dyn_cast_or_null<VarDecl>(D);
  return Var && Var->hasLocalStorage() && !isWritten(Var) &&
         !isAddressTaken(Var);
}

const VariableUse &VariableFacts::use(const ValueDecl *D) const {
  auto Found = Uses.find(D);
  return Found == Uses.end() ? None : Found->second;
}

bool VariableFacts::mentionsNamesake(const ValueDecl *D) const {
  for (const auto &[Other, Use] : Uses)
    if (Other != D && Other->getDeclName() == D->getDeclName() &&
        !Use.Mentions.empty())
      return true;
  return false;
}

std::vector<const ValueDecl *> VariableFacts::changed() const {
  std::vector<const ValueDecl *> Result;
  for (const auto &[D, Use] : Uses)
    if (Use.Written || Use.AddressTaken)
      Result.push_back(D);
  llvm::sort(Result, [](const ValueDecl *A, const ValueDecl *B) {
    return A->getLocation().getRawEncoding() <
           B->getLocation().getRawEncoding();
  });
  return Result;
}

std::vector<const ValueDecl *>
VariableFacts::mentioned(llvm::StringRef Name) const {
  std::vector<const ValueDecl *> Result;
  for (const auto &[D, Use] : Uses)
    if (D->getDeclName().isIdentifier() && D->getName() == Name &&
        !Use.Mentions.empty())
      Result.push_back(D);
  return Result;
}

