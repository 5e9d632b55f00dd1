//===- stevedore-opt.cpp - The stages on text input -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processors.h"
#include "Trees.h"
#include "stevedore/Emit/LoweredRegion.h"
#include "stevedore/Pipeline/AutoTile.h"
#include "stevedore/Pipeline/ExecutionOrders.h"
#include "stevedore/Pipeline/OptionNames.h"
#include "stevedore/Pipeline/OptionPairs.h"
#include "stevedore/Pipeline/Pipeline.h"
#include "stevedore/Report/Report.h"
#include "stevedore/Scop/Text.h"
#include "stevedore/Source/Fact.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/space.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// What the command line says.
struct CommandLine {
  Options O;
  std::string File = "-";
  bool Help = false;
  /// Unset: the default of regions whose order is given.
  std::optional<LivenessMethod> Liveness;
  /// Other values at which numbers are asked for, as `--evaluate=` of each.
  std::vector<Options> AlsoAt;
  /// What processors send is asked for.
  bool ShowsCommunication = false;
  /// For loop trees, and programs of processors.
  std::string Dialect;
  std::vector<std::string> Libraries;
};

} // namespace

/// Reads `--liveness=`, which only stevedore-opt has.
static Error setLiveness(CommandLine &C, StringRef Value) {
  C.Liveness = StringSwitch<std::optional<LivenessMethod>>(Value)
                   .Case("live-live", LivenessMethod::LiveLive)
                   .Case("live-write", LivenessMethod::LiveWrite)
                   .Case("triangle", LivenessMethod::Triangle)
                   .Case("partial-order", LivenessMethod::PartialOrder)
                   .Default(std::nullopt);
  if (C.Liveness)
    return Error::success();
  return createStringError("invalid value '" + Value +
                           "' for 'liveness': expected 'live-live', "
                           "'live-write', 'triangle' or 'partial-order'");
}

/// Reads an option with its value, from \p Rest where it stands apart: `-j 2`.
static Error setNamed(CommandLine &C, StringRef Argument,
                      ArrayRef<const char *> &Rest) {
  if (std::optional<StringRef> Jobs = jobsValue(Argument))
    return setOption(C.O, "j", *Jobs);
  auto [Name, Value] =
      Argument.drop_while([](char D) { return D == '-'; }).split('=');
  if (Name == "liveness")
    return setLiveness(C, Value);
  if (Name == "also-at")
    return setOption(C.AlsoAt.emplace_back(), "evaluate", Value);
  if (Name == "print" && Value == "communication") {
    C.ShowsCommunication = true;
    return Error::success();
  }
  if (Name == "emit" && !Value.empty()) {
    C.Dialect = Value.str();
    return Error::success();
  }
  if (Name == "load" && !Value.empty()) {
    C.Libraries.push_back(Value.str());
    return Error::success();
  }
  if (Argument == "-j" && !Rest.empty()) {
    Value = Rest.front();
    Rest = Rest.drop_front();
  }
  return setOption(C.O, Name, Value);
}

static Error parseArguments(ArrayRef<const char *> Arguments, CommandLine &C) {
  bool HasFile = false;
  while (!Arguments.empty()) {
    StringRef Argument = Arguments.front();
    Arguments = Arguments.drop_front();
    if (Argument == "-h" || Argument == "--help" || Argument == "-help") {
      C.Help = true;
      continue;
    }
    if (Argument == "-" || !Argument.starts_with("-")) {
      if (HasFile)
        return createStringError(inconvertibleErrorCode(),
                                 "more than one input file");
      C.File = Argument.str();
      HasFile = true;
      continue;
    }
    if (Error E = setNamed(C, Argument, Arguments))
      return E;
  }
  return Error::success();
}

static void printHelp() {
  outs() << "USAGE: stevedore-opt [options] file.stv\n\n"
            "Runs the stages of Stevedore on a region, or on a conflict "
            "relation, in isl\ntext; of loops that --print=tree has written, "
            "those after lowering.\n\nOPTIONS:\n";
  std::vector<OptionInfo> Table = optionTable().vec();
  Table.push_back({"liveness", "METHOD",
                   "How conflicts are found where the text gives the order: "
                   "live-live, live-write, triangle or partial-order "
                   "(default: triangle)"});
  Table.push_back({"also-at", "NAME=VALUE,...",
                   "Other values than those of --evaluate=, for one more line "
                   "of numbers, without lower bounds (may be repeated)"});
  Table.push_back({"print", "communication",
                   "What processors that own parts of arrays send to each "
                   "other; with --emit=c the program of one"});
  Table.push_back({"emit", "DIALECT",
                   "What loops that --print=tree has written are printed in: "
                   "c, tree, or a dialect of a library (default: c)"});
  Table.push_back({"load", "LIBRARY",
                   "Open a library with other dialects (may be repeated)"});
  for (const OptionInfo &I : Table) {
    std::string Left = "  " + usageText(I);
    outs() << Left;
    outs().indent(Left.size() < 30 ? 30 - Left.size() : 1);
    outs() << I.Help << "\n";
  }
}

