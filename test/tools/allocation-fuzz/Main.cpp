//===- Main.cpp - Random allocation problems, checked by brute force ------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// allocation-fuzz [SEED [COUNT [EFFORT]]]: allocates COUNT random problems by
/// every method and compares each mapping with all conflicts at small parameter
/// values, by arithmetic of its own. The proof must accept each of them, and of
/// those that are proposed for conflicts with a mistake none that fails there.
/// Under an EFFORT of few steps coarser mappings come out.
//
//===----------------------------------------------------------------------===//

#include "../WrongConflicts.h"
#include "RandomConflicts.h"
#include "stevedore/Allocation/Allocation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <cmath>
#include <map>
#include <set>

using namespace fuzz;
using namespace stevedore;

namespace {

/// What the run found.
struct Statistics {
  unsigned Problems = 0;
  unsigned Mappings = 0;
  unsigned Failures = 0;
  unsigned LatticeSmaller = 0;
  unsigned Coarser = 0;
  unsigned Slanted = 0, Packed = 0, Strided = 0;
  /// Forms in one dimension, and those of residues among them.
  unsigned Linear = 0;
  unsigned Residues = 0;
  /// Mappings for wrong conflicts that share cells, and others that the proof
  /// refuses.
  unsigned Wrong = 0;
  unsigned Doubted = 0;
  double Slowest = 0;
  /// How many problems have so many polyhedra, dimensions, parameters.
  std::map<unsigned, unsigned> Polyhedra, Ranks, Parameters;
};

/// One problem: the set of differences, or a set of elements that conflict
/// pairwise.
struct Problem {
  RandomSet Set;
  bool IsDifferences = true;
  ConflictRelation Conflicts;
};

} // namespace

static Problem makeProblem(isl::ctx Ctx, std::mt19937_64 &Random) {
  Problem Result;
  Result.IsDifferences = Random() % 2 == 0;
  Result.Set = RandomSet::make(Random, Result.IsDifferences);
  const RandomSet &S = Result.Set;
  ConflictRelation &C = Result.Conflicts;
  C.Rank = S.Rank;
  const char *Contexts[] = {"{ : }", "[N] -> { : N >= 0 }",
                            "[N, M] -> { : N >= 0 and M >= 1 }"};
  C.Context = isl::set(Ctx, Contexts[S.NumParameters]);
  if (!Result.IsDifferences) {
    C.Cliques.push_back(isl::map(Ctx, S.prefix() + "[] -> [" + S.tuple("") +
                                          "] : " + S.text("") + " }"));
    return Result;
  }
  std::string Differences;
  for (unsigned K = 0; K < S.Rank; ++K)
    Differences += " and x" + std::to_string(K) + " = z" + std::to_string(K) +
                   " - y" + std::to_string(K);
  std::string Z, Y;
  for (unsigned K = 0; K < S.Rank; ++K) {
    Z += (K ? ", z" : "z") + std::to_string(K);
    Y += (K ? ", y" : "y") + std::to_string(K);
  }
  C.Pairs = isl::map(Ctx, S.prefix() + "[" + Y + "] -> [" + Z + "] : exists " +
                              S.tuple("") + " : (" + S.text("") + ")" +
                              Differences + " }");
  return Result;
}

static std::function<int64_t(llvm::StringRef)> valuesOf(const Point &P) {
  return [&P](llvm::StringRef Name) { return P[Name == "N" ? 0 : 1]; };
}

static bool isZero(const Point &Z) {
  for (int64_t Entry : Z)
    if (Entry != 0)
      return false;
  return true;
}

static int64_t dot(const std::vector<int64_t> &Row, const Point &Z) {
  int64_t Sum = 0;
  for (unsigned K = 0; K < Z.size(); ++K)
    Sum += Row[K] * Z[K];
  return Sum;
}

/// Whether the difference \p Z is mapped to 0 by rows \p Rows with moduli
/// \p Moduli.
static bool sharesCell(const std::vector<Point> &Rows, const Point &Moduli,
                       const Point &Z) {
  for (unsigned R = 0; R < Rows.size(); ++R)
    if (dot(Rows[R], Z) % Moduli[R] != 0)
      return false;
  return true;
}

