//===- LoopTree.cpp - Loops of a region -----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/LoopTree/LoopTree.h"
#include "stevedore/LoopTree/TextForm.h"
#include "llvm/ADT/STLExtras.h"

namespace stevedore {
namespace looptree {

std::string chosenSubscript(unsigned Number) {
  return "?" + std::to_string(Number);
}

std::optional<unsigned> numberOfChosen(llvm::StringRef Name) {
  unsigned Number;
  if (!Name.consume_front("?") || Name.getAsInteger(10, Number))
    return std::nullopt;
  return Number;
}

bool isChosen(const Expr &E) {
  bool Result = false;
  E.walk([&](const Expr &Part) {
    Result |= Part.kind() == Expr::Variable &&
              numberOfChosen(Part.name()).has_value();
  });
  return Result;
}

NodeRef makeIf(Expr Condition, Block Then, Block Else) {
  IfNode N;
  N.Condition = std::move(Condition);
  N.Then = std::move(Then);
  N.Else = std::move(Else);
  return share(std::move(N));
}

NodeRef makeLet(std::string Name, Expr Value, LetNode::ValueType Type,
                bool IsMutable) {
  LetNode N;
  N.Name = std::move(Name);
  N.Value = std::move(Value);
  N.Type = Type;
  N.IsMutable = IsMutable;
  return share(std::move(N));
}

NodeRef makeAssign(std::string Name, Expr Value, bool Adds) {
  AssignNode N;
  N.Name = std::move(Name);
  N.Value = std::move(Value);
  N.Adds = Adds;
  return share(std::move(N));
}

NodeRef makeScope(Block Body) {
  ScopeNode N;
  N.Body = std::move(Body);
  return share(std::move(N));
}

void append(Block &A, const Block &B) { A.insert(A.end(), B.begin(), B.end()); }

void appendApart(Block &A, Block B) {
  auto *First =
      B.empty() ? nullptr : llvm::dyn_cast<LetNode>(B.front().get());
  if (First && !First->IsMutable)
    A.push_back(makeScope(std::move(B)));
  else
    append(A, B);
}

std::vector<const Block *> blocksOf(const Node &N) {
  switch (N.K) {
  case Node::For:
    return {&llvm::cast<ForNode>(N).Body};
  case Node::If:
    return {&llvm::cast<IfNode>(N).Then, &llvm::cast<IfNode>(N).Else};
  case Node::Scope:
    return {&llvm::cast<ScopeNode>(N).Body};
  case Node::Phase:
    return {&llvm::cast<PhaseNode>(N).Body};
  case Node::Hold:
    return {&llvm::cast<HoldNode>(N).Body};
  case Node::Directive:
    return {&llvm::cast<DirectiveNode>(N).Body};
  case Node::Guard:
    return {&llvm::cast<GuardNode>(N).Memory, &llvm::cast<GuardNode>(N).Body};
  case Node::Quiet:
    return {&llvm::cast<QuietNode>(N).Body};
  case Node::Team:
    return {&llvm::cast<TeamNode>(N).Body};
  default:
    return {};
  }
}

namespace {

using ExprList = std::vector<const Expr *>;

void add(ExprList &Out, const std::optional<Expr> &E) {
  if (E)
    Out.push_back(&*E);
}

void add(ExprList &Out, const std::vector<Expr> &All) {
  for (const Expr &E : All)
    Out.push_back(&E);
}

} // namespace

static ExprList expressionsOf(const ForNode &F) {
  ExprList Out;
  add(Out, F.Init);
  add(Out, F.LimitValue);
  Out.push_back(&F.Condition);
  add(Out, F.Step);
  return Out;
}

static ExprList expressionsOf(const TransferNode &T) {
  ExprList Out;
  add(Out, T.Local.Subscripts);
  add(Out, T.Remote.Subscripts);
  add(Out, T.Count);
  add(Out, T.Lengths);
  for (const Repetition &R : T.Repetitions)
    Out.insert(Out.end(), {&R.Count, &R.LocalPitch, &R.RemotePitch});
  add(Out, T.Tag);
  return Out;
}

static ExprList expressionsOf(const MoveNode &M) {
  ExprList Out;
  add(Out, M.To.Subscripts);
  add(Out, M.From.Subscripts);
  return Out;
}

static ExprList expressionsOf(const InstanceNode &I) {
  ExprList Out;
  add(Out, I.Coordinates);
  for (const Element &E : I.Elements)
    add(Out, E.Subscripts);
  return Out;
}

static ExprList expressionsOf(const HoldNode &H) {
  ExprList Out;
  for (const HeldElement &E : H.Held)
    add(Out, E.Of.Subscripts);
  return Out;
}

static ExprList expressionsOf(const AllocateNode &A) {
  ExprList Out;
  for (const Buffer &B : A.Buffers)
    add(Out, B.Cells);
  add(Out, A.FlagValue);
  return Out;
}

static ExprList expressionsOf(const RangeNode &R) {
  ExprList Out;
  add(Out, R.First);
  add(Out, R.Last);
  Out.push_back(&R.Condition);
  return Out;
}

static ExprList expressionsOf(const BelieveNode &B) {
  ExprList Out = {&B.Condition};
  if (B.Tested)
    add(Out, B.Tested->Subscripts);
  return Out;
}

std::vector<const Expr *> expressionsOf(const Node &N) {
  switch (N.K) {
  case Node::For:
    return expressionsOf(llvm::cast<ForNode>(N));
  case Node::If:
    return {&llvm::cast<IfNode>(N).Condition};
  case Node::Let:
    return {&llvm::cast<LetNode>(N).Value};
  case Node::Assign:
    return {&llvm::cast<AssignNode>(N).Value};
  case Node::Hold:
    return expressionsOf(llvm::cast<HoldNode>(N));
  case Node::Instance:
    return expressionsOf(llvm::cast<InstanceNode>(N));
  case Node::Transfer:
    return expressionsOf(llvm::cast<TransferNode>(N));
  case Node::Move:
    return expressionsOf(llvm::cast<MoveNode>(N));
  case Node::Wait:
    return {&llvm::cast<WaitNode>(N).Tag};
  case Node::Fence:
    return {&llvm::cast<FenceNode>(N).Tag};
  case Node::Allocate:
    return expressionsOf(llvm::cast<AllocateNode>(N));
  case Node::Range:
    return expressionsOf(llvm::cast<RangeNode>(N));
  case Node::Guard:
    return {&llvm::cast<GuardNode>(N).Condition};
  case Node::Believe:
    return expressionsOf(llvm::cast<BelieveNode>(N));
  case Node::Agree:
    return {&llvm::cast<AgreeNode>(N).Value};
  default:
    return {};
  }
}

std::vector<const Element *> elementsOf(const Node &N) {
  std::vector<const Element *> Out;
  if (auto *I = llvm::dyn_cast<InstanceNode>(&N))
    for (const Element &E : I->Elements)
      Out.push_back(&E);
  if (auto *H = llvm::dyn_cast<HoldNode>(&N))
    for (const HeldElement &E : H->Held)
      Out.push_back(&E.Of);
  if (auto *T = llvm::dyn_cast<TransferNode>(&N))
    Out = {&T->Local, &T->Remote};
  if (auto *M = llvm::dyn_cast<MoveNode>(&N))
    Out = {&M->To, &M->From};
  auto *B = llvm::dyn_cast<BelieveNode>(&N);
  if (B && B->Tested)
    Out.push_back(&*B->Tested);
  return Out;
}

void walk(const Block &B, llvm::function_ref<void(const Node &)> Visit) {
  for (const NodeRef &N : B) {
    Visit(*N);
    for (const Block *Inside : blocksOf(*N))
      walk(*Inside, Visit);
  }
}

/// Names that \p N uses other than in expressions.
static std::vector<llvm::StringRef> namesUsedBy(const Node &N) {
  switch (N.K) {
  case Node::For:
    if (!llvm::cast<ForNode>(N).Init)
      return {llvm::cast<ForNode>(N).Counter};
    return {};
  case Node::Assign:
    return {llvm::cast<AssignNode>(N).Name};
  case Node::Alias:
    return {llvm::cast<AliasNode>(N).Memory};
  case Node::Free:
    return {llvm::cast<FreeNode>(N).Name};
  case Node::Mention:
    return {llvm::cast<MentionNode>(N).Name};
  case Node::Agree:
    return {llvm::cast<AgreeNode>(N).Name};
  default:
    return {};
  }
}

/// The expressions of \p N that something is computed with.
static ExprList usedExpressions(const Node &N) {
  auto *I = llvm::dyn_cast<InstanceNode>(&N);
  if (!I)
    return expressionsOf(N);
  ExprList Out;
  for (size_t K = 0; K < I->Coordinates.size(); ++K)
    if (I->IsUsed[K])
      Out.push_back(&I->Coordinates[K]);
  for (const Element &E : I->Elements)
    add(Out, E.Subscripts);
  return Out;
}

static bool usesItself(const Node &N, llvm::StringRef Name) {
  return llvm::is_contained(namesUsedBy(N), Name) ||
         llvm::any_of(usedExpressions(N),
                      [&](const Expr *E) { return E->uses(Name); }) ||
         llvm::any_of(elementsOf(N),
                      [&](const Element *E) { return E->Buffer == Name; });
}

bool uses(const Block &B, llvm::StringRef Name) {
  return llvm::any_of(B, [&](const NodeRef &N) {
    return usesItself(*N, Name) ||
           llvm::any_of(blocksOf(*N), [&](const Block *Inside) {
             return uses(*Inside, Name);
           });
  });
}

llvm::StringSet<> usedNames(const Block &B) {
  llvm::StringSet<> Result;
  walk(B, [&](const Node &N) {
    for (llvm::StringRef Name : namesUsedBy(N))
      Result.insert(Name);
    for (const Expr *E : usedExpressions(N))
      E->walk([&](const Expr &Part) {
        if (Part.kind() == Expr::Variable)
          Result.insert(Part.name());
      });
    for (const Element *E : elementsOf(N))
      Result.insert(E->Buffer);
  });
  return Result;
}

using BlockMap = llvm::function_ref<Block(const Block &)>;

/// A copy of \p N, of type T, whose \p Blocks are mapped.
template <typename T, typename... Bs>
static NodeRef mapped(const Node &N, BlockMap Map, Bs T::*...Blocks) {
  T Result = llvm::cast<T>(N);
  ((Result.*Blocks = Map(Result.*Blocks)), ...);
  return share(std::move(Result));
}

NodeRef mapBlocks(const NodeRef &N, BlockMap Map) {
  switch (N->K) {
  case Node::For:
    return mapped(*N, Map, &ForNode::Body);
  case Node::If:
    return mapped(*N, Map, &IfNode::Then, &IfNode::Else);
  case Node::Scope:
    return mapped(*N, Map, &ScopeNode::Body);
  case Node::Phase:
    return mapped(*N, Map, &PhaseNode::Body);
  case Node::Hold:
    return mapped(*N, Map, &HoldNode::Body);
  case Node::Directive:
    return mapped(*N, Map, &DirectiveNode::Body);
  case Node::Guard:
    return mapped(*N, Map, &GuardNode::Body);
  case Node::Quiet:
    return mapped(*N, Map, &QuietNode::Body);
  case Node::Team:
    return mapped(*N, Map, &TeamNode::Body);
  default:
    return N;
  }
}

/// \p B with \p Value in place of \p Name in the coordinates of instances.
static Block substitute(const Block &B, llvm::StringRef Name,
                        const Expr &Value) {
  Block Result;
  for (const NodeRef &N : B) {
    if (auto *I = llvm::dyn_cast<InstanceNode>(N.get())) {
      InstanceNode Changed = *I;
      for (Expr &C : Changed.Coordinates)
        C = C.substitute(Name, Value);
      Result.push_back(share(std::move(Changed)));
      continue;
    }
    Result.push_back(mapBlocks(N, [&](const Block &Inside) {
      return substitute(Inside, Name, Value);
    }));
  }
  return Result;
}

Block defineIfUsed(const std::string &Name, const Expr &Value, Block B) {
  if (!uses(B, Name))
    return substitute(B, Name, Value);
  B.insert(B.begin(), makeLet(Name, Value));
  return B;
}

/// Number of lines of \p N without what is inside of it.
static unsigned ownLines(const Node &N) {
  switch (N.K) {
  case Node::If:
    return llvm::cast<IfNode>(N).Else.empty() ? 2 : 3;
  case Node::For:
  case Node::Scope:
    return 2;
  case Node::Directive:
    return 3;
  default:
    return 1;
  }
}

unsigned countLines(const Block &B) {
  unsigned Lines = 0;
  walk(B, [&](const Node &N) { Lines += ownLines(N); });
  return Lines;
}

unsigned countParts(const Block &B) {
  unsigned Parts = 0;
  walk(B, [&](const Node &N) {
    Parts += 1 + elementsOf(N).size();
    for (const Expr *E : expressionsOf(N))
      Parts += E->size();
  });
  return Parts;
}

/// The text of \p B, with numbers for what only a program has names for.
static std::string textOf(Block B) {
  return written([&](TextForm &X) { describe(X, B); });
}

Expr cellOf(const Element &E, const Buffer &Home) {
  Expr Cell = 0;
  for (size_t R = 0; R < E.Subscripts.size(); ++R)
    Cell = R == 0 ? E.Subscripts[R]
                  : sum(product(Cell, Home.Cells[R]), E.Subscripts[R]);
  return Cell;
}

bool isEqual(const Block &A, const Block &B) {
  return A == B || textOf(A) == textOf(B);
}

} // namespace looptree
} // namespace stevedore