static int fail(const Twine &Message) {
  WithColor::error(errs(), "stevedore-opt") << Message << "\n";
  return 1;
}

/// Says where coarser answers were taken.
static void remark(const RegionResult &R) {
  for (const Remark &Said : R.Remarks) {
    auto &OS = Said.Internal || Said.IsWarning
                   ? WithColor::warning(errs(), "stevedore-opt")
                   : WithColor::remark(errs(), "stevedore-opt");
    OS << (Said.Internal ? "internal error: " : "") << Said.Message << "\n";
  }
}

/// Writes the report on \p R where `--report=` says.
static Error writeReport(const RegionResult &R, const CommandLine &C) {
  if (C.O.Run.Report.empty())
    return Error::success();
  json::Object Report{
      {"version", 1},
      {"file", C.File},
      {"regions", json::Array{reportRegion(R, EmitOptions(), 1)}}};
  return writeToOutput(C.O.Run.Report, [&](raw_ostream &OS) {
    OS << formatv("{0:2}\n", json::Value(std::move(Report)));
    return Error::success();
  });
}

/// The names that \p In has; tile sizes of a region are known once it is tiled.
static KnownNames namesOf(const TextInput &In) {
  KnownNames Result;
  if (In.Program) {
    Result.add(*In.Program);
    return Result;
  }
  const TextConflicts &C = *In.Conflicts;
  for (isl_space *Space : {isl_set_get_space(C.Context.get()),
                           isl_map_get_space(C.Conflicts.get()),
                           isl_set_get_space(C.Differences.get())}) {
    for (unsigned P = 0;
         Space && P < countOf(isl_space_dim(Space, isl_dim_param)); ++P)
      Result.addParameter(isl_space_get_dim_name(Space, isl_dim_param, P));
    isl_space_free(Space);
  }
  return Result;
}

/// Errors: names in the options that stand for nothing. A region without
/// parameters takes any in --evaluate=: it has no other way to ask for numbers.
static Error checkNames(const KnownNames &Names, const Options &O) {
  Error Result = Error::success();
  for (const UnknownName &N : Names.unknown(O))
    if (N.IsHarmless)
      WithColor::remark(errs(), "stevedore-opt") << N.message() << "\n";
    else if (N.Option != "evaluate" || Names.hasParameters())
      Result = joinErrors(std::move(Result), createStringError(N.message()));
  return Result;
}

/// Prints the numbers of a region at the values of \p At.
static Error printNumbers(const RegionResult &R, const Options &At,
                          BudgetLimits Limits) {
  EvaluationValues Values(R.Plan.Decided.TileSizes, At.Run.Evaluate,
                          /*AreWanted=*/true);
  auto Numbers = At.Run.Chooses
                     ? chooseForRegion(R, Values, At.Target, EmitOptions(),
                                       ChoiceRequest())
                     : evaluateRegion(R, Values, At.Target,
                                      budgetLeft(R, Limits), EmitOptions());
  if (!Numbers)
    return Numbers.takeError();
  for (const char *Key : {"function", "localBytes", "transfers"})
    Numbers->erase(Key);
  outs() << json::Value(std::move(*Numbers)) << "\n";
  return Error::success();
}

