//===- CodegenCheck.cpp - What Polly will ask isl for ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanInPolly.h"
#include "polly/ScopInfo.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/ast_build.h"
#include "isl/id.h"
#include "isl/map.h"
#include "isl/options.h"
#include "isl/set.h"
#include "isl/union_map.h"

using namespace llvm;
using namespace stevedore;

namespace {

/// An access whose subscripts Polly asks isl for.
struct Subscripts {
  /// { S[i] }
  isl::set Domain;
  /// { S[i] -> [c] }, right for what is in the domain.
  isl::map Cells;
  /// The local array that it accesses, or copies from or to.
  unsigned Local = 0;
};

/// Makes the loops of one plan as Polly's code generation does, with its
/// options and in its context; but an error is an answer here, and ends the
/// program there.
class CodegenCheck {
public:
  CodegenCheck(polly::Scop &S, const PollyRegion &Region, const CopyPlan &Plan)
      : S(S), Region(Region), Plan(Plan), Polly(S, Region, Plan) {}

  Error run(double Seconds);

private:
  void add(const CopyPhase &Copy, unsigned Number);
  void add(polly::MemoryAccess &A, unsigned Local, const isl::map &Cells);
  Error makeLoops();
  bool makeSubscripts(isl_ast_build *Build);
  static isl_ast_node *atStatement(isl_ast_node *Node, isl_ast_build *Build,
                                   void *Trial);

  polly::Scop &S;
  const PollyRegion &Region;
  const CopyPlan &Plan;
  PlanInPolly Polly;
  isl::union_map Times;
  std::vector<Subscripts> All;
  /// The limit for the subscripts of one access.
  BudgetLimits Most;
  /// The local array whose subscripts take longer.
  std::optional<unsigned> TooLong;
};

} // namespace

void CodegenCheck::add(const CopyPhase &Copy, unsigned Number) {
  isl::id Name =
      isl::id::alloc(Polly.context(), "Copy" + std::to_string(Number), nullptr);
  auto Translated = [&](const isl::map &M) {
    return Polly.translated(M, Name, isl::id());
  };
  Times = Times.unite(isl::union_map(Translated(Copy.Time)));
  isl::map Element = Translated(Copy.Element);
  isl::map Cell =
      Translated(Copy.Element.apply_range(Plan.Buffers[Copy.Buffer].Cell));
  All.push_back({Element.domain(), Element, Copy.Buffer});
  All.push_back({Element.domain(), Cell, Copy.Buffer});
}

/// The access \p A to the cells \p Cells of \p Local, in the form in which
/// Polly keeps it (MemoryAccess::setNewAccessRelation).
void CodegenCheck::add(polly::MemoryAccess &A, unsigned Local,
                       const isl::map &Cells) {
  const polly::ScopStmt &Stmt = *A.getStatement();
  All.push_back({Stmt.getDomain(),
                 Polly.translated(Cells, Stmt.getDomainId(), isl::id())
                     .gist_params(S.getContext())
                     .gist_domain(Stmt.getDomain()),
                 Local});
}

/// The subscripts of the statement for which \p Build is; false: they take too
/// long.
bool CodegenCheck::makeSubscripts(isl_ast_build *Build) {
  isl::union_map When = isl::manage(isl_ast_build_get_schedule(Build));
  for (const Subscripts &A : All) {
    isl::union_map Here = When.intersect_domain(isl::union_set(A.Domain));
    if (!Here.is_empty().is_false())
      continue;
    Budget Limit(Polly.context(), Most);
    isl::map AtTime = A.Cells.apply_domain(isl::map::from_union_map(Here));
    isl_ast_expr *Made = isl_ast_build_access_from_pw_multi_aff(
        Build, isl::pw_multi_aff::from_map(AtTime).release());
    isl_ast_expr_free(Made);
    if (!Made) {
      TooLong = A.Local;
      return false;
    }
  }
  return true;
}

/// Null, which ends the search for loops, where subscripts take too long.
isl_ast_node *CodegenCheck::atStatement(isl_ast_node *Node,
                                        isl_ast_build *Build, void *Trial) {
  if (static_cast<CodegenCheck *>(Trial)->makeSubscripts(Build))
    return Node;
  isl_ast_node_free(Node);
  return nullptr;
}

Error CodegenCheck::makeLoops() {
  isl_ctx *Ctx = Polly.context().get();
  isl_ast_build *Build = isl_ast_build_from_context(S.getContext().release());
  Build = isl_ast_build_set_at_each_domain(Build, atStatement, this);
  isl_ast_node *Loops =
      isl_ast_build_node_from_schedule(Build, Polly.order(Times).release());
  isl_ast_build_free(Build);
  bool IsMade = Loops != nullptr;
  isl_ast_node_free(Loops);
  if (IsMade)
    return Error::success();
  if (!TooLong)
    return islError(Ctx, "the loops over tiles");
  isl_ctx_reset_error(Ctx);
  const LocalBuffer &B = Plan.Buffers[*TooLong];
  const std::string &Name = Region.program().Arrays[B.Array].Name;
  if (B.IsSlanted)
    return make_error<BufferError>(
        Name, "along a slant, which takes isl too long to compute");
  return createStringError("computing the subscripts of the local array of '" +
                           Name + "' went over the budget");
}

Error CodegenCheck::run(double Seconds) {
  isl_ctx *Ctx = Polly.context().get();
  int OnError = isl_options_get_on_error(Ctx);
  isl_options_set_on_error(Ctx, ISL_ON_ERROR_CONTINUE);
  isl_options_set_ast_build_atomic_upper_bound(Ctx, true);
  isl_options_set_ast_build_detect_min_max(Ctx, true);
  Error Result = Error::success();
  Most = {Seconds * limits::LoopShare, limits::SubscriptOperations};
  {
    Budget Limit(Ctx, {Seconds, limits::LoopOperations});
    Times = Polly.times();
    for (const auto &[Number, Copy] : enumerate(Plan.Copies))
      add(Copy, Number);
    Polly.eachRedirected([&](polly::MemoryAccess &A, unsigned Local,
                             const isl::map &Cells) { add(A, Local, Cells); });
    Result = joinErrors(std::move(Result), makeLoops());
  }
  isl_options_set_on_error(Ctx, OnError);
  return Result;
}

Error stevedore::tryLoops(polly::Scop &S, const PollyRegion &Region,
                          const CopyPlan &Plan, double Seconds) {
  return CodegenCheck(S, Region, Plan).run(Seconds);
}
