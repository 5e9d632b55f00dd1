//===- stevedore/lib/Schedule/PointOrder.cpp - Loops inside a tile --------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointOrder.h"
#include "stevedore/Support/Equated.h"
#include "stevedore/Support/IntegerMatrix.h"
#include "stevedore/Support/Size.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/val.h"

#include <algorithm>

using namespace llvm;

namespace stevedore {

/// Coefficients of iterators, one row for each dimension of a range.
using Rows = std::vector<std::vector<int64_t>>;

/// The iterator coefficients of \p M on its first piece; empty when \p M is no
/// function.
static Rows coefficients(const isl::map &M) {
  Rows Result;
  if (!M.is_single_valued().is_true())
    return Result;
  isl::pw_multi_aff F = isl::manage(isl_pw_multi_aff_from_map(M.copy()));
  bool First = true;
  isl::stat Done = F.foreach_piece([&](const isl::set &,
                                       const isl::multi_aff &A) {
    int NumRows = isl_multi_aff_dim(A.get(), isl_dim_out);
    int NumColumns = isl_multi_aff_dim(A.get(), isl_dim_in);
    for (int R = 0; First && R < NumRows; ++R) {
      Result.emplace_back();
      for (int C = 0; C < NumColumns; ++C) {
        isl::val V = isl::manage(
            isl_aff_get_coefficient_val(A.at(R).get(), isl_dim_in, C));
        Result.back().push_back(V.is_null() ? 0 : isl_val_get_num_si(V.get()));
      }
    }
    First = false;
    return isl::stat::ok();
  });
  return Done.is_ok() ? Result : Rows();
}

/// Whether an access with subscripts \p A that moves along \p Direction stays
/// where it is or goes to a neighbour in the last dimension.
static bool isContiguous(const Rows &A, const std::vector<Integer> &Direction) {
  for (size_t R = 0; R < A.size(); ++R) {
    Integer Step;
    for (size_t C = 0; C < Direction.size(); ++C)
      Step += A[R][C] * Direction[C];
    if (abs(Step) > (R + 1 == A.size() ? 1 : 0))
      return false;
  }
  return true;
}

namespace {

/// Weighs the tiled dimensions of one band as innermost loops.
class Weigher {
public:
  Weigher(const Scop &S, const isl::union_map &All, const Band &B)
      : S(S), All(All), B(B), Cost(B.Size, 0) {}

  /// The cost of each dimension; empty when loops stand below the band, so that
  /// none of its own is innermost, or when nothing can be said.
  std::vector<unsigned> run() {
    for (const Statement &Stmt : S.Statements)
      if (countOf(isl_set_dim(Stmt.Domain.get(), isl_dim_set)) ==
          B.Outer + B.Size)
        add(Stmt);
    return Known ? Cost : std::vector<unsigned>();
  }

private:
  static constexpr unsigned Carried = 4;

  /// Adds what \p Stmt costs; only statements with one iterator for each outer
  /// and tiled dimension count.
  void add(const Statement &Stmt) {
    isl::union_map OnStmt =
        B.Theta.intersect_domain(isl::union_set(Stmt.Domain));
    if (!OnStmt.is_empty().is_false())
      return;
    isl::map Theta = OnStmt.as_map();
    Rows Counters = coefficients(Theta);
    unsigned N = B.Outer + B.Size;
    if (Counters.size() < N)
      return;
    Counters.resize(N);
    IntegerMatrix Square = IntegerMatrix::fromRows(Counters, N);
    if (Square.determinant() == 0)
      return;
    Known = true;
    for (unsigned D = 0; D < B.Size; ++D) {
      std::vector<Integer> Direction = Square.cofactors(B.Outer + D);
      for (const Access &A : Stmt.Accesses) {
        Rows Subscripts =
            coefficients(A.Relation.intersect_domain(Stmt.Domain));
        Cost[D] += !isContiguous(Subscripts, Direction);
      }
      Cost[D] += carries(Stmt, Theta, D) ? Carried : 0;
    }
  }

