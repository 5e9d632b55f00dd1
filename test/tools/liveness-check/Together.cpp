//===- Together.cpp - Arrays that overlap in one buffer -------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Together.h"
#include "History.h"
#include "RandomRegion.h"
#include "stevedore/Allocation/CommonBuffer.h"
#include "stevedore/Pipeline/ExecutionOrders.h"
#include "stevedore/Pipeline/Pipeline.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/aff.h"
#include "isl/val.h"

using namespace liveness;
using namespace llvm;
using namespace stevedore;

namespace {

constexpr LivenessMethod Methods[] = {LivenessMethod::LiveLive,
                                      LivenessMethod::LiveWrite,
                                      LivenessMethod::Triangle};

/// What all regions came to.
struct Counts {
  unsigned Failures = 0;
  /// Regions whose arrays are in one buffer, by an offset, or by one with N.
  unsigned Together = 0, Shifted = 0, Parametric = 0;
  /// Mappings with a mistake that are wrong, and others that are refused.
  unsigned Wrong = 0, Doubted = 0;
};

/// Checks one region of the arrays A and B against one whose array U has the
/// elements [0, a] and [1, b].
class TogetherCheck {
public:
  TogetherCheck(const TextInput &In, const TextInput &AsOne, Counts &All)
      : In(In), AsOne(AsOne), All(All) {}
  /// What is wrong; empty: nothing.
  std::string run();

private:
  const TextInput &In, &AsOne;
  Counts &All;

  std::string checkCross(const Values &V) const;
  bool sharesCell(const std::vector<ModularMapping> &M) const;
  std::string checkMistakes(std::vector<ModularMapping> M);
  Expected<CommonConflicts> conflicts() const;
};

} // namespace

/// The enumerated life of U at \p V.
static History historyAt(const TextInput &AsOne, const Values &V) {
  return historyOf(AsOne, enumerate(AsOne, V), 0, V);
}

/// Whether \p X is of A and \p Y of B.
static bool areOfBoth(const Point &X, const Point &Y) {
  return X.front() == 0 && Y.front() == 1;
}

std::string TogetherCheck::checkCross(const Values &V) const {
  History H = historyAt(AsOne, V);
  for (LivenessMethod Method : Methods) {
    auto Order = orderOf(In, Method);
    if (!Order)
      return toString(Order.takeError());
    auto Found = computeCrossConflicts(*In.Program, 0, 1, *Order, Method);
    if (!Found)
      return toString(Found.takeError());
    std::vector<Point> Pairs = pointsOf(Found->Pairs.wrap(), V);
    std::set<Point> Known(Pairs.begin(), Pairs.end());
    Matrix Expected = H.conflicts(Method);
    size_t Count = 0;
    for (unsigned X = 0; X < H.Elements.size(); ++X)
      for (unsigned Y = 0; Y < H.Elements.size(); ++Y) {
        if (!areOfBoth(H.Elements[X], H.Elements[Y]) || !Expected[X][Y])
          continue;
        ++Count;
        Point Pair(H.Elements[X].begin() + 1, H.Elements[X].end());
        Pair.insert(Pair.end(), H.Elements[Y].begin() + 1, H.Elements[Y].end());
        if (!Known.count(Pair))
          return "a conflict between the arrays is missing";
      }
    if (Known.size() != Count)
      return "there are conflicts between the arrays that are none";
  }
  return "";
}

/// The value of \p Form at N = \p N.
static int64_t valueAt(const isl::aff &Form, int64_t N) {
  int At = isl_aff_find_dim_by_name(Form.get(), isl_dim_param, "N");
  isl::val Sum = Form.get_constant_val();
  if (At >= 0)
    Sum = Sum.add(
        isl::manage(isl_aff_get_coefficient_val(Form.get(), isl_dim_param, At))
            .mul(isl::val(Form.ctx(), N)));
  return isl_val_get_num_si(Sum.get());
}

/// The cell of \p Element, of U, at N = \p N.
static Point cellOf(const Point &Element, const std::vector<ModularMapping> &M,
                    int64_t N) {
  const ModularMapping &Of = M[Element.front()];
  Point Cell;
  for (unsigned R = 0; R < Of.Matrix.size(); ++R) {
    int64_t Value = Of.Offsets.empty() ? 0 : valueAt(Of.Offsets[R], N);
    for (unsigned D = 0; D < Of.Matrix[R].size(); ++D)
      Value += Of.Matrix[R][D] * Element[1 + D];
    int64_t Modulus = Of.Moduli[R].evaluate([&](StringRef) { return N; });
    Cell.push_back((Value % Modulus + Modulus) % Modulus);
  }
  return Cell;
}

/// Whether two elements that conflict have one cell of the buffer of both
/// arrays at some small N.
bool TogetherCheck::sharesCell(const std::vector<ModularMapping> &M) const {
  for (int64_t N : {1, 2, 3}) {
    History H = historyAt(AsOne, {{"N", N}});
    Matrix Conflicts = H.conflicts(LivenessMethod::Triangle);
    for (unsigned X = 0; X < H.Elements.size(); ++X)
      for (unsigned Y = 0; Y < X; ++Y)
        if (Conflicts[X][Y] &&
            cellOf(H.Elements[X], M, N) == cellOf(H.Elements[Y], M, N))
          return true;
  }
  return false;
}

