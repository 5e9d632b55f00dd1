//===- Emitted.cpp - Loop trees to be executed ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>

namespace stevedore {
namespace replay {

using namespace looptree;

static Vector evaluate(const std::vector<Formula> &Formulas, Frame &F) {
  Vector Result;
  for (const Formula &E : Formulas)
    Result.push_back(E.evaluate(F));
  return Result;
}

Emitted::Emitted(const Block &B, const Scop &S, const Original &Program,
                 const SmallerConstants *Numbers)
    : S(S), Program(Program), Numbers(Numbers) {
  std::set<std::string> Found;
  walk(B, [&](const Node &N) {
    for (const Expr *E : expressionsOf(N))
      E->walk([&](const Expr &Part) {
        if (Part.kind() == Expr::TileSize)
          Found.insert(Part.name().str());
        findWorkers(Part);
      });
  });
  Sizes.assign(Found.begin(), Found.end());
  for (unsigned P = 0; P < S.Parameters.size(); ++P)
    ParameterSlots.push_back(Names.ofParameter(P));
  for (const std::string &Size : Sizes)
    SizeSlots.push_back(Names.ofSize(Size));
  Loops = block(B);
}

/// Loops for one number of workers say so in their condition.
void Emitted::findWorkers(const Expr &E) {
  HasWorkers |= E.kind() == Expr::Worker;
  if (E.kind() != Expr::Equal || E.operands()[0].kind() != Expr::Workers)
    return;
  Frame F;
  OnlyWorkers = formula(E.operands()[1]).evaluate(F);
}

Formula Emitted::formula(const Expr &E) {
  return Formula(Numbers ? Numbers->expression(E) : E, Names);
}

std::vector<Formula> Emitted::formulas(llvm::ArrayRef<Expr> Exprs) {
  std::vector<Formula> Result;
  for (const Expr &E : Exprs)
    Result.push_back(formula(E));
  return Result;
}

void Emitted::run(llvm::ArrayRef<int64_t> Parameters,
                  llvm::ArrayRef<int64_t> TileSizes, Machine &M) const {
  M.reserve(Names.size(), Buffers.size());
  for (size_t P = 0; P < Parameters.size(); ++P)
    M.F.Values[ParameterSlots[P]] = Parameters[P];
  for (size_t T = 0; T < TileSizes.size(); ++T)
    M.F.Values[SizeSlots[T]] = TileSizes[T];
  Loops(M);
  if (!M.stopped())
    M.finish();
}

Emitted::Place Emitted::place(const Element &E) {
  Place Result{std::nullopt, E.Array, E.Flat, formulas(E.Subscripts)};
  if (E.isLocal())
    Result.Buffer = buffer(E.Buffer);
  return Result;
}

/// The cell or element at \p P; null after a failure.
Value *Emitted::find(const Place &P, bool Writes, Machine &M) {
  Vector Subscripts = evaluate(P.Subscripts, M.F);
  if (!P.Buffer)
    return M.remote(P.Array, Subscripts, Writes);
  int64_t Cell = M.cell(*P.Buffer, Subscripts, P.IsFlat);
  return M.stopped() ? nullptr : M.local(M.memoryOf(*P.Buffer), Cell);
}

static std::function<void(Machine &)>
sequence(std::vector<std::function<void(Machine &)>> Parts) {
  if (Parts.size() == 1)
    return Parts.front();
  return [Parts = std::move(Parts)](Machine &M) {
    for (const auto &Part : Parts)
      if (!M.stopped())
        Part(M);
  };
}

Emitted::Action Emitted::block(const Block &B) {
  std::vector<Action> Parts;
  for (const NodeRef &N : B)
    Parts.push_back(node(*N));
  return sequence(std::move(Parts));
}

/// A loop whose body does not move the counter, from its last iteration to its
/// first.
static void runReversed(const Formula &Condition, const Formula &Step,
                        const std::function<void(Machine &)> &Body,
                        int64_t &Counter, Machine &M) {
  std::vector<int64_t> Iterations;
  while (!M.stopped() && Condition.evaluate(M.F)) {
    M.step();
    Iterations.push_back(Counter);
    Counter += Step.evaluate(M.F);
  }
  for (int64_t Iteration : llvm::reverse(Iterations)) {
    Counter = Iteration;
    if (!M.stopped())
      Body(M);
  }
}

Emitted::Action Emitted::loop(const ForNode &F) {
  unsigned Counter = Names.of(F.Counter);
  unsigned Limit = F.LimitValue ? Names.of(F.Limit) : Counter;
  Formula Init = formula(F.Init ? *F.Init : Expr::variable(F.Counter));
  Formula LimitValue =
      formula(F.LimitValue ? *F.LimitValue : Expr::variable(F.Counter));
  Formula Condition = formula(F.Condition);
  Formula Step = formula(F.Step ? *F.Step : Expr(0));
  Action Body = block(F.Body);
  bool MayReverse = F.IsParallel && F.Step;
  HasParallel |= MayReverse;
  return [=](Machine &M) {
    std::vector<int64_t> &Values = M.F.Values;
    Values[Counter] = Init.evaluate(M.F);
    Values[Limit] = LimitValue.evaluate(M.F);
    if (MayReverse && M.When.IsReversed)
      return runReversed(Condition, Step, Body, Values[Counter], M);
    while (!M.stopped() && Condition.evaluate(M.F)) {
      M.step();
      Body(M);
      Values[Counter] += Step.evaluate(M.F);
    }
  };
}

/// \p E, over parameters by name and iterationName(), for the instance \p I.
Expr Emitted::atInstance(Expr E, const InstanceNode &I) const {
  for (unsigned K = 0; K < I.Coordinates.size(); ++K)
    E = E.substitute(iterationName(K),
                     Numbers ? Numbers->expression(I.Coordinates[K])
                             : I.Coordinates[K]);
  for (unsigned P = 0; P < S.Parameters.size(); ++P)
    E = E.substitute(S.Parameters[P].Name, Expr::parameter(P));
  return E;
}

/// Whether \p I makes its access number \p Access.
Formula Emitted::condition(const InstanceNode &I, unsigned Access) {
  const std::optional<Expr> &Made = Program.condition(I.Statement, Access);
  return Formula(Made ? atInstance(*Made, I) : Expr(1), Names);
}

/// The subscripts that \p I chooses for its access number \p Access.
std::vector<Emitted::Choice> Emitted::choices(const InstanceNode &I,
                                              unsigned Access) {
  std::vector<Choice> Result;
  llvm::ArrayRef<unsigned> Chosen =
      S.Statements[I.Statement].Accesses[Access].Chosen;
  for (auto [Number, Ends] :
       llvm::enumerate(Program.choices(I.Statement, Access)))
    Result.push_back({Names.of(chosenSubscript(Number)), Chosen[Number],
                      Formula(atInstance(Ends.first, I), Names),
                      Formula(atInstance(Ends.second, I), Names)});
  return Result;
}

/// The reads of an instance come before its writes.
Emitted::Action Emitted::instance(const InstanceNode &I) {
  std::vector<Formula> Iteration = formulas(I.Coordinates);
  std::vector<Place> Places;
  std::vector<Formula> Conditions;
  std::vector<std::vector<Choice>> Choices;
  for (const Element &E : I.Elements) {
    Conditions.push_back(condition(I, Places.size()));
    Choices.push_back(choices(I, Places.size()));
    Places.push_back(place(E));
  }
  const Statement *Stmt = &S.Statements[I.Statement];
  const std::vector<Array> &Arrays = S.Arrays;
  unsigned Number = I.Statement;
  return [=, &Arrays](Machine &M) {
    Vector At = evaluate(Iteration, M.F);
    Computation C(Number, At);
    llvm::SmallVector<Value *, 8> Cells;
    for (unsigned A = 0; A < Places.size(); ++A) {
      if (!Conditions[A].evaluate(M.F)) {
        Cells.push_back(nullptr);
        continue;
      }
      for (const Choice &Of : Choices[A])
        M.F.Values[Of.Slot] =
            chosen(C.instance(), A, Of.Dimension, Of.First.evaluate(M.F),
                   Of.Last.evaluate(M.F));
      const Access &Acc = Stmt->Accesses[A];
      Value *Cell = find(Places[A], Acc.MustWrites || Acc.MayWrites, M);
      if (!Cell)
        return M.F.fail(Stmt->Name + vectorText(At) + " accesses no element");
      Cells.push_back(Cell);
      if (!Acc.Reads)
        continue;
      if (*Cell == Poison)
        return M.F.fail(Stmt->Name + vectorText(At) +
                        " reads a cell that holds nothing");
      if (M.Reads && M.Reads->lookup(C.accessed(A)) != *Cell)
        return M.F.fail(Stmt->Name + vectorText(At) +
                        " reads another value of array " +
                        Arrays[Acc.Array].Name + " than in the program");
      C.read(*Cell);
    }
    for (unsigned A = 0; A < Places.size(); ++A)
      if (Cells[A] && writes(Stmt->Accesses[A], C, A))
        *Cells[A] = C.written(A);
    M.Executed[Number] += C.instance();
    M.step(1 + Places.size());
  };
}

/// Starts \p C again and again, as the first \p Dimensions of \p Repetitions
/// say.
static void startRuns(const Copy &C, std::optional<int64_t> Tag,
                      llvm::ArrayRef<Run> Repetitions, Machine &M) {
  M.step();
  if (M.stopped())
    return;
  if (Repetitions.empty())
    return M.start(C, Tag);
  const Run &Outer = Repetitions.back();
  Copy Next = C;
  for (int64_t I = 0; I < Outer.Count && !M.stopped(); ++I) {
    startRuns(Next, Tag, Repetitions.drop_back(), M);
    Next.Cell += Outer.LocalPitch;
    for (size_t D = 0; D < Next.Subscripts.size(); ++D)
      Next.Subscripts[D] += Outer.Step[D];
  }
}

Emitted::Action Emitted::transfer(const TransferNode &T) {
  Place Local = place(T.Local), Remote = place(T.Remote);
  std::vector<Formula> Factors = formulas(T.Lengths);
  if (T.Count)
    Factors.push_back(formula(*T.Count));
  std::optional<Formula> Tag;
  if (T.Tag)
    Tag = formula(*T.Tag);
  StartsTransfers |= Tag.has_value();
  bool Gets = T.Gets, HasPitches = !Numbers;
  struct Repeated {
    Formula Count, LocalPitch, RemotePitch;
    Vector Step;
  };
  std::vector<Repeated> All;
  for (const Repetition &R : T.Repetitions)
    All.push_back({formula(R.Count), formula(R.LocalPitch),
                   formula(R.RemotePitch),
                   Vector(R.Step.begin(), R.Step.end())});
  return [=](Machine &M) {
    int64_t Length = 1;
    for (int64_t Factor : evaluate(Factors, M.F))
      if (Factor < 0 || llvm::MulOverflow(Length, Factor, Length))
        return M.F.fail("a transfer has a length of " + llvm::Twine(Factor));
    int64_t Cell =
        M.cell(*Local.Buffer, evaluate(Local.Subscripts, M.F), Local.IsFlat);
    Copy C{Gets, M.memoryOf(*Local.Buffer), Cell, Remote.Array, {}, Length};
    if (Remote.Buffer) {
      C.FarMemory = M.memoryOf(*Remote.Buffer);
      C.FarCell = M.cell(*Remote.Buffer, evaluate(Remote.Subscripts, M.F),
                         Remote.IsFlat);
    } else {
      C.Subscripts = evaluate(Remote.Subscripts, M.F);
    }
    std::optional<int64_t> Number;
    if (Tag)
      Number = Tag->evaluate(M.F);
    std::vector<Run> Runs;
    for (const Repeated &R : All) {
      Runs.push_back({R.Count.evaluate(M.F), R.LocalPitch.evaluate(M.F), R.Step});
      int64_t Pitch = R.RemotePitch.evaluate(M.F);
      if (HasPitches && !M.Remote[C.Array].isApart(R.Step, Pitch))
        return M.F.fail("rows of a transfer are not " + llvm::Twine(Pitch) +
                        " elements apart");
      if (Runs.back().Count < 1)
        return M.F.fail("a transfer has " + llvm::Twine(Runs.back().Count) +
                        " rows");
    }
    startRuns(C, Number, Runs, M);
  };
}

/// Memory is as large as the largest of its buffers; conditions see its name as
/// true.
Emitted::Action Emitted::allocate(const AllocateNode &A) {
  std::vector<std::vector<Formula>> Extents;
  for (const Buffer &B : A.Buffers)
    Extents.push_back(formulas(B.Cells));
  unsigned Home = buffer(A.Name), Name = Names.of(A.Name);
  std::optional<unsigned> Flag;
  if (!A.Flag.empty())
    Flag = Names.of(A.Flag);
  Formula IsNeeded = formula(A.FlagValue ? *A.FlagValue : Expr(1));
  std::optional<int64_t> Plain = A.Plain;
  if (Plain && Numbers)
    Plain = Numbers->valueOf(*Plain);
  return [=](Machine &M) {
    int64_t Cells = 0;
    Vector Sizes;
    bool Needed = IsNeeded.evaluate(M.F);
    for (const std::vector<Formula> &E : Extents) {
      Sizes = evaluate(E, M.F);
      int64_t Product = 1;
      for (int64_t Size : Sizes)
        if (Size < 0 || llvm::MulOverflow(Product, Size, Product))
          return M.F.fail("a buffer has an extent of " + llvm::Twine(Size));
      Cells = std::max(Cells, Product);
    }
    if (Flag)
      M.F.Values[*Flag] = Needed;
    M.F.Values[Name] = Needed;
    M.place(Home, M.allocate(Needed ? Plain.value_or(Cells) : 0),
            std::move(Sizes));
  };
}

/// Where the condition does not hold the program does not use the array.
Emitted::Action Emitted::range(const RangeNode &R) {
  Formula Condition = formula(R.Condition);
  std::vector<Formula> First = formulas(R.First), Last = formulas(R.Last);
  unsigned Array = R.Array;
  return [=](Machine &M) {
    RemoteArray &A = M.Remote[Array];
    bool Covers = Condition.evaluate(M.F)
                      ? A.isWithin(evaluate(First, M.F), evaluate(Last, M.F))
                      : !A.isUsed(A.hasPointers() ? First[0].evaluate(M.F) : 0);
    if (!Covers)
      M.F.fail("the range of addresses of an array does not cover its "
               "elements");
  };
}

Emitted::Action Emitted::choice(const IfNode &I) {
  return [Condition = formula(I.Condition), Then = block(I.Then),
          Else = block(I.Else)](Machine &M) {
    Condition.evaluate(M.F) ? Then(M) : Else(M);
  };
}

Emitted::Action Emitted::let(const LetNode &L) {
  return [Slot = Names.of(L.Name), Value = formula(L.Value)](Machine &M) {
    M.F.Values[Slot] = Value.evaluate(M.F);
  };
}

Emitted::Action Emitted::assign(const AssignNode &A) {
  return [Slot = Names.of(A.Name), Value = formula(A.Value),
          Adds = A.Adds](Machine &M) {
    int64_t Old = Adds ? M.F.Values[Slot] : 0;
    M.F.Values[Slot] = Old + Value.evaluate(M.F);
  };
}

Emitted::Action Emitted::alias(const AliasNode &A) {
  return [Memory = buffer(A.Memory), Home = buffer(A.Home.Name),
          Extents = formulas(A.Home.Cells)](Machine &M) {
    M.place(Home, M.memoryOf(Memory), evaluate(Extents, M.F));
  };
}

/// Values are copied as they are; an instance that reads poison is told then.
Emitted::Action Emitted::hold(const HoldNode &H) {
  struct One {
    Place Of;
    unsigned Home;
    bool IsStored;
  };
  std::vector<One> All;
  for (const HeldElement &E : H.Held)
    All.push_back({place(E.Of), buffer(E.Name), E.IsStored});
  return [All, Body = block(H.Body)](Machine &M) {
    for (const One &E : All) {
      Value *Cell = find(E.Of, false, M);
      if (!Cell)
        return M.F.fail("an element is held that does not exist");
      M.hold(E.Home, *Cell);
    }
    Body(M);
    for (const One &E : All)
      if (Value *Cell =
              E.IsStored && !M.stopped() ? find(E.Of, true, M) : nullptr)
        *Cell = *M.local(M.memoryOf(E.Home), 0);
    M.step(All.size());
  };
}

Emitted::Action Emitted::guard(const GuardNode &G) {
  return [Condition = formula(G.Condition), Memory = block(G.Memory),
          Body = block(G.Body)](Machine &M) {
    if (!Condition.evaluate(M.F))
      return M.takeOriginal();
    Memory(M);
    Body(M);
  };
}

/// Nobody is refused memory.
Emitted::Action Emitted::agree(const AgreeNode &A) {
  return [Slot = Names.of(A.Name), Value = formula(A.Value),
          IsInTeam = A.IsInTeam](Machine &M) {
    M.barrier();
    int64_t Before = IsInTeam ? M.F.Values[Slot] : 1;
    M.F.Values[Slot] = Before && Value.evaluate(M.F);
  };
}

/// Alternatives for machines on which memory runs out, and what only compilers
/// care about, are not executed.
Emitted::Action Emitted::node(const Node &N) {
  switch (N.K) {
  case Node::For:
    return loop(llvm::cast<ForNode>(N));
  case Node::If:
    return choice(llvm::cast<IfNode>(N));
  case Node::Let:
    return let(llvm::cast<LetNode>(N));
  case Node::Assign:
    return assign(llvm::cast<AssignNode>(N));
  case Node::Scope:
  case Node::Phase:
  case Node::Quiet:
  case Node::Directive:
  case Node::Team:
    return block(*blocksOf(N).front());
  case Node::Instance:
    return instance(llvm::cast<InstanceNode>(N));
  case Node::Hold:
    return hold(llvm::cast<HoldNode>(N));
  case Node::Transfer:
    return transfer(llvm::cast<TransferNode>(N));
  case Node::Move:
    return move(llvm::cast<MoveNode>(N));
  case Node::Wait:
    return [Tag = formula(llvm::cast<WaitNode>(N).Tag)](Machine &M) {
      M.wait(Tag.evaluate(M.F));
    };
  case Node::Fence:
    return [Tag = formula(llvm::cast<FenceNode>(N).Tag)](Machine &M) {
      M.fence(Tag.evaluate(M.F));
    };
  case Node::Allocate:
    return allocate(llvm::cast<AllocateNode>(N));
  case Node::Alias:
    return alias(llvm::cast<AliasNode>(N));
  case Node::Free:
    return [Memory = buffer(llvm::cast<FreeNode>(N).Name)](Machine &M) {
      M.free(M.memoryOf(Memory));
    };
  case Node::Range:
    return range(llvm::cast<RangeNode>(N));
  case Node::Guard:
    return guard(llvm::cast<GuardNode>(N));
  case Node::Agree:
    return agree(llvm::cast<AgreeNode>(N));
  case Node::Barrier:
    return [](Machine &M) { M.barrier(); };
  case Node::Believe:
  case Node::Mention:
  case Node::Declare:
  case Node::Ending:
    return [](Machine &) {};
  case Node::Original:
    return [](Machine &M) { M.takeOriginal(); };
  }
  llvm_unreachable("unknown kind of node");
}

} // namespace replay
} // namespace stevedore
