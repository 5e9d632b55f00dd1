//===- Definitions.cpp - What the text of functions defines ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/Definitions.h"
#include "Reasons/Rejections.h"
#include "stevedore/Frontend/Clang/Extract.h"
#include "stevedore/Source/SourceText.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Puts functions together whose bodies are at one place of the text.
class DefinitionCollector : public DynamicRecursiveASTVisitor {
public:
  DefinitionCollector(const ASTContext &AST)
      : AST(AST), SM(AST.getSourceManager()) {
    ShouldVisitTemplateInstantiations = true;
  }
  llvm::MapVector<SourceLocation, Definition> Found;
  /// What constant expressions call, one function through another.
  llvm::SmallPtrSet<const FunctionDecl *, 8> Constant;

  bool VisitFunctionDecl(FunctionDecl *F) override {
    add(F);
    return true;
  }

  /// Compilers take no pragma, as new loops have, in initial values of members
  /// and parameters.
  bool TraverseFieldDecl(FieldDecl *D) override {
    llvm::SaveAndRestore<bool> Initial(IsInitial, true);
    return DynamicRecursiveASTVisitor::TraverseFieldDecl(D);
  }
  bool TraverseParmVarDecl(ParmVarDecl *D) override {
    llvm::SaveAndRestore<bool> Initial(IsInitial, true);
    return DynamicRecursiveASTVisitor::TraverseParmVarDecl(D);
  }

  bool VisitVarDecl(VarDecl *Var) override {
    const Expr *Init = Var->getInit();
    if (Init && !Init->isValueDependent() &&
        (Var->isConstexpr() || Var->isUsableInConstantExpressions(AST)))
      addConstant(Init);
    return true;
  }

  bool VisitStaticAssertDecl(StaticAssertDecl *D) override {
    addConstant(D->getAssertExpr());
    return true;
  }

  bool VisitConstantExpr(ConstantExpr *E) override {
    addConstant(E);
    return true;
  }

  bool VisitLambdaExpr(LambdaExpr *Lambda) override {
    add(Lambda->getCallOperator());
    if (FunctionTemplateDecl *Generic = Lambda->getDependentCallOperator())
      for (FunctionDecl *Instance : Generic->specializations())
        add(Instance);
    return true;
  }

private:
  void add(const FunctionDecl *F) {
    if (IsInitial || !F->doesThisDeclarationHaveABody() || F->isImplicit() ||
        !SM.isInMainFile(SM.getExpansionLoc(F->getLocation())))
      return;
    Definition &D = Found[F->getBody()->getBeginLoc()];
    if (!D.Function)
      D.Function = F;
    if (!F->isTemplated() && !llvm::is_contained(D.Instances, F))
      D.Instances.push_back(F);
  }

  void addConstant(const Stmt *S) {
    if (!S)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      addConstant(dyn_cast<FunctionDecl>(Ref->getDecl()));
    if (const auto *Call = dyn_cast<CallExpr>(S))
      addConstant(Call->getDirectCallee());
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
      addConstant(Construct->getConstructor());
    if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
      addConstant(Lambda->getCallOperator());
    for (const Stmt *Child : S->children())
      addConstant(Child);
  }

  void addConstant(const FunctionDecl *F) {
    const FunctionDecl *Defined = nullptr;
    if (F && F->isConstexpr() && F->isDefined(Defined) &&
        Defined->doesThisDeclarationHaveABody() &&
        Constant.insert(Defined).second)
      addConstant(Defined->getBody());
  }

  const ASTContext &AST;
  const SourceManager &SM;
  bool IsInitial = false;
};

} // namespace

std::vector<Definition> stevedore::definitionsOf(ASTContext &AST) {
  DefinitionCollector Collector(AST);
  Collector.TraverseDecl(AST.getTranslationUnitDecl());
  std::vector<Definition> Result;
  for (auto &[Loc, D] : Collector.Found) {
    D.IsConstant = llvm::any_of(D.Instances, [&](const FunctionDecl *F) {
      return Collector.Constant.contains(F);
    });
    Result.push_back(std::move(D));
  }
  return Result;
}

