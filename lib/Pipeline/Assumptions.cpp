//===- Assumptions.cpp - What holds where a region begins -----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assumptions.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;
using namespace llvm;

Scop stevedore::restricted(const Scop &S, const isl::set &Context) {
  Scop Result(S);
  Result.Context = S.Context.intersect(Context);
  for (Statement &Stmt : Result.Statements) {
    Stmt.Domain = Stmt.Domain.intersect_params(Context);
    for (Access &A : Stmt.Accesses)
      A.Relation = A.Relation.intersect_params(Context);
  }
  return Result;
}

isl::set stevedore::assumedOf(const Scop &S, ArrayRef<Assumption> Assumptions) {
  isl::set Result;
  for (const Assumption &A : Assumptions) {
    bool IsKnown =
        A.Array.empty() && all_of(A.Parameters, [&](const std::string &Name) {
          return any_of(S.Parameters,
                        [&](const Parameter &P) { return P.Name == Name; });
        });
    if (!IsKnown)
      continue;
    isl::set Next = A.set(S.Context.ctx());
    Result = Result.is_null() ? Next : Result.intersect(Next);
  }
  return Result;
}

/// The loops of \p S that \p Order tiles, those of each statement counted.
static unsigned countTiled(const Scop &S, const Schedule &Order) {
  unsigned Count = 0;
  for (const Statement &Stmt : S.Statements)
    for (const Band &B : Order.Bands)
      if (!B.Domain.is_disjoint(isl::union_set(Stmt.Domain)).is_true())
        Count += std::min(B.Size, countOf(Stmt.Domain.tuple_dim()));
  return Count;
}

/// The loops around all statements of \p S, those of each counted.
static unsigned countLoops(const Scop &S) {
  unsigned Count = 0;
  for (const Statement &Stmt : S.Statements)
    Count += countOf(Stmt.Domain.tuple_dim());
  return Count;
}

/// Whether a loop inside of a band of \p Order, which is not tiled, may have no
/// iterations where another statement of the band has instances.
static bool mayBeEmptyBeside(const Scop &S, const Schedule &Order) {
  for (const Band &B : Order.Bands) {
    std::vector<const Statement *> Inside;
    for (const Statement &Stmt : S.Statements)
      if (!B.Domain.is_disjoint(isl::union_set(Stmt.Domain)).is_true())
        Inside.push_back(&Stmt);
    for (const Statement *Deep : Inside)
      for (const Statement *Other : Inside)
        if (countOf(Deep->Domain.tuple_dim()) > B.Outer + B.Size &&
            !Other->Domain.params().is_subset(Deep->Domain.params()).is_true())
          return true;
  }
  return false;
}

Dependences stevedore::dependencesIn(Dependences D, const isl::set &Context) {
  for (isl::union_map Dependences::*Kind :
       {&Dependences::Flow, &Dependences::Anti, &Dependences::Output})
    D.*Kind = (D.*Kind).intersect_params(Context);
  return D;
}

/// { : each statement of \p S may have an instance }, without existential
/// variables, which would multiply in dependences: what is assumed need not be
/// as narrow as that.
static isl::set whereLoopsRun(const Scop &S) {
  isl::set Result = S.Context;
  for (const Statement &Stmt : S.Statements)
    Result = Result.intersect(Stmt.Domain.params());
  return coalesced(isl::manage(isl_set_remove_divs(Result.release())));
}

isl::set stevedore::whereMoreIsTiled(const Scop &S, const Schedule &Order) {
  if (Order.Bands.size() != 1 || !mayBeEmptyBeside(S, Order))
    return isl::set();
  isl::set Running = whereLoopsRun(S);
  if (!Running.is_empty().is_false() || S.Context.is_subset(Running).is_true())
    return isl::set();
  return Running;
}

bool stevedore::tilesAll(const Scop &S, const Schedule &Order) {
  return Order.Bands.size() == 1 && countTiled(S, Order) == countLoops(S);
}
