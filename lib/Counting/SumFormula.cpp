//===- SumFormula.cpp - Sums over tiles as formulas -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAxes.h"
#include "Summation.h"
#include "stevedore/Counting/CompiledCounts.h"
#include "stevedore/Counting/Formula.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "isl/set.h"
#include <utility>

using namespace stevedore;
using llvm::Error;
using llvm::Expected;

namespace {

/// Writes the sum of one count.
class SumWriter {
public:
  SumWriter(FormulaTable &To, isl::ctx Ctx, const SymbolicCount &C,
            llvm::ArrayRef<LatticeStep> StepsOfAxes)
      : To(To), Ctx(Ctx), C(C), StepsOfAxes(StepsOfAxes),
        NumParams(C.Parameters.size()), NumAxes(C.Coordinates.size()) {}

  Error prepare(llvm::function_ref<unsigned(llvm::StringRef)> Named);
  Expected<unsigned> piece(const CountPiece &P);

private:
  /// The numbers k of tiles between two others, and the coordinates T k of
  /// these.
  struct Range {
    unsigned First = FormulaNode::None, Last = FormulaNode::None;
    unsigned FirstAt = FormulaNode::None, LastAt = FormulaNode::None;
    /// How many there are.
    unsigned Count = FormulaNode::None;
    /// c and l of c T k >= l, and c and u of c T k <= u.
    std::vector<std::pair<int64_t, AffineForm>> Lower, Upper;
  };

  /// A way to sum a piece, and the piece in its residue classes.
  struct ClassesOfWay {
    SumWay Way;
    std::vector<CountPiece> Classes;
  };

  FormulaTable &To;
  isl::ctx Ctx;
  /// With the floors of residue classes.
  SymbolicCount C;
  llvm::ArrayRef<LatticeStep> StepsOfAxes;
  unsigned NumParams, NumAxes;
  /// Of parameters, and of the coordinates of the piece's loops.
  std::vector<unsigned> Variables;
  /// Of the coordinates: of tiles, and of those of one class.
  std::vector<unsigned> TileSteps, Steps;
  /// Of the coordinates of the piece that have no loop.
  std::vector<Range> Ranges;
  /// No number of a bound was too large.
  bool Fits = true;

  unsigned formOf(const AffineForm &F, unsigned Without, int64_t Factor);
  void addBound(const AffineConstraint &A, unsigned Axis, Range &R);
  Expected<Range> loopRange(const CountPiece &P, unsigned Loops, unsigned Axis);
  Expected<std::vector<unsigned>> addLoops(const CountPiece &P, unsigned Loops,
                                           unsigned IsTaken);
  Error addRanges(const CountPiece &P, unsigned Loops);
  void close(Range &R, unsigned Axis);
  unsigned countBound(const Range &R, unsigned Axis);
  unsigned scaledPowerSum(const std::vector<int64_t> &Coefficients,
                          unsigned Step, unsigned At);
  unsigned moment(unsigned Axis, unsigned Exponent, bool IsScaled);
  unsigned floorOf(unsigned Number);
  Expected<unsigned> product(const Monomial &M, unsigned Loops);
  Expected<unsigned> valueOf(const CountPiece &P, unsigned Loops);
  std::vector<ClassesOfWay> waysOf(const CountPiece &P);
  void takeSteps(const SumWay &Way);
  unsigned guardOf(const CountPiece &P);
  Expected<std::vector<unsigned>>
  conditionsOf(llvm::ArrayRef<ClassesOfWay> Ways, unsigned Holds);
  unsigned lengthOf(const Range &R);
  Expected<unsigned> lengthOf(const ClassesOfWay &W);
  Expected<unsigned> sumOf(const CountPiece &P, unsigned Loops,
                           unsigned IsTaken);
};

} // namespace

static Error noFormula(const char *Why) {
  return llvm::make_error<IslError>(
      IslError::Budget, std::string("a count has no formula: ") + Why);
}

Error SumWriter::prepare(llvm::function_ref<unsigned(llvm::StringRef)> Named) {
  for (const std::string &Name : C.Parameters) {
    Variables.push_back(Named(Name));
    if (Variables.back() == FormulaNode::None)
      return noFormula("a parameter has no value");
  }
  Variables.resize(NumParams + NumAxes, FormulaNode::None);
  for (const LatticeStep &S : StepsOfAxes) {
    TileSteps.push_back(S.Parameter.empty() ? To.number(S.Constant)
                                            : Named(S.Parameter));
    if (TileSteps.back() == FormulaNode::None)
      return noFormula("a step has no value");
  }
  return Error::success();
}

