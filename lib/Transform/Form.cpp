//===- Form.cpp - Invariants, text and normal form ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/IntegerMatrix.h"
#include "stevedore/Transform/Representation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <numeric>
#include <set>

using namespace stevedore;
using namespace llvm;

/// "(0, 1, 0)"
static std::string tupleText(ArrayRef<int64_t> Entries) {
  std::string Text = "(";
  for (unsigned I = 0; I < Entries.size(); ++I)
    Text += (I ? ", " : "") + std::to_string(Entries[I]);
  return Text + ")";
}

static Error violated(const Twine &Name, const Twine &How) {
  return createStringError("the invariant '" + Name + "' is violated: " + How);
}

/// (2) of U: no component of beta has a free place before it.
static Error checkDensity(const Representation &R) {
  std::set<Coefficients> Prefixes;
  for (const auto &P : R.Statements)
    for (size_t N = 1; N <= P->Beta.size(); ++N)
      Prefixes.insert(Coefficients(P->Beta.begin(), P->Beta.begin() + N));
  for (const auto &P : R.Statements)
    for (size_t N = 1; N <= P->Beta.size(); ++N) {
      Coefficients Before(P->Beta.begin(), P->Beta.begin() + N);
      if (Before.back() == 0)
        continue;
      --Before.back();
      if (Before.back() < 0 || !Prefixes.count(Before))
        return violated("schedule density",
                        "'" + P->Name + "' has beta " + tupleText(P->Beta) +
                            ", and no statement begins with " +
                            tupleText(Before));
    }
  return Error::success();
}

/// (3) of U.
static Error checkRows(const RepresentedStatement &P) {
  for (const Coefficients &Row : P.Domain) {
    int64_t Divisor = 0;
    for (int64_t Entry : Row)
      Divisor = std::gcd(Divisor, Entry);
    if (Divisor != 1)
      return violated("domain parameters", "a row of the domain of '" + P.Name +
                                               "' is not relatively prime");
  }
  return Error::success();
}

/// (5) of U. A beta that begins another one would leave the order of a
/// statement and a loop open.
static Error checkSequentiality(const Representation &R) {
  std::set<Coefficients> Betas, Beginnings;
  for (const auto &P : R.Statements) {
    if (P->depth() &&
        abs(IntegerMatrix::fromRows(P->A, P->depth()).determinant()) != 1)
      return violated("sequentiality",
                      "A of '" + P->Name + "' is not unimodular");
    if (!Betas.insert(P->Beta).second)
      return violated("sequentiality",
                      "two statements have beta " + tupleText(P->Beta));
    for (size_t N = 1; N < P->Beta.size(); ++N)
      Beginnings.insert(Coefficients(P->Beta.begin(), P->Beta.begin() + N));
  }
  for (const Coefficients &Beta : Betas)
    if (Beginnings.count(Beta))
      return violated("sequentiality", "a statement has beta " +
                                           tupleText(Beta) +
                                           ", where others have a loop");
  return Error::success();
}

Error stevedore::checkInvariants(const Representation &R) {
  if (Error E = checkDensity(R))
    return E;
  for (const auto &P : R.Statements)
    if (Error E = checkRows(*P))
      return E;
  return checkSequentiality(R);
}

/// The rows of \p M, one a line, in columns.
static void printRows(raw_ostream &OS, const CoefficientMatrix &M,
                      unsigned Indent = 4) {
  size_t Width = 1;
  for (const Coefficients &Row : M)
    for (int64_t Entry : Row)
      Width = std::max(Width, std::to_string(Entry).size());
  for (const Coefficients &Row : M) {
    OS.indent(Indent) << "[";
    for (size_t I = 0; I < Row.size(); ++I)
      OS << (I ? " " : "") << right_justify(std::to_string(Row[I]), Width);
    OS << "]\n";
  }
}

/// "(i1, i2, l1, N, 1)": what the columns of \p P stand for.
static std::string columnsOf(const Representation &R,
                             const RepresentedStatement &P) {
  std::string Text = "(";
  for (unsigned I = 0; I < P.depth(); ++I)
    Text += "i" + std::to_string(I + 1) + ", ";
  for (unsigned I = 0; I < P.NumLocals; ++I)
    Text += "l" + std::to_string(I + 1) + ", ";
  for (const std::string &Name : R.Parameters)
    Text += Name + ", ";
  return Text + "1)";
}

static void printStatement(raw_ostream &OS, const Representation &R,
                           const RepresentedStatement &P) {
  OS << P.Name;
  if (P.Line)
    OS << ", line " << P.Line;
  OS << ": " << columnsOf(R, P) << "\n  domain\n";
  printRows(OS, P.Domain);
  OS << "  A\n";
  printRows(OS, P.A);
  OS << "  beta " << tupleText(P.Beta) << "\n  Gamma\n";
  printRows(OS, P.Gamma);
  OS << "  accesses\n";
  for (const AccessFunction &A : P.Accesses) {
    OS << "    "
       << (A.Reads ? A.Writes ? "reads and writes" : "reads" : "writes") << " "
       << R.Arrays[A.Array].Name;
    if (A.F && A.F->empty())
      OS << "\n";
    else if (A.F) {
      OS << "\n";
      printRows(OS, *A.F, 6);
    } else
      OS << " by " << toText(A.Relation) << "\n";
  }
}

void stevedore::print(raw_ostream &OS, const Representation &R) {
  for (const auto &P : R.Statements)
    printStatement(OS, R, *P);
  for (const ArrayShape &A : R.Arrays) {
    OS << A.Name << "\n  Sigma\n";
    for (const std::optional<Coefficients> &Row : A.Sigma)
      if (Row)
        printRows(OS, {*Row});
      else
        OS << "    unknown\n";
  }
  OS << "normal form " << format_hex_no_prefix(normalHash(R), 16) << "\n";
}

uint64_t stevedore::normalHash(const Representation &R) {
  std::vector<std::string> Texts;
  for (const auto &P : R.Statements) {
    RepresentedStatement Normal = *P;
    llvm::sort(Normal.Domain);
    Normal.Domain.erase(llvm::unique(Normal.Domain), Normal.Domain.end());
    std::string Text = tupleText(Normal.Beta) + std::to_string(P->Original);
    for (const CoefficientMatrix *M :
         {&Normal.Domain, &Normal.A, &Normal.Gamma})
      for (const Coefficients &Row : *M)
        Text += tupleText(Row);
    for (unsigned I : P->Iterators)
      Text += "," + std::to_string(I);
    for (const AccessFunction &A : P->Accesses) {
      Text += R.Arrays[A.Array].Name;
      for (const Coefficients &Row : A.F.value_or(CoefficientMatrix()))
        Text += tupleText(Row);
    }
    Texts.push_back(std::move(Text));
  }
  for (unsigned A = 0; A < R.Arrays.size(); ++A) {
    if (!R.isMade(A))
      continue;
    std::string Text = R.Arrays[A].Name;
    for (const std::optional<Coefficients> &Row : R.Arrays[A].Sigma)
      Text += tupleText(Row.value_or(Coefficients()));
    Texts.push_back(std::move(Text));
  }
  llvm::sort(Texts);
  return xxh3_64bits(join(Texts, ";"));
}
