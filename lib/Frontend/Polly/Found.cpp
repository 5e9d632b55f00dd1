//===- Found.cpp - What Polly finds ---------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Frontend/Polly/Found.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/RegionInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Support/SaveAndRestore.h"
#include <mutex>

using namespace llvm;
using namespace stevedore;

/// Whoever changes an option of Polly's, which are variables of the process.
static std::mutex PollysOptions;

/// Whether a loop is in \p R.
static bool hasLoop(const Region &R, const LoopInfo &LI) {
  return any_of(LI.getLoopsInPreorder(),
                [&](const Loop *L) { return R.contains(L); });
}

/// Whether the size of what \p I computes or takes is known at run time only.
static bool isScalable(const Instruction &I) {
  auto *Address = dyn_cast<GetElementPtrInst>(&I);
  return I.getType()->isScalableTy() ||
         any_of(I.operand_values(),
                [](const Value *V) { return V->getType()->isScalableTy(); }) ||
         (Address && Address->getSourceElementType()->isScalableTy());
}

/// Whether Polly has sizes for all that \p R computes: it ends the process
/// where it has not.
static bool hasSizes(const Region &R) {
  return none_of(R.blocks(), [](const BasicBlock *Block) {
    return any_of(*Block, isScalable);
  });
}

FoundRegions::FoundRegions(Function &F, FunctionAnalysisManager &FAM,
                           function_ref<bool(const BasicBlock *)> Wanted)
    : LI(FAM.getResult<LoopAnalysis>(F)),
      RI(FAM.getResult<RegionInfoAnalysis>(F)),
      Found(FAM.getResult<DominatorTreeAnalysis>(F),
            FAM.getResult<ScalarEvolutionAnalysis>(F),
            FAM.getResult<LoopAnalysis>(F),
            FAM.getResult<RegionInfoAnalysis>(F), FAM.getResult<AAManager>(F),
            FAM.getResult<OptimizationRemarkEmitterAnalysis>(F)),
      Info(F.getDataLayout(), Found, FAM.getResult<ScalarEvolutionAnalysis>(F),
           FAM.getResult<LoopAnalysis>(F), FAM.getResult<AAManager>(F),
           FAM.getResult<DominatorTreeAnalysis>(F),
           FAM.getResult<AssumptionAnalysis>(F),
           FAM.getResult<OptimizationRemarkEmitterAnalysis>(F)) {
  std::lock_guard<std::mutex> Alone(PollysOptions);
  SaveAndRestore AllRegions(polly::PollyProcessUnprofitable, true);
  Found.detect(F);
  for (const Region *R : Found) {
    if (!hasLoop(*R, LI) || (Wanted && !Wanted(R->getEntry())))
      continue;
    if (!hasSizes(*R)) {
      const Loop *L = *find_if(LI.getLoopsInPreorder(),
                               [&](const Loop *L) { return R->contains(L); });
      Skipped.push_back(
          {L, L->getStartLoc(),
           "vectors have as many elements as the processor decides"});
    } else if (polly::Scop *S = Info.getScop(R)) {
      All.push_back(S);
    }
  }
}

std::vector<MissedLoop> FoundRegions::missed() const {
  std::vector<MissedLoop> Result = Skipped;
  for (const Loop *L : LI) {
    Region *R = RI.getRegionFor(L->getHeader());
    while (R && !Found.lookupRejectionLog(R))
      R = R->getParent();
    const polly::RejectLog *Log = R ? Found.lookupRejectionLog(R) : nullptr;
    bool IsFound = any_of(Found, [&](const Region *Valid) {
      return Valid->contains(L->getHeader());
    });
    if (IsFound || !Log || !Log->hasErrors())
      continue;
    const polly::RejectReason &Why = **Log->begin();
    Result.push_back({L,
                      Why.getDebugLoc() ? Why.getDebugLoc() : L->getStartLoc(),
                      Why.getEndUserMessage()});
  }
  return Result;
}
