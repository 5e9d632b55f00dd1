//===- Settings.cpp - Options of passes -----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Passes/Passes.h"
#include "stevedore/Pipeline/OptionPairs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace stevedore;

/// The parts of \p Text, each a name with its value or without one.
static std::vector<std::string> partsOf(StringRef Text) {
  std::vector<std::string> Parts;
  while (!Text.empty()) {
    size_t End = Text.find_first_of(",;");
    StringRef Part = Text.substr(0, End);
    bool IsOption = Part.contains('=') || Part == "report" ||
                    any_of(optionTable(),
                           [&](const OptionInfo &I) { return Part == I.Name; });
    if (IsOption || Parts.empty())
      Parts.push_back(Part.str());
    else
      Parts.back() += "," + Part.str();
    Text = End == StringRef::npos ? "" : Text.substr(End + 1);
  }
  return Parts;
}

Expected<PassSettings> stevedore::readPassSettings(StringRef Text) {
  PassSettings Result;
  bool OnlyReports = false;
  for (StringRef Part : partsOf(Text)) {
    if (Part == "report") {
      OnlyReports = true;
      continue;
    }
    auto [Name, Value] = Part.split('=');
    if (Error E = setOption(Result.Analysis, Name, Value))
      return E;
  }
  const Options &Read = Result.Analysis;
  if (Read.Decided.Memories > 1 || Read.Target.Memories.size() > 1)
    return createStringError("tiles for several memories are for programs in "
                             "C: passes take the sizes of one");
  if (Read.Run.PicksSizes)
    return createStringError("'tile=auto' is for programs in C: passes take sizes "
                             "that are numbers");
  if (workersOf(Read.Decided, Read.Target.Workers).Kind != WorkerDecision::One)
    return createStringError(
        "workers are for programs in C: what passes make is "
        "executed by one");
  auto Remarks = checkOptionPairs(Result.Analysis, "");
  if (!Remarks)
    return Remarks.takeError();
  for (const std::string &Remark : *Remarks)
    WithColor::remark(errs(), "stevedore") << Remark << "\n";
  const ConstantSizes &Sizes = Result.Analysis.Decided.TileSizes;
  Result.Transforms = !OnlyReports && Sizes.begin() != Sizes.end();
  return Result;
}
