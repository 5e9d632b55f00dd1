//===- Widths.cpp - How far conflicts reach along a direction -------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Widths.h"
#include "isl/aff.h"
#include "isl/local_space.h"
#include "isl/set.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace stevedore;

static constexpr double Infinity = std::numeric_limits<double>::infinity();

llvm::Expected<Widths> Widths::create(const LiftedConflicts &C,
                                        const Budget &B) {
  Widths Result(C, B);
  auto Points = chooseProbes(C);
  if (!Points)
    return Points.takeError();
  Result.P = std::move(*Points);
  for (const isl::basic_set &Pair : C.Pairs) {
    auto S = toSystem(Pair);
    if (!S)
      return S.takeError();
    Result.Systems.push_back(std::move(*S));
    Result.Dimensions.push_back(isl_basic_set_dim(Pair.get(), isl_dim_set));
  }
  return Result;
}

/// c . (x - y) over the variables of pair number \p Pair.
std::vector<double> Widths::objective(unsigned Pair, const Row &C) const {
  std::vector<int64_t> Form = differenceForm(C, Dimensions[Pair]);
  std::vector<double> Result(Form.begin(), Form.end());
  Result.resize(Systems[Pair].NumVariables, 0);
  return Result;
}

/// Pair number \p Pair with c_j . (x - y) = 0 for all rows of \p Zero.
System Widths::restricted(unsigned Pair, llvm::ArrayRef<Row> Zero) const {
  System Result = Systems[Pair];
  for (const Row &C : Zero) {
    LinearConstraint Kernel;
    Kernel.Equality = true;
    Kernel.Variables = objective(Pair, C);
    Kernel.Parameters.assign(this->C.Parameters.size(), 0);
    Result.Constraints.push_back(std::move(Kernel));
  }
  return Result;
}

/// The constraints of \p S with its parameters as further variables.
static DualSimplex overParameters(const System &S,
                                  const std::vector<double> &Objective,
                                  std::vector<double> &Constants) {
  std::vector<std::vector<double>> Rows;
  std::vector<bool> Free;
  for (const LinearConstraint &C : S.Constraints) {
    Rows.push_back(C.Variables);
    Rows.back().insert(Rows.back().end(), C.Parameters.begin(),
                       C.Parameters.end());
    Free.push_back(C.Equality);
    Constants.push_back(C.Constant);
  }
  return DualSimplex(Rows, Free, Objective);
}

/// True if no rational point satisfies \p S for any parameter values.
bool Widths::isEmpty(const System &S) const {
  std::vector<double> Constants;
  DualSimplex Simplex = overParameters(
      S, std::vector<double>(S.NumVariables + C.Parameters.size(), 0),
      Constants);
  return Simplex.minimize(Constants).S == DualSolution::Unbounded;
}

/// Whether \p F is at least the objective on all of \p S.
bool Widths::isUpperBound(const Form &F, const System &S,
                          const std::vector<double> &Objective) const {
  std::vector<double> Constants, Difference(Objective);
  for (int64_t Coefficient : F.Coefficients)
    Difference.push_back(-double(Coefficient) / F.Denominator);
  DualSimplex Simplex = overParameters(S, Difference, Constants);
  if (!Simplex.feasible())
    return false;
  DualSolution Solution = Simplex.minimize(Constants);
  return Solution.S == DualSolution::Unbounded ||
         (Solution.S == DualSolution::Optimal &&
          Solution.Value <= double(F.Constant) / F.Denominator + 1e-6);
}

/// The right-hand sides of \p S at the parameter values \p Point.
static std::vector<double> rightHandSides(const System &S,
                                          const ParameterPoint &Point) {
  std::vector<double> Result;
  for (const LinearConstraint &Constraint : S.Constraints) {
    double Value = Constraint.Constant;
    for (unsigned K = 0; K < Point.size(); ++K)
      Value += Constraint.Parameters[K] * Point[K];
    Result.push_back(Value);
  }
  return Result;
}

/// The constraints of \p S for given parameter values.
static DualSimplex withoutParameters(const System &S,
                                     const std::vector<double> &Objective) {
  std::vector<std::vector<double>> Rows;
  std::vector<bool> Free;
  for (const LinearConstraint &Constraint : S.Constraints) {
    Rows.push_back(Constraint.Variables);
    Free.push_back(Constraint.Equality);
  }
  return DualSimplex(Rows, Free, Objective);
}

