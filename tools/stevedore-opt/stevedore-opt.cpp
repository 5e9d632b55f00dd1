//===- stevedore-opt.cpp - The phases on text input -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Bare.h"
#include "stevedore/Pipeline/Pipeline.h"
#include "stevedore/Scop/Text.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// What the command line says.
struct CommandLine {
  Options O;
  std::string File = "-";
  bool Help = false;
};

} // namespace

static Error parseArguments(ArrayRef<const char *> Arguments, CommandLine &C) {
  bool HasFile = false;
  for (StringRef Argument : Arguments) {
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
    auto [Name, Value] = Argument.drop_while([](char D) { return D == '-'; })
                             .split('=');
    if (Error E = setOption(C.O, Name, Value))
      return E;
  }
  return Error::success();
}

static void printHelp() {
  outs() << "USAGE: stevedore-opt [options] file.stv\n\n"
            "Runs the phases of Stevedore on a region, or on a conflict "
            "relation, in isl text.\n\nOPTIONS:\n";
  for (const OptionInfo &I : optionTable()) {
    std::string Left = std::string("  --") + I.Name;
    if (*I.ValueName)
      Left += std::string("=<") + I.ValueName + ">";
    outs() << Left;
    outs().indent(Left.size() < 30 ? 30 - Left.size() : 1);
    outs() << I.Help << "\n";
  }
}

static int fail(const Twine &Message) {
  WithColor::error(errs(), "stevedore-opt") << Message << "\n";
  return 1;
}

/// Writes the report on \p R where `--report=` says.
static Error writeReport(const RegionResult &R, const CommandLine &C) {
  if (C.O.Report.empty())
    return Error::success();
  json::Object Report{
      {"version", 1},
      {"file", C.File},
      {"regions", json::Array{reportRegion(R, CodeGenOptions(), 1)}}};
  return writeToOutput(C.O.Report, [&](raw_ostream &OS) {
    OS << formatv("{0:2}\n", json::Value(std::move(Report)));
    return Error::success();
  });
}

/// Runs the phases on a region and prints what was asked for.
static int runRegion(const TextInput &In, const CommandLine &C) {
  const Options &O = C.O;
  GivenInput Given;
  Given.Theta = In.Theta;
  Given.Assumptions = In.TileContext;
  if (In.Band) {
    Given.HasBand = true;
    Given.Outer = In.Band->Outer;
    Given.Size = In.Band->Size;
  }
  CodeGenOptions Code;
  RegionResult R = runPipeline(*In.Program, O, Code, Given);
  outs() << R.Printed;
  if (Error E = writeReport(R, C))
    return fail(toString(std::move(E)));
  if (!R.Transformed)
    return fail(R.Reason);
  if (O.Evaluate.empty())
    return 0;
  auto Numbers = evaluateRegion(R, O, Code);
  if (!Numbers)
    return fail(toString(Numbers.takeError()));
  outs() << json::Value(json::Object{{"arrays", *Numbers->get("arrays")}})
         << "\n";
  return 0;
}

/// Allocates a bare conflict relation and prints what was asked for.
static int runConflicts(const TextConflicts &In, const Options &O) {
  auto Text = runBareAllocation(In, O);
  if (!Text)
    return fail(toString(Text.takeError()));
  outs() << *Text;
  return 0;
}

int main(int argc, char **argv) {
  InitLLVM Init(argc, argv);
  CommandLine C;
  if (Error E = parseArguments(ArrayRef(argv + 1, argc - 1), C))
    return fail(toString(std::move(E)));
  if (C.Help) {
    printHelp();
    return 0;
  }
  auto Buffer = MemoryBuffer::getFileOrSTDIN(C.File, /*IsText=*/true);
  if (!Buffer)
    return fail("cannot read '" + C.File + "': " + Buffer.getError().message());
  IslContext Ctx;
  auto In = readText((*Buffer)->getMemBufferRef(), Ctx);
  if (!In) {
    errs() << toString(In.takeError()) << "\n";
    return 1;
  }
  return In->Program ? runRegion(*In, C) : runConflicts(*In->Conflicts, C.O);
}
