//===- Places.h ----------------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Which object an lvalue of the region denotes: a base (variable, member,
/// pointer) and the subscripts applied to it.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_EXPRESSION_PLACES_H
#define STEVEDORE_LIB_FRONTEND_CLANG_EXPRESSION_PLACES_H

#include "State/RegionState.h"

namespace stevedore {

/// An lvalue taken apart. `s.A[i][j].x` has the base `s.A`, subscripts i and
/// j, the element `s.A[i][j]`, and denotes a part of that element.
struct Place {
  /// The variable at the root; null for `this`.
  const clang::ValueDecl *Root = nullptr;
  /// C text of the base.
  std::string Base;
  /// One entry for each subscript, outermost first; null stands for 0.
  llvm::SmallVector<const clang::Expr *, 4> Subscripts;
  /// The array type that each subscript applies to; null for a pointer.
  llvm::SmallVector<const clang::ArrayType *, 4> Shapes;
  /// The expression that denotes the whole element, and its type.
  const clang::Expr *Element = nullptr;
  clang::QualType ElementType;
  /// Only a part of the element is denoted.
  bool Partial = false;
  /// Subscripts inside the element.
  llvm::SmallVector<const clang::Expr *, 2> Inner;
  bool ThroughPointer = false;
  /// The base is an array of pointers that take turns, of which the first
  /// subscript selects one.
  const PointerTurn *Turn = nullptr;
  /// The pointer that the first subscript selects, an lvalue, where the base is
  /// an array of pointers that the region only reads; null if it is none.
  const clang::Expr *Row = nullptr;
  /// The number of subscripts before those of what pointers point to.
  unsigned numSelecting() const { return Turn || Row ? 1 : 0; }
};

/// Takes the lvalue \p E apart.
llvm::Expected<Place> locate(RegionState &R, const clang::Expr *E);

/// Whether the lvalue \p E denotes the same object each time: in its subscripts
/// are numbers and \p Known integer variables. Of what is found through a
/// pointer locate() sees to that.
bool isOnePlace(const clang::ASTContext &AST, const clang::Expr *E,
                llvm::function_ref<bool(const clang::VarDecl *)> Known);

/// The same from a point inside of the nest \p N to the end of the iteration.
bool isOnePlaceIn(const RegionState &R, const clang::Expr *E, const Nest &N);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_EXPRESSION_PLACES_H