/// Takes the steps of one residue class.
void SumWriter::takeSteps(const SumWay &Way) {
  Steps.clear();
  for (unsigned Axis = 0; Axis < NumAxes; ++Axis)
    Steps.push_back(To.multiply(To.number(Way.Periods[Axis]), TileSteps[Axis]));
}

/// \p Factor * \p F, without variable number \p Without.
unsigned SumWriter::formOf(const AffineForm &F, unsigned Without,
                           int64_t Factor) {
  unsigned Result = To.number(F.Constant * Factor);
  for (unsigned K = 0; K < F.Coefficients.size(); ++K)
    if (F.Coefficients[K] != 0 && K != Without)
      Result = To.add(Result, To.multiply(To.number(F.Coefficients[K] * Factor),
                                          Variables[K]));
  return Result;
}

/// Narrows \p R by what \p A says of coordinate number \p Axis: c T k >= l has
/// the least solution k = ceil(l / (c T)), with T k between l / c and T more.
void SumWriter::addBound(const AffineConstraint &A, unsigned Axis, Range &R) {
  int64_t Factor = A.Form.Coefficients[NumParams + Axis];
  unsigned Form = formOf(A.Form, NumParams + Axis, Factor > 0 ? -1 : 1);
  AffineForm Bound;
  Bound.Coefficients.resize(A.Form.Coefficients.size(), 0);
  Fits &= Bound.add(A.Form, Factor > 0 ? -1 : 1);
  Bound.Coefficients[NumParams + Axis] = 0;
  unsigned Width = To.number(std::abs(Factor)), Step = Steps[Axis];
  unsigned Divisor = To.multiply(Width, Step), About = To.divide(Form, Width);
  if (A.IsEquality || Factor > 0) {
    unsigned K = To.divideUp(Form, Divisor);
    unsigned At = To.multiplyWithin(Step, K, About, To.add(About, Step));
    R.First = R.First == FormulaNode::None ? K : To.max(R.First, K);
    R.FirstAt = R.FirstAt == FormulaNode::None ? At : To.max(R.FirstAt, At);
    R.Lower.emplace_back(std::abs(Factor), Bound);
  }
  if (A.IsEquality || Factor < 0) {
    unsigned K = To.divide(Form, Divisor);
    unsigned At = To.multiplyWithin(Step, K, To.subtract(About, Step), About);
    R.Last = R.Last == FormulaNode::None ? K : To.min(R.Last, K);
    R.LastAt = R.LastAt == FormulaNode::None ? At : To.min(R.LastAt, At);
    R.Upper.emplace_back(std::abs(Factor), Bound);
  }
}

/// What \p P says of coordinate number \p Axis where those of the loops around
/// it are known.
Expected<SumWriter::Range> SumWriter::loopRange(const CountPiece &P,
                                                unsigned Loops, unsigned Axis) {
  auto Constraints = loopConstraints(Ctx, C, P, Loops, Axis);
  if (!Constraints)
    return Constraints.takeError();
  Range R;
  for (const AffineConstraint &A : *Constraints)
    if (axesOf(C, A.Form) & (1u << Axis))
      addBound(A, Axis, R);
  if (R.First == FormulaNode::None || R.Last == FormulaNode::None)
    return noFormula("there are infinitely many");
  return R;
}

/// How many numbers of tiles there are in \p R.
unsigned SumWriter::lengthOf(const Range &R) {
  return To.max(To.add(To.subtract(R.Last, R.First), To.number(1)),
                To.number(0));
}

/// The counters of the loops over the coordinates \p Loops, an outer one first,
/// whose values become those of the coordinates. The outermost one takes no
/// step unless \p IsTaken.
Expected<std::vector<unsigned>>
SumWriter::addLoops(const CountPiece &P, unsigned Loops, unsigned IsTaken) {
  std::vector<unsigned> Counters;
  for (unsigned Axis = 0; Axis < NumAxes; ++Axis) {
    if (!(Loops & (1u << Axis)))
      continue;
    auto R = loopRange(P, Loops, Axis);
    if (!R)
      return R.takeError();
    unsigned Around = Counters.empty() ? FormulaNode::None : Counters.back();
    if (Counters.empty() && To.constant(IsTaken) != 1) {
      unsigned Before = To.add(R->First, To.number(-1));
      R->Last = To.within(To.add(Before, To.where(IsTaken, lengthOf(*R))),
                          Before, To.max(Before, R->Last));
    }
    Counters.push_back(To.counter(Around, R->First, R->Last));
    Variables[NumParams + Axis] =
        To.multiplyWithin(Steps[Axis], Counters.back(), R->FirstAt, R->LastAt);
  }
  return Counters;
}

