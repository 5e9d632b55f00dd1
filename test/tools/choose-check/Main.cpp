//===- Main.cpp - Chosen sizes against all sizes --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// choose-check LARGEST --local-memory=BYTES --choose=VALUES [OPTIONS] FILE:
/// compares the tile sizes that are chosen for the region of FILE, in text
/// form, with all vectors of sizes up to LARGEST that fit.
//
//===----------------------------------------------------------------------===//

#include "../RegionInput.h"
#include "SizeCosts.h"
#include "stevedore/Pipeline/Choose.h"
#include "stevedore/Pipeline/Counts.h"
#include "stevedore/Pipeline/Pipeline.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace stevedore;
using namespace llvm;

namespace {

/// Looks at all sizes.
class AllSizes {
public:
  AllSizes(SizeCosts &Costs, int64_t Largest, std::optional<int64_t> MostBytes)
      : Costs(Costs), Largest(Largest), MostBytes(MostBytes),
        Sizes(Costs.names().size(), 1) {}

  void look(unsigned From);

  std::optional<SizeChoice> Best;
  uint64_t Looked = 0;

private:
  SizeCosts &Costs;
  int64_t Largest;
  std::optional<int64_t> MostBytes;
  std::vector<int64_t> Sizes;

  bool fits() const {
    return !MostBytes || Costs.bytesIn(0, Sizes) <= double(*MostBytes);
  }
  void lookAt();
};

} // namespace

void AllSizes::lookAt() {
  std::optional<SizeChoice> Found = Costs.elementsAt(Sizes);
  ++Looked;
  if (!Found || (Best && Found->Cycles > Best->Cycles))
    return;
  if (Costs.complete(*Found) && (!Best || Found->Cycles < Best->Cycles))
    Best = std::move(Found);
}

/// Looks at all sizes from number \p From on. What does not fit fits with no
/// larger size.
void AllSizes::look(unsigned From) {
  if (From == Sizes.size())
    return lookAt();
  int64_t Most = std::min(Largest, Costs.largest()[From]);
  for (int64_t Size = 1; Size <= Most; ++Size) {
    Sizes[From] = Size;
    if (!fits())
      break;
    look(From + 1);
  }
  Sizes[From] = 1;
}

static std::string text(const std::optional<SizeChoice> &Choice) {
  std::string Result;
  for (unsigned K = 0; Choice && K < Choice->Sizes.size(); ++K)
    Result += (K ? "," : "") + std::to_string(Choice->Sizes[K]);
  return Choice ? Result : "none";
}

/// How many times the cycles of \p Best \p Choice takes.
static double timesBest(const std::optional<SizeChoice> &Choice,
                        const std::optional<SizeChoice> &Best) {
  return Choice && Best ? Choice->Cycles / std::max(Best->Cycles, 1.0) : 0;
}

static int compare(const Options &O, const RegionResult &R, int64_t Largest) {
  EvaluationValues Values(O.Decided.TileSizes, O.Run.Evaluate,
                          /*AreWanted=*/true);
  auto Begin = std::chrono::steady_clock::now();
  auto Chosen = chooseSizes(R.Plan, *R.Counts, Values, O.Target);
  std::chrono::duration<double> Seconds =
      std::chrono::steady_clock::now() - Begin;
  if (!Chosen) {
    outs() << "nothing is chosen: " << toString(Chosen.takeError()) << "\n";
    return 1;
  }
  auto AtEntry = sizesAtEntry(R.Plan, *R.Counts, Values, O.Target);
  auto Costs = SizeCosts::create(R.Plan, *R.Counts, Values, O.Target);
  if (!Costs) {
    errs() << toString(Costs.takeError()) << "\n";
    return 1;
  }
  AllSizes All(*Costs, Largest, least(O.Decided.MaxLocal, O.Target));
  All.look(0);
  double Over = timesBest(Chosen->Best, All.Best);
  outs() << All.Looked << " vectors, best " << text(All.Best) << ", chosen "
         << text(Chosen->Best) << format(" %.4f", Over) << " times that, "
         << Chosen->Evaluated << format(" looked at in %.2f s", Seconds.count())
         << ", at entry " << text(AtEntry)
         << format(" %.4f", timesBest(AtEntry, Chosen->Best))
         << " times the chosen\n";
  return Over > 1 ? 1 : 0;
}

int main(int NumArguments, char **Arguments) {
  int64_t Largest;
  if (NumArguments < 3 || StringRef(Arguments[1]).getAsInteger(10, Largest)) {
    errs() << "usage: choose-check LARGEST [OPTIONS] FILE\n";
    return 2;
  }
  Options O;
  IslContext Ctx;
  auto In = readRegion(ArrayRef(Arguments + 2, NumArguments - 2), O, Ctx);
  if (!In) {
    errs() << "choose-check: " << toString(In.takeError()) << "\n";
    return 1;
  }
  RegionResult R = planWithCounts(*In, O);
  if (!R.Transformed || !R.Counts) {
    outs() << "not tiled: " << R.Reason << "\n";
    return 1;
  }
  return compare(O, R, Largest);
}
