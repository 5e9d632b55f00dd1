//===- Containers.cpp - std::vector and std::array ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/Containers.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace stevedore;

/// Sets what \p Call says of its container, of class \p Class.
static bool setContainer(const ASTContext &AST, const CXXRecordDecl *Class,
                         ContainerCall &Call) {
  const auto *Special = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  if (!Special || !Special->isInStdNamespace() || !Special->getIdentifier() ||
      Special->getTemplateArgs().size() < 2 ||
      Special->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return false;
  Call.ElementType = Special->getTemplateArgs()[0].getAsType();
  const auto *Named =
      Call.Object->getType()->getAs<TemplateSpecializationType>();
  if (Named && !Named->isTypeAlias() && !Named->template_arguments().empty() &&
      Named->template_arguments()[0].getKind() == TemplateArgument::Type)
    Call.ElementType = Named->template_arguments()[0].getAsType();
  if (Special->getName() == "vector" || Special->getName() == "span")
    return !Call.ElementType->isBooleanType();
  const TemplateArgument &Length = Special->getTemplateArgs()[1];
  if (Special->getName() != "array" ||
      Length.getKind() != TemplateArgument::Integral)
    return false;
  Call.Length = Length.getAsIntegral().getZExtValue();
  CharUnits Whole = AST.getTypeSizeInChars(Call.Object->getType());
  return Call.Length > 0 &&
         Whole == AST.getTypeSizeInChars(Call.ElementType) * Call.Length;
}

std::optional<ContainerCall> stevedore::containerOf(const ASTContext &AST,
                                                    const Expr *Object) {
  const CXXRecordDecl *Class = Object->getType()->getAsCXXRecordDecl();
  ContainerCall Result;
  Result.K = ContainerCall::Size;
  Result.Object = Object;
  if (!Class || !setContainer(AST, Class, Result))
    return std::nullopt;
  return Result;
}

std::optional<ContainerCall> stevedore::containerCall(const ASTContext &AST,
                                                      const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreParens());
  const auto *Method =
      dyn_cast_or_null<CXXMethodDecl>(Call ? Call->getDirectCallee() : nullptr);
  if (!Method || Method->isStatic())
    return std::nullopt;
  ContainerCall Result;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call)) {
    if (Operator->getOperator() != OO_Subscript || Call->getNumArgs() != 2)
      return std::nullopt;
    Result.K = ContainerCall::Element;
    Result.Object = Call->getArg(0);
    Result.Index = Call->getArg(1);
  } else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    llvm::StringRef Name =
        Method->getIdentifier() ? Method->getName() : llvm::StringRef();
    if ((Name != "data" && Name != "size") || Call->getNumArgs() != 0)
      return std::nullopt;
    Result.K = Name == "data" ? ContainerCall::Data : ContainerCall::Size;
    Result.Object = Member->getImplicitObjectArgument();
  }
  if (!Result.Object || !Result.Object->isLValue() ||
      Result.Object->getType()->isPointerType() ||
      !setContainer(AST, Method->getParent(), Result))
    return std::nullopt;
  return Result;
}
