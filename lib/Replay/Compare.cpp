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
  /// The number of iterations of its loops is of this order.
  int64_t Size = 0;
  /// Remote memory before and after it.
  std::vector<RemoteArray> Before, After;
  /// Of each statement the sum of the identities of its instances.
  std::vector<Value> Executed;
  /// What each access of an instance reads, by its identity; only where that is
  /// asked for.
  llvm::DenseMap<Value, Value> Reads;
};

/// What executions take at most.
struct StepLimits {
  unsigned long All, Run;
};

/// Runs emitted loops beside the original.
class Comparison {
public:
  Comparison(const looptree::Block &Loops, const Scop &S,
             const Original &Program, std::optional<Predicate> Assumptions,
             StepLimits Limits, const SmallerConstants *Numbers)
      : S(S), Program(Program), New(Loops, S, Program, Numbers),
        Assumptions(std::move(Assumptions)), Limits(Limits) {}

  /// What was executed; what goes wrong is in doubt.
  ReplaySummary run(const ParameterChoice &All);

private:
  const Scop &S;
  const Original &Program;
  Emitted New;
  std::optional<Predicate> Assumptions;
  const StepLimits Limits;
  /// Looks for the first instance of a statement that differs.
  bool IsDiagnosing = false;
  ReplaySummary Summary;

  template <typename Visitor>
  void forEachAccess(const Trace &T, const Trace::Event &Event,
                     Visitor Visit) const;
  bool makeArrays(const Trace &T, Expectation &E);
  void execute(const Trace &T, const Trace::Event &Event, Expectation &E) const;
  std::optional<Expectation> expect(const std::vector<int64_t> &Parameters);
  std::vector<Timing> timings() const;
  std::vector<Timing> ofOneWorker() const;
  bool isAssumed(const Expectation &E, llvm::ArrayRef<int64_t> Sizes) const;
  std::string instance(llvm::ArrayRef<int64_t> Parameters,
                       llvm::ArrayRef<int64_t> Sizes) const;
  std::string differences(const Expectation &E,
                          const std::vector<RemoteArray> &Memory,
                          const std::vector<Value> &Executed) const;
  std::string compare(const Expectation &E, llvm::ArrayRef<int64_t> Sizes,
                      Timing When);
  std::string compareTiles(const Expectation &E);
  std::string smallest(ParameterChoice Choice, std::string Found);
};

} // namespace

/// The elements of all arrays of \p E.
static uint64_t volume(const Expectation &E) {
  uint64_t Result = 0;
  for (const RemoteArray &A : E.Before)
    Result = llvm::SaturatingAdd(Result, A.volume());
  return Result;
}

/// Calls \p Visit with each access of \p Event of \p T: its number, itself, its
/// subscripts, and the ends of those that data choose.
template <typename Visitor>
void Comparison::forEachAccess(const Trace &T, const Trace::Event &Event,
                               Visitor Visit) const {
  const Statement &Stmt = S.Statements[Event.Statement];
  llvm::ArrayRef<int64_t> Numbers = T.Numbers;
  size_t At = Event.Begin + Program.dimensions(Event.Statement);
  for (unsigned A = 0; A < Stmt.Accesses.size(); ++A) {
    unsigned Rank = S.Arrays[Stmt.Accesses[A].Array].Rank;
    unsigned NumEnds = 2 * Stmt.Accesses[A].Chosen.size();
    if (Numbers[At])
      Visit(A, Stmt.Accesses[A], Numbers.slice(At + 1, Rank),
            Numbers.slice(At + 1 + Rank, NumEnds));
    At += 1 + Rank + NumEnds;
  }
}

/// Sets E.Size and E.Before to what \p T needs; false if it leaves its arrays,
/// which C does not define, or needs too much.
bool Comparison::makeArrays(const Trace &T, Expectation &E) {
  for (int64_t P : E.Parameters)
    E.Size = std::max(E.Size, P);
  for (const Trace::Event &Event : T.Events)
    for (unsigned I = 0; I < Program.dimensions(Event.Statement); ++I)
      E.Size = std::max(E.Size, T.Numbers[Event.Begin + I] + 1);
  std::vector<std::vector<SubscriptRange>> Extents;
  for (unsigned A = 0; A < S.Arrays.size(); ++A) {
    E.Before.emplace_back(S.Arrays[A].Pointers);
    Extents.push_back(Program.extent(A, E.Parameters));
  }
  bool IsInside = true;
  auto include = [&](unsigned, const Access &A, auto Subscripts, auto Ends) {
    E.Before[A.Array].include(Subscripts);
    // Tiles load what might have been chosen.
    for (unsigned End = 0; End < 2 && !Ends.empty(); ++End) {
      Vector Corner(Subscripts.begin(), Subscripts.end());
      for (auto [K, D] : llvm::enumerate(A.Chosen))
        Corner[D] = Ends[2 * K + End];
      E.Before[A.Array].include(Corner);
    }
    for (auto [Range, Subscript] : llvm::zip(Extents[A.Array], Subscripts))
      IsInside &= !Range.isKnown() || Range.contains(Subscript);
  };
  for (const Trace::Event &Event : T.Events)
    forEachAccess(T, Event, include);
  uint64_t Volume = volume(E);
  if (!IsInside || Volume > Limits.All)
    return false;
  Summary.Steps += Volume / 8;
  for (unsigned A = 0; A < S.Arrays.size(); ++A)
    E.Before[A].initialize(A, std::move(Extents[A]));
  return true;
}