/// The same in one dimension, where the form is not one of residues: the sum of
/// the rows, each times the moduli before it, modulo the product of all.
static bool sharesLinearCell(const ModularMapping &M, const Point &Moduli,
                             const Point &Z) {
  int64_t Sum = 0, Product = 1;
  for (unsigned R : M.Linear->Order) {
    Sum += Product * dot(M.Matrix[R], Z);
    Product *= Moduli[R];
  }
  return Sum % Product == 0;
}

/// Whether the packed or strided form of \p M gives all elements of \p Q, which
/// conflict, cells of their own where the parameters have the values \p P.
static bool keepsAllApart(const Problem &Q, const ModularMapping &M,
                          const Point &P) {
  std::set<Point> Cells;
  unsigned Elements = 0;
  Q.Set.forEachPoint(P, [&](const Point &X) {
    Cells.insert(M.cellOf(X, valuesOf(P)));
    return ++Elements < 400;
  });
  return !Q.IsDifferences && Cells.size() == Elements;
}

static bool isValidAt(const Problem &Q, const ModularMapping &M,
                      const Point &P) {
  if (M.Packed || M.Strided)
    return keepsAllApart(Q, M, P);
  auto At = M.at(valuesOf(P));
  const std::vector<Point> &Rows = At.first;
  const Point &Moduli = At.second;
  auto KeepsApart = [&](const Point &Z) {
    return isZero(Z) || (!sharesCell(Rows, Moduli, Z) &&
                         (!M.Linear || M.Linear->OfResidues ||
                          !sharesLinearCell(M, Moduli, Z)));
  };
  if (Q.IsDifferences)
    return Q.Set.forEachPoint(P, KeepsApart);
  std::vector<Point> Elements;
  Q.Set.forEachPoint(P, [&](const Point &X) {
    Elements.push_back(X);
    return Elements.size() < 400;
  });
  for (const Point &X : Elements)
    for (const Point &Y : Elements) {
      Point Z(X);
      for (unsigned K = 0; K < Z.size(); ++K)
        Z[K] -= Y[K];
      if (!KeepsApart(Z))
        return false;
    }
  return true;
}

static std::vector<Point> smallValues(unsigned NumParameters) {
  switch (NumParameters) {
  case 0:
    return {{}};
  case 1:
    return {{0}, {1}, {2}, {3}, {4}};
  default:
    return {{0, 1}, {1, 1}, {0, 3}, {3, 1}, {2, 2}, {1, 3}};
  }
}

/// Parameters at which sizes are compared.
static const Point &largeValues() {
  static const Point Large = {1000000, 1100000};
  return Large;
}

/// Whether anything conflicts at \p P; where nothing does, moduli are of no use
/// and may be of any size.
static bool conflictsAt(const Problem &Q, const Point &P) {
  isl::map All = Q.IsDifferences ? Q.Conflicts.Pairs : Q.Conflicts.Cliques[0];
  for (unsigned K = 0; K < Q.Set.NumParameters; ++K)
    All = isl::manage(isl_map_fix_si(All.release(), isl_dim_param, K, P[K]));
  return All.is_empty().is_false();
}

/// The logarithm of the number of cells for large parameters.
static double logSize(const ModularMapping &M, unsigned NumParameters) {
  double Sum = 0;
  for (int64_t Modulus : M.at(valuesOf(largeValues())).second)
    Sum += std::log(double(Modulus));
  return Sum;
}

static void fail(Statistics &S, const Problem &Q, const std::string &Why) {
  if (++S.Failures > 5)
    return;
  llvm::errs() << "problem " << S.Problems << ": " << Why << "\n  "
               << (Q.IsDifferences ? "differences " : "elements ")
               << Q.Set.prefix() << "[" << Q.Set.tuple("")
               << "] : " << Q.Set.text("") << " }\n";
}

static bool isValid(const Problem &Q, const ModularMapping &M) {
  for (const Point &P : smallValues(Q.Set.NumParameters))
    if (!isValidAt(Q, M, P))
      return false;
  return true;
}

