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
#include <utility>

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
  std::vector<unsigned> steps() const;
  Error addPiece(const CountPiece &From, Result &Into);

private:
  CompiledCounts &To;
  isl::ctx Ctx;
  /// With the floors of residue classes.
  SymbolicCount C;
  llvm::ArrayRef<LatticeStep> Steps;
  unsigned NumParams, NumAxes;
  /// The places in W of parameters and coordinates.
  std::vector<unsigned> Places;
  /// The places of the steps of coordinates, None for 1: of tiles, and of those
  /// of one class.
  std::vector<unsigned> TileSteps, StepPlaces;

  Expected<Form> formOf(const AffineForm &F, unsigned Without, int64_t Factor);
  unsigned intern(Quotient Q, bool IsConstant);
  Error addBound(const AffineConstraint &A, unsigned Axis, unsigned Loops,
                 Range &R);
  Error addLoop(const CountPiece &P, const SumWay &Way, unsigned Axis,
                Piece &Result);
  Error addLoops(const CountPiece &P, const SumWay &Way, Piece &Result);
  Error addClosed(const CountPiece &P, unsigned Loops, Piece &Result,
                  std::vector<unsigned> &Moments);
  Expected<unsigned> placeOf(unsigned Variable, Piece &Result);
  Expected<std::pair<Term, std::vector<unsigned>>>
  splitTerm(const Monomial &M, const std::vector<unsigned> &Moments,
            Integer &Denominator, Piece &Result);
  Error addTerms(const CountPiece &P, const std::vector<unsigned> &Moments,
                 Piece &Result);
  void addInner(Range R, Piece &Result);
  void fold(Piece &Result) const;
  Error addGuards(const CountPiece &P, Alternatives &Result);
  unsigned multipleOf(unsigned Place, int64_t Factor);
  Expected<std::vector<Piece>> wayOf(const CountPiece &P, const SumWay &Way);
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
    Places.push_back(To.coordinate(S, Places));
    if (It != To.Parameters.end())
      TileSteps.push_back(It - To.Parameters.begin());
    else if (!S.Parameter.empty())
      return cannotCompile("a step has no value");
    else
      TileSteps.push_back(multipleOf(None, S.Constant));
  }
  return Error::success();
}

/// Those of coordinates that are no constants.
std::vector<unsigned> CompiledCounts::Compiler::steps() const {
  std::vector<unsigned> Result = TileSteps;
  llvm::erase(Result, None);
  return Result;
}

