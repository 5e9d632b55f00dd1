//===- CompileCounts.cpp - From counts to flat code -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAxes.h"
#include "Summation.h"
#include "stevedore/Counting/CompiledCounts.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "isl/set.h"

using namespace stevedore;
using llvm::Error;
using llvm::Expected;

static Error cannotCompile(const char *Why) {
  return llvm::make_error<IslError>(
      IslError::Budget,
      std::string("a count cannot be summed over tiles: ") + Why);
}

/// Compiles one count.
class CompiledCounts::Compiler {
public:
  Compiler(CompiledCounts &To, isl::ctx Ctx, const SymbolicCount &C,
           llvm::ArrayRef<LatticeStep> Steps)
      : To(To), Ctx(Ctx), C(C), Steps(Steps), NumParams(C.Parameters.size()),
        NumAxes(C.Coordinates.size()) {}

  Error prepare();
  Error addPiece(const CountPiece &From, Result &Into);

private:
  CompiledCounts &To;
  isl::ctx Ctx;
  const SymbolicCount &C;
  llvm::ArrayRef<LatticeStep> Steps;
  unsigned NumParams, NumAxes;
  /// The places in W of parameters and coordinates.
  std::vector<unsigned> Places;
  /// The places of the steps of coordinates, None for 1.
  std::vector<unsigned> StepPlaces;

  Expected<Form> formOf(const AffineForm &F, unsigned Without, int64_t Factor);
  unsigned intern(Quotient Q, bool IsConstant);
  Error addBound(const AffineConstraint &A, unsigned Axis, unsigned Loops,
                 Range &R);
  Error addLoops(const CountPiece &P, unsigned Loops, Piece &Result);
  Error addClosed(const CountPiece &P, unsigned Loops, Piece &Result,
                  std::vector<unsigned> &Moments);
  Expected<unsigned> placeOf(unsigned Variable, Piece &Result);
  Error addTerms(const CountPiece &P, const std::vector<unsigned> &Moments,
                 Piece &Result);
  unsigned newPlaces(unsigned Count) {
    To.NumValues += Count;
    return To.NumValues - Count;
  }
};

Error CompiledCounts::Compiler::prepare() {
  for (const std::string &Name : C.Parameters) {
    auto It = llvm::find(To.Parameters, Name);
    if (It == To.Parameters.end())
      return cannotCompile("a parameter has no value");
    Places.push_back(It - To.Parameters.begin());
  }
  for (const LatticeStep &S : Steps) {
    auto It = llvm::find(To.Parameters, S.Parameter);
    Places.push_back(newPlaces(1));
    if (It != To.Parameters.end())
      StepPlaces.push_back(It - To.Parameters.begin());
    else if (!S.Parameter.empty())
      return cannotCompile("a step has no value");
    else if (S.Constant == 1)
      StepPlaces.push_back(None);
    else {
      StepPlaces.push_back(newPlaces(1));
      To.Numbers.push_back({StepPlaces.back(), S.Constant});
    }
  }
  return Error::success();
}

/// \p Factor * \p F, without variable number \p Without.
Expected<CompiledCounts::Form>
CompiledCounts::Compiler::formOf(const AffineForm &F, unsigned Without,
                                 int64_t Factor) {
  constexpr int64_t Largest = int64_t(1) << 18;
  Form Result;
  Result.Constant = F.Constant * Factor;
  bool Fits = std::abs(F.Constant) < Largest * Largest;
  for (unsigned K = 0; K < F.Coefficients.size(); ++K)
    if (F.Coefficients[K] != 0 && K != Without) {
      Result.Terms.emplace_back(Places[K], F.Coefficients[K] * Factor);
      Fits &= std::abs(F.Coefficients[K]) < Largest;
    }
  if (!Fits)
    return cannotCompile("a factor is too large");
  return Result;
}

/// The number of \p Q in the table, which has equal ones once.
unsigned CompiledCounts::Compiler::intern(Quotient Q, bool IsConstant) {
  for (unsigned K = 0; K < To.Quotients.size(); ++K)
    if (!(To.Quotients[K] < Q) && !(Q < To.Quotients[K]))
      return K;
  To.Quotients.push_back(std::move(Q));
  To.IsConstant.push_back(IsConstant);
  return To.Quotients.size() - 1;
}

