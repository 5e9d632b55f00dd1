//===- CounterNames.cpp - Names of loop counters --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CounterNames.h"
#include "stevedore/Support/Roles.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include <algorithm>

namespace stevedore {
namespace lower {

/// What the source calls the iterators of \p S on which dimension \p D of
/// \p Function, { S[i] -> [...] }, depends, from the innermost on.
static std::vector<std::string> iteratorsIn(const Statement &S,
                                            const isl::map &Function,
                                            unsigned D) {
  isl_map *One = isl_map_project_out(Function.copy(), isl_dim_out, D + 1,
                                     countOf(Function.range_tuple_dim()) - D - 1);
  One = isl_map_project_out(One, isl_dim_out, 0, D);
  isl::pw_multi_aff Values = isl::manage(isl_pw_multi_aff_from_map(One));
  isl::aff Value;
  Values.foreach_piece([&](isl::set, isl::multi_aff Piece) {
    Value = Piece.at(0);
    return isl::stat::ok();
  });
  std::vector<std::string> Result;
  if (Value.is_null())
    return Result;
  for (unsigned I = countOf(S.Domain.tuple_dim()); I-- > 0;) {
    const char *Name = isl_set_get_dim_name(S.Domain.get(), isl_dim_set, I);
    bool IsUsed =
        isl_aff_involves_dims(Value.get(), isl_dim_in, I, 1) == isl_bool_true;
    if (Name && IsUsed)
      Result.push_back(Name);
  }
  return Result;
}

/// A function of the instances of a statement: its time, or a subscript.
using Function = std::pair<const Statement *, isl::map>;

/// Which iterators of a value a counter is called after, if any.
enum class Preferred { Innermost, Outermost };

/// A name for dimension \p D of \p Functions: that of an iterator on which one
/// of them depends there and which is not in \p Used, else \p Otherwise.
static std::string nameOfDimension(llvm::ArrayRef<Function> Functions,
                                   unsigned D, Preferred First,
                                   llvm::ArrayRef<std::string> Used,
                                   const std::string &Otherwise) {
  for (const auto &[Stmt, Map] : Functions) {
    std::vector<std::string> Names = iteratorsIn(*Stmt, Map, D);
    if (First == Preferred::Outermost)
      std::reverse(Names.begin(), Names.end());
    for (const std::string &Name : Names)
      if (!llvm::is_contained(Used, Name))
        return Name;
  }
  return Otherwise;
}

/// \p Time, { S[i] -> [t] }, statement by statement of \p S.
static std::vector<Function> timesOf(const Scop &S,
                                     const isl::union_map &Time) {
  std::vector<Function> Result;
  for (const Statement &Stmt : S.Statements) {
    isl::union_map Here = Time.intersect_domain(
        isl::union_set(isl::set::universe(Stmt.Domain.get_space())));
    if (Here.isa_map().is_true())
      Result.push_back({&Stmt, Here.as_map()});
  }
  return Result;
}

std::vector<std::string> namesOfTime(const Scop &S, const Band &Tiled,
                                     const isl::union_map &Time) {
  std::vector<Function> Times = timesOf(S, Time);
  std::vector<std::string> Result;
  for (unsigned D = Tiled.Outer; D < timeDimensions(Tiled); ++D)
    Result.push_back(nameOfDimension(Times, D, Preferred::Innermost, Result,
                                     "c" + std::to_string(D - Tiled.Outer)));
  return Result;
}

std::vector<std::string>
countersOfElements(const Scop &S, unsigned Array, std::vector<std::string> Nest,
                   Names &N) {
  std::vector<Function> Subscripts;
  for (const Statement &Stmt : S.Statements)
    for (const Access &A : Stmt.Accesses)
      if (A.Array == Array)
        Subscripts.push_back({&Stmt, A.Relation});
  std::vector<std::string> Result, Bases;
  for (unsigned D = 0; D < S.Arrays[Array].Rank; ++D) {
    Bases.push_back(nameOfDimension(Subscripts, D, Preferred::Outermost, Bases,
                                    "m" + std::to_string(D)));
    Result.push_back(N.counter(Bases.back(), Nest));
    Nest.push_back(Result.back());
  }
  return Result;
}

/// The instances of the statements of \p Tiled as functions of time in
/// \p OuterOrder, { Band[o] -> [t] }.
static void addTimesOf(const Scop &S, const Band &Tiled,
                       const isl::map &OuterOrder, std::vector<Function> &To) {
  for (const auto &[Stmt, Time] : timesOf(S, Tiled.Theta)) {
    isl::map Outer =
        Time.project_out(isl::dim::out, Tiled.Outer,
                         countOf(Time.range_tuple_dim()) - Tiled.Outer);
    Outer = Outer.set_range_tuple(OuterOrder.get_domain_tuple_id());
    To.push_back({Stmt, Outer.apply_range(OuterOrder)});
  }
}

std::vector<std::string> namesOfOuterOrder(const RegionPlan &Plan,
                                           unsigned Dimensions) {
  std::vector<Function> Times;
  Plan.Order.OuterOrder.foreach_map([&](isl::map M) {
    std::string Tuple = isl_map_get_tuple_name(M.get(), isl_dim_in);
    std::optional<unsigned> Number = bandNumber(Tuple);
    if (const Statement *Stmt = Plan.Program->findStatement(Tuple))
      Times.push_back({Stmt, M});
    else if (Number && *Number < Plan.Levels.size())
      addTimesOf(*Plan.Program, Plan.Levels[*Number].B, M, Times);
    return isl::stat::ok();
  });
  std::vector<std::string> Result;
  for (unsigned D = 0; D < Dimensions; ++D)
    Result.push_back(nameOfDimension(Times, D, Preferred::Innermost, Result,
                                     "t" + std::to_string(D)));
  return Result;
}

} // namespace lower
} // namespace stevedore
