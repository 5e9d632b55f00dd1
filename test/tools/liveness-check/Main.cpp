//===- Main.cpp - Conflicts under any order, checked by brute force -------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// liveness-check FILE.stv [NAME=VALUE...] [differences=SET] [method=METHOD]:
/// compares the conflicts of each array, by every method, with those that
/// enumeration finds at the given values, and checks Theorem 1 of the liveness
/// paper: where the order is a partial order, the complement of the conflict
/// graph is a comparability graph, so that the largest clique has as many
/// elements as the best allocation has cells. `differences` must equal the
/// differences of conflicting elements, by `method`, for all parameters.
///
/// liveness-check --random SEED COUNT does the same for random regions. Where
/// there are critical sections, the elements that all executions of few
/// instances find live together have to conflict; --random-critical SEED COUNT
/// does that for random regions. --random-together SEED COUNT has two arrays,
/// and checks what conflicts between them, and their cells where they are in
/// one buffer.
///
/// A file with a band and parallel dimensions is tiled; values of T1, ... are
/// needed then. What is checked is that no two elements of an array share a
/// cell in a tile while both may be live, however the parallel points of the
/// tile run;
/// --random-tiled SEED COUNT does that for random regions.
//
//===----------------------------------------------------------------------===//

#include "History.h"
#include "RandomRegion.h"
#include "Tiled.h"
#include "Together.h"
#include "Traces.h"
#include "stevedore/Allocation/Allocation.h"
#include "stevedore/Allocation/CellTable.h"
#include "stevedore/Pipeline/ExecutionOrders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/set.h"

using namespace liveness;
using namespace llvm;
using namespace stevedore;

namespace {

/// A method and its name on the command line.
struct NamedMethod {
  const char *Name;
  LivenessMethod Method;
};

constexpr NamedMethod Methods[] = {{"live-live", LivenessMethod::LiveLive},
                                   {"live-write", LivenessMethod::LiveWrite},
                                   {"triangle", LivenessMethod::Triangle}};

/// What to check.
struct Request {
  Values V;
  std::string Differences;
  LivenessMethod Method = LivenessMethod::Triangle;
  bool Quiet = false;
};

/// Checks one region.
class Checker {
public:
  Checker(const TextInput &In, const Request &R)
      : In(In), R(R), All(enumerate(In, R.V)) {}
  unsigned run();

  unsigned PartialOrders = 0;
  /// Conflicts that critical sections rule out.
  unsigned Saved = 0;

private:
  const TextInput &In;
  const Request &R;
  Instances All;
  unsigned Failures = 0;

  void fail(const Twine &Message);
  void checkArray(unsigned Array);
  void checkMethod(unsigned Array, const History &H, const NamedMethod &M,
                   raw_ostream &Line);
  void checkDifferences(const ConflictRelation &C);
  void checkTraces(const History &H, const ConflictRelation &C,
                   const Matrix &Without, raw_ostream &Line);
  void checkTheorem(const Matrix &Conflicts, const ConflictRelation &C,
                    raw_ostream &Line);
  void checkTable(ConflictRelation C, int64_t Cells);
  void checkAllocation(const History &H, const Matrix &Conflicts,
                       const ConflictRelation &C, raw_ostream &Line);
};

} // namespace

void Checker::fail(const Twine &Message) {
  outs() << "FAIL: " << Message << "\n";
  ++Failures;
}

static unsigned countEdges(const Matrix &G) {
  unsigned Count = 0;
  for (unsigned U = 0; U < G.size(); ++U)
    Count += std::count(G[U].begin(), G[U].begin() + U, true);
  return Count;
}

/// The pairs of \p C at \p V as a graph over \p Elements.
static Matrix graphOf(const ConflictRelation &C,
                      const std::vector<Point> &Elements, const Values &V) {
  std::map<Point, unsigned> Number;
  for (unsigned E = 0; E < Elements.size(); ++E)
    Number[Elements[E]] = E;
  Matrix Result(Elements.size(), std::vector<bool>(Elements.size()));
  for (const Point &P : pointsOf(C.Pairs.wrap(), V)) {
    auto X = Number.find(Point(P.begin(), P.begin() + C.Rank));
    auto Y = Number.find(Point(P.begin() + C.Rank, P.end()));
    if (X != Number.end() && Y != Number.end() && X != Y)
      Result[X->second][Y->second] = Result[Y->second][X->second] = true;
  }
  return Result;
}

