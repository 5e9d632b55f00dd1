//===- HandOver.cpp - Flat orders for Polly -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polly/ScopInfo.h"
#include "stevedore/Emit/Polly/CopyPlan.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/ast_build.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"

using namespace llvm;
using namespace stevedore;

namespace {

/// Changes one region of Polly's.
class Change {
public:
  Change(polly::Scop &S, const PollyRegion &Region, const CopyPlan &Plan)
      : S(S), Region(Region), Plan(Plan), Theirs(S.getIslCtx()) {}

  void run();

private:
  isl::map theirs(const isl::map &Own, isl::id In, isl::id Out) const;
  void addBuffers();
  void addCopy(const CopyPhase &Copy);
  void redirect();

  polly::Scop &S;
  const PollyRegion &Region;
  const CopyPlan &Plan;
  isl::ctx Theirs;
  std::vector<polly::ScopArrayInfo *> Buffers;
  isl::union_map Times;
};

} // namespace

/// \p Own in Polly's context, with its parameters and with the tuples \p In and
/// \p Out; null: none.
isl::map Change::theirs(const isl::map &Own, isl::id In, isl::id Out) const {
  isl_map *M = isl::map(Theirs, toText(Own)).release();
  for (unsigned K = 0; K < countOf(isl_map_dim(M, isl_dim_param)); ++K) {
    auto Known =
        Region.Parameters.find(isl_map_get_dim_name(M, isl_dim_param, K));
    if (Known != Region.Parameters.end())
      M = isl_map_set_dim_id(M, isl_dim_param, K, Known->second.copy());
  }
  auto Rename = [&](isl_dim_type Side, isl::id &Id) {
    M = Id.is_null() ? isl_map_reset_tuple_id(M, Side)
                     : isl_map_set_tuple_id(M, Side, Id.release());
  };
  Rename(isl_dim_in, In);
  Rename(isl_dim_out, Out);
  return isl::manage(M);
}

void Change::addBuffers() {
  for (const LocalBuffer &B : Plan.Buffers) {
    Type *Element = Region.Arrays[B.Array]->getElementType();
    polly::ScopArrayInfo *Local =
        S.createScopArrayInfo(Element, B.Name, B.Extents);
    int64_t Bytes = Local->getElemSizeInBytes();
    for (unsigned Extent : B.Extents)
      Bytes *= Extent;
    Local->setIsOnHeap(Bytes > limits::StackBytes);
    Buffers.push_back(Local);
  }
}

void Change::addCopy(const CopyPhase &Copy) {
  const LocalBuffer &B = Plan.Buffers[Copy.Buffer];
  isl::map Element =
      theirs(Copy.Element, isl::id(), Region.Arrays[B.Array]->getBasePtrId());
  isl::map Cell = theirs(Copy.Element.apply_range(B.Cell), isl::id(),
                         Buffers[Copy.Buffer]->getBasePtrId());
  polly::ScopStmt *Stmt = Copy.IsLoad
                              ? S.addScopStmt(Element, Cell, Element.domain())
                              : S.addScopStmt(Cell, Element, Element.domain());
  Times = Times.unite(
      isl::union_map(theirs(Copy.Time, Stmt->getDomainId(), isl::id())));
}

void Change::redirect() {
  const Scop &Program = Region.program();
  for (unsigned I = 0; I < Program.Statements.size(); ++I)
    for (unsigned K = 0; K < Program.Statements[I].Accesses.size(); ++K)
      if (std::optional<unsigned> Local = Plan.Redirected[I][K]) {
        const isl::map &Elements = Program.Statements[I].Accesses[K].Relation;
        Region.Accesses[I][K]->setNewAccessRelation(
            theirs(Elements.apply_range(Plan.Buffers[*Local].Cell),
                   Region.Statements[I]->getDomainId(),
                   Buffers[*Local]->getBasePtrId()));
      }
}

void Change::run() {
  Times = isl::union_map::empty(Theirs);
  Plan.Times.foreach_map([&](isl::map M) -> isl::stat {
    StringRef Name = isl_map_get_tuple_name(M.get(), isl_dim_in);
    for (auto [Own, Stmt] : zip(Region.program().Statements, Region.Statements))
      if (Own.Name == Name)
        Times = Times.unite(
            isl::union_map(theirs(M, Stmt->getDomainId(), isl::id())));
    return isl::stat::ok();
  });
  addBuffers();
  for (const CopyPhase &Copy : Plan.Copies)
    addCopy(Copy);
  redirect();
  isl::schedule Order = isl::schedule::from_domain(Times.domain());
  Order = Order.insert_partial_schedule(
      isl::multi_union_pw_aff::from_union_map(Times));
  S.setScheduleTree(Order);
  S.markAsOptimized();
}

/// That isl makes loops of \p Plan within limits, which it does not keep where
/// Polly calls it.
static Error tryLoops(const PollyRegion &Region, const CopyPlan &Plan) {
  const isl::set &Context = Region.program().Context;
  isl::ctx Ctx = Context.ctx();
  Budget Limit(Ctx, {0, limits::LoopOperations});
  isl::union_map All = Plan.Times.intersect_domain(Region.program().domain());
  for (const auto &[Number, Copy] : enumerate(Plan.Copies))
    All = All.unite(isl::union_map(Copy.Time));
  isl::ast_build Build = isl::ast_build::from_context(Context);
  auto Loops = checked(Ctx.get(), Build.node_from_schedule_map(All),
                       "the loops over tiles");
  return Loops ? Error::success() : Loops.takeError();
}

Error stevedore::handOver(polly::Scop &S, const PollyRegion &Region,
                          const CopyPlan &Plan) {
  if (Error E = tryLoops(Region, Plan))
    return E;
  Change(S, Region, Plan).run();
  return Error::success();
}
