//===- HolePrinter.h ------------------------------------------------ C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Prints statements of the AST as text templates.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_STATEMENTS_HOLEPRINTER_H
#define STEVEDORE_LIB_FRONTEND_CLANG_STATEMENTS_HOLEPRINTER_H

#include "State/RegionState.h"
#include "clang/AST/PrettyPrinter.h"

namespace stevedore {

/// Which expressions of a statement become holes, and which are printed as
/// another expression.
struct HoleMap {
  llvm::DenseMap<const clang::Stmt *, TextPiece> Holes;
  /// Printed as these pieces.
  llvm::DenseMap<const clang::Stmt *, TextTemplate> Values;
  /// Printed as the second expression, converted to the type of the first.
  llvm::DenseMap<const clang::Stmt *, const clang::Expr *> Substitutes;
  /// Variables of the statement's own that have another name than in the
  /// source.
  llvm::DenseMap<const clang::ValueDecl *, std::string> Names;
  /// Variables that the loop declares which gives them a value first.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Declared;
};

/// \p E as a template with the holes of \p Map. Literals keep their spelling.
TextTemplate printTemplate(const RegionState &R, const clang::Expr *E,
                           const HoleMap &Map);

/// The statement \p S likewise, with the lines of the text at the first column.
TextTemplate printStatement(const RegionState &R, const clang::Stmt *S,
                            const HoleMap &Map);

/// Appends literal text, joining it with a literal at the end of \p T.
void appendText(TextTemplate &T, const std::string &Text);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_STATEMENTS_HOLEPRINTER_H
