//===- ForC.cpp - What C needs --------------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CounterTypes.h"
#include "stevedore/Legalize/Legalize.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Roles.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

using namespace stevedore;
using namespace stevedore::looptree;

namespace {

/// Legalizes the loops of one region.
class LegalForC {
public:
  LegalForC(const Block &Loops, const Scop &S, const CSurroundings &Around);
  Block run(const Block &Loops) const;

private:
  const Scop &S;
  const CSurroundings &Around;
  /// The memories whose tiles have sizes that are known at run time only.
  std::set<unsigned> WithSizes;

  void declare(const Block &Loops, Block &Out) const;
  void mentionUnused(const Block &Loops, Block &Out) const;
  std::optional<int64_t> cellsOfArray(const AllocateNode &A) const;
  Block memory(const GuardNode &G) const;
  void addArray(const AllocateNode &A, int64_t Cells, const Block &Loops,
                Block &Out) const;
  Block shared(const GuardNode &G, Block New) const;
  void sharedGuard(const GuardNode &G, Block &Out) const;
  void guard(const GuardNode &G, Block &Out) const;
};

} // namespace

LegalForC::LegalForC(const Block &Loops, const Scop &S,
                     const CSurroundings &Around)
    : S(S), Around(Around) {
  walk(Loops, [&](const Node &N) {
    for (const Expr *E : expressionsOf(N))
      E->walk([&](const Expr &Part) {
        if (Part.kind() == Expr::TileSize)
          WithSizes.insert(
              rolesInText({Part.name().str()}).memoryOf(Part.name()));
      });
  });
}

static NodeRef makeMention(const std::string &Memory, unsigned Array) {
  MentionNode M;
  M.Name = Memory;
  M.Array = Array;
  return share(std::move(M));
}

static NodeRef makeEnding(EndingNode::EndingKind Role) {
  EndingNode E;
  E.Role = Role;
  return share(std::move(E));
}

/// \p Body, in which compilers shall not look for mistakes.
static Block quiet(Block Body) {
  if (Body.empty())
    return Body;
  QuietNode Q;
  Q.Body = std::move(Body);
  return {share(std::move(Q))};
}

/// Calls \p Visit for each element of \p Loops, with the access of an instance
/// that it belongs to; null in a transfer.
static void
forEachElement(const Scop &S, const Block &Loops,
               llvm::function_ref<void(const Element &, const Access *)> Visit) {
  walk(Loops, [&](const Node &N) {
    auto *I = llvm::dyn_cast<InstanceNode>(&N);
    size_t At = 0;
    for (const Element *E : elementsOf(N))
      Visit(*E, I ? &S.Statements[I->Statement].Accesses[At++] : nullptr);
  });
}

/// Remote homes of arrays that the original program declared inside of the
/// region, as far as \p Loops use them; also of private ones, which are mentioned
/// only where that is never executed.
void LegalForC::declare(const Block &Loops, Block &Out) const {
  for (unsigned I = 0; I < S.Arrays.size(); ++I) {
    const Array &A = S.Arrays[I];
    bool IsUsed = A.Pointers > 0, IsRead = IsUsed;
    forEachElement(S, Loops, [&](const Element &E, const Access *Of) {
      bool IsOne = !E.isLocal() && E.Array == I;
      IsUsed |= IsOne;
      IsRead |= IsOne && (!Of || Of->Reads);
    });
    if (A.Made || !(A.Private || A.DeclaredInside || A.Pointers) || !IsUsed)
      continue;
    DeclareNode D;
    D.Array = I;
    Out.push_back(share(std::move(D)));
    if (!IsRead)
      Out.push_back(makeMention("", I));
  }
}

/// Mentions of variables outside of the region that neither \p Loops nor
/// anything else uses, so that compilers do not find them unused.
void LegalForC::mentionUnused(const Block &Loops, Block &Out) const {
  std::set<std::string> Used;
  forEachElement(S, Loops, [&](const Element &E, const Access *) {
    if (!E.isLocal())
      Used.insert(Around.Source.array(S.Arrays[E.Array]).Variable);
  });
  for (unsigned I = 0; I < S.Arrays.size(); ++I) {
    const std::string &Name = Around.Source.array(S.Arrays[I]).Variable;
    if (!Name.empty() && Used.insert(Name).second)
      Out.push_back(makeMention("", I));
  }
}

/// The number of cells of \p A as an array of the function: what each buffer
/// takes is constant, and fits the stack. None: it is allocated, as is all that
/// has more than one cell where tile sizes are run-time values.
std::optional<int64_t> LegalForC::cellsOfArray(const AllocateNode &A) const {
  if (A.IsRemote)
    return std::nullopt;
  int64_t Most = 1;
  for (const Buffer &B : A.Buffers) {
    int64_t Bytes = std::max<int64_t>(S.Arrays[B.Array].ElementBytes, 1);
    int64_t Cells = 1;
    for (const Expr &Count : B.Cells) {
      if (Count.kind() != Expr::Integer || Count.value() < 1 ||
          Count.value() > limits::StackBytes / Bytes / Cells)
        return std::nullopt;
      Cells *= int64_t(Count.value());
    }
    if (Cells != 1 && WithSizes.count(B.Memory))
      return std::nullopt;
    Most = std::max(Most, Cells);
  }
  return Most;
}