void Checker::checkMethod(unsigned Array, const History &H,
                          const NamedMethod &M, raw_ostream &Line) {
  auto Order = orderOf(In, M.Method);
  if (!Order)
    return fail(toString(Order.takeError()));
  auto C = computeConflicts(*In.Program, Array, *Order, M.Method);
  if (!C)
    return fail(toString(C.takeError()));
  Matrix Expected = H.conflicts(M.Method);
  if (!In.Critical.is_null() && M.Method == LivenessMethod::Triangle)
    return checkTraces(H, *C, Expected, Line);
  Line << " " << M.Name << " " << countEdges(Expected);
  if (graphOf(*C, H.Elements, R.V) != Expected)
    fail(Twine(M.Name) + " finds " +
         Twine(countEdges(graphOf(*C, H.Elements, R.V))) + " conflicts of " +
         C->Array + ", not " + Twine(countEdges(Expected)));
  if (M.Method == R.Method)
    checkDifferences(*C);
  if (M.Method != LivenessMethod::Triangle)
    return;
  checkAllocation(H, Expected, *C, Line);
  if (!H.isPartialOrder()) {
    Line << "; no partial order"
         << (orient(complementOf(Expected)) ? "" : ", no comparability graph");
    return;
  }
  ++PartialOrders;
  checkTheorem(Expected, *C, Line);
}

/// What critical sections leave of the conflicts \p Without them has what
/// executions find.
void Checker::checkTraces(const History &H, const ConflictRelation &C,
                          const Matrix &Without, raw_ostream &Line) {
  Matrix Found = graphOf(C, H.Elements, R.V),
         Live = conflictsOfTraces(In, All, H, R.V);
  Line << " triangle " << countEdges(Found) << " of " << countEdges(Without)
       << " executions " << countEdges(Live);
  Saved += countEdges(Without) - countEdges(Found);
  for (unsigned X = 0; X < Found.size(); ++X)
    for (unsigned Y = 0; Y < X; ++Y)
      if ((Live[X][Y] && !Found[X][Y]) || (Found[X][Y] && !Without[X][Y]))
        return fail("the conflicts of " + C.Array + " are wrong");
  checkAllocation(H, Live, C, Line);
}

/// Theorem 1: orders the complement, and compares the chains of that order, the
/// cells of the best allocation, with the largest clique.
void Checker::checkTheorem(const Matrix &Conflicts, const ConflictRelation &C,
                           raw_ostream &Line) {
  std::optional<Matrix> Reuse = orient(complementOf(Conflicts));
  if (!Reuse)
    return fail("the complement of the conflict graph is no comparability "
                "graph");
  unsigned Cells = chainCover(*Reuse), Clique = cliqueNumber(Conflicts);
  Line << "; optimum " << Cells;
  if (Cells != Clique)
    fail("the best allocation has " + Twine(Cells) +
         " cells, the largest clique " + Twine(Clique) + " elements");
  checkTable(C, Cells);
}

/// The table for \p C at the given values has \p Cells, and one with fewer is
/// refused.
void Checker::checkTable(ConflictRelation C, int64_t Cells) {
  std::string Fixed;
  for (const auto &[Name, Value] : R.V)
    Fixed +=
        (Fixed.empty() ? "" : " and ") + Name + " = " + std::to_string(Value);
  std::string Names;
  for (const auto &[Name, Value] : R.V)
    Names += (Names.empty() ? "" : ", ") + Name;
  C.Context = C.Context.intersect(
      isl::set(C.Context.ctx(), "[" + Names + "] -> { : " + Fixed + " }"));
  auto Table = findCellTable(C);
  if (!Table)
    return fail(toString(Table.takeError()));
  if (!*Table || (*Table)->Count != Cells)
    return fail("the table has " +
                (*Table ? Twine((*Table)->Count) : Twine("no")) +
                " cells, not " + Twine(Cells));
  if (Error E = verifyCellTable(C, **Table))
    return fail(toString(std::move(E)));
  if (Cells < 2)
    return;
  CellTable Wrong = **Table;
  Wrong.Cells = isl::manage(isl_map_fix_si(
      isl_map_universe(Wrong.Cells.get_space().release()), isl_dim_out, 0, 0));
  if (Error E = verifyCellTable(C, Wrong))
    return consumeError(std::move(E));
  fail("a wrong table is accepted");
}

static isl::set unnamed(isl::set Set) {
  return isl::manage(isl_set_reset_tuple_id(Set.release()));
}

void Checker::checkDifferences(const ConflictRelation &C) {
  if (R.Differences.empty())
    return;
  isl::set Expected(C.Context.ctx(), R.Differences);
  if (Expected.is_null())
    return fail("isl does not accept " + R.Differences);
  Expected = Expected.intersect_params(C.Context);
  if (!unnamed(C.differences()).is_equal(unnamed(Expected)).is_true())
    fail("the differences are " + toText(C.differences()));
}

