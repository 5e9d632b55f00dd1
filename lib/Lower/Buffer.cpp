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

/// k (Factor k + Offset) / Divisor for k = \p Along - First.
static Affine cellsBefore(const BufferRow::Packing &P, Affine Along) {
  Along.add(P.First, -1);
  Affine Times = P.Offset;
  Times.add(Along, P.Factor);
  if (Along.isConstant() && Times.isConstant())
    return Along.constant() * Times.constant() / P.Divisor;
  Expr Product = Expr::make(Expr::Mul, {Along.expr(), Times.expr()});
  return Affine::atom(
      P.Divisor == 1 ? Product : Expr::make(Expr::Div, {Product, P.Divisor}));
}

/// \p Position / \p Divisor of a position that is not negative; a linear form
/// where all coefficients are multiples.
static Affine divided(const Affine &Position, int64_t Divisor) {
  Expr Whole = Position.expr();
  auto IsMultiple = [&](int64_t Factor) { return Factor % Divisor == 0; };
  bool IsLinear =
      Position.isConstant() || (Whole.kind() == Expr::AffineSum &&
                                llvm::all_of(Whole.coefficients(), IsMultiple));
  if (!IsLinear)
    return Affine::atom(Expr::make(Expr::Div, {Whole, Divisor}));
  Affine Result(llvm::divideFloorSigned(Position.constant(), Divisor));
  if (!Position.isConstant())
    for (auto [Factor, Atom] :
         llvm::zip(Whole.coefficients(), Whole.operands()))
      Result.add(Affine::atom(Atom), Factor / Divisor);
  return Result;
}

