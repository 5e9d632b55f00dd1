//===- Formula.cpp - Integer formulas -------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Counting/Formula.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace stevedore;

/// Integers up to it are floating-point numbers, too.
static constexpr double MostExact = 9e15;

/// Of two counters of loops one of which is in the other, the inner one.
unsigned FormulaTable::deeper(unsigned A, unsigned B) const {
  if (A == FormulaNode::None || B == FormulaNode::None)
    return A == FormulaNode::None ? B : A;
  return std::max(A, B);
}

unsigned FormulaTable::intern(FormulaNode N) {
  if (N.Kind != FormulaNode::Counter)
    if (auto It = Known.find(N); It != Known.end())
      return It->second;
  unsigned Loop = FormulaNode::None;
  bool Changes = N.Kind == FormulaNode::Size || N.Kind == FormulaNode::Counter;
  bool IsReal = N.Kind == FormulaNode::Real;
  for (unsigned Of : {N.A, N.B, N.C, N.D})
    if (Of != FormulaNode::None) {
      Loop = deeper(Loop, Loops[Of]);
      Changes = Changes || Varies[Of];
      IsReal = IsReal || Reals[Of];
    }
  if (N.Kind == FormulaNode::Counter)
    Loop = Nodes.size();
  else if (N.Kind == FormulaNode::Sum)
    Loop = Nodes[N.C].A;
  Nodes.push_back(N);
  Reals.push_back(IsReal);
  Always.push_back(
      intervalOf(N, std::numeric_limits<double>::infinity(), Always));
  Loops.push_back(Loop);
  Varies.push_back(Changes);
  if (N.Kind != FormulaNode::Counter)
    Known[N] = Nodes.size() - 1;
  return Nodes.size() - 1;
}

std::optional<int64_t> FormulaTable::constant(unsigned F) const {
  return Nodes[F].Kind == FormulaNode::Number ? std::optional(Nodes[F].Value)
                                              : std::nullopt;
}

/// Adds an operation without operands.
unsigned FormulaTable::leaf(FormulaNode::Operation Kind, int64_t Value) {
  FormulaNode N;
  N.Kind = Kind;
  N.Value = Value;
  return intern(N);
}

unsigned FormulaTable::counter(unsigned Around, unsigned First, unsigned Last) {
  return intern({FormulaNode::Counter, Around, First, Last});
}

unsigned FormulaTable::add(unsigned A, unsigned B) {
  if (constant(A) == 0 || constant(B) == 0)
    return constant(A) == 0 ? B : A;
  if (constant(A) && constant(B))
    return number(*constant(A) + *constant(B));
  return intern({FormulaNode::Add, std::min(A, B), std::max(A, B)});
}

unsigned FormulaTable::subtract(unsigned A, unsigned B) {
  return add(A, multiply(number(-1), B));
}

unsigned FormulaTable::multiply(unsigned A, unsigned B) {
  if (constant(A) == 0 || constant(B) == 0)
    return number(0);
  if (constant(A) == 1 || constant(B) == 1)
    return constant(A) == 1 ? B : A;
  int64_t Product;
  if (constant(A) && constant(B) &&
      !llvm::MulOverflow(*constant(A), *constant(B), Product))
    return number(Product);
  return intern({FormulaNode::Multiply, std::min(A, B), std::max(A, B)});
}

unsigned FormulaTable::multiplyWithin(unsigned A, unsigned B, unsigned Low,
                                      unsigned High) {
  if (constant(A) == 1 || constant(B) == 1)
    return constant(A) == 1 ? B : A;
  if (constant(A) == 0 || constant(B) == 0)
    return number(0);
  return intern({FormulaNode::MultiplyWithin, A, B, Low, High});
}

unsigned FormulaTable::within(unsigned A, unsigned Low, unsigned High) {
  return constant(A)
             ? A
             : intern({FormulaNode::Within, A, FormulaNode::None, Low, High});
}

unsigned FormulaTable::divide(unsigned A, unsigned B) {
  if (constant(B) == 1 || constant(A) == 0)
    return A;
  if (constant(A) && constant(B))
    return number(llvm::divideFloorSigned(*constant(A), *constant(B)));
  return intern({FormulaNode::Divide, A, B});
}

unsigned FormulaTable::divideUp(unsigned A, unsigned B) {
  if (constant(A) == 0)
    return A;
  return divide(add(A, add(B, number(-1))), B);
}

