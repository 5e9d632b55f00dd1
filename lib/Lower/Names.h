//===- Names.h - Names of a regions loops -----------------------*- C++ -*-===//
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

#include "stevedore/Source/SourceText.h"
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
  Names() = default;
  /// Names for the new loops of \p S.
  Names(const Scop &S, const SourceText &Source);
  /// \p Base, with a number behind it where that has another meaning in the
  /// region or was given out.
  std::string fresh(llvm::StringRef Base);
  /// The same for a variable that the original loops are not in the scope of.
  std::string inner(llvm::StringRef Base);
  /// The same for the counter of a loop: the same name for the same \p Base
  /// unless \p Nest, the counters of the loops around, has it.
  std::string counter(llvm::StringRef Base,
                      llvm::ArrayRef<std::string> Nest);
  /// Keeps isl's own name \p Id from being given out.
  void reserve(llvm::StringRef Id) { Taken.insert(Id); }
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
  /// What the text of the new loops mentions, and counters by their bases.
  llvm::StringSet<> Mentioned;
  llvm::StringMap<std::vector<std::string>> Counters;
  const NamesInUse *InUse = nullptr;

  std::string unlike(llvm::StringRef Base, bool IsInner);
};

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_NAMES_H