/// Finds the ranges of the coordinates that have no loops.
Error SumWriter::addRanges(const CountPiece &P, unsigned Loops) {
  Ranges.assign(NumAxes, Range());
  for (const AffineConstraint &A : P.Domain)
    if (unsigned Axis = axesOf(C, A.Form) & ~Loops)
      addBound(A, llvm::countr_zero(Axis), Ranges[llvm::countr_zero(Axis)]);
  for (unsigned Axis = 0; Axis < NumAxes; ++Axis)
    if (!(Loops & (1u << Axis)) && (Ranges[Axis].First == FormulaNode::None ||
                                    Ranges[Axis].Last == FormulaNode::None))
      return noFormula("there are infinitely many");
  for (unsigned Axis = 0; Axis < NumAxes; ++Axis)
    if (!(Loops & (1u << Axis)))
      close(Ranges[Axis], Axis);
  return Fits ? Error::success() : noFormula("a factor is too large");
}

/// At least as many as \p R has: for c T k >= l and d T k <= u there are
/// (c u - d l) / (c d T) + 1 at most, and of c u - d l = a T + r the first part
/// is a / (c d) whatever T is.
unsigned SumWriter::countBound(const Range &R, unsigned Axis) {
  unsigned Result = FormulaNode::None;
  for (const auto &[C, Low] : R.Lower)
    for (const auto &[D, High] : R.Upper) {
      AffineForm Rest;
      Rest.Coefficients.resize(Low.Coefficients.size(), 0);
      Fits &= Rest.add(High, C) && Rest.add(Low, -D);
      int64_t Whole = 0;
      for (unsigned K = 0; K < NumParams; ++K)
        if (Variables[K] == Steps[Axis] && !To.constant(Steps[Axis]))
          Whole = std::exchange(Rest.Coefficients[K], 0);
      unsigned Divisor = To.multiply(To.number(C * D), Steps[Axis]);
      unsigned Bound =
          To.add(To.number(std::max<int64_t>(Whole, 0) / (C * D) + 3),
                 To.divide(formOf(Rest, ~0u, 1), Divisor));
      Result = Result == FormulaNode::None ? Bound : To.min(Result, Bound);
    }
  return To.max(Result, To.number(0));
}

/// Makes an empty \p R one that ends before it begins, of which all sums are 0.
void SumWriter::close(Range &R, unsigned Axis) {
  R.Last = To.max(R.Last, To.add(R.First, To.number(-1)));
  R.LastAt = To.max(R.LastAt, To.subtract(R.FirstAt, Steps[Axis]));
  R.Count = To.within(To.add(To.subtract(R.Last, R.First), To.number(1)),
                      To.number(0), countBound(R, Axis));
}

/// The sum of c_j X^j T^(e + 1 - j) for j from 1 to e + 1, with the
/// \p Coefficients c, T = \p Step and X = \p At = T n: T^(e + 1) times the sum
/// of powers up to n.
unsigned SumWriter::scaledPowerSum(const std::vector<int64_t> &Coefficients,
                                   unsigned Step, unsigned At) {
  unsigned Result = To.number(0), Power = To.number(1);
  for (size_t J = Coefficients.size(); J-- > 1;) {
    Result = To.add(To.multiply(Result, At),
                    To.multiply(To.number(Coefficients[J]), Power));
    Power = To.multiply(Power, Step);
  }
  return To.multiply(Result, At);
}

