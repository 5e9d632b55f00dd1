//===- LoopAxes.cpp - The coordinates that sums have loops over -----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAxes.h"
#include "Summation.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include "isl/set.h"
#include <map>
#include <numeric>
#include <set>

using namespace llvm;

namespace stevedore {

unsigned axesOf(const SymbolicCount &C, const AffineForm &F) {
  unsigned Result = 0;
  for (unsigned K = 0; K < C.Coordinates.size(); ++K)
    if (F.Coefficients[C.Parameters.size() + K] != 0)
      Result |= 1u << K;
  return Result;
}

/// The floors in the value of \p P, by their numbers.
static std::set<unsigned> floorsOf(const SymbolicCount &C,
                                   const CountPiece &P) {
  std::set<unsigned> Result;
  for (const auto &[M, Factor] : P.Value.terms())
    for (auto [Variable, Exponent] : M)
      if (Variable >= C.numVariables())
        Result.insert(Variable - C.numVariables());
  return Result;
}

/// How a coordinate with step \p S changes by one tile: variable and factor; no
/// variable for a number. None: \p C does not have the variable.
static std::optional<std::pair<std::optional<unsigned>, int64_t>>
strideOf(const SymbolicCount &C, const LatticeStep &S) {
  if (S.Parameter.empty())
    return std::make_pair(std::optional<unsigned>(), S.Constant);
  auto It = llvm::find(C.Parameters, S.Parameter);
  if (It == C.Parameters.end())
    return std::nullopt;
  return std::make_pair(std::optional<unsigned>(It - C.Parameters.begin()),
                        int64_t(1));
}

/// The period of coordinate number \p Axis in the floors of \p P; 0: too long.
static int64_t periodOf(const SymbolicCount &C, const CountPiece &P,
                        ArrayRef<LatticeStep> Steps, unsigned Axis) {
  int64_t Result = 1;
  for (unsigned Number : floorsOf(C, P)) {
    const FloorSymbol &F = C.Floors[Number];
    int64_t Factor = F.Argument.Coefficients[C.Parameters.size() + Axis];
    if (Factor == 0)
      continue;
    auto Stride = strideOf(C, Steps[Axis]);
    if (!Stride || F.Divisor > limits::CountClasses)
      return 0;
    int64_t PerTile = Factor % F.Divisor * (Stride->second % F.Divisor);
    Result = std::lcm(Result, F.Divisor / std::gcd(PerTile, F.Divisor));
    if (Result > limits::CountClasses)
      return 0;
  }
  return Result;
}

/// Whether the ways that have \p Periods, all coordinates outside of \p Loops
/// in their classes, are few enough; if so, other periods become 1.
static bool hasFewClasses(SumWay &Way) {
  int64_t Classes = 1;
  for (unsigned Axis = 0; Axis < Way.Periods.size(); ++Axis) {
    if (Way.executed() & (1u << Axis))
      Way.Periods[Axis] = 1;
    Classes *= Way.Periods[Axis];
  }
  return Classes != 0 && Classes <= limits::CountClasses;
}

/// The highest power of coordinate number \p Axis in \p P where its floors are
/// affine.
static unsigned degreeOf(const SymbolicCount &C, const CountPiece &P,
                         unsigned Axis) {
  unsigned Result = 0, Coordinate = C.Parameters.size() + Axis;
  for (const auto &[M, Factor] : P.Value.terms()) {
    unsigned Degree = 0;
    for (auto [V, Exponent] : M)
      if (V == Coordinate ||
          (V >= C.numVariables() &&
           C.Floors[V - C.numVariables()].Argument.Coefficients[Coordinate]))
        Degree += Exponent;
    Result = std::max(Result, Degree);
  }
  return Result;
}

/// \p Way, with as many loops, of which one need not be executed if possible.
static SumWay folded(const SymbolicCount &C, const CountPiece &P,
                     const SumWay &Way, ArrayRef<int64_t> Periods) {
  for (unsigned Axis = Periods.size(); Axis-- > 0;) {
    SumWay New{Way.Loops, 1u << Axis, Periods.vec()};
    unsigned Joined = 0;
    for (const AffineConstraint &A : P.Domain)
      if (unsigned Axes = axesOf(C, A.Form); Axes & New.Folded)
        Joined |= Axes & ~Way.Loops;
    if ((Way.Loops & New.Folded) && popcount(Joined) == 1 &&
        hasFewClasses(New) && degreeOf(C, P, Axis) <= limits::FoldedPowers &&
        degreeOf(C, P, countr_zero(Joined)) <= limits::FoldedPowers)
      return New;
  }
  return Way;
}

std::vector<SumWay> sumWays(const SymbolicCount &C, const CountPiece &P,
                            ArrayRef<LatticeStep> Steps) {
  unsigned Bounded = 0, NumAxes = C.Coordinates.size();
  unsigned All = (1u << NumAxes) - 1;
  std::pair<unsigned, unsigned> Fewest = {NumAxes, NumAxes};
  for (const AffineConstraint &A : P.Domain)
    Bounded |= axesOf(C, A.Form);
  std::vector<SumWay> Result;
  if (Bounded != All)
    return Result;
  std::vector<int64_t> Periods;
  for (unsigned Axis = 0; Axis < NumAxes; ++Axis)
    Periods.push_back(periodOf(C, P, Steps, Axis));
  for (unsigned Loops = 0; Loops <= All; ++Loops) {
    SumWay Way{Loops, 0, Periods};
    if (unsigned(popcount(Loops)) > Fewest.first || !hasFewClasses(Way) ||
        any_of(P.Domain, [&](const AffineConstraint &A) {
          return popcount(axesOf(C, A.Form) & ~Loops) > 1;
        }))
      continue;
    Way = folded(C, P, Way, Periods);
    std::pair<unsigned, unsigned> Number = {popcount(Loops),
                                            popcount(Way.executed())};
    if (Number > Fewest)
      continue;
    if (Number < Fewest)
      Result.clear();
    Fewest = Number;
    if (Result.size() < limits::CountWays)
      Result.push_back(std::move(Way));
  }
  return Result;
}

namespace {

/// Moves coordinates of one piece to a residue class.
class ClassOfPiece {
public:
  ClassOfPiece(SymbolicCount &C, ArrayRef<LatticeStep> Steps, unsigned Loops,
               ArrayRef<int64_t> Residues)
      : C(C), Steps(Steps), Loops(Loops), Residues(Residues) {}