  /// Whether an instance of \p Stmt depends on another that differs from it
  /// only along dimension \p D.
  bool carries(const Statement &Stmt, const isl::map &Theta, unsigned D) {
    isl::union_set Own(Stmt.Domain);
    isl::union_map Self = All.intersect_domain(Own).intersect_range(Own);
    if (!Self.is_empty().is_false())
      return false;
    isl::map Times = Self.as_map().apply_domain(Theta).apply_range(Theta);
    Times = equated(Times, 0, B.Outer + D);
    return equated(Times, B.Outer + D + 1, B.Outer + B.Size)
        .is_empty()
        .is_false();
  }

  const Scop &S;
  const isl::union_map &All;
  const Band &B;
  std::vector<unsigned> Cost;
  bool Known = false;
};

/// What the dependences inside of one execution of a band say of orders of its
/// points.
class PointDependences {
public:
  PointDependences(const isl::union_map &All, const Band &B)
      : B(B), Times(All.apply_domain(B.Theta).apply_range(B.Theta)) {}

  /// Whether all go forward in the order \p Points of [b, r].
  bool allow(const std::vector<unsigned> &Points) const {
    isl::map M = inOrder(Points);
    isl::space Time = M.get_space().range();
    return !M.is_null() &&
           M.intersect(isl::map::lex_ge(Time)).is_empty().is_true();
  }

  /// Whether one is between points that differ in the last dimension of the
  /// order \p Points alone.
  bool areCarriedLast(const std::vector<unsigned> &Points) const {
    unsigned Last = B.Outer + Points.size() - 1;
    isl_map *M = equated(inOrder(Points), 0, Last).release();
    M = isl_map_order_lt(M, isl_dim_in, Last, isl_dim_out, Last);
    return isl::manage(M).is_empty().is_false();
  }

  bool areKnown() const { return isl_union_map_n_map(Times.get()) == 1; }

private:
  isl::map inOrder(const std::vector<unsigned> &Points) const {
    isl::map M = equated(Times.as_map(), 0, B.Outer);
    Band Ordered = B;
    Ordered.PointOrder = Points;
    isl::map Order = pointOrder(Ordered, M.get_space().range());
    return M.apply_domain(Order).apply_range(Order);
  }

  const Band &B;
  isl::union_map Times;
};

} // namespace

/// Whether each statement has one value of each dimension of r.
static bool hasConstantRest(const Band &B) {
  unsigned Dims = timeDimensions(B), First = B.Outer + B.Size;
  bool Result = Dims > First;
  B.Theta.foreach_map([&](const isl::map &M) {
    for (unsigned D = First; D < Dims; ++D)
      Result &=
          isl::manage(isl_map_plain_get_val_if_fixed(M.get(), isl_dim_out, D))
              .is_int()
              .is_true();
    return isl::stat::ok();
  });
  return Result;
}

namespace {

/// Relations between different statements of a band, in one execution of it, as
/// far as these have an iterator for each outer and tiled dimension: others have
/// the innermost loop for themselves but for an iteration.
class Encounters {
public:
  Encounters(const isl::union_map &Pairs, const Band &B) {
    Pairs.foreach_map([&](const isl::map &M) {
      isl::space Of = M.get_space();
      if (Of.domain().is_equal(Of.range()).is_true() ||
          countOf(Of.dim(isl::dim::in)) < B.Outer + B.Size ||
          countOf(Of.dim(isl::dim::out)) < B.Outer + B.Size)
        return isl::stat::ok();
      isl::map Times =
          isl::union_map(M).apply_domain(B.Theta).apply_range(B.Theta).as_map();
      isl::map All = equated(Times, 0, B.Outer);
      AreThere |= All.is_empty().is_false();
      AreApart |=
          All.is_subset(equated(All, B.Outer, B.Outer + B.Size)).is_false();
      return isl::stat::ok();
    });
  }

