//===- Buffer.cpp - Arrays in local memory --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffer.h"
#include "Window.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace stevedore {
namespace lower {

Affine BufferRow::distance(const std::vector<Affine> &Subscripts) const {
  Affine Result;
  for (size_t I = 0; I < Coefficients.size() && I < Subscripts.size(); ++I)
    Result.add(Subscripts[I], Coefficients[I]);
  return Result.add(Base, -1);
}

Expr Buffer::cell(const std::vector<Expr> &Positions) const {
  Expr Cell = 0;
  for (size_t R = 0; R < Rows.size(); ++R)
    Cell = R == 0 ? Positions[R]
                  : sum(product(Cell, Rows[R].Cells), Positions[R]);
  return Cell;
}

Expr Buffer::stride(unsigned Row) const {
  Expr Stride = 1;
  for (size_t R = Row + 1; R < Rows.size(); ++R)
    Stride = product(Stride, Rows[R].Cells);
  return Stride;
}

looptree::Buffer Buffer::declaration() const {
  looptree::Buffer Result;
  Result.Name = Name;
  Result.Array = ArrayNumber;
  for (const BufferRow &Row : Rows)
    Result.Cells.push_back(Row.Cells);
  return Result;
}

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

/// \p A with the sizes that are constant put in; none when it has outer
/// counters or numbers that are too large.
static std::optional<QuasiAffineForm> readForm(const isl::aff &A,
                                               const BandFrame &B) {
  std::optional<QuasiAffineForm> F = B.form(A);
  if (!F)
    return std::nullopt;
  for (unsigned K = 0; K < B.Parameters.size(); ++K)
    if (F->involves(K) &&
        llvm::is_contained(B.Tiled.Tiles.OuterNames, B.Parameters[K]))
      return std::nullopt;
  return F->withValues([&](unsigned K) { return B.N.value(B.Parameters[K]); });
}

std::optional<RowExtent> readExtent(const Extent &E, const BandFrame &B) {
  RowExtent Result;
  Result.RoundUp = E.RoundUpToPowerOfTwo;
  bool AllConstant = true, AllBounded = true;
  int64_t Largest = 1;
  for (const std::vector<isl::aff> &Alternative : E.MaxOfMins) {
    std::vector<QuasiAffineForm> Forms;
    for (const isl::aff &A : Alternative) {
      std::optional<QuasiAffineForm> F = readForm(A, B);
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
  if (AllConstant)
    Result.Exact = Result.Bound;
  return Result;
}

/// b as an expression.
static Expr extentValue(const RowExtent &E, const BandFrame &B) {
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

/// Decides whether the buffer is a plain array: every extent is bounded by a
/// constant and the product is small. Where tile sizes are run-time values, only
/// a single cell is: all other local memory is allocated.
static void choosePlain(Buffer &Result, const std::vector<RowExtent> &Extents,
                        bool HasConstantSizes) {
  int64_t Bytes = std::max<int64_t>(Result.Remote->ElementBytes, 1);
  int64_t Cells = 1;
  for (const RowExtent &E : Extents) {
    if (!E.Bound || *E.Bound > limits::StackBytes ||
        Cells * *E.Bound > limits::StackBytes / Bytes)
      return;
    Cells *= *E.Bound;
  }
  if (!HasConstantSizes && Cells != 1)
    return;
  Result.Plain = true;
  Result.PlainCells = Cells;
}

/// The number of cells of a row in a plain array or in an allocated one.
static std::vector<std::vector<QuasiAffineForm>> cellForms(const RowExtent &E,
                                                         bool Plain) {
  std::optional<int64_t> Cells = Plain ? E.Bound : E.Exact;
  if (!Cells)
    return E.RoundUp ? std::vector<std::vector<QuasiAffineForm>>()
                     : E.MaxOfMins;
  QuasiAffineForm Number;
  Number.Constant = *Cells;
  return {{Number}};
}

static llvm::Expected<Buffer> layOut(const BandFrame &B, const LocalArray &L) {
  Buffer Result;
  Result.Local = &L;
  Result.Remote = &B.Plan.Program->Arrays[L.Transfers.Array];
  Result.ArrayNumber = L.Transfers.Array;
  Result.Name = B.N.inner(Result.Remote->Name + "_local");
  std::vector<RowExtent> Extents;
  std::vector<unsigned> RowNumbers;
  for (size_t R = 0; R < L.Mapping.Moduli.size(); ++R) {
    std::optional<RowExtent> E = readExtent(L.Mapping.Moduli[R], B);
    if (!E)
      return llvm::createStringError("the extents of the buffer for '" +
                                     Result.Remote->Name +
                                     "' are not known before the region");
    if (E->isSingle())
      continue;
    Extents.push_back(*E);
    RowNumbers.push_back(R);
  }
  choosePlain(Result, Extents,
              B.Plan.TileSizes.size() >= B.Plan.numTileSizes());
  for (size_t R = 0; R < Extents.size(); ++R) {
    BufferRow Row;
    Row.Coefficients = L.Mapping.Matrix[RowNumbers[R]];
    if (Extents[R].Exact) {
      Row.Modulus = *Extents[R].Exact;
    } else {
      std::string Name =
          B.N.inner(Result.Remote->Name + "_n" + std::to_string(R));
      Row.Modulus = Expr::variable(Name);
      Result.Extents.emplace_back(Name, extentValue(Extents[R], B));
    }
    Row.Cells = Result.Plain ? Expr(*Extents[R].Bound) : Row.Modulus;
    Row.CellForms = cellForms(Extents[R], Result.Plain);
    Row.ModulusForms = cellForms(Extents[R], false);
    if (RowNumbers[R] < L.Windows.size())
      placeRow(B, L.Windows[RowNumbers[R]],
               Result.Remote->Name + "_at" + std::to_string(R), Row);
    Result.Rows.push_back(std::move(Row));
  }
  if (!L.UseContext.is_null()) {
    llvm::Expected<Expr> Used = condition(
        B.fixSizes(B.Tiled.Tiles.Context), B.fixSizes(L.UseContext), B.N);
    if (!Used)
      return Used.takeError();
    Result.UseCondition = std::move(*Used);
  }
  return Result;
}

llvm::Expected<std::vector<Buffer>> layOutBuffers(const BandFrame &B) {
  std::vector<Buffer> Result;
  for (const LocalArray &L : B.Tiled.Arrays) {
    llvm::Expected<Buffer> Next = layOut(B, L);
    if (!Next)
      return Next.takeError();
    Result.push_back(std::move(*Next));
  }
  return Result;
}

} // namespace lower
} // namespace stevedore