  std::optional<CountPiece> of(const CountPiece &P);

private:
  SymbolicCount &C;
  ArrayRef<LatticeStep> Steps;
  unsigned Loops;
  ArrayRef<int64_t> Residues;

  bool move(AffineForm &F) const;
  std::optional<Polynomial> floorOf(FloorSymbol F);
};

} // namespace

/// Adds T r to the coordinates in \p F; false where a number does not fit.
bool ClassOfPiece::move(AffineForm &F) const {
  for (unsigned Axis = 0; Axis < Residues.size(); ++Axis) {
    int64_t Factor = F.Coefficients[C.Parameters.size() + Axis], More;
    if (Factor == 0 || Residues[Axis] == 0)
      continue;
    auto [Variable, Constant] = *strideOf(C, Steps[Axis]);
    int64_t &Into = Variable ? F.Coefficients[*Variable] : F.Constant;
    if (MulOverflow(Factor, Constant, More) ||
        MulOverflow(More, Residues[Axis], More) ||
        AddOverflow(Into, More, Into))
      return false;
  }
  return true;
}

std::optional<Polynomial> ClassOfPiece::floorOf(FloorSymbol F) {
  if (!move(F.Argument))
    return std::nullopt;
  Polynomial Result;
  for (unsigned Axis = 0; Axis < Residues.size(); ++Axis) {
    unsigned Variable = C.Parameters.size() + Axis;
    int64_t Factor = F.Argument.Coefficients[Variable];
    if (Loops & (1u << Axis))
      continue;
    F.Argument.Coefficients[Variable] = 0;
    Result += Polynomial::variable(Variable).scaled(
        {Integer(Factor), Integer(F.Divisor)});
  }
  auto Same = [&](const FloorSymbol &Other) {
    return !(Other < F) && !(F < Other);
  };
  unsigned Number = find_if(C.Floors, Same) - C.Floors.begin();
  if (Number == C.Floors.size())
    C.Floors.push_back(std::move(F));
  Result += Polynomial::variable(C.numVariables() + Number);
  return Result;
}

std::optional<CountPiece> ClassOfPiece::of(const CountPiece &P) {
  CountPiece Result = P;
  for (AffineConstraint &A : Result.Domain)
    if (!move(A.Form))
      return std::nullopt;
  std::set<unsigned> Floors = floorsOf(C, P);
  // Floors that are new in one step are not replaced in the next.
  std::map<unsigned, Polynomial> Values;
  for (unsigned Number : Floors) {
    auto Value = floorOf(C.Floors[Number]);
    if (!Value)
      return std::nullopt;
    Values[C.numVariables() + Number] = std::move(*Value);
  }
  for (unsigned Axis = 0; Axis < Residues.size(); ++Axis) {
    if (Residues[Axis] == 0)
      continue;
    auto [Variable, Constant] = *strideOf(C, Steps[Axis]);
    Polynomial Stride = Variable ? Polynomial::variable(*Variable)
                                 : Polynomial::constant(Integer(Constant));
    unsigned Coordinate = C.Parameters.size() + Axis;
    Polynomial Moved = Stride.scaled({Integer(Residues[Axis]), Integer(1)});
    Moved += Polynomial::variable(Coordinate);
    Values[Coordinate] = std::move(Moved);
  }
  Polynomial Sum;
  for (const auto &[M, Factor] : P.Value.terms()) {
    Polynomial Product = Polynomial::constant(Integer(1)).scaled(Factor);
    for (auto [Variable, Exponent] : M) {
      auto It = Values.find(Variable);
      for (unsigned E = 0; E < Exponent; ++E)
        Product = Product * (It == Values.end() ? Polynomial::variable(Variable)
                                                : It->second);
    }
    Sum += Product;
  }
  Result.Value = std::move(Sum);
  return Result;
}

std::optional<std::vector<CountPiece>> inClasses(SymbolicCount &C,
                                                 const CountPiece &P,
                                                 ArrayRef<LatticeStep> Steps,
                                                 const SumWay &Way) {
  std::vector<CountPiece> Result;
  unsigned InFloors = 0;
  for (unsigned Number : floorsOf(C, P))
    InFloors |= axesOf(C, C.Floors[Number].Argument);
  if ((InFloors & ~Way.executed()) == 0)
    return std::vector{P};
  std::vector<int64_t> Residues(Way.Periods.size(), 0);
  for (unsigned Axis = 0; Axis < Residues.size();) {
    auto Class = ClassOfPiece(C, Steps, Way.executed(), Residues).of(P);
    if (!Class)
      return std::nullopt;
    if (!Class->Value.isZero())
      Result.push_back(std::move(*Class));
    for (Axis = 0;
         Axis < Residues.size() && ++Residues[Axis] == Way.Periods[Axis];)
      Residues[Axis++] = 0;
  }
  return Result;
}

Expected<std::vector<AffineConstraint>> loopConstraints(isl::ctx Ctx,
                                                        const SymbolicCount &C,
                                                        const CountPiece &P,
                                                        unsigned Kept) {
  isl::basic_set Shadow = convexSet(Ctx, P.Domain, C.numVariables());
  for (unsigned Other = 0; Other < C.Coordinates.size(); ++Other)
    if (!(Kept & (1u << Other)))
      Shadow = isl::manage(isl_basic_set_eliminate(
          Shadow.release(), isl_dim_set, C.Parameters.size() + Other, 1));
  return constraintsIn(isl::manage(isl_basic_set_remove_redundancies(
      isl_basic_set_remove_divs(Shadow.release()))));
}

} // namespace stevedore
