//===- Buffer.cpp - Arrays in local memory --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffer.h"
#include "Banks.h"
#include "Guard.h"
#include "Pipelining.h"
#include "Window.h"
#include "stevedore/Plan/Sides.h"
#include "stevedore/Plan/Windows.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

namespace stevedore {
namespace lower {

/// The sum of \p Subscripts, each times its entry of \p Row.
static Affine weighted(const std::vector<int64_t> &Row,
                       const std::vector<Affine> &Subscripts) {
  Affine Result;
  for (size_t I = 0; I < Row.size() && I < Subscripts.size(); ++I)
    Result.add(Subscripts[I], Row[I]);
  return Result;
}

Affine BufferRow::distance(const std::vector<Affine> &Subscripts) const {
  Affine Result = weighted(Coefficients, Subscripts);
  if (isSlanted()) {
    Affine Along = weighted(Outer, Subscripts);
    if (!Along.isConstant())
      Result.add(Affine::atom(
          Expr::make(Expr::Mul, {Stride, Along.withoutConstant().expr()})));
    Result.add(Affine::atom(Stride), Along.constant());
  }
  return Result.add(Base.At, -1);
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
  Result.Memory = Memory;
  for (const BufferRow &Row : Rows)
    Result.Cells.push_back(Row.Cells);
  if (Banks) {
    Result.Cells = cellsIn(*Banks, Result.Cells);
    Result.Banks = {Banks->KeepsShape ? Banks->Row : 0, Banks->Count};
  }
  return Result;
}

std::optional<int64_t> Buffer::constantCells() const {
  if (!HasConstantShape)
    return std::nullopt;
  int64_t Result = 1;
  for (const Expr &Count : declaration().Cells)
    Result *= int64_t(Count.value());
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
        B.Tiled.Tiles.Parameters.isOuterCounter(B.Parameters[K]))
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
    std::optional<RowExtent> E = readExtent(Choice.Moduli[Row], B);
    if (!E)
      return std::nullopt;
    Result.push_back(std::move(*E));
  }
  return Result;
}

