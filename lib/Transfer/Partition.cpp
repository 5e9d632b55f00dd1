//===- Partition.cpp - Parts of an array ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Transfer/Partition.h"
#include "Typical.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include <cmath>

using namespace stevedore;

namespace {

/// One reference.
struct Subscripts {
  const Statement *Stmt;
  /// { pt -> A[m] } : the equalities that hold between subscripts and points.
  isl::map Relation;
  /// { pt -> A[m] } : its accesses.
  isl::map Accesses;
};

/// Uniformly generated references.
struct Family {
  std::vector<Subscripts> Members;
  /// { [I] -> A[m] } : what they touch in the tile at I, whatever the
  /// statements' domains.
  isl::map InTile;
  /// { [I] -> A[m] } : what they touch in the reuse scope around the tile at I.
  isl::map InScope;
  /// The logarithm of the number of elements that they touch in the scope,
  /// whatever the statements' domains, for typical values.
  double Size = 0;
  /// The same of a strip of tiles inside of the scope.
  double InStrip = 0;
};

/// Finds the families of one array.
class Families {
public:
  Families(const Scop &S, const Band &B, const TileSpace &T, FamilyReach Reach)
      : S(S), B(B), T(T), Reach(Reach) {}

  std::vector<Family> of(unsigned Array) const;

private:
  const Scop &S;
  const Band &B;
  const TileSpace &T;
  FamilyReach Reach;

  std::vector<Subscripts> references(unsigned Array) const;
  bool areUniform(const Subscripts &X, const Subscripts &Y) const;
  isl::map touched(const Family &F, const isl::map &Points,
                   isl::map Subscripts::*By) const;
  isl::map inTile(const Family &F) const;
  isl::map scope() const;
  isl::map strip() const;
  isl::map inScope(const Family &F) const;
  double sizeOf(const isl::map &InScope) const;
};

} // namespace

/// The equalities that hold in \p M, those with divisions left out.
static isl::map equalitiesOf(const isl::basic_map &M) {
  return isl::manage(isl_map_remove_divs(
      isl_map_from_basic_map(isl_basic_map_affine_hull(M.copy()))));
}

/// The references of the band to array number \p Array; one whose subscripts
/// are given by cases counts as several.
std::vector<Subscripts> Families::references(unsigned Array) const {
  std::vector<Subscripts> Result;
  isl::union_map Points = B.Theta.intersect_domain(B.Domain).reverse();
  for (const Statement &Stmt : S.Statements)
    for (const Access &A : Stmt.Accesses) {
      if (A.Array != Array)
        continue;
      isl::union_map ByTime = Points.apply_range(
          isl::union_map(A.Relation.intersect_domain(Stmt.Domain)));
      ByTime.foreach_map([&](isl::map M) -> isl::stat {
        return M.foreach_basic_map([&](isl::basic_map Case) -> isl::stat {
          Result.push_back({&Stmt, equalitiesOf(Case), isl::map(Case)});
          return isl::stat::ok();
        });
      });
    }
  return Result;
}

/// { [d] : d is the distance between elements that \p X and \p Y relate to one
/// point }, an affine hull.
static isl::set distances(const isl::map &X, const isl::map &Y) {
  return isl::set(X.reverse().apply_range(Y).deltas().affine_hull());
}

/// \p M with every point in its domain.
static isl::map atAnyPoint(const isl::map &M) {
  return isl::map::from_domain_and_range(
      isl::set::universe(M.get_space().domain()), M.range());
}

/// Whether the elements that both reference at one point are at the same
/// distance everywhere. References of different statements are compared at the
/// tiled dimensions of their points; those that have points in common for some
/// values of the parameters alone, or never, by all of their elements.
bool Families::areUniform(const Subscripts &X, const Subscripts &Y) const {
  isl::map First = X.Relation, Second = Y.Relation;
  unsigned Tiled = B.Outer + B.Size;
  if (X.Stmt != Y.Stmt)
    for (isl::map *M : {&First, &Second})
      *M = M->project_out(isl::dim::in, Tiled,
                          countOf(M->domain_tuple_dim()) - Tiled);
  isl::set Distances = distances(First, Second);
  if (isl_set_plain_is_universe(Distances.params().get()) == isl_bool_false)
    Distances = distances(atAnyPoint(First), atAnyPoint(Second));
  unsigned Rank = countOf(Distances.tuple_dim());
  for (unsigned D = 0; D < Rank; ++D) {
    isl::val Fixed = isl::manage(
        isl_set_plain_get_val_if_fixed(Distances.get(), isl_dim_set, D));
    if (!Fixed.is_int().is_true())
      return false;
  }
  return !Distances.is_null();
}

