//===- Existentials.cpp - Exact elimination over the integers -------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/Existentials.h"
#include "stevedore/Support/Answers.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/val.h"
#include <algorithm>
#include <vector>

using namespace stevedore;

namespace {

/// Expression >= 0, or Expression = 0.
struct Constraint {
  isl::aff Expression;
  bool IsEquality;
};

/// A constraint Factor * e + Rest >= 0, or with the sign of e taken out,
/// Rest - Factor * e >= 0; Factor > 0.
struct Bound {
  isl::val Factor;
  isl::aff Rest;
};

/// What constrains one variable.
struct Bounds {
  std::vector<Bound> Lower, Upper, Equal;
};

/// A convex set over its dimensions, followed by one dimension for each
/// existential variable of unknown value.
class Piece {
public:
  /// \p InRuns: divisions that depend on the last dimension are eliminated, too.
  explicit Piece(const isl::basic_set &From, bool InRuns = false);
  bool hasUnknowns() const { return !Unknown.empty(); }
  bool eliminateAll();
  isl::basic_set result() const;

private:
  isl::basic_set From;
  unsigned Parameters, Rank;
  /// The dimensions that remain to be eliminated.
  std::vector<unsigned> Unknown;
  /// The value of each integer division of From.
  std::vector<isl::aff> Divisions;
  std::vector<Constraint> Constraints;
  isl::aff Zero;

  template <typename Coefficient>
  isl::aff expression(Coefficient Get, isl::val Constant) const;
  void addDivision(const isl::aff &Value, const isl::aff &Quotient);
  bool involves(const isl::aff &A, unsigned At) const;
  bool isFree(const isl::aff &A) const;
  unsigned innermost(const isl::aff &A) const;
  bool eliminate(unsigned At);
  bool boundsOf(unsigned At, Bounds &B, std::vector<Constraint> &Others) const;
  bool pair(const Bound &Lower, const Bound &Upper, bool DivideUpper,
            isl::aff &Result) const;
};

} // namespace

static isl::aff scaled(const isl::aff &A, const isl::val &Factor) {
  return isl::manage(isl_aff_scale_val(A.copy(), Factor.copy()));
}

/// floor(\p A / \p Divisor)
static isl::aff divided(const isl::aff &A, const isl::val &Divisor) {
  return isl::manage(
      isl_aff_floor(isl_aff_scale_down_val(A.copy(), Divisor.copy())));
}

/// The expression whose coefficients over parameters, dimensions and divisions
/// of From \p Get returns.
template <typename Coefficient>
isl::aff Piece::expression(Coefficient Get, isl::val Constant) const {
  isl_aff *Result = Zero.copy();
  for (unsigned K = 0; K < Parameters; ++K)
    Result = isl_aff_set_coefficient_val(Result, isl_dim_param, K,
                                         Get(isl_dim_param, K).release());
  for (unsigned K = 0; K < Rank; ++K)
    Result = isl_aff_set_coefficient_val(Result, isl_dim_in, K,
                                         Get(isl_dim_set, K).release());
  Result = isl_aff_set_constant_val(Result, Constant.release());
  isl::aff Sum = isl::manage(Result);
  for (unsigned K = 0; K < Divisions.size(); ++K)
    if (isl::val Factor = Get(isl_dim_div, K); !Factor.is_zero().is_true())
      Sum = Sum.add(scaled(Divisions[K], Factor));
  return Sum;
}

static std::vector<isl::aff> divisionsOf(const isl::basic_set &S) {
  std::vector<isl::aff> Result;
  for (unsigned K = 0; K < dimensions(S, isl_dim_div); ++K)
    Result.push_back(isl::manage(isl_basic_set_get_div(S.get(), K)));
  return Result;
}

static bool isKnown(const isl::aff &Division) {
  return isl_aff_is_nan(Division.get()) == isl_bool_false;
}

/// f q <= e <= f q + f - 1 for q = floor(\p Value), the fraction e / f.
void Piece::addDivision(const isl::aff &Value, const isl::aff &Quotient) {
  isl::val Divisor =
      isl::manage(isl_aff_get_denominator_val(Value.get()));
  isl::aff Rest = scaled(Value.sub(Quotient), Divisor);
  Constraints.push_back({Rest, false});
  Constraints.push_back(
      {Rest.neg().add_constant(Divisor.sub(isl::val::one(Divisor.ctx()))),
       false});
}

