//===- Main.cpp - What a plan is ------------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// plan-levels [--option=value ...] [--memory=BYTES ...] file.stv: the levels of
/// plan() for the region, for a machine with a memory for each `--memory`:
/// tile sizes, order of phases, and for each array its buffer, when it lives,
/// and the windows along its rows. Plans the region twice, which must give the same.
//
//===----------------------------------------------------------------------===//

#include "../RegionInput.h"
#include "stevedore/Pipeline/Pipeline.h"
#include "stevedore/Plan/FixedSizes.h"
#include "stevedore/Plan/Windows.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/aff.h"

using namespace stevedore;
using namespace llvm;

/// "static from { [(I1)] }", or "wrapping from ..." with lower bounds alone.
static std::string textOf(const RowWindow &W) {
  if (W.Bounds.empty())
    return "no window";
  std::vector<std::string> Bounds;
  for (const RowWindow::Bound &B : W.Bounds) {
    std::string Text = toText(isl::pw_aff(B.Form));
    Bounds.push_back(
        (B.Factor == 1 ? "" : std::to_string(B.Factor) + " times ") +
        Text.substr(Text.rfind('{')));
  }
  return std::string(W.IsStatic ? "static" : "wrapping") + " from " +
         join(Bounds, ", ");
}

static std::string textOf(const RegionPlan &Plan) {
  std::string Text;
  raw_string_ostream OS(Text);
  FixedSizes Sizes(Plan);
  for (const LevelPlace &Place : Plan.allLevels()) {
    const Level &T = Place.level();
    OS << "level in memory " << T.B.Memory << ":";
    for (const std::string &Name : T.Tiles.SizeNames) {
      OS << " " << Name;
      if (auto Size = Sizes.of(Name))
        OS << " = " << *Size;
    }
    OS << (T.Phases.isSequential() ? ", in sequence" : ", pipelined");
    std::map<unsigned, int64_t> Most = Plan.Decided.mostBytes();
    if (auto Bytes = Most.find(T.B.Memory); Bytes != Most.end())
      OS << ", at most " << Bytes->second << " bytes";
    OS << "\n";
    for (const LocalArray &A : T.Arrays) {
      OS << "  " << Plan.Program->Arrays[A.Transfers.Array].Name << ": buffer "
         << A.Buffer << ", lives "
         << (A.Live.Points.is_null() ? "in tiles" : "at points") << "\n";
      for (unsigned R = 0; R < A.Mapping.Moduli.size(); ++R) {
        OS << "    " << A.Mapping.Moduli[R].text();
        if (auto Bound = Sizes.boundOf(A.Mapping.Moduli[R]))
          OS << ", at most " << *Bound;
        OS << ", " << textOf(A.Windows[R]) << "\n";
      }
    }
  }
  return Text;
}

int main(int NumArguments, char **Arguments) {
  Options O;
  IslContext Ctx;
  std::vector<char *> Others;
  std::vector<Memory> Memories;
  for (char *Argument : ArrayRef(Arguments + 1, NumArguments - 1)) {
    StringRef Text = Argument;
    int64_t Bytes;
    if (Text.consume_front("--memory=") && !Text.getAsInteger(10, Bytes))
      Memories.push_back({Bytes, TransferEngine()});
    else
      Others.push_back(Argument);
  }
  auto In = readRegion(Others, O, Ctx);
  if (!In) {
    errs() << "plan-levels: " << toString(In.takeError()) << "\n";
    return 1;
  }
  if (!Memories.empty())
    O.Target.Memories = std::move(Memories);
  std::string First;
  for (int Run = 0; Run < 2; ++Run) {
    auto Plan = plan(TiledInput(*In->Program), O.Decided, O.Target);
    Error Failed = Plan ? placeWindows(*Plan) : Plan.takeError();
    if (Failed) {
      errs() << "plan-levels: " << toString(std::move(Failed)) << "\n";
      return 1;
    }
    std::string Text = textOf(*Plan);
    if (Run == 1 && Text != First) {
      errs() << "plan-levels: two plans for one machine and the same "
                "decisions\n";
      return 1;
    }
    First = std::move(Text);
  }
  outs() << First;
  return 0;
}
