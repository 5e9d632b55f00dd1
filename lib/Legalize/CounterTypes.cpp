//===- CounterTypes.cpp - Counters of the source's type -------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CounterTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;
using namespace stevedore::looptree;

namespace {

/// The values of an expression; numbers beyond those of `int` are not known.
struct Range {
  std::optional<int64_t> Low, High;
};
using Ranges = std::map<std::string, Range>;

/// Finds the counters that have to be `long`, by walks over the loops until
/// there are no more.
class CounterTypes {
public:
  CounterTypes(const Block &Loops, const Scop &S, const SourceText &Source);
  llvm::StringSet<> find();

private:
  void block(const Block &B, const Ranges &Outer);
  void loop(const ForNode &F, Ranges Inside);
  void instance(const InstanceNode &I, const Ranges &At);
  void transfer(const TransferNode &T, const Ranges &At);
  void element(const Element &E, const Ranges &At);
  void check(const Expr &E, const Ranges &At);
  void checkHoles(const TextTemplate &T, llvm::ArrayRef<Expr> Values);
  void refuse(const Expr &E);
  bool hasOnlyCounters(const Expr &E) const;

  const Block &Loops;
  const Scop &S;
  const SourceText &Source;
  std::map<std::string, Buffer> Buffers;
  llvm::StringSet<> Counters;
  bool HasChanged = false;
};

} // namespace

/// Whether \p Value and its negative are numbers of `int`.
static bool isSmall(int64_t Value) {
  return Value >= -INT32_MAX && Value <= INT32_MAX;
}

static std::optional<int64_t> withinInt(int64_t Value) {
  return isSmall(Value) ? std::optional(Value) : std::nullopt;
}

static std::optional<int64_t> numberOf(const Expr &E) {
  if (E.kind() != Expr::Integer || E.value() > INT32_MAX ||
      E.value() < -INT32_MAX)
    return std::nullopt;
  return int64_t(E.value());
}

/// \p A + \p Factor * \p B, where both are known.
static std::optional<int64_t> plus(std::optional<int64_t> A, int64_t Factor,
                                   std::optional<int64_t> B) {
  if (!A || !B || !isSmall(Factor))
    return std::nullopt;
  return withinInt(*A + Factor * *B);
}

static Range rangeOf(const Expr &E, const Ranges &At);

static Range rangeOfSum(const Expr &E, const Ranges &At) {
  std::optional<int64_t> Constant = withinInt(E.constant());
  Range Result{Constant, Constant};
  for (size_t I = 0; I < E.operands().size(); ++I) {
    Range Term = rangeOf(E.operands()[I], At);
    int64_t Factor = E.coefficients()[I];
    Result.Low = plus(Result.Low, Factor, Factor > 0 ? Term.Low : Term.High);
    Result.High = plus(Result.High, Factor, Factor > 0 ? Term.High : Term.Low);
  }
  return Result;
}

/// Of a minimum; of a maximum if \p IsMax. One known operand bounds it.
static Range rangeOfMinimum(const Expr &E, const Ranges &At, bool IsMax) {
  Range Result;
  bool IsFirst = true;
  for (const Expr &Operand : E.operands()) {
    Range One = rangeOf(Operand, At);
    auto &Open = IsMax ? Result.Low : Result.High;
    auto &Closed = IsMax ? Result.High : Result.Low;
    std::optional<int64_t> NewOpen = IsMax ? One.Low : One.High;
    std::optional<int64_t> NewClosed = IsMax ? One.High : One.Low;
    auto Nearest = [IsMax](int64_t A, int64_t B) {
      return IsMax ? std::max(A, B) : std::min(A, B);
    };
    if (NewOpen)
      Open = Open ? Nearest(*Open, *NewOpen) : *NewOpen;
    Closed = IsFirst               ? NewClosed
             : Closed && NewClosed ? std::optional(Nearest(*Closed, *NewClosed))
                                   : std::nullopt;
    IsFirst = false;
  }
  return Result;
}

static Range rangeOf(const Expr &E, const Ranges &At) {
  switch (E.kind()) {
  case Expr::Integer:
    return {numberOf(E), numberOf(E)};
  case Expr::Variable: {
    auto Known = At.find(E.name().str());
    return Known == At.end() ? Range() : Known->second;
  }
  case Expr::AffineSum:
    return rangeOfSum(E, At);
  case Expr::Min:
    return rangeOfMinimum(E, At, false);
  case Expr::Max:
    return rangeOfMinimum(E, At, true);
  case Expr::Group:
    return rangeOf(E.operands()[0], At);
  case Expr::FirstMultiple: {
    Range From = rangeOf(E.operands()[0], At);
    return {From.Low, plus(From.High, 1, rangeOf(E.operands()[1], At).High)};
  }
  case Expr::Div:
  case Expr::FloorDiv: {
    Range Of = rangeOf(E.operands()[0], At);
    std::optional<int64_t> By = numberOf(E.operands()[1]);
    if (!By || *By <= 0)
      return {};
    auto Quotient = [&](std::optional<int64_t> V) {
      return V ? std::optional(*V >= 0 ? *V / *By : -((-*V - 1) / *By) - 1)
               : std::nullopt;
    };
    return {Quotient(Of.Low), Quotient(Of.High)};
  }
  default:
    return {};
  }
}