/// Executes \p Event of \p T on E.After.
void Comparison::execute(const Trace &T, const Trace::Event &Event,
                         Expectation &E) const {
  Computation C(Event.Statement,
                llvm::ArrayRef<int64_t>(T.Numbers).slice(
                    Event.Begin, Program.dimensions(Event.Statement)));
  E.Executed[Event.Statement] += C.instance();
  forEachAccess(T, Event,
                [&](unsigned I, const Access &A, auto Subscripts, auto) {
                  if (!A.Reads)
                    return;
                  Value Read = *E.After[A.Array].find(Subscripts);
                  if (IsDiagnosing)
                    E.Reads[C.accessed(I)] = Read;
                  C.read(Read);
                });
  forEachAccess(T, Event,
                [&](unsigned I, const Access &A, auto Subscripts, auto) {
                  if (writes(A, C, I))
                    *E.After[A.Array].find(Subscripts) = C.written(I);
                });
}

/// Executes the original for \p Parameters; none if that is too much, or if it
/// leaves its arrays.
std::optional<Expectation>
Comparison::expect(const std::vector<int64_t> &Parameters) {
  std::optional<Trace> T = Program.run(Parameters, Limits.Run);
  if (!T) {
    Summary.Steps += Limits.Run;
    return std::nullopt;
  }
  Expectation E;
  E.Parameters = Parameters;
  if (!makeArrays(*T, E))
    return std::nullopt;
  E.After = E.Before;
  E.Executed.resize(S.Statements.size());
  for (const Trace::Event &Event : T->Events)
    execute(*T, Event, E);
  Summary.Steps += T->Steps;
  return std::move(E);
}

/// The orders of execution that make a difference.
std::vector<Timing> Comparison::timings() const {
  std::vector<Timing> Result = ofOneWorker();
  if (!New.hasWorkers())
    return Result;
  while (Result.size() < 3)
    Result.push_back(Result.front());
  for (unsigned I = 0; I < Result.size(); ++I) {
    Result[I].Workers =
        std::min(New.onlyWorkers().value_or(2 + I % 2), limits::ReplayWorkers);
    Result[I].Order = Interleaving((I + 1) % 3);
  }
  return Result;
}

