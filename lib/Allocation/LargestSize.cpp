//===- LargestSize.cpp - Moduli by the largest tile size ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LargestSize.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/val.h"
#include <set>

using namespace stevedore;

static bool dependsOn(const isl::map &M, const std::string &Name) {
  int At = isl_map_find_dim_by_name(M.get(), isl_dim_param, Name.c_str());
  return At >= 0 &&
         isl_map_involves_dims(M.get(), isl_dim_param, At, 1) != isl_bool_false;
}

std::vector<std::string> stevedore::sizesOf(const ConflictRelation &C) {
  std::vector<std::string> Result;
  isl_set *Context = C.Context.get();
  for (unsigned P = 0; P < countOf(isl_set_dim(Context, isl_dim_param)); ++P) {
    std::string Name = isl_set_get_dim_name(Context, isl_dim_param, P);
    isl::val Fixed =
        isl::manage(isl_set_plain_get_val_if_fixed(Context, isl_dim_param, P));
    if (C.Parameters.isTileSize(Name) && Fixed.is_nan().is_true() &&
        llvm::any_of(C.Cliques, [&](const isl::map &Clique) {
          return dependsOn(Clique, Name);
        }))
      Result.push_back(std::move(Name));
  }
  return Result;
}

/// The parameters \p Space and B behind them.
static isl::space withLargest(const isl::space &Space) {
  unsigned Last = countOf(isl_space_dim(Space.get(), isl_dim_param));
  isl_space *Result = isl_space_add_dims(Space.copy(), isl_dim_param, 1);
  return isl::manage(
      isl_space_set_dim_name(Result, isl_dim_param, Last, LargestSize.data()));
}

/// The number of the parameter \p Name of \p Space.
static int numberIn(const isl::space &Space, llvm::StringRef Name) {
  return isl_space_find_dim_by_name(Space.get(), isl_dim_param,
                                    Name.str().c_str());
}

ConflictRelation stevedore::upToLargest(ConflictRelation C,
                                        llvm::ArrayRef<std::string> Sizes) {
  isl::space Space = withLargest(C.Context.get_space());
  isl_set *Context = C.Context.align_params(Space).release();
  int Last = numberIn(Space, LargestSize);
  for (const std::string &Size : Sizes) {
    isl_constraint *UpTo = isl_constraint_alloc_inequality(
        isl_local_space_from_space(Space.copy()));
    UpTo = isl_constraint_set_coefficient_si(UpTo, isl_dim_param,
                                             numberIn(Space, Size), -1);
    UpTo = isl_constraint_set_coefficient_si(UpTo, isl_dim_param, Last, 1);
    Context = isl_set_add_constraint(Context, UpTo);
    C.Parameters.set(Size, Role::CutSize, 1);
  }
  C.Parameters.set(LargestSize, Role::TileSize, 1);
  C.Context = isl::manage(Context);
  return C;
}

/// \p Form, over \p Space, with parameter number \p To for number \p From.
static isl::aff moved(const isl::aff &Form, const isl::space &Space, int From,
                      int To) {
  isl_aff *Result = isl_aff_align_params(Form.copy(), Space.copy());
  isl_val *Factor = isl_aff_get_coefficient_val(Result, isl_dim_param, From);
  Result = isl_aff_set_coefficient_si(Result, isl_dim_param, From, 0);
  return isl::manage(
      isl_aff_set_coefficient_val(Result, isl_dim_param, To, Factor));
}

/// Whether parameter number \p P of \p Space is in one of \p Forms.
static bool isIn(llvm::ArrayRef<isl::aff> Forms, const isl::space &Space,
                 int P) {
  return llvm::any_of(Forms, [&](const isl::aff &Form) {
    isl::aff Own = isl::manage(isl_aff_align_params(Form.copy(), Space.copy()));
    return isl_aff_involves_dims(Own.get(), isl_dim_param, P, 1) !=
           isl_bool_false;
  });
}

