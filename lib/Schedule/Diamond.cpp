//===- Diamond.cpp - Tiles that start together ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Let the first dimension be a combination of hyperplanes with factors that are
// not negative. Tiles that lie equally far along it are in rows, one for each
// two hyperplanes with positive factors, in which one coordinate grows as the
// other falls: no tile of a row depends on another, so that all can start
// together. A hyperplane is legal where constants for the statements exist that
// make its value grow along each dependence: longest distances in the graph of
// the statements.
//
//===----------------------------------------------------------------------===//

#include "Diamond.h"
#include "stevedore/Support/IntegerMatrix.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include <map>
#include <numeric>
#include <optional>

using namespace llvm;
using namespace stevedore;

namespace {

using Vector = std::vector<int64_t>;

/// A hyperplane and the constants of the statements.
struct Hyperplane {
  Vector Normal;
  std::map<std::string, int64_t> Shifts;
};

/// The distances [d1..dn] between instances of two statements.
struct Edge {
  std::string From, To;
  isl::set Distances;
  /// The same one by one, where they are few.
  std::optional<std::vector<Vector>> Points;
};

class DiamondFinder {
public:
  DiamondFinder(const Band &B, const Dependences &D) : B(B) { addEdges(D); }

  /// The best set of hyperplanes; empty if there is none.
  std::vector<Hyperplane> find();
  isl::union_map coordinates(ArrayRef<Hyperplane> Found) const;

private:
  const Band &B;
  std::vector<Edge> Edges;

  void addEdges(const Dependences &D);
  bool isLegal(Hyperplane &H) const;
  std::vector<Hyperplane> legalOnes() const;
};

} // namespace

/// The tiled dimensions { [b] } of \p M's range.
static isl::map tiledDimensions(isl::map M, const Band &B) {
  unsigned Dims = countOf(M.range_tuple_dim());
  return M.project_out(isl::dim::out, B.Outer + B.Size, Dims - B.Outer - B.Size)
      .project_out(isl::dim::out, 0, B.Outer);
}

/// The points of \p Set; none if there are many.
static std::optional<std::vector<Vector>> pointsOf(const isl::set &Set) {
  std::vector<Vector> Result;
  if (isl_set_is_bounded(Set.get()) != isl_bool_true)
    return std::nullopt;
  isl::stat Done = Set.foreach_point([&](isl::point P) -> isl::stat {
    Vector Point;
    for (unsigned K = 0; K < countOf(Set.tuple_dim()); ++K)
      Point.push_back(
          isl::manage(isl_point_get_coordinate_val(P.get(), isl_dim_set, K))
              .get_num_si());
    Result.push_back(std::move(Point));
    return Result.size() < limits::DiamondDistances ? isl::stat::ok()
                                                    : isl::stat::error();
  });
  return Done.is_ok() ? std::optional(std::move(Result)) : std::nullopt;
}

void DiamondFinder::addEdges(const Dependences &D) {
  isl::union_map Executed = isl::union_map::empty(B.Theta.ctx());
  isl::union_map Tiled = Executed;
  B.Theta.intersect_domain(B.Domain).foreach_map([&](isl::map M) -> isl::stat {
    unsigned Dims = countOf(M.range_tuple_dim());
    Executed = Executed.unite(
        isl::union_map(M.project_out(isl::dim::out, B.Outer, Dims - B.Outer)));
    Tiled = Tiled.unite(isl::union_map(tiledDimensions(M, B)));
    return isl::stat::ok();
  });
  D.all()
      .intersect(Executed.apply_range(Executed.reverse()))
      .foreach_map([&](isl::map M) -> isl::stat {
        isl::union_map Times =
            isl::union_map(M).apply_domain(Tiled).apply_range(Tiled);
        isl::union_set Distances = Times.deltas();
        Distances.foreach_set([&](isl::set Set) -> isl::stat {
          unsigned Parameters = countOf(Set.dim(isl::dim::param));
          Set = Set.project_out(isl::dim::param, 0, Parameters);
          Edges.push_back({M.get_tuple_id(isl::dim::in).get_name(),
                           M.get_tuple_id(isl::dim::out).get_name(), Set,
                           pointsOf(Set)});
          return isl::stat::ok();
        });
        return isl::stat::ok();
      });
}

