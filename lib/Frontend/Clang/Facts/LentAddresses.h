//===- LentAddresses.h - Addresses that callees only follow -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Objects whose addresses calls are given, as in `next(&p)`, and that nobody
/// knows of when these have returned.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FACTS_LENTADDRESSES_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FACTS_LENTADDRESSES_H

#include "clang/AST/Expr.h"

namespace stevedore {

/// The object whose address \p Call is given as argument number \p Argument,
/// where the body of the callee is known and does nothing with that address but
/// to read and write what is there; null elsewhere.
const clang::Expr *lentObject(const clang::CallExpr *Call, unsigned Argument);

/// Whether \p Call is given such an address.
bool lendsAddress(const clang::CallExpr *Call);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FACTS_LENTADDRESSES_H
