//===- Buffers.cpp - Local arrays for Polly -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include "stevedore/Plan/FixedSizes.h"
#include "stevedore/Allocation/Cells.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/val.h"

using namespace llvm;
using namespace stevedore;

char BufferError::ID;

namespace {

/// Makes the buffer of one array of a band.
class BufferPlanner {
public:
  BufferPlanner(const RegionPlan &Plan, const Level &T, const LocalArray &A)
      : T(T), A(A), Of(Plan.Program->Arrays[A.Transfers.Array]),
        Ctx(Plan.Program->Context.ctx().get()), Sizes(Plan),
        Context(T.Tiles.Context) {}

  Expected<LocalBuffer> run(BufferPlaces Places);

private:
  LocalBuffer named() const;
  Expected<LocalBuffer> folded();
  Expected<LocalBuffer> whole();
  const isl::set &held();
  std::optional<int64_t> startOf(ArrayRef<int64_t> Row, const Extent &Modulus);
  std::optional<isl::aff> firstOf(const isl::set &All, unsigned D) const;
  std::vector<isl::aff> sizesUpTo(const std::vector<isl::aff> &Most,
                                  const isl::aff &First) const;
  std::optional<Extent> extentOf(const isl::set &All, unsigned D,
                                 const isl::aff &First) const;

  const Level &T;
  const LocalArray &A;
  const Array &Of;
  isl_ctx *Ctx;
  FixedSizes Sizes;
  /// The context of the band, with the constant tile sizes as equations.
  isl::set Context;
  /// See held(); null: not yet computed.
  isl::set Held;
};

} // namespace

isl::map stevedore::parametersInto(isl::map M, isl_dim_type Type,
                                   ArrayRef<std::string> Names) {
  for (const std::string &Name : reverse(Names)) {
    int At = isl_map_find_dim_by_name(M.get(), isl_dim_param, Name.c_str());
    M = isl::manage(
        At < 0 ? isl_map_insert_dims(M.release(), Type, 0, 1)
               : isl_map_move_dims(M.release(), Type, 0, isl_dim_param, At, 1));
  }
  return M;
}

/// A buffer without places.
LocalBuffer BufferPlanner::named() const {
  LocalBuffer B;
  B.Array = A.Transfers.Array;
  B.Name = Of.Name + "_local";
  return B;
}

/// The largest value of \p E at the constant tile sizes; none where parameters
/// of the program have no limit in it.
static std::optional<unsigned> largest(const Extent &E,
                                       const isl::set &Context) {
  isl::pw_aff Value = E.expression();
  isl_pw_aff *Within =
      isl_pw_aff_intersect_params(Value.release(), Context.copy());
  isl::val Most = isl::manage(isl_pw_aff_max_val(Within));
  if (Most.is_null() || !Most.is_int().is_true() ||
      isl_val_cmp_si(Most.get(), INT32_MAX) > 0)
    return std::nullopt;
  int64_t Number = std::max<int64_t>(1, isl_val_get_num_si(Most.get()));
  return E.RoundUpToPowerOfTwo ? PowerOf2Ceil(Number) : Number;
}

/// c . m as text, for the dimensions of \p Row.
static std::string formText(ArrayRef<int64_t> Row) {
  std::string Sum = "(0";
  for (const auto &[D, Factor] : enumerate(Row))
    Sum += " + " + std::to_string(Factor) + "m" + std::to_string(D);
  return Sum + ")";
}

/// { A[m] -> [\p Cells] }
static isl::map cellsOf(const Array &A, const std::string &Cells,
                        isl_ctx *Ctx) {
  std::string From;
  for (unsigned D = 0; D < A.Rank; ++D)
    From += (D ? ", m" : "m") + std::to_string(D);
  return isl::map(Ctx, "{ " + A.Name + "[" + From + "] -> [" + Cells + "] }");
}

/// The modulus \p Number over the parameters of \p Context.
static Extent constantExtent(const isl::set &Context, unsigned Number) {
  isl_aff *Value = isl_aff_zero_on_domain(
      isl_local_space_from_space(isl_set_get_space(Context.get())));
  Extent Result;
  Result.MaxOfMins = {{isl::manage(isl_aff_set_constant_si(Value, Number))}};
  Result.AtLeastOne = true;
  return Result;
}

/// { A[m] } : the elements that any tile holds.
const isl::set &BufferPlanner::held() {
  if (Held.is_null())
    Held = parametersInto(A.Transfers.loaded(T.Tiles)
                              .unite(A.Transfers.accessed())
                              .intersect_params(Context),
                          isl_dim_in, T.Tiles.OuterNames)
               .range();
  return Held;
}