/// "[...] mod ..."
static std::string textOf(const Problem &Q, const ModularMapping &M) {
  return M.mappingText("", Q.Set.Rank) + " mod " + M.moduliText();
}

/// Gives \p M its form in one dimension.
static bool addLinear(const Problem &Q, ModularMapping &M, Statistics &S) {
  auto Linear = linearize(Q.Conflicts, M);
  if (!Linear) {
    fail(S, Q, "linear form: " + llvm::toString(Linear.takeError()));
    return false;
  }
  ++S.Linear;
  S.Residues += Linear->OfResidues;
  M.Linear = std::move(*Linear);
  return true;
}

/// \p M with moduli rounded up to powers of two, where that is proved too; the
/// mapping with such moduli where \p M comes from a lattice of its own.
static bool checkRounded(const Problem &Q, ModularMapping M, Statistics &S) {
  if (M.Method == "sublattice") {
    auto Other =
        allocate(Q.Conflicts, AllocationKind::Lattice, ModuloKind::Pow2);
    if (!Other) {
      fail(S, Q, "rounded: " + llvm::toString(Other.takeError()));
      return false;
    }
    M = std::move(*Other);
  }
  for (Extent &E : M.Moduli)
    E.RoundUpToPowerOfTwo = true;
  if (llvm::Error E = verifyMapping(Q.Conflicts, M)) {
    fail(S, Q, "rounded: " + llvm::toString(std::move(E)));
    return false;
  }
  ++S.Mappings;
  if (!addLinear(Q, M, S))
    return false;
  if (isValid(Q, M))
    return true;
  fail(S, Q, "conflicting elements share a cell of " + textOf(Q, M));
  return false;
}

/// Whether the proof refuses a wrong mapping that is proposed for \p Q read with
/// one mistake, where it is wrong.
static bool checkWrong(const Problem &Q, AllocationLimits Limits,
                       Statistics &S) {
  std::vector<WrongConflicts> All = wrongConflicts(Q.Conflicts);
  const WrongConflicts &Chosen = All[S.Problems % All.size()];
  auto M = allocate(Chosen.Conflicts, AllocationKind::Lattice,
                    ModuloKind::Exact, Limits);
  if (!M) {
    llvm::consumeError(M.takeError());
    return true;
  }
  llvm::Error Refusal = verifyMapping(Q.Conflicts, *M);
  bool IsRefused = bool(Refusal), IsRight = isValid(Q, *M);
  llvm::consumeError(std::move(Refusal));
  S.Wrong += !IsRight;
  S.Doubted += IsRight && IsRefused;
  if (IsRight || IsRefused)
    return true;
  fail(S, Q, std::string(Chosen.Kind) + ": the proof accepts " + textOf(Q, *M));
  return false;
}

/// Takes the form \p F of \p M, called \p Name, away; whether it was right and
/// proved. \p Count counts those that there are.
template <typename Form>
static bool checkForm(const Problem &Q, ModularMapping &M, Statistics &S,
                      std::optional<Form> ModularMapping::*F, const char *Name,
                      unsigned &Count) {
  if (!(M.*F))
    return true;
  ++Count;
  llvm::Error Refusal = verifyMapping(Q.Conflicts, M);
  bool IsRight = !Refusal && isValid(Q, M);
  llvm::consumeError(std::move(Refusal));
  if (!IsRight)
    fail(S, Q, std::string(Name) + ": " + textOf(Q, M));
  (M.*F).reset();
  return IsRight;
}