/// What the text \p In, a region, says of what is outside of it.
static FactList factsOf(const TextInput &In) {
  FactList Result;
  const Scop &S = *In.Program;
  auto isWritten = [&](unsigned A) {
    return any_of(S.Statements, [&](const Statement &Stmt) {
      return any_of(Stmt.Accesses, [&](const Access &Reference) {
        return Reference.Array == A &&
               (Reference.MustWrites || Reference.MayWrites);
      });
    });
  };
  for (unsigned A = 0; A < S.Arrays.size(); ++A)
    for (unsigned B = A + 1; B < S.Arrays.size(); ++B)
      if (isWritten(A) || isWritten(B))
        Result.add(
            {FactReason::StatedApart, {S.Arrays[A].Name, S.Arrays[B].Name}});
  for (const Array &A : S.Arrays)
    if (!A.LiveOut)
      Result.add({FactReason::StatedUnseen, {A.Name}});
  for (const isl::set &Context : {S.Context, In.TileContext})
    if (!Context.is_null() && !isl_set_plain_is_universe(Context.get()))
      Result.add({FactReason::StatedContext, {toText(Context)}});
  return Result;
}

/// Runs the stages on a region and prints what was asked for.
static int runRegion(const TextInput &In, const CommandLine &C) {
  const Options &O = C.O;
  ScheduleInput Given;
  Given.Theta = In.Theta;
  Given.Assumptions = In.TileContext;
  if (In.Band) {
    Given.HasBand = true;
    Given.Outer = In.Band->Outer;
    Given.Size = In.Band->Size;
    Given.Tiling = In.Tiling;
    Given.Parallel = In.Parallel.value_or(std::vector<unsigned>());
  }
  EmitOptions Code;
  bool HasLoops = O.Run.Print.count(Stage::Tree) ||
                  O.Run.Print.count(Stage::Ast) || O.Decided.Banks > 1;
  Expected<Scop> Program =
      HasLoops ? withOneElementEach(*In.Program) : Expected<Scop>(*In.Program);
  if (!Program)
    return fail(toString(Program.takeError()));
  Code.Source = symbolicText(*Program);
  Code.Function = "region";
  Code.Memories = memoryNames(O.Target);
  RegionResult R = runWithChosenSizes(TiledInput(*Program, Given), O,
                                      HasLoops ? &Code : nullptr);
  if (O.Run.Print.count(Stage::Facts))
    R.Printed[Stage::Facts] = toText(factsOf(In));
  outs() << printedText(R.Printed);
  if (Error E = writeReport(R, C))
    return fail(toString(std::move(E)));
  if (!R.Transformed)
    return fail(R.Reason);
  KnownNames Names = namesOf(In);
  Names.addTiles(R.Plan.numTileSizes());
  if (Error E = checkNames(Names, O))
    return fail(toString(std::move(E)));
  remark(R);
  if (!O.Run.Evaluates)
    return 0;
  if (Error E = printNumbers(R, O, O.Run.Limits))
    return fail(toString(std::move(E)));
  R.Bounds.clear();
  for (Options At : C.AlsoAt) {
    At.Target = O.Target;
    if (Error E = checkNames(Names, At))
      return fail(toString(std::move(E)));
    if (Error E = printNumbers(R, At, O.Run.Limits))
      return fail(toString(std::move(E)));
  }
  return 0;
}

/// Prints what was asked for of a region or an array that is not tiled.
static int finish(const RegionResult &R, const Options &O) {
  outs() << printedText(R.Printed);
  if (!R.Transformed)
    return fail(R.Reason);
  if (O.Run.Chooses)
    return fail("a region that is not tiled has no sizes to choose");
  if (O.Run.Evaluates && !R.Plan.RegionArrays.empty())
    outs() << json::Value(evaluateUntiled(R, EvaluationValues(O.Decided.TileSizes, O.Run.Evaluate, true))) << "\n";
  remark(R);
  return 0;
}

/// Errors: a parameter of \p Names has no value where numbers are asked for.
static Error checkValues(ArrayRef<std::string> Names, const Options &O) {
  return EvaluationValues(O.Decided.TileSizes, O.Run.Evaluate, O.Run.Evaluates)
      .check(rolesInText(Names), Names);
}

/// Errors: what only regions that are tiled have is asked for.
static Error checkOrder(const Scop &S, const Options &O) {
  auto isThere = [](Stage P) {
    return P == Stage::Facts || P == Stage::Scop || P == Stage::Conflicts ||
           P == Stage::Allocation;
  };
  if (O.Run.EmitsScript || !all_of(O.Run.Print, isThere))
    return createStringError("a region whose order is given is not tiled: "
                             "'--print' shows its facts, "
                             "scop, conflicts or allocation");
  if (!O.Run.Report.empty())
    return createStringError(
        "a region whose order is given is not tiled: there is no '--report' "
        "on it");
  std::vector<std::string> Names;
  for (const Parameter &P : S.Parameters)
    Names.push_back(P.Name);
  return checkValues(Names, O);
}

