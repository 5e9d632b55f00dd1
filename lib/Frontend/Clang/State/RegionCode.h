//===- RegionCode.h - A region in its function ------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What is given of a region: its code, and how it is to be modelled.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_STATE_REGIONCODE_H
#define STEVEDORE_LIB_FRONTEND_CLANG_STATE_REGIONCODE_H

#include "Facts/FunctionFacts.h"
#include "llvm/ADT/ArrayRef.h"

namespace stevedore {

/// A region in its function. Nothing of it changes.
struct RegionCode {
  clang::ASTContext &AST;
  const clang::FunctionDecl *Function;
  const FunctionFacts &Facts;
  llvm::ArrayRef<const clang::Stmt *> Statements;
  /// The loops of the function around the region, outermost first.
  llvm::ArrayRef<const clang::Stmt *> LoopsAround;
  /// The pragmas of the file, and the region's place in it.
  const ScopPragmas &Pragmas;
  unsigned BeginOffset = 0;
  unsigned EndOffset = 0;
  /// Loops may be statements of their own.
  bool MayHoldLoops = false;

  /// Its first statement in the file.
  const clang::Stmt *first() const { return Statements.front(); }
  const PointerOrigins &origins() const { return Facts.Origins; }
  const HindranceRules &rules() const { return Facts.Origins.Rules; }
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_STATE_REGIONCODE_H
