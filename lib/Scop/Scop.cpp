//===- Scop.cpp - The polyhedral program ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Scop/Scop.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/schedule.h"

using namespace stevedore;

isl::union_set Scop::domain() const {
  isl::union_set Result = isl::manage(isl_union_set_empty_ctx(ctx()));
  for (const Statement &S : Statements)
    Result = Result.unite(isl::union_set(S.Domain));
  return Result;
}

/// { S[i] -> A[m] } for the accesses of one kind, to array number \p Array or
/// to all, restricted to the statements' domains and to the instances \p Of.
/// The relations of statements without any of these are not put together.
static isl::union_map collect(const Scop &S, bool Access::*Kind,
                              std::optional<unsigned> Array = std::nullopt,
                              const isl::union_set *Of = nullptr) {
  auto IsInside = [&](const Statement &Stmt) {
    isl::set Here = Of->extract_set(Stmt.Domain.get_space());
    return isl_set_plain_is_empty(Here.get()) == isl_bool_false;
  };
  isl::union_map Result = isl::manage(isl_union_map_empty_ctx(S.ctx()));
  for (const Statement &Stmt : S.Statements)
    for (const Access &A : Stmt.Accesses)
      if (A.*Kind && (!Array || A.Array == *Array) && (!Of || IsInside(Stmt)))
        Result = Result.unite(
            isl::union_map(A.Relation.intersect_domain(Stmt.Domain)));
  return Of ? Result.intersect_domain(*Of) : Result;
}

isl::union_map Scop::reads() const { return collect(*this, &Access::Reads); }

isl::union_map Scop::mustWrites() const {
  return collect(*this, &Access::MustWrites);
}

isl::union_map Scop::mayWrites() const {
  return collect(*this, &Access::MayWrites);
}

isl::union_map Scop::accesses(unsigned Array, bool Access::*Kind) const {
  return collect(*this, Kind, Array);
}

isl::union_map Scop::accesses(unsigned Array, bool Access::*Kind,
                              const isl::union_set &Of) const {
  return collect(*this, Kind, Array, &Of);
}

isl::union_map Scop::accesses(bool Access::*Kind,
                              const isl::union_set &Of) const {
  return collect(*this, Kind, std::nullopt, &Of);
}

const Statement *Scop::findStatement(llvm::StringRef Name) const {
  for (const Statement &S : Statements)
    if (S.Name == Name)
      return &S;
  return nullptr;
}

const Array *Scop::findArray(llvm::StringRef Name) const {
  for (const Array &A : Arrays)
    if (A.Name == Name)
      return &A;
  return nullptr;
}

void stevedore::collapsePrivate(Scop &S, unsigned Array) {
  stevedore::Array &Of = S.Arrays[Array];
  Of.Private = false;
  if (Of.Made)
    return;
  unsigned Dropped = std::exchange(Of.Expanded, 0);
  Of.Rank -= Dropped;
  if (!Of.Extent.is_null()) {
    isl::id Name = Of.Extent.get_tuple_id();
    Of.Extent =
        Of.Extent.project_out(isl::dim::set, 0, Dropped).set_tuple_id(Name);
  }
  for (Statement &Stmt : S.Statements)
    for (Access &A : Stmt.Accesses)
      if (A.Array == Array) {
        isl::id Name = A.Relation.get_tuple_id(isl::dim::out);
        A.Relation = A.Relation.project_out(isl::dim::out, 0, Dropped)
                         .set_tuple_id(isl::dim::out, Name);
        for (unsigned &D : A.Chosen)
          D -= Dropped;
      }
}

/// One `key: "value"` line of the text form.
static void printEntry(llvm::raw_ostream &OS, llvm::StringRef Key,
                       const std::string &Value) {
  OS << Key << ":";
  OS.indent(13 - std::min<size_t>(12, Key.size() + 1));
  OS << '"' << Value << "\"\n";
}

/// The iterator of the parallel loop whose counter, up to its sign, is what
/// dimension \p D of \p Times gives; none if there is no such loop.
static bool isParallelDimension(const Scop &S, const isl::map &Times,
                                unsigned D) {
  unsigned Dims = countOf(Times.range_tuple_dim());
  if (D >= Dims)
    return false;
  isl::map Value = Times.project_out(isl::dim::out, D + 1, Dims - D - 1)
                       .project_out(isl::dim::out, 0, D);
  isl::union_map Own = Value.apply_range(Value.reverse());
  return llvm::any_of(S.ParallelLoops, [&](const ParallelLoop &P) {
    isl::union_map Iterator =
        P.Iterator.intersect_domain(isl::union_set(Times.domain()));
    return Iterator.apply_range(Iterator.reverse()).is_equal(Own).is_true();
  });
}

/// The parallel loops as comments, and the dimensions of the schedule \p Theta
/// that are parallel loops for all statements as an entry.
static void printParallelLoops(llvm::raw_ostream &OS, const Scop &S,
                               const isl::union_map &Theta,
                               llvm::ArrayRef<std::string> Directives) {
  if (S.ParallelLoops.empty())
    return;
  std::vector<isl::map> Times;
  unsigned Dims = 0;
  Theta.foreach_map([&](isl::map M) -> isl::stat {
    Times.push_back(M);
    Dims = std::max(Dims, countOf(M.range_tuple_dim()));
    return isl::stat::ok();
  });
  std::string Parallel;
  for (unsigned D = 0; D < Dims; ++D)
    if (llvm::all_of(Times, [&](const isl::map &M) {
          return isParallelDimension(S, M, D);
        }))
      Parallel += (Parallel.empty() ? "" : ", ") + std::to_string(D);
  if (!Parallel.empty())
    OS << "parallel:    [" << Parallel << "]\n";
  for (size_t I = 0; I < S.ParallelLoops.size(); ++I) {
    const ParallelLoop &P = S.ParallelLoops[I];
    OS << "# line " << P.Line << ", "
       << (I < Directives.size() ? "omp " + Directives[I] : "parallel") << ": "
       << toText(P.Iterator.intersect_domain(S.domain())) << "\n";
  }
}

void stevedore::print(llvm::raw_ostream &OS, const Scop &S,
                      llvm::ArrayRef<std::string> Directives) {
  isl::union_map Theta = isl::manage(isl_schedule_get_map(S.Order.get()))
                             .intersect_domain(S.domain());
  printEntry(OS, "context", toText(S.Context));
  printEntry(OS, "domain", toText(S.domain()));
  printEntry(OS, "reads", toText(coalesced(S.reads())));
  printEntry(OS, "mustWrites", toText(coalesced(S.mustWrites())));
  if (!S.mayWrites().is_empty().is_true())
    printEntry(OS, "mayWrites", toText(coalesced(S.mayWrites())));
  printEntry(OS, "schedule", toText(Theta));
  std::string LiveOut;
  for (const Array &A : S.Arrays)
    if (A.LiveOut)
      LiveOut += (LiveOut.empty() ? "" : ", ") + A.Name;
  OS << "liveOut:     [" << LiveOut << "]\n";
  printParallelLoops(OS, S, Theta, Directives);
}
