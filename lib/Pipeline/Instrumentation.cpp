//===- Instrumentation.cpp - Costs and values of stages -------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instrumentation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

void StageInstrumentation::begin(StringRef Name) const {
  for (const auto &F : Begins)
    F(Name);
}

void StageInstrumentation::end(StringRef Name) const {
  for (const auto &F : Ends)
    F(Name);
}

void StageInstrumentation::value(const StageInfo &P, ValuePrinter Print) const {
  for (const auto &F : Values)
    F(P, Print);
}

void StageInstrumentation::restart() const {
  for (const auto &F : Restarts)
    F();
}

size_t StageTimer::indexOf(StringRef Name) {
  auto Known =
      llvm::find_if(Costs, [&](const StageCost &C) { return C.Name == Name; });
  if (Known != Costs.end())
    return Known - Costs.begin();
  Costs.push_back({Name.str(), 0, 0});
  return Costs.size() - 1;
}

/// Adds what was spent since the last call to the innermost stage.
void StageTimer::charge() {
  double Now = Clock.seconds();
  unsigned long Operations = islOperations(Ctx.get());
  if (!Running.empty()) {
    StageCost &Cost = Costs[Running.back()];
    Cost.IslOperations += Operations - OperationsBefore;
    Cost.Milliseconds += 1e3 * (Now - Since);
  }
  Since = Now;
  OperationsBefore = Operations;
}

void StageTimer::attachTo(StageInstrumentation &Instrumentation) {
  Instrumentation.onBegin([this](StringRef Name) {
    charge();
    Running.push_back(indexOf(Name));
  });
  Instrumentation.onEnd([this](StringRef Name) {
    charge();
    Running.pop_back();
  });
}

void StagePrinter::attachTo(StageInstrumentation &Instrumentation) {
  Instrumentation.onValue([this](const StageInfo &P, ValuePrinter Print) {
    bool IsScript = P.IsScript && ShowsScript;
    if (!IsScript && !Shown.count(P.Shown))
      return;
    raw_string_ostream OS(Text[IsScript ? Stage::None : P.Shown]);
    Print(OS);
  });
  Instrumentation.onRestart([this] { Text.clear(); });
}