/// The convex hull of what the members touch at \p Points, { [I] -> pt }, by
/// one of their relations.
isl::map Families::touched(const Family &F, const isl::map &Points,
                           isl::map Subscripts::*By) const {
  isl::map All;
  for (const Subscripts &X : F.Members) {
    isl::map Touched =
        isl::manage(isl_map_remove_divs(Points.apply_range(X.*By).release()));
    All = All.is_null() ? Touched : All.unite(Touched);
  }
  return isl::manage(
      isl_map_from_basic_map(isl_map_simple_hull(All.release())));
}

isl::map Families::inTile(const Family &F) const {
  return touched(F, T.Inside, &Subscripts::Relation)
      .gist_params(T.Context)
      .gist_domain(T.Aligned);
}

/// { I -> I' } : tiles for which parts are the same.
isl::map Families::scope() const {
  bool OfStrip = T.Reuse == ReuseScope::none() && Reach != FamilyReach::Tile;
  return T.Shape->sameScope(OfStrip ? ReuseScope::strip() : T.Reuse);
}

/// { I -> I' } : tiles of one strip.
isl::map Families::strip() const {
  return T.Shape->sameScope(ReuseScope::strip());
}

isl::map Families::inScope(const Family &F) const {
  isl::map Result =
      Reach == FamilyReach::Instances
          ? touched(F, scope().apply_range(T.Inside), &Subscripts::Accesses)
          : scope().apply_range(F.InTile);
  return Result.gist_params(T.Context);
}

/// The logarithm of the bounding box of \p InScope in a typical tile, or in any
/// one where a typical tile touches nothing; unbounded dimensions are taken for
/// limits::TypicalProblemSize.
double Families::sizeOf(const isl::map &InScope) const {
  isl::set Elements = inTypicalTile(InScope, T);
  if (Elements.is_empty().is_true())
    Elements = atTypicalValues(InScope.range(), T);
  return boxSize(Elements);
}

/// Families whose elements in a tile another family touches as well need no
/// part of their own.
static void dropCovered(std::vector<Family> &All) {
  for (size_t I = 0; I < All.size();) {
    bool Covered = false;
    for (size_t J = 0; J < All.size() && !Covered; ++J)
      Covered = J != I && All[I].InTile.is_subset(All[J].InTile).is_true() &&
                (J < I || !All[J].InTile.is_subset(All[I].InTile).is_true());
    if (Covered)
      All.erase(All.begin() + I);
    else
      ++I;
  }
}

/// Smallest first. Of those that touch as much, what a single strip touches
/// most of comes first: its elements stay all the time, so that one which
/// another family touches as well would keep the buffer of that one from being
/// small.
static bool comesBefore(const Family &X, const Family &Y) {
  return std::abs(X.Size - Y.Size) > limits::EqualCost ? X.Size < Y.Size
                                                       : X.InStrip > Y.InStrip;
}

std::vector<Family> Families::of(unsigned Array) const {
  std::vector<Family> Result;
  for (Subscripts &X : references(Array)) {
    auto Same = llvm::find_if(Result, [&](const Family &F) {
      return areUniform(F.Members.front(), X);
    });
    if (Same == Result.end())
      Result.push_back({{std::move(X)}, {}, {}, 0});
    else
      Same->Members.push_back(std::move(X));
  }
  if (Result.size() < 2)
    return Result;
  for (Family &F : Result)
    F.InTile = inTile(F);
  dropCovered(Result);
  for (Family &F : Result) {
    F.InScope = inScope(F);
    F.Size =
        sizeOf(Reach == FamilyReach::Instances ? scope().apply_range(F.InTile)
                                               : F.InScope);
    F.InStrip = sizeOf(strip().apply_range(F.InTile));
  }
  llvm::stable_sort(Result, comesBefore);
  return Result;
}

