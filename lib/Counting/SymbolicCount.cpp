//===- SymbolicCount.cpp - Counts in closed form --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Counting/SymbolicCount.h"
#include "Summation.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/aff.h"
#include "isl/local_space.h"
#include "isl/set.h"
#include <tuple>

using namespace stevedore;
using llvm::Error;
using llvm::Expected;

bool FloorSymbol::operator<(const FloorSymbol &Other) const {
  return std::tie(Argument, Divisor) < std::tie(Other.Argument, Other.Divisor);
}

static Error noClosedForm() {
  return llvm::make_error<IslError>(
      IslError::Budget, "the pieces of a count cannot be brought apart");
}

/// Appends what makes column \p Q the floor of \p Division.
static void addDivision(ConvexPiece &Piece, const RationalForm &Division,
                        unsigned Q) {
  AffineConstraint Least, Greatest;
  Least.Form = Division;
  Least.Form.Coefficients.resize(Piece.Columns, 0);
  Least.Form.Coefficients[Q] -= Division.Denominator;
  Greatest.Form.Coefficients.resize(Piece.Columns, 0);
  (void)Greatest.Form.add(Least.Form, -1);
  Greatest.Form.Constant += Division.Denominator - 1;
  Piece.Constraints.push_back(std::move(Least));
  Piece.Constraints.push_back(std::move(Greatest));
}

Expected<ConvexPiece> stevedore::convexPiece(const isl::basic_set &Set) {
  unsigned Params = dimensions(Set, isl_dim_param);
  unsigned Dims = dimensions(Set, isl_dim_set);
  unsigned Divs = dimensions(Set, isl_dim_div);
  ConvexPiece Result{{}, Params + Dims + Divs};
  if (Result.Columns > limits::CountColumns)
    return noClosedForm();
  for (const isl::constraint &C : constraintsOf(Set)) {
    auto Row = toAffineConstraint(
        C, {{isl_dim_param, Params}, {isl_dim_set, Dims}, {isl_dim_div, Divs}});
    if (!Row)
      return noClosedForm();
    Result.Constraints.push_back(std::move(*Row));
  }
  isl_local_space *Local = isl_basic_set_get_local_space(Set.get());
  for (unsigned Q = 0; Q < Divs; ++Q) {
    isl::aff Value = isl::manage(isl_local_space_get_div(Local, Q));
    auto Division = Value.is_null()
                        ? std::nullopt
                        : toRationalForm(Value, {{isl_dim_param, Params},
                                                 {isl_dim_in, Dims},
                                                 {isl_dim_div, Divs}});
    if (!Division) {
      isl_local_space_free(Local);
      return noClosedForm();
    }
    addDivision(Result, *Division, Params + Dims + Q);
  }
  isl_local_space_free(Local);
  return Result;
}

Expected<isl::set> stevedore::inDisjointPieces(isl::set Points) {
  isl_ctx *Ctx = Points.ctx().get();
  Points = Points.flatten();
  Points = coalesced(isl::manage(isl_set_compute_divs(Points.release())));
  Points = isl::manage(isl_set_make_disjoint(Points.release()));
  Points = isl::manage(isl_set_compute_divs(Points.release()));
  if (Points.is_null())
    return islError(Ctx, "the disjoint pieces of a count");
  return Points;
}

static std::vector<std::string> parameterNames(const isl::set &Set) {
  std::vector<std::string> Result;
  for (unsigned P = 0; P < countOf(Set.dim(isl::dim::param)); ++P)
    Result.push_back(isl_set_get_dim_name(Set.get(), isl_dim_param, P));
  return Result;
}

Expected<SymbolicCount>
stevedore::countSymbolically(isl::set Points,
                             std::vector<std::string> Coordinates) {
  SymbolicCount Result;
  Result.Parameters = parameterNames(Points);
  Result.Coordinates = std::move(Coordinates);
  Summation Sum(Points.ctx(), Result.numVariables(), Result.Floors);
  Error Failed = Error::success();
  Points.foreach_basic_set([&](isl::basic_set Piece) -> isl::stat {
    auto Convex = convexPiece(Piece);
    if (!Failed)
      Failed = Convex
                   ? Sum.add(std::move(Convex->Constraints),
                             Polynomial::constant(Integer(1)), Convex->Columns)
                   : Convex.takeError();
    return Failed ? isl::stat::error() : isl::stat::ok();
  });
  if (Failed)
    return std::move(Failed);
  Result.Pieces = Sum.takePieces();
  return std::move(Result);
}

static std::string formText(const AffineForm &Form, const SymbolicCount &C) {
  std::vector<std::string> Names = C.Parameters;
  Names.insert(Names.end(), C.Coordinates.begin(), C.Coordinates.end());
  QuasiAffineForm Whole;
  static_cast<AffineForm &>(Whole) = Form;
  return Whole.text(Names);
}

std::string SymbolicCount::nameOf(unsigned Variable) const {
  if (Variable < Parameters.size())
    return Parameters[Variable];
  if (Variable < numVariables())
    return Coordinates[Variable - Parameters.size()];
  const FloorSymbol &F = Floors[Variable - numVariables()];
  return "floor((" + formText(F.Argument, *this) + ")/" +
         std::to_string(F.Divisor) + ")";
}

/// "T1 <= N - I1": what has a negative factor stands on the left.
static std::string constraintText(const AffineConstraint &A,
                                  const SymbolicCount &C) {
  AffineForm Left, Right;
  Left.Coefficients.resize(A.Form.Coefficients.size(), 0);
  Right = Left;
  for (unsigned K = 0; K < A.Form.Coefficients.size(); ++K)
    if (A.Form.Coefficients[K] < 0)
      Left.Coefficients[K] = -A.Form.Coefficients[K];
    else
      Right.Coefficients[K] = A.Form.Coefficients[K];
  Right.Constant = A.Form.Constant;
  if (A.Form.Constant < 0 || Left.numTerms() == 0) {
    Left.Constant = -A.Form.Constant;
    Right.Constant = 0;
  }
  return formText(Left, C) + (A.IsEquality ? " = " : " <= ") +
         formText(Right, C);
}

void stevedore::printDomain(llvm::raw_ostream &OS, const SymbolicCount &C,
                            llvm::ArrayRef<AffineConstraint> Domain) {
  bool IsFirst = true;
  for (const AffineConstraint &A : Domain) {
    OS << (IsFirst ? " : " : " and ") << constraintText(A, C);
    IsFirst = false;
  }
  OS << "\n";
}

void stevedore::print(llvm::raw_ostream &OS, const SymbolicCount &C,
                      llvm::StringRef Indent) {
  for (const CountPiece &P : C.Pieces) {
    OS << Indent << P.Value.text([&](unsigned V) { return C.nameOf(V); });
    printDomain(OS, C, P.Domain);
  }
  if (C.Pieces.empty())
    OS << Indent << "0\n";
}
