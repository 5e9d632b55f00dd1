//===- Names.h - Names of a regions loops ------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The names of the variables and buffers of a region's loops.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_NAMES_H
#define STEVEDORE_LIB_LOWER_NAMES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <cstdint>
#include <optional>
#include <string>

namespace stevedore {
namespace lower {

/// The names of one region, no two of which are equal, and the names of isl's
/// parameters that stand for them.
class Names {
public:
  /// A name that begins with \p Base and was not given out.
  std::string fresh(llvm::StringRef Base);
  /// Lets the isl name \p Id stand for the variable \p Name.
  void bind(llvm::StringRef Id, std::string Name);
  /// The variable that the isl name \p Id stands for; \p Id itself when it is
  /// not bound.
  std::string of(llvm::StringRef Id) const;
  bool isBound(llvm::StringRef Id) const { return Bound.count(Id); }
  /// Makes the isl name \p Id stand for \p Value.
  void fix(llvm::StringRef Id, int64_t Value) { Fixed[Id] = Value; }
  /// The value of \p Id when it is fixed.
  std::optional<int64_t> value(llvm::StringRef Id) const;

private:
  llvm::StringMap<std::string> Bound;
  llvm::StringMap<int64_t> Fixed;
  llvm::StringSet<> Taken;
};

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_NAMES_H
