//===- Variants.h - Statements by the parts that they access ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Where an array lies in several buffers (Transfer/Partition.h), a reference
/// finds its element in one or another of them. Index-set splitting gives each
/// statement one variant for each combination of buffers that occurs.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_VARIANTS_H
#define STEVEDORE_LIB_LOWER_VARIANTS_H

#include "Buffer.h"

namespace stevedore {
namespace lower {

/// The statements of one band.
struct Variants {
  /// The program with an array for each part and a statement for each variant.
  std::shared_ptr<const Scop> Program;
  /// { V[i] -> pt } for the points of the tile at I, with N, T, O, I as
  /// parameters.
  isl::union_map Theta;
  /// The buffers of the program's arrays, by their indices.
  std::map<unsigned, const Buffer *> Buffers;
  /// The statement that a variant is made from, by the variant's name; absent
  /// where a statement has only one.
  std::map<std::string, std::string> Originals;
  /// { : full tiles in which each statement has only one variant }, over N, T,
  /// O, I. Equal to BandFrame::FullTile where no array is in parts.
  isl::set Uniform;

  bool areTrivial() const { return Originals.empty(); }
  /// The name of the statement that \p Tuple is a variant of.
  const std::string &original(const std::string &Tuple) const;
};

/// Splits the statements of \p B. Errors: budget.
llvm::Expected<Variants> splitStatements(const BandFrame &B,
                                         const std::vector<Buffer> &Buffers);

/// For each variant of a statement the tiles that it fills and in which no
/// other has points, { : ... } over N, T, O, I, where there are such; none of
/// them where isl does not tell within its budget.
std::vector<isl::set> tilesOfOne(const BandFrame &B, const Variants &V);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_VARIANTS_H
