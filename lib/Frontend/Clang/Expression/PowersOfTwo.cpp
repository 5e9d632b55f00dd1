//===- PowersOfTwo.cpp - Shifts by parameters -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression/Affine.h"
#include "State/Memory.h"
#include "State/Unseen.h"
#include "Syntax/CallValues.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"

using namespace clang;
using namespace stevedore;

/// `1 << k`, where the region does not change k, is a parameter. It is computed
/// where the region begins, also where the program would not: as 0 where it has
/// no value.
AffineBuilder::Result AffineBuilder::power(const BinaryOperator *E) {
  const Expr *Amount = E->getRHS();
  std::optional<llvm::APSInt> One = constantValue(R.AST, E->getLHS());
  const VarDecl *Root = nullptr;
  bool IsFixed = isBuiltOf(Amount, [&](const VarDecl *Var) {
    Root = Var;
    return isHiddenInvariant(R, Var) && !R.Form.moved(Var);
  });
  QualType T = Amount->getType(), Truth = R.AST.IntTy;
  if (!One || *One != 1 || !IsFixed || !Root || E->getOpcode() != BO_Shl ||
      R.AST.getIntWidth(T) < 32)
    return reject(RejectReason::NotAffine,
                  "it applies '" + E->getOpcodeStr().str() + "'");
  const LangOptions &Language = R.AST.getLangOpts();
  if (Language.CPlusPlus)
    Truth = R.AST.BoolTy;
  bool MayReachSign =
      E->getType()->isUnsignedIntegerType() || Language.CPlusPlus20;
  unsigned Limit = R.AST.getIntWidth(E->getType()) - (MayReachSign ? 0 : 1);
  TreeMaker Make(R.AST, R.Code.Function, E->getSourceRange());
  const Expr *Known = grouped(R.AST, const_cast<Expr *>(Amount));
  Expr *IsLow = Make.binary(BO_LT, Known, Make.number(Limit, T), Truth);
  Expr *Cond = IsLow;
  if (T->isSignedIntegerType())
    Cond =
        Make.both(Make.binary(BO_GE, Known, Make.number(0, T), Truth), IsLow);
  Expr *Zero = Make.converted(Make.number(0, R.AST.IntTy), E->getType());
  Expr *Whole =
      stevedore::choice(R.AST, Cond, const_cast<BinaryOperator *>(E), Zero);
  return isl::pw_aff::param_on_domain(
      Everywhere,
      R.parameter(grouped(R.AST, Whole), MemoryPath{Root, false, {}, {}}));
}
