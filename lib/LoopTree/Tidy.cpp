//===- Tidy.cpp - Loop trees with fewer nodes -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/LoopTree/LoopTree.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

namespace stevedore {
namespace looptree {

using ExprMap = llvm::function_ref<Expr(const Expr &)>;

static void change(Expr &E, ExprMap Map) { E = Map(E); }

static void change(std::optional<Expr> &E, ExprMap Map) {
  if (E)
    E = Map(*E);
}

static void change(std::vector<Expr> &All, ExprMap Map) {
  for (Expr &E : All)
    E = Map(E);
}

static void change(Block &B, ExprMap Map);

/// A copy of \p N, of type T, whose \p Members are mapped.
template <typename T, typename... Ms>
static NodeRef changed(const Node &N, ExprMap Map, Ms T::*...Members) {
  T Result = llvm::cast<T>(N);
  (change(Result.*Members, Map), ...);
  return share(std::move(Result));
}

static NodeRef changedInstance(const Node &N, ExprMap Map) {
  InstanceNode Result = llvm::cast<InstanceNode>(N);
  change(Result.Coordinates, Map);
  for (Element &E : Result.Elements)
    change(E.Subscripts, Map);
  return share(std::move(Result));
}

static NodeRef changedHold(const Node &N, ExprMap Map) {
  HoldNode Result = llvm::cast<HoldNode>(N);
  for (HeldElement &E : Result.Held)
    change(E.Of.Subscripts, Map);
  change(Result.Body, Map);
  return share(std::move(Result));
}

static NodeRef changedTransfer(const Node &N, ExprMap Map) {
  TransferNode Result = llvm::cast<TransferNode>(N);
  change(Result.Local.Subscripts, Map);
  change(Result.Remote.Subscripts, Map);
  change(Result.Count, Map);
  change(Result.Lengths, Map);
  for (Repetition &R : Result.Repetitions)
    for (Expr *Part : {&R.Count, &R.LocalPitch, &R.RemotePitch})
      change(*Part, Map);
  change(Result.Tag, Map);
  return share(std::move(Result));
}

static NodeRef changedMove(const Node &N, ExprMap Map) {
  MoveNode Result = llvm::cast<MoveNode>(N);
  change(Result.To.Subscripts, Map);
  change(Result.From.Subscripts, Map);
  return share(std::move(Result));
}

static NodeRef changedAllocation(const Node &N, ExprMap Map) {
  AllocateNode Result = llvm::cast<AllocateNode>(N);
  for (Buffer &B : Result.Buffers)
    change(B.Cells, Map);
  change(Result.FlagValue, Map);
  return share(std::move(Result));
}

static NodeRef changedBelief(const Node &N, ExprMap Map) {
  BelieveNode Result = llvm::cast<BelieveNode>(N);
  change(Result.Condition, Map);
  if (Result.Tested)
    change(Result.Tested->Subscripts, Map);
  return share(std::move(Result));
}

/// \p N with the expressions in it mapped.
static NodeRef changed(const NodeRef &Old, ExprMap Map) {
  const Node &N = *Old;
  switch (N.K) {
  case Node::For:
    return changed(N, Map, &ForNode::Init, &ForNode::LimitValue,
                   &ForNode::Condition, &ForNode::Step, &ForNode::Body);
  case Node::If:
    return changed(N, Map, &IfNode::Condition, &IfNode::Then, &IfNode::Else);
  case Node::Let:
    return changed(N, Map, &LetNode::Value);
  case Node::Assign:
    return changed(N, Map, &AssignNode::Value);
  case Node::Scope:
    return changed(N, Map, &ScopeNode::Body);
  case Node::Phase:
    return changed(N, Map, &PhaseNode::Body);
  case Node::Hold:
    return changedHold(N, Map);
  case Node::Instance:
    return changedInstance(N, Map);
  case Node::Transfer:
    return changedTransfer(N, Map);
  case Node::Move:
    return changedMove(N, Map);
  case Node::Wait:
    return changed(N, Map, &WaitNode::Tag);
  case Node::Fence:
    return changed(N, Map, &FenceNode::Tag);
  case Node::Allocate:
    return changedAllocation(N, Map);
  case Node::Directive:
    return changed(N, Map, &DirectiveNode::Body);
  case Node::Range:
    return changed(N, Map, &RangeNode::First, &RangeNode::Last,
                   &RangeNode::Condition);
  case Node::Believe:
    return changedBelief(N, Map);
  case Node::Guard:
    return changed(N, Map, &GuardNode::Condition, &GuardNode::Memory,
                   &GuardNode::Body);
  default:
    return Old;
  }
}

static void change(Block &B, ExprMap Map) {
  for (NodeRef &N : B)
    N = changed(N, Map);
}

namespace {

/// How often a name occurs, whether that is inside of loops, and whether it is
/// in transfers alone.
struct Occurrences {
  unsigned Count = 0;
  bool IsRepeated = false;
  bool InTransfers = true;
};

/// Makes a tree shorter.
class Tidying {
public:
  explicit Tidying(const Block &Loops);
  Block block(Block B) const;

private:
  void addVariables(const Buffer &B);
  bool isFixed(const Expr &Value) const;
  bool isBetterInPlace(const LetNode &L, llvm::ArrayRef<NodeRef> Rest) const;
  Block withoutNames(Block B) const;
  Block withoutScopes(const Block &B) const;
  Block joined(const Block &B) const;
  NodeRef joined(const Node &First, const Node &Second) const;
  NodeRef inside(const NodeRef &N) const;
  NodeRef branch(const IfNode &I) const;
  NodeRef loop(ForNode F) const;
  NodeRef guard(const GuardNode &G) const;

