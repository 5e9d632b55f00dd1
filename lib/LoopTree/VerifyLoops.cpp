//===- VerifyLoops.cpp - Loop trees that can be executed ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Barriers.h"
#include "stevedore/LoopTree/LoopTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

namespace stevedore {
namespace looptree {

namespace {

/// What a name stands for.
struct Definition {
  enum Kind { Constant, Mutable, Memory, Local };
  Kind K = Constant;
  /// Of a Local buffer.
  Buffer Home;
};

class Verifier {
public:
  explicit Verifier(const ProgramShape &Program) : Program(Program) {}

  llvm::Error run(const Block &B) {
    block(B);
    return std::move(Failure);
  }

private:
  void fail(const llvm::Twine &Message);
  const Definition *find(llvm::StringRef Name) const;
  void define(llvm::StringRef Name, Definition D);
  void defineBuffer(const Buffer &B);

  void block(const Block &B);
  void scope(const Block &B);
  void node(const Node &N);
  void expr(const Expr &E);
  void operands(const Expr &E);
  void loop(const ForNode &F);
  void let(const LetNode &L);
  void assign(const AssignNode &A);
  void phase(const PhaseNode &P);
  void hold(const HoldNode &H);
  void instance(const InstanceNode &I);
  void transfer(const TransferNode &T);
  void between(const TransferNode &T);
  void move(const MoveNode &M);
  void allocate(const AllocateNode &A);
  void alias(const AliasNode &A);
  void directive(const DirectiveNode &D);
  void range(const RangeNode &R);
  void guard(const GuardNode &G);
  void belief(const BelieveNode &B);
  void memory(llvm::StringRef Name);
  void array(unsigned Number);
  void element(const Element &E);

