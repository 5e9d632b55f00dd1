//===- Summation.cpp - Sums over convex sets ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Summation.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/LimitPause.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Redundancy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/mat.h"
#include "isl/set.h"
#include "isl/space.h"
#include <numeric>

using namespace stevedore;
using llvm::Error;

static Error numberTooLarge() {
  return llvm::make_error<IslError>(IslError::Budget,
                                    "a coefficient of a count does not fit");
}

/// \p Left * \p A - \p Right * \p B; none if a number does not fit.
static std::optional<AffineForm> combined(const AffineForm &A, int64_t Left,
                                          const AffineForm &B, int64_t Right) {
  AffineForm Result;
  Result.Coefficients.resize(A.Coefficients.size(), 0);
  if (!Result.add(A, Left) || !Result.add(B, -Right))
    return std::nullopt;
  return Result;
}

/// \p Matrix, with \p Number in row \p Row and column \p Column.
static isl_mat *withNumber(isl::ctx Ctx, isl_mat *Matrix, unsigned Row,
                           unsigned Column, int64_t Number) {
  return isl_mat_set_element_val(Matrix, Row, Column,
                                 isl_val_int_from_si(Ctx.get(), Number));
}

isl::basic_set stevedore::convexSet(isl::ctx Ctx,
                                    const std::vector<AffineConstraint> &Domain,
                                    unsigned Columns) {
  auto IsEquality = [](const AffineConstraint &C) { return C.IsEquality; };
  unsigned NumEqual = llvm::count_if(Domain, IsEquality);
  isl_mat *Equal = isl_mat_alloc(Ctx.get(), NumEqual, Columns + 1);
  isl_mat *Bounds =
      isl_mat_alloc(Ctx.get(), Domain.size() - NumEqual, Columns + 1);
  unsigned NextEqual = 0, NextBound = 0;
  for (const AffineConstraint &C : Domain) {
    isl_mat *&To = C.IsEquality ? Equal : Bounds;
    unsigned Row = C.IsEquality ? NextEqual++ : NextBound++;
    for (unsigned K = 0; K < Columns; ++K)
      To = withNumber(Ctx, To, Row, K,
                      K < C.Form.Coefficients.size() ? C.Form.Coefficients[K]
                                                     : 0);
    To = withNumber(Ctx, To, Row, Columns, C.Form.Constant);
  }
  return isl::manage(isl_basic_set_from_constraint_matrices(
      isl_space_set_alloc(Ctx.get(), 0, Columns), Equal, Bounds, isl_dim_set,
      isl_dim_param, isl_dim_div, isl_dim_cst));
}

/// Appends the rows of \p Matrix to \p To; false where a number does not fit.
static bool takeRows(isl_mat *Matrix, bool IsEquality,
                     std::vector<AffineConstraint> &To) {
  bool Fits = Matrix != nullptr;
  unsigned Columns = Matrix ? countOf(isl_mat_cols(Matrix)) - 1 : 0;
  for (unsigned R = 0; Fits && R < countOf(isl_mat_rows(Matrix)); ++R) {
    AffineConstraint C;
    C.IsEquality = IsEquality;
    for (unsigned K = 0; Fits && K <= Columns; ++K) {
      auto Number = toInt64(isl_mat_get_element_val(Matrix, R, K));
      Fits = Number.has_value();
      if (Fits && K == Columns)
        C.Form.Constant = *Number;
      else if (Fits)
        C.Form.Coefficients.push_back(*Number);
    }
    To.push_back(std::move(C));
  }
  isl_mat_free(Matrix);
  return Fits;
}

llvm::Expected<std::vector<AffineConstraint>>
stevedore::constraintsIn(const isl::basic_set &Set) {
  if (Set.is_null() || dimensions(Set, isl_dim_div) != 0)
    return llvm::make_error<IslError>(IslError::Budget,
                                      "a count went over the budget");
  LimitPause Unlimited(Set.ctx());
  std::vector<AffineConstraint> Result;
  if (!takeRows(isl_basic_set_equalities_matrix(Set.get(), isl_dim_set,
                                                isl_dim_param, isl_dim_div,
                                                isl_dim_cst),
                true, Result) ||
      !takeRows(isl_basic_set_inequalities_matrix(Set.get(), isl_dim_set,
                                                  isl_dim_param, isl_dim_div,
                                                  isl_dim_cst),
                false, Result))
    return numberTooLarge();
  return std::move(Result);
}