bool stevedore::isWanted(const FunctionDecl *F, llvm::StringRef Wanted) {
  F = homeOf(F);
  llvm::Regex Name(Wanted);
  return Wanted.empty() || Name.match(F->getNameAsString()) ||
         Name.match(F->getQualifiedNameAsString());
}

namespace {

/// The parameters of a template and what an instance has for them.
struct TemplateLevel {
  const TemplateParameterList *Parameters = nullptr;
  llvm::ArrayRef<TemplateArgument> Given;
};

} // namespace

/// The level that \p F adds to those around it, by the names that its
/// definition has for them; empty if it adds none.
static TemplateLevel levelOf(const FunctionDecl *F) {
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  const FunctionTemplateDecl *Template =
      Pattern ? Pattern->getDescribedFunctionTemplate() : nullptr;
  if (!Template || !F->getTemplateSpecializationArgs())
    return {};
  return {Template->getTemplateParameters(),
          F->getTemplateSpecializationArgs()->asArray()};
}

/// The same for \p Class, of which \p Member is a member function or null.
/// Where that is defined outside of the class, it has names of its own.
static TemplateLevel levelOf(const CXXRecordDecl *Class,
                             const FunctionDecl *Member) {
  const auto *Special = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  if (!Special || Special->isExplicitSpecialization() ||
      !isa<ClassTemplateDecl *>(Special->getSpecializedTemplateOrPartial()))
    return {};
  TemplateLevel Level{
      Special->getSpecializedTemplate()->getTemplateParameters(),
      Special->getTemplateArgs().asArray()};
  const FunctionDecl *Pattern =
      Member ? Member->getTemplateInstantiationPattern() : nullptr;
  if (Pattern && Pattern->getNumTemplateParameterLists() == 1)
    Level.Parameters = Pattern->getTemplateParameterList(0);
  else if (Pattern && Pattern->getNumTemplateParameterLists() > 1)
    return {};
  return Level;
}

const TemplateTypeParmDecl *
stevedore::typeParameter(const FunctionDecl *F, QualType T,
                         const IdentifierInfo *Name) {
  const ASTContext &AST = F->getASTContext();
  const TemplateTypeParmDecl *Result = nullptr;
  const FunctionDecl *Member = nullptr;
  for (const DeclContext *At = F; At; At = At->getParent()) {
    TemplateLevel Level;
    if (const auto *Around = dyn_cast<FunctionDecl>(At)) {
      if (Around->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
        break;
      Level = levelOf(Around);
      Member = Around;
    } else if (const auto *Class = dyn_cast<CXXRecordDecl>(At)) {
      Level = levelOf(Class, Member);
      Member = nullptr;
    }
    for (size_t I = 0; I < Level.Given.size() && I < Level.Parameters->size();
         ++I) {
      const auto *Parameter =
          dyn_cast<TemplateTypeParmDecl>(Level.Parameters->getParam(I));
      bool IsSame = Parameter && Parameter->getIdentifier() &&
                    !Parameter->isImplicit() &&
                    Level.Given[I].getKind() == TemplateArgument::Type &&
                    AST.hasSameType(Level.Given[I].getAsType(), T);
      if (IsSame && (!Result || Parameter->getIdentifier() == Name))
        Result = Parameter;
    }
  }
  return Result;
}

const Decl *stevedore::declarationAround(const FunctionDecl *F) {
  const Decl *Result = F;
  while (true) {
    const DeclContext *Parent = Result->getLexicalDeclContext();
    if (!Parent || Parent->isFileContext())
      return Result;
    Result = cast<Decl>(Parent);
  }
}

bool stevedore::isLambda(const FunctionDecl *F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  return Method && Method->getParent()->isLambda();
}

const FunctionDecl *stevedore::homeOf(const FunctionDecl *F) {
  while (isLambda(F)) {
    const auto *Around = dyn_cast_or_null<FunctionDecl>(
        cast<CXXMethodDecl>(F)->getParent()->getParentFunctionOrMethod());
    if (!Around || !Around->doesThisDeclarationHaveABody())
      break;
    F = Around;
  }
  return F;
}