/// The least value of \p Normal . d; none if there is no bound.
static std::optional<int64_t> least(const Edge &E, const Vector &Normal) {
  if (E.Points) {
    std::optional<int64_t> Result;
    for (const Vector &Point : *E.Points) {
      int64_t Value = std::inner_product(Point.begin(), Point.end(),
                                         Normal.begin(), int64_t(0));
      Result = std::min(Value, Result.value_or(Value));
    }
    return Result;
  }
  const isl::set &Distances = E.Distances;
  isl_aff *Value =
      isl_aff_zero_on_domain_space(isl_set_get_space(Distances.get()));
  for (unsigned K = 0; K < Normal.size(); ++K)
    Value = isl_aff_set_coefficient_si(Value, isl_dim_in, K, Normal[K]);
  isl::val Least = isl::manage(isl_set_min_val(Distances.get(), Value));
  isl_aff_free(Value);
  if (!Least.is_int().is_true() ||
      isl_val_n_abs_num_chunks(Least.get(), 8) != 1)
    return std::nullopt;
  return Least.get_num_si();
}

/// Finds the constants of \p H, as few as the statements allow.
bool DiamondFinder::isLegal(Hyperplane &H) const {
  std::vector<int64_t> Needs;
  for (const Edge &E : Edges) {
    std::optional<int64_t> Least = least(E, H.Normal);
    if (!Least || (E.From == E.To && *Least < 0))
      return false;
    Needs.push_back(-*Least);
  }
  for (unsigned Round = 0; Round <= Edges.size(); ++Round) {
    bool HasChanged = false;
    for (auto [E, Need] : zip(Edges, Needs)) {
      int64_t &To = H.Shifts[E.To], From = H.Shifts[E.From];
      if (To >= From + Need)
        continue;
      To = From + Need;
      HasChanged = true;
    }
    if (!HasChanged)
      return true;
  }
  return false;
}

static bool isPrimitive(const Vector &V) {
  int64_t Divisor = 0;
  for (int64_t Entry : V)
    Divisor = std::gcd(Divisor, Entry);
  return Divisor == 1;
}

/// The legal hyperplanes with small entries that are no longer legal one step
/// less along the first dimension: those that lie as flat as they may, first
/// those along few dimensions.
std::vector<Hyperplane> DiamondFinder::legalOnes() const {
  constexpr int64_t Largest = limits::DiamondCoefficient;
  std::vector<Hyperplane> Result;
  Hyperplane H{Vector(B.Size, -Largest), {}};
  for (bool IsLast = false; !IsLast;) {
    H.Shifts.clear();
    Hyperplane Flatter = H;
    --Flatter.Normal[0];
    if (isPrimitive(H.Normal) && isLegal(H) && !isLegal(Flatter))
      Result.push_back(H);
    unsigned K = 0;
    while (K < B.Size && H.Normal[K] == Largest)
      H.Normal[K++] = -Largest;
    IsLast = K == B.Size;
    if (!IsLast)
      ++H.Normal[K];
  }
  llvm::stable_sort(Result, [](const Hyperplane &A, const Hyperplane &B) {
    return llvm::count(A.Normal, 0) > llvm::count(B.Normal, 0);
  });
  if (Result.size() > limits::DiamondHyperplanes)
    Result.resize(limits::DiamondHyperplanes);
  return Result;
}

/// The normals of \p Chosen as columns.
static IntegerMatrix normals(ArrayRef<Hyperplane> Chosen) {
  unsigned Size = Chosen.size();
  IntegerMatrix M(Size, Size);
  for (unsigned R = 0; R < Size; ++R)
    for (unsigned C = 0; C < Size; ++C)
      M.at(C, R) = Chosen[R].Normal[C];
  return M;
}

