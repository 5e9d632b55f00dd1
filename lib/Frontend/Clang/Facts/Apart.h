//===- Apart.h - Which arrays have no byte in common ------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Facts of the kind FactKind::Apart.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FACTS_APART_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FACTS_APART_H

#include "Facts/Origins.h"

namespace stevedore {

/// Code of which it is asked whether what it accesses overlaps.
struct CodePlace {
  clang::SourceLocation Loc;
  const clang::FunctionDecl *Function;
};

/// Why no byte that \p Code accesses through an address of \p A is one that it
/// accesses through an address of \p B, where one of the accesses is a store;
/// nothing if that is not known.
std::optional<FactReason> whyApart(const Provenance &A, const Provenance &B,
                                   const PointerOrigins &Origins,
                                   const CodePlace &Code);

/// Whether a store to an object of type \p Stored may change one of type
/// \p Other, as far as their types tell; they tell nothing where \p UsesTypes
/// is false (-fno-strict-aliasing).
bool mayOverlay(const clang::ASTContext &AST, clang::QualType Stored,
                clang::QualType Other, bool UsesTypes);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FACTS_APART_H
