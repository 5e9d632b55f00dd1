//===- RegionWalk.h - The walk over a region --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The walk over the control structure of a region that makes its statements
/// and their order.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_REGION_REGIONWALK_H
#define STEVEDORE_LIB_FRONTEND_CLANG_REGION_REGIONWALK_H

#include "Flow/IndexFlow.h"
#include "OpenMP/OpenMPClauses.h"
#include "Statements/Statements.h"

namespace stevedore {

/// Walks the control structure in the order of the text. Each walk returns
/// the schedule of what it found; a null schedule if that is nothing.
class RegionBuilder {
public:
  RegionBuilder(RegionState &R, const ExtractOptions &Options)
      : R(R), Options(Options) {}
  llvm::Error build();

private:
  llvm::Error sequence(llvm::ArrayRef<const clang::Stmt *> Statements,
                       const Nest &N, isl::schedule &Order);
  llvm::Error statement(const clang::Stmt *S, const Nest &N,
                        isl::schedule &Order);
  llvm::Error plainStatement(const clang::Stmt *S, const Nest &N,
                             isl::schedule &Order);
  llvm::Error directed(const clang::Stmt *S,
                       llvm::ArrayRef<const OpenMPPragma *> Directives,
                       const Nest &N, isl::schedule &Order);
  llvm::Error parallelLoop(const clang::ForStmt *S, const LoopDirective &D,
                           const Nest &N, isl::schedule &Order);
  llvm::Error checkDirectives();
  llvm::Error loop(const clang::Stmt *S, const Nest &N, isl::schedule &Order,
                   const LoopDirective *Inside = nullptr);
  void noteControl(const clang::Stmt *S, unsigned Uses);
  llvm::Error end(const clang::ContinueStmt *S, const Nest &N,
                  isl::schedule &Order);
  llvm::Error iteration(const LoopHeader &H, const Nest &N,
                        isl::schedule &Order);
  llvm::Error branch(const clang::IfStmt *S, const Nest &N,
                     isl::schedule &Order);
  llvm::Error onData(const clang::Stmt *S, const Nest &N, llvm::Error Why);
  llvm::Error opaque(const clang::Stmt *S, const Nest &N, isl::schedule &Order);
  llvm::Error guardedBranch(const clang::IfStmt *S, const Nest &N,
                            isl::schedule &Order);
  llvm::Error guarded(const clang::Stmt *S, const DataGuard &Guard,
                      const clang::Expr *Condition, const Nest &N,
                      isl::schedule &Order);
  llvm::Expected<const clang::VarDecl *>
  truthValue(llvm::StringRef Name, const Nest &N, clang::SourceLocation Loc);
  llvm::Error assign(const clang::VarDecl *Var, const clang::Expr *Value,
                     const Nest &N, clang::SourceLocation Loc,
                     isl::schedule &Order);
  llvm::Error startGoing(const clang::Stmt *Body, const Nest &N,
                         isl::schedule &Order);
  llvm::Error endOnData(const clang::ContinueStmt *S, const Nest &N,
                        isl::schedule &Order);
  llvm::Error checkSize(clang::SourceLocation Loc) const;
  llvm::Error declaration(const clang::DeclStmt *S, const Nest &N,
                          isl::schedule &Order);
  llvm::Error variable(const clang::VarDecl *Var, const Nest &N,
                       isl::schedule &Order);
  bool isDerived(const clang::VarDecl *Var, const Nest &N);
  llvm::Error expression(const clang::Expr *E, const Nest &N,
                         isl::schedule &Order);
  Statement newStatement(const Nest &N, clang::SourceLocation Loc);
  isl::schedule leaf(const Statement &S) const;
  static isl::schedule append(isl::schedule First, isl::schedule Second);
  bool isNeverExecuted(const Nest &N) const;
  void applyContext();

  RegionState &R;
  const ExtractOptions &Options;
  ArrayTable Arrays;
  unsigned NextName = 0;
  /// Directives that have become part of the model.
  llvm::SmallPtrSet<const OpenMPPragma *, 4> Heeded;
  /// Inside of a block that is parallel where the compiler heeds OpenMP.
  bool InParallel = false;
  /// Of the innermost loop.
  EndedIterations Ended;
  /// How data may end an iteration of the innermost loop.
  struct DataEnd {
    /// Whether they have not; null if they never do.
    const clang::VarDecl *Goes = nullptr;
    /// The number of conditions on data around the loop's body.
    unsigned NumGuards = 0;
    /// The number of statements before this point of the body that may end it.
    unsigned NumEnds = 0;
  };
  DataEnd EndOnData;
};

/// Forgets at its end the conditions on data that were added meanwhile.
class GuardScope {
public:
  explicit GuardScope(RegionState &R) : R(R), Count(R.Point.Guards.size()) {}
  ~GuardScope() { R.Point.Guards.truncate(Count); }

private:
  RegionState &R;
  size_t Count;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_REGION_REGIONWALK_H