/// The least value of c . m, for the row \p Row, of the elements m in local
/// memory, if all of them are less than \p Modulus above it, so that none wraps
/// around.
std::optional<int64_t> BufferPlanner::startOf(ArrayRef<int64_t> Row,
                                              const Extent &Modulus) {
  isl::set Values = held().apply(cellsOf(Of, formText(Row), Ctx));
  isl::val Least = isl::manage(isl_set_dim_min_val(Values.copy(), 0));
  if (Least.is_null() || !Least.is_int().is_true())
    return std::nullopt;
  isl::pw_aff Most = isl::manage(isl_set_dim_max(Values.release(), 0));
  isl::pw_aff Limit = Modulus.expression();
  Limit = Limit.add_constant(Least);
  isl::set Beyond =
      isl::manage(isl_pw_aff_ge_set(Most.release(), Limit.release()));
  if (!Beyond.intersect_params(Context).is_empty().is_true())
    return std::nullopt;
  return isl_val_get_num_si(Least.get());
}

/// Moduli are the largest values of the formulas: that they keep conflicting
/// elements apart is proved once more. Where these grow with the parameters of
/// the program, elements have their places unless they would wrap around.
Expected<LocalBuffer> BufferPlanner::folded() {
  ConflictRelation Conflicts = A.Conflicts;
  Conflicts.Context = Conflicts.Context.intersect(Context);
  ModularMapping Constant = A.Mapping;
  Constant.Others.clear();
  Constant.Linear.reset();
  Constant.dropForms();
  LocalBuffer B = named();
  std::string Cells;
  for (auto [Row, E] : zip(Constant.Matrix, Constant.Moduli)) {
    Cells += (Cells.empty() ? "" : ", ") + formText(Row);
    B.IsSlanted |= Row.size() - count(Row, 0) > 1;
    if (std::optional<unsigned> Most = largest(E, Context)) {
      Cells += " mod " + std::to_string(*Most);
      E = constantExtent(Conflicts.Context, *Most);
      B.Extents.push_back(E);
      continue;
    }
    std::optional<Extent> Size = Sizes.in(E);
    std::optional<int64_t> Start = startOf(Row, E);
    if (!Size || !Start)
      return make_error<BufferError>(
          Of.Name, "by a modulus that grows with the parameters, " + E.text());
    Cells += " - " + std::to_string(*Start);
    B.Extents.push_back(*Size);
  }
  if (Error E = verifyMapping(Conflicts, Constant))
    return E;
  if (B.Extents.empty()) {
    Cells = "0";
    B.Extents.push_back(constantExtent(Conflicts.Context, 1));
  }
  B.Cell = cellsOf(Of, Cells, Ctx);
  return B;
}

namespace {

/// Bounds of one dimension of a set by affine forms of the parameters.
struct Bounds {
  std::vector<isl::aff> Least, Most;
};

} // namespace

/// Whether \p Bound comes from what a type can hold.
static bool isRange(const isl::aff &Bound) {
  isl::val Constant = isl::manage(isl_aff_get_constant_val(Bound.get()));
  return isl_val_cmp_si(Constant.abs().get(), limits::RangeConstant) >= 0;
}

static isl_stat addBound(isl_constraint *C, void *Result) {
  auto &Found = *static_cast<Bounds *>(Result);
  isl::aff Form = isl::manage(isl_constraint_get_aff(C));
  bool IsEqual = isl_constraint_is_equality(C) == isl_bool_true;
  isl_constraint_free(C);
  isl::val Factor =
      isl::manage(isl_aff_get_coefficient_val(Form.get(), isl_dim_in, 0));
  if (!Factor.abs().is_one().is_true() ||
      isl_aff_dim(Form.get(), isl_dim_div) != 0)
    return isl_stat_ok;
  bool IsLeast = Factor.is_one().is_true();
  isl_aff *Rest = isl_aff_set_coefficient_si(Form.release(), isl_dim_in, 0, 0);
  isl::aff Bound = isl::manage(isl_aff_project_domain_on_params(Rest));
  if (isRange(Bound))
    return isl_stat_ok;
  if (IsLeast)
    Bound = Bound.neg();
  if (IsLeast || IsEqual)
    Found.Least.push_back(Bound);
  if (!IsLeast || IsEqual)
    Found.Most.push_back(Bound);
  return isl_stat_ok;
}

/// The bounds of dimension \p D of \p All that need no rounding.
static Bounds boundsOf(const isl::set &All, unsigned D) {
  unsigned Rank = countOf(All.tuple_dim());
  isl_set *Line =
      isl_set_project_out(All.copy(), isl_dim_set, D + 1, Rank - D - 1);
  Line = isl_set_remove_divs(isl_set_project_out(Line, isl_dim_set, 0, D));
  isl::basic_set Hull = isl::manage(isl_set_simple_hull(Line));
  Bounds Result;
  isl_basic_set_foreach_constraint(Hull.get(), addBound, &Result);
  return Result;
}