/// Whether data choose in which part some instance finds its element.
static bool hasChosenElements(const Scop &S, unsigned Array) {
  return llvm::any_of(S.Statements, [&](const Statement &Stmt) {
    return llvm::any_of(Stmt.Accesses, [&](const Access &A) {
      return A.Array == Array && !A.Chosen.empty();
    });
  });
}

llvm::Expected<std::vector<isl::map>>
stevedore::partitionElements(const Scop &S, const Band &B, const TileSpace &T,
                             const ArrayTransfers &A,
                             const FamilyReach &Reach) {
  std::vector<isl::map> Parts;
  if (hasChosenElements(S, A.Array))
    return Parts;
  std::vector<Family> Found = Families(S, B, T, Reach).of(A.Array);
  if (Found.size() < 2 || Found.size() > limits::TransferParts)
    return Parts;
  isl::map Moved = A.accessed().unite(A.Load);
  isl::map Rest = isl::map::universe(Moved.get_space());
  for (size_t I = 0; I < Found.size(); ++I) {
    bool Last = I + 1 == Found.size();
    isl::map Part = Last ? Rest : Rest.intersect(Found[I].InScope);
    Rest = Last ? Rest : Rest.subtract(Found[I].InScope);
    if (!Part.intersect(Moved).is_empty().is_true())
      Parts.push_back(coalesced(Part));
  }
  for (const isl::map &Part : Parts)
    if (Part.is_null())
      return islError(S.ctx(),
                      "the parts of array '" + S.Arrays[A.Array].Name + "'");
  if (Parts.size() < 2)
    Parts.clear();
  return Parts;
}

ArrayTransfers stevedore::restrictTo(const ArrayTransfers &A,
                                     const isl::map &Part) {
  ArrayTransfers Result = A;
  Result.Part = Part;
  Result.Values = LoadedValues();
  for (isl::map ArrayTransfers::*Field :
       {&ArrayTransfers::Read, &ArrayTransfers::MustWrite,
        &ArrayTransfers::Write, &ArrayTransfers::AccessedBefore,
        &ArrayTransfers::AccessedAfter, &ArrayTransfers::WrittenBefore,
        &ArrayTransfers::WrittenAfter, &ArrayTransfers::ReadAfter,
        &ArrayTransfers::In, &ArrayTransfers::Load, &ArrayTransfers::FullLoad,
        &ArrayTransfers::Reach, &ArrayTransfers::LoadedBefore,
        &ArrayTransfers::Store})
    if (!(A.*Field).is_null())
      Result.*Field = coalesced((A.*Field).intersect(Part));
  return Result;
}

/// \p Conditions, which may have outer counters and the origins of tiles
/// around, for some value of those.
static isl::set forSomeOuter(isl::set Conditions, const TileSpace &T) {
  for (unsigned P = countOf(Conditions.dim(isl::dim::param)); P-- > 0;)
    if (T.Parameters.isOuterCounter(
            isl_set_get_dim_name(Conditions.get(), isl_dim_param, P)))
      Conditions = isl::manage(
          isl_set_project_out(Conditions.release(), isl_dim_param, P, 1));
  return isl::set(isl::manage(
      isl_set_simple_hull(isl_set_remove_divs(Conditions.release()))));
}

llvm::Expected<isl::set> stevedore::usedBySomeTile(const Scop &S,
                                                   const TileSpace &T,
                                                   const ArrayTransfers &A) {
  isl::map Moved = A.accessed().unite(A.Load);
  for (const isl::set &Away : T.Shape->awayFromZero())
    Moved = Moved.intersect_domain(Away);
  isl::set Tiles = forSomeOuter(T.NonEmpty.params(), T).intersect(T.Context);
  return checked(S.ctx(), forSomeOuter(Moved.params(), T).gist(Tiles),
                 "the use of the parts of array '" + S.Arrays[A.Array].Name +
                     "'");
}
