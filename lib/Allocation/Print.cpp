//===- Print.cpp - Mappings as text ---------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Allocation/Allocation.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;

/// Names of subscripts: i, j, k, l, then i4, i5, ...
static std::string subscriptName(unsigned K) {
  return K < 4 ? std::string(1, "ijkl"[K]) : "i" + std::to_string(K);
}

/// "2i - j"
static std::string rowText(const std::vector<int64_t> &Row) {
  std::string Text;
  for (unsigned K = 0; K < Row.size(); ++K) {
    if (Row[K] == 0)
      continue;
    if (Text.empty())
      Text += Row[K] < 0 ? "-" : "";
    else
      Text += Row[K] < 0 ? " - " : " + ";
    if (std::abs(Row[K]) != 1)
      Text += std::to_string(std::abs(Row[K]));
    Text += subscriptName(K);
  }
  return Text.empty() ? "0" : Text;
}

std::string ModularMapping::mappingText(llvm::StringRef Array,
                                        unsigned Rank) const {
  std::string Text = ("{ " + Array + "[").str();
  for (unsigned K = 0; K < Rank; ++K)
    Text += (K ? ", " : "") + subscriptName(K);
  Text += "] -> [";
  for (unsigned R = 0; R < Matrix.size(); ++R)
    Text += (R ? ", " : "") + rowText(Matrix[R]);
  return Text + "] }";
}

/// Prints
///   array A
///     mapping: { A[i, j] -> [i - j, j] }
///     moduli: [2*N - 1, 2]
///     method: lattice
void stevedore::print(llvm::raw_ostream &OS, const ConflictRelation &C,
                      const ModularMapping &M) {
  OS << "array " << C.Array << "\n  mapping: " << M.mappingText(C.Array, C.Rank)
     << "\n  moduli: [";
  for (unsigned R = 0; R < M.Moduli.size(); ++R)
    OS << (R ? ", " : "") << M.Moduli[R].text();
  OS << "]\n  method: " << M.Method << "\n";
}
