//===- Compare.cpp - Emitted loops beside the original --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitted.h"
#include "Instances.h"
#include "Original.h"
#include "stevedore/Replay/Replay.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>

namespace stevedore {

using namespace replay;

namespace {

/// What the original does for some values of the parameters.
struct Expectation {
  std::vector<int64_t> Parameters;
  /// Remote memory before and after it.
  std::vector<RemoteArray> Before, After;
  /// Of each statement the sum of the identities of its instances.
  std::vector<Value> Executed;
  /// What each access of an instance reads, by its identity; only where that is
  /// asked for.
  llvm::DenseMap<Value, Value> Reads;
};

/// Runs emitted loops beside the original.
class Comparison {
public:
  Comparison(const looptree::Block &Loops, const Scop &S,
             const Original &Program, std::optional<Predicate> Assumptions,
             unsigned long Steps)
      : S(S), Program(Program), New(Loops, S),
        Assumptions(std::move(Assumptions)), MaxSteps(Steps) {}

  llvm::Error run(const ParameterChoice &All);
  const ReplaySummary &summary() const { return Summary; }

private:
  const Scop &S;
  const Original &Program;
  Emitted New;
  std::optional<Predicate> Assumptions;
  const unsigned long MaxSteps;
  /// Looks for the first instance of a statement that differs.
  bool IsDiagnosing = false;
  ReplaySummary Summary;

