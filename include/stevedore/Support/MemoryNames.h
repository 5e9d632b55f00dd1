//===- stevedore/Support/MemoryNames.h - Names of memories ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What users call the memories of a chain. Parameters of relations have the
/// names of Roles.h, "L2_T1", whatever the memory is called; text for users,
/// and from them, has "SRAM_T1".
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_MEMORYNAMES_H
#define STEVEDORE_SUPPORT_MEMORYNAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace stevedore {

class MemoryNames {
public:
  MemoryNames() = default;
  /// Those of the memories from the nearest out; where one is empty, or there
  /// are no more, it is memoryName().
  explicit MemoryNames(std::vector<std::string> Names)
      : Names(std::move(Names)) {}

  /// The name of memory number \p Memory.
  std::string of(unsigned Memory) const;
  /// \p Text, in which parameters of relations have the names of users.
  std::string shown(llvm::StringRef Text) const;
  /// The name in relations of what users call \p Name.
  std::string inRelations(llvm::StringRef Name) const;
  /// Why \p Count memories cannot be called so, as parts of names in C; empty:
  /// they can.
  std::string whyNot(unsigned Count) const;

  /// All of them that were given.
  const std::vector<std::string> &given() const { return Names; }

private:
  std::vector<std::string> Names;
};

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_MEMORYNAMES_H
