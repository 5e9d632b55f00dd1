//===- CallInliner.h - Bodies in place of calls -----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Puts the bodies of functions in place of their calls in a region.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_CALLINLINER_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_CALLINLINER_H

#include "Normalize/CallSites.h"
#include "stevedore/Frontend/Clang/Extract.h"

namespace stevedore {

/// The statements of a region with bodies in place of calls.
struct InlinedCalls {
  /// Empty: nothing has been replaced.
  std::vector<const clang::Stmt *> Statements;
  /// The variables of these bodies, as declared in the statements.
  llvm::SmallVector<const clang::VarDecl *, 4> Declared;
  /// Variables of the region that are declared anew.
  llvm::DenseMap<const clang::VarDecl *, clang::VarDecl *> Renamed;
  /// The functions whose bodies these are.
  llvm::SetVector<const clang::FunctionDecl *> Callees;
  /// The calls that stay although they need a body, and why.
  std::vector<std::pair<clang::SourceRange, Rejection::Note>> Kept;
  /// See SourceRegion.
  std::string Granted;
  /// Whether values stand in place of statement expressions.
  bool HasBlockValues = false;
  /// Whether the region may have a model with all calls, too.
  bool IsChoice = true;
};

/// The statements \p Region of \p Caller, of which \p Facts tell, with the
/// bodies of functions in place of those calls that have no model as they are.
/// Arguments are put in place of parameters, or given to new variables where a
/// store of the body may change what they are computed from. Statement
/// expressions that compute from variables of their own what they are worth are
/// replaced, too.
InlinedCalls inlineCalls(clang::ASTContext &AST,
                         const clang::FunctionDecl *Caller,
                         const FunctionFacts &Facts,
                         llvm::ArrayRef<const clang::Stmt *> Region);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_CALLINLINER_H
