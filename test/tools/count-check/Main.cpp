//===- Main.cpp - Counts of a region at random values ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// count-check SEED COUNT OPTIONS FILE: compares each count that the region of
/// FILE, in text form, has in closed form with counting the points, at COUNT
/// random values: parameters from 0 to 60, tile sizes from 1 to 70.
//
//===----------------------------------------------------------------------===//

#include "../RegionInput.h"
#include "stevedore/Pipeline/Counts.h"
#include "stevedore/Pipeline/Pipeline.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/set.h"
#include <random>

using namespace stevedore;
using namespace llvm;

namespace {

/// Compares the counts of one region.
class Check {
public:
  Check(const RegionResult &R, unsigned long Seed)
      : Plan(R.Plan), Counts(*R.Counts), Random(Seed) {}

  bool run(unsigned long Vectors);

private:
  const RegionPlan &Plan;
  const RegionCounts &Counts;
  std::mt19937_64 Random;
  unsigned Compared = 0, Wrong = 0, TooMany = 0;

  std::optional<std::vector<int64_t>> randomValues();
  void compare(const RegionCount &C, const LatticeCounter &Counter,
               ArrayRef<int64_t> Values, std::optional<int64_t> Found);
};

} // namespace

/// Values for the parameters of the sums; none where the context has none.
std::optional<std::vector<int64_t>> Check::randomValues() {
  ArrayRef<std::string> Names = Counts.Sums.parameters();
  isl_set *Context = Plan.Program->Context.copy();
  std::vector<int64_t> Result;
  Roles Known = Plan.parameters();
  for (const std::string &Name : Names) {
    bool IsSize = Known.isTileSize(Name);
    Result.push_back(IsSize ? 1 + Random() % 70 : Random() % 61);
    if (IsSize)
      if (auto Size = Plan.Decided.TileSizes.of(Known.numberOf(Name)))
        Result.back() = *Size;
    int At = isl_set_find_dim_by_name(Context, isl_dim_param, Name.c_str());
    if (At >= 0)
      Context = isl_set_fix_si(Context, isl_dim_param, At, int(Result.back()));
  }
  if (isl::manage(Context).is_empty().is_false())
    return Result;
  return std::nullopt;
}

void Check::compare(const RegionCount &C, const LatticeCounter &Counter,
                    ArrayRef<int64_t> Values, std::optional<int64_t> Found) {
  ArrayRef<std::string> Names = Counts.Sums.parameters();
  auto ValueOf = [&](StringRef Name) -> std::optional<int64_t> {
    auto It = find(Names, Name);
    return It == Names.end() ? std::nullopt
                             : std::optional(Values[It - Names.begin()]);
  };
  auto Counted = countOneByOne(C.Of, Counter, ValueOf, limits::CountSteps);
  if (!Counted) {
    ++TooMany;
    return consumeError(Counted.takeError());
  }
  ++Compared;
  if (Found && uint64_t(*Found) == *Counted)
    return;
  ++Wrong;
  outs() << "wrong: the " << C.Of.text(Plan) << " are " << *Counted << ", not "
         << Found.value_or(-1) << ", at";
  for (unsigned K = 0; K < Names.size(); ++K)
    outs() << " " << Names[K] << "=" << Values[K];
  outs() << "\n";
}

bool Check::run(unsigned long Vectors) {
  std::vector<std::pair<const RegionCount *, LatticeCounter>> Closed;
  unsigned InLoops = 0, Others = 0;
  for (const RegionCount &C : Counts.Counts) {
    if (!C.Sum) {
      ++Others;
      outs() << "not closed: the " << C.Of.text(Plan) << ": " << C.WhyNot
             << "\n";
      continue;
    }
    InLoops += Counts.Sums.numLoops(*C.Sum) != 0;
    Closed.emplace_back(&C, cantFail(LatticeCounter::create(C.Of.Points)));
  }
  unsigned long Taken = 0;
  for (unsigned long Try = 0; Try < 20 * Vectors && Taken < Vectors; ++Try) {
    auto Values = randomValues();
    if (!Values)
      continue;
    ++Taken;
    auto Found = Counts.Sums.evaluate(*Values);
    for (const auto &[C, Counter] : Closed)
      compare(*C, Counter, *Values, Found[*C->Sum]);
  }
  outs() << Closed.size() << " counts closed, " << InLoops
         << " of them with loops, " << Others << " not; " << Taken
         << " vectors, " << Compared << " compared, " << TooMany
         << " too many points, " << Wrong << " wrong\n";
  return Wrong == 0;
}

int main(int NumArguments, char **Arguments) {
  unsigned long Seed, Vectors;
  if (NumArguments < 4 || StringRef(Arguments[1]).getAsInteger(10, Seed) ||
      StringRef(Arguments[2]).getAsInteger(10, Vectors)) {
    errs() << "usage: count-check SEED COUNT [OPTIONS] FILE\n";
    return 2;
  }
  Options O;
  IslContext Ctx;
  auto In = readRegion(ArrayRef(Arguments + 3, NumArguments - 3), O, Ctx);
  if (!In) {
    errs() << "count-check: " << toString(In.takeError()) << "\n";
    return 1;
  }
  RegionResult R = planWithCounts(*In, O);
  if (!R.Transformed || !R.Counts) {
    outs() << "not tiled: " << R.Reason << "\n";
    return 0;
  }
  return Check(R, Seed).run(Vectors) ? 0 : 1;
}
