//===- Mutants.cpp - Loop trees with one mistake --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutants.h"

using namespace stevedore;
using namespace stevedore::looptree;

namespace {

/// Receives a mistake and what stands in place of a node then.
using Plant = llvm::function_ref<void(const char *Kind, Block Instead)>;

} // namespace

/// 2^64, which fits no type of the loops.
static Expr tooLarge() {
  return Expr::integer(llvm::DynamicAPInt(INT64_MAX) * 2 + 2);
}

/// The name that \p N defines for the nodes behind it; empty: none.
static std::string nameOf(const Node &N) {
  if (auto *L = llvm::dyn_cast<LetNode>(&N))
    return L->Name;
  if (auto *A = llvm::dyn_cast<AllocateNode>(&N))
    return A->Name;
  if (auto *A = llvm::dyn_cast<AliasNode>(&N))
    return A->Home.Name;
  if (auto *R = llvm::dyn_cast<RangeNode>(&N))
    return R->Low;
  return "";
}

/// Mistakes about the definition \p N, with \p Rest behind it.
static void plantInDefinition(const NodeRef &N, const Block &Rest, Plant P) {
  std::string Name = nameOf(*N);
  if (Name.empty())
    return;
  P("a name twice", {N, N});
  if (uses(Rest, Name))
    P("a use without definition", {});
  auto *L = llvm::dyn_cast<LetNode>(N.get());
  if (!L)
    return;
  P("a number too large", {makeLet(Name, tooLarge(), L->Type, L->IsMutable)});
  P("a definition by itself",
    {makeLet(Name, Expr::variable(Name), L->Type, L->IsMutable)});
  if (!L->IsMutable)
    P("an assignment to a constant", {N, makeAssign(Name, 0)});
  if (L->Type == LetNode::Flag)
    P("a number too large for a flag",
      {makeLet(Name, 2, LetNode::Flag, L->IsMutable)});
}

static void plantInLoop(const ForNode &F, Plant P) {
  auto plant = [&](const char *Kind, llvm::function_ref<void(ForNode &)> Make) {
    ForNode Result = F;
    Make(Result);
    P(Kind, {share(std::move(Result))});
  };
  plant("a loop that does not ask for its counter",
        [](ForNode &L) { L.Condition = 1; });
  plant("a loop to a number too large", [](ForNode &L) {
    L.Condition = compare(Expr::Less, Expr::variable(L.Counter), tooLarge());
  });
  plant("a loop inside of a loop with the same counter", [&](ForNode &L) {
    L.Body = {share(ForNode(F))};
    if (!L.Init)
      L.Counter += "_other";
  });
  if (uses(F.Body, F.Counter))
    plant("another counter than the body's", [](ForNode &L) {
      L.Condition = L.Condition.substitute(
          L.Counter, Expr::variable(L.Counter + "_other"));
      L.Counter += "_other";
    });
}

/// Mistakes in the element \p Part of \p N, of type T.
template <typename T>
static void plantInElement(const T &N, llvm::function_ref<Element &(T &)> Part,
                           Plant P) {
  auto plant = [&](const char *Kind, llvm::function_ref<void(Element &)> Make) {
    T Result = N;
    Make(Part(Result));
    P(Kind, {share(std::move(Result))});
  };
  plant("a subscript too many",
        [](Element &E) { E.Subscripts.push_back(Expr(0)); });
  plant("an array that does not exist", [](Element &E) { E.Array += 1000; });
  T Copy = N;
  const Element &E = Part(Copy);
  if (!E.Subscripts.empty()) {
    plant("a subscript too few", [](Element &E) { E.Subscripts.pop_back(); });
    plant("a subscript too large",
          [](Element &E) { E.Subscripts.front() = tooLarge(); });
  }
  if (E.isLocal())
    plant("a buffer that does not exist",
          [](Element &E) { E.Buffer += "_other"; });
}

static void plantInInstance(const InstanceNode &I, Plant P) {
  for (size_t K = 0; K < I.Elements.size(); ++K)
    plantInElement<InstanceNode>(
        I, [K](InstanceNode &N) -> Element & { return N.Elements[K]; }, P);
  InstanceNode Unknown = I, Longer = I;
  Unknown.Statement += 1000;
  P("a statement that does not exist", {share(std::move(Unknown))});
  Longer.Coordinates.push_back(Expr(0));
  P("a coordinate too many", {share(std::move(Longer))});
}

