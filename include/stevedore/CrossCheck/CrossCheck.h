//===- stevedore/CrossCheck/CrossCheck.h - A second opinion -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on Opinion: what LLVM IR says of the regions of a C file. The file is
/// compiled in memory, Polly models its loops, and each access of the one model
/// is found in the other by the place that debug information has for it.
/// Iterations have numbers in both: those of each loop, from 0 in the order of
/// time.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_CROSSCHECK_CROSSCHECK_H
#define STEVEDORE_CROSSCHECK_CROSSCHECK_H

#include "stevedore/Support/Isl.h"
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class FunctionDecl;
} // namespace clang

namespace stevedore {

struct SourceRegion;

/// What LLVM IR says of a region.
struct Opinion {
  /// Accesses to arrays that both models have and agree about, of those of the
  /// source.
  unsigned NumAgreed = 0;
  unsigned NumAccesses = 0;
  /// Where the two contradict each other, with both sets.
  std::vector<std::string> Differences;
  /// Why accesses, or the whole region, could not be compared.
  std::vector<std::string> NotCompared;
  /// Pairs of arrays of the source that do not overlap.
  std::vector<std::pair<std::string, std::string>> Disjoint;
  /// For each of SourceRegion::Tested whether it need not be tested: where it
  /// does not hold, the two models agree, and that of LLVM IR is right.
  std::vector<bool> NeedsNoTest;
};

/// The main file as LLVM IR.
class IrOfFile {
public:
  /// Compiles what \p CI has parsed, at least \p Functions of it. Its messages
  /// are not heard.
  IrOfFile(clang::CompilerInstance &CI,
           llvm::ArrayRef<const clang::FunctionDecl *> Functions);
  ~IrOfFile();

  /// The opinion on \p Region, which has a model; what is computed for it takes
  /// no more than \p Limits.
  Opinion on(const SourceRegion &Region, BudgetLimits Limits);

private:
  struct Impl;
  std::unique_ptr<Impl> P;
};

} // namespace stevedore

#endif // STEVEDORE_CROSSCHECK_CROSSCHECK_H
