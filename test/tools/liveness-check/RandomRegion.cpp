//===- RandomRegion.cpp - Regions to try ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomRegion.h"
#include <vector>

using namespace liveness;

namespace {

/// Writes one region.
class RegionWriter {
public:
  explicit RegionWriter(std::mt19937_64 &Random) : Random(Random) {}
  std::string run();
  std::string runCritical();

private:
  std::mt19937_64 &Random;
  std::vector<unsigned> Depths;
  unsigned Rank = 1;

  unsigned below(unsigned Bound) { return Random() % Bound; }
  bool oneIn(unsigned Count) { return below(Count) == 0; }
  std::string tuple(unsigned Stmt, bool Primed) const;
  std::string form(unsigned Depth);
  std::string subscripts(unsigned Count, unsigned Depth);
  std::string domain();
  std::string accesses(unsigned Each);
  std::string schedule(bool MayBeForall = true);
  std::string order();
  std::string comparison();
};

} // namespace

/// "S1[i, j]" or, primed, "S1[i', j']"
std::string RegionWriter::tuple(unsigned Stmt, bool Primed) const {
  std::string Prime = Primed ? "'" : "";
  return "S" + std::to_string(Stmt) + "[i" + Prime +
         (Depths[Stmt] == 2 ? ", j" + Prime : "") + "]";
}

/// An affine form with small coefficients.
std::string RegionWriter::form(unsigned Depth) {
  const char *Terms[] = {"", "", " + i", " + i", " - i", " + 2i"};
  const char *More[] = {"", "", " + j", " + j", " - j"};
  std::string Text = std::to_string(int(below(3)) - 1) + Terms[below(6)];
  return Depth == 2 ? Text + More[below(5)] : Text;
}

std::string RegionWriter::subscripts(unsigned Count, unsigned Depth) {
  std::string Text;
  for (unsigned K = 0; K < Count; ++K)
    Text += (K ? ", " : "") + form(Depth);
  return "[" + Text + "]";
}

std::string RegionWriter::domain() {
  std::string Text = "[N] -> { ";
  for (unsigned S = 0; S < Depths.size(); ++S) {
    Text += tuple(S, false) + " : 0 <= i < N";
    if (Depths[S] == 2)
      Text += oneIn(3) ? " and 0 <= j <= i" : " and 0 <= j < N";
    Text += "; ";
  }
  return Text + "}";
}

/// About \p Each accesses for each statement.
std::string RegionWriter::accesses(unsigned Each) {
  std::string Text = "[N] -> { ";
  for (unsigned S = 0; S < Depths.size(); ++S)
    for (unsigned K = 0; K < Each; ++K)
      if (!oneIn(3))
        Text += tuple(S, false) + " -> A" + subscripts(Rank, Depths[S]) + "; ";
  return Text + "}";
}

std::string RegionWriter::schedule(bool MayBeForall) {
  unsigned Dims = 1 + below(3);
  std::string Text = "schedule: \"[N] -> { ";
  for (unsigned S = 0; S < Depths.size(); ++S)
    Text += tuple(S, false) + " -> " + subscripts(Dims, Depths[S]) + "; ";
  Text += "}\"\nparallel: [";
  bool HasOne = false;
  for (unsigned D = 0; D < Dims; ++D)
    if (oneIn(2)) {
      Text += (HasOne ? ", " : "") + std::to_string(D);
      HasOne = true;
    }
  return Text + "]\nparallelSemantics: " +
         (MayBeForall && oneIn(3) ? "forall\n" : "general\n");
}

std::string RegionWriter::comparison() {
  const char *All[] = {"i < i'",      "i <= i'",    "i + 1 < i'", "i = i'",
                       "i' <= 2 - i", "i' = i + 1", "i >= i'",    "0 = 0"};
  return All[below(8)];
}

std::string RegionWriter::order() {
  std::string Text = "order: \"[N] -> { ";
  for (unsigned S = 0; S < Depths.size(); ++S)
    for (unsigned T = 0; T < Depths.size(); ++T)
      if (!oneIn(3))
        Text += tuple(S, false) + " -> " + tuple(T, true) + " : " +
                (S == T ? "i < i'" : comparison()) + "; ";
  return Text + "}\"\n";
}

std::string RegionWriter::run() {
  for (unsigned S = 0, Count = 1 + below(3); S < Count; ++S)
    Depths.push_back(Count < 3 ? 1 + below(2) : 1);
  Rank = 1 + below(2);
  std::string Text = "context: \"[N] -> { : N >= 1 }\"\n";
  Text += "domain: \"" + domain() + "\"\n";
  Text += "reads: \"" + accesses(2) + "\"\n";
  Text += "mustWrites: \"" + accesses(1) + "\"\n";
  if (oneIn(3))
    Text += "mayWrites: \"" + accesses(1) + "\"\n";
  if (Text.find("A[") == std::string::npos || oneIn(2))
    Text += "liveOut: []\n";
  return Text + (oneIn(3) ? order() : schedule());
}

/// Few instances in critical sections of two locks.
std::string RegionWriter::runCritical() {
  Depths.assign(2 + below(2), 1);
  std::string Text = "domain: \"" + domain() + "\"\n";
  Text += "reads: \"" + accesses(2) + "\"\n";
  std::string Writes = accesses(1), Sections = "[N] -> { ";
  for (std::string *Accesses : {&Text, &Writes})
    Accesses->insert(Accesses->rfind('}'), Accesses == &Writes
                                               ? "S0[i] -> A[i]; "
                                               : "S1[i] -> A[i]; ");
  for (unsigned S = 0; S < Depths.size(); ++S)
    if (!oneIn(4))
      Sections += tuple(S, false) + " -> " + (oneIn(3) ? "M" : "L") +
                  (oneIn(2) ? "[i]; " : "[" + std::to_string(below(3)) + "]; ");
  Text += "mustWrites: \"" + Writes + "\"\n";
  Text += "liveOut: []\ncritical: \"" + Sections + "}\"\n";
  if (oneIn(3))
    return Text + schedule(/*MayBeForall=*/false);
  std::string Order = order();
  return Text + Order.insert(Order.find('{') + 1, " S0[i] -> S1[i]; ");
}

std::string liveness::randomRegion(std::mt19937_64 &Random, bool IsCritical) {
  RegionWriter Writer(Random);
  return IsCritical ? Writer.runCritical() : Writer.run();
}