/// What the arrays of the region ask of a buffer.
Expected<CommonConflicts> TogetherCheck::conflicts() const {
  CommonConflicts Result;
  constexpr LivenessMethod Method = LivenessMethod::Triangle;
  auto Order = orderOf(In, Method);
  if (!Order)
    return Order.takeError();
  for (unsigned Array : {0, 1}) {
    auto Own = computeConflicts(*In.Program, Array, *Order, Method);
    if (!Own)
      return Own.takeError();
    Result.Arrays.push_back(std::move(*Own));
  }
  auto Cross = computeCrossConflicts(*In.Program, 0, 1, *Order, Method);
  if (!Cross)
    return Cross.takeError();
  Result.Across = {std::move(*Cross)};
  return std::move(Result);
}

/// An offset that is one more, or has N once more; a modulus that is one less.
std::string TogetherCheck::checkMistakes(std::vector<ModularMapping> M) {
  auto C = conflicts();
  if (!C)
    return toString(C.takeError());
  for (unsigned R = 0; R < M.front().Moduli.size(); ++R)
    for (unsigned Mistake = 0; Mistake < 3; ++Mistake) {
      std::vector<ModularMapping> Wrong = M;
      isl::aff Change(In.Program->Context.ctx(),
                      Mistake == 1 ? "[N] -> { [(N)] }" : "[N] -> { [(1)] }");
      if (Mistake < 2)
        Wrong[1].Offsets[R] = Wrong[1].Offsets[R].add(Change);
      for (ModularMapping &Of : Wrong)
        for (std::vector<isl::aff> &Forms : Of.Moduli[R].MaxOfMins)
          for (isl::aff &Form : Forms)
            Form = Mistake == 2 ? Form.sub(Change) : Form;
      Error Refused = verifyCommon(*C, Wrong);
      bool IsRefused = bool(Refused), IsWrong = sharesCell(Wrong);
      consumeError(std::move(Refused));
      All.Wrong += IsWrong;
      All.Doubted += IsRefused && !IsWrong;
      if (IsWrong && !IsRefused)
        return "the proof accepts a mistake in " +
               Wrong[1].mappingText("B", C->Arrays[1].Rank) + " mod " +
               Wrong[1].moduliText();
    }
  return "";
}

std::string TogetherCheck::run() {
  for (int64_t N : {1, 2, 3})
    if (std::string Why = checkCross({{"N", N}}); !Why.empty())
      return Why;
  RegionResult R =
      runPipeline(TextOrderInput{In, LivenessMethod::Triangle}, Options());
  if (!R.Transformed)
    return R.Reason;
  const std::vector<MappedArray> &Arrays = R.Plan.RegionArrays;
  if (Arrays[0].Buffer != Arrays[1].Buffer)
    return "";
  std::vector<ModularMapping> M = {Arrays[0].Mapping, Arrays[1].Mapping};
  ++All.Together;
  bool IsShifted = false, HasN = false;
  for (const ModularMapping &Of : M)
    for (const isl::aff &Offset : Of.Offsets) {
      IsShifted |= valueAt(Offset, 1) != 0 || valueAt(Offset, 2) != 0;
      HasN |= valueAt(Offset, 1) != valueAt(Offset, 2);
    }
  All.Shifted += IsShifted;
  All.Parametric += HasN;
  if (sharesCell(M))
    return "elements that conflict share a cell";
  return checkMistakes(std::move(M));
}

/// \p Text with each access of A to \p A or \p B by the bits of \p Choice.
static std::string withArrays(std::string Text, uint64_t Choice, StringRef A,
                              StringRef B) {
  for (size_t At = 0; (At = Text.find("A[", At)) != std::string::npos;
       Choice /= 2) {
    StringRef Name = Choice % 2 == 0 ? A : B;
    Text.replace(At, 2, Name.str());
    At += Name.size();
  }
  return Text;
}

int liveness::checkRandomTogether(uint64_t Seed, unsigned Count) {
  std::mt19937_64 Random(Seed);
  Counts All;
  unsigned Regions = 0;
  outs() << "seed " << Seed << "\n";
  while (Regions < Count) {
    IslContext Ctx;
    std::string Text = randomRegion(Random, /*IsCritical=*/false);
    uint64_t Choice = Random();
    std::string Both = withArrays(Text, Choice, "A[", "B["),
                Merged = withArrays(Text, Choice, "U[0, ", "U[1, ");
    if (Both.find(" A[") == std::string::npos ||
        Both.find(" B[") == std::string::npos)
      continue;
    ++Regions;
    auto In = readText(MemoryBufferRef(Both, "random.stv"), Ctx);
    auto AsOne = readText(MemoryBufferRef(Merged, "random.stv"), Ctx);
    if (!In || !AsOne) {
      errs() << toString(joinErrors(In.takeError(), AsOne.takeError())) << "\n";
      return 1;
    }
    std::string Why = TogetherCheck(*In, *AsOne, All).run();
    All.Failures += !Why.empty();
    if (!Why.empty())
      outs() << "FAIL: " << Why << "\n" << Both << "\n";
  }
  outs() << Regions << " regions, " << All.Together << " in one buffer, "
         << All.Shifted << " shifted, " << All.Parametric << " by N, "
         << All.Wrong << " mistakes refused, " << All.Doubted << " others, "
         << All.Failures << " failures\n";
  return All.Failures != 0;
}