bool areSingle(llvm::ArrayRef<RowExtent> Choices) {
  return llvm::all_of(Choices,
                      [](const RowExtent &E) { return E.isSingle(); });
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

namespace {

/// A row with more than one cell.
struct ReadRow {
  unsigned Number;
  /// One for each choice of moduli; one where they are equal in all.
  std::vector<RowExtent> Choices;

  const RowExtent &choice(unsigned C) const {
    return Choices.size() == 1 ? Choices.front() : Choices[C];
  }
};

} // namespace

/// Whether \p Of may have a constant shape: every extent is bounded by a
/// constant and the product is small. Where tile sizes are run-time values,
/// only a single cell has one: rows would be longer than tiles need. Rows from
/// number \p Fixed on must have as many cells as their extents, no more.
static bool mayHaveConstantShape(const Buffer &Of, llvm::ArrayRef<ReadRow> Rows,
                                 bool HasConstantSizes, unsigned Fixed) {
  if (Of.Local->Mapping.Slanted)
    return false;
  int64_t Bytes = std::max<int64_t>(Of.Remote->ElementBytes, 1);
  int64_t Cells = 1;
  for (const ReadRow &Row : Rows) {
    const RowExtent &E = Row.Choices.front();
    if (Row.Number >= Fixed && !E.Exact)
      return false;
    if (Row.Choices.size() > 1 || !E.Bound || *E.Bound > limits::StackBytes ||
        Cells * *E.Bound > limits::StackBytes / Bytes)
      return false;
    Cells *= *E.Bound;
  }
  return HasConstantSizes || Cells == 1;
}

/// The number of cells of a row, in a buffer of constant shape or in another.
static std::vector<std::vector<QuasiAffineForm>> cellForms(const RowExtent &E,
                                                           bool IsConstant) {
  std::optional<int64_t> Cells = IsConstant ? E.Bound : E.Exact;
  if (!Cells)
    return E.RoundUp ? std::vector<std::vector<QuasiAffineForm>>()
                     : E.MaxOfMins;
  QuasiAffineForm Number;
  Number.Constant = *Cells;
  return {{Number}};
}

/// The choice of the least constant bound; none where one has no such bound.
static std::optional<unsigned> leastBound(llvm::ArrayRef<ReadRow> Rows,
                                          unsigned NumChoices) {
  std::optional<unsigned> Result;
  double Least = 0;
  for (unsigned C = 0; C < NumChoices; ++C) {
    double Cells = 1;
    for (const ReadRow &Row : Rows) {
      if (!Row.choice(C).Bound)
        return std::nullopt;
      Cells *= double(*Row.choice(C).Bound);
    }
    if (!Result || Cells < Least) {
      Result = C;
      Least = Cells;
    }
  }
  return Result;
}

static llvm::Error unknownExtents(const std::string &Array) {
  return llvm::createStringError("the extents of the buffer for '" + Array +
                                 "' are not known before the region");
}

/// The rows of \p L with more than one cell, of those of a slanted form the
/// inner one, and its steps. Where all choices of moduli are
/// constant, the smallest is made. Errors: an extent that is not known.
static llvm::Expected<std::vector<ReadRow>>
readRows(const BandFrame &B, const LocalArray &L, const std::string &Array) {
  std::vector<ReadRow> Result;
  const std::optional<SlantedForm> &S = L.Mapping.Slanted;
  for (unsigned R = 0; R < L.Mapping.Moduli.size(); ++R) {
    if (S && R == S->Outer) {
      std::optional<RowExtent> Step = readExtent(S->Step, B);
      if (!Step)
        return unknownExtents(Array);
      if (S->hasSteps() && !Step->isSingle())
        Result.push_back({R, {std::move(*Step)}});
      continue;
    }
    std::optional<std::vector<RowExtent>> Choices =
        readExtents(L.Mapping, R, B);
    if (!Choices)
      return unknownExtents(Array);
    if (!areSingle(*Choices) || (S && R == S->Inner))
      Result.push_back({R, std::move(*Choices)});
  }
  if (std::optional<unsigned> Least =
          leastBound(Result, 1 + L.Mapping.Others.size()))
    for (ReadRow &Row : Result)
      Row.Choices = {RowExtent(Row.choice(*Least))};
  return Result;
}

/// Defines the moduli of \p Rows, of which there are \p NumChoices, in
/// \p Result; \p Values has the same as expressions. Of all moduli those are
/// chosen whose product is least, of equal ones the first; products that do not
/// fit 32 bits are equal.
static void chooseModuli(const BandFrame &B, llvm::ArrayRef<ReadRow> Rows,
                         unsigned NumChoices, Buffer &Result,
                         std::vector<Expr> &Values) {
  std::vector<std::vector<Expr>> Moduli;
  std::vector<Expr> Products;
  const Expr Most(std::numeric_limits<int32_t>::max());
  auto define = [&](const std::string &Name, Expr Value) {
    Result.Extents.emplace_back(B.N.inner(Result.Remote->Name + Name), Value);
    return Expr::variable(Result.Extents.back().first);
  };
  for (unsigned C = 0; C < NumChoices; ++C) {
    std::string Suffix = "_or" + std::to_string(C) + "_";
    Moduli.emplace_back();
    for (unsigned R = 0; R < Rows.size(); ++R)
      Moduli.back().push_back(
          Rows[R].Choices.size() == 1
              ? Values[R]
              : define(Suffix + std::to_string(R),
                       extentValue(Rows[R].choice(C), B)));
    std::vector<Expr> Factors = {1};
    llvm::append_range(Factors, Moduli.back());
    Products.push_back(
        define("_cells" + std::to_string(C),
               Expr::make(Expr::Min, {boundedProduct(Factors, Most), Most})));
  }
  for (unsigned R = 0; R < Rows.size(); ++R)
    for (unsigned C = Rows[R].Choices.size(); C-- > 0;)
      Values[R] =
          C + 1 == NumChoices
              ? Moduli[C][R]
              : Expr::make(
                    Expr::Select,
                    {compare(Expr::LessEqual, Products[C],
                             Expr::make(Expr::Min,
                                        std::vector<Expr>(
                                            Products.begin() + C + 1,
                                            Products.end()))),
                     Moduli[C][R], Values[R]});
}

/// Where \p Row begins, row number \p Number of the mapping.
static void place(const BandFrame &B, const LocalArray &L, unsigned Number,
                  const std::string &BaseName, BufferRow &Row) {
  if (isSideRow(L, Number)) {
    Row.Static = true;
    Row.Base.At.add(Affine::name(B.N.of(sideName(L.Sides, B.Tiled.B.Memory))),
                    -1);
  } else if (Number < L.Windows.size()) {
    placeRow(B, L.Windows[Number], BaseName, Row);
  }
  if (L.Kept.Elements.is_null() || Number != L.Kept.Row)
    return;
  bool IsForNext = L.Sides == SideKind::Moving;
  auto Window =
      windowAt(L.Windows[Number], B.Tiled, B.Sizes, IsForNext ? 1 : -1);
  if (!Window)
    return;
  BufferRow Other;
  placeRow(B, *Window, BaseName + (IsForNext ? "_next" : "_before"), Other);
  Row.Other = std::move(Other.Base);
}

/// \p E divided by \p Step, rounded up.
static Expr dividedBy(const RowExtent &E, const RowExtent &Step,
                      const BandFrame &B) {
  if (E.Exact && Step.Exact)
    return Expr(llvm::divideCeilSigned(*E.Exact, *Step.Exact));
  if (Step.isSingle())
    return extentValue(E, B);
  Expr By = Step.Exact ? Expr(*Step.Exact) : extentValue(Step, B);
  return Expr::make(Expr::FloorDiv,
                    {sum(extentValue(E, B), sum(By, Expr(-1))), By});
}

/// Adds the row of the slanted form of \p L to \p Result. Errors: an extent
/// that is not known.
static llvm::Error addSlanted(const BandFrame &B, const LocalArray &L,
                              Buffer &Result) {
  const SlantedForm &S = *L.Mapping.Slanted;
  auto define = [&](const char *Suffix, const Expr &Value) {
    Result.Extents.emplace_back(B.N.inner(Result.Remote->Name + Suffix), Value);
    return Expr::variable(Result.Extents.back().first);
  };
  std::optional<RowExtent> Stride = readExtent(S.Stride, B),
                           Count = readExtent(S.Count, B),
                           Rest = readExtent(S.Rest, B);
  std::optional<RowExtent> Step = readExtent(S.Step, B);
  if (!Stride || !Count || !Rest || !Step)
    return unknownExtents(Result.Remote->Name);
  BufferRow Row;
  Row.Number = S.Inner;
  Row.Coefficients = L.Mapping.Matrix[S.Inner];
  for (int64_t Coefficient : L.Mapping.Matrix[S.Outer])
    Row.Outer.push_back(S.Sign * Coefficient);
  Row.Stride = dividedBy(*Stride, *Step, B);
  if (Row.Stride.kind() != Expr::Integer)
    Row.Stride = define("_step", Row.Stride);
  Row.Modulus = define(
      "_n", sum(product(Row.Stride, sum(extentValue(*Count, B), Expr(-1))),
                extentValue(*Rest, B)));
  Row.Cells = Row.Modulus;
  Result.Rows.push_back(std::move(Row));
  return llvm::Error::success();
}

/// Adds \p Read, whose modulus is \p Value, to \p Result. Errors: where the
/// array begins among others is no form.
static llvm::Error addRow(const BandFrame &B, const LocalArray &L,
                          const ReadRow &Read, const Expr &Value,
                          Buffer &Result) {
  const RowExtent &E = Read.Choices.front();
  bool IsOnly = Read.Choices.size() == 1;
  std::string Place = std::to_string(Result.Rows.size());
  BufferRow Row;
  Row.Number = Read.Number;
  Row.Coefficients = L.Mapping.Matrix[Read.Number];
  if (IsOnly && E.Exact) {
    Row.Modulus = *E.Exact;
  } else {
    std::string Name = B.N.inner(Result.Remote->Name + "_n" + Place);
    Row.Modulus = Expr::variable(Name);
    Result.Extents.emplace_back(Name, Value);
  }
  Row.Cells = Result.HasConstantShape ? Expr(*E.Bound) : Row.Modulus;
  if (IsOnly) {
    Row.CellForms = cellForms(E, Result.HasConstantShape);
    Row.ModulusForms = cellForms(E, false);
  }
  place(B, L, Read.Number, Result.Remote->Name + "_at" + Place, Row);
  if (!L.Mapping.Offsets.empty()) {
    auto Offset = B.form(L.Mapping.Offsets[Read.Number]);
    if (!Offset)
      return unknownExtents(Result.Remote->Name);
    Row.Base.At.add(B.affine(*Offset), -1);
  }
  Result.Rows.push_back(std::move(Row));
  return llvm::Error::success();
}

static llvm::Expected<Buffer> layOut(const BandFrame &B, const LocalArray &L) {
  Buffer Result;
  Result.Local = &L;
  Result.Remote = &B.Plan.Program->Arrays[L.Transfers.Array];
  Result.ArrayNumber = L.Transfers.Array;
  Result.Memory = B.Tiled.B.Memory;
  Result.Name = B.N.inner(
      Result.Remote->Name + "_" +
      (Result.Memory == 0 ? "local" : B.Plan.Memories.of(Result.Memory)));
  llvm::Expected<std::vector<ReadRow>> Rows =
      readRows(B, L, Result.Remote->Name);
  if (!Rows)
    return Rows.takeError();
  unsigned NumInRows = Result.Remote->InRows.size();
  Result.HasConstantShape = mayHaveConstantShape(
      Result, *Rows,
      B.Plan.Decided.TileSizes.haveAll(B.Plan.numTileSizes(), Result.Memory),
      L.Mapping.Moduli.size() - std::max(NumInRows, 1u) + 1);
  std::vector<Expr> Values;
  bool IsChosen = false;
  for (const ReadRow &Row : *Rows) {
    Values.push_back(extentValue(Row.choice(0), B));
    IsChosen |= Row.Choices.size() > 1;
  }
  if (IsChosen)
    chooseModuli(B, *Rows, 1 + L.Mapping.Others.size(), Result, Values);
  for (size_t R = 0; R < Rows->size(); ++R) {
    const ReadRow &Read = (*Rows)[R];
    bool IsSlanted =
        L.Mapping.Slanted && Read.Number == L.Mapping.Slanted->Inner;
    if (llvm::Error E = IsSlanted ? addSlanted(B, L, Result)
                                  : addRow(B, L, Read, Values[R], Result))
      return std::move(E);
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
