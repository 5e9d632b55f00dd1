//===- Main.cpp - Random sets with existential variables ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// existential-fuzz SEED COUNT: eliminates the existential variables of random
/// relations { [x] -> [y] : exists e, f : ... } and compares, at each point of
/// a box, with the search for values of e and f.
//
//===----------------------------------------------------------------------===//

#include "../RandomRun.h"
#include "stevedore/Support/Existentials.h"
#include "stevedore/Support/Isl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/map.h"
#include "isl/set.h"
#include <random>

using namespace stevedore;

/// The variables of a constraint: the parameter n, x, y, e and f.
static constexpr unsigned Variables = 5;
static const char *const Names[Variables] = {"n", "x", "y", "e", "f"};

/// |e| and |f| are at most this.
static constexpr int Reach = 8;

/// Factors . (n, x, y, e, f) + Constant >= 0, or = 0.
struct Row {
  int Factors[Variables] = {};
  int Constant = 0;
  bool IsEquality = false;

  bool holds(const int *At) const {
    int Sum = Constant;
    for (unsigned K = 0; K < Variables; ++K)
      Sum += Factors[K] * At[K];
    return IsEquality ? Sum == 0 : Sum >= 0;
  }
};

using System = std::vector<Row>;

static System randomSystem(std::mt19937_64 &Random) {
  auto between = [&](int Low, int High) {
    return Low + int(Random() % unsigned(High - Low + 1));
  };
  System Result(between(3, 7));
  bool Second = Random() % 3 == 0;
  for (Row &R : Result) {
    for (unsigned K = 0; K < 3; ++K)
      R.Factors[K] = Random() % 3 ? between(-3, 3) : 0;
    R.Factors[3] = between(-3, 3);
    R.Factors[4] = Second && Random() % 2 ? between(-2, 2) : 0;
    R.Constant = between(-2, 8);
    R.IsEquality = Random() % 40 == 0;
  }
  return Result;
}

static std::string text(const Row &R) {
  std::string Result = std::to_string(R.Constant);
  for (unsigned K = 0; K < Variables; ++K)
    Result += " + " + std::to_string(R.Factors[K]) + " " + Names[K];
  return Result + (R.IsEquality ? " = 0" : " >= 0");
}

static std::string text(const System &S) {
  std::string Result = "[n] -> { [x] -> [y] : exists e, f : ";
  for (unsigned K = 3; K < Variables; ++K)
    Result += "-" + std::to_string(Reach) + " <= " + Names[K] +
              " <= " + std::to_string(Reach) + " and ";
  std::vector<std::string> Rows;
  for (const Row &R : S)
    Rows.push_back(text(R));
  return Result + llvm::join(Rows, " and ") + " }";
}

/// Whether e and f exist for the first three values of \p At.
static bool contains(const System &S, int *At) {
  for (At[3] = -Reach; At[3] <= Reach; ++At[3])
    for (At[4] = -Reach; At[4] <= Reach; ++At[4])
      if (llvm::all_of(S, [&](const Row &R) { return R.holds(At); }))
        return true;
  return false;
}

static bool contains(const isl::map &M, const int *At) {
  isl_map *Point = isl_map_fix_si(M.copy(), isl_dim_param, 0, At[0]);
  Point = isl_map_fix_si(Point, isl_dim_in, 0, At[1]);
  Point = isl_map_fix_si(Point, isl_dim_out, 0, At[2]);
  return isl::manage(Point).is_empty().is_false();
}

int main(int Count, char **Values) {
  std::optional<RandomRun> Run = randomRun({Values, size_t(Count)});
  if (!Run)
    return 2;
  IslContext Ctx;
  std::mt19937_64 Random(Run->Seed);
  unsigned Unknown = 0, Eliminated = 0, Mistakes = 0;
  for (unsigned long K = 0; K < Run->Count; ++K) {
    System S = randomSystem(Random);
    isl::map Original(Ctx, text(S));
    isl::map Result = withoutExistentials(Original);
    if (hasExistentials(Original)) {
      ++Unknown;
      Eliminated += !hasExistentials(Result);
    }
    bool Right = true;
    int At[Variables];
    for (At[0] = -1; At[0] <= 2; ++At[0])
      for (At[1] = -3; At[1] <= 3; ++At[1])
        for (At[2] = -3; At[2] <= 3; ++At[2])
          Right &= contains(S, At) == contains(Result, At);
    if (!Right) {
      ++Mistakes;
      llvm::outs() << "wrong: " << text(S) << "\n  became " << toText(Result)
                   << "\n";
    }
  }
  llvm::outs() << "seed " << Run->Seed << "\n"
               << Run->Count << " sets, " << Unknown << " with unknowns, "
               << Eliminated << " of them without, " << Mistakes
               << " mistakes\n";
  return Mistakes ? 1 : 0;
}