/// \p A as an array of the function. Small ones are set to zero, so that
/// compilers, which cannot see that a cell is loaded before it is read, do not
/// take it for uninitialized; one that nobody reads is mentioned.
void LegalForC::addArray(const AllocateNode &A, int64_t Cells,
                         const Block &Loops, Block &Out) const {
  int64_t Bytes = S.Arrays[A.Buffers.front().Array].ElementBytes;
  AllocateNode Result = A;
  Result.Plain = Cells;
  Result.IsZeroed = Cells * Bytes <= limits::ZeroedBytes;
  Out.push_back(share(std::move(Result)));
  bool IsOnlyWritten = A.Buffers.size() == 1;
  forEachElement(S, Loops, [&](const Element &E, const Access *Of) {
    if (E.Buffer == A.Name)
      IsOnlyWritten &= Of && (Of->MustWrites || Of->MayWrites);
  });
  if (IsOnlyWritten)
    Out.push_back(makeMention(A.Name, 0));
}

/// What defines the memory of \p G, of which some are arrays of the function.
Block LegalForC::memory(const GuardNode &G) const {
  Block Result;
  for (const NodeRef &N : G.Memory) {
    auto *A = llvm::dyn_cast<AllocateNode>(N.get());
    std::optional<int64_t> Cells = A ? cellsOfArray(*A) : std::nullopt;
    if (Cells)
      addArray(*A, *Cells, G.Body, Result);
    else
      Result.push_back(N);
  }
  return Result;
}

/// The allocations of \p Memory that may be refused, those of buffers first.
static std::vector<const AllocateNode *> allocated(const Block &Memory) {
  std::vector<const AllocateNode *> Result;
  for (bool IsRemote : {false, true})
    for (const NodeRef &N : Memory)
      if (auto *A = llvm::dyn_cast<AllocateNode>(N.get()))
        if (!A->Plain && A->IsRemote == IsRemote)
          Result.push_back(A);
  return Result;
}

/// That \p A was not refused, or is not needed.
static Expr isGranted(const AllocateNode &A) {
  Expr Granted = Expr::variable(A.Name);
  if (A.Flag.empty())
    return Granted;
  Expr IsUnneeded = Expr::make(Expr::Not, {Expr::variable(A.Flag)});
  return Expr::make(Expr::Group, {Expr::make(Expr::Or, {Granted, IsUnneeded})});
}

static NodeRef makeFree(const AllocateNode &A) {
  FreeNode F;
  F.Name = A.Name;
  F.IsRemote = A.IsRemote;
  return share(std::move(F));
}

/// The original loops where the new ones do not run: of several callers, worker
/// 0 executes them while the others wait.
static Block original(const GuardNode &G) {
  NodeRef Loops = share(OriginalNode());
  if (G.Workers != GuardNode::Callers)
    return {Loops};
  Expr IsFirst = compare(Expr::Equal, Expr::worker(), 0);
  return {share(BarrierNode()), makeIf(IsFirst, {Loops}), share(BarrierNode())};
}

/// The loops of several workers, \p New behind the definitions of their memory,
/// which each of them has for itself. \p Granted: that this is not refused.
///
///   callers: memory; agree done = granted; if done { barrier; loops }
///   a team:  remote memory; done = granted
///            team { memory; agree done = granted; if done { loops } }
///
/// What all see in the end is freed where it was allocated.
Block LegalForC::shared(const GuardNode &G, Block New) const {
  Block Remote, Own;
  for (NodeRef &N : memory(G)) {
    auto *A = llvm::dyn_cast<AllocateNode>(N.get());
    (A && A->IsRemote && G.Workers == GuardNode::Team ? Remote : Own)
        .push_back(std::move(N));
  }
  auto Granted = [](const Block &Memory) {
    std::vector<Expr> Result;
    for (const AllocateNode *A : allocated(Memory))
      Result.push_back(isGranted(*A));
    return conjunction(std::move(Result));
  };
  AgreeNode Agreement;
  Agreement.Name = G.Flag;
  Agreement.Value = Granted(Own);
  Agreement.IsInTeam = G.Workers == GuardNode::Team;
  Block Inside = Own;
  if (!Agreement.Value.isInteger(1) || !Agreement.IsInTeam)
    Inside.push_back(share(std::move(Agreement)));
  Inside.push_back(makeIf(Expr::variable(G.Flag), std::move(New)));
  for (const AllocateNode *A : allocated(Own))
    Inside.push_back(makeFree(*A));
  if (G.Workers != GuardNode::Team)
    return Inside;
  TeamNode Team;
  Team.Size = G.TeamSize;
  Team.Body = std::move(Inside);
  Block Result = Remote;
  Result.push_back(makeAssign(
      G.Flag, allocated(Remote).empty()
                  ? Expr(1)
                  : Expr::make(Expr::Select, {Granted(Remote), 1, 0})));
  Result.push_back(share(std::move(Team)));
  for (const AllocateNode *A : allocated(Remote))
    Result.push_back(makeFree(*A));
  return Result;
}

