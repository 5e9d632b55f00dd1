//===- IndexSums.h - Polynomials that variables hold ------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Values of index variables that are not affine, and types that hold them.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FLOW_INDEXSUMS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FLOW_INDEXSUMS_H

#include "State/RegionState.h"

namespace stevedore {

/// A variable that is stepped, by how much (null: by one), and in which
/// direction.
struct VariableStep {
  const clang::VarDecl *Var = nullptr;
  const clang::Expr *Amount = nullptr;
  bool IsUp = true;
};

/// Whether \p Var holds the value of \p Init as it is, computed in a signed
/// type.
bool isKeptBy(const clang::ASTContext &AST, const clang::VarDecl *Var,
              const clang::Expr *Init);

/// Whether a step of \p Var by the expression \p E may store another value than
/// the sum: its type wraps around, or the sum is converted to it.
bool mayWrapAt(const RegionState &R, const clang::VarDecl *Var,
               const clang::Expr *E);

/// What \p Var holds after it is assigned \p Init in nest \p N as a polynomial;
/// nothing if it is none. Where a type on the way might not hold it, that is
/// tested at run time.
std::optional<IndexValue> sumAssigned(RegionState &R, const Nest &N,
                                      const clang::VarDecl *Var,
                                      const clang::Expr *Init);

/// The same after \p Step at \p E of the variable, whose value is \p Old.
std::optional<IndexValue> steppedSum(RegionState &R, const Nest &N,
                                     const VariableStep &Step,
                                     const clang::Expr *E,
                                     const clang::Expr *Old);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FLOW_INDEXSUMS_H