/// Whether \p Division, of a set of \p Rank dimensions, is of unknown value or
/// depends on the last of them.
static bool splitsRuns(const isl::aff &Division, unsigned Rank) {
  return !isKnown(Division) ||
         (Rank != 0 && isl_aff_involves_dims(Division.get(), isl_dim_in,
                                             Rank - 1, 1) != isl_bool_false);
}

Piece::Piece(const isl::basic_set &From, bool InRuns)
    : From(From), Parameters(dimensions(From, isl_dim_param)),
      Rank(dimensions(From, isl_dim_set)) {
  std::vector<isl::aff> Local = divisionsOf(From);
  auto isEliminated = [&](const isl::aff &Division) {
    return InRuns ? splitsRuns(Division, Rank) : !isKnown(Division);
  };
  for (const isl::aff &Division : Local)
    if (isEliminated(Division))
      Unknown.push_back(Rank + Unknown.size());
  isl_space *Space = isl_space_params(isl_basic_set_get_space(From.get()));
  Space = isl_space_add_unnamed_tuple_ui(Space, Rank + Unknown.size());
  Zero = isl::manage(isl_aff_zero_on_domain_space(Space));
  unsigned Next = Rank;
  for (const isl::aff &Division : Local) {
    isl::aff Quotient;
    if (isEliminated(Division))
      Quotient = isl::manage(
          isl_aff_set_coefficient_si(Zero.copy(), isl_dim_in, Next++, 1));
    if (!isKnown(Division)) {
      Divisions.push_back(Quotient);
      continue;
    }
    auto Get = [&](isl_dim_type Type, unsigned At) {
      isl_dim_type Own = Type == isl_dim_set ? isl_dim_in : Type;
      return isl::manage(isl_aff_get_coefficient_val(Division.get(), Own, At));
    };
    isl::aff Value =
        expression(Get, isl::manage(isl_aff_get_constant_val(Division.get())));
    if (Quotient.is_null())
      Quotient = isl::manage(isl_aff_floor(Value.copy()));
    else
      addDivision(Value, Quotient);
    Divisions.push_back(Quotient);
  }
  for (const isl::constraint &C : constraintsOf(From)) {
    auto Get = [&](isl_dim_type Type, unsigned At) {
      return isl::manage(isl_constraint_get_coefficient_val(C.get(), Type, At));
    };
    Constraints.push_back(
        {expression(Get, isl::manage(isl_constraint_get_constant_val(C.get()))),
         isl_constraint_is_equality(C.get()) == isl_bool_true});
  }
}

bool Piece::involves(const isl::aff &A, unsigned At) const {
  return isl_aff_involves_dims(A.get(), isl_dim_in, At, 1) != isl_bool_false;
}

/// Whether \p A has nothing left to eliminate.
bool Piece::isFree(const isl::aff &A) const {
  return llvm::none_of(Unknown, [&](unsigned At) { return involves(A, At); });
}

/// Takes the constraints apart into those on dimension \p At and \p Others;
/// false if the dimension is inside of an integer division.
bool Piece::boundsOf(unsigned At, Bounds &B,
                     std::vector<Constraint> &Others) const {
  for (const Constraint &C : Constraints) {
    if (!involves(C.Expression, At)) {
      Others.push_back(C);
      continue;
    }
    isl::val Factor = isl::manage(
        isl_aff_get_coefficient_val(C.Expression.get(), isl_dim_in, At));
    isl::aff Rest = isl::manage(
        isl_aff_set_coefficient_si(C.Expression.copy(), isl_dim_in, At, 0));
    if (Factor.is_null() || Rest.is_null() || involves(Rest, At))
      return false;
    bool IsNegative = Factor.is_neg().is_true();
    if (C.IsEquality && IsNegative)
      Rest = Rest.neg();
    (C.IsEquality ? B.Equal
     : IsNegative ? B.Upper
                  : B.Lower)
        .push_back({Factor.abs(), Rest});
  }
  return true;
}

/// Whether a bound of one variable is that of a multiple of it.
static bool isDivided(const Bound &X) { return X.Factor.is_one().is_false(); }

/// The last dimension of the set that \p A depends on, counted from 1; 0 if on
/// none.
unsigned Piece::innermost(const isl::aff &A) const {
  unsigned Last = Rank;
  while (Last != 0 && !involves(A, Last - 1))
    --Last;
  return Last;
}

