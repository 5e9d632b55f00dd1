//===- Recurrences.cpp - Values that loops carry --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow/Recurrences.h"
#include "Expression/Subscripts.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include <vector>

using namespace stevedore;

namespace {

/// One affine expression of a piecewise one.
struct Piece {
  isl::set Domain;
  isl::aff Value;
};

} // namespace

static std::vector<Piece> piecesOf(const isl::pw_aff &V) {
  std::vector<Piece> Pieces;
  V.foreach_piece([&](isl::set Domain, isl::aff Value) -> isl::stat {
    Pieces.push_back({Domain, Value});
    return isl::stat::ok();
  });
  return Pieces;
}

static isl::pw_aff fromPiece(const Piece &P) {
  return isl::manage(isl_pw_aff_alloc(P.Domain.copy(), P.Value.copy()));
}

/// \p A on its domain, \p B elsewhere; null values are defined nowhere.
static isl::pw_aff beside(const isl::pw_aff &A, const isl::pw_aff &B) {
  if (A.is_null() || B.is_null())
    return A.is_null() ? B : A;
  return A.union_add(B);
}

static bool involves(const Piece &P, const isl::id &Id) {
  int InSet = isl_set_find_dim_by_id(P.Domain.get(), isl_dim_param, Id.get());
  return InSet >= 0 && isl_set_involves_dims(P.Domain.get(), isl_dim_param,
                                             InSet, 1) != isl_bool_false;
}

static bool involves(const isl::aff &V, const isl::id &Id) {
  isl::pw_aff Value(V);
  return isl_pw_aff_involves_param_id(Value.get(), Id.get()) != isl_bool_false;
}

template <typename T>
static bool involvesAny(const T &Object, llvm::ArrayRef<isl::id> Ids) {
  for (const isl::id &Id : Ids)
    if (involves(Object, Id))
      return true;
  return false;
}

/// \p P without the parameters \p Ids, which it does not involve.
static Piece withoutParameters(Piece P, llvm::ArrayRef<isl::id> Ids) {
  for (const isl::id &Id : Ids) {
    int InSet = isl_set_find_dim_by_id(P.Domain.get(), isl_dim_param, Id.get());
    if (InSet >= 0)
      P.Domain = isl::manage(
          isl_set_project_out(P.Domain.release(), isl_dim_param, InSet, 1));
    isl::space Space = P.Value.domain().space();
    int InValue =
        isl_space_find_dim_by_id(Space.get(), isl_dim_param, Id.get());
    if (InValue >= 0)
      P.Value = isl::manage(
          isl_aff_drop_dims(P.Value.release(), isl_dim_param, InValue, 1));
  }
  return P;
}

/// Whether \p V, { [o,i] -> [v] }, is a sum of parameters with whole factors,
/// none of which is in \p Unknown.
static bool isOfParameters(const isl::aff &V, llvm::ArrayRef<isl::id> Unknown) {
  unsigned Depth = countOf(isl_aff_dim(V.get(), isl_dim_in));
  return isl_aff_dim(V.get(), isl_dim_div) == 0 &&
         isl_aff_involves_dims(V.get(), isl_dim_in, 0, Depth) ==
             isl_bool_false &&
         !involvesAny(V, Unknown) &&
         isl::manage(isl_aff_get_denominator_val(V.get())).is_one().is_true();
}

/// Adds to \p To that the iterations \p Where add \p V times \p Factors; false
/// if that is no product of parameters.
static bool
addProduct(Recurrence &To, std::vector<std::string> Factors, const Piece &P,
           llvm::ArrayRef<isl::id> Unknown,
           llvm::function_ref<std::string(const isl::pw_aff &)> KeyOf) {
  if (!isOfParameters(P.Value, Unknown))
    return false;
  Piece Known = withoutParameters(P, Unknown);
  isl::val Number = isl::val(P.Domain.ctx(), 1);
  if (Known.Value.is_cst().is_true()) {
    Number = Known.Value.constant_val();
  } else {
    isl::pw_aff Form(Known.Value);
    Form = isl::manage(isl_pw_aff_drop_dims(Form.release(), isl_dim_in, 0,
                                            countOf(P.Domain.tuple_dim())));
    Factors.push_back(KeyOf(Form));
    if (Factors.back().empty())
      return false;
    llvm::sort(Factors);
  }
  if (!Number.is_zero().is_true())
    To.Products.push_back({std::move(Factors), Number, Known.Domain});
  return true;
}