/// Allocates \p Q by every method. Bounds are simplified where that costs few
/// cells, so that the moduli may be that much above the box.
static void check(const Problem &Q, AllocationLimits Limits, Statistics &S) {
  static const std::pair<AllocationKind, const char *> Methods[] = {
      {AllocationKind::Box, "box"},
      {AllocationKind::Modulo, "modulo"},
      {AllocationKind::Lattice, "lattice"},
      {AllocationKind::Basis, "basis"}};
  ++S.Problems;
  ++S.Polyhedra[Q.Set.Polyhedra.size()];
  ++S.Ranks[Q.Set.Rank];
  ++S.Parameters[Q.Set.NumParameters];
  std::vector<double> Sizes;
  for (const auto &[Kind, Name] : Methods) {
    auto Start = std::chrono::steady_clock::now();
    auto M = allocate(Q.Conflicts, Kind, ModuloKind::Exact, Limits);
    std::chrono::duration<double> Took =
        std::chrono::steady_clock::now() - Start;
    S.Slowest = std::max(S.Slowest, Took.count());
    if (!M)
      return fail(S, Q,
                  std::string(Name) + ": " + llvm::toString(M.takeError()));
    ++S.Mappings;
    S.Coarser += M->Method != Name &&
                 !(Kind == AllocationKind::Lattice &&
                   (M->Method == "modulo" || M->Method == "sublattice" ||
                    M->Method == "slanted" || M->Method == "packed" ||
                    M->Method == "strided"));
    Sizes.push_back(logSize(*M, Q.Set.NumParameters));
    if (!checkForm(Q, *M, S, &ModularMapping::Slanted, "slanted", S.Slanted) ||
        !checkForm(Q, *M, S, &ModularMapping::Packed, "packed", S.Packed) ||
        !checkForm(Q, *M, S, &ModularMapping::Strided, "strided", S.Strided) ||
        !addLinear(Q, *M, S))
      return;
    if (!isValid(Q, *M))
      return fail(S, Q,
                  "conflicting elements share a cell of " + textOf(Q, *M));
    if (llvm::Error E = verifyMapping(Q.Conflicts, *M))
      return fail(S, Q, "proof: " + llvm::toString(std::move(E)));
    if (Kind == AllocationKind::Lattice && !checkRounded(Q, *M, S))
      return;
  }
  if (!checkWrong(Q, Limits, S))
    return;
  if ((Sizes[1] > Sizes[0] + 1e-5 || Sizes[2] > Sizes[1] + 1e-9) &&
      conflictsAt(Q, largeValues()))
    fail(S, Q, "a finer method gave a larger buffer");
  S.LatticeSmaller += Sizes[2] < Sizes[1] - 1e-9;
}

/// "problems of 1, 2 polyhedra: 10, 12"
static void printCounts(const char *What,
                        const std::map<unsigned, unsigned> &Counts) {
  std::string Kinds, Numbers;
  for (const auto &[Kind, Number] : Counts) {
    Kinds += (Kinds.empty() ? "" : ", ") + std::to_string(Kind);
    Numbers += (Numbers.empty() ? "" : ", ") + std::to_string(Number);
  }
  llvm::outs() << "problems of " << Kinds << " " << What << ": " << Numbers
               << "\n";
}

int main(int NumArguments, char **Arguments) {
  uint64_t Seed = 1;
  unsigned Count = 500;
  AllocationLimits Limits;
  if (NumArguments > 4 ||
      (NumArguments > 1 && !llvm::to_integer(Arguments[1], Seed)) ||
      (NumArguments > 2 && !llvm::to_integer(Arguments[2], Count)) ||
      (NumArguments > 3 && !llvm::to_integer(Arguments[3], Limits.Effort))) {
    llvm::errs() << "usage: allocation-fuzz [SEED [COUNT [EFFORT]]]\n";
    return 2;
  }
  llvm::outs() << "seed " << Seed << "\n";
  std::mt19937_64 Random(Seed);
  Statistics S;
  IslContext Ctx;
  for (unsigned K = 0; K < Count; ++K)
    check(makeProblem(Ctx, Random), Limits, S);
  printCounts("polyhedra", S.Polyhedra);
  printCounts("dimensions", S.Ranks);
  printCounts("parameters", S.Parameters);
  llvm::outs() << S.Problems << " problems, " << S.Mappings << " mappings, "
               << S.Failures << " failures\n"
               << S.Linear << " forms in one dimension, " << S.Residues
               << " of residues\n"
               << S.Wrong << " wrong mappings refused, " << S.Doubted
               << " others\n"
               << S.Slanted << " slanted, " << S.Packed << " packed, "
               << S.Strided << " strided, " << S.LatticeSmaller
               << " lattices smaller than the modulo, " << S.Coarser
               << " coarser than asked for, slowest "
               << llvm::format("%.2f", S.Slowest) << " s\n";
  return S.Failures != 0;
}