  const ProgramShape &Program;
  /// From the outermost.
  std::vector<llvm::StringMap<Definition>> Scopes = {{}};
  std::optional<PhaseNode::PhaseKind> Phase;
  /// The expressions of a reference are visited.
  bool IsReference = false;
  llvm::Error Failure = llvm::Error::success();
};

} // namespace

/// Keeps the first failure.
void Verifier::fail(const llvm::Twine &Message) {
  if (!Failure)
    Failure = llvm::createStringError("the loops cannot be executed: " +
                                      Message.str());
}

const Definition *Verifier::find(llvm::StringRef Name) const {
  for (const llvm::StringMap<Definition> &Scope : Scopes)
    if (auto It = Scope.find(Name); It != Scope.end())
      return &It->second;
  return nullptr;
}

void Verifier::define(llvm::StringRef Name, Definition D) {
  if (Name.empty())
    return fail("a definition has no name");
  if (find(Name))
    return fail("'" + Name + "' is defined twice");
  Scopes.back()[Name] = std::move(D);
}

void Verifier::defineBuffer(const Buffer &B) {
  array(B.Array);
  if (B.Banks && (B.Banks->Count < 1 || B.Banks->Row >= B.Cells.size()))
    fail("the buffer '" + B.Name + "' has no such banks");
  define(B.Name, {Definition::Local, B});
}

void Verifier::block(const Block &B) {
  for (const NodeRef &N : B)
    node(*N);
}

void Verifier::scope(const Block &B) {
  Scopes.emplace_back();
  block(B);
  Scopes.pop_back();
}

/// The number of operands that \p K takes, none if any number but zero will do.
static std::optional<size_t> arity(Expr::Kind K) {
  switch (K) {
  case Expr::Integer:
  case Expr::Variable:
  case Expr::Parameter:
  case Expr::TileSize:
  case Expr::RuntimeCondition:
  case Expr::InTeam:
  case Expr::Worker:
  case Expr::Workers:
    return 0;
  case Expr::Not:
  case Expr::Group:
  case Expr::PowerOfTwo:
  case Expr::Worthwhile:
    return 1;
  case Expr::Select:
    return 3;
  case Expr::Disjoint:
    return 4;
  case Expr::AffineSum:
  case Expr::Min:
  case Expr::Max:
  case Expr::And:
  case Expr::Or:
    return std::nullopt;
  default:
    return 2;
  }
}

void Verifier::operands(const Expr &E) {
  std::optional<size_t> Expected = arity(E.kind());
  if (Expected ? E.operands().size() != *Expected : E.operands().empty())
    fail("'" + E.spelling() + "' has the wrong number of operands");
  if (E.kind() == Expr::AffineSum &&
      E.operands().size() != E.coefficients().size())
    fail("'" + E.spelling() + "' has the wrong number of coefficients");
}

void Verifier::expr(const Expr &E) {
  E.walk([&](const Expr &Part) {
    operands(Part);
    switch (Part.kind()) {
    case Expr::Integer:
      if (Part.value() > INT64_MAX || Part.value() < INT64_MIN)
        fail("the number " + Part.spelling() + " does not fit 64 bits");
      return;
    case Expr::Variable:
      if (!find(Part.name()) &&
          !(IsReference && numberOfChosen(Part.name())))
        fail("'" + Part.name() + "' is used where it is not defined");
      return;
    case Expr::Parameter:
      if (Part.number() >= Program.NumParameters)
        fail("the region has no such parameter");
      return;
    default:
      return;
    }
  });
}

void Verifier::loop(const ForNode &F) {
  if (F.Init)
    expr(*F.Init);
  Scopes.emplace_back();
  if (F.Init)
    define(F.Counter, {F.Step ? Definition::Constant : Definition::Mutable, {}});
  else if (const Definition *D = find(F.Counter);
           !D || D->K != Definition::Mutable)
    fail("the counter '" + F.Counter + "' is not defined");
  if (F.LimitValue) {
    expr(*F.LimitValue);
    define(F.Limit, {Definition::Constant, {}});
  }
  expr(F.Condition);
  if (!F.Condition.uses(F.Counter))
    fail("the loop over '" + F.Counter + "' does not ask for its counter");
  if (F.Step)
    expr(*F.Step);
  block(F.Body);
  Scopes.pop_back();
}

void Verifier::let(const LetNode &L) {
  expr(L.Value);
  expr(L.Value);
  bool IsNumber = L.Value.kind() == Expr::Integer;
  if (L.Type == LetNode::Flag && IsNumber && !L.Value.isInteger(0) &&
      !L.Value.isInteger(1))
    fail("the number " + L.Value.spelling() + " does not fit '" + L.Name +
         "'");
  define(L.Name, {L.IsMutable ? Definition::Mutable : Definition::Constant, {}});
}

void Verifier::assign(const AssignNode &A) {
  expr(A.Value);
  const Definition *D = find(A.Name);
  if (!D)
    fail("'" + A.Name + "' is assigned to where it is not defined");
  else if (D->K != Definition::Mutable)
    fail("'" + A.Name + "' is assigned to and is a constant");
}

void Verifier::phase(const PhaseNode &P) {
  std::optional<PhaseNode::PhaseKind> Around = Phase;
  if (Around && *Around != PhaseNode::Compute)
    fail("a phase is inside of one that transfers");
  Phase = P.Role;
  block(P.Body);
  Phase = Around;
}

void Verifier::array(unsigned Number) {
  if (Number >= Program.Ranks.size())
    fail("the region has no such array");
}

void Verifier::element(const Element &E) {
  for (const Expr &Subscript : E.Subscripts)
    expr(Subscript);
  array(E.Array);
  if (!E.isLocal()) {
    if (E.Array < Program.Ranks.size() &&
        E.Subscripts.size() != Program.Ranks[E.Array])
      fail("an element has the wrong number of subscripts");
    return;
  }
  const Definition *D = find(E.Buffer);
  if (!D || D->K != Definition::Local)
    return fail("the buffer '" + E.Buffer + "' is used where it is not defined");
  if (D->Home.Array != E.Array)
    fail("the buffer '" + E.Buffer + "' holds another array");
  if (E.Subscripts.size() != (E.Flat ? 1 : D->Home.Cells.size()))
    fail("an element of the buffer '" + E.Buffer +
         "' has the wrong number of subscripts");
}

void Verifier::hold(const HoldNode &H) {
  if (Phase && *Phase != PhaseNode::Compute)
    fail("elements are held in a phase that transfers");
  Scopes.emplace_back();
  for (const HeldElement &E : H.Held)
    element(E.Of);
  for (const HeldElement &E : H.Held)
    defineBuffer({E.Name, E.Of.Array, {}});
  block(H.Body);
  Scopes.pop_back();
}

void Verifier::instance(const InstanceNode &I) {
  if (Phase && *Phase != PhaseNode::Compute)
    fail("a statement is in a phase that transfers");
  for (const Expr &C : I.Coordinates)
    expr(C);
  IsReference = true;
  for (const Element &E : I.Elements)
    element(E);
  IsReference = false;
  if (I.Statement >= Program.Statements.size())
    return fail("the region has no such statement");
  auto [Dimension, Accesses] = Program.Statements[I.Statement];
  if (I.Coordinates.size() != Dimension || I.IsUsed.size() != Dimension ||
      I.Elements.size() != Accesses)
    fail("an instance of a statement has the wrong number of coordinates or "
         "elements");
}

/// Of two buffers, the local one is in the memory that is nearer.
void Verifier::between(const TransferNode &T) {
  const Definition *Near = find(T.Local.Buffer), *Far = find(T.Remote.Buffer);
  bool AreBuffers = Near && Far && Near->K == Definition::Local &&
                    Far->K == Definition::Local;
  if (AreBuffers && Near->Home.Memory >= Far->Home.Memory)
    fail("a transfer from '" + T.Remote.Buffer + "' to '" + T.Local.Buffer +
         "' does not lead to a nearer memory");
}

void Verifier::transfer(const TransferNode &T) {
  if (!Phase || *Phase != (T.Gets ? PhaseNode::Load : PhaseNode::Store))
    fail("a transfer is outside of the phase for it");
  element(T.Local);
  element(T.Remote);
  if (!T.Local.isLocal() || T.Local.Array != T.Remote.Array)
    fail("a transfer is not between an array and a buffer for it");
  else if (T.Remote.isLocal())
    between(T);
  if (T.Count)
    expr(*T.Count);
  for (const Expr &L : T.Lengths)
    expr(L);
  for (const Repetition &R : T.Repetitions) {
    for (const Expr *E : {&R.Count, &R.LocalPitch, &R.RemotePitch})
      expr(*E);
    if (T.Remote.isLocal())
      fail("rows of a transfer are not in remote memory");
    if (R.Step.size() != T.Remote.Subscripts.size())
      fail("a transfer goes on along the wrong number of subscripts");
  }
  if (T.Repetitions.size() > TransferNode::MaxRepetitions)
    fail("a transfer has too many dimensions");
  if (T.Tag)
    expr(*T.Tag);
}

/// What a tile has from the one before is moved before it loads.
void Verifier::move(const MoveNode &M) {
  if (!Phase || *Phase != PhaseNode::Load)
    fail("an element is moved outside of a load phase");
  element(M.To);
  element(M.From);
  if (!M.To.isLocal() || M.To.Buffer != M.From.Buffer)
    fail("an element is not moved within a buffer");
}

void Verifier::allocate(const AllocateNode &A) {
  for (const Buffer &B : A.Buffers)
    for (const Expr &Cells : B.Cells)
      expr(Cells);
  if (A.FlagValue) {
    expr(*A.FlagValue);
    define(A.Flag, {Definition::Constant, {}});
  }
  bool IsBuffer =
      A.Buffers.size() == 1 && A.Buffers.front().Name == A.Name;
  if (IsBuffer)
    defineBuffer(A.Buffers.front());
  else
    define(A.Name, {Definition::Memory, {}});
}

void Verifier::memory(llvm::StringRef Name) {
  const Definition *D = find(Name);
  if (!D || (D->K != Definition::Memory && D->K != Definition::Local))
    fail("the memory '" + Name + "' is not defined");
}

void Verifier::alias(const AliasNode &A) {
  memory(A.Memory);
  for (const Expr &Cells : A.Home.Cells)
    expr(Cells);
  defineBuffer(A.Home);
}

void Verifier::directive(const DirectiveNode &D) {
  if (D.Loop >= Program.NumParallelLoops)
    fail("the region has no such parallel loop");
  auto *F = D.Body.size() == 1 ? llvm::dyn_cast<ForNode>(D.Body.front().get())
                               : nullptr;
  if (!F || !F->Init || !F->Step || F->LimitValue)
    fail("a directive stands before something else than a simple loop");
  else if (!F->IsParallel)
    fail("a directive stands before a loop that is not 'parallel'");
  block(D.Body);
}

void Verifier::range(const RangeNode &R) {
  element({"", R.Array, R.First, false});
  element({"", R.Array, R.Last, false});
  expr(R.Condition);
  define(R.Low, {Definition::Memory, {}});
  define(R.High, {Definition::Memory, {}});
}

void Verifier::guard(const GuardNode &G) {
  expr(G.Condition);
  if (Scopes.size() != 1)
    fail("a guard is inside of other nodes");
  define(G.Flag, {Definition::Mutable, {}});
  Scopes.emplace_back();
  block(G.Memory);
  block(G.Body);
  Scopes.pop_back();
}

void Verifier::belief(const BelieveNode &B) {
  Scopes.emplace_back();
  if (B.Tested) {
    element(*B.Tested);
    define(B.Value, {Definition::Constant, {}});
  }
  expr(B.Condition);
  Scopes.pop_back();
}

void Verifier::node(const Node &N) {
  switch (N.K) {
  case Node::For:
    return loop(llvm::cast<ForNode>(N));
  case Node::If:
    expr(llvm::cast<IfNode>(N).Condition);
    scope(llvm::cast<IfNode>(N).Then);
    return scope(llvm::cast<IfNode>(N).Else);
  case Node::Let:
    return let(llvm::cast<LetNode>(N));
  case Node::Assign:
    return assign(llvm::cast<AssignNode>(N));
  case Node::Scope:
  case Node::Team:
    return scope(*blocksOf(N).front());
  case Node::Phase:
    return phase(llvm::cast<PhaseNode>(N));
  case Node::Hold:
    return hold(llvm::cast<HoldNode>(N));
  case Node::Instance:
    return instance(llvm::cast<InstanceNode>(N));
  case Node::Transfer:
    return transfer(llvm::cast<TransferNode>(N));
  case Node::Move:
    return move(llvm::cast<MoveNode>(N));
  case Node::Wait:
    return expr(llvm::cast<WaitNode>(N).Tag);
  case Node::Fence:
    return expr(llvm::cast<FenceNode>(N).Tag);
  case Node::Allocate:
    return allocate(llvm::cast<AllocateNode>(N));
  case Node::Alias:
    return alias(llvm::cast<AliasNode>(N));
  case Node::Free:
    return memory(llvm::cast<FreeNode>(N).Name);
  case Node::Mention:
    if (llvm::cast<MentionNode>(N).Name.empty())
      return array(llvm::cast<MentionNode>(N).Array);
    return memory(llvm::cast<MentionNode>(N).Name);
  case Node::Directive:
    return directive(llvm::cast<DirectiveNode>(N));
  case Node::Range:
    return range(llvm::cast<RangeNode>(N));
  case Node::Guard:
    return guard(llvm::cast<GuardNode>(N));
  case Node::Believe:
    return belief(llvm::cast<BelieveNode>(N));
  case Node::Declare:
    return array(llvm::cast<DeclareNode>(N).Array);
  case Node::Quiet:
    return block(llvm::cast<QuietNode>(N).Body);
  case Node::Agree:
    return assign(
        {{}, llvm::cast<AgreeNode>(N).Name, llvm::cast<AgreeNode>(N).Value});
  case Node::Barrier:
  case Node::Original:
  case Node::Ending:
    return;
  }
}

llvm::Error verify(const Block &B, const ProgramShape &Program) {
  if (llvm::Error E = Verifier(Program).run(B))
    return E;
  return verifyBarriers(B);
}

} // namespace looptree
} // namespace stevedore
