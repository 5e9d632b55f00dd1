//===- stevedore/Frontend/Polly/Found.h - What Polly finds ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on polly::Scop: the regions that Polly finds in a function.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_FRONTEND_POLLY_FOUND_H
#define STEVEDORE_FRONTEND_POLLY_FOUND_H

#include "polly/ScopDetection.h"
#include "polly/ScopInfo.h"
#include "llvm/IR/PassManager.h"

namespace stevedore {

/// A loop in none of them, and Polly's reason in words for users.
struct MissedLoop {
  const llvm::Loop *L = nullptr;
  llvm::DebugLoc Where;
  std::string Why;
};

/// Runs Polly's detection, whatever it expects of transforming what it finds.
/// The regions, of which each has a loop, live as long as this.
class FoundRegions {
public:
  /// \p Wanted: whether the region that begins with a block is; null: all are.
  FoundRegions(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
               llvm::function_ref<bool(const llvm::BasicBlock *)> Wanted = {});

  llvm::ArrayRef<polly::Scop *> regions() const { return All; }
  std::vector<MissedLoop> missed() const;

private:
  llvm::LoopInfo &LI;
  llvm::RegionInfo &RI;
  polly::ScopDetection Found;
  polly::ScopInfo Info;
  std::vector<polly::Scop *> All;
  std::vector<MissedLoop> Skipped;
};

} // namespace stevedore

#endif // STEVEDORE_FRONTEND_POLLY_FOUND_H
