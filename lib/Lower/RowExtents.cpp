//===- RowExtents.cpp - Numbers of cells before a region ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/aff.h"

namespace stevedore {
namespace lower {

static int64_t roundedUp(int64_t Value, bool ToPowerOfTwo) {
  Value = std::max<int64_t>(Value, 1);
  return ToPowerOfTwo ? int64_t(llvm::PowerOf2Ceil(Value)) : Value;
}

/// The smallest constant among \p Forms, and whether all are constants.
static std::optional<int64_t>
smallestConstant(const std::vector<QuasiAffineForm> &Forms, bool &All) {
  std::optional<int64_t> Smallest;
  for (const QuasiAffineForm &F : Forms) {
    std::optional<int64_t> Number = F.constantFloor();
    All &= Number.has_value();
    if (Number)
      Smallest = std::min(Smallest.value_or(*Number), *Number);
  }
  return Smallest;
}

/// ceil(\p A / \p Divisor) with the sizes that are constant put in; none when
/// it has outer counters or numbers that are too large.
static std::optional<QuasiAffineForm>
readForm(const isl::aff &A, const BandFrame &B, int64_t Divisor) {
  isl::ctx Ctx = A.ctx();
  std::optional<QuasiAffineForm> F =
      B.form(Divisor == 1 ? A
                          : isl::manage(isl_aff_ceil(isl_aff_scale_down_val(
                                A.copy(), isl::val(Ctx, Divisor).release()))));
  if (!F)
    return std::nullopt;
  for (unsigned K = 0; K < B.Parameters.size(); ++K)
    if (F->involves(K) &&
        B.Tiled.Tiles.Parameters.isOuterCounter(B.Parameters[K]))
      return std::nullopt;
  return F->withValues([&](unsigned K) { return B.N.value(B.Parameters[K]); });
}

std::optional<RowExtent> readExtent(const Extent &E, const BandFrame &B,
                                    int64_t Divisor) {
  RowExtent Result;
  Result.RoundUp = E.RoundUpToPowerOfTwo;
  bool AllConstant = true, AllBounded = true;
  int64_t Largest = 1;
  for (const std::vector<isl::aff> &Alternative : E.MaxOfMins) {
    std::vector<QuasiAffineForm> Forms;
    for (const isl::aff &A : Alternative) {
      std::optional<QuasiAffineForm> F = readForm(A, B, Divisor);
      if (!F)
        return std::nullopt;
      Forms.push_back(std::move(*F));
    }
    std::optional<int64_t> Constant = smallestConstant(Forms, AllConstant);
    AllBounded &= Constant.has_value();
    Largest = std::max(Largest, Constant.value_or(1));
    Result.MaxOfMins.push_back(std::move(Forms));
  }
  if (AllBounded)
    Result.Bound = roundedUp(Largest, Result.RoundUp);
  // An extent is at least 1.
  if (AllConstant || Result.Bound == 1)
    Result.Exact = Result.Bound;
  return Result;
}

std::optional<std::vector<RowExtent>>
readExtents(const ModularMapping &M, unsigned Row, const BandFrame &B) {
  std::vector<ModularMapping> Choices = M.choices();
  if (llvm::all_of(Choices, [&](const ModularMapping &Choice) {
        return Choice.Moduli[Row].text() == M.Moduli[Row].text();
      }))
    Choices.resize(1);
  std::vector<RowExtent> Result;
  for (const ModularMapping &Choice : Choices) {
    std::optional<RowExtent> E =
        readExtent(Choice.Moduli[Row], B, Choice.divisor(Row));
    if (!E)
      return std::nullopt;
    Result.push_back(std::move(*E));
  }
  return Result;
}

std::optional<std::vector<Expr>> readCases(const ModularMapping &M,
                                           const BandFrame &B) {
  std::vector<Expr> Result;
  for (const ModularMapping &Choice : M.choices()) {
    Result.push_back(0);
    if (Choice.Where.is_null())
      continue;
    std::optional<QuasiAffineForm> Form = readForm(Choice.Where, B, 1);
    if (!Form)
      return std::nullopt;
    Result.back() = B.affine(*Form).expr();
  }
  return Result;
}

bool areSingle(llvm::ArrayRef<RowExtent> Choices) {
  return llvm::all_of(Choices, [](const RowExtent &E) { return E.isSingle(); });
}

Expr extentValue(const RowExtent &E, const BandFrame &B) {
  std::vector<Expr> Alternatives = {1};
  for (const std::vector<QuasiAffineForm> &Forms : E.MaxOfMins) {
    std::vector<Expr> Minimum;
    for (const QuasiAffineForm &F : Forms)
      Minimum.push_back(B.affine(F).expr());
    Alternatives.push_back(Expr::make(Expr::Min, std::move(Minimum)));
  }
  Expr Value = Expr::make(Expr::Max, std::move(Alternatives));
  return E.RoundUp ? Expr::make(Expr::PowerOfTwo, {Value}) : Value;
}

std::vector<std::vector<QuasiAffineForm>> cellForms(const RowExtent &E,
                                                    bool IsConstant) {
  std::optional<int64_t> Cells = IsConstant ? E.Bound : E.Exact;
  if (!Cells)
    return E.RoundUp ? std::vector<std::vector<QuasiAffineForm>>()
                     : E.MaxOfMins;
  QuasiAffineForm Number;
  Number.Constant = *Cells;
  return {{Number}};
}

} // namespace lower
} // namespace stevedore
