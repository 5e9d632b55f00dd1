//===- LoopDimension.cpp - Loops that may be parallel ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Schedule/LoopDimension.h"
#include "stevedore/Support/Equated.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"

using namespace llvm;

namespace stevedore {

bool LoopDimension::carries(ArrayRef<std::string> Statements) const {
  for (const auto &[Source, Sink] : Carried)
    if (is_contained(Statements, Source) && is_contained(Statements, Sink))
      return true;
  return false;
}

std::optional<unsigned>
LoopDimension::parallelLoop(ArrayRef<std::string> Statements) const {
  std::optional<unsigned> Result;
  for (const std::string &Name : Statements) {
    auto At = Roles.find(Name);
    if (At == Roles.end() || !(At->second.Loop || At->second.Single))
      return std::nullopt;
    if (!Result && !At->second.Single)
      Result = At->second.Loop;
  }
  return carries(Statements) ? std::nullopt : Result;
}

bool LoopDimension::mayBeParallel() const {
  return any_of(Roles, [&](const auto &Named) {
    return parallelLoop({Named.first}).has_value();
  });
}

namespace {

/// Finds the dimensions of one order, from the outermost inwards.
class DimensionFinder {
public:
  DimensionFinder(const Scop &S, const isl::union_map &D,
                  const isl::union_map &Times)
      : S(S), Known(!D.is_null() && !Times.is_null()) {
    Times.foreach_map([&](isl::map M) -> isl::stat {
      ByStatement[M.get_tuple_id(isl::dim::in).get_name()] = M;
      Count = std::max(Count, countOf(M.range_tuple_dim()));
      return isl::stat::ok();
    });
    D.foreach_map([&](isl::map M) -> isl::stat {
      addDependence(M);
      return isl::stat::ok();
    });
  }
  Expected<std::vector<LoopDimension>> run();

private:
  struct TimedDependence {
    std::string Source, Sink;
    /// { t -> t' } for the dependences that no dimension so far carries.
    isl::map Times;
  };
  struct TimedStatement {
    std::string Name;
    /// { S[i] -> S[j] } with equal times in the dimensions so far.
    isl::map Same;
    isl::map Times;
  };

  void addDependence(const isl::map &M);
  bool role(TimedStatement &Timed, unsigned D, LoopDimension &Result);
  bool carried(TimedDependence &Timed, unsigned D, LoopDimension &Result);