Affine BufferRow::distance(const std::vector<Affine> &Subscripts) const {
  Affine Result = weighted(Coefficients, Subscripts);
  if (Divisor != 1)
    return divided(Result.add(Base.At, -1), Divisor);
  if (Packed)
    return Result.add(cellsBefore(*Packed, weighted(Outer, Subscripts)))
        .add(Base.At, -1);
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
  if (Of.Local->Mapping.Slanted || Of.Local->Mapping.Packed)
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

/// Whether a choice may hold, and whether it may not, by one of readCases().
static bool mayHold(const Expr &Case) {
  return Case.kind() != Expr::Integer || Case.value() >= 0;
}
static bool mayFail(const Expr &Case) {
  return Case.kind() != Expr::Integer || Case.value() < 0;
}

/// The choice of the least constant bound; none where one has no such bound, or
/// holds for some parameters only.
static std::optional<unsigned> leastBound(llvm::ArrayRef<ReadRow> Rows,
                                          llvm::ArrayRef<Expr> Cases) {
  std::optional<unsigned> Result;
  double Least = 0;
  for (unsigned C = 0; C < Cases.size(); ++C) {
    if (!mayHold(Cases[C]))
      continue;
    if (mayFail(Cases[C]))
      return std::nullopt;
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

/// The rows of \p L with more than one cell, of those of a slanted or a packed
/// form the inner one, and its steps. Where all choices of moduli are
/// constant, the smallest is made. Errors: an extent that is not known.
static llvm::Expected<std::vector<ReadRow>> readRows(const BandFrame &B,
                                                     const LocalArray &L,
                                                     llvm::ArrayRef<Expr> Cases,
                                                     const std::string &Array) {
  std::vector<ReadRow> Result;
  const std::optional<SlantedForm> &S = L.Mapping.Slanted;
  const std::optional<PackedForm> &P = L.Mapping.Packed;
  for (unsigned R = 0; R < L.Mapping.Moduli.size(); ++R) {
    if (P && R == P->Outer)
      continue;
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
    if (!areSingle(*Choices) || (S && R == S->Inner) || (P && R == P->Inner))
      Result.push_back({R, std::move(*Choices)});
  }
  if (std::optional<unsigned> Least = leastBound(Result, Cases))
    for (ReadRow &Row : Result)
      Row.Choices = {RowExtent(Row.choice(*Least))};
  return Result;
}

/// Defines the moduli of \p Rows, of which there are \p NumChoices, in
/// \p Result; \p Values has the same as expressions. Of all moduli those are
/// chosen whose product is least, of equal ones the first; products that do not
/// fit 32 bits, and those of moduli that do not hold, by \p Cases, are equal.
static void chooseModuli(const BandFrame &B, llvm::ArrayRef<ReadRow> Rows,
                         llvm::ArrayRef<Expr> Cases, Buffer &Result,
                         std::vector<Expr> &Values) {
  unsigned NumChoices = Cases.size();
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
    Expr Product = Expr::make(Expr::Min, {boundedProduct(Factors, Most), Most});
    if (!mayHold(Cases[C]))
      Product = Most;
    else if (mayFail(Cases[C]))
      Product = Expr::make(
          Expr::Select, {compare(Expr::LessEqual, 0, Cases[C]), Product, Most});
    Products.push_back(define("_cells" + std::to_string(C), Product));
  }
  for (unsigned R = 0; R < Rows.size(); ++R)
    for (unsigned C = NumChoices; Rows[R].Choices.size() > 1 && C-- > 0;)
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

/// Adds the row of the packed form of \p L to \p Result. Where its cells might
/// not be counted in 64 bits there are more than any memory has. Errors: a form
/// that is not known.
static llvm::Error addPacked(const BandFrame &B, const LocalArray &L,
                             Buffer &Result) {
  const PackedForm &P = *L.Mapping.Packed;
  if (P.Inner >= L.Windows.size() || !L.Windows[P.Inner].IsStatic)
    return llvm::createStringError("the rows of the packed buffer for '" +
                                   Result.Remote->Name + "' are not proved");
  PackedForm::Series Before = P.cellsBefore();
  std::optional<RowExtent> Count = readExtent(P.Count, B);
  auto First = B.form(P.First), Offset = B.form(Before.Offset),
       OfX = B.form(P.offsetOfX());
  if (!Count || !First || !Offset || !OfX)
    return unknownExtents(Result.Remote->Name);
  BufferRow Row;
  Row.Number = P.Inner;
  Row.Static = true;
  Row.Coefficients = L.Mapping.Matrix[P.Inner];
  Row.Outer = L.Mapping.Matrix[P.Outer];
  for (unsigned K = 0; K < Row.Coefficients.size(); ++K)
    Row.Coefficients[K] -= P.Slope * Row.Outer[K];
  Row.Base.At = B.affine(*OfX);
  Row.Packed = {B.affine(*First), B.affine(*Offset), Before.Factor,
                Before.Divisor};
  Expr Rows = extentValue(*Count, B),
       Times = sum(product(Rows, Before.Factor), Row.Packed->Offset.expr()),
       Cells = product(Rows, Times);
  if (Before.Divisor != 1)
    Cells = Expr::make(Expr::Div, {Cells, Before.Divisor});
  if (Cells.kind() != Expr::Integer)
    Cells =
        Expr::make(Expr::Select, {compare(Expr::LessEqual,
                                          Expr::make(Expr::Max, {Rows, Times}),
                                          std::numeric_limits<int32_t>::max()),
                                  Cells, std::numeric_limits<int64_t>::max()});
  Result.Extents.emplace_back(B.N.inner(Result.Remote->Name + "_n"),
                              Expr::make(Expr::Max, {1, Cells}));
  Row.Modulus = Row.Cells = Expr::variable(Result.Extents.back().first);
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
  Row.Divisor = L.Mapping.divisor(Read.Number);
  Row.Cells = Result.HasConstantShape ? Expr(*E.Bound) : Row.Modulus;
  if (IsOnly) {
    Row.CellForms = cellForms(E, Result.HasConstantShape);
    Row.ModulusForms = cellForms(E, false);
  }
  place(B, L, Read.Number, Result.Remote->Name + "_at" + Place, Row);
  if (Row.Divisor != 1 && (!Row.Static || L.Windows[Read.Number].IsAligned ||
                           !L.Kept.Elements.is_null()))
    return llvm::createStringError("the window of the strided buffer for '" +
                                   Result.Remote->Name + "' is not proved");
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
  std::optional<std::vector<Expr>> Cases = readCases(L.Mapping, B);
  if (!Cases)
    return unknownExtents(Result.Remote->Name);
  llvm::Expected<std::vector<ReadRow>> Rows =
      readRows(B, L, *Cases, Result.Remote->Name);
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
    chooseModuli(B, *Rows, *Cases, Result, Values);
  for (size_t R = 0; R < Rows->size(); ++R) {
    const ReadRow &Read = (*Rows)[R];
    bool IsSlanted =
        L.Mapping.Slanted && Read.Number == L.Mapping.Slanted->Inner;
    bool IsPacked = L.Mapping.Packed && Read.Number == L.Mapping.Packed->Inner;
    if (llvm::Error E = IsSlanted  ? addSlanted(B, L, Result)
                        : IsPacked ? addPacked(B, L, Result)
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
