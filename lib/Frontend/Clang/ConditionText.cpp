//===- ConditionText.cpp - Conditions on parameters as C ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionState.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/ast.h"
#include "isl/ast_build.h"

using namespace stevedore;

/// \p Good with each parameter renamed to the C text of its value as a
/// `long long`, so that isl prints it as it must stand in C.
static isl::set namedByText(isl::set Good, const SourceText &Source) {
  for (unsigned I = 0; I < countOf(isl_set_dim(Good.get(), isl_dim_param));
       ++I) {
    const char *Name = isl_set_get_dim_name(Good.get(), isl_dim_param, I);
    auto Known = Source.Parameters.find(Name);
    if (Known == Source.Parameters.end())
      continue;
    std::string Text = "(long long)(" + Known->second + ")";
    Good = isl::manage(isl_set_set_dim_id(
        Good.release(), isl_dim_param, I,
        isl_id_alloc(Good.ctx().get(), Text.c_str(), nullptr)));
  }
  return Good;
}

std::string stevedore::conditionText(const isl::set &Good,
                                     const SourceText &Source) {
  isl::set Named = namedByText(Good, Source);
  isl_ast_build *Build = isl_ast_build_from_context(
      isl_set_universe(isl_set_get_space(Named.get())));
  isl_ast_expr *Condition = isl_ast_build_expr_from_set(Build, Named.copy());
  char *Printed = Condition ? isl_ast_expr_to_C_str(Condition) : nullptr;
  std::string Text = Printed ? Printed : "";
  free(Printed);
  isl_ast_expr_free(Condition);
  isl_ast_build_free(Build);
  bool NeedsDivision = llvm::StringRef(Text).contains("floord") ||
                       llvm::StringRef(Text).contains('%') ||
                       llvm::StringRef(Text).contains('/');
  return Text.empty() || Text == "0" || NeedsDivision ? "" : "(" + Text + ")";
}

std::string stevedore::valueText(const isl::aff &Value,
                                 const SourceText &Source) {
  isl::pw_aff Named = isl::manage(
      isl_pw_aff_project_domain_on_params(isl::pw_aff(Value).release()));
  for (unsigned I = 0; I < countOf(isl_pw_aff_dim(Named.get(), isl_dim_param));
       ++I) {
    const char *Name = isl_pw_aff_get_dim_name(Named.get(), isl_dim_param, I);
    auto Known = Source.Parameters.find(Name);
    if (Known == Source.Parameters.end())
      continue;
    std::string Text = "(long long)(" + Known->second + ")";
    Named = isl::manage(isl_pw_aff_set_dim_id(
        Named.release(), isl_dim_param, I,
        isl_id_alloc(Value.ctx().get(), Text.c_str(), nullptr)));
  }
  isl_ast_build *Build = isl_ast_build_from_context(
      isl_set_universe(isl_pw_aff_get_domain_space(Named.get())));
  isl_ast_expr *Expression = isl_ast_build_expr_from_pw_aff(Build, Named.copy());
  char *Printed = Expression ? isl_ast_expr_to_C_str(Expression) : nullptr;
  std::string Text = Printed ? Printed : "";
  free(Printed);
  isl_ast_expr_free(Expression);
  isl_ast_build_free(Build);
  bool NeedsDivision = llvm::StringRef(Text).contains("floord") ||
                       llvm::StringRef(Text).contains('%') ||
                       llvm::StringRef(Text).contains('/');
  return NeedsDivision ? "" : Text;
}

bool stevedore::hasWideConstant(llvm::StringRef Condition) {
  while (!Condition.empty()) {
    llvm::StringRef Word = Condition.take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_'; });
    int64_t Value;
    if (!Word.empty() && llvm::all_of(Word, llvm::isDigit) &&
        Word.getAsInteger(10, Value))
      return true;
    Condition = Condition.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return false;
}