/// Says that \p To is not known for the parameters for which there are
/// iterations \p Where.
static void leaveOut(Recurrence &To, const isl::set &Where) {
  if (Where.is_empty().is_true())
    return;
  isl::set Parameters = Where.params();
  To.Without = To.Without.is_null() ? Parameters : To.Without.unite(Parameters);
}

/// \p P where the parameters of its value are not negative.
static Piece whereNotNegative(const Piece &P) {
  isl::set Domain = isl::manage(isl_set_align_params(
      P.Domain.copy(), P.Value.domain().space().release()));
  for (unsigned I = 0, E = countOf(Domain.dim(isl::dim::param)); I < E; ++I) {
    isl::id Id =
        isl::manage(isl_set_get_dim_id(Domain.get(), isl_dim_param, I));
    if (involves(P.Value, Id))
      Domain = isl::manage(
          isl_set_lower_bound_si(Domain.release(), isl_dim_param, I, 0));
  }
  return {Domain, isl::manage(isl_aff_gist(P.Value.copy(), Domain.copy()))};
}

/// addProduct(), at least for parameters that are not negative: there
/// `p % 4` may be p. For others \p To is not known.
static void
addProducts(Recurrence &To, const std::vector<std::string> &Factors,
            const Piece &P, llvm::ArrayRef<isl::id> Unknown,
            llvm::function_ref<std::string(const isl::pw_aff &)> KeyOf) {
  if (addProduct(To, Factors, P, Unknown, KeyOf))
    return;
  Piece Part = whereNotNegative(P);
  isl::set Rest = P.Domain;
  if (Part.Domain.is_empty().is_false() &&
      addProduct(To, Factors, Part, Unknown, KeyOf))
    Rest = Rest.subtract(Part.Domain);
  leaveOut(To, withoutParameters({Rest, P.Value}, Unknown).Domain);
}

std::optional<Recurrence> stevedore::recurrenceOf(
    const TermSum &End, const isl::set &Iterations, const isl::id &Start,
    llvm::ArrayRef<isl::id> Unknown,
    llvm::function_ref<std::string(const isl::pw_aff &)> KeyOf) {
  Recurrence Result;
  for (const SubscriptTerm &Term : End) {
    isl::pw_aff OfLoop = Term.Coefficient.intersect_domain(Iterations);
    Piece Missing = {Iterations.subtract(OfLoop.domain()), {}};
    if (Missing.Domain.is_empty().is_error() || involvesAny(Missing, Unknown))
      return std::nullopt;
    leaveOut(Result, Missing.Domain);
    for (const Piece &P : piecesOf(OfLoop)) {
      if (involvesAny(P, Unknown))
        return std::nullopt;
      if (!Term.Factors.empty()) {
        addProducts(Result, Term.Factors, P, Unknown, KeyOf);
        continue;
      }
      isl::pw_aff Held = isl::pw_aff::param_on_domain(
          isl::set::universe(P.Domain.space()), Start);
      isl::aff Added = isl::pw_aff(P.Value).sub(Held).as_aff();
      if (!involvesAny(P.Value, Unknown)) {
        Result.Set =
            beside(Result.Set, fromPiece(withoutParameters(P, Unknown)));
        continue;
      }
      isl::val Constant = Added.constant_val();
      bool IsConstant =
          Added.is_cst().is_true() && Constant.is_int().is_true() &&
          Constant.abs().le(isl::val(P.Domain.ctx(), INT32_MAX)).is_true();
      if (!IsConstant) {
        addProducts(Result, {}, {P.Domain, Added}, Unknown, KeyOf);
        continue;
      }
      long Step = isl_val_get_num_si(Constant.get());
      isl::set Where = withoutParameters(P, Unknown).Domain;
      auto [It, IsNew] = Result.Added.try_emplace(Step, Where);
      if (!IsNew)
        It->second = coalesced(It->second.unite(Where));
    }
  }
  Result.Added.erase(0);
  bool IsSet =
      !Result.Set.is_null() || llvm::all_of(End, [](const SubscriptTerm &Term) {
        return !Term.Factors.empty();
      });
  bool IsNowhere = !Result.Without.is_null() &&
                   Iterations.params().is_subset(Result.Without).is_true();
  if (IsNowhere || (!Result.Products.empty() && IsSet))
    return std::nullopt;
  return Result;
}