/// The sum of (T k)^\p Exponent over the range of coordinate number \p Axis, or
/// T times that. It is computed from T k, which is no larger than the loops,
/// instead of k.
unsigned SumWriter::moment(unsigned Axis, unsigned Exponent, bool IsScaled) {
  const Range &R = Ranges[Axis];
  unsigned Step = Steps[Axis];
  if (Exponent == 0)
    return IsScaled ? To.add(To.subtract(R.LastAt, R.FirstAt), Step) : R.Count;
  std::vector<Rational> Sum = powerSum(Exponent);
  Integer Denominator(1);
  for (const Rational &F : Sum)
    Denominator = lcm(Denominator, F.Denominator);
  std::vector<int64_t> Coefficients;
  for (const Rational &F : Sum)
    Coefficients.push_back(
        int64_t(F.Numerator * (Denominator / F.Denominator)));
  unsigned Difference = To.subtract(
      scaledPowerSum(Coefficients, Step, R.LastAt),
      scaledPowerSum(Coefficients, Step, To.subtract(R.FirstAt, Step)));
  unsigned Below = To.number(int64_t(Denominator));
  if (IsScaled)
    return To.divideExactly(Difference, Below);
  unsigned Most = To.max(R.LastAt, To.subtract(To.number(0), R.FirstAt));
  Most = To.max(Most, Step);
  unsigned Bound = R.Count;
  for (unsigned E = 0; E < Exponent; ++E)
    Bound = To.multiply(Bound, Most);
  return To.within(To.divideExactly(Difference, To.multiply(Below, Step)),
                   To.subtract(To.number(0), Bound), Bound);
}

unsigned SumWriter::floorOf(unsigned Number) {
  const FloorSymbol &Floor = C.Floors[Number];
  return To.divide(formOf(Floor.Argument, ~0u, 1), To.number(Floor.Divisor));
}

/// The sum of \p M over the coordinates without loops. A factor T goes into the
/// sum over the coordinate with that step.
Expected<unsigned> SumWriter::product(const Monomial &M, unsigned Loops) {
  std::vector<unsigned> Exponents(NumAxes, 0);
  std::vector<bool> IsScaled(NumAxes, false);
  unsigned Result = To.number(1);
  for (auto [Variable, Exponent] : M) {
    unsigned Axis = Variable - NumParams;
    if (Variable >= NumParams && Axis < NumAxes && !(Loops & (1u << Axis))) {
      Exponents[Axis] = Exponent;
      continue;
    }
    unsigned Value = Variable < C.numVariables()
                         ? Variables[Variable]
                         : floorOf(Variable - C.numVariables());
    unsigned Left = Exponent;
    for (unsigned K = 0; K < NumAxes && Left > 0; ++K)
      if (Steps[K] == Value && !(Loops & (1u << K)) && !IsScaled[K]) {
        IsScaled[K] = true;
        --Left;
      }
    for (; Left > 0; --Left)
      Result = To.multiply(Result, Value);
  }
  for (unsigned Axis = 0; Axis < NumAxes; ++Axis)
    if (!(Loops & (1u << Axis))) {
      if (Exponents[Axis] > limits::CountPowers)
        return noFormula("a power is too high");
      Result =
          To.multiply(Result, moment(Axis, Exponents[Axis], IsScaled[Axis]));
    }
  return Result;
}

/// The value of \p P inside its loops.
Expected<unsigned> SumWriter::valueOf(const CountPiece &P, unsigned Loops) {
  Integer Denominator(1);
  for (const auto &[M, Factor] : P.Value.terms())
    Denominator = lcm(Denominator, Factor.Denominator);
  unsigned Sum = To.number(0);
  for (const auto &[M, Factor] : P.Value.terms()) {
    auto Whole = toInt64(Factor.Numerator * (Denominator / Factor.Denominator));
    if (!Whole)
      return noFormula("a factor is too large");
    auto Product = product(M, Loops);
    if (!Product)
      return Product.takeError();
    Sum = To.add(Sum, To.multiply(To.number(*Whole), *Product));
  }
  auto Below = toInt64(Denominator);
  if (!Below)
    return noFormula("a factor is too large");
  return To.divideExactly(Sum, To.number(*Below));
}

/// How many steps a loop takes at most that has \p NumLoops - 1 others around
/// it or inside.
static int64_t stepsOf(unsigned NumLoops) {
  int64_t Result = 1;
  auto power = [&](int64_t Base) {
    int64_t Power = 1;
    for (unsigned K = 0; K < NumLoops; ++K)
      Power *= Base;
    return Power;
  };
  while (power(Result + 1) <= limits::FormulaSteps)
    ++Result;
  return Result;
}

