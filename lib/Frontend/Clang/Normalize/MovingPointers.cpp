//===- MovingPointers.cpp - Pointers as a base and an offset --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/MovingPointers.h"
#include "Facts/VariableFacts.h"
#include "Flow/IndexVariables.h"
#include "Flow/Loops.h"
#include "Normalize/PointerBases.h"
#include "Syntax/Expressions.h"
#include "Syntax/PointerSums.h"
#include "Syntax/TreeMaker.h"
#include "Syntax/TreeRewriter.h"
#include "stevedore/Support/Limits.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Puts offsets in the place of pointers.
class OffsetRewriter : public TreeRewriter {
public:
  OffsetRewriter(RegionState &R, const PointerBases &Finder)
      : TreeRewriter(R.AST), R(R), Finder(Finder) {}

protected:
  Expr *replaced(const Expr *E) override;
  Expr *replacedStatement(const Expr *E) override;
  Decl *declared(Decl *D) override;
  std::vector<Decl *> declaredBefore(Decl *D) override;
  const Stmt *discarded(const Expr *E) override;
  bool isReplaced(const ValueDecl *D) const override;

private:
  TreeMaker at(const Expr *E) const {
    return TreeMaker(R.AST, R.Code.Function, E->getSourceRange());
  }
  const MovedVariable *pointer(const Expr *E) const;
  const Expr *baseOf(const MovedVariable &Moved) const;
  std::optional<unsigned> baseNumber(const MovedVariable &Moved,
                                     const Expr *Pointer) const;
  void collectTwofold(const Stmt *S,
                      llvm::SmallVectorImpl<const MovedVariable *> &To) const;
  const Stmt *forEachBase(const Expr *E,
                          llvm::ArrayRef<const MovedVariable *> Twofold);
  const Stmt *chosen(const BinaryOperator *E, const Expr *Value);
  Expr *step(const UnaryOperator *E);
  Expr *offset(const Expr *E);
  Expr *sum(const Expr *At, BinaryOperatorKind K, Expr *A, const Expr *B);
  Expr *element(const Expr *At, const Expr *Pointer, const Expr *Index);
  Expr *intoRow(const MovedVariable &Moved, const Expr *Pointer, Expr *Moves);
  bool isConstant(const Expr *LValue) const;
  Expr *between(const BinaryOperator *E);

  RegionState &R;
  const PointerBases &Finder;
  /// Those of two bases that pointers have in the statement that is made.
  llvm::SmallDenseMap<const VarDecl *, bool, 2> HasOther;
};

} // namespace

bool OffsetRewriter::isReplaced(const ValueDecl *D) const {
  const auto *Var = dyn_cast<VarDecl>(D);
  return Var && (R.Form.moved(Var) || R.Form.Renamed.contains(Var));
}

/// The pointer whose variable \p E names, an lvalue.
const MovedVariable *OffsetRewriter::pointer(const Expr *E) const {
  const VarDecl *Var = variableOf(E);
  const MovedVariable *Result = Var ? R.Form.moved(Var) : nullptr;
  return Result && Result->Base ? Result : nullptr;
}

/// What \p Moved moves along in the statement that is made; null if it may have
/// either base there.
const Expr *OffsetRewriter::baseOf(const MovedVariable &Moved) const {
  if (!Moved.Which)
    return Moved.Base;
  auto Known = HasOther.find(Moved.Var);
  return Known == HasOther.end() ? nullptr
         : Known->second         ? Moved.Other
                                 : Moved.Base;
}

/// `p++` as a step of the offset.
Expr *OffsetRewriter::step(const UnaryOperator *E) {
  const MovedVariable *Moved = pointer(E->getSubExpr());
  if (!Moved)
    return nullptr;
  return UnaryOperator::Create(R.AST, at(E).lvalue(Moved->Offset),
                               E->getOpcode(), Moved->Offset->getType(),
                               E->getValueKind(), OK_Ordinary,
                               E->getOperatorLoc(), true, FPOptionsOverride());
}

static bool isZeroLiteral(const Expr *E) {
  const auto *Literal = dyn_cast<IntegerLiteral>(E);
  return Literal && Literal->getValue().isZero();
}

Expr *OffsetRewriter::sum(const Expr *At, BinaryOperatorKind K, Expr *A,
                          const Expr *B) {
  TreeMaker Make = at(At);
  Expr *More = Make.converted(expression(B), Make.indexType());
  if (isZeroLiteral(A) && K == BO_Add)
    return More;
  return Make.binary(K, A, More, Make.indexType());
}

