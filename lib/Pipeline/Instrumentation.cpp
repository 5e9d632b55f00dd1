//===- Instrumentation.cpp - Costs and values of phases -------------------===//
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

void PhaseInstrumentation::begin(StringRef Name) const {
  for (const auto &F : Begins)
    F(Name);
}

void PhaseInstrumentation::end(StringRef Name) const {
  for (const auto &F : Ends)
    F(Name);
}

void PhaseInstrumentation::value(const PhaseInfo &P, ValuePrinter Print) const {
  for (const auto &F : Values)
    F(P, Print);
}

void PhaseInstrumentation::restart() const {
  for (const auto &F : Restarts)
    F();
}

size_t PhaseTimer::indexOf(StringRef Name) {
  auto Known =
      llvm::find_if(Costs, [&](const PhaseCost &C) { return C.Name == Name; });
  if (Known != Costs.end())
    return Known - Costs.begin();
  Costs.push_back({Name.str(), 0, 0});
  return Costs.size() - 1;
}

/// Adds what was spent since the last call to the innermost phase.
void PhaseTimer::charge() {
  double Now = Clock.seconds();
  unsigned long Operations = islOperations(Ctx.get());
  if (!Running.empty()) {
    PhaseCost &Cost = Costs[Running.back()];
    Cost.IslOperations += Operations - OperationsBefore;
    Cost.Milliseconds += 1e3 * (Now - Since);
  }
  Since = Now;
  OperationsBefore = Operations;
}

void PhaseTimer::attachTo(PhaseInstrumentation &Instrumentation) {
  Instrumentation.onBegin([this](StringRef Name) {
    charge();
    Running.push_back(indexOf(Name));
  });
  Instrumentation.onEnd([this](StringRef Name) {
    charge();
    Running.pop_back();
  });
}

void PhasePrinter::attachTo(PhaseInstrumentation &Instrumentation) {
  Instrumentation.onValue([this](const PhaseInfo &P, ValuePrinter Print) {
    bool IsScript = P.IsScript && ShowsScript;
    if (!IsScript && !Shown.count(P.Shown))
      return;
    raw_string_ostream OS(Text[IsScript ? Phase::None : P.Shown]);
    Print(OS);
  });
  Instrumentation.onRestart([this] { Text.clear(); });
}
