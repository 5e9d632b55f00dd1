//===- Calls.h ------------------------------------------------------ C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Which functions may be called in a region: those whose result depends on
/// the values of their arguments and what these point to alone, and, under
/// conditions, those that read memory.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FACTS_CALLS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FACTS_CALLS_H

#include "stevedore/Source/Fact.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class CXXConstructExpr;
} // namespace clang

namespace stevedore {

/// What a call may do besides computing a value from its arguments.
struct CallEffects {
  enum Kind {
    /// Nothing: it may be moved and repeated.
    Pure,
    /// It reads the variables in Reads and nothing else.
    ReadsVariables,
    /// It may read any memory (attribute pure, body unknown).
    ReadsMemory,
    /// It may write, loop forever, or do anything else.
    Unknown
  };
  /// What it may read through a pointer that is given to it.
  enum Given {
    /// It is not known to only read.
    NotKnown,
    /// What the pointer points to, and no element beside it.
    Element,
    /// Any element of the array into which the pointer points.
    Row
  };
  Kind K = Pure;
  /// A member function may write the object that it is called for, and nothing
  /// else.
  bool WritesObject = false;
  llvm::SmallVector<const clang::VarDecl *, 2> Reads;
  /// For each parameter that is a pointer; the others have no meaning.
  llvm::SmallVector<Given, 4> Arguments;

  /// What it may read through argument number \p Argument.
  Given given(unsigned Argument) const {
    return Argument < Arguments.size() ? Arguments[Argument] : NotKnown;
  }
};

/// The effects of calling \p Callee: from its attributes, clang's knowledge of
/// the C library, or its body where that is plain arithmetic.
CallEffects effectsOf(clang::ASTContext &AST,
                      const clang::FunctionDecl *Callee);

/// The object that \p E calls a member function for, no lambda expression;
/// null if it calls something else.
const clang::Expr *objectOf(const clang::CallExpr *E);

/// The same where the call may change the object.
const clang::Expr *changedObject(const clang::CallExpr *E);

/// Whether objects of type \p T may hold addresses.
bool holdsAddress(clang::QualType T);

/// Whether the constructor of \p E does nothing but to compute an object from
/// the values of its arguments.
bool computesObject(clang::ASTContext &AST, const clang::CXXConstructExpr *E);

/// Why \p Callee, which has \p Effects that are known, has no others.
FactReason reasonOf(const CallEffects &Effects,
                    const clang::FunctionDecl *Callee);

/// The value of \p E, the call of a lambda expression where it stands, of which
/// the body is `return value;` without side effects; null for other calls.
const clang::Expr *lambdaResult(clang::ASTContext &AST,
                                const clang::CallExpr *E);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FACTS_CALLS_H