/// The distance of the pointer \p E from its base; null if it has none.
Expr *OffsetRewriter::offset(const Expr *E) {
  E = unqualified(E);
  if (const UnaryOperator *Step = pointerStep(E)) {
    Expr *New = step(Step);
    return New && New->isGLValue() ? at(E).value(New) : New;
  }
  if (const VarDecl *Holder = holderOf(E))
    if (const MovedVariable *Moved = R.Form.moved(Holder))
      return Moved->Base ? at(E).value(Moved->Offset) : nullptr;
  bool IsDifference =
      isa<BinaryOperator>(E) && cast<BinaryOperator>(E)->getOpcode() == BO_Sub;
  for (auto [Pointer, Index] : {summands(E), addressed(E)}) {
    Expr *Inner = Pointer ? offset(Pointer) : nullptr;
    if (Inner)
      return Index ? sum(E, IsDifference ? BO_Sub : BO_Add, Inner, Index)
                   : Inner;
  }
  return Finder.baseOf(E) || Finder.rowOf(E).first ? at(E).number(0) : nullptr;
}

/// `Pointer[Index]` as an element of what the pointer moves along; without an
/// index `*Pointer`.
Expr *OffsetRewriter::element(const Expr *At, const Expr *Pointer,
                              const Expr *Index) {
  const VarDecl *Holder = holderOf(startOf(Pointer));
  const MovedVariable *Moved = Holder ? R.Form.moved(Holder) : nullptr;
  Expr *Offset = Moved && Moved->Base ? offset(Pointer) : nullptr;
  if (!Offset)
    return nullptr;
  const Expr *Base = baseOf(*Moved);
  if (!Base)
    return fail(At);
  Expr *Whole = Index ? sum(At, BO_Add, Offset, Index) : Offset;
  // Messages quote all of the access.
  Whole = new (R.AST) ParenExpr(At->getBeginLoc(), At->getEndLoc(), Whole);
  const Expr *Row = decayedArray(Base);
  if (!Row || variableOf(Row))
    return at(At).element(Base, Whole);
  Expr *Here = new (R.AST)
      ParenExpr(At->getBeginLoc(), At->getEndLoc(), const_cast<Expr *>(Row));
  Expr *Result = at(At).element(at(At).decayed(Here), Whole);
  R.Form.ElementChecks[Result] = {Whole, R.AST.getAsArrayType(Row->getType())};
  return Result;
}

/// Whether \p LValue, to which the program may write by way of a cast, is an
/// element of what a pointer to constants moves along.
bool OffsetRewriter::isConstant(const Expr *LValue) const {
  LValue = LValue->IgnoreParens();
  const Expr *Pointer = nullptr;
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(LValue))
    Pointer = Subscript->getBase();
  if (const auto *Unary = dyn_cast<UnaryOperator>(LValue))
    Pointer = Unary->getOpcode() == UO_Deref ? Unary->getSubExpr() : nullptr;
  if (const auto *Member = dyn_cast<MemberExpr>(LValue)) {
    if (!Member->isArrow())
      return isConstant(Member->getBase());
    Pointer = Member->getBase();
  }
  const VarDecl *Holder = Pointer ? holderOf(startOf(Pointer)) : nullptr;
  const MovedVariable *Moved = Holder ? R.Form.moved(Holder) : nullptr;
  auto HasConstants = [](const Expr *Base) {
    return Base && Base->getType()->getPointeeType().isConstQualified();
  };
  return Moved && (HasConstants(Moved->Base) || HasConstants(Moved->Other));
}

/// A comparison, or the difference, of pointers that move along the same. What
/// lies between two bases does not change: pointers that are compared point into
/// one array.
Expr *OffsetRewriter::between(const BinaryOperator *E) {
  const Expr *Bases[] = {Finder.baseOf(E->getLHS()),
                         Finder.baseOf(E->getRHS())};
  Expr *A = Bases[0] ? offset(E->getLHS()) : nullptr;
  Expr *B = Bases[1] ? offset(E->getRHS()) : nullptr;
  bool AreSame = A && B && Finder.areSame(Bases[0], Bases[1]);
  if (!A || !B || (!AreSame && !E->isComparisonOp()))
    return fail(E);
  TreeMaker Make = at(E);
  if (!AreSame) {
    Expr *Apart = Make.binary(BO_Sub, Bases[1], Bases[0], Make.indexType());
    B = isZeroLiteral(B) ? Apart
                         : Make.binary(BO_Add, Apart, B, Make.indexType());
  }
  return Make.binary(E->getOpcode(), A, B, E->getType());
}

