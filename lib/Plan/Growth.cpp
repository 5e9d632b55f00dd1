//===- Growth.cpp - Buffers that grow -------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/Growth.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "stevedore/Support/TypicalValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/aff.h"
#include "isl/map.h"

using namespace stevedore;

/// Whether \p Form has no parameters but tile sizes.
static bool isOfTile(const isl::aff &Form, const Roles &Known) {
  for (unsigned P = 0; P < countOf(isl_aff_dim(Form.get(), isl_dim_param)); ++P)
    if (isl_aff_involves_dims(Form.get(), isl_dim_param, P, 1) !=
            isl_bool_false &&
        !Known.isTileSize(isl_aff_get_dim_name(Form.get(), isl_dim_param, P)))
      return false;
  return true;
}

/// { : some tile of \p T is executed }, where tile sizes have one value each.
static isl::set executedAtSomeSizes(const Level &T) {
  isl::set Result = T.Tiles.NonEmpty.params().intersect(T.Tiles.Context);
  for (unsigned P = 0; P < countOf(Result.dim(isl::dim::param)); ++P)
    if (T.Tiles.Parameters.isTileSize(
            isl_set_get_dim_name(Result.get(), isl_dim_param, P)))
      Result = isl::manage(isl_set_lower_bound_si(
          isl_set_upper_bound_si(Result.release(), isl_dim_param, P,
                                 int(typicalTileSize(0))),
          isl_dim_param, P, 1));
  return Result;
}

/// Whether \p Form has an upper bound on \p Context.
static bool isBoundedOn(const isl::aff &Form, const isl::set &Context) {
  isl::set Values =
      isl::manage(isl_set_from_pw_aff(isl_pw_aff_from_aff(Form.copy())))
          .intersect_params(Context);
  Values = Values.project_out_all_params();
  return isl_set_dim_has_upper_bound(Values.get(), isl_dim_set, 0) ==
         isl_bool_true;
}

/// Whether each alternative of \p E has a form that tile sizes alone decide, or
/// that has a bound wherever tiles of \p T are executed.
static bool isBoundedByTile(const Extent &E, const Level &T) {
  isl::set Executed;
  auto IsBounded = [&](const std::vector<isl::aff> &Forms) {
    auto anyIs = [&](auto Is) {
      return std::any_of(Forms.begin(), Forms.end(), Is);
    };
    if (anyIs([&](const isl::aff &Form) {
          return isOfTile(Form, T.Tiles.Parameters);
        }))
      return true;
    if (Executed.is_null())
      Executed = executedAtSomeSizes(T);
    return anyIs(
        [&](const isl::aff &Form) { return isBoundedOn(Form, Executed); });
  };
  return std::all_of(E.MaxOfMins.begin(), E.MaxOfMins.end(), IsBounded);
}

/// "A[i, k]" for the subscripts \p Subscripts of the array \p Name, which has
/// no cases.
static std::string referenceText(const std::string &Name,
                                 const isl::multi_aff &Subscripts) {
  std::vector<std::string> Texts;
  for (unsigned D = 0;
       D < countOf(isl_multi_aff_dim(Subscripts.get(), isl_dim_out)); ++D) {
    Texts.push_back(toText(
        isl::pw_aff(isl::manage(isl_multi_aff_get_at(Subscripts.get(), D)))));
    llvm::StringRef Text = Texts.back();
    Text = Text.substr(Text.rfind("-> [(") + 5);
    Texts.back() = Text.substr(0, Text.rfind(")]")).str();
  }
  return Name + "[" + llvm::join(Texts, ", ") + "]";
}

/// The references of the band \p T to array number \p Array, each once.
static std::vector<std::string> references(const Scop &S, const Level &T,
                                           unsigned Array) {
  std::vector<std::string> Result;
  auto addOnce = [&](std::string Text) {
    if (!llvm::is_contained(Result, Text))
      Result.push_back(std::move(Text));
  };
  for (const Statement &Stmt : S.Statements) {
    if (isl::union_set(Stmt.Domain).is_disjoint(T.B.Domain).is_true())
      continue;
    for (const Access &A : Stmt.Accesses) {
      if (A.Array != Array || !A.Relation.is_single_valued().is_true())
        continue;
      isl::pw_multi_aff Cases =
          isl::manage(isl_pw_multi_aff_from_map(A.Relation.copy()));
      Cases.foreach_piece([&](isl::set, isl::multi_aff Case) -> isl::stat {
        addOnce(referenceText(S.Arrays[Array].Name, Case));
        return isl::stat::ok();
      });
    }
  }
  return Result;
}

std::vector<std::string> stevedore::growingBuffers(const RegionPlan &Plan) {
  std::vector<std::string> Result;
  for (const Level &T : Plan.Levels)
    for (const LocalArray &L : T.Arrays) {
      auto Grows = [&](const ModularMapping &Choice) {
        return llvm::any_of(Choice.Moduli, [&](const Extent &E) {
          return !isBoundedByTile(E, T);
        });
      };
      if (!llvm::all_of(L.Mapping.choices(), Grows))
        continue;
      std::vector<std::string> Extents;
      for (std::string &Text : L.Mapping.moduliTexts())
        if (Text != "1")
          Extents.push_back(std::move(Text));
      std::vector<std::string> Causes =
          references(*Plan.Program, T, L.Transfers.Array);
      Result.push_back(
          "the buffer of '" + Plan.Program->Arrays[L.Transfers.Array].Name +
          "' grows with the problem: it takes " + llvm::join(Extents, " x ") +
          " elements" +
          (Causes.empty() ? "" : " for " + llvm::join(Causes, ", ")));
    }
  return Result;
}
