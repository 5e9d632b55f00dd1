//===- Main.cpp - Random questions of isl ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// answers-fuzz SEED COUNT: asks questions about random relations { A[x, y] :
/// ... } twice, the second time with other names, some of them exchanged, and
/// compares each answer with what isl computes anew.
//
//===----------------------------------------------------------------------===//

#include "../RandomRun.h"
#include "stevedore/Support/Answers.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Isl.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/ctx.h"
#include "isl/set.h"
#include <random>

using namespace stevedore;

namespace {

/// What parameters, the tuple and its dimensions are called.
struct Naming {
  std::string First, Second, Tuple, X = "x", Y = "y";
};

/// { A[x, y] : one of several systems of constraints holds }.
struct RandomSet {
  /// Factors of the parameters, x, y and 1.
  std::vector<std::vector<std::array<int, 5>>> Pieces;
  /// Whether the second parameter is declared first.
  bool IsReversed = false;

  explicit RandomSet(std::mt19937_64 &Random);
  std::string text(const Naming &N) const;
};

} // namespace

RandomSet::RandomSet(std::mt19937_64 &Random) {
  auto between = [&](int Low, int High) {
    return Low + int(Random() % unsigned(High - Low + 1));
  };
  Pieces.resize(between(1, 3));
  for (auto &Piece : Pieces) {
    Piece.resize(between(2, 4));
    for (auto &Row : Piece)
      for (int &Factor : Row)
        Factor = between(-1, 1);
  }
  IsReversed = Random() % 2;
}

std::string RandomSet::text(const Naming &N) const {
  std::vector<std::string> All;
  for (const auto &Piece : Pieces) {
    std::vector<std::string> Rows;
    for (const auto &Row : Piece) {
      std::string Sum = std::to_string(Row[4]);
      const std::string *Names[] = {&N.First, &N.Second, nullptr, nullptr};
      for (unsigned K = 0; K < 4; ++K)
        Sum += " + " + std::to_string(Row[K]) + " " +
               (Names[K] ? *Names[K]
                : K == 2 ? N.X
                         : N.Y);
      Rows.push_back(Sum + " >= 0");
    }
    All.push_back("(" + llvm::join(Rows, " and ") + ")");
  }
  return "[" +
         (IsReversed ? N.Second + ", " + N.First : N.First + ", " + N.Second) +
         "] -> { " + N.Tuple + "[" + N.X + ", " + N.Y +
         "] : " + llvm::join(All, " or ") + " }";
}

static std::string dimensionNames(const isl::set &A) {
  std::string Result;
  for (int K = 0; K < isl_set_dim(A.get(), isl_dim_set); ++K)
    Result += isl_set_get_dim_name(A.get(), isl_dim_set, K) + std::string(",");
  return Result;
}

/// The number of answers about \p A and \p B that are not those of isl.
static unsigned mistakes(const isl::set &A, const isl::set &B) {
  unsigned Result = 0;
  Result += !coalescedByIsl(A).is_equal(isl::set(A).coalesce()).is_true();
  Result += !coalescedByIsl(A).get_space().is_equal(A.get_space()).is_true();
  Result += areDisjoint(A, B).is_true() != A.is_disjoint(B).is_true();
  Result += isSubset(A, B).is_true() != A.is_subset(B).is_true();
  Result += dimensionNames(coalescedByIsl(A)) != dimensionNames(A);
  Result += isl_ctx_last_error(A.ctx().get()) != isl_error_none;
  return Result;
}

/// The same of their parameters alone, and of empty sets like them and of
/// another tuple.
static unsigned allMistakes(const isl::set &A, const isl::set &B) {
  isl::set None(A.ctx(), "[n, m, A] -> { [x, y] : false }");
  return mistakes(A, B) + mistakes(A.params(), B.params()) +
         mistakes(isl::set::empty(A.get_space()),
                  isl::set::empty(B.get_space())) +
         mistakes(None, None);
}

int main(int Count, char **Values) {
  std::optional<RandomRun> Run = randomRun({Values, size_t(Count)});
  if (!Run)
    return 2;
  const Naming Namings[] = {{"n", "m", "A"},
                            {"m", "n", "A"},
                            {"T1", "n", "B", "y", "x"},
                            {"n", "T1", "A", "i", "j"}};
  IslContext Ctx;
  std::mt19937_64 Random(Run->Seed);
  unsigned Known = 0, Mistakes = 0;
  for (unsigned long K = 0; K < Run->Count; ++K) {
    RandomSet A(Random), B(Random);
    for (const Naming &N : Namings) {
      isl::set X(Ctx, A.text(N));
      Known += Question(Ctx, "coalesce").about(X).known() != nullptr;
      // The second set has the names of the first, or exchanges them.
      for (const Naming &Other : {N, Naming{N.Second, N.First, N.Tuple}})
        Mistakes += allMistakes(X, isl::set(Ctx, B.text(Other)));
    }
  }
  llvm::outs() << "seed " << Run->Seed << "\n"
               << Run->Count << " sets, " << Known << " answers known, "
               << Mistakes << " mistakes\n";
  return Mistakes ? 1 : 0;
}
