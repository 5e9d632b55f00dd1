//===- StatementWalk.h - The walk over statements ---------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The walk over the statements of a region in the order in which they are
/// executed: for which iterations, and with which values of index variables.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FLOW_STATEMENTWALK_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FLOW_STATEMENTWALK_H

#include "Flow/IndexFlow.h"

namespace stevedore {

/// Interprets control structure. What becomes of a statement is up to those who
/// derive from it: to model it, to follow values through it, or to look at it.
class StatementWalk {
public:
  virtual ~StatementWalk() = default;
  virtual llvm::Error statement(const clang::Stmt *S, const Nest &N);
  /// One iteration of the loop \p H.
  llvm::Error iteration(const LoopHeader &H, const Nest &N);

protected:
  explicit StatementWalk(RegionState &R) : R(R) {}

  virtual llvm::Error sequence(llvm::ArrayRef<const clang::Stmt *> Statements,
                               const Nest &N);
  virtual llvm::Error loop(const clang::Stmt *S, const Nest &N);
  virtual llvm::Error branch(const clang::IfStmt *S, const Nest &N);
  virtual llvm::Error declaration(const clang::DeclStmt *S, const Nest &N) = 0;
  virtual llvm::Error expression(const clang::Expr *E, const Nest &N) = 0;
  /// A statement of no kind above.
  virtual llvm::Error other(const clang::Stmt *S, const Nest &N) = 0;

  /// The loop or branch \p S has no affine form for the reason \p Why.
  virtual llvm::Error unknown(const clang::Stmt *S, const Nest &N,
                              llvm::Error Why) = 0;
  /// The same where data cannot be the reason.
  virtual llvm::Error refused(const clang::Stmt *S, const Nest &N,
                              llvm::Error Why) {
    return unknown(S, N, std::move(Why));
  }
  /// The condition of \p S is known, and has used the values of index variables
  /// after the first \p Uses.
  virtual void known(const clang::Stmt *S, unsigned Uses) {}
  /// What the loop \p H in the nest \p N does in its iterations \p Inner.
  virtual llvm::Error inside(const LoopHeader &H, const Nest &N,
                             const Nest &Inner) = 0;
  /// The part \p S of a loop's body whose iterations `continue` ends.
  virtual llvm::Error firstPart(const clang::Stmt *S, const Nest &N) {
    return statement(S, N);
  }
  /// A branch ends with \p S, which returns from the function, at the points
  /// \p Left of those of \p N, in a loop: a walk goes on as if that never
  /// happened.
  virtual llvm::Error leave(const clang::Stmt *S, const isl::set &Left,
                            const Nest &N) {
    return llvm::Error::success();
  }
  /// `continue` for the innermost loop.
  virtual llvm::Error end(const clang::ContinueStmt *S, const Nest &N);

  RegionState &R;
  /// Of the innermost loop.
  EndedIterations Ended;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FLOW_STATEMENTWALK_H