/// Runs the stages on a region whose order is given.
static int runOrder(const TextInput &In, const CommandLine &C) {
  if (Error E = checkOrder(*In.Program, C.O))
    return fail(toString(std::move(E)));
  TextOrderInput Region{In, C.Liveness.value_or(LivenessMethod::Triangle)};
  RegionResult R = runPipeline(Region, C.O);
  if (C.O.Run.Print.count(Stage::Facts))
    R.Printed[Stage::Facts] = toText(factsOf(In));
  return finish(R, C.O);
}

/// Runs the stages on a region with a band and parallel loops, or where that is
/// impossible analyses it untiled.
static int runParallelBand(const TextInput &In, const CommandLine &C) {
  auto Why = [&] {
    Budget Limit(In.Program->Context.ctx(), C.O.Run.Limits);
    return whyNotTiled(In);
  }();
  if (!Why)
    return fail(toString(Why.takeError()));
  if (Why->empty())
    return runRegion(In, C);
  WithColor::warning(errs(), "stevedore-opt")
      << "nothing is tiled: " << *Why << "\n";
  return runOrder(In, C);
}

/// Runs the stages on an array of which the conflicts are given.
static int runConflicts(const TextConflicts &In, const CommandLine &C) {
  std::vector<std::string> Names;
  for (unsigned P = 0; P < countOf(In.Context.dim(isl::dim::param)); ++P)
    Names.push_back(isl_set_get_dim_name(In.Context.get(), isl_dim_param, P));
  if (Error E = checkValues(Names, C.O))
    return fail(toString(std::move(E)));
  return finish(runPipeline(ConflictInput{In}, C.O), C.O);
}

/// Runs what the text holds.
static int runText(const TextInput &In, const CommandLine &C) {
  if (Error E = checkNames(namesOf(In), C.O))
    return fail(toString(std::move(E)));
  if (!In.Program)
    return runConflicts(*In.Conflicts, C);
  if (In.Band && In.hasTilableOrder() && !C.Liveness)
    return runParallelBand(In, C);
  bool IsOrder = In.hasOrder() || (C.Liveness && !In.Band);
  if (IsOrder)
    return runOrder(In, C);
  if (C.Liveness)
    return fail("'liveness' is for regions without 'band': the conflicts of a "
                "tiled band are those of whole tiles");
  return runRegion(In, C);
}

int main(int argc, char **argv) {
  InitLLVM Init(argc, argv);
  CommandLine C;
  C.O.Decided.Overlap = OverlapKind::Strip;
  if (Error E = parseArguments(ArrayRef(argv + 1, argc - 1), C))
    return fail(toString(std::move(E)));
  if (C.Help) {
    printHelp();
    return 0;
  }
  if (!C.O.Run.Evaluates && !C.AlsoAt.empty())
    return fail("'also-at' is for other values than those of 'evaluate'");
  auto Remarks = checkOptionPairs(C.O);
  if (!Remarks)
    return fail(toString(Remarks.takeError()));
  for (const std::string &Remark : *Remarks)
    WithColor::remark(errs(), "stevedore-opt") << Remark << "\n";
  auto Buffer = MemoryBuffer::getFileOrSTDIN(C.File, /*IsText=*/true);
  if (!Buffer)
    return fail("cannot read '" + C.File + "': " + Buffer.getError().message());
  IslContext Ctx;
  if (isTreeText((*Buffer)->getBuffer())) {
    if (Error E = runTrees((*Buffer)->getMemBufferRef(),
                           {C.O, C.Dialect, C.Libraries}, Ctx)) {
      errs() << toString(std::move(E)) << "\n";
      return 1;
    }
    return 0;
  }
  bool IsProcessor = C.ShowsCommunication && C.Dialect == "c";
  if ((!C.Dialect.empty() && !IsProcessor) || !C.Libraries.empty())
    return fail("'emit' and 'load' are for loop trees; '--print=tree' writes "
                "that of a region");
  auto In = readText((*Buffer)->getMemBufferRef(), Ctx);
  if (!In) {
    errs() << toString(In.takeError()) << "\n";
    return 1;
  }
  errs() << In->Warnings;
  if (!C.ShowsCommunication)
    return runText(*In, C);
  if (Error E = runProcessors(*In, IsProcessor, C.O.Run.Limits))
    return fail(toString(std::move(E)));
  return 0;
}
