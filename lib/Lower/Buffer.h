//===- Buffer.h - Arrays in local memory ------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// How an array of a band lies in local memory, as C names: extents, the cell
/// of an element, and the parts of a subscript that are computed once per tile.
///
/// Element m lives in cell (M m - s) mod b, component-wise, where the shift s
/// is the same for all tiles between which elements are reused; shifting all
/// cells by one constant keeps a modular mapping valid. Where a shift exists
/// for which 0 <= M m - s < b in every tile, the row is `static` and no modulo
/// is left in its subscripts.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_BUFFER_H
#define STEVEDORE_LIB_LOWER_BUFFER_H

#include "Band.h"
#include "stevedore/Lower/Banks.h"

namespace stevedore {
namespace lower {

/// The extent of one row: b as max(1, max of mins), as a constant where it is
/// one, and a constant bound where one is known.
struct RowExtent {
  /// Forms over BandFrame::Parameters, with the constant sizes put in.
  std::vector<std::vector<QuasiAffineForm>> MaxOfMins;
  bool RoundUp = false;
  std::optional<int64_t> Exact;
  std::optional<int64_t> Bound;

  bool isSingle() const { return Exact && *Exact == 1; }
};

/// Reads \p E by \p Divisor, rounded up; none when it has outer counters or
/// numbers that are too large.
std::optional<RowExtent> readExtent(const Extent &E, const BandFrame &B,
                                    int64_t Divisor = 1);

/// The extents of row number \p Row of \p M in each of its choices, one where
/// they are all equal. None where readExtent() gives none.
std::optional<std::vector<RowExtent>>
readExtents(const ModularMapping &M, unsigned Row, const BandFrame &B);

/// For each choice of \p M what is not negative where it holds, 0 where it
/// always does. None when that has outer counters or numbers that are too
/// large.
std::optional<std::vector<Expr>> readCases(const ModularMapping &M,
                                           const BandFrame &B);

/// b as an expression.
Expr extentValue(const RowExtent &E, const BandFrame &B);

/// The number of cells of a row, in a buffer of constant shape or in another.
std::vector<std::vector<QuasiAffineForm>> cellForms(const RowExtent &E,
                                                    bool IsConstant);

/// Whether all of \p Choices are one cell.
bool areSingle(llvm::ArrayRef<RowExtent> Choices);

/// Where a dimension of a buffer begins: a linear form, or Name, which is
/// defined at the start of each tile as Value.
struct RowBase {
  Affine At;
  std::string Name;
  Expr Value;
};

/// One dimension of a buffer.
struct BufferRow {
  /// Its number among the rows of M.
  unsigned Number = 0;
  /// A row of M, one coefficient for each array dimension.
  std::vector<int64_t> Coefficients;
  /// A further part of the row: times Stride, where it is slanted
  /// (SlantedForm); k + First, where it is packed (PackedForm).
  std::vector<int64_t> Outer;
  Expr Stride;
  /// How many cells lie in front of row k of a packed form, by
  /// PackedForm::Series.
  struct Packing {
    Affine First, Offset;
    int64_t Factor, Divisor;
  };
  std::optional<Packing> Packed;
  /// Subscripts never reach the modulus: position = M m - Base.
  bool Static = false;
  /// What is subtracted from M m.
  RowBase Base;
  /// The same where elements are kept (LocalArray::Kept) for the tile that they
  /// come from, a step before; or go to, a step further, between two sides.
  RowBase Other;
  /// b, a name or a number.
  Expr Modulus;
  /// Number of cells along this dimension in memory, at least b.
  Expr Cells;
  /// b and Cells, each as max(1, max of mins) of forms over
  /// BandFrame::Parameters; empty where it is not one.
  std::vector<std::vector<QuasiAffineForm>> ModulusForms, CellForms;

  /// What M m - Base is divided by (StridedForm); where it is not 1 the row is
  /// static.
  int64_t Divisor = 1;

  /// Whether positions are no linear forms of subscripts but for a divisor.
  bool isSlanted() const { return !Outer.empty(); }
  /// M m - Base for subscripts \p Subscripts, by the divisor.
  Affine distance(const std::vector<Affine> &Subscripts) const;
};

/// An array of a band in local memory.
struct Buffer {
  const LocalArray *Local = nullptr;
  const Array *Remote = nullptr;
  /// Index into Scop::Arrays.
  unsigned ArrayNumber = 0;
  /// Number of the memory that it is in.
  unsigned Memory = 0;
  std::string Name;
  /// Dimensions with more than one cell; the last is contiguous.
  std::vector<BufferRow> Rows;
  /// Each row has a constant number of cells, as many as it may need.
  bool HasConstantShape = false;
  /// How its cells are spread over banks; none: it is one memory.
  std::optional<BufferBanks> Banks;
  /// LocalArray::UseContext as a condition; none: always.
  std::optional<Expr> UseCondition;
  /// The name and the value of every run-time modulus, and of what it is chosen
  /// by; a value may have names that come before.
  std::vector<std::pair<std::string, Expr>> Extents;

  /// The cell number from the position along each row.
  Expr cell(const std::vector<Expr> &Positions) const;
  /// The distance in cells between neighbours along row \p Row.
  Expr stride(unsigned Row) const;
  /// The buffer as the loop tree has it.
  looptree::Buffer declaration() const;
  /// The number of cells; none where the shape is not constant.
  std::optional<int64_t> constantCells() const;
};

/// Lays out every array of \p B. Errors: budget, or extents that depend on
/// what is not known at the start of the region.
llvm::Expected<std::vector<Buffer>> layOutBuffers(const BandFrame &B);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_BUFFER_H
