//===- UnknownNames.h - Names that are in no region -------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Finds names in the options that are in no region.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_REWRITE_UNKNOWNNAMES_H
#define STEVEDORE_LIB_REWRITE_UNKNOWNNAMES_H

#include "stevedore/Frontend/Clang/Extract.h"
#include "stevedore/Rewrite/Rewrite.h"

namespace stevedore {

/// Knows the arrays and parameters of regions, and the variables of their file,
/// which may belong to a region that has no model.
class KnownNames {
public:
  explicit KnownNames(clang::ASTContext &AST) : Variables(variablesOf(AST)) {}

  void add(const Scop &Region);
  /// Some region was added.
  bool any() const { return HasRegion; }
  /// The names of `--live-out=`, `--local=` and `--evaluate=`, and of arrays in
  /// `--assume=`, that are unknown;
  /// tile sizes are known, whatever their number.
  std::vector<UnknownName> unknown(const Options &O) const;

private:
  void check(llvm::StringRef Option, llvm::StringRef Name,
             const std::vector<std::string> &Known,
             std::vector<UnknownName> &Result) const;

  llvm::StringSet<> Variables;
  std::vector<std::string> Arrays, Parameters;
  bool HasRegion = false;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_REWRITE_UNKNOWNNAMES_H
