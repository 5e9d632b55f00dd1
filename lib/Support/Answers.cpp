//===- Answers.cpp - What isl has answered --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/Answers.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/LimitPause.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "isl/aff.h"
#include "isl/id.h"
#include "isl/map.h"
#include "isl/printer.h"
#include "isl/set.h"
#include "isl/space.h"
#include <mutex>

using namespace stevedore;

namespace {

/// What was learnt in each context. Each context is of one thread at a time.
struct AnswerTables {
  using Table = llvm::StringMap<std::shared_ptr<const void>>;
  std::mutex Lock;
  llvm::DenseMap<isl_ctx *, std::unique_ptr<Table>> Of;

  Table *find(isl_ctx *Ctx) {
    std::lock_guard<std::mutex> Guard(Lock);
    auto It = Of.find(Ctx);
    return It == Of.end() ? nullptr : It->second.get();
  }
};

} // namespace

static AnswerTables &tables() {
  static AnswerTables All;
  return All;
}

void stevedore::beginAnswers(isl_ctx *Ctx) {
  AnswerTables &All = tables();
  std::lock_guard<std::mutex> Guard(All.Lock);
  All.Of[Ctx] = std::make_unique<AnswerTables::Table>();
}

void stevedore::endAnswers(isl_ctx *Ctx) {
  AnswerTables &All = tables();
  std::unique_ptr<AnswerTables::Table> Last;
  std::lock_guard<std::mutex> Guard(All.Lock);
  Last = std::move(All.Of[Ctx]);
  All.Of.erase(Ctx);
}

std::shared_ptr<const void> Question::known() const {
  auto *Table = HasKey ? tables().find(Ctx) : nullptr;
  return Table ? Table->lookup(Key) : nullptr;
}

void Question::learn(std::shared_ptr<const void> Answer) const {
  auto *Table = HasKey ? tables().find(Ctx) : nullptr;
  if (Table && Table->size() < limits::KnownAnswers)
    Table->try_emplace(Key, std::move(Answer));
}

/// Adds the number of \p Name; takes ownership.
void Question::addName(isl_id *Name) {
  auto Known = llvm::find_if(
      Names, [&](const isl::id &Other) { return Other.get() == Name; });
  Key += std::to_string(Known - Names.begin()) + ",";
  if (Known == Names.end())
    Names.push_back(isl::manage(Name));
  else
    isl_id_free(Name);
}

/// The names of the tuple of \p Tuple and of its dimensions, and what is in it:
/// names that are not its own are left to no renaming.
void Question::addTuple(const isl::space &Tuple) {
  Key += "(";
  if (isl_space_has_tuple_id(Tuple.get(), isl_dim_set) == isl_bool_true)
    addName(isl_space_get_tuple_id(Tuple.get(), isl_dim_set));
  Key += ":";
  int Count = isl_space_dim(Tuple.get(), isl_dim_set);
  for (int K = 0; K < Count; ++K) {
    if (isl_space_has_dim_id(Tuple.get(), isl_dim_set, K) == isl_bool_true)
      addName(isl_space_get_dim_id(Tuple.get(), isl_dim_set, K));
    else
      Key += "-,";
  }
  if (Tuple.is_wrapping().is_true()) {
    isl::space Inside = Tuple.unwrap();
    for (const isl::space &Part : {Inside.domain(), Inside.range()}) {
      Key += "[";
      if (isl_space_has_tuple_id(Part.get(), isl_dim_set) == isl_bool_true)
        Key += isl_space_get_tuple_name(Part.get(), isl_dim_set);
      addTuple(Part);
      Key += "]";
    }
  }
}

void Question::addSpace(const isl::space &Space) {
  Key += "|";
  int Count = isl_space_dim(Space.get(), isl_dim_param);
  for (int K = 0; K < Count; ++K)
    addName(isl_space_get_dim_id(Space.get(), isl_dim_param, K));
  Key += ";";
  if (isl_space_is_params(Space.get()) == isl_bool_true) {
    Key += "p";
  } else if (isl_space_is_set(Space.get()) == isl_bool_true) {
    addTuple(Space);
  } else {
    addTuple(Space.domain());
    addTuple(Space.range());
  }
}

static isl_printer *print(isl_printer *P, const isl::set &Object) {
  return isl_printer_print_set(P, Object.get());
}

static isl_printer *print(isl_printer *P, const isl::map &Object) {
  return isl_printer_print_map(P, Object.get());
}

/// All constraints of \p Object as rows of numbers.
template <typename T> static std::string rows(const T &Object) {
  LimitPause Unlimited(Object.ctx());
  isl_printer *P = isl_printer_to_str(Object.ctx().get());
  P = print(isl_printer_set_output_format(P, ISL_FORMAT_EXT_POLYLIB), Object);
  char *Text = isl_printer_get_str(P);
  isl_printer_free(P);
  std::string Result = Text ? Text : "";
  free(Text);
  return Result;
}