isl::map stevedore::later(const isl::set &Iterations, bool IsUp) {
  isl::space Space =
      isl::manage(isl_space_map_from_set(Iterations.space().release()));
  unsigned Depth = countOf(Iterations.tuple_dim()), Last = Depth - 1;
  isl::map Result = isl::map::universe(Space);
  for (unsigned I = 0; I + 1 < Depth; ++I)
    Result = isl::manage(
        isl_map_equate(Result.release(), isl_dim_in, I, isl_dim_out, I));
  return isl::manage(IsUp ? isl_map_order_lt(Result.release(), isl_dim_in, Last,
                                             isl_dim_out, Last)
                          : isl_map_order_gt(Result.release(), isl_dim_in, Last,
                                             isl_dim_out, Last));
}

/// \p V where the parameter \p Id is \p Value, over the same space.
static isl::pw_aff withParameter(const isl::pw_aff &V, const isl::id &Id,
                                 const isl::pw_aff &Value) {
  isl::pw_aff Held = isl::pw_aff::param_on_domain(
      isl::set::universe(Value.domain().space()), Id);
  isl::map Values = isl::manage(isl_map_from_pw_aff(V.copy()))
                        .intersect_domain(Held.eq_set(Value));
  int At = isl_map_find_dim_by_id(Values.get(), isl_dim_param, Id.get());
  if (At >= 0)
    Values = isl::manage(
        isl_map_project_out(Values.release(), isl_dim_param, At, 1));
  isl::pw_multi_aff Result =
      isl::manage(isl_pw_multi_aff_from_map(Values.release()));
  return isl::manage(isl_pw_multi_aff_get_pw_aff(Result.get(), 0));
}

/// The affine value that \p Sum is; null if it is a sum of products, or not
/// known.
static isl::pw_aff affineOf(const TermSum &Sum) {
  return Sum.size() == 1 && Sum.front().Factors.empty()
             ? Sum.front().Coefficient
             : isl::pw_aff();
}

/// Whether \p V has none of the parameters \p Unknown but for \p Start.
static bool isOfNoOther(const isl::pw_aff &V, const isl::id &Start,
                        llvm::ArrayRef<isl::id> Unknown) {
  for (const Piece &P : piecesOf(V))
    for (const isl::id &Id : Unknown)
      if (Id.get() != Start.get() && (involves(P, Id) || involves(P.Value, Id)))
        return false;
  return true;
}