/// Adds what \p A says of coordinate number \p Axis to \p R.
Error CompiledCounts::Compiler::addBound(const AffineConstraint &A,
                                         unsigned Axis, unsigned Loops,
                                         Range &R) {
  int64_t Factor = A.Form.Coefficients[NumParams + Axis];
  auto F = formOf(A.Form, NumParams + Axis, Factor > 0 ? -1 : 1);
  if (!F)
    return F.takeError();
  bool IsConstant = (axesOf(C, A.Form) & Loops & ~(1u << Axis)) == 0;
  for (bool IsLower : {true, false})
    if (A.IsEquality || IsLower == (Factor > 0)) {
      unsigned Q =
          intern({*F, std::abs(Factor), IsLower, StepPlaces[Axis]}, IsConstant);
      (IsLower ? R.Lower : R.Upper).push_back(Q);
    }
  return Error::success();
}

/// Adds the loops over the coordinates \p Loops, the bounds of each from the
/// others eliminated, but for those of the loops around it.
Error CompiledCounts::Compiler::addLoops(const CountPiece &P, unsigned Loops,
                                         Piece &Result) {
  for (unsigned Axis = 0; Axis < NumAxes; ++Axis) {
    if (!(Loops & (1u << Axis)))
      continue;
    auto Constraints = loopConstraints(Ctx, C, P, Loops, Axis);
    if (!Constraints)
      return Constraints.takeError();
    Range R;
    R.Coordinate = Places[NumParams + Axis];
    R.Step = StepPlaces[Axis];
    for (const AffineConstraint &A : *Constraints)
      if (axesOf(C, A.Form) & (1u << Axis))
        if (Error E = addBound(A, Axis, Loops, R))
          return E;
    if (R.Lower.empty() || R.Upper.empty())
      return cannotCompile("there are infinitely many");
    Result.Loops.push_back(std::move(R));
  }
  return Error::success();
}

/// Adds guards, and the ranges of the coordinates that are no loops; \p Moments
/// become the places of their sums of powers.
Error CompiledCounts::Compiler::addClosed(const CountPiece &P, unsigned Loops,
                                          Piece &Result,
                                          std::vector<unsigned> &Moments) {
  std::vector<Range> Closed(NumAxes);
  for (const AffineConstraint &A : P.Domain) {
    unsigned Axes = axesOf(C, A.Form);
    if (Axes == 0) {
      auto F = formOf(A.Form, ~0u, 1);
      if (!F)
        return F.takeError();
      Result.Guards.push_back({std::move(*F), A.IsEquality});
    } else if (unsigned Axis = Axes & ~Loops) {
      unsigned Number = llvm::countr_zero(Axis);
      if (Error E = addBound(A, Number, Loops, Closed[Number]))
        return E;
    }
  }
  Moments.resize(NumAxes, None);
  for (unsigned Axis = 0; Axis < NumAxes; ++Axis) {
    if (Loops & (1u << Axis))
      continue;
    Range &R = Closed[Axis];
    if (R.Lower.empty() || R.Upper.empty())
      return cannotCompile("there are infinitely many");
    R.Step = StepPlaces[Axis];
    for (const auto &[M, Factor] : P.Value.terms())
      for (auto [Variable, Exponent] : M)
        if (Variable == NumParams + Axis)
          R.Powers = std::max(R.Powers, Exponent);
    if (R.Powers > limits::CountPowers)
      return cannotCompile("a power is too high");
    llvm::sort(R.Lower);
    llvm::sort(R.Upper);
    auto IsConstant = [&](unsigned Q) { return To.IsConstant[Q]; };
    if (!llvm::all_of(R.Lower, IsConstant) ||
        !llvm::all_of(R.Upper, IsConstant)) {
      Moments[Axis] = R.Moments = newPlaces(R.Powers + 1);
      Result.Inner.push_back(std::move(R));
      continue;
    }
    auto Known = llvm::find_if(To.Ranges, [&](const Range &Other) {
      return Other.Lower == R.Lower && Other.Upper == R.Upper &&
             Other.Step == R.Step;
    });
    unsigned Number = Known - To.Ranges.begin();
    if (Known == To.Ranges.end()) {
      R.Moments = newPlaces(limits::CountPowers + 1);
      To.Ranges.push_back(std::move(R));
    } else {
      Known->Powers = std::max(Known->Powers, R.Powers);
    }
    Moments[Axis] = To.Ranges[Number].Moments;
    Result.Closed.push_back(Number);
  }
  return Error::success();
}

