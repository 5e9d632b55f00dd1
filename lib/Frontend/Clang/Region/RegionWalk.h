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

#include "Flow/StatementWalk.h"
#include "OpenMP/OpenMPClauses.h"
#include "Statements/Statements.h"

namespace stevedore {

/// Makes the statements of a region and their schedule.
class RegionBuilder : public StatementWalk {
public:
  RegionBuilder(RegionState &R, const ExtractOptions &Options)
      : StatementWalk(R), Options(Options) {}
  llvm::Error build();

private:
  llvm::Error statement(const clang::Stmt *S, const Nest &N) override;
  llvm::Error sequence(llvm::ArrayRef<const clang::Stmt *> Statements,
                       const Nest &N) override;
  llvm::Error loop(const clang::Stmt *S, const Nest &N) override;
  llvm::Error branch(const clang::IfStmt *S, const Nest &N) override;
  llvm::Error declaration(const clang::DeclStmt *S, const Nest &N) override;
  llvm::Error expression(const clang::Expr *E, const Nest &N) override;
  void pass(const IndexEffect &Effect);
  llvm::Error other(const clang::Stmt *S, const Nest &N) override;
  llvm::Error unknown(const clang::Stmt *S, const Nest &N,
                      llvm::Error Why) override;
  llvm::Error refused(const clang::Stmt *, const Nest &,
                      llvm::Error Why) override {
    return Why;
  }
  void known(const clang::Stmt *S, unsigned Uses) override;
  llvm::Error inside(const LoopHeader &H, const Nest &N,
                     const Nest &Inner) override;
  llvm::Error firstPart(const clang::Stmt *S, const Nest &N) override;
  llvm::Error end(const clang::ContinueStmt *S, const Nest &N) override;
  llvm::Error leave(const clang::Stmt *S, const isl::set &Left,
                    const Nest &N) override;

  llvm::Error directed(const clang::Stmt *S,
                       llvm::ArrayRef<const OpenMPPragma *> Directives,
                       const Nest &N);
  llvm::Error parallelBlock(const clang::Stmt *S,
                            llvm::ArrayRef<const OpenMPPragma *> Directives,
                            const Nest &N);
  llvm::Expected<bool> isOfBlock(const OpenMPPragma *P, const clang::Stmt *S);
  llvm::Error takePartsOfBlock(std::vector<const OpenMPPragma *> &Directives,
                               const clang::Stmt *S);
  bool waitsInside(const clang::Stmt *S) const;
  bool isWait(const clang::Stmt *S) const;
  void heedWaits(const clang::Stmt *S, llvm::ArrayRef<PartOfBlock> Parts);
  const clang::Stmt *executedByAll(const clang::Stmt *S) const;
  const clang::Stmt *executedInside(const clang::Stmt *S) const;
  llvm::Error parallelLoop(const clang::ForStmt *S, const LoopDirective &D,
                           const Nest &N);
  llvm::Error checkDirectives();
  llvm::Error opaque(const clang::Stmt *S, const Nest &N);
  llvm::Error guardedBranch(const clang::IfStmt *S, const Nest &N);
  llvm::Error guarded(const clang::Stmt *S, const DataGuard &Guard,
                      const clang::Expr *Condition, const Nest &N);
  llvm::Expected<const clang::VarDecl *>
  truthValue(llvm::StringRef Name, const Nest &N, clang::SourceLocation Loc);
  llvm::Error assign(const clang::VarDecl *Var, const clang::Expr *Value,
                     const Nest &N, clang::SourceLocation Loc);
  llvm::Error startGoing(const clang::Stmt *Body, const Nest &N);
  llvm::Error endOnData(const clang::ContinueStmt *S, const Nest &N);
  llvm::Error checkSize(clang::SourceLocation Loc) const;
  llvm::Error variable(const clang::VarDecl *Var, const Nest &N);
  bool isDerived(const clang::VarDecl *Var, const Nest &N);
  Statement newStatement(const Nest &N, clang::SourceLocation Loc);
  void add(Statement S);
  llvm::Error appended(llvm::function_ref<llvm::Error()> Walk);
  bool isNeverExecuted(const Nest &N) const;
  void applyContext();

  const ExtractOptions &Options;
  ArrayTable Arrays;
  unsigned NextName = 0;
  /// Directives that have become part of the model.
  llvm::SmallPtrSet<const OpenMPPragma *, 4> Heeded;
  /// Inside of a block that is parallel where the compiler heeds OpenMP.
  bool InParallel = false;
  /// Where that block begins.
  clang::SourceLocation BlockBegin;
  /// Inside of a loop that is shared out among threads.
  bool InSharedLoop = false;
  /// The clauses of that block which its loops have, too.
  std::string BlockClauses;
  /// Of the innermost loop or sequence, as far as it has been walked; null if
  /// nothing has been found in it.
  isl::schedule Order;
  /// The directive of the loop directly below the one that is entered next.
  const LoopDirective *Below = nullptr;
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