/// The first value of dimension \p D of \p All, a constant if one is known.
std::optional<isl::aff> BufferPlanner::firstOf(const isl::set &All,
                                               unsigned D) const {
  std::optional<isl::aff> Result;
  for (const isl::aff &Least : boundsOf(All, D).Least)
    if (auto Fixed = Sizes.in(Least))
      if (!Result || isl_aff_is_cst(Fixed->get()) == isl_bool_true)
        Result = Fixed;
  return Result;
}

/// What is at most \p Most - \p First + 1.
std::vector<isl::aff>
BufferPlanner::sizesUpTo(const std::vector<isl::aff> &Most,
                         const isl::aff &First) const {
  std::vector<isl::aff> Result;
  for (const isl::aff &Form : Most)
    if (std::optional<isl::aff> Last = Sizes.in(Form))
      Result.push_back(Last->sub(First).add_constant(1));
  return Result;
}

/// Whether each form of \p Some is one of \p Others, so that the least of these
/// is not more than the least of \p Some.
static bool isPartOf(const std::vector<isl::aff> &Some,
                     const std::vector<isl::aff> &Others) {
  return all_of(Some, [&](const isl::aff &Form) {
    return any_of(Others, [&](const isl::aff &Other) {
      return isl_aff_plain_is_equal(Form.get(), Other.get()) == isl_bool_true;
    });
  });
}

/// How many values dimension \p D of \p All has from \p First on: what bounds
/// all of it, or else the greatest of what its convex pieces ask for. None
/// where one has no bound.
std::optional<Extent> BufferPlanner::extentOf(const isl::set &All, unsigned D,
                                              const isl::aff &First) const {
  Extent Result;
  Result.MaxOfMins = {sizesUpTo(boundsOf(All, D).Most, First)};
  if (!Result.MaxOfMins[0].empty())
    return Result;
  Result.MaxOfMins.clear();
  isl::stat Done = All.foreach_basic_set([&](isl::basic_set Piece) {
    std::vector<isl::aff> Sizes = sizesUpTo(boundsOf(Piece, D).Most, First);
    if (Sizes.empty())
      return isl::stat::error();
    if (any_of(Result.MaxOfMins,
               [&](const auto &Known) { return isPartOf(Known, Sizes); }))
      return isl::stat::ok();
    erase_if(Result.MaxOfMins,
             [&](const auto &Known) { return isPartOf(Sizes, Known); });
    Result.MaxOfMins.push_back(std::move(Sizes));
    return isl::stat::ok();
  });
  if (Done.is_error() || Result.MaxOfMins.size() > limits::WidthAlternatives)
    return std::nullopt;
  return Result;
}

/// { A[m] -> [..., m_D - \p First] } after \p Cells, { A[m] -> [...] }.
static isl::map followedBy(const isl::map &Cells, unsigned D,
                           const isl::aff &First) {
  isl::space Element = Cells.domain().get_space();
  std::vector<int64_t> Unit(countOf(Cells.dim(isl::dim::in)));
  Unit[D] = 1;
  isl::pw_aff At = rowProduct(Element, Unit).sub(onElements(Element, First));
  return isl::manage(isl_map_flat_range_product(
      Cells.copy(), isl_map_from_pw_aff(At.release())));
}

/// Each dimension from its first value on.
Expected<LocalBuffer> BufferPlanner::whole() {
  LocalBuffer B = named();
  B.IsWhole = true;
  const isl::set &All = held();
  B.Cell = isl::map::from_domain(All.get_space().universe_set());
  for (unsigned D = 0; D < Of.Rank; ++D) {
    std::optional<isl::aff> First = firstOf(All, D);
    std::optional<Extent> Size;
    if (First)
      Size = extentOf(All, D, *First);
    if (!Size)
      return createStringError("the elements of array '" + Of.Name +
                               "' in local memory have no bounds");
    B.Extents.push_back(std::move(*Size));
    B.Cell = followedBy(B.Cell, D, *First);
  }
  auto Valid = checked(Ctx, B.Cell, "the places of elements");
  if (!Valid)
    return Valid.takeError();
  return B;
}

Expected<LocalBuffer> BufferPlanner::run(BufferPlaces Places) {
  auto Folded = folded();
  if (Folded || Places == BufferPlaces::Modular || Of.Rank == 0)
    return Folded;
  auto Whole = whole();
  if (!Whole) {
    consumeError(Whole.takeError());
    return Folded;
  }
  consumeError(Folded.takeError());
  return Whole;
}

Expected<LocalBuffer> stevedore::planBuffer(const RegionPlan &Plan,
                                            const Level &T,
                                            const LocalArray &A,
                                            BufferPlaces Places) {
  return BufferPlanner(Plan, T, A).run(Places);
}
