//===- CallFrames.h - Bodies of functions as parts of others ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What follows the bodies of functions that stand in place of calls.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_CALLFRAMES_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_CALLFRAMES_H

#include "Normalize/CallInliner.h"
#include "Normalize/MemberGrants.h"
#include "Syntax/TreeMaker.h"
#include "Syntax/TreeRewriter.h"

namespace stevedore {

using Statements = llvm::SmallVector<const clang::Stmt *, 8>;
/// What stands for parameters and variables of a body, in words of the caller.
using ValueMap = llvm::MapVector<const clang::VarDecl *, const clang::Expr *>;

/// A body in place of a call.
struct Frame {
  const clang::FunctionDecl *Body = nullptr;
  ValueMap Values;
  llvm::DenseMap<const clang::VarDecl *, clang::VarDecl *> Fresh;
  /// The pointer to the object whose member the function is.
  const clang::Expr *This = nullptr;
  /// The variable that gets what the body returns; null where nobody reads it.
  const clang::VarDecl *Value = nullptr;
  /// It is part of the region: names mean there what they mean around it.
  bool IsRegion = false;
  /// The variables of statement expressions in it.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Own;
};

/// Undoes what was begun for a call that stays.
struct Attempt {
  explicit Attempt(InlinedCalls &Result)
      : Result(Result), NumDeclared(Result.Declared.size()) {}
  void undo() { Result.Declared.truncate(NumDeclared); }
  InlinedCalls &Result;
  size_t NumDeclared;
};

/// Why a body with the name of a type is not put in place of a call.
inline constexpr char OtherType[] =
    "it names a type that means something else where it is called";

/// Why an array of a body is not followed: those of the caller may have rows of
/// other lengths.
inline constexpr char OwnRows[] =
    "the sizes of an array are its own parameters";

/// Puts bodies in place of calls.
class CallInliner : public TreeRewriter {
public:
  CallInliner(clang::ASTContext &AST, const clang::FunctionDecl *Caller,
              CallSites &Sites, MemberGrants &Grants, InlinedCalls &Result)
      : TreeRewriter(AST), Caller(Caller), Sites(Sites), Grants(Grants),
        Result(Result) {}
  const clang::Stmt *statement(const clang::Stmt *S) override;

protected:
  clang::Expr *replaced(const clang::Expr *E) override;
  clang::Decl *declared(clang::Decl *D) override;
  bool isReplaced(const clang::ValueDecl *D) const override {
    return Result.Renamed.count(llvm::dyn_cast<clang::VarDecl>(D));
  }
  bool isKept(const clang::Stmt *S) const override;
  const clang::Stmt *discarded(const clang::Expr *E) override;
  std::vector<const clang::Stmt *>
  sequence(llvm::ArrayRef<const clang::Stmt *> Statements) override;
  clang::SourceLocation place(clang::SourceLocation Loc) const override {
    return Top ? At.getBegin() : Loc;
  }

private:
  TreeMaker make() const { return TreeMaker(AST, Caller, At); }
  bool isWanted(const clang::Stmt *S) const;
  clang::Expr *give(const clang::Expr *E, std::string Why);
  void keep(const clang::CallExpr *E, Attempt &Trial);
  bool enter(const clang::CallExpr *E, Frame &New);
  bool bind(const clang::CallExpr *E, Frame &New, Statements *Before);
  bool bindParameter(const clang::ParmVarDecl *Parameter, clang::Expr *Argument,
                     Frame &New, Statements *Before);
  bool hasRowsOf(clang::QualType To, clang::QualType Given, Frame &New);
  bool isAddressKnown(const clang::VarDecl *Var, const Frame &In);
  const clang::Stmt *stated(const clang::Stmt *S);
  clang::Expr *blockValue(const clang::StmtExpr *E);
  clang::Expr *valueIn(const clang::StmtExpr *E);
  clang::Decl *redeclared(clang::VarDecl *Var);
  clang::VarDecl *fresh(const clang::VarDecl *Var, Frame &In,
                        clang::Expr *Init);
  clang::Expr *asValue(const clang::CallExpr *E);
  const clang::Stmt *asStatement(const clang::CallExpr *E,
                                 clang::VarDecl *Value = nullptr);
  clang::Expr *before(const clang::CallExpr *E);
  clang::Expr *result(Statements Rest);
  bool execute(const clang::Stmt *S);
  bool executeBranches(const clang::IfStmt *S);
  bool assign(const clang::Expr *E);
  bool define(const clang::VarDecl *Var, clang::Expr *Value);
  std::optional<Statements> withoutReturns(Statements Rest);
  bool bindObject(const clang::CallExpr *E, Frame &New,
                  const Statements *Before);
  clang::Expr *member(const clang::MemberExpr *E);
  clang::Expr *reference(const clang::DeclRefExpr *E);
  clang::Expr *found(const clang::Expr *E);
  clang::Expr *arithmetic(const clang::BinaryOperator *E);
  clang::Expr *inFrame(const clang::Expr *E);

  const clang::FunctionDecl *Caller;
  CallSites &Sites;
  MemberGrants &Grants;
  InlinedCalls &Result;
  Frame *Top = nullptr;
  /// The call of the region.
  clang::SourceRange At;
  /// The functions whose bodies are being put in place.
  llvm::SmallVector<const clang::FunctionDecl *, 4> Active;
  /// What bodies state that compute values of the statement, to be tested
  /// before it.
  Statements Stated;
  /// The expression or declaration around, before which statements may stand;
  /// null where they may not.
  const clang::Stmt *Root = nullptr;
  /// Whether a condition decides about the expression.
  bool IsConditional = false;
  std::string Why;
  unsigned NumNodes = 0;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_CALLFRAMES_H
