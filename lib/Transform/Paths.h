//===- Paths.h - Ways through a schedule tree -------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The way from the root of a schedule tree to each statement.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_TRANSFORM_PATHS_H
#define STEVEDORE_LIB_TRANSFORM_PATHS_H

#include "stevedore/Scop/Scop.h"

namespace stevedore {

/// Where a schedule tree has instances of one statement.
struct TreePath {
  /// Index into Scop::Statements.
  unsigned Statement = 0;
  /// { S[i] }
  isl::set Domain;
  /// The loops around them, outermost first.
  std::vector<isl::union_pw_aff> Times;
  /// Before the first loop, between two of them and after the last one: the
  /// positions in the sequences there, which are compared lexicographically.
  std::vector<std::vector<unsigned>> Places;
};

/// The paths of \p Order over the instances of \p S. Errors: budget, or a kind
/// of node that no front end and no scheduler makes.
llvm::Expected<std::vector<TreePath>> pathsOf(const Scop &S,
                                              const isl::schedule &Order);

} // namespace stevedore

#endif // STEVEDORE_LIB_TRANSFORM_PATHS_H
