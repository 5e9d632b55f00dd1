//===- Instrumentation.h - Around the phases --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What is done before and after each phase, apart from the phases themselves:
/// their cost is measured, and values that were asked for are printed.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_INSTRUMENTATION_H
#define STEVEDORE_LIB_PIPELINE_INSTRUMENTATION_H

#include "stevedore/Pipeline/Pipeline.h"
#include "stevedore/Support/ThreadClock.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>

namespace stevedore {

/// What a phase is called.
struct PhaseInfo {
  /// In the report.
  const char *Name;
  /// In `--print=`; Phase::None where its value cannot be printed.
  Phase Shown = Phase::None;
  /// The value is the script of `--emit-script`.
  bool IsScript = false;
};

/// Prints the value of a phase.
using ValuePrinter = llvm::function_ref<void(llvm::raw_ostream &)>;

/// Functions that are called as phases run, each kind in the order in which
/// they were added; modelled on llvm::PassInstrumentationCallbacks.
class PhaseInstrumentation {
public:
  /// Called before a phase begins, or its proof.
  void onBegin(std::function<void(llvm::StringRef)> F) {
    Begins.push_back(std::move(F));
  }
  /// Called after a phase has ended, or its proof, whether or not it failed.
  void onEnd(std::function<void(llvm::StringRef)> F) {
    Ends.push_back(std::move(F));
  }
  /// Called with the value of a phase.
  void onValue(std::function<void(const PhaseInfo &, ValuePrinter)> F) {
    Values.push_back(std::move(F));
  }
  /// Called when the phases begin anew: values of before do not count.
  void onRestart(std::function<void()> F) { Restarts.push_back(std::move(F)); }

  void begin(llvm::StringRef Name) const;
  void end(llvm::StringRef Name) const;
  void value(const PhaseInfo &P, ValuePrinter Print) const;
  void restart() const;

private:
  std::vector<std::function<void(llvm::StringRef)>> Begins, Ends;
  std::vector<std::function<void(const PhaseInfo &, ValuePrinter)>> Values;
  std::vector<std::function<void()>> Restarts;
};

/// Adds up the cost of each phase in the order in which they first begin. What
/// a phase inside another takes counts for the inner one alone.
class PhaseTimer {
public:
  PhaseTimer(isl::ctx Ctx, std::vector<PhaseCost> &Costs)
      : Ctx(Ctx), Costs(Costs) {}
  void attachTo(PhaseInstrumentation &Instrumentation);

private:
  isl::ctx Ctx;
  std::vector<PhaseCost> &Costs;
  /// Indices into Costs of the phases that run, the innermost one last.
  std::vector<size_t> Running;
  ThreadClock Clock;
  double Since = 0;
  unsigned long OperationsBefore = 0;

  size_t indexOf(llvm::StringRef Name);
  void charge();
};

/// Prints the values of the phases \p Shown; of the program that which a script
/// leaves.
class PhasePrinter {
public:
  PhasePrinter(const PhaseSet &Shown, bool ShowsScript,
               std::map<Phase, std::string> &Text)
      : Shown(Shown), ShowsScript(ShowsScript), Text(Text) {}
  void attachTo(PhaseInstrumentation &Instrumentation);

private:
  const PhaseSet &Shown;
  bool ShowsScript;
  std::map<Phase, std::string> &Text;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_INSTRUMENTATION_H