/// Whether no rational point satisfies \p Domain, which LinearProgram.h sees
/// sooner than isl.
static bool contradictEachOther(llvm::ArrayRef<AffineConstraint> Domain,
                                unsigned Columns) {
  RedundancyTest Test(Columns);
  for (AffineConstraint C : Domain) {
    C.Form.Coefficients.resize(Columns, 0);
    Test.add(C);
  }
  return Test.isContradiction();
}

/// Gives \p Domain all equalities that hold and no redundant constraints. False
/// where it has no points.
llvm::Expected<bool>
Summation::simplify(std::vector<AffineConstraint> &Domain) const {
  if (contradictEachOther(Domain, NumColumns))
    return false;
  isl::basic_set Set = convexSet(Ctx, Domain, NumColumns);
  // Looks for an integer point, too.
  Set = isl::manage(isl_basic_set_detect_equalities(Set.release()));
  Set = isl::manage(isl_basic_set_remove_redundancies(Set.release()));
  auto IsEmpty = checked(isl::ctx(Ctx).get(),
                         isl::manage(isl_basic_set_plain_is_empty(Set.get())),
                         "a chamber of a count");
  if (!IsEmpty)
    return IsEmpty.takeError();
  if (*IsEmpty)
    return false;
  if (Error E = constraintsIn(Set).moveInto(Domain))
    return std::move(E);
  return true;
}

static Polynomial polynomialOf(const AffineForm &Form, int64_t Factor) {
  Polynomial Result = Polynomial::constant(Integer(Form.Constant) * Factor);
  for (unsigned K = 0; K < Form.Coefficients.size(); ++K)
    if (Form.Coefficients[K] != 0)
      Result += Polynomial::variable(K).scaled(
          {Integer(Form.Coefficients[K]) * Factor, Integer(1)});
  return Result;
}

/// The first coordinate in \p Open whose factor in \p C, an equality, is 1 or
/// -1.
static std::optional<unsigned> solvedFor(const AffineConstraint &C,
                                         const std::vector<unsigned> &Open) {
  if (C.IsEquality)
    for (unsigned X : Open)
      if (std::abs(C.Form.Coefficients[X]) == 1)
        return X;
  return std::nullopt;
}

/// Replaces a coordinate x of \p S by its value where an equality x = f has
/// one.
llvm::Expected<bool> Summation::substituteByEquality(Sum &S) const {
  for (size_t I = 0; I < S.Domain.size(); ++I) {
    std::optional<unsigned> X = solvedFor(S.Domain[I], S.Open);
    if (!X)
      continue;
    const AffineForm Equality = S.Domain[I].Form;
    int64_t Factor = Equality.Coefficients[*X];
    S.Domain.erase(S.Domain.begin() + I);
    for (AffineConstraint &C : S.Domain)
      if (!C.Form.add(Equality, -Factor * C.Form.Coefficients[*X]))
        return numberTooLarge();
    AffineForm Value = Equality;
    Value.Coefficients[*X] = 0;
    S.Value = S.Value.substituted(*X, polynomialOf(Value, -Factor));
    llvm::erase(S.Open, *X);
    return true;
  }
  return false;
}

/// What bounds \p X in \p S; an equality is a bound on both sides.
Summation::Bounds Summation::boundsOf(const Sum &S, unsigned X) const {
  Bounds Result;
  for (const AffineConstraint &C : S.Domain) {
    int64_t Factor = C.Form.Coefficients[X];
    if (Factor == 0) {
      Result.Others.push_back(C);
      continue;
    }
    AffineForm Rest, Negated;
    Rest = C.Form;
    Rest.Coefficients[X] = 0;
    Negated.Coefficients.resize(NumColumns, 0);
    (void)Negated.add(Rest, -1);
    int64_t Size = std::abs(Factor);
    // Factor x + Rest >= 0.
    bool IsLower = Factor > 0;
    if (IsLower || C.IsEquality)
      Result.Lower.push_back({Size, IsLower ? Negated : Rest});
    if (!IsLower || C.IsEquality)
      Result.Upper.push_back({Size, IsLower ? Negated : Rest});
  }
  return Result;
}