  /// Some are between different iterations of the tiled loops.
  bool AreApart = false;
  bool AreThere = false;
};

} // namespace

/// The values that instances take from each other in elements of array number
/// \p Array.
static isl::union_map flowThrough(const Scop &S, const isl::union_map &Flow,
                                  unsigned Array) {
  isl::union_map Writes = isl::union_map::empty(Flow.ctx()), Reads = Writes;
  for (const Statement &Stmt : S.Statements)
    for (const Access &A : Stmt.Accesses) {
      if (A.Array != Array)
        continue;
      isl::union_map Relation(A.Relation.intersect_domain(Stmt.Domain));
      if (A.Reads)
        Reads = Reads.unite(Relation);
      if (A.MustWrites || A.MayWrites)
        Writes = Writes.unite(Relation);
    }
  return Flow.intersect(Writes.apply_range(Reads.reverse()));
}

/// Whether statements of \p B that share a loop access elements of each other,
/// in different iterations of it or of a loop around: compilers cannot tell
/// then that they are different. Not where the values of an array stay in an
/// iteration, from one statement to another: they need no memory as long as
/// these are together.
static bool disturbEachOther(const Scop &S, const Dependences &D,
                             const Band &B) {
  isl::union_set Own = B.Theta.domain();
  auto inBand = [&](const isl::union_map &All) {
    return All.intersect_domain(Own).intersect_range(Own);
  };
  if (!Encounters(inBand(D.all()), B).AreApart)
    return false;
  isl::union_map Flow = inBand(D.Flow);
  for (unsigned A = 0; A < S.Arrays.size(); ++A) {
    Encounters Values(flowThrough(S, Flow, A), B);
    if (Values.AreThere && !Values.AreApart)
      return false;
  }
  return true;
}

/// Distributes loops of the order of points over the statements in them where
/// these disturb each other, and none of them depends on itself in the
/// innermost loop that it has then: as many loops as dependences allow, so that
/// those of a statement nest perfectly. The outermost of several stays shared:
/// what one statement writes in an iteration of it, others read soon.
static void distribute(const Scop &S, const Dependences &D, Band &B) {
  if (!hasConstantRest(B) || !disturbEachOther(S, D, B))
    return;
  std::vector<unsigned> Together = B.PointOrder;
  for (unsigned I = Together.size(), E = timeDimensions(B) - B.Outer; I < E;
       ++I)
    Together.push_back(I);
  PointDependences Known(D.all(), B);
  unsigned Least = B.Size > 1;
  for (unsigned Shared = Least; Known.areKnown() && Shared < B.Size; ++Shared) {
    std::vector<unsigned> Apart = Together;
    std::rotate(Apart.begin() + Shared, Apart.begin() + B.Size, Apart.end());
    if (Known.areCarriedLast(Apart) || !Known.allow(Apart))
      continue;
    B.PointOrder = Apart;
    return;
  }
}

/// Makes the tiled dimension that costs least the innermost loop of a tile.
static void interchange(const Scop &S, const isl::union_map &All, Band &B) {
  std::vector<unsigned> Cost = Weigher(S, All, B).run();
  if (Cost.empty())
    return;
  unsigned Innermost = B.Size - 1;
  for (unsigned D = B.Size; D-- > 0;)
    if (Cost[D] < Cost[Innermost])
      Innermost = D;
  if (Innermost == B.Size - 1)
    return;
  for (unsigned D = 0; D < B.Size; ++D)
    if (D != Innermost)
      B.PointOrder.push_back(D);
  B.PointOrder.push_back(Innermost);
}

void choosePointOrder(const Scop &S, const Dependences &D, Band &B) {
  B.PointOrder.clear();
  interchange(S, D.all(), B);
  distribute(S, D, B);
}

} // namespace stevedore
