//===- PointNest.cpp - Loops over the points of a tile --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointNest.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/space.h"

namespace stevedore {
namespace lower {

using looptree::Element;
using looptree::ForNode;
using looptree::InstanceNode;

/// Behind the names of counters at the second of two points.
constexpr llvm::StringRef Second = "'";

/// \p S, over isl's names, over the names of the variables that stand for them.
static isl::set onVariables(isl::set S, const BandFrame &B) {
  S = B.fixSizes(S);
  for (unsigned P = 0; P < countOf(isl_set_dim(S.get(), isl_dim_param)); ++P) {
    std::string Name = isl_set_get_dim_name(S.get(), isl_dim_param, P);
    isl::id Id = isl::id::alloc(S.ctx(), B.N.of(Name), nullptr);
    S = isl::manage(
        isl_set_set_dim_id(S.release(), isl_dim_param, P, Id.release()));
  }
  return S;
}

CellKnowledge::CellKnowledge(const BandFrame &B,
                             const std::vector<Buffer> &Buffers,
                             isl::set Context, const Block &Points)
    : S(*B.Plan.Program), Context(onVariables(std::move(Context), B)),
      V(S.ctx()) {
  for (const Buffer &Home : Buffers) {
    Storage[Home.Name] = Home.Local->Buffer;
    if (Home.Local->Mapping.Packed)
      Packed.insert(Home.Name);
  }
  std::set<const Statement *> Seen;
  looptree::walk(Points, [&](const looptree::Node &N) {
    const auto *I = llvm::dyn_cast<InstanceNode>(&N);
    const Statement *Stmt = I ? &S.Statements[I->Statement] : nullptr;
    if (!Stmt || !Seen.insert(Stmt).second)
      return;
    for (const Access &A : Stmt->Accesses)
      if (A.Chosen.empty() && !A.MayWrites &&
          A.Relation.is_single_valued().is_true() &&
          Stmt->Domain.is_subset(A.Relation.domain()).is_true())
        Certain.insert(&A);
  });
}

/// The number of cells in front of a packed row in the position \p E; none
/// where it is a number.
static std::optional<Expr> cellsBeforeRow(const Expr &E) {
  if (E.kind() == Expr::Mul || E.kind() == Expr::Div)
    return E;
  if (E.kind() != Expr::AffineSum)
    return std::nullopt;
  for (const Expr &Operand : E.operands())
    if (auto Found = cellsBeforeRow(Operand))
      return Found;
  return std::nullopt;
}

/// { : positions \p A and \p B of packed rows may be the same }: those of one
/// row at one place in it.
static isl::set mayBeSamePacked(const Values &V, const Expr &A, const Expr &B,
                                isl::set All) {
  auto First = cellsBeforeRow(A), Second = cellsBeforeRow(B);
  if (!First || !Second)
    return First || Second ? All : V.of(A).eq_set(V.of(B));
  auto Row = [](const Expr &Before) {
    return (Before.kind() == Expr::Div ? Before.operands()[0] : Before)
        .operands()[0];
  };
  auto Place = [](const Expr &E, const Expr &Before) {
    return formOf(E).add(Affine::atom(Before), -1).expr();
  };
  return V.of(Row(*First))
      .eq_set(V.of(Row(*Second)))
      .intersect(V.of(Place(A, *First)).eq_set(V.of(Place(B, *Second))));
}

/// Rows are boxes of cells, so that elements at different positions are in
/// different cells.
isl::set CellKnowledge::mayBeSame(const Element &X, const Element &Y) const {
  isl::set All = isl::set::universe(isl::space::params_alloc(S.ctx(), 0));
  isl::set None = isl::set::empty(All.get_space());
  if (X.isLocal() != Y.isLocal())
    return None;
  if (!X.isLocal() && X.Array != Y.Array)
    return None;
  if (X.isLocal() && X.Buffer != Y.Buffer) {
    auto A = Storage.find(X.Buffer), B = Storage.find(Y.Buffer);
    bool AreApart =
        A != Storage.end() && B != Storage.end() && A->second != B->second;
    return AreApart ? None : All;
  }
  bool IsPacked = X.isLocal() && Packed.count(X.Buffer);
  if (X.Flat != Y.Flat || (X.Flat && IsPacked))
    return All;
  for (auto [A, B] : llvm::zip(X.Subscripts, Y.Subscripts))
    All = All.intersect(IsPacked ? mayBeSamePacked(V, A, B, All)
                                 : V.of(A).eq_set(V.of(B)));
  return All;
}

const Access &CellKnowledge::access(const InstanceNode &I,
                                    size_t Number) const {
  return S.Statements[I.Statement].Accesses[Number];
}

bool CellKnowledge::isCertain(const InstanceNode &I, size_t Number) const {
  return Certain.count(&access(I, Number));
}

/// The last value of the counter of \p F; none where its condition is another
/// than that it is at most some value.
static std::optional<Expr> lastOf(const ForNode &F) {
  Expr::Kind K = F.Condition.kind();
  if ((K != Expr::Less && K != Expr::LessEqual) ||
      F.Condition.operands()[0] != Expr::variable(F.Counter) ||
      F.Condition.operands()[1].uses(F.Counter))
    return std::nullopt;
  const Expr &Bound = F.Condition.operands()[1];
  if (K == Expr::LessEqual)
    return Bound;
  std::vector<Expr> Operands = operandsOf(Expr::Min, Bound);
  for (Expr &E : Operands)
    E = formOf(E).add(-1).expr();
  return Expr::make(Expr::Min, std::move(Operands));
}

bool PointNest::add(const ForNode &F, std::vector<unsigned> &Around,
                    std::vector<int64_t> &Places) {
  std::optional<Expr> Last = lastOf(F);
  bool IsPlain = F.Init && F.Step && F.Step->isInteger(1) && !F.LimitValue &&
                 !F.IsParallel && F.Hints.empty();
  if (!Last || !IsPlain)
    return false;
  Around.push_back(Loops.size());
  Loops.push_back(
      {&F, *F.Init, *Last, llvm::all_of(F.Body, [](const NodeRef &N) {
         return N->K == looptree::Node::Instance;
       })});
  bool IsNest = add(F.Body, Around, Places);
  Around.pop_back();
  return IsNest;
}

bool PointNest::add(const Block &B, std::vector<unsigned> &Around,
                    std::vector<int64_t> &Places) {
  Places.push_back(0);
  int64_t Number = 0;
  for (const NodeRef &N : B) {
    if (const auto *I = llvm::dyn_cast<InstanceNode>(N.get())) {
      Instances.push_back({I, Around, Places, Number++});
      continue;
    }
    Places.back() += Number != 0;
    Number = 0;
    const auto *F = llvm::dyn_cast<ForNode>(N.get());
    if (!F || !add(*F, Around, Places))
      return false;
    ++Places.back();
  }
  Places.pop_back();
  return true;
}

void PointNest::findChain() {
  for (unsigned L = 0; !Loops[L].IsInnermost; ++L) {
    Chain.push_back(L);
    if (llvm::count_if(Loops[L].For->Body, [](const NodeRef &N) {
          return N->K == looptree::Node::For;
        }) != 1)
      return;
  }
}

std::optional<PointNest> PointNest::read(const ForNode &Root) {
  PointNest Result;
  std::vector<unsigned> Around;
  std::vector<int64_t> Places;
  if (!Result.add(Root, Around, Places) || Result.Instances.empty())
    return std::nullopt;
  Result.findChain();
  return Result;
}

unsigned PointNest::numberOf(const ForNode &F) const {
  return llvm::find_if(Loops, [&](const NestLoop &L) { return L.For == &F; }) -
         Loops.begin();
}

/// \p E with \p Mark behind the counters of \p Around.
Expr PointNest::marked(Expr E, llvm::ArrayRef<unsigned> Around,
                       llvm::StringRef Mark) const {
  if (Mark.empty())
    return E;
  for (unsigned L : Around) {
    const std::string &Counter = Loops[L].For->Counter;
    E = E.substitute(Counter, Expr::variable(Counter + Mark.str()));
  }
  return E;
}

isl::set PointNest::bounds(llvm::ArrayRef<unsigned> Around,
                           const CellKnowledge &Cells,
                           llvm::StringRef Mark) const {
  isl::set Result = Cells.context();
  const Values &V = Cells.values();
  for (unsigned L : Around) {
    isl::pw_aff Counter = V.variable(Loops[L].For->Counter + Mark.str());
    for (const Expr &E : operandsOf(Expr::Max, Loops[L].First))
      Result = Result.intersect(Counter.ge_set(V.of(marked(E, Around, Mark))));
    for (const Expr &E : operandsOf(Expr::Min, Loops[L].Last))
      Result = Result.intersect(Counter.le_set(V.of(marked(E, Around, Mark))));
  }
  return Result;
}

bool PointNest::isRectangular(llvm::ArrayRef<unsigned> Factors,
                              const CellKnowledge &Cells) const {
  Budget Limit(Cells.context().ctx(), {0, limits::JamOperations});
  for (const NestInstance &I : Instances)
    for (size_t D = 0; D < I.Loops.size(); ++D) {
      const NestLoop &Inner = Loops[I.Loops[D]];
      llvm::ArrayRef<unsigned> Around = llvm::ArrayRef(I.Loops).take_front(D);
      for (unsigned Outer : Around) {
        const std::string &Counter = Loops[Outer].For->Counter;
        if (Factors[Outer] > 1 &&
            (Inner.First.uses(Counter) || Inner.Last.uses(Counter)))
          return false;
      }
      isl::set Known = bounds(Around, Cells);
      const Values &V = Cells.values();
      for (const Expr &First : operandsOf(Expr::Max, Inner.First))
        for (const Expr &Last : operandsOf(Expr::Min, Inner.Last))
          if (!Known.is_subset(V.of(First).le_set(V.of(Last))).is_true())
            return false;
    }
  return unlessOver(Limit, true);
}

/// When \p I is executed.
std::vector<Expr> PointNest::time(const NestInstance &I,
                                  llvm::StringRef Mark) const {
  std::vector<Expr> Result;
  for (size_t D = 0; D < I.Loops.size(); ++D) {
    Result.push_back(
        Expr::variable(Loops[I.Loops[D]].For->Counter + Mark.str()));
    Result.push_back(I.Places[D]);
  }
  Result.push_back(I.Number);
  return Result;
}

/// The same when loops are jammed; where groups begin is a variable, since no
/// bound of such a loop depends on another one. Inside of a group, counters
/// order as their rests do.
std::vector<Expr> PointNest::jammedTime(const NestInstance &I,
                                        llvm::ArrayRef<unsigned> Factors,
                                        llvm::StringRef Mark) const {
  std::vector<Expr> Result, Rests;
  for (size_t D = 0; D < I.Loops.size(); ++D) {
    unsigned L = I.Loops[D];
    const std::string &Name = Loops[L].For->Counter;
    Expr Counter = Expr::variable(Name + Mark.str());
    if (Factors[L] == 1) {
      Result.insert(Result.end(), {Counter, I.Places[D]});
      continue;
    }
    Expr From =
        Expr::make(Expr::Sub, {Counter, Expr::variable("begin " + Name)});
    Expr Group = Expr::make(Expr::FloorDiv, {From, Expr(Factors[L])});
    Result.insert(Result.end(), {Group, I.Places[D]});
    Rests.push_back(Counter);
  }
  llvm::append_range(Result, Rests);
  Result.push_back(I.Number);
  return Result;
}

/// { : \p A comes before \p B, in lexicographic order }.
static isl::set isBefore(const Values &V, llvm::ArrayRef<Expr> A,
                         llvm::ArrayRef<Expr> B, isl::set Equal) {
  isl::set Result = isl::set::empty(Equal.get_space());
  for (auto [X, Y] : llvm::zip(A, B)) {
    if (X == Y)
      continue;
    isl::pw_aff First = V.of(X), Then = V.of(Y);
    Result = Result.unite(Equal.intersect(First.lt_set(Then)));
    Equal = Equal.intersect(First.eq_set(Then));
  }
  return Result;
}

/// { : an access of \p X and one of \p Y at the second point, of which one
/// writes, are to one cell }.
isl::set PointNest::meet(const NestInstance &X, const NestInstance &Y,
                         const CellKnowledge &Cells) const {
  isl::set Result = isl::set::empty(Cells.context().get_space());
  auto Writes = [](const Access &A) { return A.MustWrites || A.MayWrites; };
  for (size_t A = 0; A < X.Node->Elements.size(); ++A)
    for (size_t B = 0; B < Y.Node->Elements.size(); ++B) {
      if (!Writes(Cells.access(*X.Node, A)) &&
          !Writes(Cells.access(*Y.Node, B)))
        continue;
      const Element &Here = X.Node->Elements[A];
      Element There = Y.Node->Elements[B];
      for (Expr &E : There.Subscripts)
        E = marked(E, Y.Loops, Second);
      bool IsChosen = !Cells.access(*X.Node, A).Chosen.empty() ||
                      !Cells.access(*Y.Node, B).Chosen.empty();
      if (IsChosen && Here.Array == There.Array)
        return isl::set::universe(Result.get_space());
      Result = Result.unite(Cells.mayBeSame(Here, There));
    }
  return Result;
}

bool PointNest::keepsOrder(llvm::ArrayRef<unsigned> Factors,
                           const CellKnowledge &Cells) const {
  Budget Limit(Cells.context().ctx(), {0, limits::JamOperations});
  for (const NestInstance &X : Instances)
    for (const NestInstance &Y : Instances) {
      isl::set Meeting = meet(X, Y, Cells);
      if (Meeting.is_empty().is_true())
        continue;
      const Values &V = Cells.values();
      isl::set Pairs = Meeting.intersect(bounds(X.Loops, Cells))
                           .intersect(bounds(Y.Loops, Cells, Second));
      Pairs = isBefore(V, time(X, ""), time(Y, Second), Pairs);
      Pairs = isBefore(V, jammedTime(Y, Factors, Second),
                       jammedTime(X, Factors, ""), Pairs);
      if (!Pairs.is_empty().is_true())
        return false;
    }
  return unlessOver(Limit, true);
}

} // namespace lower
} // namespace stevedore