template <typename T> Question &Question::addObject(const T &Object) {
  HasKey &= !Object.is_null() && !hasDivisions(Object);
  if (!HasKey)
    return *this;
  addSpace(Object.get_space());
  Key += rows(Object);
  return *this;
}

Question &Question::about(const isl::set &Object) { return addObject(Object); }

Question &Question::about(const isl::map &Object) { return addObject(Object); }

Question &Question::about(const isl::basic_set &Object) {
  return about(isl::set(Object));
}

/// The name here of what is called \p Name in \p Other; takes ownership.
isl_id *Question::nameFor(isl_id *Name, const Question &Other) const {
  auto At = llvm::find_if(
      Other.Names, [&](const isl::id &Known) { return Known.get() == Name; });
  if (At == Other.Names.end())
    return Name;
  isl_id_free(Name);
  return Names[At - Other.Names.begin()].copy();
}

isl::map Question::renamed(isl::map Answer, const Question &Other) const {
  isl_map *M = Answer.release();
  int Count = isl_map_dim(M, isl_dim_param);
  for (int K = 0; K < Count; ++K) {
    isl_id *Name = isl_map_get_dim_id(M, isl_dim_param, K);
    M = isl_map_set_dim_id(M, isl_dim_param, K, nameFor(Name, Other));
  }
  for (isl_dim_type Type : {isl_dim_in, isl_dim_out}) {
    if (isl_map_has_tuple_id(M, Type) == isl_bool_true)
      M = isl_map_set_tuple_id(M, Type,
                               nameFor(isl_map_get_tuple_id(M, Type), Other));
    for (int K = 0, Rank = isl_map_dim(M, Type); K < Rank; ++K)
      if (isl_map_has_dim_id(M, Type, K) == isl_bool_true)
        M = isl_map_set_dim_id(M, Type, K,
                               nameFor(isl_map_get_dim_id(M, Type, K), Other));
  }
  return isl::manage(M);
}

isl::set Question::renamed(isl::set Answer, const Question &Other) const {
  const bool HasNoTuple = isl_set_is_params(Answer.get()) == isl_bool_true;
  if (HasNoTuple)
    Answer = isl::manage(isl_set_from_params(Answer.release()));
  isl::set Result = renamed(isl::map::from_range(Answer), Other).range();
  return HasNoTuple ? Result.params() : Result;
}

isl::basic_set Question::renamed(const isl::basic_set &Answer,
                                 const Question &Other) const {
  isl::set Whole = renamed(isl::set(Answer), Other);
  isl::basic_set Result =
      isl::manage(isl_basic_set_empty(Whole.get_space().release()));
  Whole.foreach_basic_set([&](isl::basic_set Piece) -> isl::stat {
    Result = Piece;
    return isl::stat::ok();
  });
  return Result;
}

template <> isl::set stevedore::coalescedByIsl(const isl::set &Object) {
  return answered(Question(Object.ctx(), "coalesce").about(Object),
                  [&] { return isl::set(Object).coalesce(); });
}

template <> isl::map stevedore::coalescedByIsl(const isl::map &Object) {
  return answered(Question(Object.ctx(), "coalesce").about(Object),
                  [&] { return isl::map(Object).coalesce(); });
}

isl::aff Question::renamed(const isl::aff &Answer,
                           const Question &Other) const {
  isl_aff *A = Answer.copy();
  isl::space Space = isl::manage(isl_aff_get_domain_space(A));
  int Count = isl_space_dim(Space.get(), isl_dim_param);
  for (int K = 0; K < Count; ++K) {
    isl_id *Name = isl_space_get_dim_id(Space.get(), isl_dim_param, K);
    A = isl_aff_set_dim_id(A, isl_dim_param, K, nameFor(Name, Other));
  }
  return isl::manage(A);
}

template <typename T>
static isl::boolean areDisjointObjects(const T &A, const T &B) {
  return answered(Question(A.ctx(), "disjoint").about(A).about(B),
                  [&] { return A.is_disjoint(B); });
}

template <typename T> static isl::boolean isSubsetOf(const T &A, const T &B) {
  return answered(Question(A.ctx(), "subset").about(A).about(B),
                  [&] { return A.is_subset(B); });
}

isl::boolean stevedore::areDisjoint(const isl::set &A, const isl::set &B) {
  return areDisjointObjects(A, B);
}

isl::boolean stevedore::areDisjoint(const isl::map &A, const isl::map &B) {
  return areDisjointObjects(A, B);
}

isl::boolean stevedore::isSubset(const isl::set &A, const isl::set &B) {
  return isSubsetOf(A, B);
}

isl::boolean stevedore::isSubset(const isl::map &A, const isl::map &B) {
  return isSubsetOf(A, B);
}
