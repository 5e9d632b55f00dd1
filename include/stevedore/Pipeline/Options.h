//===- stevedore/Pipeline/Options.h - What the user asked for ---*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The options that the rewriter, the plugin and stevedore-opt share, as a
/// value, and their parser: one place for names, values and messages.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_OPTIONS_H
#define STEVEDORE_PIPELINE_OPTIONS_H

#include "stevedore/Allocation/Allocation.h"
#include "stevedore/Liveness/Liveness.h"
#include "stevedore/Schedule/TileCoordinates.h"
#include "stevedore/Script/Script.h"
#include "stevedore/Source/Assumption.h"
#include "stevedore/Source/Fact.h"
#include "stevedore/Support/ConstantSizes.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace stevedore {

/// Phases whose result `--print=` shows, and the script of `--emit-script`.
enum class Phase {
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
  Tree,
  Ast,
  Script
};

/// What is tested before the new loops.
enum class GuardKind {
  /// What the C text does not show.
  Source,
  /// What its LLVM IR does not show either.
  Llvm,
  /// What the C text does not show; and what it shows stops the program where it
  /// does not hold.
  Checked
};

struct Options {
  ConstantSizes TileSizes;
  ReuseKind Reuse = ReuseKind::Strip;
  TransferKind Transfers = TransferKind::Auto;
  TilingText Tiling;
  TileLoops Tiles = TileLoops::Rational;
  OrderKind Order = OrderKind::Sequential;
  ChannelKind Channels = ChannelKind::Fenced;
  AllocationKind Allocation = AllocationKind::Lattice;
  ModuloKind Modulo = ModuloKind::Exact;
  /// Sets of moduli for a buffer, of which the smallest is taken.
  unsigned Moduli = 1;
  bool Linearize = false;
  bool ShareBuffers = true;
  bool SplitArrays = true;
  DependenceKind Dependences = DependenceKind::Value;
  ScheduleKind Scheduler = ScheduleKind::Isl;
  /// Decides the order of the regions that it changes; may be null.
  std::shared_ptr<const Script> Transformation;
  /// Directories that it may include files from, beside its own.
  std::vector<std::string> ScriptPath;
  /// The arrays that tiles have in local memory; none: all.
  std::optional<std::vector<std::string>> Buffers;
  std::vector<std::string> LiveOut;
  bool HasLiveOut = false;
  std::vector<std::string> Local;
  bool AssumeNoAlias = false;
  /// What holds wherever a region is entered.
  std::vector<Assumption> Assumptions;
  /// Bytes of local memory that a region may take; none: any number.
  std::optional<int64_t> MaxLocal;
  /// Loops are executed on small instances before they are emitted.
  bool Replay = true;
  bool Strict = false;
  /// Models are compared with those of LLVM IR.
  bool CrossCheck = false;
  GuardKind Guards = GuardKind::Source;
  /// The facts of a model are taken without one of their reasons: a test that
  /// others find that.
  HindranceRules Rules = {};
  /// Regions are those that the user marked.
  bool OnlyMarked = false;
  /// Regions are those of functions in whose name, or qualified name, this
  /// regular expression matches; empty: of all.
  std::string Functions;
  /// Regions that are not marked are rewritten only where that pays.
  bool Profitable = true;
  Phase Print = Phase::None;
  std::string Report;
  /// name -> value; empty: do not evaluate.
  std::vector<std::pair<std::string, int64_t>> Evaluate;
  /// The new text is wanted beside what Print and Evaluate ask for.
  bool WantsTextToo = false;
  /// What the analysis of one region may spend.
  BudgetLimits Limits = {limits::BudgetSeconds, 0};
  /// Files and regions to be analysed at a time; 0: as many as the tool likes.
  unsigned Jobs = 0;
  /// The options that the user gave, without dashes, and the last value of each,
  /// those of a tool alone among them; flags that are reset are not given.
  llvm::StringMap<std::string> Given;

  bool wantsText() const {
    return WantsTextToo || (Print == Phase::None && Evaluate.empty());
  }
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
