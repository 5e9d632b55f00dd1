//===- Smaller.cpp - Small numbers in place of large constants ------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Smaller.h"
#include "Machine.h"
#include "stevedore/Scop/Text.h"
#include "stevedore/Support/AffineForm.h"
#include "stevedore/Support/Integer.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/map.h"
#include "isl/mat.h"
#include "isl/set.h"
#include "isl/val.h"
#include <numeric>

namespace stevedore {
namespace replay {

using looptree::Expr;

/// The equalities or the inequalities of \p Set: the constant first, then the
/// coefficients of parameters, dimensions and existential variables.
static isl_mat *matrixOf(const isl::basic_set &Set, bool Equalities) {
  auto Of = Equalities ? isl_basic_set_equalities_matrix
                       : isl_basic_set_inequalities_matrix;
  return Of(Set.get(), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div);
}

/// \p Matrix, which is taken, with what \p Replace makes of each number, where
/// \p IsConstant tells constants from factors; null if a number does not fit.
static isl_mat *
replaceNumbers(isl_mat *Matrix,
               llvm::function_ref<int64_t(int64_t, bool IsConstant)> Replace) {
  for (unsigned R = 0; Matrix && R < countOf(isl_mat_rows(Matrix)); ++R)
    for (unsigned C = 0; Matrix && C < countOf(isl_mat_cols(Matrix)); ++C) {
      std::optional<int64_t> Old =
          toInt64(isl_mat_get_element_val(Matrix, R, C));
      if (!Old)
        return isl_mat_free(Matrix);
      if (int64_t New = Replace(*Old, C == 0); New != *Old)
        Matrix = isl_mat_set_element_val(
            Matrix, R, C, isl_val_int_from_si(isl_mat_get_ctx(Matrix), New));
    }
  return Matrix;
}

/// Whether \p Number is the same whatever the constants are. What can be no
/// number of iterations is none.
bool SmallerConstants::isPlain(int64_t Number) const {
  int64_t Size = std::abs(Number);
  return Size < limits::ReplayConstant ||
         Size > std::numeric_limits<int32_t>::max() / 4 ||
         Strides.count(Size) || llvm::any_of(TileSizes, [&](int64_t Tile) {
           return std::abs(Size - Tile) <= Slack;
         });
}

/// Whether \p Rest may be what \p Count numbers are away from constants.
/// Constant tile sizes are added to bounds and subtracted from them.
bool SmallerConstants::isNear(int64_t Rest, int64_t Count) const {
  return std::abs(Rest) <= Slack * Count ||
         llvm::any_of(TileSizes, [&](int64_t Tile) {
           return std::abs(std::abs(Rest) - Tile) <= Slack;
         });
}

/// Whether \p Number may be the origin of the first or the last tile of a loop,
/// which is \p Rest away from a bound of the loop.
bool SmallerConstants::isOrigin(int64_t Number, int64_t Rest) const {
  return llvm::any_of(TileSizes, [&](int64_t Tile) {
    return Number % Tile == 0 && std::abs(Rest) < Tile + Slack;
  });
}

std::pair<int64_t, int64_t> SmallerConstants::Sum::weight() const {
  int64_t Size = 0;
  for (int64_t F : Factors)
    Size += 2 * std::abs(F) - (F > 0);
  return {Size, std::abs(Rest)};
}

/// The simplest sum of small multiples of one constant or of two, or the
/// difference of two, and of a number that is near to 0.
std::optional<SmallerConstants::Sum>
SmallerConstants::sumOf(int64_t Number) const {
  static const int64_t Factors[] = {1, 2, 3, 4, 6, 8};
  const int64_t Sign = Number < 0 ? -1 : 1;
  std::optional<Sum> Best;
  auto consider = [&](size_t I, int64_t FactorOfI, size_t J,
                      int64_t FactorOfJ) {
    int64_t Rest = Number - FactorOfI * Constants[I] - FactorOfJ * Constants[J];
    int64_t Count = std::abs(FactorOfI) + std::abs(FactorOfJ);
    if (!isNear(Rest, Count) && !(Count == 1 && isOrigin(Number, Rest)))
      return;
    Sum New{std::vector<int64_t>(Constants.size()), Rest};
    New.Factors[I] += FactorOfI;
    New.Factors[J] += FactorOfJ;
    if (!Best || New.weight() < Best->weight())
      Best = std::move(New);
  };
  for (size_t I = 0; I < Constants.size(); ++I) {
    for (int64_t FactorOfI : Factors)
      consider(I, Sign * FactorOfI, I, 0);
    for (size_t J = 0; J < I; ++J) {
      consider(I, Sign, J, -Sign);
      for (int64_t FactorOfI : Factors)
        for (int64_t FactorOfJ : Factors)
          consider(I, Sign * FactorOfI, J, Sign * FactorOfJ);
    }
  }
  return Best;
}

/// \p Number as a size times the length of a row, with something that is added
/// in that.
std::optional<SmallerConstants::Product>
SmallerConstants::productOf(int64_t Number) const {
  std::vector<int64_t> Lengths = Constants;
  Lengths.insert(Lengths.end(), RowLengths.begin(), RowLengths.end());
  for (int64_t Length : Lengths) {
    int64_t Rows = llvm::divideFloorSigned(Number + Length / 2, Length);
    int64_t Rest = Number - Rows * Length;
    if (isPlain(Rows) || !isNear(Rest, 1))
      continue;
    std::optional<Sum> First = sumOf(Rows), Second = sumOf(Length);
    if (First && Second)
      return Product{std::move(*First), std::move(*Second), Rest};
  }
  return std::nullopt;
}

/// Sizes of buffers are products of tile sizes.
bool SmallerConstants::isKnown(int64_t Number) const {
  return isPlain(Number) || !TileSizes.empty() || sumOf(Number) ||
         productOf(Number);
}

int64_t SmallerConstants::valueOf(const Sum &Of) const {
  int64_t Result = Of.Rest;
  for (size_t I = 0; I < Values.size(); ++I)
    Result += Of.Factors[I] * Values[I];
  return Result;
}

int64_t SmallerConstants::valueOf(int64_t Number) const {
  if (isPlain(Number))
    return Number;
  if (std::optional<Sum> Simple = sumOf(Number))
    return valueOf(*Simple);
  std::optional<Product> Of = productOf(Number);
  return Of ? valueOf(Of->Rows) * valueOf(Of->Length) + Of->Rest : Number;
}

Expr SmallerConstants::expression(const Expr &E) const {
  if (E.kind() == Expr::Integer) {
    std::optional<int64_t> Value = toInt64(E.value());
    return Value ? Expr(valueOf(*Value)) : E;
  }
  if (E.operands().empty())
    return E;
  std::vector<Expr> Operands;
  for (const Expr &Operand : E.operands())
    Operands.push_back(expression(Operand));
  if (E.kind() != Expr::AffineSum)
    return Expr::make(E.kind(), std::move(Operands));
  looptree::Affine Result(valueOf(E.constant()));
  for (size_t I = 0; I < Operands.size(); ++I)
    Result.add(looptree::Affine::atom(Operands[I]),
               valueOf(E.coefficients()[I]));
  return Result.expr();
}

/// Finds sizes: the constants in contexts, domains and extents.
llvm::Error SmallerConstants::collect() {
  int64_t Small = 0;
  bool Fits = true;
  auto look = [&](const isl::set &Set, bool HasSizes) {
    auto visit = [&](int64_t Number, bool IsConstant) {
      int64_t Size = std::abs(Number);
      Numbers.insert(Size);
      if (Size < limits::ReplayConstant)
        Small = std::max(Small, Size);
      else if (!IsConstant)
        RowLengths.insert(Size);
      else if (HasSizes)
        Sizes.insert(Size);
      return Number;
    };
    Set.foreach_basic_set([&](const isl::basic_set &Piece) -> isl::stat {
      for (bool Equalities : {true, false}) {
        isl_mat *Seen = replaceNumbers(matrixOf(Piece, Equalities), visit);
        Fits &= Seen != nullptr;
        isl_mat_free(Seen);
      }
      return Fits ? isl::stat::ok() : isl::stat::error();
    });
  };
  look(S->Context, true);
  for (const Statement &Stmt : S->Statements) {
    look(Stmt.Domain, true);
    for (const Access &A : Stmt.Accesses)
      look(A.Relation.wrap(), false);
  }
  for (const Array &A : S->Arrays)
    if (!A.Extent.is_null())
      look(A.Extent, true);
  if (!Fits)
    return islError(S->ctx(), "the constants of the original loops");
  Slack = 3 * (Small + 1);
  Least = Small;
  chooseConstants();
  std::set<int64_t> Lengths;
  for (int64_t Factor : RowLengths)
    (sumOf(Factor) ? Lengths : Strides).insert(Factor);
  RowLengths = std::move(Lengths);
  chooseConstants();
  return llvm::Error::success();
}

/// A size that stems from no smaller one is a constant. Bounds are one less
/// than sizes.
void SmallerConstants::chooseConstants() {
  Constants.clear();
  for (int64_t Size : Sizes)
    if (!isPlain(Size) && !sumOf(Size) && !productOf(Size))
      Constants.push_back(Size + Size % 2);
}

/// Collects the numbers of \p Loops. Returns one that stems from nothing.
std::optional<int64_t> SmallerConstants::unknown(const looptree::Block &Loops) {
  std::optional<int64_t> Result;
  auto visit = [&](int64_t Number) {
    if (!isKnown(Number))
      Result = Number;
    Numbers.insert(std::abs(Number));
  };
  looptree::walk(Loops, [&](const looptree::Node &N) {
    for (const Expr *E : looptree::expressionsOf(N))
      E->walk([&](const Expr &Part) {
        if (Part.kind() == Expr::Integer)
          visit(toInt64(Part.value()).value_or(0));
        if (Part.kind() != Expr::AffineSum)
          return;
        visit(Part.constant());
        llvm::for_each(Part.coefficients(), visit);
      });
  });
  return Result;
}

/// Takes numbers of \p Loops that stem from nothing for sizes, as long as
/// others are multiples of them, so that there are no more constants than
/// before.
llvm::Error SmallerConstants::extend(const looptree::Block &Loops) {
  size_t NumConstants = Constants.size();
  while (std::optional<int64_t> Unknown = unknown(Loops)) {
    bool IsNew = Sizes.insert(std::abs(*Unknown)).second;
    chooseConstants();
    if (!IsNew || Constants.size() > NumConstants)
      return llvm::createStringError(
          "its smallest instances take too many steps, and " +
          llvm::Twine(*Unknown) + " in its loops stems from none of its sizes");
  }
  return llvm::Error::success();
}

/// Whether all numbers keep their order; products are far beyond the others.
bool SmallerConstants::isMonotone() const {
  int64_t Last = -1;
  for (const Sum &Number : Sums)
    if (int64_t Value = valueOf(Number); Value > Last)
      Last = Value;
    else
      return false;
  return true;
}

/// The least number that all tile sizes divide; 1 if it is large.
int64_t SmallerConstants::period() const {
  int64_t Result = 1;
  for (int64_t Tile : TileSizes)
    if (Tile > limits::ReplayTileSize ||
        (Result = std::lcm(Result, Tile)) > limits::ReplayTileSize)
      return 1;
  return Result;
}

/// The least number from \p Value that leaves the remainder of constant number
/// \p I modulo \p Period.
int64_t SmallerConstants::congruent(int64_t Value, size_t I,
                                    int64_t Period) const {
  return Value + (Constants[I] - Value) % Period;
}

/// Values whose last tiles are as full as those of the constants, \p Period
/// being a multiple of the tile sizes or 1.
bool SmallerConstants::choose(unsigned Size, int64_t Period) {
  int64_t End = std::min(Constants.front(), limits::ReplayTileSize);
  for (int64_t From = Least + 1 + 4 * Size; From < End; ++From) {
    int64_t First = congruent(From, 0, Period);
    for (int64_t Distance = 1; First < End && Distance <= First;
         Distance *= 2) {
      Values = {First};
      for (size_t I = 1; I < Constants.size(); ++I) {
        int64_t Next = std::min(Distance, Constants[I] - Constants[I - 1]);
        Values.push_back(congruent(Values.back() + Next, I, Period));
      }
      if (isMonotone())
        return true;
    }
  }
  return false;
}

/// The values are no farther apart than the constants, and nothing changes
/// places.
bool SmallerConstants::choose(unsigned Size) {
  return choose(Size, period()) || choose(Size, 1);
}

std::string SmallerConstants::text() const {
  std::string Result;
  for (size_t I = 0; I < Constants.size(); ++I)
    Result += (I > 0 ? ", " : "") + std::to_string(Values[I]) +
              " in place of " + std::to_string(Constants[I]);
  return Result;
}

llvm::Error SmallerConstants::replace(isl::set &Set) const {
  auto small = [&](int64_t Number, bool) { return valueOf(Number); };
  isl::set Result;
  Set.foreach_basic_set([&](const isl::basic_set &Old) -> isl::stat {
    isl::set New = isl::manage(
        isl_set_from_basic_set(isl_basic_set_from_constraint_matrices(
            isl_basic_set_get_space(Old.get()),
            replaceNumbers(matrixOf(Old, true), small),
            replaceNumbers(matrixOf(Old, false), small), isl_dim_cst,
            isl_dim_param, isl_dim_set, isl_dim_div)));
    Result = Result.is_null() ? New : Result.unite(New);
    return isl::stat::ok();
  });
  if (!Set.is_empty().is_true())
    Set = Result;
  return Set.is_null() ? islError(S->ctx(), "smaller loops of the original")
                       : llvm::Error::success();
}

llvm::Error SmallerConstants::replace(isl::map &Map) const {
  isl::set Wrapped = Map.wrap();
  if (llvm::Error E = replace(Wrapped))
    return E;
  Map = Wrapped.unwrap();
  return llvm::Error::success();
}

llvm::Expected<Scop> SmallerConstants::program() const {
  Scop Result = *S;
  llvm::Error Failed = replace(Result.Context);
  isl::union_map Theta = isl::manage(isl_union_map_empty_ctx(S->ctx()));
  S->Order.get_map().foreach_map([&](isl::map M) -> isl::stat {
    if (!Failed)
      Failed = replace(M);
    Theta = Theta.unite(isl::union_map(M));
    return isl::stat::ok();
  });
  for (Statement &Stmt : Result.Statements) {
    if (!Failed)
      Failed = replace(Stmt.Domain);
    for (Access &A : Stmt.Accesses)
      if (!Failed)
        Failed = replace(A.Relation);
  }
  for (Array &A : Result.Arrays)
    if (!Failed && !A.Extent.is_null())
      Failed = replace(A.Extent);
  if (Failed)
    return std::move(Failed);
  Result.Order = scheduleTree(Result.domain(), Theta);
  return Result;
}

llvm::Expected<SmallerConstants>
SmallerConstants::make(const looptree::Block &Loops, const Scop &S,
                       llvm::ArrayRef<int64_t> TileSizes) {
  SmallerConstants Result(S, TileSizes);
  if (llvm::Error E = Result.collect())
    return std::move(E);
  if (Result.Constants.empty())
    return llvm::createStringError(
        "its smallest instances take too many steps");
  if (llvm::Error E = Result.extend(Loops))
    return std::move(E);
  for (int64_t Number : Result.Numbers)
    if (Result.isPlain(Number))
      Result.Sums.push_back(
          {std::vector<int64_t>(Result.Constants.size()), Number});
    else if (std::optional<Sum> Of = Result.sumOf(Number))
      Result.Sums.push_back(std::move(*Of));
  return Result;
}

} // namespace replay
} // namespace stevedore
