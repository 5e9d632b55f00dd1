//===- Containers.h - std::vector and std::array ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Calls of members of `std::vector` and `std::array` that a region may make:
/// none of them changes where the elements are, or how many.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_CONTAINERS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_CONTAINERS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace stevedore {

/// `v[i]`, `v.data()` or `v.size()`.
struct ContainerCall {
  enum Kind { Element, Data, Size } K;
  /// The container, an lvalue.
  const clang::Expr *Object = nullptr;
  const clang::Expr *Index = nullptr;
  clang::QualType ElementType;
  /// Of a `std::array`, whose elements are a part of it; 0 for a vector.
  uint64_t Length = 0;
};

/// The call that \p E is; nothing if it is something else. Elements of
/// `std::vector<bool>` are no objects.
std::optional<ContainerCall> containerCall(const clang::ASTContext &AST,
                                           const clang::Expr *E);

/// The size of \p Object, an lvalue; nothing if it is no container.
std::optional<ContainerCall> containerOf(const clang::ASTContext &AST,
                                         const clang::Expr *Object);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_CONTAINERS_H
