//===- Loops.h ------------------------------------------------------ C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Loops that count with affine bounds, and `continue` in them.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FLOW_LOOPS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FLOW_LOOPS_H

#include "Expression/Affine.h"
#include "clang/AST/Stmt.h"

namespace stevedore {

/// The parts of `for (i = Init; Cond; i += Step)`, of
/// `while (Cond) { ...; i += Step; }` and `do { ...; i += Step; } while
/// (Cond);`, which take the value that i has before them, and of these with the
/// step in the condition, `for (i = Init; i-- > 0;)`.
struct LoopHeader {
  const clang::Stmt *Loop = nullptr;
  /// What an iteration executes, in this order.
  llvm::SmallVector<const clang::Stmt *, 4> Body;
  const clang::VarDecl *Iterator = nullptr;
  /// The iterator is declared in the loop.
  bool Declares = false;
  const clang::Expr *Init = nullptr;
  const clang::Expr *Cond = nullptr;
  int64_t Step = 0;
  /// The step where the condition takes it: before the iteration, and once more
  /// when the loop ends.
  const clang::UnaryOperator *StepInCond = nullptr;
  /// The condition is tested after each iteration.
  bool TestsLast = false;
  /// `continue` in the first statement of the body goes to what follows it.
  bool MayContinue = false;
};

/// Adds the iterators of all loops below \p S to those of \p R.
void collectIterators(RegionState &R, const clang::Stmt *S);

/// The variable over which the `while` or `do` loop \p S counts: its condition
/// steps it, or the last statement of the body changes it and the condition
/// uses it or what the statement before changes; null if there is none.
const clang::VarDecl *whileIterator(const clang::Stmt *S);

/// The variable that the expression \p S changes; null if it is none.
const clang::VarDecl *changedBy(const clang::Stmt *S);

/// The step by one in \p E that is evaluated whenever \p E is, and before all
/// that could see whether it has been; null if there is none.
const clang::UnaryOperator *firstStep(const clang::Expr *E);

/// Whether \p S, or a statement in it, declares \p Var.
bool isDeclaredIn(const clang::Stmt *S, const clang::VarDecl *Var);

/// The constant that \p Inc adds to \p Var; zero if it does something else.
/// `i++`, `i += c`, `i = i + c`, `i = c + i` and their opposites.
int64_t constantStep(RegionState &R, const clang::Expr *Inc,
                     const clang::VarDecl *Var);

/// Recognizes the form of \p Loop, a `for`, `while` or `do` statement.
llvm::Expected<LoopHeader> parseLoop(RegionState &R, const clang::Stmt *Loop);

/// The nest inside the loop \p H that stands in the nest \p N: one more
/// iterator, with the values that the loop gives it. The index variables that
/// the loop changes have their values from before it in the initial value, and
/// none in the condition, but for those that each iteration steps once by a
/// constant. The loop ends at the first value that fails its
/// condition, so with base = { [o,i] : o in N, i
/// >= init, i = init mod step } the values are base minus { [o,i] : some [o,i']
/// in base, i' <= i, fails }.
llvm::Expected<Nest> enterLoop(RegionState &R, const Nest &N,
                               const LoopHeader &H, clang::SourceLocation Loc);

/// The schedule \p Body of the statements in the loop \p H, number \p Depth of
/// its nest, with the loop's band around it:
/// { S[i] -> [i_d] }, or its negation for a loop that counts down, over all
/// statements of the body.
isl::schedule insertBand(isl::schedule Body, const LoopHeader &H,
                         unsigned Depth);

/// A loop of the same meaning, in which the last statement steps what C tests:
/// `while (C) { ...; *q = *p; p++; }` for `while (C) { ...; *q = *p++; }` and
/// for `for (; C; p++) { ...; *q = *p; }`, `do { a[k - 1] = 0; k--; } while
/// (C)` for `do { k--; a[k] = 0; } while (C)`, and `while (n > 0) { a[i] = 0;
/// n--; i++; }`, which counts i up, for `while (n-- > 0) { a[i] = 0; i++; }`.
/// Null for other loops.
const clang::Stmt *withLastStep(RegionState &R, const clang::Stmt *Loop);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FLOW_LOOPS_H
