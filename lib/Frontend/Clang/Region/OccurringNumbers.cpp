//===- OccurringNumbers.cpp - Numbers that parameters have ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Region/OccurringNumbers.h"
#include "Facts/Definitions.h"
#include "Syntax/Expressions.h"
#include "stevedore/Source/SourceText.h"
#include "stevedore/Support/Limits.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

/// Adds \p Number unless it is there; false if there are too many.
static bool add(std::vector<int64_t> &Numbers, int64_t Number) {
  if (!llvm::is_contained(Numbers, Number))
    Numbers.push_back(Number);
  return Numbers.size() <= limits::Specializations;
}

/// The numbers that conditions of \p Options on the parameter called \p Name
/// alone leave; none where these are many.
static std::vector<int64_t> promised(const ExtractOptions &Options,
                                     const std::string &Name) {
  IslContext Ctx;
  isl::set All;
  for (const Assumption &A : Options.Assumptions)
    if (A.Array.empty() && A.Words == std::vector<std::string>{Name})
      All = All.is_null() ? A.set(Ctx) : All.intersect(A.set(Ctx));
  if (All.is_null() || isl_set_dim(All.get(), isl_dim_param) != 1)
    return {};
  isl::set Values = isl::manage(isl_set_move_dims(
      isl_set_from_params(All.release()), isl_dim_set, 0, isl_dim_param, 0, 1));
  if (isl_set_is_bounded(Values.get()) != isl_bool_true)
    return {};
  std::vector<int64_t> Result;
  isl::stat Ended = Values.foreach_point([&](const isl::point &P) -> isl::stat {
    isl::val Value =
        isl::manage(isl_point_get_coordinate_val(P.get(), isl_dim_set, 0));
    return add(Result, Value.get_num_si()) ? isl::stat::ok()
                                           : isl::stat::error();
  });
  if (!Ended.is_ok())
    return {};
  llvm::sort(Result);
  return Result;
}

/// Adds the numbers that calls of \p F below \p S give its parameter number
/// \p Index; false if one of them gives no number, or too many.
static bool addGiven(const ASTContext &AST, const FunctionDecl *F,
                     unsigned Index, const Stmt *S,
                     std::vector<int64_t> &Numbers) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (Callee && Callee->getCanonicalDecl() == F->getCanonicalDecl() &&
      Index < Call->getNumArgs()) {
    auto Number = constantValue(AST, Call->getArg(Index));
    if (!Number || !Number->isRepresentableByInt64() ||
        !add(Numbers, Number->getExtValue()))
      return false;
  }
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return !Child || addGiven(AST, F, Index, Child, Numbers);
  });
}

/// The numbers that calls in the file give the parameter \p Name of the
/// function of \p Code; none where they give something else.
static std::vector<int64_t> given(const RegionCode &Code,
                                  const std::string &Name) {
  auto Parameters = Code.Function->parameters();
  auto Found = llvm::find_if(
      Parameters, [&](const ParmVarDecl *P) { return P->getName() == Name; });
  std::vector<int64_t> Result;
  if (Found == Parameters.end())
    return Result;
  for (const Definition &D : definitionsOf(Code.AST))
    if (!addGiven(Code.AST, Code.Function, Found - Parameters.begin(),
                  D.Function->getBody(), Result))
      return {};
  llvm::sort(Result);
  return Result;
}

std::vector<int64_t> stevedore::numbersOf(const RegionCode &Code,
                                          const ExtractOptions &Options,
                                          const std::string &Text) {
  std::vector<int64_t> Result = promised(Options, identifier(Text));
  if (Result.empty())
    Result = given(Code, Text);
  if (Result.empty())
    Result = {1, 2};
  return Result;
}