Expr *OffsetRewriter::replaced(const Expr *E) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = cast<VarDecl>(Ref->getDecl());
    if (const VarDecl *Other = R.Form.Renamed.lookup(Var))
      return at(E).lvalue(Other);
    const MovedVariable *Moved = R.Form.moved(Var);
    return Moved->Base ? fail(E) : at(E).lvalue(Moved->Offset);
  }
  if (isa<UnaryExprOrTypeTraitExpr>(E))
    return const_cast<Expr *>(E);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return element(E, Subscript->getBase(), Subscript->getIdx());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_Deref)
      return element(E, Unary->getSubExpr(), nullptr);
    if (Unary->isIncrementDecrementOp() && isConstant(Unary->getSubExpr()))
      return fail(E);
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E); Member && Member->isArrow())
    if (Expr *Whole = element(E, Member->getBase(), nullptr))
      return MemberExpr::CreateImplicit(R.AST, Whole, false,
                                        Member->getMemberDecl(), E->getType(),
                                        E->getValueKind(), E->getObjectKind());
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->isAssignmentOp() && isConstant(Binary->getLHS()))
    return fail(E);
  if (Binary && Binary->getLHS()->getType()->isPointerType() &&
      Binary->getRHS()->getType()->isPointerType() &&
      !Binary->isAssignmentOp() && !Binary->isCommaOp())
    return between(Binary);
  if (!E->getType()->isPointerType() || !E->isPRValue() ||
      isa<ExplicitCastExpr>(E))
    return nullptr;
  const VarDecl *Holder = holderOf(startOf(E));
  const MovedVariable *Moved = Holder ? R.Form.moved(Holder) : nullptr;
  Expr *Offset = Moved && Moved->Base ? offset(E) : nullptr;
  if (!Offset)
    return nullptr;
  const Expr *Base = baseOf(*Moved);
  return Base ? at(E).binary(BO_Add, Base, Offset, Base->getType()) : fail(E);
}

/// Which of the bases of \p Moved the pointer \p E has; nothing if another one
/// or either.
std::optional<unsigned> OffsetRewriter::baseNumber(const MovedVariable &Moved,
                                                   const Expr *E) const {
  const Expr *Base = Finder.baseOf(E);
  if (Base && Finder.areSame(Base, Moved.Base))
    return 0;
  if (Base && Finder.areSame(Base, Moved.Other))
    return 1;
  return std::nullopt;
}

/// Adds the pointers with two bases that \p S uses.
void OffsetRewriter::collectTwofold(
    const Stmt *S, llvm::SmallVectorImpl<const MovedVariable *> &To) const {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    const MovedVariable *Moved = Var ? R.Form.moved(Var) : nullptr;
    if (Moved && Moved->Which && !llvm::is_contained(To, Moved))
      To.push_back(Moved);
  }
  for (const Stmt *Part : S->children())
    if (Part)
      collectTwofold(Part, To);
}

/// `if (p_base == 0) x = a[p_at]; else x = b[p_at];` for the statement \p E and
/// all of \p Twofold.
const Stmt *
OffsetRewriter::forEachBase(const Expr *E,
                            llvm::ArrayRef<const MovedVariable *> Twofold) {
  if (Twofold.empty())
    return TreeRewriter::discarded(E);
  const MovedVariable &Moved = *Twofold.front();
  HasOther[Moved.Var] = false;
  const Stmt *First = forEachBase(E, Twofold.drop_front());
  HasOther[Moved.Var] = true;
  const Stmt *Second = forEachBase(E, Twofold.drop_front());
  HasOther.erase(Moved.Var);
  TreeMaker Make = at(E);
  Expr *IsFirst =
      Make.negation(Make.converted(Make.value(Moved.Which), Make.indexType()));
  return Make.branch(IsFirst, First, Make.compound({Second}));
}

/// `if (c) p = a; else p = b;` for the assignment \p E of a choice \p Value.
const Stmt *OffsetRewriter::chosen(const BinaryOperator *E, const Expr *Value) {
  const ConditionalOperator *Choice = choiceOf(Value);
  TreeMaker Make = at(E);
  if (!Choice)
    return discarded(Make.binary(BO_Assign, E->getLHS(), Value, E->getType()));
  const Stmt *First = chosen(E, Choice->getTrueExpr());
  const Stmt *Second = chosen(E, Choice->getFalseExpr());
  return Make.branch(expression(Choice->getCond()), First,
                     Make.compound({Second}));
}