/// The sum of \p P over all coordinates, with loops over some.
Expected<unsigned> SumWriter::sumOf(const CountPiece &P, unsigned Loops,
                                    unsigned IsTaken) {
  auto Counters = addLoops(P, Loops, IsTaken);
  if (!Counters)
    return Counters.takeError();
  if (Error E = addRanges(P, Loops))
    return std::move(E);
  auto Value = valueOf(P, Loops);
  if (!Value)
    return Value;
  unsigned Result = *Value;
  for (unsigned Counter : llvm::reverse(*Counters))
    Result = To.sum(Counter, Result, stepsOf(Counters->size()));
  return Result;
}

/// At most two, of which the code takes the one with the shorter loops.
std::vector<SumWriter::ClassesOfWay> SumWriter::waysOf(const CountPiece &P) {
  std::vector<ClassesOfWay> Result;
  for (const SumWay &Way : sumWays(C, P, StepsOfAxes)) {
    auto Classes = inClasses(C, P, StepsOfAxes, Way);
    if (Classes && Result.size() < 2)
      Result.push_back({Way, std::move(*Classes)});
  }
  return Result;
}

/// How long the outermost loop of \p W is in one class.
Expected<unsigned> SumWriter::lengthOf(const ClassesOfWay &W) {
  takeSteps(W.Way);
  auto R =
      loopRange(W.Classes.front(), W.Way.Loops, llvm::countr_zero(W.Way.Loops));
  if (!R)
    return R.takeError();
  return lengthOf(*R);
}

/// Whether what \p P says of the parameters alone holds.
unsigned SumWriter::guardOf(const CountPiece &P) {
  unsigned Result = To.number(1);
  for (const AffineConstraint &A : P.Domain)
    if (axesOf(C, A.Form) == 0) {
      unsigned Form = formOf(A.Form, ~0u, 1);
      Result = To.conjunction(Result, A.IsEquality ? To.isZero(Form)
                                                   : To.isNotNegative(Form));
    }
  return Result;
}

/// For each of \p Ways whether its loops are taken, where \p Holds.
Expected<std::vector<unsigned>>
SumWriter::conditionsOf(llvm::ArrayRef<ClassesOfWay> Ways, unsigned Holds) {
  if (Ways.size() < 2 || Ways.front().Way.Loops == 0)
    return std::vector<unsigned>{Holds};
  auto First = lengthOf(Ways[0]), Second = lengthOf(Ways[1]);
  if (!First || !Second)
    return llvm::joinErrors(First.takeError(), Second.takeError());
  unsigned More = To.subtract(*Second, *First);
  unsigned Less = To.add(To.multiply(More, To.number(-1)), To.number(-1));
  return std::vector<unsigned>{To.conjunction(Holds, To.isNotNegative(More)),
                               To.conjunction(Holds, To.isNotNegative(Less))};
}

/// Loops of a piece whose guards do not hold take no step.
Expected<unsigned> SumWriter::piece(const CountPiece &P) {
  std::vector<ClassesOfWay> Ways = waysOf(P);
  if (Ways.empty())
    return noFormula("there are infinitely many");
  unsigned Holds = guardOf(P);
  auto IsTaken = conditionsOf(Ways, Holds);
  if (!IsTaken)
    return IsTaken.takeError();
  unsigned Result = To.number(0);
  for (unsigned K = 0; K < IsTaken->size(); ++K) {
    takeSteps(Ways[K].Way);
    for (const CountPiece &Class : Ways[K].Classes) {
      auto Sum = sumOf(Class, Ways[K].Way.Loops, (*IsTaken)[K]);
      if (!Sum)
        return Sum;
      Result = To.add(Result, *Sum);
    }
  }
  return Ways.front().Way.Loops == 0 ? To.where(Holds, Result) : Result;
}

Expected<unsigned> stevedore::addSumOverTiles(
    FormulaTable &Table, isl::ctx Ctx, const SymbolicCount &C,
    llvm::ArrayRef<LatticeStep> Steps,
    llvm::function_ref<unsigned(llvm::StringRef)> Named) {
  SumWriter One(Table, Ctx, C, Steps);
  if (Error E = One.prepare(Named))
    return std::move(E);
  unsigned Result = Table.number(0);
  for (const CountPiece &P : C.Pieces) {
    auto Value = One.piece(P);
    if (!Value)
      return Value;
    Result = Table.add(Result, *Value);
  }
  return Result;
}
