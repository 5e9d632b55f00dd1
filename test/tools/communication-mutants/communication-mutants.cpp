//===- communication-mutants.cpp - Wrong messages, refused ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Plants mistakes in what the processors of a region send to each other: the
/// proof has to refuse each.
//
//===----------------------------------------------------------------------===//

#include "../RegionInput.h"
#include "stevedore/Transfer/Communication.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/map.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// A mistake in the elements that are sent before or behind a phase.
struct Mistake {
  const char *Kind;
  isl::map (*Change)(const isl::map &Sent);
};

} // namespace

/// \p Sent with each element moved by \p Distance along its last dimension.
static isl::map moved(const isl::map &Sent, long Distance) {
  isl_space *Space =
      isl_space_map_from_set(isl_space_range(isl_map_get_space(Sent.get())));
  isl_multi_aff *Shift = isl_multi_aff_identity(Space);
  unsigned Last = isl_multi_aff_dim(Shift, isl_dim_out) - 1;
  isl_aff *Form =
      isl_aff_add_constant_si(isl_multi_aff_get_aff(Shift, Last), Distance);
  Shift = isl_multi_aff_set_aff(Shift, Last, Form);
  return Sent.apply_range(isl::manage(isl_map_from_multi_aff(Shift)));
}

static const Mistake Mistakes[] = {
    {"an element that is not sent",
     [](const isl::map &Sent) { return Sent.subtract(Sent.lexmin()); }},
    {"nothing is sent",
     [](const isl::map &Sent) { return Sent.subtract(Sent); }},
    {"an element too many",
     [](const isl::map &Sent) { return Sent.unite(moved(Sent.lexmax(), 1)); }},
    {"elements beside those",
     [](const isl::map &Sent) { return moved(Sent, -1); }}};

static int fail(const Twine &Message) {
  errs() << "communication-mutants: " << Message << "\n";
  return 1;
}

int main(int NumArguments, char **Arguments) {
  Options O;
  IslContext Ctx;
  auto In = readRegion(ArrayRef(Arguments + 1, NumArguments - 1), O, Ctx);
  if (!In)
    return fail(toString(In.takeError()));
  if (!In->Program || !In->Owners)
    return fail("nobody owns anything");
  auto Right = communicationOf(*In->Program, In->Theta, *In->Owners);
  if (!Right)
    return fail(toString(Right.takeError()));
  auto isRefused = [&](const Communication &C) {
    Error E = verifyCommunication(*In->Program, In->Theta, *In->Owners, C);
    bool Refused = bool(E);
    consumeError(std::move(E));
    return Refused;
  };
  if (isRefused(*Right))
    return fail("what is right is refused");
  Communication Unexecuted = *Right;
  Unexecuted.Executes =
      Unexecuted.Executes.subtract(Unexecuted.Executes.lexmin());
  unsigned Passed = !isRefused(Unexecuted);
  outs() << "instances that are not executed: " << (Passed ? "not " : "")
         << "refused\n";
  for (const Mistake &M : Mistakes) {
    unsigned All = 0, Refused = 0;
    for (size_t K = 0; K < Right->Arrays.size(); ++K)
      for (auto Which : {&ArrayExchange::Before, &ArrayExchange::After}) {
        isl::map Sent = Right->Arrays[K].*Which;
        if (Sent.is_empty().is_true())
          continue;
        Communication Wrong = *Right;
        Wrong.Arrays[K].*Which = M.Change(Sent);
        ++All;
        Refused += isRefused(Wrong);
      }
    outs() << All << " x " << M.Kind << ": " << Refused << " refused\n";
    Passed += All - Refused;
  }
  return Passed != 0;
}