/// The determinant of \p Chosen if the first unit vector is a combination of
/// them with factors that are not negative, two or more of them positive; else
/// 0. By Cramer's rule the factors are cofactors over the determinant.
static Integer determinant(ArrayRef<Hyperplane> Chosen) {
  IntegerMatrix M = normals(Chosen);
  Integer Whole = M.determinant();
  if (Whole == 0)
    return Whole;
  unsigned NumPositive = 0;
  for (const Integer &Part : M.cofactors(0)) {
    if (Part * Whole < 0)
      return Integer(0);
    NumPositive += Part != 0;
  }
  if (NumPositive < 2)
    return Integer(0);
  return Whole < 0 ? Integer(-Whole) : Whole;
}

/// \p Chosen with those first along which rows lie, so that strips do not, if
/// there are others.
static std::vector<Hyperplane> rowsFirst(ArrayRef<Hyperplane> Chosen) {
  std::vector<Integer> Factors = normals(Chosen).cofactors(0);
  std::vector<Hyperplane> Result;
  for (bool IsRow : {true, false})
    for (auto [H, Factor] : zip(Chosen, Factors))
      if ((Factor != 0) == IsRow)
        Result.push_back(H);
  return Result;
}

std::vector<Hyperplane> DiamondFinder::find() {
  std::vector<Hyperplane> Best, Chosen;
  // Of equal ones those along the fewest dimensions.
  std::pair<Integer, int64_t> Smallest;
  std::vector<Hyperplane> All = legalOnes();
  auto choose = [&](size_t From, auto &Choose) -> void {
    if (Chosen.size() == B.Size) {
      std::pair<Integer, int64_t> Size = {determinant(Chosen), 0};
      for (const Hyperplane &H : Chosen)
        Size.second += B.Size - llvm::count(H.Normal, 0);
      if (Size.first != 0 && (Best.empty() || Size < Smallest)) {
        Best = Chosen;
        Smallest = Size;
      }
      return;
    }
    for (size_t I = From; I < All.size(); ++I) {
      Chosen.push_back(All[I]);
      Choose(I + 1, Choose);
      Chosen.pop_back();
    }
  };
  choose(0, choose);
  return Best.empty() ? Best : rowsFirst(Best);
}

isl::union_map DiamondFinder::coordinates(ArrayRef<Hyperplane> Found) const {
  isl::union_map Result = isl::union_map::empty(B.Theta.ctx());
  B.Theta.foreach_map([&](isl::map M) -> isl::stat {
    std::string Name = M.get_tuple_id(isl::dim::in).get_name();
    isl_space *Space = isl_space_alloc(M.ctx().get(), 0, B.Size, Found.size());
    isl_multi_aff *C = isl_multi_aff_zero(Space);
    for (unsigned K = 0; K < Found.size(); ++K) {
      isl_aff *Value = isl_multi_aff_get_aff(C, K);
      for (unsigned D = 0; D < B.Size; ++D)
        Value = isl_aff_set_coefficient_si(Value, isl_dim_in, D,
                                           Found[K].Normal[D]);
      auto Shift = Found[K].Shifts.find(Name);
      if (Shift != Found[K].Shifts.end())
        Value = isl_aff_set_constant_si(Value, Shift->second);
      C = isl_multi_aff_set_aff(C, K, Value);
    }
    Result = Result.unite(isl::union_map(tiledDimensions(M, B).apply_range(
        isl::manage(isl_map_from_multi_aff(C)))));
    return isl::stat::ok();
  });
  return Result;
}

isl::union_map stevedore::diamondCoordinates(const Band &B,
                                             const Dependences &D) {
  if (B.Size < 2)
    return isl::union_map();
  Budget Limit(B.Theta.ctx(), {0, limits::DiamondOperations});
  DiamondFinder Finder(B, D);
  std::vector<Hyperplane> Found = Finder.find();
  if (Found.empty() || Limit.exhausted())
    return isl::union_map();
  return Finder.coordinates(Found);
}
