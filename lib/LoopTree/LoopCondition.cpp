//===- LoopCondition.cpp - When loops end ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/LoopTree/LoopTree.h"

namespace stevedore {
namespace looptree {

/// \p E + 1 where that is as long; nothing elsewhere.
static std::optional<Expr> successor(const Expr &E) {
  if (E.kind() == Expr::Integer)
    return Expr::integer(E.value() + 1);
  if (E.kind() == Expr::Min) {
    std::vector<Expr> Operands;
    for (const Expr &Operand : E.operands()) {
      std::optional<Expr> Next = successor(Operand);
      if (!Next)
        return std::nullopt;
      Operands.push_back(*Next);
    }
    return Expr::make(Expr::Min, std::move(Operands));
  }
  if (E.kind() != Expr::AffineSum || E.constant() == 0 ||
      E.constant() == INT64_MAX)
    return std::nullopt;
  Affine Sum(E.constant() + 1);
  for (size_t I = 0; I < E.operands().size(); ++I)
    Sum.add(Affine::atom(E.operands()[I]), E.coefficients()[I]);
  return Sum.expr();
}

/// \p F ends at the same iteration with c <= e and with c < e + 1; where it runs
/// from one multiple of its step to another, also with c < e + step.
static std::optional<Expr> limitOf(const ForNode &F) {
  const Expr &Last = F.Condition.operands()[1];
  bool AreNumbers = F.Step && F.Step->kind() == Expr::Integer && F.Init &&
                    F.Init->kind() == Expr::Integer &&
                    Last.kind() == Expr::Integer;
  if (AreNumbers && (Last.value() - F.Init->value()) % F.Step->value() == 0)
    return Expr::integer(Last.value() + F.Step->value());
  return successor(Last);
}

Expr conditionOf(const ForNode &F) {
  const Expr &Condition = F.Condition;
  if (Condition.kind() != Expr::LessEqual)
    return Condition;
  std::optional<Expr> Limit = limitOf(F);
  return Limit ? compare(Expr::Less, Condition.operands()[0], *Limit)
               : Condition;
}

} // namespace looptree
} // namespace stevedore
