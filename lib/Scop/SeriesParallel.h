//===- SeriesParallel.h - Orders as blocks ----------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The order of instances as loops, parallel loops, tasks and waits:
///   SEQUENCE = ITEM; ITEM; ...
///   ITEM     = STATEMENT | KIND { SEQUENCE }
///   KIND     = for | forall | async | finish
/// Loops stand for the iterators of their statements, outermost first, and
/// count up. What is in an async runs beside what follows it; a finish, and a
/// forall, whose iterations run in any order, end when all that is in them has
/// ended. These are async and finish of X10 (T. Yuki, P. Feautrier, S.
/// Rajopadhye and V. Saraswat, "Array Dataflow Analysis for Polyhedral X10
/// Programs", PPoPP 2013), and with them the sections, tasks and groups of
/// tasks of OpenMP.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_SCOP_SERIESPARALLEL_H
#define STEVEDORE_LIB_SCOP_SERIESPARALLEL_H

#include "stevedore/Support/Isl.h"

namespace stevedore {

/// Whether \p Text is in this notation, and not isl's.
bool isSeriesParallel(llvm::StringRef Text);

/// { S[i] -> T[j] : all of S[i] comes before all of T[j] } for the instances of
/// \p Domain, each statement of which is in \p Text once. Errors: what is
/// expected instead.
llvm::Expected<isl::union_map> readSeriesParallel(llvm::StringRef Text,
                                                  const isl::union_set &Domain);

} // namespace stevedore

#endif // STEVEDORE_LIB_SCOP_SERIESPARALLEL_H