/// A bound of \p B with another summed coordinate \p Y whose coefficient its
/// factor, then \p Divisor, does not divide; null where there is none.
const AffineForm *Summation::firstUndivided(const Bounds &B, unsigned &Y,
                                            int64_t &Divisor) const {
  for (const std::vector<Bound> *Side : {&B.Lower, &B.Upper})
    for (const Bound &One : *Side)
      for (Y = Kept; Y < NumColumns; ++Y)
        if (One.Form.Coefficients[Y] % One.Factor != 0) {
          Divisor = One.Factor /
                    std::gcd(One.Factor, std::abs(One.Form.Coefficients[Y]));
          return &One.Form;
        }
  return nullptr;
}

/// How late to sum over \p X: whether coordinates must be split before, how
/// many bounds are floors, and the number of chambers.
Summation::Cost Summation::costOf(const Sum &S, unsigned X) const {
  Bounds B = boundsOf(S, X);
  unsigned Y;
  int64_t Divisor;
  auto IsFloor = [](const Bound &One) { return One.Factor != 1; };
  size_t NumFloors =
      llvm::count_if(B.Lower, IsFloor) + llvm::count_if(B.Upper, IsFloor);
  return {firstUndivided(B, Y, Divisor) != nullptr, NumFloors,
          B.Lower.size() * B.Upper.size()};
}

/// \p S for Y = Divisor y + r, r = 0, ..., Divisor - 1.
Error Summation::splitClasses(const Sum &S, unsigned Y, int64_t Divisor,
                              std::vector<Sum> &Rest) const {
  if (Divisor > limits::CountResidues)
    return llvm::make_error<IslError>(IslError::Budget,
                                      "a count has too many residue classes");
  for (int64_t R = 0; R < Divisor; ++R) {
    Sum Class = S;
    for (AffineConstraint &C : Class.Domain) {
      int64_t &Factor = C.Form.Coefficients[Y];
      C.Form.Constant += Factor * R;
      Factor *= Divisor;
    }
    auto HasPoints = simplify(Class.Domain);
    if (!HasPoints)
      return HasPoints.takeError();
    if (!*HasPoints)
      continue;
    Polynomial Value =
        Polynomial::variable(Y).scaled({Integer(Divisor), Integer(1)});
    Value += Polynomial::constant(Integer(R));
    Class.Value = Class.Value.substituted(Y, Value);
    Rest.push_back(std::move(Class));
  }
  return Error::success();
}

/// The greatest integer not above \p Argument / \p Divisor: multiples of the
/// divisor leave the floor.
Polynomial Summation::floorOf(AffineForm Argument, int64_t Divisor) {
  AffineForm Outside;
  Outside.Coefficients.resize(NumColumns, 0);
  auto Split = [Divisor](int64_t &Inside, int64_t &Out) {
    Out = llvm::divideFloorSigned(Inside, Divisor);
    Inside -= Out * Divisor;
  };
  for (unsigned K = 0; K < NumColumns; ++K)
    Split(Argument.Coefficients[K], Outside.Coefficients[K]);
  Split(Argument.Constant, Outside.Constant);
  Polynomial Result = polynomialOf(Outside, 1);
  if (Argument.numTerms() == 0)
    return Result;
  Argument.Coefficients.resize(Kept);
  FloorSymbol Symbol{std::move(Argument), Divisor};
  auto [It, IsNew] = FloorNumbers.try_emplace(Symbol, Floors.size());
  if (IsNew)
    Floors.push_back(std::move(Symbol));
  // Floors are numbered behind all columns until the pieces are complete.
  Result += Polynomial::variable(limits::CountColumns + It->second);
  return Result;
}

/// The least or greatest x that \p B allows: ceil(l / c) or floor(u / c).
Polynomial Summation::valueOf(const Bound &B, bool IsUpper) {
  AffineForm Form = B.Form;
  if (!IsUpper)
    Form.Constant += B.Factor - 1;
  return B.Factor == 1 ? polynomialOf(Form, 1) : floorOf(Form, B.Factor);
}

/// Appends the condition that \p A is at least \p B as fractions, or more than
/// that, to \p Domain; false if a number does not fit.
static bool addOrder(std::vector<AffineConstraint> &Domain, const AffineForm &A,
                     int64_t AFactor, const AffineForm &B, int64_t BFactor,
                     bool IsStrict) {
  std::optional<AffineForm> Difference = combined(A, BFactor, B, AFactor);
  if (!Difference)
    return false;
  Difference->Constant -= IsStrict;
  Domain.push_back({std::move(*Difference), false});
  return true;
}

