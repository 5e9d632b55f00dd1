//===- Strips.h - Nests that run in strips ----------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Whether the points of a nest may be executed strip by strip along its
/// innermost loop.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_STRIPS_H
#define STEVEDORE_LIB_LOWER_STRIPS_H

#include "Variants.h"

namespace stevedore {
namespace lower {

/// The loops over the dimensions First .. Last of the order of points, around
/// \p Names, statements of the program of variants.
struct PointLoops {
  std::vector<std::string> Names;
  unsigned First = 0, Last = 0;
};

/// Whether the points (l, c) of the nest \p L of band \p B, where c is the
/// innermost counter, may be executed in the order of (s(c), l, c) for any s
/// that does not fall: whether each two accesses to one cell, of which one
/// writes, stay in their order. They do unless they are to one element at
/// points (l, c) and (l', c') with l before l' and c > c', since elements that
/// tiles have in local memory together have different cells; of arrays that are
/// temporary in each tile those live at one point have, which is why none may
/// be written. \p Order is { V[i] -> [d] }, d the dimensions inside a tile of
/// \p B as they are nested. False, too, when isl does not tell within its
/// budget.
bool mayRunInStrips(const BandFrame &B, const Variants &V,
                    const isl::union_map &Order, const PointLoops &L);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_STRIPS_H
