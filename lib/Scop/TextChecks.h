//===- TextChecks.h - What isl cannot know is wrong -------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_SCOP_TEXTCHECKS_H
#define STEVEDORE_LIB_SCOP_TEXTCHECKS_H

#include "stevedore/Scop/Text.h"
#include "stevedore/Support/Isl.h"
#include <vector>

namespace stevedore {

/// What is wrong with \p Domain as the instances of statements; empty if
/// nothing is.
std::string mistakeInDomain(const isl::union_set &Domain);

/// What is wrong with \p Accesses from the instances of \p Domain, which is
/// written as \p DomainText, to arrays; empty if nothing is.
std::string mistakeInAccesses(const isl::union_map &Accesses,
                              const isl::union_set &Domain,
                              llvm::StringRef DomainText);

/// What is wrong with \p Lower as writes that are certain, of the instances of
/// \p Domain, which perhaps make the writes \p May and for sure \p Must; empty
/// if nothing is.
std::string mistakeInLowerBound(const isl::union_map &Lower,
                                const isl::union_map &May,
                                const isl::union_map &Must,
                                const isl::union_set &Domain);

/// What is wrong with \p Theta, { S[i] -> [t] }, as the times of the instances
/// of \p Domain; empty if nothing is.
std::string mistakeInTimes(const isl::union_map &Theta,
                           const isl::union_set &Domain);

/// Instances at the same time of \p Theta are in no order: which of them there
/// are where one makes one of the writes \p Must and \p May to what the other
/// accesses; empty if there are none.
std::string mistakeAtSameTime(const isl::union_map &Theta,
                              const isl::union_map &Reads,
                              const isl::union_map &Must,
                              const isl::union_map &May);

/// What is wrong with \p Order as a relation between the instances of
/// \p Domain; empty if nothing is.
std::string mistakeInOrder(const isl::union_map &Order,
                           const isl::union_set &Domain);

/// What is wrong with \p Sections as the critical sections of the instances of
/// \p Domain; empty if nothing is.
std::string mistakeInSections(const isl::union_map &Sections,
                              const isl::union_set &Domain);

/// What is wrong with \p Conflicts as pairs of elements of one array; empty if
/// nothing is.
std::string mistakeInConflicts(const isl::map &Conflicts);

/// Reads the schedule dimension \p Text, below \p Dims and not in \p Known yet,
/// and adds it to \p Known. Returns what is wrong; empty if nothing is.
std::string addDimension(llvm::StringRef Text, unsigned Dims,
                         std::vector<unsigned> &Known);

/// Reads \p Tiling from \p Fields, { key, value }. Returns what is wrong; empty
/// if nothing is.
std::string
addTiling(const std::vector<std::pair<std::string, std::string>> &Fields,
          isl::ctx Ctx, TextTiling &Tiling);

} // namespace stevedore

#endif // STEVEDORE_LIB_SCOP_TEXTCHECKS_H
