//===- Dataflow.h - What references read ------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Dataflow of single references: who wrote the values that they read.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_TRANSFORM_DATAFLOW_H
#define STEVEDORE_LIB_TRANSFORM_DATAFLOW_H

#include "stevedore/Scop/Scop.h"
#include <map>
#include <set>

namespace stevedore {

/// Where a reference of T has its values from.
struct ValueSources {
  /// { T[j] -> S[i] }: the last instance that wrote what T[j] reads.
  isl::union_map Writers;
  /// { T[j] -> A[m] }: elements that no instance has written before.
  isl::union_map Initial;
};

/// The sources of \p Read, { T[j] -> A[m] }, among the writes of \p S to
/// \p Arrays, in the order \p Order. Errors: budget.
llvm::Expected<ValueSources> sourcesOf(const Scop &S,
                                       const isl::schedule &Order,
                                       const isl::map &Read,
                                       const std::set<unsigned> &Arrays);

/// The sources of what array number \p Array holds behind the last instance,
/// where an instance has written it in \p Original; T is End[m].
llvm::Expected<ValueSources> lastSources(const Scop &S, const Scop &Original,
                                         unsigned Array,
                                         const std::set<unsigned> &Arrays);

/// The sources in the program that steps began with, which do not change: each
/// is found once.
class OriginalSources {
public:
  explicit OriginalSources(const Scop &S) : S(S) {}

  /// Of \p A, a reference of \p Stmt to array number \p Array, where \p Read is
  /// what it reads in that program.
  llvm::Expected<ValueSources> of(const Statement &Stmt, const Access &A,
                                  const isl::map &Read, unsigned Array);
  /// Of what array number \p Array holds at the end.
  llvm::Expected<ValueSources> last(unsigned Array);

private:
  const Scop &S;
  std::map<std::pair<std::string, size_t>, ValueSources> References;
  std::map<unsigned, ValueSources> Ends;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_TRANSFORM_DATAFLOW_H
