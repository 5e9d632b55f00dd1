//===- StatementBuilder.h - The model of one statement ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Walks what one statement of the model executes: an expression, or a whole
/// statement of the source that data decide about.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_STATEMENTS_STATEMENTBUILDER_H
#define STEVEDORE_LIB_FRONTEND_CLANG_STATEMENTS_STATEMENTBUILDER_H

#include "Facts/Calls.h"
#include "Statements/HolePrinter.h"
#include "Statements/Statements.h"

namespace stevedore {

/// Where an expression is evaluated: for which iterations, and whether a
/// condition on data decides about it.
struct Evaluation {
  isl::set Guard;
  bool Conditional = false;
  /// Where more than the choices of Sides decide.
  bool MayBeLeft = false;
  ChoiceSides Sides = {};

  /// Goes where it may not be evaluated at all.
  void leave() { Conditional = MayBeLeft = true; }
};

/// A pointer to an element that a call is given: what the callee, by name,
/// reads through it, and in how many of the last dimensions it may read others.
struct GivenPointer {
  std::string Callee;
  CallEffects::Given Reads;
  unsigned NumDimensions = 0;
};

/// Walks one statement, in the order of the text.
class StatementBuilder {
public:
  StatementBuilder(RegionState &R, ArrayTable &Arrays, const Nest &N,
                   unsigned Number)
      : R(R), Arrays(Arrays), N(N), Number(Number) {}

  /// The evaluation of the statement, under the conditions around it.
  Evaluation start() const;
  llvm::Error value(const clang::Expr *E, const Evaluation &At);
  /// An access to what \p E denotes; with \p To, also to other elements, by a
  /// call that is given its address.
  llvm::Error access(const clang::Expr *E, bool Reads, bool Writes,
                     const Evaluation &At, const GivenPointer *To = nullptr);
  llvm::Error statement(const clang::Stmt *S, const Evaluation &At);
  TextTemplate text(const clang::Expr *E) { return printTemplate(R, E, Map); }
  TextTemplate text(const clang::Stmt *S) { return printStatement(R, S, Map); }
  void addAccess(unsigned Array, PendingAccess A);
  /// Completes \p Result, which begins at \p Loc, with the text \p Body under
  /// the conditions around the statement.
  void finish(clang::SourceLocation Loc, TextTemplate Body, Statement &Result);

private:
  llvm::Error reference(const clang::DeclRefExpr *E, const Evaluation &At);
  llvm::Error index(const clang::DeclRefExpr *E, const clang::VarDecl *Var);
  llvm::Error unary(const clang::UnaryOperator *E, const Evaluation &At);
  llvm::Error binary(const clang::BinaryOperator *E, const Evaluation &At);
  llvm::Error choice(const clang::Expr *Condition, const clang::Expr *True,
                     const clang::Expr *False, const Evaluation &At);
  llvm::Error call(const clang::CallExpr *E, const Evaluation &At);
  llvm::Error given(const clang::Expr *E, GivenPointer To,
                    const Evaluation &At);
  unsigned givenFrom(const Place &P, const GivenPointer &To) const;
  llvm::Error givenSubscript(const clang::Expr *Index, PendingAccess &A,
                             const Evaluation &At);
  llvm::Error implicitCast(const clang::ImplicitCastExpr *E,
                           const Evaluation &At);
  llvm::Error children(const clang::Expr *E, const Evaluation &At);
  llvm::Error other(const clang::Expr *E, const Evaluation &At);
  llvm::Error checkPlace(const Place &P, const clang::Expr *E, bool Reads,
                         bool Writes, const GivenPointer *To);
  llvm::Error checkRow(const clang::Expr *E, const Evaluation &At);
  llvm::Error subscripts(const Place &P, PendingAccess &A,
                         const Evaluation &At);
  llvm::Error chosen(const clang::Expr *Index, PendingAccess &A,
                     const Evaluation &At, Rejection Why);
  llvm::Error argument(const clang::Expr *E, const GivenPointer &To,
                       const clang::CallExpr *Call, bool KeepsPointers,
                       const Evaluation &At);
  llvm::Error object(const clang::Expr *E, bool Writes, const Evaluation &At);
  llvm::Error condition(const clang::Expr *E, const Evaluation &At);
  llvm::Error knownPointer(const clang::MemberExpr *E, const Evaluation &At);
  llvm::Error own(const Place &P, const Evaluation &At);

  llvm::Error branch(const clang::IfStmt *S, const Evaluation &At);
  llvm::Error selection(const clang::SwitchStmt *S, const Evaluation &At);
  llvm::Error forLoop(const clang::ForStmt *S, const Evaluation &At);
  llvm::Error loopBody(const clang::Expr *Condition, const clang::Stmt *Body,
                       const clang::Stmt *Loop, const Evaluation &At);
  llvm::Error sequence(const clang::CompoundStmt *S, const Evaluation &At);
  llvm::Error declaration(const clang::DeclStmt *S, const Evaluation &At);
  void declareOwn(const clang::VarDecl *Var);
  std::pair<Evaluation, Evaluation> branches(const clang::Expr *Condition,
                                             const Evaluation &At);

  RegionState &R;
  ArrayTable &Arrays;
  const Nest &N;
  unsigned Number;
  unsigned NextPosition = 0, NextChoice = 0;
  /// The loops of this statement around, which `continue` is for, and the loops
  /// and `switch` statements, which `break` is for.
  unsigned NumLoops = 0, NumBreakable = 0;
  bool IsOpaque = false;
  /// What is read is affine: members that are pointers never change.
  bool IsKnown = false;
  HoleMap Map;
  /// The operator that the next access belongs to, and what
  /// StatementPlace::Accesses will be.
  clang::SourceLocation Operator;
  std::vector<std::pair<unsigned, unsigned>> Sites;
};

/// The place of a statement that begins at \p Loc and is executed in \p N.
StatementPlace placeOf(const RegionState &R, const Nest &N,
                       clang::SourceLocation Loc);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_STATEMENTS_STATEMENTBUILDER_H
