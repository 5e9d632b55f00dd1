//===- LeastTraffic.cpp - Elements that must move -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeCosts.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include <cmath>
#include <map>

using namespace stevedore;
using namespace llvm;

/// The one coordinate of \p Accessed's domain that is not known from the
/// element that it accesses; none where there is not exactly one.
static std::optional<unsigned> freeCoordinate(const isl::map &Accessed) {
  isl::set Same = Accessed.apply_range(Accessed.reverse()).deltas();
  std::optional<unsigned> Result;
  for (unsigned K = 0; K < countOf(Same.tuple_dim()); ++K) {
    isl::set Fixed =
        isl::manage(isl_set_fix_si(Same.copy(), isl_dim_set, K, 0));
    if (Same.is_subset(Fixed).is_true())
      continue;
    if (Result)
      return std::nullopt;
    Result = K;
  }
  return Result;
}

/// Whether each statement of \p S that writes array number \p Array reads the
/// same elements: no value of it comes from nowhere.
static bool isReadBeforeWritten(const Scop &S, unsigned Array) {
  return all_of(S.Statements, [&](const Statement &St) {
    return all_of(St.Accesses, [&](const Access &A) {
      return A.Array != Array || !(A.MustWrites || A.MayWrites) || A.Reads ||
             any_of(St.Accesses, [&](const Access &Other) {
               return Other.Array == Array && Other.Reads &&
                      A.Relation.is_subset(Other.Relation).is_true();
             });
    });
  });
}

/// The references of \p St that leave out one coordinate, by these; empty where
/// some coordinate is in all.
static std::map<unsigned, const Access *> referencesOf(const Scop &S,
                                                       const Statement &St) {
  unsigned Depth = countOf(St.Domain.tuple_dim());
  std::map<unsigned, const Access *> Result;
  for (const Access &A : St.Accesses)
    if (A.Reads && A.Chosen.empty() && !S.Arrays[A.Array].Private &&
        isReadBeforeWritten(S, A.Array))
      if (auto Free = freeCoordinate(A.Relation.intersect_domain(St.Domain)))
        Result[*Free] = &A;
  if (Depth < 2 || Result.size() != Depth)
    return {};
  return Result;
}

/// \p Of with the name of the instances of \p Like.
static isl::set called(const isl::set &Of, const Statement &Like) {
  return isl::manage(isl_set_set_tuple_name(Of.copy(), Like.Name.c_str()));
}

/// Adds \p St with \p Theirs to \p To if its instances are other points than
/// those of the members, and access what these would there.
static bool addTo(UniformStatements &To, const Statement &St,
                  const std::map<unsigned, const Access *> &Theirs) {
  const Statement &First = *To.Members.front();
  isl::set Points = called(St.Domain, First);
  for (const Statement *Member : To.Members)
    if (!Points.is_disjoint(called(Member->Domain, First)).is_true())
      return false;
  for (const auto &[Coordinate, Ours] : To.References) {
    auto There = Theirs.find(Coordinate);
    if (There == Theirs.end() || There->second->Array != Ours.front()->Array)
      return false;
    isl::map Relation = Ours.front()
                            ->Relation.gist_domain(First.Domain)
                            .intersect_domain(Points);
    isl::map Other = isl::manage(isl_map_set_tuple_name(
        There->second->Relation.copy(), isl_dim_in, First.Name.c_str()));
    if (!Relation.is_equal(Other.intersect_domain(Points)).is_true())
      return false;
  }
  To.Members.push_back(&St);
  for (auto &[Coordinate, Ours] : To.References)
    Ours.push_back(Theirs.at(Coordinate));
  return true;
}

/// What \p Iterations instances load at least into a memory of \p Cells. Among
/// what Moved loads bring, the first ones into an empty memory, U elements are
/// found by C (U / d)^(d / (d - 1)) instances; the last loads bring what the
/// rest needs.
static double loadedBy(double Iterations, const Projections &P, double Cells) {
  double Depth = 0, Shared = 1, Most = 0;
  for (unsigned Size : P.Groups)
    Depth += Size;
  double Power = Depth / (Depth - 1);
  for (unsigned Size : P.Groups)
    Shared *= std::pow(double(Size), double(Size) / (Depth - 1));
  auto instances = [&](double Elements) {
    return Shared * std::pow(Elements / Depth, Power);
  };
  auto elements = [&](double Instances) {
    return Depth * std::pow(Instances / Shared, 1 / Power);
  };
  double All = Iterations - P.LeftOut;
  for (unsigned Quarter = 1; Quarter <= 8 * P.Groups.size() + 8; ++Quarter) {
    double Moved = Cells * Quarter / 4;
    double Left = All - instances(Moved), Each = instances(Cells + Moved);
    double Times = std::floor(Left / Each);
    double Last = std::max(elements(Left - Times * Each) - Cells, 0.0);
    Most =
        std::max(Most, Left < 0 ? elements(All) : (1 + Times) * Moved + Last);
  }
  return Most - P.Charge;
}

/// The statements of \p S with such references, of which iterations are known.
static std::vector<UniformStatements>
uniformStatements(const Scop &S, const SizeCosts &Costs) {
  std::vector<UniformStatements> Result;
  for (unsigned K = 0; K < S.Statements.size(); ++K) {
    const Statement &St = S.Statements[K];
    auto References = referencesOf(S, St);
    auto Iterations = Costs.iterations(K);
    if (References.empty() || !Iterations)
      continue;
    auto Whole = find_if(Result, [&](UniformStatements &Other) {
      return addTo(Other, St, References);
    });
    if (Whole == Result.end()) {
      Result.push_back({{&St}, {}, 0});
      Whole = std::prev(Result.end());
      for (auto [Coordinate, A] : References)
        Whole->References[Coordinate] = {A};
    }
    Whole->Iterations += double(*Iterations);
  }
  return Result;
}

std::optional<int64_t> stevedore::leastTraffic(const RegionPlan &Plan,
                                               SizeCosts &Costs,
                                               const EvaluationValues &Values,
                                               std::optional<double> Cells,
                                               int64_t Stores) {
  std::optional<int64_t> Result = Costs.leastMoved();
  if (!Cells)
    return Result;
  for (const UniformStatements &U : uniformStatements(*Plan.Program, Costs)) {
    std::map<unsigned, unsigned> OfArray;
    for (const auto &[Coordinate, Ours] : U.References)
      ++OfArray[Ours.front()->Array];
    Projections Together;
    for (auto [Array, Number] : OfArray)
      Together.Groups.push_back(Number);
    double Least = loadedBy(U.Iterations, Together, *Cells);
    std::optional<Projections> Apart;
    if (OfArray.size() < U.References.size())
      Apart = projectionsByValue(*Plan.Program, U, Plan.parameters(), Values);
    if (Apart)
      Least = std::max(Least, loadedBy(U.Iterations, *Apart, *Cells));
    if (Least >= 1)
      Result = std::max(Result.value_or(0), int64_t(Least) + Stores);
  }
  return Result;
}