static std::vector<double> negated(std::vector<double> Form) {
  for (double &Coefficient : Form)
    Coefficient = -Coefficient;
  return Form;
}

/// Maximises the objective over \p S at each probe and adds the values and
/// tangents to \p Family. False if it is unbounded.
bool Widths::addEnvelope(const System &S, const std::vector<double> &Objective,
                         std::vector<Envelope> &Family) const {
  Family.emplace_back();
  Envelope &E = Family.back();
  E.Values.assign(P.Points.size(), -Infinity);
  DualSimplex Simplex = withoutParameters(S, Objective);
  if (!Simplex.feasible())
    return isEmpty(S);
  for (unsigned I = 0; I < P.Points.size(); ++I) {
    DualSolution Solution = Simplex.minimize(rightHandSides(S, P.Points[I]));
    if (Solution.S != DualSolution::Optimal)
      continue;
    E.Values[I] = Solution.Value;
    std::vector<double> Coefficients(C.Parameters.size(), 0);
    double Constant = 0;
    for (unsigned R = 0; R < S.Constraints.size(); ++R) {
      double Y = Solution.Multipliers[R];
      Constant += Y * S.Constraints[R].Constant;
      for (unsigned K = 0; Y != 0 && K < Coefficients.size(); ++K)
        Coefficients[K] += Y * S.Constraints[R].Parameters[K];
    }
    std::optional<Form> Tangent = roundToForm(Coefficients, Constant);
    if (Tangent && std::find(E.Tangents.begin(), E.Tangents.end(), *Tangent) ==
                       E.Tangents.end())
      E.Tangents.push_back(std::move(*Tangent));
  }
  return true;
}

double Widths::quickCost(llvm::ArrayRef<Row> Zero, const Row &C) const {
  std::vector<double> Greatest(P.NumLarge, 0);
  for (unsigned Pair = 0; Pair < Systems.size(); ++Pair) {
    System S = restricted(Pair, Zero);
    std::vector<double> Objective = objective(Pair, C);
    for (const std::vector<double> &Signed : {Objective, negated(Objective)}) {
      DualSimplex Simplex = withoutParameters(S, Signed);
      if (!Simplex.feasible() && !isEmpty(S))
        return Infinity;
      for (unsigned I = 0; Simplex.feasible() && I < P.NumLarge; ++I)
        Greatest[I] = std::max(
            Greatest[I],
            Simplex.minimize(rightHandSides(S, P.Points[I])).Value);
    }
  }
  double Sum = 0;
  for (double Value : Greatest)
    Sum += std::log(Value + 1);
  return Sum;
}

std::optional<double> Widths::reach(llvm::ArrayRef<Row> Span,
                                    const Row &A) const {
  double Greatest = 0;
  for (unsigned Pair = 0; Pair < Systems.size(); ++Pair) {
    const System &S = Systems[Pair];
    unsigned NumVariables = S.NumVariables + C.Parameters.size();
    System Along;
    Along.NumVariables = NumVariables + 1 + Span.size();
    for (const LinearConstraint &Constraint : S.Constraints) {
      Along.Constraints.push_back(Constraint);
      std::vector<double> &Form = Along.Constraints.back().Variables;
      Form.insert(Form.end(), Constraint.Parameters.begin(),
                  Constraint.Parameters.end());
      Form.resize(Along.NumVariables, 0);
    }
    for (unsigned D = 0; D < C.Rank; ++D) {
      Row Unit(C.Rank, 0);
      Unit[D] = 1;
      LinearConstraint Equal;
      Equal.Equality = true;
      Equal.Variables = objective(Pair, Unit);
      Equal.Variables.resize(Along.NumVariables, 0);
      Equal.Variables[NumVariables] = -A[D];
      for (unsigned K = 0; K < Span.size(); ++K)
        Equal.Variables[NumVariables + 1 + K] = -Span[K][D];
      Along.Constraints.push_back(std::move(Equal));
    }
    std::vector<double> Objective(Along.NumVariables, 0);
    for (double Sign : {1.0, -1.0}) {
      Objective[NumVariables] = Sign;
      DualSimplex Simplex = withoutParameters(Along, Objective);
      DualSolution Solution;
      if (Simplex.feasible())
        Solution = Simplex.minimize(rightHandSides(Along, {}));
      if (!Simplex.feasible() || Solution.S == DualSolution::Stalled)
        return std::nullopt;
      Greatest = std::max(Greatest, Solution.Value);
    }
  }
  return Greatest;
}

