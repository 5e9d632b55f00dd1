//===- Symbols.h - What declarations say of memory --------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What the declarations of variables and functions tell of the memory behind
/// them.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FACTS_SYMBOLS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FACTS_SYMBOLS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace stevedore {

/// Whether \p Var may be the same memory as another variable: it has an `asm`
/// label, is an alias, or may be replaced at link time.
bool hasOtherNames(const clang::VarDecl *Var);

/// The library's function that \p E calls, by its name; empty if the file
/// itself defines it, or the compiler is told that it is not the library's.
llvm::StringRef libraryCall(const clang::ASTContext &AST,
                            const clang::Expr *E);

/// Whether \p E, without casts, is new memory and nothing else happens.
bool allocatesMemory(const clang::ASTContext &AST, const clang::Expr *E);

/// The argument that \p E returns as it is; null for other calls.
const clang::Expr *returnedArgument(const clang::CallExpr *E);

/// Whether the function that \p E calls forgets the pointer that its argument
/// number \p Number is.
bool forgetsArgument(const clang::ASTContext &AST, const clang::CallExpr *E,
                     unsigned Number);

/// Whether a destructor or a cleanup function has the address of \p Var when
/// its life ends.
bool hasCleanup(const clang::VarDecl *Var);
bool hasDestructor(const clang::ASTContext &AST, const clang::VarDecl *Var);

/// The first variable that \p S declares, itself or in a part, with a cleanup
/// function; null if there is none.
const clang::VarDecl *declarationWithEnd(const clang::Stmt *S);

/// Whether a constructor that \p E calls may keep the address of the new
/// object.
bool mayKeepObject(const clang::Expr *E);

/// Whether \p E calls a function that returns a second time, as setjmp does.
bool mayReturnTwice(const clang::CallExpr *E);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FACTS_SYMBOLS_H
