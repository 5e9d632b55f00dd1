//===- IndexVariables.h - Variables that hold parts of subscripts - C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Variables of the function that are assigned in the region and used in its
/// subscripts, bounds and conditions: `row = i * n; ... a[row + j]`. While the
/// walk over the region passes their assignments, it knows their values;
/// IndexFlow.h takes these past branches and loops.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FLOW_INDEXVARIABLES_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FLOW_INDEXVARIABLES_H

#include "State/RegionState.h"

namespace stevedore {

/// Variables in the order in which they are found.
using VariableSet = llvm::SmallSetVector<const clang::VarDecl *, 8>;

/// Whether nothing in the region but loops over \p Var uses it.
bool isOnlyIterator(const RegionState &R, const clang::VarDecl *Var);

/// Finds the index variables of the region. Those whose assignments are left
/// out of the model, and are declared before the region, start with the values
/// that they have when it is entered. An error where one that stands for a
/// pointer cannot be followed.
llvm::Error findIndexVariables(RegionState &R);

/// The variables on whose values subscripts, bounds or conditions in \p Region
/// depend.
VariableSet variablesInControl(llvm::ArrayRef<const clang::Stmt *> Region);

/// Forgets the values of the variables that \p S may change.
void forgetWritten(RegionState &R, const clang::Stmt *S);

/// { [i] -> [v] } for \p E, observed in nest \p N; nothing, and no rejection,
/// if it is not affine.
std::optional<isl::pw_aff> valueIfAffine(RegionState &R, const Nest &N,
                                         const clang::Expr *E);

/// What \p Var holds after it is assigned \p Init in nest \p N; nothing where
/// that is not known, \p Init does something else, or \p Var is no index
/// variable.
std::optional<IndexValue> indexValue(RegionState &R, const clang::VarDecl *Var,
                                     const clang::Expr *Init, const Nest &N);

/// The index variable that \p E assigns to or steps, if it does nothing else:
/// `k = e`, `k += e`, `k -= e`, `k++` and the like; otherwise null.
const clang::VarDecl *indexAssignment(const RegionState &R,
                                      const clang::Expr *E);

/// What the index variable \p Var holds after \p E, of one of these forms or a
/// step inside of an expression, is evaluated in nest \p N; nothing where that
/// is not known.
std::optional<IndexValue> assignedValue(RegionState &R,
                                        const clang::VarDecl *Var,
                                        const clang::Expr *E, const Nest &N);

/// What the index variable \p Var holds at this point of the walk, outside of all
/// loops, as C text; empty if it is not known or needs divisions.
std::string currentValue(RegionState &R, const clang::VarDecl *Var);

/// C text that mentions the variables that need no memory and are declared
/// before the region.
std::string indexMentions(const RegionState &R);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FLOW_INDEXVARIABLES_H