/// The same without regard to workers.
std::vector<Timing> Comparison::ofOneWorker() const {
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

/// What has been \p Executed, with \p Memory in the end, other than in the
/// original; empty: nothing.
std::string Comparison::differences(const Expectation &E,
                                    const std::vector<RemoteArray> &Memory,
                                    const std::vector<Value> &Executed) const {
  for (size_t Stmt = 0; Stmt < E.Executed.size(); ++Stmt)
    if (Executed[Stmt] != E.Executed[Stmt])
      return "the instances of " + S.Statements[Stmt].Name +
             " are not those of the program";
  for (size_t A = 0; A < S.Arrays.size(); ++A) {
    if (!S.Arrays[A].LiveOut || S.Arrays[A].Private)
      continue;
    const std::vector<Value> &Old = E.After[A].cells(),
                             &Now = Memory[A].cells();
    auto [Left, Right] = std::mismatch(Old.begin(), Old.end(), Now.begin());
    if (Left == Old.end())
      continue;
    return S.Arrays[A].Name +
           vectorText(E.After[A].subscriptsOf(Left - Old.begin())) +
           " has another value in the end";
  }
  return "";
}

/// What goes wrong; empty: nothing. Of several workers, the first that fails
/// tells.
std::string Comparison::compare(const Expectation &E,
                                llvm::ArrayRef<int64_t> Sizes, Timing When) {
  std::vector<RemoteArray> Memory = E.Before;
  WorkerTeam Team(When.Workers, When.Order);
  std::vector<Machine> Machines;
  Machines.reserve(When.Workers);
  for (unsigned W = 0; W < When.Workers; ++W) {
    Machines.emplace_back(S, Memory, When, Limits.Run,
                          When.Workers > 1 ? &Team : nullptr, W);
    if (IsDiagnosing)
      Machines.back().Reads = &E.Reads;
  }
  std::string Failure;
  auto Run = [&](unsigned W) {
    New.run(E.Parameters, Sizes, Machines[W]);
    if (Failure.empty())
      Failure = Machines[W].F.Failure;
  };
  if (When.Workers > 1)
    Team.run(Run);
  else
    Run(0);
  std::vector<Value> Executed(S.Statements.size());
  bool IsOver = false;
  for (const Machine &M : Machines) {
    Summary.Steps += M.steps();
    IsOver |= M.isExhausted() || M.tookOriginal();
    for (size_t Stmt = 0; Stmt < Executed.size(); ++Stmt)
      Executed[Stmt] += M.Executed[Stmt];
  }
  if (IsOver)
    return "";
  ++Summary.Instances;
  return Failure.empty() ? differences(E, Memory, Executed) : Failure;
}

/// The same for some tile sizes, with the instance in front.
std::string Comparison::compareTiles(const Expectation &E) {
  unsigned Size = std::min(E.Size, limits::ReplayTileSize);
  std::vector<Timing> Times = timings();
  std::vector<std::vector<int64_t>> Seen;
  // There are few sizes to try where nothing but constants tells them.
  unsigned NumVariants = E.Parameters.empty() ? limits::ReplayVariants : 1;
  for (unsigned N = 0; N < limits::ReplayTilings * NumVariants; ++N) {
    std::vector<int64_t> Sizes = tileSizes(New.tileSizes().size(), Size, N);
    if (llvm::is_contained(Seen, Sizes) || !isAssumed(E, Sizes))
      continue;
    Seen.push_back(Sizes);
    for (Timing When : Times)
      if (Summary.Steps < Limits.All)
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

ReplaySummary Comparison::run(const ParameterChoice &All) {
  ParameterChoice Choice = All;
  while (auto Parameters = Choice.next()) {
    if (Summary.Steps >= Limits.All)
      break;
    std::optional<Expectation> E = expect(*Parameters);
    std::string Why = E ? compareTiles(*E) : "";
    if (Why.empty())
      continue;
    Summary.Doubt = smallest(All, Why);
    return Summary;
  }
  if (Summary.Instances == 0)
    Summary.WhyNot = "its smallest instances take too many steps";
  return Summary;
}

/// \p E as a reason why nothing is executed, unless isl failed.
static llvm::Expected<ReplaySummary> notExecuted(llvm::Error E) {
  if (E.isA<IslError>())
    return std::move(E);
  ReplaySummary Result;
  Result.WhyNot = llvm::toString(std::move(E));
  return Result;
}

/// Executes both programs. \p Numbers, if it is not null, replaces those of
/// \p Loops, which \p S does not have. What goes wrong is in doubt.
static llvm::Expected<ReplaySummary>
execute(const looptree::Block &Loops, const Scop &S, const isl::set &Assumed,
        StepLimits Limits, const SmallerConstants *Numbers) {
  auto Program = Original::make(S);
  if (!Program)
    return notExecuted(Program.takeError());
  auto Choice = ParameterChoice::make(S);
  if (!Choice)
    return notExecuted(Choice.takeError());
  std::optional<Predicate> Assumptions;
  if (!Assumed.is_null()) {
    auto Made = Predicate::make(Assumed);
    if (!Made)
      return notExecuted(Made.takeError());
    Assumptions = std::move(*Made);
  }
  return Comparison(Loops, S, **Program, std::move(Assumptions), Limits,
                    Numbers)
      .run(*Choice);
}

/// The same with smaller constants in both.
static llvm::Expected<ReplaySummary>
executeSmaller(const looptree::Block &Loops, const Scop &S,
               const ReplayRequest &Request) {
  auto Smaller = SmallerConstants::make(Loops, S, Request.TileSizes);
  if (!Smaller)
    return notExecuted(Smaller.takeError());
  ReplaySummary Result;
  Result.Smaller = Smaller->constants().vec();
  for (unsigned Round = 0; Round < limits::ReplayRounds; ++Round) {
    // The fewer steps the smallest took, the larger are the next.
    unsigned Size = 0;
    if (Round > 0)
      Size = Result.Steps < Request.Steps / limits::ReplayRuns ? 2 : 1;
    if (Result.Steps >= Request.Steps || !Smaller->choose(Size))
      break;
    auto Program = Smaller->program();
    if (!Program)
      return notExecuted(Program.takeError());
    // Rounds to come have their share, too.
    unsigned long Steps =
        (Request.Steps - Result.Steps) / (limits::ReplayRounds - Round);
    auto Found = execute(Loops, *Program, Request.Assumptions, {Steps, Steps},
                         &*Smaller);
    if (!Found)
      return Found;
    Result.Instances += Found->Instances;
    Result.Steps += Found->Steps;
    if (Found->Doubt.empty())
      continue;
    Result.Doubt = Smaller->text() + ", " + Found->Doubt;
    Result.Doubted = std::make_shared<const Scop>(std::move(*Program));
    return Result;
  }
  Result.WhyNot =
      Result.Instances > 0 ? "" : "its smallest instances take too many steps";
  return Result;
}

llvm::Expected<ReplaySummary> replayLoops(const looptree::Block &Loops,
                                          const Scop &S,
                                          const ReplayRequest &Request) {
  auto Result =
      execute(Loops, S, Request.Assumptions,
              {Request.Steps, Request.Steps / limits::ReplayRuns}, nullptr);
  if (!Result)
    return Result;
  if (!Result->Doubt.empty())
    return llvm::createStringError("executed with " + Result->Doubt);
  if (Result->Instances == 0 && Result->Steps > 0)
    return executeSmaller(Loops, S, Request);
  return Result;
}

} // namespace stevedore