namespace {

/// Writes regions in which each statement reads an element that the one before
/// it writes, or one beside it, and perhaps one of the array before that.
class ChainWriter {
public:
  explicit ChainWriter(std::mt19937_64 &Random) : Random(Random) {}
  std::string run();

private:
  unsigned below(unsigned Bound) { return Random() % Bound; }
  std::string element(bool MayBeBehind);

  std::mt19937_64 &Random;
};

} // namespace

/// "[i - 1, j]": none that comes later, where it must not.
std::string ChainWriter::element(bool MayBeBehind) {
  const char *Before[] = {"[i, j]", "[i, j]", "[i, j]", "[i - 1, j]",
                          "[i, j - 1]"};
  const char *All[] = {"[i, j]", "[i + 1, j]", "[i, j + 1]", "[i - 1, j - 1]",
                       "[j, i]"};
  return MayBeBehind ? All[below(5)] : Before[below(5)];
}

std::string ChainWriter::run() {
  const char *Times[] = {"[i, j, K]", "[i, j, K]", "[i, K, j]", "[K, i, j]"};
  const char *Bands[] = {"{ outer: 0, size: 2 }", "{ outer: 0, size: 2 }",
                         "{ outer: 0, size: 1 }", "{ outer: 1, size: 1 }"};
  unsigned Count = 2 + below(3);
  std::string Domain, Reads, Writes, Schedule, Time = Times[below(4)];
  for (unsigned S = 0; S < Count; ++S) {
    std::string Name = "S" + std::to_string(S) + "[i, j]", Own = Time;
    Own.replace(Own.find('K'), 1, std::to_string(S));
    Domain += Name + " : 0 <= i, j < N; ";
    Schedule += Name + " -> " + Own + "; ";
    Writes += Name + " -> W" + std::to_string(S) + "[i, j]; ";
    // Text unites the references of a statement to one array.
    std::string Last = S == 0 ? "In" : "W" + std::to_string(S - 1);
    Reads += Name + " -> " + Last + element(S == 0) + "; ";
    if (S > 0 && below(2) == 0)
      Reads += Name + " -> " + (S > 1 ? "W" + std::to_string(S - 2) : "In") +
               element(S == 1) + "; ";
  }
  auto Entry = [](const char *Key, const std::string &Relations) {
    return std::string(Key) + ": \"[N] -> { " + Relations + "}\"\n";
  };
  return "context: \"[N] -> { : N >= 1 }\"\n" + Entry("domain", Domain) +
         Entry("reads", Reads) + Entry("mustWrites", Writes) +
         Entry("schedule", Schedule) + "band: " + Bands[below(4)] +
         "\nliveOut: [W" + std::to_string(Count - 1) + "]\n";
}

int liveness::checkRandomOverlap(uint64_t Seed, unsigned Count) {
  std::mt19937_64 Random(Seed);
  unsigned Failures = 0, Tiled = 0, Overlapping = 0;
  outs() << "seed " << Seed << "\n";
  for (unsigned K = 0; K < Count; ++K) {
    IslContext Ctx;
    std::string Text = ChainWriter(Random).run();
    auto In = readText(MemoryBufferRef(Text, "random.stv"), Ctx);
    if (!In) {
      errs() << toString(In.takeError()) << "\n";
      return 1;
    }
    ScheduleInput Given;
    Given.HasBand = true;
    Given.Theta = In->Theta;
    Given.Outer = In->Band->Outer;
    Given.Size = In->Band->Size;
    Options O;
    O.Decided.OverlapsInTiles = true;
    O.Decided.Reuse = K % 2 ? ReuseScope::nest() : ReuseScope::strip();
    O.Run.Print = {Stage::Tree};
    RegionResult R = runPipeline(TiledInput(*In->Program, Given), O);
    Tiled += R.Transformed;
    bool Overlaps = false, IsWrong = R.Internal;
    for (const Level &T : R.Plan.Levels)
      for (const LocalArray &L : T.Arrays)
        Overlaps |= !L.Mapping.Offsets.empty();
    for (const Remark &Said : R.Remarks)
      IsWrong |= Said.Internal;
    Overlapping += Overlaps;
    Failures += IsWrong;
    if (IsWrong)
      outs() << "FAIL: "
             << (R.Remarks.empty() ? R.Reason : R.Remarks.front().Message)
             << "\n"
             << Text << "\n";
  }
  outs() << Count << " regions, " << Tiled << " tiled, " << Overlapping
         << " with arrays that overlap, " << Failures << " failures\n";
  return Failures != 0;
}