  std::optional<Expectation> expect(const std::vector<int64_t> &Parameters);
  std::vector<Timing> timings() const;
  bool isAssumed(const Expectation &E, llvm::ArrayRef<int64_t> Sizes) const;
  std::string instance(llvm::ArrayRef<int64_t> Parameters,
                       llvm::ArrayRef<int64_t> Sizes) const;
  std::string differences(const Expectation &E, Machine &M) const;
  std::string compare(const Expectation &E, llvm::ArrayRef<int64_t> Sizes,
                      Timing When);
  std::string compareTiles(const Expectation &E);
  std::string smallest(ParameterChoice Choice, std::string Found);
};

} // namespace

/// Executes the original for \p Parameters; none if that is too much, or if it
/// leaves its arrays, which C does not define.
std::optional<Expectation>
Comparison::expect(const std::vector<int64_t> &Parameters) {
  std::optional<Trace> T =
      Program.run(Parameters, MaxSteps / limits::ReplayRuns);
  if (!T)
    return std::nullopt;
  Expectation E;
  E.Parameters = Parameters;
  E.Before.resize(S.Arrays.size());
  auto forEachAccess = [&](const Trace::Event &Event, auto Visit) {
    const Statement &Stmt = S.Statements[Event.Statement];
    size_t At = Event.Begin + Program.dimensions(Event.Statement);
    for (unsigned A = 0; A < Stmt.Accesses.size(); ++A) {
      unsigned Rank = S.Arrays[Stmt.Accesses[A].Array].Rank;
      Visit(A, Stmt.Accesses[A],
            llvm::ArrayRef<int64_t>(T->Numbers).slice(At, Rank));
      At += Rank;
    }
  };
  std::vector<std::vector<SubscriptRange>> Extents;
  for (unsigned A = 0; A < S.Arrays.size(); ++A)
    Extents.push_back(Program.extent(A, Parameters));
  bool IsInside = true;
  for (const Trace::Event &Event : T->Events)
    forEachAccess(Event, [&](unsigned, const Access &A, auto Subscripts) {
      E.Before[A.Array].include(Subscripts);
      for (auto [Range, Subscript] : llvm::zip(Extents[A.Array], Subscripts))
        IsInside &= !Range.isKnown() || Range.contains(Subscript);
    });
  if (!IsInside)
    return std::nullopt;
  uint64_t Volume = 0;
  for (const RemoteArray &A : E.Before)
    Volume = llvm::SaturatingAdd(Volume, A.volume());
  if (Volume > MaxSteps)
    return std::nullopt;
  for (unsigned A = 0; A < S.Arrays.size(); ++A)
    E.Before[A].initialize(A, std::move(Extents[A]));
  E.After = E.Before;
  E.Executed.resize(S.Statements.size());
  for (const Trace::Event &Event : T->Events) {
    Computation C(Event.Statement,
                  llvm::ArrayRef<int64_t>(T->Numbers)
                      .slice(Event.Begin, Program.dimensions(Event.Statement)));
    E.Executed[Event.Statement] += C.instance();
    forEachAccess(Event, [&](unsigned I, const Access &A, auto Subscripts) {
      if (!A.Reads && !A.MayWrites)
        return;
      Value Read = *E.After[A.Array].find(Subscripts);
      if (IsDiagnosing)
        E.Reads[C.accessed(I)] = Read;
      C.read(Read);
    });
    forEachAccess(Event, [&](unsigned I, const Access &A, auto Subscripts) {
      if (A.MustWrites || A.MayWrites)
        *E.After[A.Array].find(Subscripts) = C.written(I);
    });
  }
  Summary.Steps += T->Steps + Volume / 8;
  return std::move(E);
}

/// The orders of execution that make a difference.
std::vector<Timing> Comparison::timings() const {
  bool Reverses = New.isParallel();
  if (!New.isAsynchronous())
    return Reverses
               ? std::vector<Timing>{{Timing::AtOnce, Timing::AtOnce, false},
                                     {Timing::AtOnce, Timing::AtOnce, true}}
               : std::vector<Timing>{{Timing::AtOnce, Timing::AtOnce, false}};
  return {{Timing::AtOnce, Timing::AtLast, false},
          {Timing::AtLast, Timing::AtOnce, Reverses},
          {Timing::AtLast, Timing::AtLast, false},
          {Timing::AtOnce, Timing::AtOnce, Reverses},
          {Timing::Mixed, Timing::Mixed, false}};
}

bool Comparison::isAssumed(const Expectation &E,
                           llvm::ArrayRef<int64_t> Sizes) const {
  auto valueOf = [&](llvm::StringRef Name) -> std::optional<int64_t> {
    for (size_t P = 0; P < E.Parameters.size(); ++P)
      if (S.Parameters[P].Name == Name)
        return E.Parameters[P];
    for (size_t T = 0; T < Sizes.size(); ++T)
      if (New.tileSizes()[T] == Name)
        return Sizes[T];
    return std::nullopt;
  };
  return !Assumptions || Assumptions->holds(valueOf);
}

/// "N = 3, T1 = 2".
std::string Comparison::instance(llvm::ArrayRef<int64_t> Parameters,
                                 llvm::ArrayRef<int64_t> Sizes) const {
  std::vector<std::string> Parts;
  for (size_t P = 0; P < Parameters.size(); ++P)
    Parts.push_back(S.Parameters[P].Name + " = " +
                    std::to_string(Parameters[P]));
  for (size_t T = 0; T < Sizes.size(); ++T)
    Parts.push_back(New.tileSizes()[T] + " = " + std::to_string(Sizes[T]));
  return llvm::join(Parts, ", ");
}

/// What \p M has computed other than the original; empty: nothing.
std::string Comparison::differences(const Expectation &E, Machine &M) const {
  for (size_t Stmt = 0; Stmt < E.Executed.size(); ++Stmt)
    if (M.Executed[Stmt] != E.Executed[Stmt])
      return "the instances of " + S.Statements[Stmt].Name +
             " are not those of the program";
  for (size_t A = 0; A < S.Arrays.size(); ++A) {
    if (!S.Arrays[A].LiveOut || S.Arrays[A].Private)
      continue;
    const std::vector<Value> &Old = E.After[A].cells(),
                             &Now = M.Remote[A].cells();
    auto [Left, Right] = std::mismatch(Old.begin(), Old.end(), Now.begin());
    if (Left == Old.end())
      continue;
    return S.Arrays[A].Name +
           vectorText(E.After[A].subscriptsOf(Left - Old.begin())) +
           " has another value in the end";
  }
  return "";
}

/// What goes wrong; empty: nothing.
std::string Comparison::compare(const Expectation &E,
                                llvm::ArrayRef<int64_t> Sizes, Timing When) {
  Machine M(S, E.Before, When, MaxSteps / limits::ReplayRuns);
  if (IsDiagnosing)
    M.Reads = &E.Reads;
  New.run(E.Parameters, Sizes, M);
  Summary.Steps += M.steps();
  if (M.isExhausted() || M.tookOriginal())
    return "";
  ++Summary.Instances;
  if (!M.F.Failure.empty())
    return M.F.Failure;
  return differences(E, M);
}

/// The same for some tile sizes, with the instance in front.
std::string Comparison::compareTiles(const Expectation &E) {
  unsigned Size = 0;
  for (int64_t P : E.Parameters)
    Size = std::max<int64_t>(Size, std::min(P, limits::ReplayTileSize));
  std::vector<Timing> Times = timings();
  std::vector<std::vector<int64_t>> Seen;
  for (unsigned N = 0; N < limits::ReplayTilings; ++N) {
    std::vector<int64_t> Sizes = tileSizes(New.tileSizes().size(), Size, N);
    if (llvm::is_contained(Seen, Sizes) || !isAssumed(E, Sizes))
      continue;
    Seen.push_back(Sizes);
    for (Timing When : Times)
      if (Summary.Steps < MaxSteps)
        if (std::string Why = compare(E, Sizes, When); !Why.empty())
          return instance(E.Parameters, Sizes) + ": " + Why;
  }
  return "";
}

/// The failure of the smallest instance of those to choose from, where \p Found
/// is that of one of them. Takes as many steps as there are for finding one.
std::string Comparison::smallest(ParameterChoice Choice, std::string Found) {
  std::vector<std::vector<int64_t>> All;
  while (auto Parameters = Choice.next())
    All.push_back(std::move(*Parameters));
  llvm::stable_sort(All, [](const auto &A, const auto &B) {
    auto Size = [](int64_t Sum, int64_t P) { return Sum + std::abs(P); };
    return std::accumulate(A.begin(), A.end(), int64_t(0), Size) <
           std::accumulate(B.begin(), B.end(), int64_t(0), Size);
  });
  IsDiagnosing = true;
  Summary.Steps = 0;
  for (const std::vector<int64_t> &Parameters : All) {
    std::optional<Expectation> E = expect(Parameters);
    std::string Why = E ? compareTiles(*E) : "";
    if (!Why.empty())
      return Why;
  }
  return Found;
}

llvm::Error Comparison::run(const ParameterChoice &All) {
  ParameterChoice Choice = All;
  while (auto Parameters = Choice.next()) {
    if (Summary.Steps >= MaxSteps)
      break;
    std::optional<Expectation> E = expect(*Parameters);
    std::string Why = E ? compareTiles(*E) : "";
    if (!Why.empty())
      return llvm::createStringError("executed with " + smallest(All, Why));
  }
  if (Summary.Instances == 0)
    Summary.WhyNot = "its smallest instances take too many steps";
  return llvm::Error::success();
}

/// \p E as a reason why nothing is executed, unless isl failed.
static llvm::Expected<ReplaySummary> notExecuted(llvm::Error E) {
  if (E.isA<IslError>())
    return std::move(E);
  ReplaySummary Result;
  Result.WhyNot = llvm::toString(std::move(E));
  return Result;
}

llvm::Expected<ReplaySummary> replayLoops(const looptree::Block &Loops,
                                          const Scop &S,
                                          const ReplayRequest &Request) {
  auto Program = Original::make(S);
  if (!Program)
    return notExecuted(Program.takeError());
  auto Choice = ParameterChoice::make(S);
  if (!Choice)
    return notExecuted(Choice.takeError());
  std::optional<Predicate> Assumptions;
  if (!Request.Assumptions.is_null()) {
    auto Made = Predicate::make(Request.Assumptions);
    if (!Made)
      return notExecuted(Made.takeError());
    Assumptions = std::move(*Made);
  }
  Comparison C(Loops, S, **Program, std::move(Assumptions), Request.Steps);
  if (llvm::Error E = C.run(*Choice))
    return std::move(E);
  return C.summary();
}

} // namespace stevedore