/// The largest absolute value of \p E, if it and all that is computed on the
/// way to it are numbers of the type `int`.
static std::optional<int64_t> magnitude(const Expr &E, const Ranges &At) {
  std::vector<int64_t> Operands;
  for (const Expr &Operand : E.operands()) {
    std::optional<int64_t> Size = magnitude(Operand, At);
    if (!Size)
      return std::nullopt;
    Operands.push_back(*Size);
  }
  switch (E.kind()) {
  case Expr::Integer:
  case Expr::Variable: {
    Range Values = rangeOf(E, At);
    if (!Values.Low || !Values.High)
      return std::nullopt;
    return std::max(std::abs(*Values.Low), std::abs(*Values.High));
  }
  case Expr::AffineSum: {
    if (!isSmall(E.constant()) || !llvm::all_of(E.coefficients(), isSmall))
      return std::nullopt;
    std::optional<int64_t> Sum = std::abs(E.constant());
    for (size_t I = 0; I < Operands.size(); ++I)
      Sum = plus(Sum, std::abs(E.coefficients()[I]), Operands[I]);
    return Sum;
  }
  case Expr::Add:
  case Expr::Sub:
  case Expr::FirstMultiple:
  case Expr::Wrap:
    return plus(Operands[0], 1, Operands[1]);
  case Expr::Mul:
    return withinInt(Operands[0] * Operands[1]);
  case Expr::Equal:
  case Expr::NotEqual:
  case Expr::LessEqual:
  case Expr::Less:
  case Expr::GreaterEqual:
  case Expr::Greater:
  case Expr::And:
  case Expr::Or:
  case Expr::Not:
    return 1;
  case Expr::Group:
  case Expr::Select:
  case Expr::Min:
  case Expr::Max:
  case Expr::Div:
  case Expr::Rem:
  case Expr::FloorDiv:
  case Expr::Modulo:
    return *llvm::max_element(Operands);
  default:
    return std::nullopt;
  }
}

/// What \p Counter is at most where \p Condition holds.
static std::optional<int64_t>
lastValue(const Expr &Condition, const std::string &Counter, const Ranges &At) {
  if (Condition.kind() == Expr::And) {
    std::optional<int64_t> Result;
    for (const Expr &Operand : Condition.operands()) {
      std::optional<int64_t> One = lastValue(Operand, Counter, At);
      if (One)
        Result = std::min(Result.value_or(*One), *One);
    }
    return Result;
  }
  bool IsLess = Condition.kind() == Expr::Less;
  if ((!IsLess && Condition.kind() != Expr::LessEqual) ||
      Condition.operands()[0] != Expr::variable(Counter))
    return std::nullopt;
  std::optional<int64_t> Bound = rangeOf(Condition.operands()[1], At).High;
  return plus(Bound, 1, IsLess ? -1 : 0);
}

static bool isInt(const StatementPlace::Iterator &I) { return I.Type == "int"; }

/// Starts with all counters that C declares in the heads of their loops, where
/// the source has `int` alone.
CounterTypes::CounterTypes(const Block &Loops, const Scop &S,
                           const SourceText &Source)
    : Loops(Loops), S(S), Source(Source) {
  for (const auto &[Name, Place] : Source.Places)
    if (!llvm::all_of(Place.Iterators, isInt))
      return;
  if (Source.Places.empty())
    return;
  llvm::StringSet<> Others;
  walk(Loops, [&](const Node &N) {
    if (const auto *F = llvm::dyn_cast<ForNode>(&N))
      (F->Init && F->Step && !F->LimitValue ? Counters : Others)
          .insert(F->Counter);
    if (const auto *L = llvm::dyn_cast<LetNode>(&N))
      Others.insert(L->Name);
    if (const auto *A = llvm::dyn_cast<AssignNode>(&N))
      Others.insert(A->Name);
    if (const auto *A = llvm::dyn_cast<AllocateNode>(&N))
      for (const Buffer &B : A->Buffers)
        Buffers[B.Name] = B;
    if (const auto *A = llvm::dyn_cast<AliasNode>(&N))
      Buffers[A->Home.Name] = A->Home;
  });
  for (const auto &Other : Others)
    Counters.erase(Other.first());
}

/// Makes the variables of \p E `long`.
void CounterTypes::refuse(const Expr &E) {
  E.walk([&](const Expr &Part) {
    if (Part.kind() == Expr::Variable)
      HasChanged |= Counters.erase(Part.name());
  });
}