/// The place of \p Factor times the number at \p Place; None for 1.
unsigned CompiledCounts::Compiler::multipleOf(unsigned Place, int64_t Factor) {
  if (Factor == 1)
    return Place;
  for (const Multiple &M : To.Multiples)
    if (M.Of == Place && M.Factor == Factor)
      return M.Place;
  To.Multiples.push_back({newPlaces(1), Place, Factor});
  return To.Multiples.back().Place;
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
  auto [It, IsNew] = To.Known.try_emplace(Q, To.Quotients.size());
  if (IsNew) {
    To.Quotients.push_back(std::move(Q));
    To.IsConstant.push_back(IsConstant);
  }
  return It->second;
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

/// Adds the loop over coordinate number \p Axis, its bounds from the others
/// eliminated, but for those of the loops around it.
Error CompiledCounts::Compiler::addLoop(const CountPiece &P, const SumWay &Way,
                                        unsigned Axis, Piece &Result) {
  unsigned Around = Way.Folded & (1u << Axis)
                        ? Way.Loops
                        : Way.executed() & ((2u << Axis) - 1);
  auto Constraints = loopConstraints(Ctx, C, P, Around);
  if (!Constraints)
    return Constraints.takeError();
  Range R;
  R.Coordinate = Places[NumParams + Axis];
  R.Step = StepPlaces[Axis];
  for (const AffineConstraint &A : *Constraints)
    if (axesOf(C, A.Form) & (1u << Axis))
      if (Error E = addBound(A, Axis, Way.Loops, R))
        return E;
  if (R.Lower.empty() || R.Upper.empty())
    return cannotCompile("there are infinitely many");
  Result.Loops.push_back(std::move(R));
  return Error::success();
}

/// Adds the loops of \p Way, that which need not be executed last.
Error CompiledCounts::Compiler::addLoops(const CountPiece &P, const SumWay &Way,
                                         Piece &Result) {
  for (unsigned Some : {Way.executed(), Way.Folded})
    for (unsigned Axis = 0; Axis < NumAxes; ++Axis)
      if (Some & (1u << Axis))
        if (Error E = addLoop(P, Way, Axis, Result))
          return E;
  return Error::success();
}

/// Finds the range that the innermost loop of \p Result is folded with.
void CompiledCounts::Compiler::fold(Piece &Result) const {
  unsigned Counter = Result.Loops.back().Coordinate;
  auto HasCounter = [&](unsigned K) {
    return llvm::is_contained(
        llvm::make_first_range(To.Quotients[Result.Varying[K]].F.Terms),
        Counter);
  };
  for (unsigned K = 0; K < Result.Inner.size(); ++K)
    if (llvm::any_of(Result.Inner[K].VaryingLower, HasCounter) ||
        llvm::any_of(Result.Inner[K].VaryingUpper, HasCounter))
      Result.Folded = K;
  Result.VariesAlone = true;
  for (const TermGroup &G : Result.Terms)
    Result.FoldedPowers = std::max<unsigned>(Result.FoldedPowers,
                                             llvm::count(G.Varying, Counter));
}

/// The number of quotient \p Q in \p List, which has it once.
static unsigned numberIn(std::vector<unsigned> &List, unsigned Q) {
  auto It = llvm::find(List, Q);
  unsigned Number = It - List.begin();
  if (It == List.end())
    List.push_back(Q);
  return Number;
}

/// Adds \p R, of which some bound contains counters of loops.
void CompiledCounts::Compiler::addInner(Range R, Piece &Result) {
  auto separate = [&](std::vector<unsigned> &From, std::vector<unsigned> &To) {
    llvm::sort(From, [&](unsigned A, unsigned B) {
      return this->To.Quotients[A].Factor < this->To.Quotients[B].Factor;
    });
    for (unsigned Q : From)
      if (!this->To.IsConstant[Q])
        To.push_back(numberIn(Result.Varying, Q));
    llvm::erase_if(From, [&](unsigned Q) { return !this->To.IsConstant[Q]; });
  };
  separate(R.Lower, R.VaryingLower);
  separate(R.Upper, R.VaryingUpper);
  To.share(R, Result);
  if (R.Shared == None)
    R.Moments = newPlaces(R.Powers + 1);
  Result.VariesAlone |= R.Shared == None;
  Result.Inner.push_back(std::move(R));
}

/// Adds the ranges of the coordinates that are no loops; \p Moments become the
/// places of their sums of powers.
Error CompiledCounts::Compiler::addClosed(const CountPiece &P, unsigned Loops,
                                          Piece &Result,
                                          std::vector<unsigned> &Moments) {
  std::vector<Range> Closed(NumAxes);
  for (const AffineConstraint &A : P.Domain) {
    unsigned Axis = axesOf(C, A.Form) & ~Loops;
    if (Axis == 0)
      continue;
    unsigned Number = llvm::countr_zero(Axis);
    if (Error E = addBound(A, Number, Loops, Closed[Number]))
      return E;
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
      addInner(std::move(R), Result);
      Moments[Axis] = Result.Inner.back().Moments;
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
  if (!IsConstant)
    Q = numberIn(Result.Varying, Q);
  for (auto [Known, Place] : Floors)
    if (Known == Q)
      return Place;
  Floors.push_back({Q, newPlaces(1)});
  Result.VariesAlone |= !IsConstant;
  return Floors.back().second;
}

static std::optional<WideInteger> toWide(const Integer &A) {
  constexpr int64_t Half = int64_t(1) << 62;
  std::optional<int64_t> High = toInt64(floorDiv(A, Integer(Half)));
  if (!High)
    return std::nullopt;
  return WideInteger(*High) * Half +
         WideInteger(int64_t(mod(A, Integer(Half))));
}

/// \p M as what does not change in the innermost loop, with the factor 1, and
/// the places of what does. \p Denominator is multiplied by that of the
/// moments.
Expected<std::pair<CompiledCounts::Term, std::vector<unsigned>>>
CompiledCounts::Compiler::splitTerm(const Monomial &M,
                                    const std::vector<unsigned> &Moments,
                                    Integer &Denominator, Piece &Result) {
  Term Fixed{1, {}};
  std::vector<unsigned> Varying, Exponents(NumAxes, 0);
  for (auto [Variable, Exponent] : M) {
    if (Variable >= NumParams && Variable < C.numVariables() &&
        Moments[Variable - NumParams] != None) {
      Exponents[Variable - NumParams] = Exponent;
      continue;
    }
    auto Place = placeOf(Variable, Result);
    if (!Place)
      return Place.takeError();
    bool Varies =
        (!Result.Loops.empty() && *Place == Result.Loops.back().Coordinate) ||
        llvm::any_of(Result.Floors,
                     [&](const auto &Floor) { return Floor.second == *Place; });
    auto &Places = Varies ? Varying : Fixed.Places;
    Places.insert(Places.end(), Exponent, *Place);
  }
  for (unsigned Axis = 0; Axis < NumAxes; ++Axis) {
    if (Moments[Axis] == None)
      continue;
    bool Varies = llvm::any_of(Result.Inner, [&](const Range &R) {
      return R.Moments == Moments[Axis];
    });
    (Varies ? Varying : Fixed.Places)
        .push_back(Moments[Axis] + Exponents[Axis]);
    if (Exponents[Axis] > 0)
      Denominator *= Integer(wholePowerSum(Exponents[Axis]).Denominator);
  }
  llvm::sort(Varying);
  return std::make_pair(std::move(Fixed), std::move(Varying));
}

Error CompiledCounts::Compiler::addTerms(const CountPiece &P,
                                         const std::vector<unsigned> &Moments,
                                         Piece &Result) {
  std::vector<Rational> Factors;
  std::vector<std::pair<Term, std::vector<unsigned>>> Split;
  Integer Denominator(1);
  for (const auto &[M, Factor] : P.Value.terms()) {
    Integer Below = Factor.Denominator;
    auto One = splitTerm(M, Moments, Below, Result);
    if (!One)
      return One.takeError();
    Split.push_back(std::move(*One));
    Factors.push_back({Factor.Numerator, Below});
    Denominator = lcm(Denominator, Below);
  }
  std::optional<int64_t> Whole = toInt64(Denominator);
  if (!Whole)
    return cannotCompile("a factor is too large");
  Result.Denominator = *Whole;
  for (unsigned K = 0; K < Factors.size(); ++K) {
    auto Wide =
        toWide(Factors[K].Numerator * (Denominator / Factors[K].Denominator));
    if (!Wide)
      return cannotCompile("a factor is too large");
    auto &[Fixed, Varying] = Split[K];
    Fixed.Factor = *Wide;
    llvm::sort(Fixed.Places);
    auto Group = llvm::find_if(Result.Terms,
                               [&, &Varying = Varying](const TermGroup &G) {
                                 return G.Varying == Varying;
                               });
    if (Group == Result.Terms.end())
      Group = Result.Terms.insert(Group, {Varying, {}});
    Group->Terms.push_back(std::move(Fixed));
  }
  for (TermGroup &G : Result.Terms)
    G.Constant = To.constantSum(G.Terms, Result);
  return Error::success();
}

/// Adds what \p P says of the parameters alone.
Error CompiledCounts::Compiler::addGuards(const CountPiece &P,
                                          Alternatives &Result) {
  for (const AffineConstraint &A : P.Domain) {
    if (axesOf(C, A.Form) != 0)
      continue;
    auto F = formOf(A.Form, ~0u, 1);
    if (!F)
      return F.takeError();
    Result.Guards.push_back({std::move(*F), A.IsEquality});
  }
  return Error::success();
}

Expected<std::vector<CompiledCounts::Piece>>
CompiledCounts::Compiler::wayOf(const CountPiece &P, const SumWay &Way) {
  auto Classes = inClasses(C, P, Steps, Way);
  if (!Classes)
    return cannotCompile("a factor is too large");
  StepPlaces.clear();
  for (unsigned Axis = 0; Axis < NumAxes; ++Axis)
    StepPlaces.push_back(multipleOf(TileSteps[Axis], Way.Periods[Axis]));
  std::vector<Piece> Result;
  for (const CountPiece &Class : *Classes) {
    Piece New;
    std::vector<unsigned> Moments;
    if (Error E = addLoops(Class, Way, New))
      return std::move(E);
    if (Error E = addClosed(Class, Way.Loops, New, Moments))
      return std::move(E);
    if (Error E = addTerms(Class, Moments, New))
      return std::move(E);
    if (Way.Folded)
      fold(New);
    Result.push_back(std::move(New));
  }
  return std::move(Result);
}

/// Takes the ways that can be compiled. Errors: none can.
Error CompiledCounts::Compiler::addPiece(const CountPiece &From, Result &Into) {
  Error Failed = cannotCompile("there are infinitely many");
  Alternatives New;
  for (const SumWay &Way : sumWays(C, From, Steps)) {
    auto Pieces = wayOf(From, Way);
    if (!Pieces) {
      llvm::consumeError(std::exchange(Failed, Pieces.takeError()));
      continue;
    }
    Into.NumLoops =
        std::max<unsigned>(Into.NumLoops, llvm::popcount(Way.executed()));
    Into.NumFormulaLoops =
        std::max<unsigned>(Into.NumFormulaLoops, llvm::popcount(Way.Loops));
    New.Ways.push_back(std::move(*Pieces));
  }
  if (New.Ways.empty())
    return Failed;
  llvm::consumeError(std::move(Failed));
  if (Error E = addGuards(From, New))
    return E;
  New.Number = To.NumAlternatives++;
  Into.Pieces.push_back(std::move(New));
  return Error::success();
}

Expected<unsigned> CompiledCounts::add(isl::ctx Ctx, const SymbolicCount &C,
                                       llvm::ArrayRef<LatticeStep> Steps) {
  Compiler One(*this, Ctx, C, Steps);
  if (Error E = One.prepare())
    return std::move(E);
  Result New;
  New.Steps = One.steps();
  for (const CountPiece &P : C.Pieces)
    if (Error E = One.addPiece(P, New))
      return std::move(E);
  Results.push_back(std::move(New));
  return Results.size() - 1;
}

unsigned CompiledCounts::loopsOf(const SymbolicCount &C,
                                 llvm::ArrayRef<LatticeStep> Steps) {
  unsigned Result = 0;
  for (const CountPiece &P : C.Pieces)
    for (const SumWay &Way : sumWays(C, P, Steps))
      Result = std::max(Result, unsigned(llvm::popcount(Way.Loops)));
  return Result;
}
