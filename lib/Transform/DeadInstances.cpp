//===- DeadInstances.cpp - What nobody reads ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Transform/DeadInstances.h"
#include "Steps.h"
#include "stevedore/Support/Coalesce.h"
#include "isl/schedule.h"

using namespace stevedore;
using namespace llvm;

/// Whether the code behind the region may see what \p Stmt writes, or \p Stmt
/// writes nothing of which that could be told, or a variable of an iteration,
/// which costs nothing.
static bool isSeen(const Scop &S, const Statement &Stmt) {
  bool Writes = false;
  for (const Access &A : Stmt.Accesses) {
    bool Here = A.MustWrites || A.MayWrites;
    Writes |= Here;
    if (Here && (S.Arrays[A.Array].LiveOut || S.Arrays[A.Array].Private))
      return true;
  }
  return !Writes;
}

/// Those of the instances \p Domain of a statement outside of a hull of \p
/// Live. None where the values of parameters alone tell them, as a test in the
/// new code costs more, nor where all would be gone.
static isl::set deadOf(const isl::set &Domain, const isl::union_set &Live) {
  isl::set Here = coalesced(Live.extract_set(Domain.get_space()));
  isl::set Hull =
      isl::manage(isl_set_from_basic_set(isl_set_simple_hull(Here.copy())));
  isl::set Dead = Domain.subtract(Hull);
  bool IsByParameters =
      Dead.intersect_params(Here.params()).is_empty().is_true();
  return IsByParameters ? isl::set::empty(Domain.get_space()) : Dead;
}

Expected<isl::union_set> stevedore::findDeadInstances(const Scop &S,
                                                      const Dependences &D) {
  isl::union_set None = isl::union_set::empty(S.Context.ctx());
  isl::union_set Live = None;
  std::vector<isl::set> Unseen;
  for (const Statement &Stmt : S.Statements) {
    isl::set Domain = Stmt.Domain.intersect_params(S.Context);
    if (isSeen(S, Stmt))
      Live = Live.unite(isl::union_set(Domain));
    else
      Unseen.push_back(Domain);
  }
  if (Unseen.empty() || Live.is_empty().is_true())
    return None;
  isl::union_set All = S.domain().intersect_params(S.Context), New = Live, Dead;
  for (unsigned Round = 0;; ++Round) {
    New = coalesced(D.Flow.intersect_range(New).domain().subtract(Live));
    Dead = None;
    if (New.is_empty().is_true()) {
      for (const isl::set &Domain : Unseen)
        Dead = Dead.unite(isl::union_set(deadOf(Domain, Live)));
      New = All.subtract(Dead).subtract(Live);
    }
    // Values that go on from iteration to iteration are not followed to the
    // end.
    if (Round > 2 * S.Statements.size())
      New = All.intersect(New.universe()).subtract(Live);
    Expected<bool> IsOver =
        checked(S.ctx(), New.is_empty(), "the instances that nobody reads");
    if (!IsOver)
      return IsOver.takeError();
    if (*IsOver)
      return coalesced(Dead);
    Live = Live.unite(New);
  }
}

/// The error of an instance of \p Needed, which is not empty.
static Error stillNeeded(const Scop &S, const isl::union_set &Needed,
                         const Twine &Why) {
  std::string Instance;
  Needed.foreach_set([&](isl::set One) -> isl::stat {
    if (const Statement *Stmt = S.findStatement(One.get_tuple_name());
        Stmt && Instance.empty())
      Instance = instanceIn(*Stmt, One);
    return isl::stat::ok();
  });
  return createStringError(Instance + " is not executed any more, but " + Why);
}

/// { S[i] }: the instances that may have written last what array number \p
/// Array holds behind the region, where \p Dead write it.
static isl::union_set lastWriters(const Scop &S, unsigned Array,
                                  const isl::union_set &Dead) {
  isl::union_map Must = S.accesses(Array, &Access::MustWrites);
  isl::union_map May = S.accesses(Array, &Access::MayWrites);
  isl::union_set Written =
      Must.unite(May).intersect_domain(Dead).range().intersect_params(
          S.Context);
  isl::union_map Read = isl::union_map::empty(S.Context.ctx());
  Written.foreach_set([&](isl::set Elements) -> isl::stat {
    Read = Read.unite(isl::union_map(isl::manage(isl_map_set_tuple_name(
        Elements.identity().release(), isl_dim_in, "End"))));
    return isl::stat::ok();
  });
  isl::schedule Order =
      S.Order.sequence(isl::schedule::from_domain(Read.domain()));
  return isl::union_access_info(Read)
      .set_must_source(Must.intersect_params(S.Context))
      .set_may_source(May.intersect_params(S.Context))
      .set_schedule(Order)
      .compute_flow()
      .may_dependence()
      .domain();
}

Error stevedore::verifyDead(const Scop &S, const Dependences &D,
                            const isl::union_set &Dead) {
  isl::union_map Used = D.Flow.intersect_domain(Dead).subtract_range(Dead);
  Expected<bool> IsUnread =
      checked(S.ctx(), Used.is_empty(), "whether somebody reads a value");
  if (!IsUnread)
    return IsUnread.takeError();
  if (!*IsUnread) {
    isl::map One;
    Used.foreach_map([&](isl::map M) -> isl::stat {
      One = M;
      return isl::stat::ok();
    });
    const Statement *Reader =
        S.findStatement(isl_map_get_tuple_name(One.get(), isl_dim_out));
    return stillNeeded(S, isl::union_set(One.domain()),
                       nameWithLine(Reader->Name, Reader->Line) +
                           " reads what it writes");
  }
  for (unsigned A = 0; A < S.Arrays.size(); ++A) {
    if (!S.Arrays[A].LiveOut)
      continue;
    isl::union_set Seen = lastWriters(S, A, Dead).intersect(Dead);
    Expected<bool> IsHidden =
        checked(S.ctx(), Seen.is_empty(), "whether somebody sees a value");
    if (!IsHidden)
      return IsHidden.takeError();
    if (!*IsHidden)
      return stillNeeded(S, Seen,
                         "what it writes to '" + S.Arrays[A].Name +
                             "' is live after the region");
  }
  return Error::success();
}

Scop stevedore::withoutInstances(Scop S, const isl::union_set &Dead) {
  for (Statement &Stmt : S.Statements) {
    Stmt.Domain = coalesced(
        Stmt.Domain.subtract(Dead.extract_set(Stmt.Domain.get_space())));
    if (Stmt.Domain.is_empty().is_true())
      Stmt.Accesses.clear();
  }
  isl::union_set Left = S.domain();
  S.Order = isl::manage(
      isl_schedule_intersect_domain(S.Order.release(), Left.copy()));
  for (ParallelLoop &L : S.ParallelLoops) {
    L.Iterator = L.Iterator.intersect_domain(Left);
    L.Around = L.Around.intersect_domain(Left);
  }
  return S;
}
