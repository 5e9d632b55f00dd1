//===- Owners.h - Who owns elements -----------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Reads the keys of the text form that distribute arrays over processors.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_SCOP_OWNERS_H
#define STEVEDORE_LIB_SCOP_OWNERS_H

#include "TextValue.h"
#include "stevedore/Scop/Text.h"

namespace stevedore {

/// Reads \p V, the owners of the arrays of \p S: isl text, or a word for each
/// dimension of each array, "block(B)", "cyclic(4)" or "*". This and the others
/// return what is wrong, or nothing.
std::string readOwners(const TextValue &V, const Scop &S, TextOwners &Result);

/// Reads \p V, what "executes" or "phases" (\p Key) says of the instances of
/// \p S, which have the times \p Theta.
std::string readShares(llvm::StringRef Key, const TextValue &V, const Scop &S,
                       const isl::union_map &Theta, TextOwners &Result);

} // namespace stevedore

#endif // STEVEDORE_LIB_SCOP_OWNERS_H
