//===- Definitions.h - What the text of functions defines -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The functions that a file defines, those of lambda expressions and the
/// instances of templates among them, and the regions that instances share.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FACTS_DEFINITIONS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FACTS_DEFINITIONS_H

#include "stevedore/Frontend/Clang/Extract.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace stevedore {

/// The text of one function's body.
struct Definition {
  /// The function, or the pattern of a template.
  const clang::FunctionDecl *Function = nullptr;
  /// The functions that have the text: \p Function itself, or the instances of
  /// the template.
  llvm::SmallVector<const clang::FunctionDecl *, 1> Instances;
  /// The compiler may evaluate it.
  bool IsConstant = false;
  bool isPlain() const {
    return Instances.size() == 1 && Instances.front() == Function;
  }
};

/// Those in the main file, in textual order, functions before those in them.
std::vector<Definition> definitionsOf(clang::ASTContext &AST);

/// The function in which the lambda expressions stand of which \p F is one; \p
/// F itself if it is none.
const clang::FunctionDecl *homeOf(const clang::FunctionDecl *F);

/// True if the regular expression \p Wanted matches the name of \p F, or its
/// qualified name, or is empty.
bool isWanted(const clang::FunctionDecl *F, llvm::StringRef Wanted);

/// The parameter of a template around \p F, an instance, for which it has the
/// type \p T there; one called \p Name where several do. Null if there is none.
const clang::TemplateTypeParmDecl *
typeParameter(const clang::FunctionDecl *F, clang::QualType T,
              const clang::IdentifierInfo *Name);

/// True for the function that a lambda expression calls.
bool isLambda(const clang::FunctionDecl *F);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FACTS_DEFINITIONS_H
