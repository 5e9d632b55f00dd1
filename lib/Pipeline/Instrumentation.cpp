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

bool PhaseInstrumentation::shouldRun(const PhaseInfo &P) const {
  return llvm::all_of(Questions, [&](const auto &F) { return F(P); });
}

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

/// The place of \p P in the order in which the phases run; dependences and the
/// representation come before the schedule.
static unsigned placeOf(Phase P) {
  switch (P) {
  case Phase::Schedule:
    return unsigned(Phase::Representation);
  case Phase::Dependences:
    return unsigned(Phase::Schedule);
  case Phase::Representation:
    return unsigned(Phase::Dependences);
  case Phase::Script:
    return unsigned(Phase::Allocation);
  default:
    return unsigned(P);
  }
}

bool PhasePrinter::isNeeded(Phase P) const {
  if (Output.IsTextWanted)
    return true;
  if (Output.Print == Phase::None)
    return P != Phase::Tree && P != Phase::Ast;
  unsigned Last = placeOf(Output.Print);
  if (Output.Print == Phase::Scop && Output.IsScripted)
    Last = placeOf(Phase::Representation);
  bool IsPlanRead = Output.IsEvaluated || Output.IsReported;
  if (IsPlanRead && Output.Print != Phase::Scop)
    Last = std::max(Last, placeOf(Phase::Conflicts));
  return placeOf(P) <= Last;
}

void PhasePrinter::attachTo(PhaseInstrumentation &Instrumentation) {
  Instrumentation.onQuestion(
      [this](const PhaseInfo &P) { return isNeeded(P.Shown); });
  Instrumentation.onValue([this](const PhaseInfo &P, ValuePrinter Print) {
    if (P.Shown == Phase::None || P.Shown != Output.Print)
      return;
    raw_string_ostream OS(Text);
    Print(OS);
  });
  Instrumentation.onRestart([this] { Text.clear(); });
}
