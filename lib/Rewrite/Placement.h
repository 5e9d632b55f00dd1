//===- Placement.h - Where new text may stand -------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Where the preamble and the size macros of a function go, and which names
/// they may use.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_REWRITE_PLACEMENT_H
#define STEVEDORE_LIB_REWRITE_PLACEMENT_H

#include "clang/AST/Decl.h"
#include "clang/Lex/Preprocessor.h"
#include <optional>
#include <string>
#include <vector>

namespace stevedore {

/// The fragment of a module unit in which headers are included.
struct GlobalFragment {
  /// Where it ends: the offset of the module's declaration.
  unsigned End = 0;
  /// `module;` begins it, or has to.
  bool IsThere = false;
};

/// That of the main file of \p AST; none if it is no module unit.
std::optional<GlobalFragment> globalFragment(const clang::ASTContext &AST);

/// The offsets in the main file of the first tokens after a semicolon, a closing
/// brace, a declaration or a directive. What is written in front of a
/// declaration may be no part of its range, attributes, or of no declaration,
/// macros: all of it comes after the last of these offsets. An OpenMP directive
/// `declare` is part of it.
std::vector<unsigned> declarationStarts(const clang::ASTContext &AST);

/// The offset in the main file before the outermost declaration that contains
/// \p F (a namespace, a linkage specification, a class), what is written in
/// front of it, and the comments above. \p Starts is declarationStarts().
unsigned offsetBefore(const clang::FunctionDecl *F,
                      const clang::ASTContext &AST,
                      llvm::ArrayRef<unsigned> Starts);
/// The same before \p D.
unsigned offsetBefore(const clang::Decl *D, const clang::ASTContext &AST,
                      llvm::ArrayRef<unsigned> Starts);

/// True if \p Name, of the C library, is a macro of the user or, in \p F, the
/// name of something else than a function.
bool hasOtherMeaning(llvm::StringRef Name, const clang::FunctionDecl *F,
                     clang::Preprocessor &PP);

/// Whether the main file defines a macro behind \p Offset that may tell headers
/// what to declare, as `_GNU_SOURCE`: those that have been included before would
/// not hear of it.
bool asksForFeaturesBehind(unsigned Offset, clang::Preprocessor &PP);

/// True if a header of the system declares the function \p Name in front of
/// \p F.
bool isDeclaredBefore(llvm::StringRef Name, const clang::FunctionDecl *F,
                      clang::Preprocessor &PP);

/// Prefixes that no name of the file and its includes begins with; macros that
/// the user defines to replace ours do not count.
struct NamePrefixes {
  std::string Names = "stevedore_";
  std::string Macros = "STEVEDORE_";
};
NamePrefixes choosePrefixes(clang::Preprocessor &PP);

/// The names of all macros of the file and its includes, and those that their
/// bodies mention.
llvm::StringSet<> namesOfMacros(clang::Preprocessor &PP);

/// The name of \p F as it stands in its size macros, FUNCTION_T1; changed if
/// FUNCTION_T<n> is the name of something else.
std::string macroFunctionName(const clang::FunctionDecl *F,
                              clang::Preprocessor &PP);

} // namespace stevedore

#endif // STEVEDORE_LIB_REWRITE_PLACEMENT_H
