//===- InitialValues.cpp - Arrays with initial values ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/InitialValues.h"
#include "Normalize/BlockLoops.h"
#include "Syntax/Expressions.h"
#include "Syntax/PointerSums.h"
#include "Syntax/TreeMaker.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Makes the assignments for one array.
class ValueAssigner {
public:
  ValueAssigner(RegionState &R, const VarDecl *Var, const InitListExpr *Values)
      : R(R), Var(Var), Values(Values),
        Make(R.AST, R.Code.Function, Values->getSourceRange()) {}
  std::vector<const Stmt *> assignments();

private:
  void add(const InitListExpr *List, llvm::SmallVectorImpl<uint64_t> &Index,
           bool IsZero, std::vector<const Stmt *> &To) const;
  const Stmt *zeros() const;
  const Expr *element(llvm::ArrayRef<const Expr *> Index) const;

  RegionState &R;
  const VarDecl *Var;
  const InitListExpr *Values;
  TreeMaker Make;
};

} // namespace

/// The list with the initial values of \p D, an array of numbers of this
/// function that may be assigned to; null for others.
static const InitListExpr *valuesOf(const ASTContext &AST, const Decl *D) {
  const auto *Var = dyn_cast<VarDecl>(D);
  const auto *List =
      Var && Var->hasInit() ? dyn_cast<InitListExpr>(Var->getInit()) : nullptr;
  if (!List || !Var->hasLocalStorage() || Var->isConstexpr())
    return nullptr;
  const auto *Array = AST.getAsConstantArrayType(Var->getType());
  QualType Element = AST.getBaseElementType(Var->getType());
  return Array && Element->isArithmeticType() && !Element->isBooleanType() &&
                 !Element.isConstQualified() && !List->isStringLiteralInit()
             ? List
             : nullptr;
}

/// Whether some element of \p List has no value of its own, and all others are
/// numbers or lists of them; nothing if one is something else.
static std::optional<bool> leavesOut(const InitListExpr *List) {
  bool Result = List->hasArrayFiller();
  for (const Expr *Value : List->inits()) {
    const auto *Inner = dyn_cast<InitListExpr>(Value);
    std::optional<bool> Part =
        Inner ? leavesOut(Inner)
              : std::optional<bool>(isa<ImplicitValueInitExpr>(Value));
    if (!Part || (!Inner && !Value->getType()->isArithmeticType()))
      return std::nullopt;
    Result |= *Part;
  }
  return Result;
}

const Expr *ValueAssigner::element(llvm::ArrayRef<const Expr *> Index) const {
  const Expr *Result = Make.lvalue(Var);
  for (const Expr *I : Index)
    Result = Make.element(Make.decayed(Result), I);
  return Result;
}

/// Loops over all elements that set each to zero.
const Stmt *ValueAssigner::zeros() const {
  llvm::SmallVector<VarDecl *, 3> Counters;
  llvm::SmallVector<const Expr *, 3> Index, Counts;
  QualType T = Var->getType();
  while (const auto *Array = R.AST.getAsConstantArrayType(T)) {
    Counters.push_back(
        Make.variable(freeIterator(R, Counters), Make.indexType()));
    Index.push_back(Make.value(Counters.back()));
    Counts.push_back(Make.number(Array->getSize().getZExtValue()));
    T = Array->getElementType();
  }
  const Stmt *Result = Make.binary(
      BO_Assign, element(Index),
      Make.converted(Make.number(0, R.AST.IntTy), T.getUnqualifiedType()), T);
  for (size_t I = Counters.size(); I-- > 0;)
    Result = Make.loop(Counters[I], Counts[I], Result);
  return Result;
}

/// Adds the assignments of \p List, which begins at \p Index. Zeros need none
/// where the element \p IsZero before.
void ValueAssigner::add(const InitListExpr *List,
                        llvm::SmallVectorImpl<uint64_t> &Index, bool IsZero,
                        std::vector<const Stmt *> &To) const {
  for (unsigned I = 0; I < List->getNumInits(); ++I) {
    const Expr *Value = List->getInit(I);
    Index.push_back(I);
    auto Known = constantValue(R.AST, Value);
    if (const auto *Inner = dyn_cast<InitListExpr>(Value)) {
      add(Inner, Index, IsZero, To);
    } else if (!isa<ImplicitValueInitExpr>(Value) &&
               !(IsZero && Known && Known->isZero())) {
      llvm::SmallVector<const Expr *, 3> At;
      for (uint64_t Number : Index)
        At.push_back(Make.number(Number));
      const Expr *Object = element(At);
      To.push_back(Make.binary(BO_Assign, Object, Value, Object->getType()));
    }
    Index.pop_back();
  }
}

std::vector<const Stmt *> ValueAssigner::assignments() {
  std::vector<const Stmt *> Result;
  std::optional<bool> HasZeros = leavesOut(Values);
  if (!HasZeros)
    return Result;
  if (*HasZeros)
    Result.push_back(zeros());
  llvm::SmallVector<uint64_t, 3> Index;
  add(Values, Index, *HasZeros, Result);
  return Result.size() > limits::RegionStatements ? std::vector<const Stmt *>()
                                                  : Result;
}

/// Whether \p Var is a pointer of the function that is declared with a choice.
static bool isChosen(const VarDecl *Var) {
  return Var && Var->hasInit() && Var->hasLocalStorage() &&
         Var->getType()->isPointerType() && choiceOf(Var->getInit());
}

/// `p = c ? a : b` for the pointer \p Var.
static const Stmt *choiceAssigned(const RegionState &R, const VarDecl *Var) {
  TreeMaker Make(R.AST, R.Code.Function, Var->getInit()->getSourceRange());
  return Make.binary(BO_Assign, Make.lvalue(Var), Var->getInit(),
                     Var->getType());
}

std::vector<const Stmt *> stevedore::withAssignedValues(RegionState &R,
                                                        const DeclStmt *S) {
  std::vector<const Stmt *> Result;
  bool IsAny = false;
  for (Decl *D : S->decls()) {
    Result.push_back(new (R.AST) DeclStmt(DeclGroupRef(D), D->getBeginLoc(),
                                          D->getEndLoc()));
    const auto *Var = dyn_cast<VarDecl>(D);
    const InitListExpr *Values = valuesOf(R.AST, D);
    std::vector<const Stmt *> Assigned;
    if (Values)
      Assigned = ValueAssigner(R, Var, Values).assignments();
    else if (isChosen(Var))
      Assigned.push_back(choiceAssigned(R, Var));
    if (Assigned.empty())
      continue;
    R.Form.Assigned.insert(Var);
    llvm::append_range(Result, Assigned);
    IsAny = true;
  }
  return IsAny ? Result : std::vector<const Stmt *>();
}