std::optional<Recurrence> stevedore::settled(const TermSum &End,
                                             const isl::set &Iterations,
                                             const isl::id &Start,
                                             llvm::ArrayRef<isl::id> Unknown,
                                             const TermSum &Before, bool IsUp) {
  isl::pw_aff Value = affineOf(End), Entered = affineOf(Before);
  if (Value.is_null() || Entered.is_null())
    return std::nullopt;
  if (!isOfNoOther(Value, Start, Unknown))
    return std::nullopt;
  isl::pw_aff Once = withParameter(Value, Start, Entered);
  isl::set Changing = Iterations.intersect(Once.ne_set(Entered));
  isl::map Behind = later(Iterations, IsUp)
                        .reverse()
                        .intersect_domain(Iterations)
                        .intersect_range(Changing);
  isl::map Reached =
      Behind.unite(isl::manage(isl_set_identity(Changing.copy())));
  Reached = IsUp ? Reached.lexmin() : Reached.lexmax();
  isl::set Others = Iterations.subtract(Behind.domain()).subtract(Changing);
  Recurrence Result;
  if (!Others.is_subset(Once.eq_set(Entered)).is_true())
    return std::nullopt;
  if (Changing.is_empty().is_true())
    return Result;
  isl::pw_multi_aff FirstOf =
      isl::manage(isl_pw_multi_aff_from_map(Reached.copy()));
  Result.Set = simplified(Once.pullback(FirstOf), Reached.domain());
  if (Result.Set.is_null())
    return std::nullopt;
  Result.Set = Result.Set.intersect_domain(Reached.domain());
  isl::pw_aff Again = withParameter(Value, Start, Result.Set);
  if (!Reached.domain().is_subset(Result.Set.domain()).is_true() ||
      !Behind.domain().is_subset(Again.eq_set(Result.Set)).is_true())
    return std::nullopt;
  return Result;
}

/// \p V, { [o,i] -> [v] }, without i; null if that matters for \p Iterations.
static isl::pw_aff ofOuter(isl::pw_aff V, const isl::set &Iterations) {
  unsigned Last = countOf(Iterations.tuple_dim()) - 1;
  V = V.gist(Iterations);
  bool IsSame =
      isl_pw_aff_involves_dims(V.get(), isl_dim_in, Last, 1) == isl_bool_false;
  return IsSame ? isl::manage(
                      isl_pw_aff_drop_dims(V.release(), isl_dim_in, Last, 1))
                : isl::pw_aff();
}

std::optional<Recurrence> stevedore::turning(const TermSum &End,
                                             const isl::set &Iterations,
                                             const isl::id &Start,
                                             llvm::ArrayRef<isl::id> Unknown,
                                             const TermSum &Before) {
  isl::pw_aff Step = affineOf(End), First = affineOf(Before);
  if (Step.is_null() || First.is_null() ||
      !Iterations.is_subset(Step.domain()).is_true() ||
      !isOfNoOther(Step, Start, Unknown))
    return std::nullopt;
  Step = ofOuter(Step, Iterations);
  First = ofOuter(First, Iterations);
  if (Step.is_null() || First.is_null())
    return std::nullopt;
  unsigned Last = countOf(Iterations.tuple_dim()) - 1;
  isl::set Outer =
      isl::manage(isl_set_project_out(Iterations.copy(), isl_dim_set, Last, 1));
  First = First.intersect_domain(Outer);
  Recurrence Result;
  Result.Turned = simplified(withParameter(Step, Start, First), Outer);
  if (Result.Turned.is_null())
    return std::nullopt;
  isl::pw_aff Again = withParameter(Step, Start, Result.Turned);
  if (!Outer.is_subset(Result.Turned.domain()).is_true() ||
      !Outer.is_subset(Again.eq_set(First)).is_true())
    return std::nullopt;
  return Result;
}

/// { [x] -> [sum] }: what the iterations \p Some, { [x] -> [o,i] }, add for
/// each x of \p Points; null if that is not affine.
static isl::pw_aff sumOf(const Recurrence &R, const isl::map &Some,
                         const isl::set &Points) {
  isl::pw_aff Result(Points, isl::val(Points.ctx(), 0));
  for (const auto &[Step, Where] : R.Added) {
    isl::pw_aff Count = countOfIterations(Some.intersect_range(Where), Points);
    if (Count.is_null())
      return Count;
    Result = Result.add(Count.scale(isl::val(Points.ctx(), Step)));
  }
  return Result;
}

std::optional<TermSum> stevedore::productsAfter(const Recurrence &R,
                                                const isl::map &Earlier,
                                                const isl::set &Points) {
  TermSum Result;
  for (const Recurrence::Product &P : R.Products) {
    isl::pw_aff Count =
        countOfIterations(Earlier.intersect_range(P.Where), Points);
    if (Count.is_null())
      return std::nullopt;
    addTerm(Result, {P.Factors, Count.scale(P.Number)});
  }
  return Result;
}