  /// The variables that are assigned to.
  llvm::StringSet<> Assigned;
  /// Those that the extents of buffers, and with them all their elements, are
  /// computed with.
  llvm::StringSet<> Extents;
};

} // namespace

Tidying::Tidying(const Block &Loops) {
  walk(Loops, [&](const Node &N) {
    if (const auto *A = llvm::dyn_cast<AssignNode>(&N))
      Assigned.insert(A->Name);
    if (const auto *A = llvm::dyn_cast<AllocateNode>(&N))
      for (const Buffer &B : A->Buffers)
        addVariables(B);
    if (const auto *A = llvm::dyn_cast<AliasNode>(&N))
      addVariables(A->Home);
  });
}

void Tidying::addVariables(const Buffer &B) {
  for (const Expr &Cells : B.Cells)
    Cells.walk([&](const Expr &Part) {
      if (Part.kind() == Expr::Variable)
        Extents.insert(Part.name());
    });
}

/// Whether \p Value is the same wherever its variables are in scope, and
/// computed in no other type than those of the loops.
bool Tidying::isFixed(const Expr &Value) const {
  bool Result = true;
  Value.walk([&](const Expr &Part) {
    bool IsAssigned =
        Part.kind() == Expr::Variable && Assigned.contains(Part.name());
    Result &= !IsAssigned && Part.kind() != Expr::Parameter &&
              Part.kind() != Expr::TileSize;
  });
  return Result;
}

static unsigned countUses(const Expr &E, llvm::StringRef Name) {
  unsigned Result = 0;
  E.walk([&](const Expr &Part) {
    Result += Part.kind() == Expr::Variable && Part.name() == Name;
  });
  return Result;
}

/// Adds the occurrences of \p Name in \p Nodes, which are in loops below its
/// definition if \p IsRepeated.
static void count(llvm::ArrayRef<NodeRef> Nodes, llvm::StringRef Name,
                  bool IsRepeated, Occurrences &Result) {
  for (const NodeRef &N : Nodes) {
    const auto *F = llvm::dyn_cast<ForNode>(N.get());
    for (const Expr *E : expressionsOf(*N)) {
      unsigned Uses = countUses(*E, Name);
      bool IsBefore = F && ((F->Init && E == &*F->Init) ||
                            (F->LimitValue && E == &*F->LimitValue));
      Result.Count += Uses;
      Result.InTransfers &= Uses == 0 || N->K == Node::Transfer;
      Result.IsRepeated |= Uses != 0 && (IsRepeated || (F && !IsBefore));
    }
    for (const Block *Inside : blocksOf(*N))
      count(*Inside, Name, IsRepeated || F, Result);
  }
}

/// Whether the value of \p L is as well read where \p Rest, all that may use
/// the name, does so: at most twice, no more often than the definition is
/// executed, unless it is a position for transfers, which costs little beside
/// them, and short.
bool Tidying::isBetterInPlace(const LetNode &L,
                              llvm::ArrayRef<NodeRef> Rest) const {
  if (L.IsMutable || Extents.contains(L.Name) || !isFixed(L.Value))
    return false;
  Occurrences Found;
  count(Rest, L.Name, false, Found);
  bool IsPosition = Found.InTransfers && L.Value.kind() == Expr::Wrap;
  if (Found.Count == 0 || (Found.IsRepeated && !IsPosition))
    return false;
  return Found.Count == 1   ? L.Value.size() <= limits::UsedOnce
         : Found.Count == 2 ? L.Value.size() <= limits::UsedTwice
                            : false;
}

/// \p B, which is a block in C as well, without the definitions that it does as
/// well without.
Block Tidying::withoutNames(Block B) const {
  for (size_t I = 0; I < B.size();) {
    auto L = std::static_pointer_cast<const LetNode>(
        B[I]->K == Node::Let ? B[I] : nullptr);
    if (!L || !isBetterInPlace(*L, llvm::ArrayRef(B).drop_front(I + 1))) {
      ++I;
      continue;
    }
    B.erase(B.begin() + I);
    for (size_t K = I; K < B.size(); ++K)
      B[K] = changed(
          B[K], [&](const Expr &E) { return E.substitute(L->Name, L->Value); });
  }
  return B;
}

static bool definesNames(const Block &B) {
  return llvm::any_of(B, [](const NodeRef &N) { return N->K == Node::Let; });
}

/// \p B with what is in scopes that define no names in their place.
Block Tidying::withoutScopes(const Block &B) const {
  Block Result;
  for (const NodeRef &N : B) {
    const auto *S = llvm::dyn_cast<ScopeNode>(N.get());
    Block Inside = S ? withoutNames(S->Body) : Block();
    if (S && !definesNames(Inside))
      append(Result, withoutScopes(Inside));
    else
      Result.push_back(N);
  }
  return Result;
}

/// One branch for \p First and \p Second, one after the other, if both have the
/// same condition and nothing in the first changes it; else null.
NodeRef Tidying::joined(const Node &First, const Node &Second) const {
  auto *A = llvm::dyn_cast<IfNode>(&First),
       *B = llvm::dyn_cast<IfNode>(&Second);
  if (!A || !B || A->Condition != B->Condition || !isFixed(A->Condition) ||
      definesNames(A->Then) || definesNames(A->Else))
    return nullptr;
  IfNode Result = *A;
  append(Result.Then, B->Then);
  append(Result.Else, B->Else);
  return share(std::move(Result));
}

Block Tidying::joined(const Block &B) const {
  Block Result;
  for (const NodeRef &N : B) {
    NodeRef Both = Result.empty() ? nullptr : joined(*Result.back(), *N);
    if (Both)
      Result.back() = Both;
    else
      Result.push_back(N);
  }
  return Result;
}

static std::vector<Expr> conjunctsOf(const Expr &Condition) {
  if (Condition.kind() != Expr::And)
    return {Condition};
  return {Condition.operands().begin(), Condition.operands().end()};
}

/// if (A) if (B) X as if (A && B) X.
NodeRef Tidying::branch(const IfNode &I) const {
  IfNode Result = I;
  Result.Then = block(I.Then);
  Result.Else = block(I.Else);
  while (Result.Else.empty() && Result.Then.size() == 1) {
    auto *Inner = llvm::dyn_cast<IfNode>(Result.Then.front().get());
    if (!Inner || !Inner->Else.empty())
      break;
    std::vector<Expr> Conditions;
    for (const Expr &C : {Result.Condition, Inner->Condition})
      llvm::append_range(Conditions, conjunctsOf(C));
    Result.Condition = conjunction(std::move(Conditions));
    Block Innermost = Inner->Then;
    Result.Then = std::move(Innermost);
  }
  return share(std::move(Result));
}

/// for (...) if (A && B) X as if (A) for (...) if (B) X where A is the same in
/// all iterations; with an else where all of the condition is.
NodeRef Tidying::loop(ForNode F) const {
  F.Body = block(std::move(F.Body));
  const auto *I = F.Body.size() == 1
                      ? llvm::dyn_cast<IfNode>(F.Body.front().get())
                      : nullptr;
  if (!I || !F.Init || !F.Step)
    return share(std::move(F));
  std::vector<Expr> Varying = conjunctsOf(I->Condition), Fixed;
  llvm::erase_if(Varying, [&](const Expr &C) {
    if (!isFixed(C) || C.uses(F.Counter) ||
        (!F.Limit.empty() && C.uses(F.Limit)))
      return false;
    Fixed.push_back(C);
    return true;
  });
  if (Fixed.empty() || !(Varying.empty() || I->Else.empty()))
    return share(std::move(F));
  IfNode Outside;
  Outside.Condition = conjunction(std::move(Fixed));
  ForNode Then = F;
  Then.Body = I->Then;
  if (!Varying.empty())
    Then.Body = {makeIf(conjunction(std::move(Varying)), I->Then)};
  Outside.Then = {share(std::move(Then))};
  if (!I->Else.empty()) {
    ForNode Else = F;
    Else.Body = I->Else;
    Outside.Else = {share(std::move(Else))};
  }
  return share(std::move(Outside));
}

/// What the memory is computed with is in scope in the loops, too, whose nodes
/// stay apart.
NodeRef Tidying::guard(const GuardNode &G) const {
  GuardNode Result = G;
  Result.Memory.push_back(makeScope(G.Body));
  Result.Memory = withoutNames(std::move(Result.Memory));
  Result.Body = llvm::cast<ScopeNode>(*Result.Memory.back()).Body;
  Result.Memory.pop_back();
  for (NodeRef &Part : Result.Body)
    Part = inside(Part);
  return share(std::move(Result));
}

NodeRef Tidying::inside(const NodeRef &N) const {
  auto With = [&](auto Copy) {
    Copy.Body = block(std::move(Copy.Body));
    return share(std::move(Copy));
  };
  switch (N->K) {
  case Node::If:
    return branch(llvm::cast<IfNode>(*N));
  case Node::For:
    return loop(llvm::cast<ForNode>(*N));
  case Node::Scope:
    return With(llvm::cast<ScopeNode>(*N));
  case Node::Hold:
    return With(llvm::cast<HoldNode>(*N));
  case Node::Directive: {
    // It belongs to the loop that follows.
    DirectiveNode D = llvm::cast<DirectiveNode>(*N);
    for (NodeRef &Part : D.Body)
      Part = Part->K == Node::For ? With(llvm::cast<ForNode>(*Part))
                                  : inside(Part);
    return share(std::move(D));
  }
  case Node::Phase: {
    PhaseNode P = llvm::cast<PhaseNode>(*N);
    for (NodeRef &Part : P.Body = joined(withoutScopes(P.Body)))
      Part = inside(Part);
    return share(std::move(P));
  }
  case Node::Guard:
    return guard(llvm::cast<GuardNode>(*N));
  default:
    return N;
  }
}

Block Tidying::block(Block B) const {
  B = joined(withoutScopes(withoutNames(std::move(B))));
  for (NodeRef &N : B)
    N = inside(N);
  return B;
}

Block tidied(const Block &Loops) { return Tidying(Loops).block(Loops); }

} // namespace looptree
} // namespace stevedore
