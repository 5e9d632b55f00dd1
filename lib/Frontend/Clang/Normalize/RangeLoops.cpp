//===- RangeLoops.cpp - Loops over the elements of a range ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/RangeLoops.h"
#include "Expression/Places.h"
#include "Facts/VariableFacts.h"
#include "Syntax/Containers.h"
#include "Syntax/TreeMaker.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace stevedore;

namespace {

/// The range of one loop.
class Range {
public:
  Range(RegionState &R, const CXXForRangeStmt *Loop)
      : R(R), Loop(Loop), Object(Loop->getRangeInit()->IgnoreParens()),
        Make(R.AST, R.Code.Function, Loop->getSourceRange()) {}
  const ForStmt *counted();

private:
  const Expr *size() const;
  const Expr *element(const VarDecl *Counter) const;

  RegionState &R;
  const CXXForRangeStmt *Loop;
  const Expr *Object;
  TreeMaker Make;
  std::optional<ContainerCall> Container;
};

} // namespace

const Expr *Range::size() const {
  if (const auto *Array = R.AST.getAsConstantArrayType(Object->getType()))
    return Make.number(llvm::APSInt(Array->getSize(), true), Make.indexType());
  if (!Container)
    return nullptr;
  if (Container->Length)
    return Make.number(Container->Length);
  return Make.memberCall(Object, "size", R.AST.getSizeType());
}

const Expr *Range::element(const VarDecl *Counter) const {
  const Expr *Index = Make.value(Counter);
  if (!Container)
    return Make.element(Make.decayed(Object), Index);
  QualType Type = Container->ElementType;
  if (Object->getType().isConstQualified())
    Type = Type.withConst();
  return Make.subscript(Object, Index, Type);
}

std::string stevedore::freeCounter(const RegionState &R, std::string Name) {
  auto IsTaken = [&] {
    return !R.Form.InRegion.mentioned(Name).empty() ||
           llvm::any_of(R.Form.Counters, [&](const VarDecl *Known) {
             return Known->getName() == Name;
           });
  };
  while (IsTaken())
    Name += "_";
  return Name;
}

const ForStmt *Range::counted() {
  const VarDecl *Var = Loop->getLoopVariable();
  bool IsPlain = Object->isLValue() && !Loop->getInit() &&
                 Loop->getCoawaitLoc().isInvalid() &&
                 !isa<DecompositionDecl>(Var) &&
                 !Var->getType()->isRValueReferenceType();
  VariableFacts InBody;
  InBody.scan(Loop->getBody());
  auto IsKnown = [&](const VarDecl *Index) {
    return Index->hasLocalStorage() && !InBody.isWritten(Index) &&
           !R.Form.inFunction().isAddressTaken(Index);
  };
  if (!IsPlain || !isOnePlace(R.AST, Object, IsKnown))
    return nullptr;
  Container = containerOf(R.AST, Object);
  const Expr *Size = size();
  if (!Size)
    return nullptr;
  VarDecl *Counter = Make.variable(
      freeCounter(R, Var->getNameAsString() + "_at"),
      Size->getType()->isUnsignedIntegerType() ? Size->getType()
                                               : Make.indexType());
  const Expr *Element = element(Counter);
  if (!Element)
    return nullptr;
  QualType Type = Var->getType();
  bool IsElement = R.AST.hasSameUnqualifiedType(Type.getNonReferenceType(),
                                                Element->getType());
  bool IsReference = Type->isReferenceType();
  bool IsArithmetic = Type->isArithmeticType() &&
                      Element->getType()->isArithmeticType() &&
                      !Type->isBooleanType();
  if (IsReference ? !IsElement : !IsArithmetic)
    return nullptr;
  R.Form.Counters.push_back(Counter);
  R.Form.Meanings[Var] =
      IsReference ? Element : Make.converted(Make.value(Element), Type);
  const Stmt *Body = Make.compound({Make.declaration(Var), Loop->getBody()});
  return cast<ForStmt>(Make.loop(Counter, Size, Body));
}

const ForStmt *stevedore::countedLoop(RegionState &R,
                                      const CXXForRangeStmt *Loop) {
  return Range(R, Loop).counted();
}
