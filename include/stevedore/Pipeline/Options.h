//===- stevedore/Pipeline/Options.h - What the user asked for ---*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The options that the rewriter, the plugin and stevedore-opt share, as
/// values, and their parser: one place for names, values and messages.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_OPTIONS_H
#define STEVEDORE_PIPELINE_OPTIONS_H

#include "stevedore/Plan/Decisions.h"
#include "stevedore/Plan/Machine.h"
#include "stevedore/Source/UserFacts.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <set>

namespace stevedore {

/// Stages whose result `--print=` shows.
enum class Stage {
  None,
  Facts,
  Scop,
  Schedule,
  Dependences,
  Representation,
  Tiling,
  Transfers,
  Conflicts,
  Allocation,
  Counts,
  Tree,
  Ast
};

/// What `--print=` calls \p P; empty for Stage::None.
llvm::StringRef stageName(Stage P);

/// Stages in the order in which they run.
using StageSet = std::set<Stage>;

/// What one run of a tool is asked for. No stage looks at it.
struct Invocation {
  /// The stages whose results are printed.
  StageSet Print;
  /// A script that leads to the plan is printed.
  bool EmitsScript = false;
  std::string Report;
  /// Numbers are asked for, at these values of parameters.
  bool Evaluates = false;
  /// The numbers are those of the tile sizes that are best there.
  bool Chooses = false;
  /// A terminal sees how far choosing them is.
  bool ShowsProgress = false;
  /// `--tile=auto`: sizes are chosen at the typical values of parameters, or
  /// where there are none when the new code is entered.
  bool PicksSizes = false;
  std::vector<std::pair<std::string, int64_t>> Evaluate;
  /// The new text is wanted beside what Print and Evaluate ask for.
  bool WantsTextToo = false;
  /// What the analysis of one region may spend.
  BudgetLimits Limits = {limits::BudgetSeconds, 0};
  /// The same of a region that nobody marked and that has to pay, and of the
  /// search for one.
  BudgetLimits UnmarkedLimits = {limits::UnmarkedSeconds, 0};
  /// Files and regions to be analysed at a time; 0: as many as the tool likes.
  unsigned Jobs = 0;
  /// Loops are executed on small instances before they are emitted.
  bool Replay = true;
  bool Strict = false;
  /// Models are compared with those of LLVM IR.
  bool CrossCheck = false;
  /// Regions are those that the user marked.
  bool OnlyMarked = false;
  /// Regions are those of functions in whose name, or qualified name, this
  /// regular expression matches; empty: of all.
  std::string Functions;

  bool prints() const { return EmitsScript || !Print.empty(); }
  bool wantsText() const {
    return WantsTextToo || (!prints() && !Evaluates);
  }
};

/// What the options of a command line say.
struct Options {
  Decisions Decided;
  UserFacts User;
  Invocation Run;
  Machine Target;
  /// The options that the user gave, without dashes, and the last value of each,
  /// those of a tool alone among them; flags that are reset are not given.
  llvm::StringMap<std::string> Given;
};

/// Sets the option called \p Name (without dashes, as in the contract:
/// "reuse", "tile", ...) from \p Value. Errors: unknown name, or a value that
/// is not one of those listed in the message.
llvm::Error setOption(Options &O, llvm::StringRef Name, llvm::StringRef Value);

/// An option that setOption() knows: name, value placeholder ("" for a flag)
/// and one sentence of help.
struct OptionInfo {
  const char *Name;
  const char *ValueName;
  const char *Help;
};
llvm::ArrayRef<OptionInfo> optionTable();

/// The option \p Info as it is written: "--tile", "-j".
std::string flagText(const OptionInfo &Info);

/// The same with its value, for --help: "--tile=<...>", "-j <N>".
std::string usageText(const OptionInfo &Info);

/// The value in \p Argument where that is `-j` with its value behind it, as in
/// `-j4`.
std::optional<llvm::StringRef> jobsValue(llvm::StringRef Argument);

} // namespace stevedore

#endif // STEVEDORE_PIPELINE_OPTIONS_H