unsigned FormulaTable::real(unsigned A) {
  return constant(A) || isReal(A) ? A : intern({FormulaNode::Real, A});
}

unsigned FormulaTable::nearest(unsigned A) {
  return isReal(A) ? intern({FormulaNode::Nearest, A}) : A;
}

unsigned FormulaTable::min(unsigned A, unsigned B) {
  if (Always[A].High <= Always[B].Low || Always[B].High <= Always[A].Low)
    return Always[A].High <= Always[B].Low ? A : B;
  return A == B ? A
                : intern({FormulaNode::Min, std::min(A, B), std::max(A, B)});
}

unsigned FormulaTable::max(unsigned A, unsigned B) {
  if (Always[A].High <= Always[B].Low || Always[B].High <= Always[A].Low)
    return Always[A].High <= Always[B].Low ? B : A;
  return A == B ? A
                : intern({FormulaNode::Max, std::min(A, B), std::max(A, B)});
}

unsigned FormulaTable::powerOfTwo(unsigned A) {
  return intern({FormulaNode::PowerOfTwo, A});
}

unsigned FormulaTable::isNotNegative(unsigned A) {
  if (Always[A].Low >= 0 || Always[A].High < 0)
    return number(Always[A].Low >= 0);
  return intern({FormulaNode::IsNotNegative, A});
}

unsigned FormulaTable::isZero(unsigned A) {
  if (constant(A))
    return number(*constant(A) == 0);
  return intern({FormulaNode::IsZero, A});
}

unsigned FormulaTable::conjunction(unsigned A, unsigned B) {
  if (constant(A) || A == B)
    return constant(A) == 0 ? A : B;
  if (constant(B))
    return constant(B) == 0 ? B : A;
  return intern({FormulaNode::And, A, B});
}

unsigned FormulaTable::disjunction(unsigned A, unsigned B) {
  if (constant(A) || A == B)
    return constant(A) == 1 ? A : B;
  if (constant(B))
    return constant(B) == 1 ? B : A;
  return intern({FormulaNode::Or, A, B});
}

unsigned FormulaTable::where(unsigned Condition, unsigned A) {
  if (constant(Condition))
    return *constant(Condition) != 0 ? A : number(0);
  return intern({FormulaNode::Where, Condition, A});
}

unsigned FormulaTable::sum(unsigned Counter, unsigned Body, unsigned NumLoops) {
  unsigned First = Nodes[Counter].B, Last = Nodes[Counter].C;
  return intern({FormulaNode::Sum, First, Last, Counter, Body, NumLoops});
}