static void plantInTransfer(const TransferNode &T, Plant P) {
  plantInElement<TransferNode>(
      T, [](TransferNode &N) -> Element & { return N.Local; }, P);
  plantInElement<TransferNode>(
      T, [](TransferNode &N) -> Element & { return N.Remote; }, P);
  TransferNode Other = T, Turned = T;
  Other.Gets = !T.Gets;
  P("a transfer in the wrong phase", {share(std::move(Other))});
  std::swap(Turned.Local, Turned.Remote);
  P("a transfer the wrong way round", {share(std::move(Turned))});
}

static void plantInMove(const MoveNode &M, Plant P) {
  plantInElement<MoveNode>(
      M, [](MoveNode &N) -> Element & { return N.To; }, P);
  plantInElement<MoveNode>(
      M, [](MoveNode &N) -> Element & { return N.From; }, P);
}

static void plantInHold(const HoldNode &H, Plant P) {
  for (size_t K = 0; K < H.Held.size(); ++K)
    plantInElement<HoldNode>(
        H, [K](HoldNode &N) -> Element & { return N.Held[K].Of; }, P);
  HoldNode Twice = H, Unheld = H;
  Twice.Held.push_back(H.Held.front());
  P("a name twice", {share(std::move(Twice))});
  Unheld.Held.clear();
  P("a use without definition", {share(std::move(Unheld))});
}

/// Mistakes in \p N itself, with \p Rest behind it.
static void plantInNode(const NodeRef &N, const Block &Rest, Plant P) {
  plantInDefinition(N, Rest, P);
  if (auto *F = llvm::dyn_cast<ForNode>(N.get()))
    plantInLoop(*F, P);
  if (auto *I = llvm::dyn_cast<InstanceNode>(N.get()))
    plantInInstance(*I, P);
  if (auto *H = llvm::dyn_cast<HoldNode>(N.get()))
    plantInHold(*H, P);
  if (auto *T = llvm::dyn_cast<TransferNode>(N.get()))
    plantInTransfer(*T, P);
  if (auto *M = llvm::dyn_cast<MoveNode>(N.get()))
    plantInMove(*M, P);
  if (auto *I = llvm::dyn_cast<IfNode>(N.get()))
    P("a condition with a number too large",
      {makeIf(compare(Expr::LessEqual, I->Condition, tooLarge()), I->Then,
              I->Else)});
  if (auto *A = llvm::dyn_cast<AssignNode>(N.get()))
    P("an assignment to what is not defined",
      {makeAssign(A->Name + "_other", A->Value, A->Adds)});
  if (auto *D = llvm::dyn_cast<DirectiveNode>(N.get())) {
    DirectiveNode Other = *D;
    Other.Body.clear();
    P("a directive before no loop", {share(std::move(Other))});
  }
  if (auto *F = llvm::dyn_cast<FreeNode>(N.get())) {
    FreeNode Other = *F;
    Other.Name += "_other";
    P("memory freed that does not exist", {share(std::move(Other))});
  }
}

static void plantInBlock(const Block &B,
                         llvm::function_ref<void(const char *, Block)> P);

/// \p N, of type T, with each mutant of its block Inside.
template <typename T>
static void plantInside(const NodeRef &N, Block T::*Inside, Plant P) {
  auto *Node = llvm::dyn_cast<T>(N.get());
  if (!Node)
    return;
  plantInBlock(Node->*Inside, [&](const char *Kind, Block Body) {
    T Result = *Node;
    Result.*Inside = std::move(Body);
    P(Kind, {share(std::move(Result))});
  });
}

static void plantInBlock(const Block &B,
                         llvm::function_ref<void(const char *, Block)> P) {
  for (size_t I = 0; I < B.size(); ++I) {
    Block Rest(B.begin() + I + 1, B.end());
    auto instead = [&](const char *Kind, Block Instead) {
      Block Result(B.begin(), B.begin() + I);
      append(Result, Instead);
      append(Result, Rest);
      P(Kind, std::move(Result));
    };
    plantInNode(B[I], Rest, instead);
    plantInside(B[I], &ForNode::Body, instead);
    plantInside(B[I], &IfNode::Then, instead);
    plantInside(B[I], &IfNode::Else, instead);
    plantInside(B[I], &ScopeNode::Body, instead);
    plantInside(B[I], &PhaseNode::Body, instead);
    plantInside(B[I], &HoldNode::Body, instead);
    plantInside(B[I], &DirectiveNode::Body, instead);
    plantInside(B[I], &GuardNode::Memory, instead);
    plantInside(B[I], &GuardNode::Body, instead);
    plantInside(B[I], &QuietNode::Body, instead);
  }
}

std::vector<Mutant> stevedore::mutantsOf(const Block &B) {
  std::vector<Mutant> Result;
  plantInBlock(B, [&](const char *Kind, Block Tree) {
    Result.push_back({Kind, std::move(Tree)});
  });
  return Result;
}