/// Sums over \p X, in one chamber for each pair of a greatest lower bound and a
/// least upper bound. Where l / c <= u / d no integer may lie between them, but
/// ceil(l / c) <= floor(u / d) + 1, and the sum is 0.
Error Summation::eliminate(const Sum &S, unsigned X, std::vector<Sum> &Rest) {
  Bounds B = boundsOf(S, X);
  if (B.Lower.empty() || B.Upper.empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "the set has infinitely many points");
  unsigned Y;
  int64_t Divisor;
  if (firstUndivided(B, Y, Divisor))
    return splitClasses(S, Y, Divisor, Rest);
  std::vector<unsigned> Open = S.Open;
  llvm::erase(Open, X);
  for (size_t I = 0; I < B.Lower.size(); ++I)
    for (size_t J = 0; J < B.Upper.size(); ++J) {
      const Bound &L = B.Lower[I], &U = B.Upper[J];
      std::vector<AffineConstraint> Domain = B.Others;
      bool Fits = addOrder(Domain, U.Form, U.Factor, L.Form, L.Factor, false);
      for (size_t K = 0; K < B.Lower.size(); ++K)
        if (K != I)
          Fits &= addOrder(Domain, L.Form, L.Factor, B.Lower[K].Form,
                           B.Lower[K].Factor, K < I);
      for (size_t K = 0; K < B.Upper.size(); ++K)
        if (K != J)
          Fits &= addOrder(Domain, B.Upper[K].Form, B.Upper[K].Factor, U.Form,
                           U.Factor, K < J);
      if (!Fits)
        return numberTooLarge();
      auto HasPoints = simplify(Domain);
      if (!HasPoints)
        return HasPoints.takeError();
      if (*HasPoints)
        Rest.push_back(
            {std::move(Domain),
             sumOver(S.Value, X, valueOf(L, false), valueOf(U, true)), Open});
    }
  return Error::success();
}

/// Takes one step of \p S, which ends in a piece or in other sums.
Error Summation::step(Sum S, std::vector<Sum> &Rest) {
  for (bool MaySolve = true; MaySolve;) {
    auto IsSolved = substituteByEquality(S);
    if (!IsSolved)
      return IsSolved.takeError();
    MaySolve = *IsSolved;
  }
  if (!S.Open.empty()) {
    std::vector<Cost> Costs;
    for (unsigned X : S.Open)
      Costs.push_back(costOf(S, X));
    return eliminate(S, S.Open[llvm::min_element(Costs) - Costs.begin()], Rest);
  }
  for (AffineConstraint &C : S.Domain)
    C.Form.Coefficients.resize(Kept);
  Pieces.push_back({std::move(S.Domain), std::move(S.Value)});
  return Error::success();
}

std::vector<CountPiece> Summation::takePieces() {
  for (CountPiece &P : Pieces)
    for (unsigned F = 0; F < Floors.size(); ++F)
      P.Value = P.Value.substituted(limits::CountColumns + F,
                                    Polynomial::variable(Kept + F));
  return std::move(Pieces);
}

/// \p First, ..., \p End - 1.
static std::vector<unsigned> allFrom(unsigned First, unsigned End) {
  std::vector<unsigned> Result(End - First);
  std::iota(Result.begin(), Result.end(), First);
  return Result;
}

Error Summation::add(std::vector<AffineConstraint> Domain, Polynomial Value,
                     unsigned Columns) {
  NumColumns = Columns;
  auto HasPoints = simplify(Domain);
  if (!HasPoints)
    return HasPoints.takeError();
  std::vector<Sum> Rest;
  if (*HasPoints)
    Rest.push_back(
        {std::move(Domain), std::move(Value), allFrom(Kept, Columns)});
  while (!Rest.empty()) {
    if (Rest.size() + Pieces.size() > limits::CountPieces ||
        Budget::isTimeOver())
      return llvm::make_error<IslError>(IslError::Budget,
                                        "a count falls into too many pieces");
    Sum Next = std::move(Rest.back());
    Rest.pop_back();
    if (Error E = step(std::move(Next), Rest))
      return E;
  }
  return Error::success();
}
