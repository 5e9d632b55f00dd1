//===- Main.cpp - Limits that are hit anywhere ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// short-limits [--option=value ...] [--seeds=N] file.stv: the region is
/// planned, counted, emitted and replayed N times, each time with limits of
/// single computations that are lower than they are at random. Whatever isl did
/// not deliver, the answer is coarser or none, and no proof fails and no count
/// is wrong.
//
//===----------------------------------------------------------------------===//

#include "../RegionInput.h"
#include "stevedore/Support/ShortLimits.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

/// What went wrong with the region of \p Arguments; empty: nothing. Counts in
/// \p Transformed and \p Remarks what became of it.
static std::string runOnce(ArrayRef<char *> Arguments, uint64_t Seed,
                           unsigned &Transformed, unsigned &Remarks) {
  Options O;
  IslContext Ctx;
  auto In = readRegion(Arguments, O, Ctx);
  if (!In)
    return toString(In.takeError());
  ShortLimits Lower(Seed);
  PipelineRequest Request = requestOf(O);
  Request.Wanted.HasCounts = true;
  EmitOptions Code;
  RegionResult R =
      runPipeline(lowerable(*In), O.Decided, O.Target, Request, &Code);
  Transformed += R.Transformed;
  Remarks += R.Remarks.size();
  if (R.Internal)
    return R.Reason;
  for (const Remark &Said : R.Remarks)
    if (Said.Internal)
      return Said.Message;
  for (const RegionCount &C :
       R.Counts ? R.Counts->Counts : RegionCounts().Counts)
    if (StringRef(C.WhyNot).starts_with("internal error"))
      return C.Of.text(R.Plan) + ": " + C.WhyNot;
  return "";
}

int main(int NumArguments, char **Arguments) {
  uint64_t Seeds = 10;
  std::vector<char *> Others;
  for (char *Argument : ArrayRef(Arguments + 1, NumArguments - 1)) {
    StringRef Text = Argument;
    if (!Text.consume_front("--seeds=") || Text.getAsInteger(10, Seeds))
      Others.push_back(Argument);
  }
  unsigned Wrong = 0, Transformed = 0, Remarks = 0;
  for (uint64_t Seed = 1; Seed <= Seeds; ++Seed) {
    std::string Why = runOnce(Others, Seed, Transformed, Remarks);
    if (Why.empty())
      continue;
    ++Wrong;
    outs() << "seed " << Seed << ": " << Why << "\n";
  }
  outs() << Seeds << " runs, " << Transformed << " transformed, " << Remarks
         << " remarks, " << Wrong << " wrong\n";
  return Wrong != 0;
}