/// The place of a variable that is no closed coordinate.
Expected<unsigned> CompiledCounts::Compiler::placeOf(unsigned Variable,
                                                     Piece &Result) {
  if (Variable < C.numVariables())
    return Places[Variable];
  const FloorSymbol &Floor = C.Floors[Variable - C.numVariables()];
  auto F = formOf(Floor.Argument, ~0u, 1);
  if (!F)
    return F.takeError();
  bool IsConstant = axesOf(C, Floor.Argument) == 0;
  unsigned Q = intern({std::move(*F), Floor.Divisor, false, None}, IsConstant);
  auto &Floors = IsConstant ? To.Floors : Result.Floors;
  for (auto [Known, Place] : Floors)
    if (Known == Q)
      return Place;
  Floors.push_back({Q, newPlaces(1)});
  return Floors.back().second;
}

/// The denominator of the sum of powers for \p Exponent.
static Integer denominatorOf(unsigned Exponent) {
  Integer Result(1);
  for (const Rational &F : powerSum(Exponent))
    Result = lcm(Result, F.Denominator);
  return Result;
}

static std::optional<WideInteger> toWide(const Integer &A) {
  constexpr int64_t Half = int64_t(1) << 62;
  std::optional<int64_t> High = toInt64(floorDiv(A, Integer(Half)));
  if (!High)
    return std::nullopt;
  return WideInteger(*High) * Half +
         WideInteger(int64_t(mod(A, Integer(Half))));
}

Error CompiledCounts::Compiler::addTerms(const CountPiece &P,
                                         const std::vector<unsigned> &Moments,
                                         Piece &Result) {
  std::vector<Rational> Factors;
  Integer Denominator(1);
  for (const auto &[M, Factor] : P.Value.terms()) {
    Term T;
    std::vector<unsigned> Exponents(NumAxes, 0);
    for (auto [Variable, Exponent] : M)
      if (Variable >= NumParams && Variable < C.numVariables() &&
          Moments[Variable - NumParams] != None) {
        Exponents[Variable - NumParams] = Exponent;
      } else {
        auto Place = placeOf(Variable, Result);
        if (!Place)
          return Place.takeError();
        T.Powers.emplace_back(*Place, Exponent);
      }
    Integer Below = Factor.Denominator;
    for (unsigned Axis = 0; Axis < NumAxes; ++Axis)
      if (Moments[Axis] != None) {
        T.Powers.emplace_back(Moments[Axis] + Exponents[Axis], 1);
        if (Exponents[Axis] > 0)
          Below *= denominatorOf(Exponents[Axis]);
      }
    Factors.push_back({Factor.Numerator, Below});
    Denominator = lcm(Denominator, Below);
    Result.Terms.push_back(std::move(T));
  }
  std::optional<int64_t> Whole = toInt64(Denominator);
  for (unsigned K = 0; Whole && K < Factors.size(); ++K) {
    auto Wide =
        toWide(Factors[K].Numerator * (Denominator / Factors[K].Denominator));
    if (!Wide)
      Whole.reset();
    else
      Result.Terms[K].Factor = *Wide;
  }
  if (!Whole)
    return cannotCompile("a factor is too large");
  Result.Denominator = *Whole;
  for (const Term &T : Result.Terms) {
    size_t At = Result.Flat.size();
    Result.Flat.push_back(0);
    for (auto [Place, Exponent] : T.Powers)
      Result.Flat.insert(Result.Flat.end(), Exponent, Place);
    Result.Flat[At] = unsigned(Result.Flat.size() - At - 1);
  }
  return Error::success();
}

Error CompiledCounts::Compiler::addPiece(const CountPiece &From, Result &Into) {
  std::optional<unsigned> Loops = loopAxes(C, From);
  if (!Loops)
    return cannotCompile("there are infinitely many");
  Piece New;
  std::vector<unsigned> Moments;
  if (Error E = addLoops(From, *Loops, New))
    return E;
  if (Error E = addClosed(From, *Loops, New, Moments))
    return E;
  if (Error E = addTerms(From, Moments, New))
    return E;
  Into.NumLoops = std::max<unsigned>(Into.NumLoops, llvm::popcount(*Loops));
  Into.Pieces.push_back(std::move(New));
  return Error::success();
}

Expected<unsigned> CompiledCounts::add(isl::ctx Ctx, const SymbolicCount &C,
                                       llvm::ArrayRef<LatticeStep> Steps) {
  Compiler One(*this, Ctx, C, Steps);
  if (Error E = One.prepare())
    return std::move(E);
  Result New;
  for (const CountPiece &P : C.Pieces)
    if (Error E = One.addPiece(P, New))
      return std::move(E);
  Results.push_back(std::move(New));
  return Results.size() - 1;
}