/// Whether \p Lower and \p Upper, bounds of one multiple of a variable, are so
/// far apart everywhere that one lies between them (Ancourt and Irigoin, theorem
/// 3).
static bool isAlwaysBetween(const Bound &Lower, const Bound &Upper) {
  isl::aff Apart = Lower.Rest.add(Upper.Rest);
  return Lower.Factor.eq(Upper.Factor).is_true() &&
         isl_aff_is_cst(Apart.get()) == isl_bool_true &&
         Apart.get_constant_val().ge(Lower.Factor.sub(
             isl::val::one(Lower.Factor.ctx()))).is_true();
}

/// The expression that is not negative iff an integer lies between \p Lower and
/// \p Upper: ceil(-l / a) <= floor(u / b). False if it would have a division of
/// something to be eliminated.
bool Piece::pair(const Bound &Lower, const Bound &Upper, bool DivideUpper,
                 isl::aff &Result) const {
  if (isDivided(Lower) && isDivided(Upper)) {
    unsigned OfLower = innermost(Lower.Rest), OfUpper = innermost(Upper.Rest);
    if (OfLower != OfUpper)
      DivideUpper = OfUpper < OfLower;
    bool Possible = isFree(DivideUpper ? Upper.Rest : Lower.Rest);
    if (!Possible && !isFree(DivideUpper ? Lower.Rest : Upper.Rest))
      return false;
    if (DivideUpper == Possible)
      Result = scaled(divided(Upper.Rest, Upper.Factor), Lower.Factor)
                   .add(Lower.Rest);
    else
      Result = scaled(divided(Lower.Rest, Lower.Factor), Upper.Factor)
                   .add(Upper.Rest);
    return true;
  }
  Result =
      scaled(Lower.Rest, Upper.Factor).add(scaled(Upper.Rest, Lower.Factor));
  return true;
}

/// Eliminates dimension \p At; false, with nothing changed, if that is not
/// possible.
bool Piece::eliminate(unsigned At) {
  Bounds B;
  std::vector<Constraint> Result;
  if (!boundsOf(At, B, Result))
    return false;
  for (const Bound &E : B.Equal) {
    B.Lower.push_back(E);
    B.Upper.push_back({E.Factor, E.Rest.neg()});
  }
  if (B.Lower.size() * B.Upper.size() > limits::EliminationPairs)
    return false;
  bool DivideUpper =
      llvm::count_if(B.Upper, isDivided) <= llvm::count_if(B.Lower, isDivided);
  for (const Bound &Lower : B.Lower)
    for (const Bound &Upper : B.Upper) {
      isl::aff Condition;
      if (isAlwaysBetween(Lower, Upper))
        continue;
      if (!pair(Lower, Upper, DivideUpper, Condition))
        return false;
      Result.push_back({Condition, false});
    }
  Constraints = std::move(Result);
  return true;
}

/// False if a variable remains.
bool Piece::eliminateAll() {
  while (!Unknown.empty()) {
    auto Found =
        llvm::find_if(Unknown, [&](unsigned At) { return eliminate(At); });
    if (Found == Unknown.end())
      return false;
    Unknown.erase(Found);
  }
  return true;
}

/// The set in the space of From.
isl::basic_set Piece::result() const {
  isl_space *Flat = isl_space_params(isl_basic_set_get_space(From.get()));
  Flat = isl_space_add_unnamed_tuple_ui(Flat, Rank);
  isl_basic_set *Set = isl_basic_set_universe(isl_space_copy(Flat));
  unsigned Added = countOf(Zero.dim(isl::dim::in)) - Rank;
  for (const Constraint &C : Constraints) {
    isl_aff *A =
        isl_aff_drop_dims(C.Expression.copy(), isl_dim_in, Rank, Added);
    Set = isl_basic_set_add_constraint(Set, C.IsEquality
                                                ? isl_equality_from_aff(A)
                                                : isl_inequality_from_aff(A));
  }
  isl_space *Between = isl_space_map_from_domain_and_range(
      Flat, isl_basic_set_get_space(From.get()));
  Set = isl_basic_set_apply(Set, isl_basic_map_equal(Between, Rank));
  return isl::manage(isl_basic_set_remove_redundancies(Set));
}