/// No two conflicting elements share a cell.
void Checker::checkAllocation(const History &H, const Matrix &Conflicts,
                              const ConflictRelation &C, raw_ostream &Line) {
  if (R.Quiet)
    return;
  auto M = allocate(C, AllocationKind::Lattice, ModuloKind::Exact);
  if (!M)
    return fail(toString(M.takeError()));
  auto Value = [&](StringRef Name) {
    auto It = R.V.find(Name.str());
    return It == R.V.end() ? 0 : It->second;
  };
  int64_t Cells = 1;
  for (int64_t Modulus : M->at(Value).second)
    Cells *= Modulus;
  Line << "; cells " << Cells;
  for (unsigned X = 0; X < H.Elements.size(); ++X)
    for (unsigned Y = 0; Y < X; ++Y)
      if (Conflicts[X][Y] &&
          M->cellOf(H.Elements[X], Value) == M->cellOf(H.Elements[Y], Value))
        return fail("two conflicting elements of " + C.Array + " share a cell");
}

void Checker::checkArray(unsigned Array) {
  History H = historyOf(In, All, Array, R.V);
  std::string Text;
  raw_string_ostream Line(Text);
  Line << In.Program->Arrays[Array].Name << ": " << H.Elements.size()
       << " elements, conflicts";
  for (const NamedMethod &M : Methods)
    checkMethod(Array, H, M, Line);
  if (!R.Quiet)
    outs() << Text << "\n";
}

unsigned Checker::run() {
  for (unsigned A = 0; A < In.Program->Arrays.size(); ++A)
    checkArray(A);
  return Failures;
}

static int complain(const Twine &Message) {
  errs() << Message << "\n";
  return 1;
}

static int checkRandom(uint64_t Seed, unsigned Count, bool IsCritical) {
  std::mt19937_64 Random(Seed);
  unsigned Failures = 0, PartialOrders = 0, Saved = 0;
  outs() << "seed " << Seed << "\n";
  for (unsigned K = 0; K < Count; ++K) {
    IslContext Ctx;
    std::string Text = randomRegion(Random, IsCritical);
    auto In = readText(MemoryBufferRef(Text, "random.stv"), Ctx);
    if (!In)
      return complain(toString(In.takeError()));
    Request R;
    R.Quiet = true;
    R.V["N"] = IsCritical ? 2 : 1 + K % 3;
    Checker C(*In, R);
    unsigned Failed = C.run();
    if (Failed)
      outs() << "N = " << R.V["N"] << "\n" << Text << "\n";
    Failures += Failed;
    PartialOrders += C.PartialOrders;
    Saved += C.Saved;
  }
  outs() << Count << " regions, ";
  if (IsCritical)
    outs() << Saved << " conflicts less, ";
  outs() << PartialOrders << " partial orders, " << Failures << " failures\n";
  return Failures != 0;
}

/// Reads NAME=VALUE into \p R; false if \p Text is nothing of the kind.
static bool readArgument(StringRef Text, Request &R) {
  auto [Name, Value] = Text.split('=');
  if (Name == "differences") {
    R.Differences = Value.str();
    return true;
  }
  if (Name == "method") {
    for (const NamedMethod &M : Methods)
      if (Value == M.Name) {
        R.Method = M.Method;
        return true;
      }
    return false;
  }
  return !Value.getAsInteger(10, R.V[Name.str()]);
}

int main(int argc, char **argv) {
  bool Tiled = argc == 4 && StringRef(argv[1]) == "--random-tiled";
  bool IsCritical = argc == 4 && StringRef(argv[1]) == "--random-critical";
  bool Together = argc == 4 && StringRef(argv[1]) == "--random-together";
  bool Overlap = argc == 4 && StringRef(argv[1]) == "--random-overlap";
  if (Tiled || IsCritical || Together || Overlap ||
      (argc == 4 && StringRef(argv[1]) == "--random")) {
    uint64_t Seed;
    unsigned Count;
    if (!StringRef(argv[2]).getAsInteger(10, Seed) &&
        !StringRef(argv[3]).getAsInteger(10, Count))
      return Overlap    ? checkRandomOverlap(Seed, Count)
             : Together ? checkRandomTogether(Seed, Count)
             : Tiled    ? checkRandomTiled(Seed, Count)
                        : checkRandom(Seed, Count, IsCritical);
  }
  if (argc < 2)
    return complain("usage: liveness-check FILE.stv [NAME=VALUE...]");
  Request R;
  for (int K = 2; K < argc; ++K)
    if (!readArgument(argv[K], R))
      return complain(Twine(argv[K]) + " is not understood");
  auto Buffer = MemoryBuffer::getFile(argv[1], /*IsText=*/true);
  if (!Buffer)
    return complain("cannot read " + Twine(argv[1]));
  IslContext Ctx;
  auto In = readText((*Buffer)->getMemBufferRef(), Ctx);
  if (!In)
    return complain(toString(In.takeError()));
  if (!In->Program)
    return complain("nothing to check without a region");
  if (!In->Band || !In->hasTilableOrder())
    return Checker(*In, R).run() != 0;
  TiledCheck C = checkTiled(*In, R.V);
  outs() << C.Text << (C.Failure.empty() ? "" : "FAIL: " + C.Failure + "\n");
  return !C.IsTiled || !C.Failure.empty();
}
