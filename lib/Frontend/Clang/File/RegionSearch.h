//===- RegionSearch.h - What the search for regions costs -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Models candidates for regions that nobody marked: each once, and those that
/// begin with one statement of a function, or lie in it, within one budget.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FILE_REGIONSEARCH_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FILE_REGIONSEARCH_H

#include "Region/RegionBuilder.h"
#include "stevedore/Support/ThreadClock.h"
#include "llvm/ADT/DenseMap.h"

namespace stevedore {

/// The search in one file.
class RegionSearch {
public:
  explicit RegionSearch(const ExtractOptions &Options) : Options(Options) {}
  /// modelRegion(), within what is left for the statement.
  llvm::Expected<RegionModel> model(const RegionCode &Code, isl::ctx Ctx,
                                    Specialization &For);

private:
  llvm::Expected<RegionModel> anew(const RegionCode &Code, isl::ctx Ctx,
                                   Specialization &For);

  const ExtractOptions &Options;
  ThreadClock Clock;
  double Begin = 0;
  /// What walks for numbers of parameters have taken in it.
  double ForNumbers = 0;
  /// The statement of a function that is searched.
  const clang::Stmt *First = nullptr;
  /// Why statements are no regions by themselves.
  llvm::DenseMap<const clang::Stmt *, Rejection> Refused;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FILE_REGIONSEARCH_H