  const Scop &S;
  std::map<std::string, isl::map> ByStatement;
  std::vector<TimedDependence> Dependences;
  unsigned Count = 0;
  /// False once isl had no answer.
  bool Known;
};

} // namespace

void DimensionFinder::addDependence(const isl::map &M) {
  std::string Source = M.get_tuple_id(isl::dim::in).get_name();
  std::string Sink = M.get_tuple_id(isl::dim::out).get_name();
  auto From = ByStatement.find(Source), To = ByStatement.find(Sink);
  if (From == ByStatement.end() || To == ByStatement.end())
    return;
  Dependences.push_back(
      {Source, Sink, M.apply_domain(From->second).apply_range(To->second)});
}

/// { x -> y : \p F(x) and F(y) have an element in common }
static isl::map sameValue(const isl::map &F) {
  return F.apply_range(F.reverse());
}

/// { x -> t_D } of \p Times; missing dimensions are constant.
static isl::map component(isl::map Times, unsigned D) {
  unsigned Count = countOf(Times.range_tuple_dim());
  if (D >= Count)
    return Times.project_out(isl::dim::out, 0, Count);
  Times = Times.project_out(isl::dim::out, D + 1, Count - D - 1);
  return Times.project_out(isl::dim::out, 0, D);
}

namespace {

/// The loops around a statement.
struct LoopsAround {
  unsigned Count = 0;
  /// { x -> y : instances in one execution of the innermost loop }; null where
  /// there is none.
  isl::map Innermost;
};

} // namespace

/// Those of the order \p Times, { S[i] -> [t] }.
static LoopsAround loopsAround(const isl::map &Times) {
  isl::set Instances = Times.domain();
  isl::map Same = isl::map::from_domain_and_range(Instances, Instances);
  LoopsAround Result;
  for (unsigned D = 0; D < countOf(Times.range_tuple_dim()); ++D) {
    isl::map Next = Same.intersect(sameValue(component(Times, D)));
    if (!Same.is_subset(Next).is_true()) {
      ++Result.Count;
      Result.Innermost = Same;
    }
    Same = Next;
  }
  return Result;
}

/// Adds the dimensions along which \p A steps in the loop \p Innermost to
/// \p Result.
static void addSteps(const isl::map &A, const isl::map &Innermost,
                     std::vector<unsigned> &Result) {
  isl::set Steps = Innermost.apply_domain(A).apply_range(A).deltas();
  for (unsigned D = 0; D < countOf(A.range_tuple_dim()); ++D) {
    isl::set Still =
        isl::manage(isl_set_fix_si(Steps.copy(), isl_dim_set, D, 0));
    if (!Steps.is_subset(Still).is_true() && !is_contained(Result, D))
      Result.push_back(D);
  }
}

std::vector<unsigned> steppedDimensions(const Scop &S, const Band &B,
                                        unsigned Array) {
  std::vector<unsigned> Result;
  isl::union_map Times = pointTimes(B);
  unsigned Most = 0;
  for (const Statement &Stmt : S.Statements) {
    isl::union_map Own = Times.intersect_domain(isl::union_set(Stmt.Domain));
    if (!Own.is_empty().is_false())
      continue;
    LoopsAround Loops = loopsAround(Own.as_map());
    if (Loops.Count < Most || Loops.Innermost.is_null())
      continue;
    if (Loops.Count > Most)
      Result.clear();
    Most = Loops.Count;
    for (const Access &A : Stmt.Accesses)
      if (A.Array == Array)
        addSteps(A.Relation.intersect_domain(Stmt.Domain), Loops.Innermost,
                 Result);
  }
  return Result;
}

/// Finds out what dimension \p D enumerates of one statement; false where isl
/// has no answer.
bool DimensionFinder::role(TimedStatement &Timed, unsigned D,
                           LoopDimension &Result) {
  isl::map Before = Timed.Same;
  Timed.Same = Before.intersect(sameValue(component(Timed.Times, D)));
  LoopDimension::Role &Role = Result.Roles[Timed.Name];
  isl::boolean Single = Before.is_subset(Timed.Same);
  Role.Single = Single.is_true();
  if (Role.Single || Single.is_error())
    return !Single.is_error();
  for (unsigned L = 0; L < S.ParallelLoops.size() && !Role.Loop; ++L) {
    isl::union_map Iterator = S.ParallelLoops[L].Iterator.intersect_domain(
        isl::union_set(Timed.Times.domain()));
    if (!Iterator.is_empty().is_false())
      continue;
    isl::boolean Same =
        Before.intersect(sameValue(Iterator.as_map())).is_equal(Timed.Same);
    if (Same.is_error())
      return false;
    if (Same.is_true())
      Role.Loop = L;
  }
  return true;
}

/// Finds out whether dimension \p D carries a dependence; what it leaves goes
/// to the next one. False where isl has no answer.
bool DimensionFinder::carried(TimedDependence &Timed, unsigned D,
                              LoopDimension &Result) {
  isl::map Equal = equated(Timed.Times, D, D + 1);
  isl::boolean None = Timed.Times.is_subset(Equal);
  if (None.is_false())
    Result.Carried.insert({Timed.Source, Timed.Sink});
  Timed.Times = Equal;
  return !None.is_error();
}

Expected<std::vector<LoopDimension>> DimensionFinder::run() {
  std::vector<LoopDimension> Result;
  std::vector<TimedStatement> Statements;
  for (const auto &[Name, Times] : ByStatement) {
    isl::set Instances = Times.domain();
    Statements.push_back(
        {Name, isl::map::from_domain_and_range(Instances, Instances), Times});
  }
  for (unsigned D = 0; D < Count && Known; ++D) {
    Result.emplace_back();
    for (TimedStatement &Timed : Statements)
      Known = Known && role(Timed, D, Result.back());
    for (TimedDependence &Timed : Dependences)
      Known = Known && carried(Timed, D, Result.back());
  }
  if (!Known)
    return islError(S.ctx(), "the parallel loops of the new order");
  return std::move(Result);
}

Expected<std::vector<LoopDimension>>
findLoopDimensions(const Scop &S, const isl::union_map &D,
                   const isl::union_map &Times) {
  return DimensionFinder(S, D, Times).run();
}

isl::union_map pointTimes(const Band &B) {
  isl::union_map Result = isl::union_map::empty(B.Theta.ctx());
  B.Theta.intersect_domain(B.Domain).foreach_map([&](isl::map M) -> isl::stat {
    isl::map Order = pointOrder(B, M.get_space().range());
    Result = Result.unite(isl::union_map(M.apply_range(Order)));
    return isl::stat::ok();
  });
  return Result;
}

isl::union_map outerTimes(const Scop &S, const Schedule &Order) {
  return Order.OuterOrder.intersect_domain(S.domain());
}

/// The dependences of \p D between different iterations of one execution of
/// \p L.
static isl::union_map carriedBy(const ParallelLoop &L,
                                const isl::union_map &D) {
  isl::union_map SameLoop = L.Around.apply_range(L.Around.reverse());
  isl::union_map SameIteration = L.Iterator.apply_range(L.Iterator.reverse());
  return D.intersect(SameLoop).subtract(SameIteration);
}

/// The name of an array, not declared in the region, that both ends of a
/// dependence in \p D access; empty if there is none.
static std::string arrayOf(const Scop &S, const isl::union_map &D) {
  isl::union_map Accesses =
      S.reads().unite(S.mustWrites()).unite(S.mayWrites());
  for (const Array &A : S.Arrays) {
    if (A.DeclaredInside || A.Extent.is_null())
      continue;
    isl::set Elements = isl::set::universe(A.Extent.get_space());
    isl::union_map Own = Accesses.intersect_range(isl::union_set(Elements));
    if (D.intersect(Own.apply_range(Own.reverse())).is_empty().is_false())
      return A.Name;
  }
  return "";
}

Expected<std::vector<DependentLoop>> findDependentLoops(const Scop &S,
                                                        const Dependences &D) {
  std::vector<DependentLoop> Result;
  isl::union_map All = D.all();
  for (unsigned L = 0; L < S.ParallelLoops.size(); ++L) {
    if (S.ParallelLoops[L].Waits)
      continue;
    isl::union_map Carried = carriedBy(S.ParallelLoops[L], All);
    auto None = checked(S.ctx(), Carried.is_empty(),
                        "the dependences between parallel iterations");
    if (!None)
      return None.takeError();
    std::string Name = *None ? "" : arrayOf(S, Carried);
    if (!Name.empty())
      Result.push_back({L, Name});
  }
  return std::move(Result);
}

} // namespace stevedore