bool stevedore::hasExistentials(const isl::map &M) {
  bool Found = false;
  M.foreach_basic_map([&](isl::basic_map Convex) -> isl::stat {
    isl::basic_set Set = isl::manage(isl_basic_map_wrap(Convex.release()));
    Found |= !llvm::all_of(divisionsOf(Set), isKnown);
    return isl::stat::ok();
  });
  return Found;
}

/// The union of what \p Change makes of the pieces of \p M.
static isl::map
eachPiece(const isl::map &M,
          llvm::function_ref<isl_basic_map *(isl::basic_map)> Change) {
  isl::map Result = isl::map::empty(M.get_space());
  isl::stat Done = M.foreach_basic_map([&](isl::basic_map Convex) {
    Result = Result.unite(isl::map(isl::manage(Change(Convex))));
    return isl::stat::ok();
  });
  return Done.is_error() ? isl::map() : Result;
}

isl::map stevedore::withoutExistentials(const isl::map &M) {
  return eachPiece(M, [](isl::basic_map Convex) {
    isl::basic_set Set = isl::manage(isl_basic_map_wrap(Convex.copy()));
    Piece P(Set);
    if (!P.hasUnknowns() || !P.eliminateAll())
      return Convex.release();
    return isl_basic_set_unwrap(P.result().release());
  });
}

/// Whether no division of \p S splits it along its last dimension.
static bool isRun(const isl::basic_set &S) {
  unsigned Rank = dimensions(S, isl_dim_set);
  return llvm::none_of(divisionsOf(S), [&](const isl::aff &Division) {
    return splitsRuns(Division, Rank);
  });
}

isl::set stevedore::inRuns(const isl::set &S) {
  if (!hasDivisions(S))
    return S;
  isl::set Result = isl::set::empty(S.get_space());
  bool HasChanged = false;
  isl::stat Done = S.foreach_basic_set([&](isl::basic_set Convex) {
    Piece P(Convex, /*InRuns=*/true);
    if (P.hasUnknowns() && P.eliminateAll())
      if (isl::basic_set Runs = P.result(); isRun(Runs)) {
        Convex = Runs;
        HasChanged = true;
      }
    Result = Result.unite(isl::set(Convex));
    return isl::stat::ok();
  });
  if (Done.is_error())
    return isl::set();
  return HasChanged ? Result : S;
}

isl::map stevedore::withoutDivisions(const isl::map &M) {
  return eachPiece(M, [](isl::basic_map Convex) {
    return isl_basic_map_remove_redundancies(
        isl_basic_map_remove_divs(Convex.release()));
  });
}

/// Whether \p Piece lies in one of \p Pieces, which then comes first: the next
/// piece is often beside this one.
static isl::boolean isInOneOf(const isl::basic_map &Piece,
                              std::vector<isl::basic_map> &Pieces) {
  for (auto Other = Pieces.begin(); Other != Pieces.end(); ++Other) {
    isl::boolean Inside = Piece.is_subset(*Other);
    if (Inside.is_false())
      continue;
    std::rotate(Pieces.begin(), Other, Other + 1);
    return Inside;
  }
  return isl::boolean(false);
}

static isl::boolean isIncludedAnew(const isl::map &A, const isl::map &B) {
  isl::map Known = withoutExistentials(B);
  bool IsConvex = isl_map_n_basic_map(A.get()) == 1 ||
                  isl_map_n_basic_map(Known.get()) == 1;
  if (IsConvex)
    return A.is_subset(Known);
  std::vector<isl::basic_map> Pieces;
  Known.foreach_basic_map([&](isl::basic_map Piece) {
    Pieces.push_back(Piece);
    return isl::stat::ok();
  });
  isl::map Rest = isl::map::empty(A.get_space());
  isl::stat Done = A.foreach_basic_map([&](isl::basic_map Piece) -> isl::stat {
    isl::boolean Inside = isInOneOf(Piece, Pieces);
    if (Inside.is_false())
      Rest = Rest.unite(isl::map(Piece));
    return Inside.is_error() ? isl::stat::error() : isl::stat::ok();
  });
  if (Done.is_error() || Known.is_null())
    return isl::boolean();
  return Rest.is_subset(Known);
}

isl::boolean stevedore::isIncluded(const isl::map &A, const isl::map &B) {
  return answered(Question(A.ctx(), "included").about(A).about(B),
                  [&] { return isIncludedAnew(A, B); });
}
