//===- Slice.cpp - Whole rows as one run ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Slice.h"
#include "Banks.h"
#include "stevedore/Lower/PlantedMistakes.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "isl/set.h"

namespace stevedore {
namespace lower {

std::vector<Affine> Slice::first(std::vector<Affine> Coordinates) const {
  Coordinates.resize(Coordinates.size() + whole());
  return Coordinates;
}

/// Whether dimension \p Dimension of the array is what \p Row of the buffer
/// stands for, and moves nothing in the rows outside of it.
bool Slice::isAlone(const BufferRow &Row, unsigned Dimension) const {
  if (Row.Divisor != 1 ||
      llvm::any_of(Home.Rows, [](const BufferRow &R) { return R.isSlanted(); }))
    return false;
  for (const BufferRow &Other : Home.Rows) {
    const std::vector<int64_t> &C = Other.Coefficients;
    if (Dimension >= C.size() || C[Dimension] != (&Other == &Row ? 1 : 0))
      return false;
  }
  for (unsigned I = 0; I < Row.Coefficients.size(); ++I)
    if (I != Dimension && Row.Coefficients[I] != 0)
      return false;
  return true;
}

/// { [j] : 0 <= j < E } for the length E of the rows of remote memory along
/// \p Dimension; null where it is not known.
isl::set Slice::remoteRow(unsigned Dimension) const {
  const isl::set &Extent = Home.Remote->Extent;
  if (Extent.is_null() || Dimension == 0)
    return isl::set();
  isl_set *Row = Extent.copy();
  Row = isl_set_project_out(Row, isl_dim_set, Dimension + 1,
                            Home.Remote->Rank - Dimension - 1);
  Row = isl_set_project_out(Row, isl_dim_set, 0, Dimension);
  isl::set Result = isl::manage(isl_set_reset_tuple_id(Row));
  bool IsKnown = isl_set_dim_has_upper_bound(Result.get(), isl_dim_set, 0) ==
                     isl_bool_true &&
                 isl_set_dim_has_lower_bound(Result.get(), isl_dim_set, 0) ==
                     isl_bool_true;
  return IsKnown ? Result : isl::set();
}

/// { [j] : 0 <= j < max(1, max over alternatives of the min over forms) }
static isl::set
positions(const BandFrame &B,
          const std::vector<std::vector<QuasiAffineForm>> &Cells) {
  std::vector<const QuasiAffineForm *> Used;
  std::string Below = "j < 1";
  for (const std::vector<QuasiAffineForm> &Forms : Cells) {
    std::string All = "true";
    for (const QuasiAffineForm &F : Forms) {
      Used.push_back(&F);
      All += " and j < " + B.text(F);
    }
    Below += " or (" + All + ")";
  }
  return isl::set(B.Tile.ctx(), B.parameterText(Used) +
                                    "{ [j] : 0 <= j and (" + Below + ") }");
}

/// Whether \p Row has as many cells as the row \p Remote { [j] } has elements,
/// where \p Context holds and the remote row is not empty.
bool Slice::isAsLong(const BandFrame &B, const BufferRow &Row,
                     const isl::set &Remote, const isl::set &Context) const {
  if (Row.CellForms.empty())
    return false;
  isl::set Where = Context.intersect(Remote.params());
  isl::set Local = positions(B, Row.CellForms);
  return Local.intersect_params(Where)
      .is_equal(Remote.intersect_params(Where))
      .is_true();
}

/// { A[m, j] : A[m, 0] in \p Elements and j in \p Row }, and { A[m] } itself.
static std::pair<isl::set, isl::set> grown(const isl::set &Elements,
                                           const isl::set &Row) {
  unsigned Last = countOf(Elements.tuple_dim()) - 1;
  isl::id Name = Elements.get_tuple_id();
  isl_set *Slices = isl_set_fix_si(Elements.copy(), isl_dim_set, Last, 0);
  Slices = isl_set_project_out(Slices, isl_dim_set, Last, 1);
  isl::set Indices = isl::manage(isl_set_set_tuple_id(Slices, Name.copy()));
  isl_set *All = isl_set_flat_product(Indices.copy(), Row.copy());
  return {isl::manage(isl_set_set_tuple_id(All, Name.release())), Indices};
}

/// Whether \p C ties dimension \p Last to nothing but parameters that \p Row
/// has, or leaves it alone.
static bool tiesToRowAlone(isl_constraint *C, unsigned Last,
                           const isl::set &Row) {
  if (isl_constraint_involves_dims(C, isl_dim_set, Last, 1) == isl_bool_false)
    return true;
  if (isl_constraint_involves_dims(C, isl_dim_set, 0, Last) != isl_bool_false ||
      isl_constraint_involves_dims(C, isl_dim_div, 0,
                                   isl_constraint_dim(C, isl_dim_div)) !=
          isl_bool_false)
    return false;
  for (unsigned P = 0; P < countOf(isl_constraint_dim(C, isl_dim_param)); ++P) {
    if (isl_constraint_involves_dims(C, isl_dim_param, P, 1) == isl_bool_false)
      continue;
    const char *Name = isl_constraint_get_dim_name(C, isl_dim_param, P);
    int At = isl_set_find_dim_by_name(Row.get(), isl_dim_param, Name);
    if (At < 0 ||
        isl_set_involves_dims(Row.get(), isl_dim_param, At, 1) != isl_bool_true)
      return false;
  }
  return true;
}

/// Whether the last dimension of \p Elements may be \p Row for all of the
/// others, by what its constraints look like: spares nearly all sets that are
/// not the costlier questions.
static bool mayBeWhole(const isl::set &Elements, const isl::set &Row) {
  unsigned Last = countOf(Elements.tuple_dim()) - 1;
  bool MayBe = true;
  Elements.foreach_basic_set([&](isl::basic_set Piece) {
    MayBe &= llvm::all_of(constraintsOf(Piece), [&](const isl::constraint &C) {
      return tiesToRowAlone(C.get(), Last, Row);
    });
    return isl::stat::ok();
  });
  return MayBe;
}

/// The rows of \p Elements that are whole beside those of the slice, from the
/// last dimension on, as far as can be found out in time.
Slice::WholeRows Slice::find(const BandFrame &B, isl::set Elements,
                             const isl::set &Context) const {
  Slice Wider(*this);
  if (wantsBanks(B.Plan))
    return {0, Elements};
  while (const BufferRow *Row = Wider.row()) {
    unsigned Rank = countOf(Elements.tuple_dim());
    if (Rank < 2 || !Wider.isAlone(*Row, Rank - 1))
      break;
    Budget Limit(Elements.ctx(), {0, limits::WholeRowOperations});
    isl::set Remote = remoteRow(Rank - 1);
    if (Remote.is_null() || !mayBeWhole(Elements, Remote) ||
        !isAsLong(B, *Row, Remote, Context))
      break;
    auto [All, Indices] = grown(Elements, Remote);
    if (!All.is_equal(Elements).is_true())
      break;
    Elements = Indices;
    Wider.take(1);
  }
  return {Wider.whole() - whole(), Elements};
}

/// Makes \p Count dimensions more whole.
void Slice::take(unsigned Count) {
  for (unsigned K = 0; K < Count && row(); ++K) {
    BufferRow &Whole = *(Home.Rows.rbegin() + whole());
    Whole.Static = true;
    Whole.Base = {};
    Lengths.insert(Lengths.begin(), Whole.Cells);
  }
}

isl::set Slice::widen(const BandFrame &B, const isl::set &Elements,
                      const isl::set &Context) {
  WholeRows Rows = find(B, Elements, Context);
  if (B.Options.Planted)
    B.Options.Planted->InRows(Rows.Indices, Rows.Count);
  if (Rows.Count == 0)
    return Rows.Indices;
  if (B.Options.IsProved)
    if (llvm::Error Failed = verify(B, Elements, Rows, Context)) {
      B.Options.refuse(std::move(Failed));
      return Elements;
    }
  take(Rows.Count);
  return Rows.Indices;
}

} // namespace lower
} // namespace stevedore
