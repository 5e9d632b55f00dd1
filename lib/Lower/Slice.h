//===- Slice.h - Whole rows as one run --------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Transfers of whole rows. Where a tile moves, for each index of the first
/// dimensions of an array that occurs, all there is in the last ones, and the
/// buffer has rows of the same length, those last dimensions are one piece of
/// both memories: a slice. Only the indices of slices are scanned then, and
/// neighbouring slices make one run.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_SLICE_H
#define STEVEDORE_LIB_LOWER_SLICE_H

#include "Buffer.h"

namespace stevedore {
namespace lower {

/// What is moved at once for one index of the first dimensions of an array.
class Slice {
public:
  /// Single elements of the array in \p Home.
  explicit Slice(const Buffer &Home) : Home(Home) {}

  /// Takes the last dimensions of \p Elements { A[m] } into the slice, one
  /// after the other while
  ///
  ///   Elements = { A[m, j] : A[m, 0] in Elements and 0 <= j < E }
  ///
  /// for the length E of a row of remote memory and for the number of cells in
  /// a row of the buffer, whose position is j, all where \p Context holds.
  /// Returns what is left, { A[m] }; what verify() cannot prove in time stays.
  isl::set widen(const BandFrame &B, const isl::set &Elements,
                 const isl::set &Context);

  /// The buffer; its positions along what is whole are the subscripts.
  const Buffer &home() const { return Home; }
  /// Number of dimensions in the slice.
  unsigned whole() const { return Lengths.size(); }
  /// The row of the buffer along which neighbouring slices lie; none where
  /// there is a single one.
  const BufferRow *row() const {
    return Home.Rows.size() > whole() ? &*(Home.Rows.rbegin() + whole())
                                      : nullptr;
  }
  /// The subscripts of the first element of the slice \p Coordinates.
  std::vector<Affine> first(std::vector<Affine> Coordinates) const;
  /// The cells of each whole row, from the outermost: a slice has their product
  /// of elements.
  const std::vector<Expr> &lengths() const { return Lengths; }

private:
  /// Last dimensions that are taken to be whole, and the indices { A[m] } of
  /// what they are rows of.
  struct WholeRows {
    unsigned Count = 0;
    isl::set Indices;
  };

  WholeRows find(const BandFrame &B, isl::set Elements,
                 const isl::set &Context) const;
  void take(unsigned Count);
  llvm::Error verify(const BandFrame &B, const isl::set &Elements,
                     const WholeRows &Rows, const isl::set &Context) const;
  bool isAlone(const BufferRow &Row, unsigned Dimension) const;
  isl::set remoteRow(unsigned Dimension) const;
  bool isAsLong(const BandFrame &B, const BufferRow &Row,
                const isl::set &Remote, const isl::set &Context) const;

  Buffer Home;
  std::vector<Expr> Lengths;

  friend class SliceProof;
};

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_SLICE_H