const Stmt *OffsetRewriter::discarded(const Expr *E) {
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParens());
  bool IsAssignment = Binary && Binary->getOpcode() == BO_Assign;
  bool IsOfPointer = IsAssignment && pointer(Binary->getLHS());
  if (IsOfPointer && choiceOf(Binary->getRHS()))
    return chosen(Binary, Binary->getRHS());
  llvm::SmallVector<const MovedVariable *, 2> Twofold;
  bool IsStep =
      Binary ? Binary->isCompoundAssignmentOp() && pointer(Binary->getLHS())
             : changedBy(E) != nullptr;
  if (!IsOfPointer && !IsStep)
    collectTwofold(E, Twofold);
  if (size_t(1) << Twofold.size() > limits::Specializations)
    fail(E);
  return hasFailed() ? E : forEachBase(E, Twofold);
}

/// `p_row = i, p_at = 0` for `p = a[i]`, where the latter is \p Moves.
Expr *OffsetRewriter::intoRow(const MovedVariable &Moved, const Expr *Pointer,
                              Expr *Moves) {
  TreeMaker Make = at(Pointer);
  QualType T = Make.indexType();
  for (auto [Row, Subscript] :
       llvm::zip_equal(Moved.Rows, Finder.rowOf(Pointer).second))
    Moves =
        Make.binary(BO_Comma,
                    Make.binary(BO_Assign, Make.lvalue(Row),
                                Make.converted(expression(Subscript), T), T),
                    Moves, T);
  return Moves;
}

/// A step of, or an assignment to, a pointer.
Expr *OffsetRewriter::replacedStatement(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->isIncrementDecrementOp() ? step(Unary) : nullptr;
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || !Binary->isAssignmentOp())
    return nullptr;
  const MovedVariable *Moved = pointer(Binary->getLHS());
  if (!Moved)
    return nullptr;
  TreeMaker Make = at(E);
  QualType T = Make.indexType();
  Expr *To = Make.lvalue(Moved->Offset);
  if (Binary->getOpcode() == BO_Assign) {
    Expr *Value = offset(Binary->getRHS());
    if (!Value)
      return fail(E);
    Expr *Moves = Make.binary(BO_Assign, To, Value, T);
    bool Stays = holderOf(startOf(Binary->getRHS())) == Moved->Var;
    if (!Stays && !Moved->Rows.empty())
      return intoRow(*Moved, Binary->getRHS(), Moves);
    if (!Moved->Which || Stays)
      return Moves;
    auto Number = baseNumber(*Moved, Binary->getRHS());
    return Number
               ? Make.binary(BO_Comma,
                             Make.binary(BO_Assign, Make.lvalue(Moved->Which),
                                         Make.number(*Number), T),
                             Moves, T)
               : fail(E);
  }
  return CompoundAssignOperator::Create(
      R.AST, To, Make.converted(expression(Binary->getRHS()), T),
      Binary->getOpcode(), T, Binary->getValueKind(), OK_Ordinary,
      Binary->getOperatorLoc(), FPOptionsOverride(), T, T);
}

/// Which base a pointer that may have two has first, and the subscripts of its
/// first row.
std::vector<Decl *> OffsetRewriter::declaredBefore(Decl *D) {
  auto *Var = dyn_cast<VarDecl>(D);
  const MovedVariable *Moved = Var ? R.Form.moved(Var) : nullptr;
  if (!Moved || (!Moved->Which && Moved->Rows.empty()))
    return {};
  std::vector<Decl *> Result;
  auto declare = [&](const VarDecl *Part, Expr *Init) {
    const_cast<VarDecl *>(Part)->setInit(Init);
    Result.push_back(const_cast<VarDecl *>(Part));
  };
  const Expr *Init = R.Form.initOf(Var);
  for (unsigned I = 0; I < Moved->Rows.size(); ++I)
    declare(Moved->Rows[I],
            Init ? at(Init).converted(expression(Finder.rowOf(Init).second[I]),
                                      at(Init).indexType())
                 : nullptr);
  if (!Moved->Which)
    return Result;
  auto Number = Init ? baseNumber(*Moved, Init) : std::nullopt;
  if (Init && !Number)
    fail(Init);
  declare(Moved->Which, Number ? at(Init).number(*Number) : nullptr);
  return Result;
}

