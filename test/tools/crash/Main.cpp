//===- Main.cpp - Crashes inside of a budget ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads from a null pointer inside of budgets and of an isl callback, and goes
// on with the same context afterwards, under the budget that was in force.
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/Isl.h"
#include "isl/set.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;

static volatile int *Nowhere = nullptr;

static isl::set numbers(isl::ctx Ctx) {
  return isl::set(Ctx, "{ [i] : 0 <= i <= 9 or 20 <= i <= 29 }");
}

static void crash(isl::ctx Ctx) {
  Budget Inner(Ctx, {3600, 100000});
  Budget Innermost(Ctx, {1800, 1});
  isl::set Numbers = numbers(Ctx);
  if (Numbers.is_null())
    *Nowhere = 1;
}

int main() {
  IslContext Ctx;
  Budget Outer(isl::ctx(Ctx), {60, 1000000});
  llvm::outs() << "work that ends: " << Budget::survives([] {}) << "\n";
  for (int I = 0; I < 3; ++I)
    llvm::outs() << "work that crashes: "
                 << Budget::survives([&] { crash(Ctx); }) << "\n";
  isl::set Numbers = numbers(Ctx);
  llvm::outs() << "pieces afterwards: " << Numbers.n_basic_set().release()
               << ", over the budget: " << Outer.exhausted() << "\n";
  return 0;
}