int64_t FormulaTable::stepsOf(const FormulaNode &Sum) const {
  int64_t Result = 1;
  auto power = [&](int64_t Base) {
    int64_t Power = 1;
    for (int64_t K = 0; K < Sum.Value; ++K)
      Power *= Base;
    return Power;
  };
  while (power(Result + 1) <= MostSteps)
    ++Result;
  return Result;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// The product of two numbers, each of which may be infinite.
static double times(double A, double B) { return A == 0 || B == 0 ? 0 : A * B; }

/// The floor of \p A / \p B, where \p B, which is positive, may be infinite.
static double floorOf(double A, double B) {
  return std::isinf(B) ? (A < 0 ? -1.0 : 0.0) : std::floor(A / B);
}

FormulaTable::Interval
FormulaTable::intervalOf(const FormulaNode &N, double Most,
                         llvm::ArrayRef<Interval> Found) const {
  auto at = [&](unsigned F) { return Found[F]; };
  Interval A, B;
  if (Reals[Found.size()])
    return {-std::numeric_limits<double>::infinity(),
            std::numeric_limits<double>::infinity()};
  if (N.A != FormulaNode::None && N.Kind != FormulaNode::Counter)
    A = at(N.A);
  if (N.B != FormulaNode::None)
    B = at(N.B);
  auto [Low, High] = std::minmax({times(A.Low, B.Low), times(A.Low, B.High),
                                  times(A.High, B.Low), times(A.High, B.High)});
  switch (N.Kind) {
  case FormulaNode::Number:
    return {double(N.Value), double(N.Value)};
  case FormulaNode::Add:
    return {A.Low + B.Low, A.High + B.High};
  case FormulaNode::Multiply:
    return {Low, High};
  case FormulaNode::MultiplyWithin:
    return {std::max(Low, at(N.C).Low), std::min(High, at(N.D).High)};
  case FormulaNode::Within:
    return {std::max(A.Low, at(N.C).Low), std::min(A.High, at(N.D).High)};
  case FormulaNode::Divide: {
    double Least = std::max(B.Low, 1.0), Greatest = std::max(B.High, 1.0);
    return {floorOf(A.Low, A.Low < 0 ? Least : Greatest),
            floorOf(A.High, A.High < 0 ? Greatest : Least)};
  }
  case FormulaNode::Min:
    return {std::min(A.Low, B.Low), std::min(A.High, B.High)};
  case FormulaNode::Max:
    return {std::max(A.Low, B.Low), std::max(A.High, B.High)};
  case FormulaNode::PowerOfTwo:
    return {1, std::max(2 * A.High, 1.0)};
  case FormulaNode::IsNotNegative:
  case FormulaNode::IsZero:
  case FormulaNode::And:
  case FormulaNode::Or:
    return {0, 1};
  case FormulaNode::Where:
    return {std::min(B.Low, 0.0), std::max(B.High, 0.0)};
  case FormulaNode::Sum: {
    double Steps = std::max(B.High - A.Low + 1, 0.0);
    return {std::min(times(at(N.D).Low, Steps), 0.0),
            std::max(times(at(N.D).High, Steps), 0.0)};
  }
  case FormulaNode::Parameter:
    return {-Most, Most};
  case FormulaNode::Size:
    return {1, Most};
  case FormulaNode::Counter:
    return {at(N.B).Low, at(N.C).High};
  case FormulaNode::Real:
  case FormulaNode::Nearest:
    break;
  }
  llvm_unreachable("an operation on integers");
}

std::vector<FormulaTable::Interval>
FormulaTable::intervals(int64_t Largest) const {
  std::vector<Interval> Result;
  for (const FormulaNode &N : Nodes)
    Result.push_back(intervalOf(N, double(Largest), Result));
  return Result;
}

bool FormulaTable::fitsUpTo(int64_t Largest) const {
  std::vector<Interval> All = intervals(Largest);
  return llvm::all_of(llvm::seq<size_t>(0, All.size()), [&](size_t F) {
    return Reals[F] || (All[F].Low > -MostExact && All[F].High < MostExact);
  });
}

std::vector<bool> FormulaTable::notNegative(int64_t Largest) const {
  std::vector<bool> Result;
  for (const Interval &I : intervals(Largest))
    Result.push_back(I.Low >= 0);
  return Result;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

/// The operations that \p N uses; the counter of a sum is no value of its own.
static llvm::SmallVector<unsigned, 4> operandsOf(const FormulaNode &N) {
  switch (N.Kind) {
  case FormulaNode::Counter:
    return {};
  case FormulaNode::MultiplyWithin:
    return {N.A, N.B};
  case FormulaNode::Within:
    return {N.A};
  case FormulaNode::Sum:
    return {N.A, N.B, N.D};
  default:
    llvm::SmallVector<unsigned, 4> Result;
    for (unsigned Of : {N.A, N.B})
      if (Of != FormulaNode::None)
        Result.push_back(Of);
    return Result;
  }
}

FormulaOrder::FormulaOrder(const FormulaTable &Table,
                           llvm::ArrayRef<unsigned> Formulas)
    : Table(Table), Uses(Table.size(), 0) {
  for (unsigned F : Formulas)
    ++Uses[F];
  for (unsigned F = Table.size(); F-- > 0;)
    if (Uses[F] != 0)
      for (unsigned Of : operandsOf(Table[F]))
        ++Uses[Of];
  for (unsigned F = 0; F < Table.size(); ++F) {
    if (Uses[F] == 0)
      continue;
    if (!Table.varies(F))
      Constants.push_back(F);
    else if (Table[F].Kind != FormulaNode::Counter)
      Varying[Table.loopOf(F)].push_back(F);
  }
}

llvm::ArrayRef<unsigned> FormulaOrder::inLoop(unsigned Loop) const {
  auto It = Varying.find(Loop);
  return It == Varying.end() ? llvm::ArrayRef<unsigned>()
                             : llvm::ArrayRef<unsigned>(It->second);
}

int64_t FormulaOrder::operationsIn(unsigned Loop) const {
  int64_t Result = inLoop(Loop).size();
  for (unsigned F : inLoop(Loop))
    if (Table[F].Kind == FormulaNode::Sum)
      Result += (Table.stepsOf(Table[F]) + 2) * operationsIn(Table[F].C);
  return Result;
}

void FormulaValues::setParameters(const FormulaOrder &Order,
                                  llvm::ArrayRef<int64_t> At) {
  Parameters = At;
  for (unsigned F : Order.constants())
    compute(Order, F);
}

void FormulaValues::setSizes(const FormulaOrder &Order,
                             llvm::ArrayRef<int64_t> At) {
  Sizes = At;
  Operations = 0;
  run(Order, FormulaNode::None);
}

void FormulaValues::run(const FormulaOrder &Order, unsigned Loop) {
  Operations += Order.inLoop(Loop).size();
  for (unsigned F : Order.inLoop(Loop))
    compute(Order, F);
}

/// The first and the last number of a tile stand for themselves; each other
/// step stands for as many numbers, and takes the one in their middle.
template <typename Number>
Number FormulaValues::sum(const FormulaOrder &Order, const FormulaNode &N,
                          const std::vector<Number> &Of) {
  int64_t First = Values[N.A], Last = Values[N.B];
  Number Result = 0;
  if (First > Last)
    return 0;
  int64_t Stride = (Last - First) / Table.stepsOf(N) + 1;
  for (int64_t K = First, Weight; K <= Last; K += Weight) {
    bool IsEnd = K == First || K == Last;
    Weight = IsEnd ? 1 : std::min(Stride, Last - K);
    Values[N.C] = K + (Weight - 1) / 2;
    run(Order, N.C);
    Result += Number(Weight) * Of[N.D];
  }
  return Result;
}

void FormulaValues::compute(const FormulaOrder &Order, unsigned F) {
  if (Table.isReal(F))
    Reals[F] = valueOf(Order, Table[F], Reals);
  else if (Table[F].Kind != FormulaNode::Counter)
    Values[F] = valueOf(Order, Table[F], Values);
}

/// The value of \p N, one of \p Of.
template <typename Number>
Number FormulaValues::valueOf(const FormulaOrder &Order, const FormulaNode &N,
                              const std::vector<Number> &Of) {
  constexpr bool IsReal = std::is_same_v<Number, double>;
  auto at = [&](unsigned F) -> Number {
    return IsReal ? real(F) : Number(Values[F]);
  };
  auto A = [&] { return at(N.A); };
  auto B = [&] { return at(N.B); };
  switch (N.Kind) {
  case FormulaNode::Number:
    return N.Value;
  case FormulaNode::Parameter:
    return Parameters[N.Value];
  case FormulaNode::Size:
    return Sizes[N.Value];
  case FormulaNode::Add:
    return A() + B();
  case FormulaNode::Multiply:
  case FormulaNode::MultiplyWithin:
    return A() * B();
  case FormulaNode::Within:
  case FormulaNode::Real:
    return A();
  case FormulaNode::Nearest:
    return A() > -MostExact && A() < MostExact
               ? Number(int64_t(A() + (A() < 0 ? -0.5 : 0.5)))
               : A();
  case FormulaNode::Divide:
    return IsReal ? A() / B()
                  : Number(llvm::divideFloorSigned(Values[N.A], Values[N.B]));
  case FormulaNode::Min:
    return A() < B() ? A() : B();
  case FormulaNode::Max:
    return A() > B() ? A() : B();
  case FormulaNode::PowerOfTwo:
    return llvm::PowerOf2Ceil(std::max<int64_t>(Values[N.A], 1));
  case FormulaNode::IsNotNegative:
    return Values[N.A] >= 0;
  case FormulaNode::IsZero:
    return Values[N.A] == 0;
  case FormulaNode::And:
    return Values[N.A] != 0 && Values[N.B] != 0;
  case FormulaNode::Or:
    return Values[N.A] != 0 || Values[N.B] != 0;
  case FormulaNode::Where:
    return Values[N.A] != 0 ? B() : 0;
  case FormulaNode::Sum:
    return sum(Order, N, Of);
  case FormulaNode::Counter:
    break;
  }
  llvm_unreachable("a counter has its value from a loop");
}
