//===- ConstantModuli.cpp - Moduli of arrays ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/ConstantModuli.h"
#include "stevedore/Support/Limits.h"

using namespace stevedore;

/// The extent \p Number.
static Extent constantExtent(isl::ctx Ctx, int64_t Number) {
  Extent Result;
  Result.MaxOfMins = {
      {isl::aff(Ctx, "{ [(" + std::to_string(Number) + ")] }")}};
  Result.AtLeastOne = true;
  return Result;
}

std::optional<ModularMapping>
stevedore::atConstantModuli(const ModularMapping &M, isl::ctx Ctx,
                            const FixedSizes &Sizes, int64_t Bytes) {
  if (!M.isPlain() && !M.Strided)
    return std::nullopt;
  ModularMapping Result = M;
  int64_t Most = limits::StackBytes / std::max<int64_t>(Bytes, 1);
  bool HasChanged = false;
  for (Extent &E : Result.Moduli) {
    std::optional<int64_t> Bound = Sizes.boundOf(E);
    if (!Bound || *Bound > Most)
      return std::nullopt;
    Most /= *Bound;
    HasChanged |= !E.constant();
    if (!E.constant())
      E = constantExtent(Ctx, *Bound);
  }
  return HasChanged ? std::optional(std::move(Result)) : std::nullopt;
}

ModularMapping stevedore::withConstantModuli(ModularMapping M,
                                             const ConflictRelation &C,
                                             const FixedSizes &Sizes,
                                             int64_t Bytes) {
  std::optional<ModularMapping> Result =
      atConstantModuli(M, C.Context.ctx(), Sizes, Bytes);
  if (!Result)
    return M;
  Budget Limit(C.Context.ctx(), {0, limits::MappingProofOperations});
  llvm::Error Failed =
      within(Limit, verifyMapping(C, *Result), "the proof of a mapping");
  if (!Failed)
    return std::move(*Result);
  consumeError(std::move(Failed));
  return M;
}
