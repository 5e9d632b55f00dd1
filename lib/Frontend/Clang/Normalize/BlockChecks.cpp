//===- BlockChecks.cpp - What assignments in place of calls count on ------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/BlockChecks.h"
#include "Expression/Lengths.h"
#include "Expression/Places.h"

using namespace clang;
using namespace stevedore;

llvm::Expected<bool> stevedore::staysInRow(RegionState &R,
                                           const RowCheck &Check, const Nest &N,
                                           isl::set Domain) {
  AffineBuilder Builder(R, N, "subscript", Check.Index);
  llvm::Expected<isl::pw_aff> Index = Builder.value(Check.Index);
  if (!Index)
    return Index.takeError();
  std::optional<isl::pw_aff> Size = lengthOf(Check.Row, Builder, true);
  if (llvm::Error Why = Builder.discharge(Domain))
    return std::move(Why);
  Domain = Domain.intersect_params(R.Model.Program.Context);
  isl::set Within = Index->ge_set(Builder.constant(0L));
  if (Size)
    Within = Within.intersect(Index->lt_set(*Size));
  return Size && R.exclude(Domain.subtract(Within), Domain, true);
}

/// Whether \p E is an assignment in place of memmove() from an array that may
/// be the one that is written.
static bool mayOverlap(RegionState &R, const Expr *E) {
  const auto *Copy = dyn_cast<BinaryOperator>(E);
  if (!Copy || R.Form.BlockStores.lookup_or(Copy->getOperatorLoc(),
                                            BlockCall::Copy) != BlockCall::Move)
    return false;
  auto To = llvm::expectedToOptional(locate(R, Copy->getLHS()));
  auto From =
      llvm::expectedToOptional(locate(R, Copy->getRHS()->IgnoreParenCasts()));
  return To && From && (!To->Root || !From->Root || To->Root == From->Root);
}

llvm::Error stevedore::checkBlock(RegionState &R, const Expr *E,
                                  const Nest &N) {
  if (mayOverlap(R, E))
    return R.reject(RejectReason::CallSideEffects, E->getExprLoc(),
                    {"memmove"});
  auto Found = R.Form.RowChecks.find(E);
  if (Found == R.Form.RowChecks.end())
    return llvm::Error::success();
  for (const RowCheck &Check : Found->second) {
    llvm::Expected<bool> Stays = staysInRow(R, Check, N, N.Domain);
    if (!Stays)
      return Stays.takeError();
    if (!*Stays)
      return R.reject(RejectReason::BlockBounds, E->getExprLoc());
  }
  return llvm::Error::success();
}