std::optional<Bound> Widths::compute(llvm::ArrayRef<Row> Zero, const Row &C) {
  std::vector<Envelope> Family;
  std::vector<System> Restricted;
  std::vector<std::vector<double>> Objectives;
  for (unsigned Pair = 0; Pair < Systems.size(); ++Pair) {
    if (B.exhausted())
      return std::nullopt;
    Restricted.push_back(restricted(Pair, Zero));
    Objectives.push_back(objective(Pair, C));
    if (!addEnvelope(Restricted[Pair], Objectives[Pair], Family) ||
        !addEnvelope(Restricted[Pair], negated(Objectives[Pair]), Family))
      return std::nullopt;
  }
  std::vector<unsigned> Selected = undominated(Family);
  llvm::erase_if(Selected,
                 [&](unsigned I) { return Family[I].Tangents.empty(); });
  return boundFamily(Family, Selected, P.Points, [&](const Form &F, unsigned N) {
    const std::vector<double> &Objective = Objectives[N / 2];
    return isUpperBound(F, Restricted[N / 2],
                        N % 2 ? negated(Objective) : Objective);
  });
}

std::optional<Bound> Widths::width(llvm::ArrayRef<Row> Zero, const Row &C) {
  std::vector<Row> Sorted(Zero.begin(), Zero.end());
  std::sort(Sorted.begin(), Sorted.end());
  auto Key = std::make_pair(Sorted, C);
  auto Found = Memo.find(Key);
  if (Found != Memo.end())
    return Found->second;
  return Memo[Key] = compute(Sorted, C);
}

/// floor(\p F) + 1 as an affine expression over the parameters. What is a
/// multiple of the denominator stands outside of the floor.
static isl::aff toAff(const Form &F, const isl::space &Parameters) {
  isl_aff *Whole = isl_aff_zero_on_domain(
      isl_local_space_from_space(Parameters.copy()));
  isl_aff *Rest = isl_aff_copy(Whole);
  bool HasRest = false;
  for (unsigned I = 0; I < F.Coefficients.size(); ++I) {
    int64_t Quotient =
        llvm::divideFloorSigned(F.Coefficients[I], F.Denominator);
    int64_t Remainder = F.Coefficients[I] - Quotient * F.Denominator;
    Whole = isl_aff_set_coefficient_si(Whole, isl_dim_param, I, Quotient);
    Rest = isl_aff_set_coefficient_si(Rest, isl_dim_param, I, Remainder);
    HasRest |= Remainder != 0;
  }
  int64_t Constant = llvm::divideFloorSigned(F.Constant, F.Denominator);
  Whole = isl_aff_set_constant_si(Whole, Constant + 1);
  Rest = isl_aff_set_constant_si(Rest, F.Constant - Constant * F.Denominator);
  if (!HasRest) {
    isl_aff_free(Rest);
    return isl::manage(Whole);
  }
  return isl::manage(isl_aff_add(
      Whole, isl_aff_floor(isl_aff_scale_down_ui(Rest, F.Denominator))));
}

Extent Widths::toExtent(const Bound &Width) const {
  Extent Result;
  isl::space Parameters = C.Context.get_space();
  for (const std::vector<Form> &Forms : Width) {
    Result.MaxOfMins.emplace_back();
    for (const Form &F : Forms)
      Result.MaxOfMins.back().push_back(toAff(F, Parameters));
  }
  if (Result.MaxOfMins.empty()) {
    Form Zero;
    Result.MaxOfMins.push_back({toAff(Zero, Parameters)});
  }
  return Result;
}

std::vector<double> Widths::logSizes(llvm::ArrayRef<Bound> Bounds) const {
  std::vector<double> Result(P.Points.size(), 0);
  for (unsigned I = 0; I < P.Points.size(); ++I)
    for (const Bound &Width : Bounds)
      Result[I] += std::log(std::max(0.0, evaluate(Width, P.Points[I])) + 1);
  return Result;
}

bool Widths::hasTileSizes() const {
  for (unsigned I = 0; I < C.Parameters.size(); ++I)
    if (C.isTileSize(I))
      return true;
  return false;
}

double Widths::cost(llvm::ArrayRef<Bound> Bounds) const {
  std::vector<double> Sizes = logSizes(Bounds);
  return std::accumulate(Sizes.begin(), Sizes.begin() + P.NumLarge, 0.0);
}
