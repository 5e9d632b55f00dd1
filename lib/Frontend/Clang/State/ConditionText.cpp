//===- ConditionText.cpp - Conditions on parameters as C ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/RegionState.h"
#include "stevedore/Support/Size.h"
#include "stevedore/Support/Words.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/ast.h"
#include "isl/ast_build.h"

using namespace stevedore;

/// The set of parameter values or function of them \p Object with each
/// parameter renamed to the C text of its value as a `long long`, so that isl
/// prints it as it must stand in C; null where isl computes no more.
template <typename T, typename DimName, typename SetDimId>
static T *namedByText(T *Object, unsigned Parameters, const SourceText &Source,
                      isl_ctx *Ctx, DimName Name, SetDimId SetId) {
  for (unsigned I = 0; I < Parameters && Object; ++I) {
    auto Known = Source.Parameters.find(Name(Object, isl_dim_param, I));
    if (Known == Source.Parameters.end())
      continue;
    std::string Text = "(long long)(" + Known->second + ")";
    Object = SetId(Object, isl_dim_param, I,
                   isl_id_alloc(Ctx, Text.c_str(), nullptr));
  }
  return Object;
}

/// The C text of \p E, made by \p Build, both of which it frees; empty if it
/// needs divisions, or, where it \p MayDivide, those that round down.
static std::string printed(isl_ast_build *Build, isl_ast_expr *E,
                           bool MayDivide = false) {
  char *Printed = E ? isl_ast_expr_to_C_str(E) : nullptr;
  std::string Text = Printed ? Printed : "";
  free(Printed);
  isl_ast_expr_free(E);
  isl_ast_build_free(Build);
  bool NeedsDivision = llvm::StringRef(Text).contains('%') ||
                       llvm::StringRef(Text).contains('/');
  bool RoundsDown = llvm::StringRef(Text).contains("floord");
  return RoundsDown || (NeedsDivision && !MayDivide) ? "" : Text;
}

std::string stevedore::conditionText(const isl::set &Good,
                                     const SourceText &Source) {
  isl_set *Named = namedByText(
      Good.copy(), countOf(isl_set_dim(Good.get(), isl_dim_param)), Source,
      Good.ctx().get(), isl_set_get_dim_name, isl_set_set_dim_id);
  isl_ast_build *Build =
      isl_ast_build_from_context(isl_set_universe(isl_set_get_space(Named)));
  std::string Text = printed(Build, isl_ast_build_expr_from_set(Build, Named));
  return Text.empty() || Text == "0" ? "" : "(" + Text + ")";
}

std::string stevedore::valueText(const isl::pw_aff &Value,
                                 const SourceText &Source,
                                 const isl::set &Context) {
  isl_ctx *Ctx = Value.ctx().get();
  isl_pw_aff *Named = isl_pw_aff_project_domain_on_params(Value.copy());
  Named =
      namedByText(Named, countOf(isl_pw_aff_dim(Named, isl_dim_param)), Source,
                  Ctx, isl_pw_aff_get_dim_name, isl_pw_aff_set_dim_id);
  isl_set *Known = isl_set_universe(isl_pw_aff_get_domain_space(Named));
  if (!Context.is_null()) {
    isl_set *Held = namedByText(
        Context.copy(), countOf(isl_set_dim(Context.get(), isl_dim_param)),
        Source, Ctx, isl_set_get_dim_name, isl_set_set_dim_id);
    Named = isl_pw_aff_align_params(Named, isl_set_get_space(Held));
    Known = isl_set_intersect_params(Known, Held);
  }
  isl_ast_build *Build = isl_ast_build_from_context(Known);
  return printed(Build, isl_ast_build_expr_from_pw_aff(Build, Named),
                 !Context.is_null());
}

bool stevedore::hasWideConstant(llvm::StringRef Condition) {
  while (!Condition.empty()) {
    llvm::StringRef Word = Condition.take_while(isPartOfName);
    int64_t Value;
    if (!Word.empty() && llvm::all_of(Word, llvm::isDigit) &&
        Word.getAsInteger(10, Value))
      return true;
    Condition = Condition.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return false;
}