/// The loops of callers begin with a barrier, behind definitions: what others
/// do before the region has been done.
void LegalForC::sharedGuard(const GuardNode &G, Block &Out) const {
  Block Body = G.Body;
  auto First =
      llvm::find_if(Body, [](const NodeRef &N) { return N->K != Node::Let; });
  if (G.Workers == GuardNode::Callers)
    Body.insert(First, share(BarrierNode()));
  Block New = shared(G, quiet(std::move(Body)));
  Out.push_back(makeLet(G.Flag, 0, LetNode::Flag, true));
  if (G.Condition.isInteger(1))
    Out.push_back(makeScope(std::move(New)));
  else
    Out.push_back(makeIf(G.Condition, std::move(New)));
  Out.push_back(
      makeIf(Expr::make(Expr::Not, {Expr::variable(G.Flag)}), original(G)));
}

void LegalForC::guard(const GuardNode &G, Block &Out) const {
  if (G.Workers != GuardNode::One)
    return sharedGuard(G, Out);
  bool IsTested = !G.Condition.isInteger(1);
  Block Original = {share(OriginalNode())}, New = memory(G), Then = quiet(G.Body);
  std::vector<const AllocateNode *> Allocated = allocated(New);
  if (Allocated.empty()) {
    append(New, Then);
    if (IsTested) {
      Out.push_back(makeIf(G.Condition, std::move(New), std::move(Original)));
      return;
    }
    append(Out, New);
    if (Around.HasMentions)
      Out.push_back(makeEnding(EndingNode::Mentions));
    return mentionUnused(G.Body, Out);
  }
  std::vector<Expr> Granted;
  for (const AllocateNode *A : Allocated)
    Granted.push_back(isGranted(*A));
  Then.push_back(makeAssign(G.Flag, 1));
  New.push_back(makeIf(conjunction(std::move(Granted)), std::move(Then)));
  for (const AllocateNode *A : Allocated)
    New.push_back(makeFree(*A));
  Out.push_back(makeLet(G.Flag, 0, LetNode::Flag, true));
  if (IsTested)
    Out.push_back(makeIf(G.Condition, std::move(New)));
  else
    append(Out, New);
  Out.push_back(makeIf(Expr::make(Expr::Not, {Expr::variable(G.Flag)}),
                       std::move(Original)));
}

/// Moves the definitions of flags in front of the first condition of \p Loops:
/// C89 has no declarations behind statements.
static void declareFlagsFirst(Block &Loops) {
  auto First =
      llvm::find_if(Loops, [](const NodeRef &N) { return N->K == Node::If; });
  std::stable_partition(First, Loops.end(), [](const NodeRef &N) {
    const auto *Let = llvm::dyn_cast<LetNode>(N.get());
    return Let && Let->IsMutable && Let->Type == LetNode::Flag &&
           Let->Value.kind() == Expr::Integer;
  });
}

Block LegalForC::run(const Block &Loops) const {
  Block Result, Ranges;
  for (const NodeRef &N : Loops)
    if (auto *G = llvm::dyn_cast<GuardNode>(N.get()))
      declare(G->Body, Result);
  for (const NodeRef &N : Loops) {
    if (N->K == Node::Range) {
      Ranges.push_back(N);
      continue;
    }
    append(Result, quiet(std::move(Ranges)));
    Ranges.clear();
    if (auto *G = llvm::dyn_cast<GuardNode>(N.get()))
      guard(*G, Result);
    else
      Result.push_back(N);
  }
  append(Result, quiet(std::move(Ranges)));
  declareFlagsFirst(Result);
  if (Around.HasEpilogue)
    Result.push_back(makeEnding(EndingNode::Epilogue));
  return Result;
}

/// \p Loops, of which those with \p Counters count in `int`.
static Block countingInInt(const Block &Loops,
                           const llvm::StringSet<> &Counters) {
  Block Result;
  for (const NodeRef &N : Loops) {
    Result.push_back(mapBlocks(N, [&](const Block &Inside) {
      return countingInInt(Inside, Counters);
    }));
    auto *F = llvm::dyn_cast<ForNode>(Result.back().get());
    if (!F || !Counters.contains(F->Counter))
      continue;
    ForNode Typed = *F;
    Typed.CountsInInt = true;
    Result.back() = share(std::move(Typed));
  }
  return Result;
}

Block stevedore::legalizeForC(const Block &Loops, const Scop &S,
                              const CSurroundings &Around) {
  bool HasGuard = llvm::any_of(
      Loops, [](const NodeRef &N) { return N->K == Node::Guard; });
  Block Legal = HasGuard ? LegalForC(Loops, S, Around).run(Loops) : Loops;
  if (!Around.CountsInInt)
    return Legal;
  llvm::StringSet<> Counters = intCounters(Legal, S, Around.Source);
  return Counters.empty() ? Legal : countingInInt(Legal, Counters);
}
