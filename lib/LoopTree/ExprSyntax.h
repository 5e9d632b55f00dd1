//===- ExprSyntax.h - Expressions in the text of a tree ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// How expressions are written such that all of their structure can be read
/// again: "2i + j - 1" is a sum of terms as isl writes it, "a * b" a product,
/// and what C would write in the same way has a function's name, "add(a, b)".
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOOPTREE_EXPRSYNTAX_H
#define STEVEDORE_LIB_LOOPTREE_EXPRSYNTAX_H

#include "stevedore/LoopTree/Expression.h"
#include <optional>

namespace stevedore {
namespace looptree {

/// An operation that is written between its operands.
struct InfixSyntax {
  Expr::Kind K;
  const char *Sign;
};

/// How tightly operations bind, from the loosest. Only the first two take more
/// than two operands; operands of the same level stand in parentheses.
enum class Level { Or, And, Comparison, Sum, Product, Primary };

/// The signs of \p L; none of sums and of what stands alone.
llvm::ArrayRef<InfixSyntax> signsOf(Level L);

/// An operation that is written as a call.
struct CallSyntax {
  Expr::Kind K;
  const char *Name;
  /// None: any number but zero.
  std::optional<unsigned> Operands;
};
llvm::ArrayRef<CallSyntax> callSyntax();

/// What parameters and tile sizes are written as: param(n), size(T1).
inline constexpr const char *ParameterWord = "param", *SizeWord = "size";

} // namespace looptree
} // namespace stevedore

#endif // STEVEDORE_LIB_LOOPTREE_EXPRSYNTAX_H