Extent stevedore::forSizes(const Extent &E, llvm::ArrayRef<std::string> Sizes,
                           const isl::space &Space) {
  isl::space Wide = withLargest(Space);
  int Last = numberIn(Wide, LargestSize);
  Extent Result;
  for (const std::vector<isl::aff> &Forms : E.MaxOfMins)
    for (const std::string &Size :
         isIn(Forms, Wide, Last) ? Sizes : Sizes.take_front(1)) {
      Result.MaxOfMins.emplace_back();
      for (const isl::aff &Form : Forms)
        Result.MaxOfMins.back().push_back(isl::manage(isl_aff_drop_dims(
            moved(Form, Wide, Last, numberIn(Wide, Size)).release(),
            isl_dim_param, Last, 1)));
    }
  return Result;
}

/// Whether \p Form, which has no floors, does not fall as parameter number \p P
/// grows.
static bool doesNotFall(const isl::aff &Form, int P) {
  isl::val Factor =
      isl::manage(isl_aff_get_coefficient_val(Form.get(), isl_dim_param, P));
  return isl_aff_dim(Form.get(), isl_dim_div) == 0 &&
         Factor.is_nonneg().is_true();
}

static bool areEqual(llvm::ArrayRef<isl::aff> A, llvm::ArrayRef<isl::aff> B) {
  return A.size() == B.size() &&
         llvm::all_of_zip(A, B, [](const isl::aff &X, const isl::aff &Y) {
           return isl_aff_plain_is_equal(X.get(), Y.get()) == isl_bool_true;
         });
}

namespace {

/// Reads moduli as those of the largest of \p Sizes.
class LargestReader {
public:
  LargestReader(const isl::space &Space, llvm::ArrayRef<std::string> Sizes)
      : Wide(withLargest(Space)), Sizes(Sizes),
        Last(numberIn(Wide, LargestSize)) {}

  std::optional<Extent> read(const Extent &E) const;

private:
  isl::space Wide;
  llvm::ArrayRef<std::string> Sizes;
  int Last;
};

} // namespace

std::optional<Extent> LargestReader::read(const Extent &E) const {
  Extent Result;
  /// The sizes of which each alternative is one; empty: of none.
  std::vector<std::set<int>> Of;
  for (const std::vector<isl::aff> &Forms : E.MaxOfMins) {
    int Own = -1;
    for (const std::string &Size : Sizes)
      if (int P = numberIn(Wide, Size); isIn(Forms, Wide, P)) {
        if (Own >= 0)
          return std::nullopt;
        Own = P;
      }
    std::vector<isl::aff> OfLargest;
    for (const isl::aff &Form : Forms) {
      OfLargest.push_back(moved(Form, Wide, Own < 0 ? Last : Own, Last));
      if (!doesNotFall(OfLargest.back(), Last))
        return std::nullopt;
    }
    unsigned At = llvm::find_if(Result.MaxOfMins,
                                [&](const std::vector<isl::aff> &Other) {
                                  return areEqual(Other, OfLargest);
                                }) -
                  Result.MaxOfMins.begin();
    if (At == Result.MaxOfMins.size()) {
      Result.MaxOfMins.push_back(std::move(OfLargest));
      Of.emplace_back();
    }
    if (Own >= 0)
      Of[At].insert(Own);
  }
  if (E.RoundUpToPowerOfTwo || llvm::any_of(Of, [&](const std::set<int> &Some) {
        return !Some.empty() && Some.size() != Sizes.size();
      }))
    return std::nullopt;
  return Result;
}

std::optional<ModuliByLargest>
stevedore::byLargest(const ConflictRelation &C, llvm::ArrayRef<Extent> Moduli) {
  ModuliByLargest Result;
  isl::space Space = C.Context.get_space();
  for (const std::string &Size : sizesOf(C))
    if (llvm::any_of(Moduli, [&](const Extent &E) {
          return llvm::any_of(E.MaxOfMins, [&](const auto &Forms) {
            return isIn(Forms, Space, numberIn(Space, Size));
          });
        }))
      Result.Sizes.push_back(Size);
  if (Result.Sizes.size() < 2)
    return std::nullopt;
  isl::set Context = upToLargest(C, Result.Sizes).Context;
  for (const Extent &E : Moduli) {
    auto Read = LargestReader(Space, Result.Sizes).read(E);
    if (!Read)
      return std::nullopt;
    Read->AtLeastOne = isAtLeastOne(*Read, Context);
    Result.Moduli.push_back(std::move(*Read));
  }
  return Result;
}
