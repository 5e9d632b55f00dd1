//===- HeldCells.cpp - Cells that scalars stand for -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeldCells.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/set.h"

namespace stevedore {
namespace lower {

using looptree::Element;
using looptree::ForNode;
using looptree::InstanceNode;

static bool isSame(const Element &A, const Element &B) {
  return A.Buffer == B.Buffer && A.Array == B.Array && A.Flat == B.Flat &&
         A.Subscripts == B.Subscripts;
}

std::vector<UsedCell> cellsOf(const Block &Body, const CellKnowledge &Cells) {
  std::vector<UsedCell> Result;
  for (const NodeRef &N : Body) {
    const auto &I = llvm::cast<InstanceNode>(*N);
    // An instance reads before it writes.
    for (bool IsRead : {true, false})
      for (size_t A = 0; A < I.Elements.size(); ++A) {
        const Access &Made = Cells.access(I, A);
        bool Writes = Made.MustWrites || Made.MayWrites;
        if (IsRead ? !Made.Reads : !Writes)
          continue;
        auto Known = llvm::find_if(Result, [&](const UsedCell &C) {
          return isSame(C.Of, I.Elements[A]);
        });
        if (Known == Result.end())
          Known = Result.insert(Known, {I.Elements[A], IsRead});
        Known->IsWritten |= !IsRead;
        Known->IsCertain &= Cells.isCertain(I, A);
        Known->Uses += Known->Last != &I;
        Known->Last = &I;
      }
  }
  return Result;
}

bool staysIn(const Element &E, const std::string &Counter) {
  return llvm::none_of(E.Subscripts,
                       [&](const Expr &S) { return S.uses(Counter); });
}

/// Whether no other cell of \p All is ever \p X where \p Known holds.
bool CellHolder::isAlone(const UsedCell &X, llvm::ArrayRef<UsedCell> All,
                         const isl::set &Known) const {
  return llvm::all_of(All, [&](const UsedCell &Y) {
    if (isSame(X.Of, Y.Of) || (!X.IsWritten && !Y.IsWritten))
      return true;
    if (!Y.IsCertain && X.Of.Array == Y.Of.Array)
      return false;
    return Cells.mayBeSame(X.Of, Y.Of).is_disjoint(Known).is_true();
  });
}

/// A name for the value of \p C, which is none of \p Taken.
std::string CellHolder::nameFor(const UsedCell &C,
                                std::vector<std::string> &Taken) const {
  const std::string &Array = B.Plan.Program->Arrays[C.Of.Array].Name;
  for (unsigned K = 0;; ++K) {
    std::string Name = B.N.counter(Array + "_" + std::to_string(K), {});
    if (llvm::is_contained(Taken, Name))
      continue;
    Taken.push_back(Name);
    return Name;
  }
}

/// \p Body, instances and loops over them, on the variables \p Held.
static Block replaced(const Block &Body,
                      llvm::ArrayRef<looptree::HeldElement> Held) {
  Block Result;
  for (const NodeRef &N : Body) {
    const auto *I = llvm::dyn_cast<InstanceNode>(N.get());
    if (!I) {
      Result.push_back(looptree::mapBlocks(
          N, [&](const Block &Inside) { return replaced(Inside, Held); }));
      continue;
    }
    InstanceNode New = *I;
    for (Element &E : New.Elements)
      for (const looptree::HeldElement &H : Held)
        if (isSame(E, H.Of)) {
          E = {H.Name, E.Array, {}, false};
          break;
        }
    Result.push_back(looptree::share(std::move(New)));
  }
  return Result;
}

/// \p Body, in which variables stand for \p Held.
static Block holding(std::vector<looptree::HeldElement> Held, Block Body) {
  if (Held.empty())
    return Body;
  looptree::HoldNode H;
  H.Body = replaced(Body, Held);
  H.Held = std::move(Held);
  return {looptree::share(std::move(H))};
}

NodeRef CellHolder::hold(ForNode F, const isl::set &Known) const {
  Budget Limit(Known.ctx(), {0, limits::JamOperations});
  std::vector<UsedCell> All = cellsOf(F.Body, Cells), Outside, Inside;
  for (const UsedCell &C : All) {
    bool Stays = staysIn(C.Of, F.Counter);
    const Array &Home = B.Plan.Program->Arrays[C.Of.Array];
    if (Home.ElementBytes > 2 * sizeof(double) || !C.IsReadFirst ||
        !C.IsCertain || (!Stays && C.Uses < 2) || !isAlone(C, All, Known))
      continue;
    (Stays ? Outside : Inside).push_back(C);
  }
  Outside = unlessOver(Limit, std::move(Outside));
  Inside = unlessOver(Limit, std::move(Inside));
  std::vector<std::string> Taken;
  auto Named = [&](const std::vector<UsedCell> &Some) {
    std::vector<looptree::HeldElement> Result;
    for (const UsedCell &C : Some)
      Result.push_back({nameFor(C, Taken), C.Of, C.IsWritten});
    return Result;
  };
  std::vector<looptree::HeldElement> Around = Named(Outside);
  F.Body = holding(Named(Inside), std::move(F.Body));
  return holding(std::move(Around), {looptree::share(std::move(F))}).front();
}

} // namespace lower
} // namespace stevedore
