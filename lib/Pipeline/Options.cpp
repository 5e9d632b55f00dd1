//===- Options.cpp - Names, values and messages of the options ------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// One table gives each option its name, the form of its value, its sentence of
/// help and the function that reads it.
//
//===----------------------------------------------------------------------===//

#include "OptionText.h"
#include "stevedore/Plan/MachineFile.h"
#include "stevedore/Plan/MachineNames.h"
#include "stevedore/Script/Script.h"
#include "stevedore/Support/OptionValue.h"
#include "stevedore/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"
#include <array>
#include <cmath>

using namespace llvm;

namespace stevedore {
namespace {

template <bool Invocation::*Member>
Error setRunFlag(Options &O, StringRef Name, StringRef Value) {
  return setFlag(O.Run.*Member, Name, Value);
}

/// Sets what is decided about regions (Plan/Decisions.h).
Error decide(Options &O, StringRef Name, StringRef Value) {
  return setDecision(O.Decided, Name, Value);
}

Error setFileName(std::string &Target, StringRef Name, StringRef Value) {
  if (Value.empty())
    return invalidValue(Name, Value, "expected the name of a file");
  Target = Value.str();
  return Error::success();
}

Error setScript(Options &O, StringRef Name, StringRef Value) {
  if (Value.empty())
    return invalidValue(Name, Value, "expected the name of a file");
  Expected<Script> Read = readScript(Value);
  if (!Read)
    return Read.takeError();
  O.Decided.Transformation = std::make_shared<const Script>(std::move(*Read));
  return Error::success();
}

Error setScriptPath(Options &O, StringRef Name, StringRef Value) {
  if (Value.empty())
    return invalidValue(Name, Value, "expected the name of a directory");
  O.Decided.ScriptPath.push_back(Value.str());
  return Error::success();
}

Error setGuards(Options &O, StringRef Name, StringRef Value) {
  return setEnumerator(O.User.Guards, Name, Value, {"source", "llvm", "checked"});
}

/// The names of stages from the one behind Stage::None.
const StringRef StageNames[] = {"facts",       "scop",           "schedule",
                                "dependences", "representation", "tiling",
                                "transfers",   "conflicts",      "allocation",
                                "counts",      "tree",           "ast"};

Error setPrint(Options &O, StringRef Name, StringRef Value) {
  SmallVector<StringRef, 4> Words;
  Value.split(Words, ',');
  StageSet Result;
  for (StringRef Word : Words) {
    Stage P = Stage::None;
    if (Error E = setEnumerator(P, Name, Word.trim(), StageNames, 1))
      return E;
    Result.insert(P);
  }
  O.Run.Print = std::move(Result);
  return Error::success();
}

Error setAssumeNoAlias(Options &O, StringRef Name, StringRef Value) {
  return setFlag(O.User.AssumesNoAlias, Name, Value);
}

Error setReplay(Options &O, StringRef Name, StringRef Value) {
  return setEnumerator(O.Run.Replay, Name, Value, {"off", "on"});
}

Error setReport(Options &O, StringRef Name, StringRef Value) {
  return setFileName(O.Run.Report, Name, Value);
}

/// An empty list says that nothing is observed, which is not the same as no
/// option at all.
Error setLiveOut(Options &O, StringRef Name, StringRef Value) {
  O.User.HasLiveOut = true;
  return addNames(O.User.LiveOut, Name, Value);
}

Error setLocal(Options &O, StringRef Name, StringRef Value) {
  return addNames(O.User.Local, Name, Value);
}

Error setAssume(Options &O, StringRef Name, StringRef Value) {
  auto Assumed = parseAssumption(Value);
  if (!Assumed)
    return invalidValue(Name, Value,
                        "expected " + toString(Assumed.takeError()));
  O.User.Assumptions.push_back(std::move(*Assumed));
  return Error::success();
}

Error setFunctions(Options &O, StringRef Name, StringRef Value) {
  std::string Problem;
  if (Value.empty())
    return invalidValue(Name, Value, "expected a regular expression");
  if (!Regex(Value).isValid(Problem))
    return invalidValue(Name, Value, Problem);
  O.Run.Functions = Value.str();
  return Error::success();
}

/// A list of NAME=INTEGER, each name once, tile sizes at least 1.
/// Reads NAME=INTEGER,... into \p Into.
Error setValues(const Options &O,
                std::vector<std::pair<std::string, int64_t>> &Into,
                StringRef Name, StringRef Value) {
  MemoryNames Memories = memoryNames(O.Target);
  SmallVector<StringRef> Parts;
  if (!Value.trim().empty())
    Value.split(Parts, ',');
  std::vector<std::pair<std::string, int64_t>> Values;
  StringSet<> Seen;
  for (StringRef Part : Parts) {
    auto [Left, Right] = Part.split('=');
    std::string Variable = Memories.inRelations(Left.trim());
    int64_t Number;
    if (!isIdentifier(Variable) || Right.trim().getAsInteger(10, Number))
      return invalidValue(Name, Value,
                          "expected NAME=INTEGER separated by commas");
    if (!Seen.insert(Variable).second)
      return invalidValue(Name, Value,
                          "'" + Variable + "' is given more than once");
    if (roleInText(Variable) == Role::TileSize && Number < 1)
      return invalidValue(Name, Value, "a tile size must be at least 1");
    Values.emplace_back(Variable, Number);
  }
  Into = std::move(Values);
  return Error::success();
}

Error setEvaluate(Options &O, StringRef Name, StringRef Value) {
  O.Run.Evaluates = true;
  return setValues(O, O.Run.Evaluate, Name, Value);
}

/// Reads values where sizes are chosen: none may be the value of a size.
Error setValuesToChooseAt(const Options &O,
                          std::vector<std::pair<std::string, int64_t>> &Into,
                          StringRef Name, StringRef Value) {
  if (Error E = setValues(O, Into, Name, Value))
    return E;
  for (const auto &[Variable, Number] : Into)
    if (roleInText(Variable) == Role::TileSize)
      return invalidValue(Name, Value,
                          "'" + Variable + "' is what is chosen: '--tile' gives "
                                           "it a value");
  return Error::success();
}

Error setChoose(Options &O, StringRef Name, StringRef Value) {
  O.Run.Evaluates = O.Run.Chooses = true;
  return setValuesToChooseAt(O, O.Run.Evaluate, Name, Value);
}

Error setTypical(Options &O, StringRef Name, StringRef Value) {
  return setValuesToChooseAt(O, O.Decided.Typical, Name, Value);
}

Error setTile(Options &O, StringRef Name, StringRef Value) {
  O.Run.PicksSizes = Value == "auto";
  return decide(O, Name, O.Run.PicksSizes ? "param" : Value);
}

Error setLocalMemory(Options &O, StringRef Name, StringRef Value) {
  std::optional<int64_t> Bytes = bytesInText(Value);
  if (!Bytes || *Bytes < 1)
    return invalidValue(Name, Value,
                        "expected a number of bytes below 2^48, as 64K or 1M");
  O.Target.Memories = {O.Target.Memories.front()};
  O.Target.Memories.front().Bytes = *Bytes;
  O.Run.PicksSizes |= !O.Given.count("tile");
  return Error::success();
}

/// Lets values that were given before the machine be about its memories.
Error nameValues(Options &O) {
  MemoryNames Memories = memoryNames(O.Target);
  for (auto &[Variable, Number] : O.Run.Evaluate) {
    Variable = Memories.inRelations(Variable);
    if (roleInText(Variable) == Role::TileSize && Number < 1)
      return invalidValue("evaluate", std::to_string(Number),
                          "a tile size must be at least 1");
  }
  return Error::success();
}

Error setMachine(Options &O, StringRef Name, StringRef Value) {
  if (Value.empty())
    return invalidValue(Name, Value,
                        "expected the name of a machine or a file");
  if (Error E = findMachine(Value).moveInto(O.Target))
    return E;
  if (Error E = nameValues(O))
    return E;
  O.Run.PicksSizes |= !O.Given.count("tile");
  // What no option decides.
  const TransferEngine &Engine = O.Target.Memories.back().Engine;
  auto imply = [&](bool IsImplied, StringRef Option, StringRef Choice) -> Error {
    return IsImplied && !O.Given.count(Option) ? decide(O, Option, Choice)
                                               : Error::success();
  };
  std::string Orders = impliedOrders(O.Target);
  return joinErrors(imply(Engine.Dimensions > 1, "transfers", "box"),
                    joinErrors(imply(!Orders.empty(), "order", Orders),
                               imply(Engine.Channels > 1, "channels", "2")));
}

Error setBudget(Options &O, StringRef Name, StringRef Value) {
  auto [First, Second] = Value.split(',');
  BudgetLimits Limits;
  if (First.getAsDouble(Limits.Seconds) || !std::isfinite(Limits.Seconds) ||
      Limits.Seconds <= 0)
    return invalidValue(Name, Value,
                        "expected a number of seconds greater than 0");
  if (First.size() < Value.size() &&
      (Second.getAsInteger(10, Limits.Operations) || Limits.Operations == 0))
    return invalidValue(Name, Value,
                        "expected a number of operations greater than 0");
  O.Run.Limits = O.Run.UnmarkedLimits = Limits;
  return Error::success();
}

Error setJobs(Options &O, StringRef Name, StringRef Value) {
  unsigned Jobs;
  if (Value.getAsInteger(10, Jobs) || Jobs < 1 || Jobs > 4096)
    return invalidValue(Name, Value, "expected a number from 1 to 4096");
  O.Run.Jobs = Jobs;
  return Error::success();
}

/// One row of the table of options.
struct OptionEntry {
  OptionInfo Info;
  Error (*Set)(Options &O, StringRef Name, StringRef Value);
};

constexpr OptionEntry Entries[] = {
    {{"tile", "SIZE|param,...",
      "Tile sizes: constants, run-time parameters, or auto: those that cost "
      "least at the values of --typical=, or chosen when the new code is "
      "entered; or none: loops are transformed and not tiled (default: param, "
      "and auto with --machine or --local-memory)"},
     setTile},
    {{"reuse", "none|strip|strip:K|nest",
      "Inter-tile reuse: none, along the innermost tile dimension, the K "
      "innermost ones, or over the whole tiled band (default: strip)"},
     decide},
    {{"transfers", "auto|exact|hull|box",
      "Loads: exact where their cases are few and otherwise in full tiles, "
      "exact in all tiles, hulls of what tiles read, or boxes of rows at "
      "constant distances (default: auto)"},
     decide},
    {{"tiling", "box|box@first|box@ORIGINS|diamond|hexagon|MAP",
      "Tiles are boxes, from where loops begin or from given points on, "
      "diamonds or hexagons of which a row can start together, or cut along "
      "hyperplanes '{ [b1, ...] -> [h1, ...] }' (default: box)"},
     decide},
    {{"tiles", "rational|exact",
      "Loops over tiles may meet empty ones, or have tests (default: "
      "rational)"},
     decide},
    {{"order", "sequential|pipelined",
      "Load, compute and store in turn, or double buffering (default: "
      "sequential)"},
     decide},
    {{"workers", "N|param",
      "Tiles are shared out among so many workers, or as many as there are at "
      "run "
      "time (default: 1, or those of --machine; param with --parallel=openmp)"},
     decide},
    {{"parallel", "macros|openmp",
      "Workers call the function together and are told apart by macros, or are "
      "the threads of a team that the new code opens (default: macros)"},
     decide},
    {{"channels", "1|2",
      "With --order=pipelined, fences order loads behind earlier stores, or "
      "both are independent of each other (default: 1)"},
     decide},
    {{"overlap", "strip|nest",
      "With --order=pipelined, transfers overlap with computation within "
      "strips of tiles, or from each strip to the next, too, for which buffers "
      "have two sides (default: nest; in the text form strip)"},
     decide},
    {{"allocation", "box|modulo|basis|lattice",
      "Local buffers: bounding box, successive modulo along the dimensions or "
      "along the basis of least widths, or lattice heuristics (default: "
      "lattice)"},
     decide},
    {{"buffers", "ARRAY,...",
      "Only these arrays have local buffers (default: all that tiles access)"},
     decide},
    {{"modulo", "exact|pow2",
      "Moduli of local buffers: as computed, or rounded up to powers of two "
      "(default: exact)"},
     decide},
    {{"moduli", "1|2|3",
      "So many sets of moduli for a buffer, of which the smallest is taken "
      "when tile sizes are known; more than one may cost remainders in "
      "subscripts (default: 1)"},
     decide},
    {{"linearize", "on|off",
      "Also print and report the mapping of each array in one dimension, with "
      "a single modulus (default: off)"},
     decide},
    {{"share-buffers", "on|off|overlap",
      "Arrays whose lives in local memory never overlap share one buffer; "
      "those of a region that is not tiled overlap in it, with overlap those "
      "of a tile, too (default: on)"},
     decide},
    {{"banks", "N|auto",
      "Spread each buffer over at most so many memories, such that what one "
      "iteration accesses is in different ones, or as many as it takes "
      "(default: 1)"},
     decide},
    {{"registers", "auto|off|FACTOR,...",
      "Unroll and jam the point loops of full tiles where that pays, not at "
      "all, or by these factors, those of the outermost loops (default: auto)"},
     decide},
    {{"points", "auto|source",
      "Choose the order of the points inside of a tile, so that innermost "
      "loops can be vectorized, or keep that of the loops (default: auto)"},
     decide},
    {{"short-loops", "whole|tiled",
      "Loops of at most 16 iterations, whatever the parameters are, stay whole "
      "inside the tiles of others, or are tiled, too (default: whole)"},
     decide},
    {{"split-arrays", "on|off",
      "An array whose references touch elements far apart from each other is "
      "stored in several buffers where they are smaller than one; with "
      "--allocation=lattice (default: on)"},
     decide},
    {{"schedule", "source|isl",
      "Keep the order of the source, or let isl's scheduler choose one "
      "(default: isl)"},
     decide},
    {{"script", "FILE",
      "A transformation script in Lua decides the order of the regions that it "
      "changes"},
     setScript},
    {{"script-path", "DIRECTORY",
      "Where a script may include files from, beside its own directory (may be "
      "repeated)"},
     setScriptPath},
    {{"dependences", "value|memory",
      "Take values from the last write before a read, or from all writes "
      "before it, where that takes too long (default: value)"},
     decide},
    {{"profitable", "on|off",
      "Of the regions that are not marked, rewrite those alone that reuse what "
      "they move often enough (default: on)"},
     decide},
    {{"only-marked", "",
      "Rewrite regions between '#pragma scop' and '#pragma endscop', and look "
      "for no others"},
     setRunFlag<&Invocation::OnlyMarked>},
    {{"functions", "REGEX",
      "Rewrite regions of functions whose name matches, no others"},
     setFunctions},
    {{"live-out", "ARRAY,...",
      "Only these arrays are observed after the region"},
     setLiveOut},
    {{"local", "ARRAY,...", "These arrays are not observed after the region"},
     setLocal},
    {{"assume-no-alias", "",
      "What different pointers point to does not overlap: no run-time check"},
     setAssumeNoAlias},
    {{"assume", "CONDITION",
      "Holds of parameters wherever a region that has them is entered, as 'n > "
      "0', "
      "or of elements that it reads, as '0 <= a[] < n' (may be repeated)"},
     setAssume},
    {{"max-local", "BYTES",
      "Buffers of a region take no more: the region is left alone where "
      "constant sizes exceed it, else a run-time test decides (default: no "
      "limit)"},
     decide},
    {{"replay", "on|off",
      "Execute the emitted loops on small instances before emitting them "
      "(default: on)"},
     setReplay},
    {{"strict", "", "A marked region that cannot be transformed is an error"},
     setRunFlag<&Invocation::Strict>},
    {{"cross-check", "",
      "Compare the model of each region with Polly's of its LLVM IR: a warning "
      "says where they differ"},
     setRunFlag<&Invocation::CrossCheck>},
    {{"guards", "source|llvm|checked",
      "What tests before the new loops leave out: what the C text shows, or "
      "what its LLVM IR shows, too; or a program that stops where what the "
      "text shows does not hold (default: source)"},
     setGuards},
    {{"print", "STAGE,...",
      "Print the results of stages as text: facts, scop, schedule, "
      "dependences, "
      "representation, tiling, transfers, conflicts, allocation, counts, tree "
      "or ast"},
     setPrint},
    {{"emit-script", "",
      "Print a transformation script that leads to what is chosen without it"},
     setRunFlag<&Invocation::EmitsScript>},
    {{"report", "FILE", "Write a machine-readable report (JSON)"}, setReport},
    {{"evaluate", "NAME=VALUE,...",
      "Print tiles, loads, stores and local memory at these values as JSON"},
     setEvaluate},
    {{"choose", "NAME=VALUE,...",
      "Print the tile sizes that cost least at these values, and the Pareto "
      "front, as JSON"},
     setChoose},
    {{"typical", "NAME=VALUE,...",
      "Values of parameters at which sizes and buffers are chosen"},
     setTypical},
    {{"machine", "FILE|NAME",
      "The machine that code is for, as YAML or one that is installed, as "
      "scratchpad or native: its local memory and what transfers cost "
      "(default: "
      "one memory of any size)"},
     setMachine},
    {{"local-memory", "BYTES",
      "The machine has one local memory of that size, as 4096, 64K or 1M"},
     setLocalMemory},
    {{"budget", "SECONDS[,OPERATIONS]",
      "Limit of the analysis of one region, in time and, the same on every "
      "machine, in isl operations (default: 60)"},
     setBudget},
    {{"j", "N",
      "Files and regions that are analysed at a time (default: the processors; "
      "1 in the plugin)"},
     setJobs},
};

constexpr size_t NumEntries = std::size(Entries);

constexpr std::array<OptionInfo, NumEntries> collectInfos() {
  std::array<OptionInfo, NumEntries> Infos{};
  for (size_t I = 0; I != NumEntries; ++I)
    Infos[I] = Entries[I].Info;
  return Infos;
}

constexpr std::array<OptionInfo, NumEntries> Infos = collectInfos();

} // namespace

StringRef stageName(Stage P) {
  return P == Stage::None ? "" : StageNames[unsigned(P) - 1];
}

Error setOption(Options &O, StringRef Name, StringRef Value) {
  const OptionEntry *Entry = find_if(
      Entries, [&](const OptionEntry &E) { return Name == E.Info.Name; });
  if (Entry == std::end(Entries))
    return unknownOption(Name);
  if (Error E = Entry->Set(O, Name, Value))
    return E;
  bool IsReset = !*Entry->Info.ValueName && Value == "false";
  if (IsReset)
    O.Given.erase(Name);
  else
    O.Given[Name] = Value.str();
  return Error::success();
}

ArrayRef<OptionInfo> optionTable() { return Infos; }

} // namespace stevedore