bool CounterTypes::hasOnlyCounters(const Expr &E) const {
  bool Result = true;
  E.walk([&](const Expr &Part) {
    Result &= Part.kind() != Expr::Variable || Counters.contains(Part.name());
  });
  return Result;
}

void CounterTypes::check(const Expr &E, const Ranges &At) {
  if (!hasOnlyCounters(E) || !magnitude(E, At))
    refuse(E);
}

/// What the user wrote may compute with \p Values only where it says in which
/// type.
void CounterTypes::checkHoles(const TextTemplate &T,
                              llvm::ArrayRef<Expr> Values) {
  for (const TextPiece &P : T) {
    if (P.K == TextPiece::Iterator && P.Text.empty() &&
        !isWholeSubscript(T, &P))
      refuse(Values[P.Index]);
    for (const TextTemplate &Subscript : P.Subscripts)
      checkHoles(Subscript, Values);
  }
}

void CounterTypes::element(const Element &E, const Ranges &At) {
  for (const Expr &Subscript : E.Subscripts)
    check(Subscript, At);
  if (!E.isLocal())
    return checkHoles(Source.array(S.Arrays[E.Array]).Reference, E.Subscripts);
  auto Home = Buffers.find(E.Buffer);
  if (!E.Flat && Home != Buffers.end())
    check(cellOf(E, Home->second), At);
}

/// A statement without text is a call of what the user declares.
void CounterTypes::instance(const InstanceNode &I, const Ranges &At) {
  const TextTemplate &Body = Source.body(S.Statements[I.Statement].Name);
  for (const Expr &Coordinate : I.Coordinates)
    Body.empty() ? refuse(Coordinate) : check(Coordinate, At);
  checkHoles(Body, I.Coordinates);
  for (const Element &E : I.Elements)
    element(E, At);
}

/// Tags go to what the user declares.
void CounterTypes::transfer(const TransferNode &T, const Ranges &At) {
  element(T.Local, At);
  element(T.Remote, At);
  for (const Expr &Length : T.Lengths)
    check(Length, At);
  if (T.Count)
    check(*T.Count, At);
  for (const Repetition &R : T.Repetitions)
    for (const Expr *E : {&R.Count, &R.LocalPitch, &R.RemotePitch})
      check(*E, At);
  if (T.Tag)
    refuse(*T.Tag);
}

void CounterTypes::loop(const ForNode &F, Ranges Inside) {
  if (!Counters.contains(F.Counter)) {
    for (const Expr *E : expressionsOf(F))
      check(*E, Inside);
    Inside.erase(F.Counter);
    return block(F.Body, Inside);
  }
  Range First = rangeOf(*F.Init, Inside);
  std::optional<int64_t> Last = lastValue(F.Condition, F.Counter, Inside);
  std::optional<int64_t> Step = numberOf(*F.Step);
  std::optional<int64_t> After;
  if (First.High && Last && Step && *Step > 0)
    After = plus(std::max(*First.High, *Last), 1, Step);
  check(*F.Init, Inside);
  if (!First.Low || !After || !hasOnlyCounters(*F.Init)) {
    HasChanged |= Counters.erase(F.Counter);
    return;
  }
  Inside[F.Counter] = {First.Low, After};
  check(conditionOf(F), Inside);
  Inside[F.Counter].High = *After - *Step;
  block(F.Body, Inside);
}

void CounterTypes::block(const Block &B, const Ranges &Outer) {
  for (const NodeRef &N : B) {
    if (const auto *F = llvm::dyn_cast<ForNode>(N.get())) {
      loop(*F, Outer);
      continue;
    }
    if (const auto *I = llvm::dyn_cast<InstanceNode>(N.get())) {
      instance(*I, Outer);
    } else if (const auto *T = llvm::dyn_cast<TransferNode>(N.get())) {
      transfer(*T, Outer);
    } else if (const auto *M = llvm::dyn_cast<MoveNode>(N.get())) {
      element(M->To, Outer);
      element(M->From, Outer);
    } else if (const auto *H = llvm::dyn_cast<HoldNode>(N.get())) {
      for (const HeldElement &E : H->Held)
        element(E.Of, Outer);
    } else if (llvm::isa<WaitNode, FenceNode>(*N)) {
      for (const Expr *E : expressionsOf(*N))
        refuse(*E);
    } else {
      for (const Expr *E : expressionsOf(*N))
        check(*E, Outer);
    }
    for (const Block *Inside : blocksOf(*N))
      block(*Inside, Outer);
  }
}

llvm::StringSet<> CounterTypes::find() {
  do {
    HasChanged = false;
    block(Loops, {});
  } while (HasChanged && !Counters.empty());
  return std::move(Counters);
}

llvm::StringSet<> stevedore::intCounters(const Block &Loops, const Scop &S,
                                         const SourceText &Source) {
  return CounterTypes(Loops, S, Source).find();
}
