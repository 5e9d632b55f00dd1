//===- LateWaits.cpp - Arrays that a tile waits for later -----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LateWaits.h"
#include <map>

using llvm::BitVector;

namespace stevedore {
namespace lower {

using looptree::ForNode;
using looptree::IfNode;
using looptree::Node;
using looptree::ScopeNode;

/// The number of loops around each other in \p N.
static unsigned loopDepth(const Node &N) {
  unsigned Inside = 0;
  for (const Block *Body : looptree::blocksOf(N))
    for (const NodeRef &Child : *Body)
      Inside = std::max(Inside, loopDepth(*Child));
  return Inside + (N.K == Node::For);
}

/// A nest whose computation takes longer than a wait.
static bool isNest(const Node &N) { return loopDepth(N) >= 2; }

/// The number of nests that \p Body executes one after the other, or of those
/// in branches of it.
static unsigned countNests(const Block &Body) {
  unsigned Result = 0;
  for (const NodeRef &N : Body)
    if (const auto *I = llvm::dyn_cast<IfNode>(N.get()))
      Result += std::max(countNests(I->Then), countNests(I->Else));
    else if (const auto *S = llvm::dyn_cast<ScopeNode>(N.get()))
      Result += countNests(S->Body);
    else
      Result += isNest(*N);
  return Result;
}

/// Whether there may be waits inside of \p N.
static bool isOpen(const Node &N) {
  if (const auto *F = llvm::dyn_cast<ForNode>(&N))
    return !F->IsParallel && countNests(F->Body) > 1;
  return (N.K == Node::If || N.K == Node::Scope) && loopDepth(N) > 0;
}

namespace {

/// Walks over the compute phase: once to find out what is used late, and once
/// more to put waits there.
class WaitWalk {
public:
  WaitWalk(llvm::ArrayRef<Buffer> Buffers, const LateWaits *Groups,
           llvm::function_ref<NodeRef(unsigned)> Wait)
      : Late(Buffers.size()), Points(Buffers.size()), Buffers(Buffers),
        Groups(Groups), Wait(Wait) {}

  /// \p Body with waits for what it uses of \p Pending, of which remains what
  /// may not have been waited for behind it.
  Block run(const Block &Body, BitVector &Pending);
  /// Adds waits for \p Which to \p Result.
  void waitFor(const BitVector &Which, Block &Result);

  /// What some nest before its first use does not use.
  BitVector Late;
  /// Of each buffer the numbers of the places where it is waited for.
  std::vector<std::vector<unsigned>> Points;

private:
  BitVector usedBy(const NodeRef &N) const;
  BitVector usedFirst(const Block &Body) const;
  void reach(BitVector Used, BitVector &Pending, Block &Result);
  NodeRef inside(const NodeRef &N, BitVector &Pending);

  llvm::ArrayRef<Buffer> Buffers;
  const LateWaits *Groups;
  llvm::function_ref<NodeRef(unsigned)> Wait;
  /// No nest is before.
  bool IsFirst = true;
  unsigned NumPoints = 0;
};

} // namespace

BitVector WaitWalk::usedBy(const NodeRef &N) const {
  BitVector Result(Buffers.size());
  looptree::walk({N}, [&](const Node &Below) {
    for (const looptree::Element *E : looptree::elementsOf(Below))
      for (size_t K = 0; K < Buffers.size(); ++K)
        if (Buffers[K].Name == E->Buffer)
          Result.set(K);
  });
  return Result;
}

/// What the first thing in \p Body that computes uses.
BitVector WaitWalk::usedFirst(const Block &Body) const {
  for (const NodeRef &N : Body) {
    BitVector Used(Buffers.size());
    if (isOpen(*N))
      for (const Block *Inside : looptree::blocksOf(*N))
        Used |= usedFirst(*Inside);
    else
      Used = usedBy(N);
    if (Used.any())
      return Used;
  }
  return BitVector(Buffers.size());
}

void WaitWalk::waitFor(const BitVector &Which, Block &Result) {
  for (unsigned Group = 1; Groups && Group < Groups->NumGroups; ++Group)
    for (unsigned K : Which.set_bits())
      if (Groups->Groups[K] == Group) {
        Result.push_back(Wait(Group));
        break;
      }
}

/// Waits for what is \p Used of \p Pending.
void WaitWalk::reach(BitVector Used, BitVector &Pending, Block &Result) {
  Used &= Pending;
  if (Used.none())
    return;
  for (unsigned K : Used.set_bits())
    Points[K].push_back(NumPoints);
  ++NumPoints;
  if (!IsFirst)
    Late |= Used;
  waitFor(Used, Result);
  Pending.reset(Used);
}

/// \p N with waits in it. What only some of its branches wait for is pending
/// behind it, and so is what a loop waits for, which may have no iteration.
NodeRef WaitWalk::inside(const NodeRef &N, BitVector &Pending) {
  const BitVector Before = Pending;
  bool WasFirst = IsFirst, StaysFirst = IsFirst;
  Pending.reset();
  NodeRef Result = looptree::mapBlocks(N, [&](const Block &Body) {
    BitVector Left = Before;
    IsFirst = WasFirst;
    Block Mapped = run(Body, Left);
    StaysFirst &= IsFirst;
    Pending |= Left;
    return Mapped;
  });
  IsFirst = StaysFirst;
  if (N->K == Node::For)
    Pending = Before;
  return Result;
}

Block WaitWalk::run(const Block &Body, BitVector &Pending) {
  Block Result;
  for (const NodeRef &N : Body) {
    if (!isOpen(*N)) {
      reach(usedBy(N), Pending, Result);
      IsFirst &= !isNest(*N);
      Result.push_back(N);
      continue;
    }
    if (N->K == Node::For)
      reach(usedFirst(*looptree::blocksOf(*N).front()), Pending, Result);
    Result.push_back(inside(N, Pending));
  }
  return Result;
}

LateWaits waitLate(Block Compute, llvm::ArrayRef<Buffer> Buffers,
                   BitVector Loaded,
                   llvm::function_ref<NodeRef(unsigned)> Wait) {
  LateWaits Result;
  Result.Groups.assign(Buffers.size(), 0);
  WaitWalk Search(Buffers, nullptr, Wait);
  BitVector Pending = Loaded;
  Search.run(Compute, Pending);
  // Those that are waited for at the same places have one wait.
  std::map<std::vector<unsigned>, unsigned> Alike;
  for (unsigned K : Search.Late.set_bits()) {
    auto [It, New] = Alike.try_emplace(Search.Points[K], Result.NumGroups);
    Result.NumGroups += New;
    Result.Groups[K] = It->second;
  }
  WaitWalk Placing(Buffers, &Result, Wait);
  Pending = Search.Late;
  Result.Compute = Placing.run(Compute, Pending);
  Placing.waitFor(Pending, Result.Compute);
  return Result;
}

} // namespace lower
} // namespace stevedore
