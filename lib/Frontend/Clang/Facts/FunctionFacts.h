//===- FunctionFacts.h - What is known of a whole function ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What all regions of a function believe facts by.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FACTS_FUNCTIONFACTS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FACTS_FUNCTIONFACTS_H

#include "Facts/Definitions.h"
#include "Facts/Origins.h"

namespace stevedore {

/// The variables and pointers of one function, with the lambda expressions in
/// it.
class FunctionFacts {
public:
  /// \p F: it, or a lambda expression in it.
  FunctionFacts(const clang::ASTContext &AST, const clang::FunctionDecl *F,
                HindranceRules Rules)
      : Uses(usesIn(homeOf(F), Rules)), Origins(AST, homeOf(F), Uses, Rules) {}
  FunctionFacts(const FunctionFacts &) = delete;

  const VariableFacts Uses;
  const PointerOrigins Origins;

private:
  static VariableFacts usesIn(const clang::FunctionDecl *F,
                              HindranceRules Rules) {
    VariableFacts Result(Rules);
    Result.scanFunction(F);
    return Result;
  }
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FACTS_FUNCTIONFACTS_H
