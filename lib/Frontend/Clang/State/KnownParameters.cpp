//===- KnownParameters.cpp - What is known of parameters ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/RegionState.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/set.h"

using namespace stevedore;

/// What remains of \p Known without \p Possible, or without a superset of it
/// that a condition without divisions tells apart.
static isl::set without(const isl::set &Known, const isl::set &Possible,
                        bool Relaxed) {
  isl::set Bad = Possible.params();
  if (Relaxed)
    Bad = isl::manage(isl_set_remove_divs(Bad.release()));
  return coalesced(Known.subtract(Bad));
}

/// What \p Known, { : }, says of the parameters of \p Points, and of those that
/// it relates to these.
static isl::set about(const isl::set &Points, isl::set Known) {
  std::vector<unsigned> Others;
  isl::set Involved = isl::manage(isl_set_params(Points.copy()));
  Involved = isl::manage(
      isl_set_align_params(Involved.release(), Known.space().release()));
  Known = isl::manage(
      isl_set_align_params(Known.release(), Involved.space().release()));
  auto Involves = [](const isl::set &S, unsigned Parameter) {
    return isl_set_involves_dims(S.get(), isl_dim_param, Parameter, 1) ==
           isl_bool_true;
  };
  unsigned Count = countOf(Known.dim(isl::dim::param));
  std::vector<unsigned> Kept;
  for (unsigned I = 0; I < Count; ++I)
    (Involves(Involved, I) ? Kept : Others).push_back(I);
  for (unsigned K = 0; K < Kept.size(); ++K) {
    isl::set Of = isl::manage(isl_set_drop_constraints_not_involving_dims(
        Known.copy(), isl_dim_param, Kept[K], 1));
    llvm::erase_if(Others, [&](unsigned I) {
      bool IsRelated = Involves(Of, I);
      if (IsRelated)
        Kept.push_back(I);
      return IsRelated;
    });
  }
  for (unsigned I : Others)
    Known = isl::manage(isl_set_drop_constraints_involving_dims(
        Known.release(), isl_dim_param, I, 1));
  return Known;
}

/// \p Points for one of \p Alternatives each.
static isl::set forAlternatives(isl::set Points,
                                llvm::ArrayRef<isl::set> Alternatives) {
  for (const isl::set &Holds : Alternatives) {
    if (Points.is_empty().is_true())
      break;
    Points = coalesced(Points.intersect_params(Holds));
  }
  return Points;
}

isl::set RegionState::possible(isl::set Points) const {
  isl::set Known =
      about(Points, Model.Program.Context.intersect(Notes.TypeBounds));
  return forAlternatives(coalesced(Points.intersect_params(Known)),
                         Notes.Alternatives);
}

/// The C text of \p Good where \p Known holds: of one set of pieces or of the
/// other, whichever has fewer.
static std::string shortestText(const isl::set &Good, const isl::set &Known,
                                const SourceText &Source) {
  isl_size Pieces = Good.n_basic_set().release();
  isl::set Bad =
      Pieces > 1 ? coalesced(Known.subtract(Good).gist(Known)) : isl::set();
  std::string Negated = Bad.is_null() || Bad.n_basic_set().release() >= Pieces
                            ? ""
                            : conditionText(Bad, Source);
  return Negated.empty() ? conditionText(Good, Source) : "!" + Negated;
}

bool RegionState::exclude(const isl::set &Bad, const isl::set &Domain,
                          bool Assume) {
  if (Point.IsTrial)
    return true;
  isl::set Known =
      about(Bad, Model.Program.Context.intersect(Notes.TypeBounds));
  isl::set Possible = coalesced(Bad.intersect_params(Known));
  if (forAlternatives(Possible, Notes.Alternatives).is_empty().is_true())
    return true;
  isl::set Good = without(Known, Possible, /*Relaxed=*/false);
  if (hasDivisions(Good))
    Good = without(Known, Possible, /*Relaxed=*/true);
  if (!possible(Domain.intersect_params(Good)).is_empty().is_false())
    return false;
  Good = coalesced(Good.gist(Known));
  std::string Text = shortestText(Good, Known, Model.Source);
  if (Text.empty() || hasWideConstant(Text))
    return false;
  require(Text, Good);
  if (Good.n_basic_set().release() != 1) {
    Notes.Alternatives.push_back(Good);
    return true;
  }
  if (Assume)
    Model.Program.Context = Model.Program.Context.intersect(Good);
  Notes.TypeBounds = Notes.TypeBounds.intersect(Good);
  return true;
}
