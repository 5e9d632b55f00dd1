//===- MemberGrants.cpp - Members that a caller may not name --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/MemberGrants.h"
#include "Syntax/Expressions.h"
#include "stevedore/Frontend/Clang/Extract.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/NestedNameSpecifier.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace stevedore;

MemberGrants::MemberGrants(ASTContext &AST, const FunctionDecl *Caller,
                           SourceLocation Begin)
    : AST(AST), Caller(Caller) {
  unsigned Line = AST.getSourceManager().getExpansionLineNumber(Begin);
  Name = grantPrefix().str() + std::to_string(Line);
}

bool MemberGrants::isNeeded(const FieldDecl *Field) const {
  const auto *Method = dyn_cast<CXXMethodDecl>(Caller);
  return Field->getAccess() != AS_none && Field->getAccess() != AS_public &&
         !(Method && Method->getParent() == Field->getParent());
}

/// The class must be complete where the grant stands, which is outside of all
/// but namespaces; a pointer may point to no bit-field and no reference. What
/// the library has in its classes has other names in another library.
bool MemberGrants::isPossible(const FieldDecl *Field) const {
  const RecordDecl *Class = Field->getParent();
  const SourceManager &SM = AST.getSourceManager();
  return AST.getLangOpts().CPlusPlus17 && !Caller->isTemplateInstantiation() &&
         Field->getIdentifier() && !Field->isBitField() &&
         !Field->getType()->isReferenceType() && Class->getIdentifier() &&
         !Class->getParentFunctionOrMethod() && !Class->isUnion() &&
         !SM.isInSystemHeader(Class->getLocation()) &&
         SM.isBeforeInTranslationUnit(Class->getLocation(),
                                      declarationAround(Caller)->getBeginLoc());
}

Expr *MemberGrants::granted(const MemberExpr *E) {
  const auto *Field = cast<FieldDecl>(E->getMemberDecl());
  Class &Of = Classes[Field->getParent()];
  if (!Of.Namespace) {
    std::string Number =
        Classes.size() > 1 ? "_" + std::to_string(Classes.size()) : "";
    Of.Namespace = NamespaceDecl::Create(
        AST, AST.getTranslationUnitDecl(), false, E->getBeginLoc(),
        E->getBeginLoc(), &AST.Idents.get("*" + Name + Number), nullptr, false);
  }
  Of.Fields.insert(Field);
  NestedNameSpecifierLocBuilder Qualifier;
  Qualifier.MakeTrivial(AST,
                        NestedNameSpecifier(AST, Of.Namespace, std::nullopt),
                        E->getSourceRange());
  return MemberExpr::Create(
      AST, E->getBase(), E->isArrow(), E->getOperatorLoc(),
      Qualifier.getWithLocInContext(AST), SourceLocation(), E->getMemberDecl(),
      E->getFoundDecl(), E->getMemberNameInfo(), nullptr, E->getType(),
      E->getValueKind(), E->getObjectKind(), NOUR_None);
}

std::string MemberGrants::text() const {
  PrintingPolicy Policy = AST.getPrintingPolicy();
  Policy.SuppressUnwrittenScope = true;
  Policy.FullyQualifiedName = true;
  std::string Result;
  for (const auto &[Record, Of] : Classes) {
    std::string Type =
        QualType(AST.getCanonicalTagType(Record)).getAsString(Policy);
    Result += "namespace " + Of.Namespace->getName().drop_front().str() +
              " {\n"
              "template <typename Tag, auto Member> struct stevedore_grant {\n"
              "  friend constexpr auto stevedore_pointer(Tag) { return Member; "
              "}\n"
              "};\n";
    for (const FieldDecl *Field : Of.Fields) {
      std::string Member = Field->getNameAsString();
      std::string Tag = "stevedore_tag_" + Member;
      Result += "struct " + Tag +
                " { friend constexpr auto stevedore_pointer(" + Tag +
                "); };\n"
                "template struct stevedore_grant<" +
                Tag + ", &::" + Type + "::" + Member +
                ">;\n"
                "constexpr auto " +
                Member + " = stevedore_pointer(" + Tag + "{});\n";
    }
    Result += "}\n";
  }
  return Result;
}