/// An offset for a pointer, and a variable of the same name for one whose first
/// value is written in another way.
Decl *OffsetRewriter::declared(Decl *D) {
  auto *Var = dyn_cast<VarDecl>(D);
  if (!Var)
    return D;
  const Expr *Init = R.Form.initOf(Var);
  if (const MovedVariable *Moved = R.Form.moved(Var)) {
    VarDecl *Offset = const_cast<VarDecl *>(Moved->Offset);
    Expr *Value = Init ? offset(Init) : nullptr;
    if (Init && !Value)
      fail(Init);
    Offset->setInit(Value);
    return Offset;
  }
  Expr *Value = expression(Init);
  if (Value == Init)
    return D;
  if (R.AST.getLangOpts().CPlusPlus ? !Var->getType()->isArithmeticType()
                                    : Var->getType()->isPointerType())
    fail(Init);
  VarDecl *Same = R.standIn(Var, Var->getNameAsString(), Var->getType());
  Same->setInit(Value);
  R.Form.Renamed[Var] = Same;
  R.Form.changeInFunction().rename(Var, Same);
  return Same;
}

/// Whether what is known of \p R otherwise mentions a pointer that moves.
static bool isMentionedElsewhere(const RegionState &R) {
  if (!R.Form.RowChecks.empty())
    return true;
  for (const auto &[Var, Meaning] : R.Form.Meanings) {
    VariableFacts Facts;
    Facts.scan(Meaning);
    for (const MovedVariable &Moved : R.Form.Moved)
      if (!Facts.use(Moved.Var).Mentions.empty())
        return true;
  }
  return false;
}

/// withOffsets(), with pointers of two bases only where \p MayHaveTwo.
static std::optional<std::vector<const Stmt *>>
rewritten(RegionState &R, llvm::ArrayRef<const Stmt *> Statements,
          bool MayHaveTwo) {
  R.Form.Moved.clear();
  R.Form.Renamed.clear();
  R.Form.ElementChecks.clear();
  PointerBases Finder(R, Statements, MayHaveTwo);
  QualType T = R.AST.getPointerDiffType().getCanonicalType();
  for (auto [Var, Base] : Finder.Bases) {
    VarDecl *Offset = Finder.offsetOf(Var);
    bool IsOwn = holderOf(Base) == Var;
    TreeMaker Make(R.AST, R.Code.Function, Var->getLocation());
    Offset->setInit(IsOwn ? Make.number(0) : nullptr);
    R.Form.changeInFunction().follow(Var, Offset);
    R.Form.Moved.push_back({Var, Base, Offset});
    R.Form.Moved.back().Rows = Finder.Rows.lookup(Var);
    for (const VarDecl *Row : R.Form.Moved.back().Rows)
      R.Form.changeInFunction().follow(Var, Row);
    const Expr *Other = Finder.Others.lookup(Var);
    if (!Other)
      continue;
    VarDecl *Which = R.standIn(Offset, Var->getNameAsString() + "_base", T);
    Which->setInit(IsOwn ? Make.number(0) : nullptr);
    R.Form.changeInFunction().follow(Var, Which);
    R.Form.Moved.back().Other = Other;
    R.Form.Moved.back().Which = Which;
  }
  for (const VarDecl *Counter : R.Made.FromEntry) {
    VarDecl *Now = R.standIn(Counter, Counter->getNameAsString() + "_now",
                             Counter->getType());
    if (R.Made.InMemory.contains(Now))
      continue;
    R.Form.changeInFunction().follow(Counter, Now);
    R.Form.Moved.push_back({Counter, nullptr, Now});
  }
  OffsetRewriter Rewriter(R, Finder);
  std::vector<const Stmt *> Result;
  if (!R.Form.Moved.empty() && !isMentionedElsewhere(R))
    for (const Stmt *S : Statements)
      Result.push_back(Rewriter.statement(S));
  if (!Result.empty() && !Rewriter.hasFailed()) {
    for (auto [A, B] : Finder.Equal)
      R.requireEqual(A, B);
    return Result;
  }
  R.Form.Moved.clear();
  R.Form.Renamed.clear();
  return std::nullopt;
}

std::optional<std::vector<const Stmt *>>
stevedore::withOffsets(RegionState &R,
                       llvm::ArrayRef<const Stmt *> Statements) {
  auto Result = rewritten(R, Statements, /*MayHaveTwo=*/true);
  return Result ? Result : rewritten(R, Statements, /*MayHaveTwo=*/false);
}
