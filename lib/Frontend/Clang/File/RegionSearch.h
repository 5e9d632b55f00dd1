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
/// end with one statement of a function, or lie in it, within one budget.
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
  /// A statement with loops that stands in no other one, from one offset in the
  /// file to another, and what has been spent on it.
  struct Searched {
    const clang::Stmt *Whole;
    unsigned Begin, End;
    double Seconds = 0;
    /// Of that, walks for numbers of parameters.
    double ForNumbers = 0;
    ParameterNumbers Known = {};
  };

  llvm::Expected<RegionModel> anew(const RegionCode &Code, isl::ctx Ctx,
                                   Specialization &For);
  Searched &around(const RegionCode &Code);

  const ExtractOptions &Options;
  ThreadClock Clock;
  /// The function that is searched, and its statements.
  const clang::FunctionDecl *Function = nullptr;
  std::vector<Searched> Statements;
  /// Why statements are no regions by themselves.
  llvm::DenseMap<const clang::Stmt *, Rejection> Refused;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FILE_REGIONSEARCH_H