/// { [x] -> [v] } for x in \p Points: \p Even where \p Earlier relates an even
/// number of iterations to x, else \p Odd, { [o] -> [v] }; null if the number
/// is not affine.
static isl::pw_aff inTurns(const isl::pw_aff &Even, const isl::pw_aff &Odd,
                           const isl::map &Earlier, const isl::set &Points) {
  isl::pw_aff Count = countOfIterations(Earlier, Points);
  if (Count.is_null() || Even.is_null())
    return isl::pw_aff();
  isl::pw_aff Parity = Count.mod(isl::val(Points.ctx(), 2));
  isl::pw_aff Other = isl::manage(
      isl_pw_aff_add_dims(Odd.copy(), isl_dim_in,
                          countOf(Points.tuple_dim()) -
                              countOf(isl_pw_aff_dim(Odd.get(), isl_dim_in))));
  isl::pw_aff None = Parity.sub(Parity);
  return beside(Even.intersect_domain(Parity.eq_set(None)),
                Other.intersect_domain(Parity.gt_set(None)));
}

isl::pw_aff stevedore::valueAfter(const Recurrence &R, const isl::map &Earlier,
                                  const isl::set &Points,
                                  const isl::pw_aff &Before, bool IsUp) {
  if (!R.Turned.is_null())
    return inTurns(Before, R.Turned, Earlier, Points);
  isl::pw_aff Result;
  isl::set Rest = Points;
  if (!R.Set.is_null()) {
    isl::map Setting = Earlier.intersect_range(R.Set.domain());
    isl::map Last = IsUp ? Setting.lexmax() : Setting.lexmin();
    isl::set Reached = Last.domain();
    isl::map Since =
        Earlier.intersect(Last.apply_range(later(R.Set.domain(), IsUp)));
    isl::pw_multi_aff LastOf =
        isl::manage(isl_pw_multi_aff_from_map(Last.copy()));
    isl::pw_aff Sum = sumOf(R, Since, Reached);
    if (Sum.is_null())
      return Sum;
    Result = R.Set.pullback(LastOf).add(Sum);
    Rest = coalesced(Points.subtract(Reached));
  }
  if (Before.is_null() || Rest.is_empty().is_true())
    return Result;
  isl::pw_aff Sum = sumOf(R, Earlier.intersect_domain(Rest), Rest);
  if (Sum.is_null())
    return Sum;
  return beside(Result, Before.intersect_domain(Rest).add(Sum));
}

/// Gives the pieces of \p Pieces that agree with another one its expression.
static void mergeEqual(std::vector<Piece> &Pieces) {
  for (size_t I = 0; I < Pieces.size(); ++I)
    for (size_t J = 0; J < Pieces.size(); ++J) {
      if (I == J)
        continue;
      isl::set Equal =
          isl::pw_aff(Pieces[I].Value).eq_set(isl::pw_aff(Pieces[J].Value));
      if (!Pieces[I].Domain.is_subset(Equal).is_true())
        continue;
      Pieces[J].Domain = coalesced(Pieces[J].Domain.unite(Pieces[I].Domain));
      Pieces.erase(Pieces.begin() + I);
      --I;
      break;
    }
}

isl::pw_aff stevedore::simplified(const isl::pw_aff &V,
                                  const isl::set &Domain) {
  if (V.is_null())
    return V;
  std::vector<Piece> Pieces = piecesOf(V.intersect_domain(Domain));
  llvm::erase_if(Pieces,
                 [](const Piece &P) { return P.Domain.is_empty().is_true(); });
  if (Pieces.empty() ||
      Pieces.size() > static_cast<size_t>(limits::LoopValuePieces))
    return isl::pw_aff();
  mergeEqual(Pieces);
  isl::pw_aff Result;
  int Convex = 0;
  for (const Piece &P : Pieces) {
    Result = beside(Result, fromPiece(P));
    Convex += P.Domain.n_basic_set().release();
  }
  return Convex > limits::LoopValuePieces ? isl::pw_aff() : Result.gist(Domain);
}
