//===- Instrumentation.h - Around the stages --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What is done before and after each stage, apart from the stages themselves:
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

/// What a stage is called.
struct StageInfo {
  /// In the report.
  const char *Name;
  /// In `--print=`; Stage::None where its value cannot be printed.
  Stage Shown = Stage::None;
  /// The value is the script of `--emit-script`.
  bool IsScript = false;
};

/// Prints the value of a stage.
using ValuePrinter = llvm::function_ref<void(llvm::raw_ostream &)>;

/// Functions that are called as stages run, each kind in the order in which
/// they were added; modelled on llvm::PassInstrumentationCallbacks.
class StageInstrumentation {
public:
  /// Called before a stage begins, or its proof.
  void onBegin(std::function<void(llvm::StringRef)> F) {
    Begins.push_back(std::move(F));
  }
  /// Called after a stage has ended, or its proof, whether or not it failed.
  void onEnd(std::function<void(llvm::StringRef)> F) {
    Ends.push_back(std::move(F));
  }
  /// Called with the value of a stage.
  void onValue(std::function<void(const StageInfo &, ValuePrinter)> F) {
    Values.push_back(std::move(F));
  }
  /// Called when the stages begin anew: values of before do not count.
  void onRestart(std::function<void()> F) { Restarts.push_back(std::move(F)); }

  void begin(llvm::StringRef Name) const;
  void end(llvm::StringRef Name) const;
  void value(const StageInfo &P, ValuePrinter Print) const;
  void restart() const;

private:
  std::vector<std::function<void(llvm::StringRef)>> Begins, Ends;
  std::vector<std::function<void(const StageInfo &, ValuePrinter)>> Values;
  std::vector<std::function<void()>> Restarts;
};

/// Adds up the cost of each stage in the order in which they first begin. What
/// a stage inside another takes counts for the inner one alone.
class StageTimer {
public:
  StageTimer(isl::ctx Ctx, std::vector<StageCost> &Costs)
      : Ctx(Ctx), Costs(Costs) {}
  void attachTo(StageInstrumentation &Instrumentation);

private:
  isl::ctx Ctx;
  std::vector<StageCost> &Costs;
  /// Indices into Costs of the stages that run, the innermost one last.
  std::vector<size_t> Running;
  ThreadClock Clock;
  double Since = 0;
  unsigned long OperationsBefore = 0;

  size_t indexOf(llvm::StringRef Name);
  void charge();
};

/// Prints the values of the stages \p Shown; of the program that which a script
/// leaves.
class StagePrinter {
public:
  StagePrinter(const StageSet &Shown, bool ShowsScript,
               std::map<Stage, std::string> &Text)
      : Shown(Shown), ShowsScript(ShowsScript), Text(Text) {}
  void attachTo(StageInstrumentation &Instrumentation);

private:
  const StageSet &Shown;
  bool ShowsScript;
  std::map<Stage, std::string> &Text;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_INSTRUMENTATION_H
