//===- References.h - Accesses to elements of arrays ---------- -*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Finds the array references in C code, whether they can be modelled or not.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FILE_REFERENCES_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FILE_REFERENCES_H

#include "stevedore/Frontend/Clang/Extract.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace stevedore {

class FunctionFacts;

/// Calls \p Visit for each expression in \p S by which an element of an array,
/// or of what a pointer shows, is read or written: `A[i][j]`, `*p`, `s.a[i].x`,
/// an element of a std::vector or std::array. `p[i][j]` of a pointer to
/// pointers is two. Nothing is read by `&A[i]`, by a row as the argument of a
/// call, or in sizeof; `p->x` is a member of one object. \p Inner is called for
/// the blocks of statement expressions, which are not searched; nor are lambda
/// expressions.
void forEachReference(
    const clang::ASTContext &AST, const clang::Stmt *S,
    llvm::function_ref<void(const clang::Expr *)> Visit,
    llvm::function_ref<void(const clang::CompoundStmt *)> Inner);

using ReferenceSet = llvm::SmallPtrSet<const clang::Expr *, 32>;

/// Adds to \p Affine those references in \p S, a statement of \p F, whose
/// subscripts are affine in the iterators of the loops there and in integers
/// that do not change in \p S, or products that stand for such ones. Loops and
/// conditions that are not affine themselves do not matter; what they change is
/// not known then. Gives back the isl operations that it took.
unsigned long
findAffineReferences(clang::ASTContext &AST, const ScopPragmas &Pragmas,
                     const clang::FunctionDecl *F, const FunctionFacts &Facts,
                     const clang::Stmt *S, const BudgetLimits &Limits,
                     ReferenceSet &Affine);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FILE_REFERENCES_H
