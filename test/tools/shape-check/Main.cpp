//===- Main.cpp - The laws of tile shapes ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// shape-check: checks for tile shapes of several bands at several sizes that
/// the answers of a TileShape agree with each other: its tiles are a partition
/// of the points, and everything else follows from the points and the lattice
/// of the origins.
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/Isl.h"
#include "stevedore/Tiling/TileShape.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/val.h"

using namespace stevedore;

namespace {

/// Checks one shape at one choice of sizes.
class Laws {
public:
  Laws(const Band &B, const TileShape &Shape, std::vector<int64_t> Sizes);

  /// The first law that does not hold; empty if all do.
  std::string broken() const;

private:
  const Band &B;
  const TileShape &Shape;
  std::vector<int64_t> Sizes;
  /// { I } and { I -> pt } at the sizes.
  isl::set Lattice;
  isl::map Tiles;

  template <typename T> T fixed(T Object) const;
  isl::set execution() const;
  isl::map neighbours(ReuseScope Scope) const;
  isl::map tiledPoints() const;
  isl::map reaching() const;
  bool isPartition() const;
  bool isSide(isl::map Side, isl::map Others) const;
  bool sidesAreRight(ReuseScope Scope) const;
  bool stepsAreNext() const;
  bool stripsAreScopes() const;
  bool sourcesAreOutside() const;
  isl::map reached() const;
  bool sinksAreOutside(ReuseScope Scope) const;
  bool outsideIsRight(unsigned K) const;
  bool originsObey(const isl::set &Candidates) const;
  bool fullTilesAreFull(const isl::set &Points) const;
  bool loopsFindOrigins() const;
};

} // namespace

Laws::Laws(const Band &B, const TileShape &Shape, std::vector<int64_t> Given)
    : B(B), Shape(Shape), Sizes(std::move(Given)) {
  Lattice = Shape.lattice([&](llvm::StringRef Name) -> std::optional<int64_t> {
    for (unsigned K = 0; K < Sizes.size(); ++K)
      if (Shape.sizes()[K] == Name)
        return Sizes[K];
    return std::nullopt;
  });
  Tiles = fixed(Shape.points()).intersect_domain(Lattice);
}

/// \p Object at the sizes.
template <typename T> T Laws::fixed(T Object) const {
  isl::set Values = Shape.context();
  for (unsigned K = 0; K < Sizes.size(); ++K) {
    int At = isl_set_find_dim_by_name(Values.get(), isl_dim_param,
                                      Shape.sizes()[K].c_str());
    Values = isl::manage(
        isl_set_fix_si(Values.release(), isl_dim_param, At, Sizes[K]));
  }
  return Object.intersect_params(Values);
}

/// { pt : o = O }
isl::set Laws::execution() const {
  isl::set Result = isl::set::universe(Tiles.get_space().range());
  for (unsigned D = 0; D < B.Outer; ++D) {
    std::string Name = "O" + std::to_string(D + 1);
    int At =
        isl_set_find_dim_by_name(Result.get(), isl_dim_param, Name.c_str());
    Result = isl::manage(
        isl_set_equate(Result.release(), isl_dim_param, At, isl_dim_set, D));
  }
  return fixed(Result);
}

/// { I -> I' } for the origins of one scope.
isl::map Laws::neighbours(ReuseScope Scope) const {
  return fixed(Shape.sameScope(Scope))
      .intersect_domain(Lattice)
      .intersect_range(Lattice);
}

bool Laws::isPartition() const {
  return Tiles.range().is_equal(execution()).is_true() &&
         Tiles.reverse().is_single_valued().is_true();
}

/// Whether \p Side, { I -> pt }, has the points of the tiles \p Others.
bool Laws::isSide(isl::map Side, isl::map Others) const {
  return fixed(Side)
      .intersect_domain(Lattice)
      .is_equal(Others.apply_range(Tiles))
      .is_true();
}

bool Laws::sidesAreRight(ReuseScope Scope) const {
  isl::space Origins = Lattice.get_space();
  isl::map Around = Scope == ReuseScope::none()
                        ? isl::map::empty(Origins.map_from_set())
                        : neighbours(Scope);
  return isSide(Shape.before(Scope),
                Around.intersect(isl::map::lex_gt(Origins))) &&
         isSide(Shape.after(Scope),
                Around.intersect(isl::map::lex_lt(Origins)));
}

/// Steps along a strip lead to the next origin, and back.
bool Laws::stepsAreNext() const {
  isl::map Later = neighbours(ReuseScope::strip())
                       .intersect(isl::map::lex_lt(Lattice.get_space()));
  isl::map Next = fixed(Shape.along(1)).intersect_domain(Lattice);
  isl::map Second = fixed(Shape.along(2)).intersect_domain(Lattice);
  isl::map Back = fixed(Shape.along(-1)).intersect_domain(Lattice);
  return Next.is_equal(Later.lexmin()).is_true() &&
         Back.is_equal(Next.reverse()).is_true() &&
         Second.is_equal(Next.apply_range(Next)).is_true();
}

bool Laws::stripsAreScopes() const {
  isl::map Strips = Shape.strips();
  return Strips.apply_range(Strips.reverse())
      .is_equal(Shape.sameScope(ReuseScope::strip()))
      .is_true();
}

/// { I -> pt : some point of the tile is not before pt in any of the outer and
/// tiled dimensions }
isl::map Laws::reaching() const {
  isl::map Reaches =
      isl::map::universe(Tiles.get_space().range().map_from_set());
  for (unsigned D = 0; D < B.Outer + B.Size; ++D)
    Reaches = isl::manage(
        isl_map_order_ge(Reaches.release(), isl_dim_in, D, isl_dim_out, D));
  return Shape.points().apply_range(Reaches);
}

bool Laws::sourcesAreOutside() const {
  isl::map All = isl::map::empty(Shape.points().get_space());
  for (const isl::map &Side : Shape.sources())
    All = All.unite(Side);
  return All.is_disjoint(Shape.points()).is_true() &&
         reaching().subtract(Shape.points()).is_subset(All).is_true();
}

/// { I -> pt : some point of the tile is not after pt in any of the outer and
/// tiled dimensions }
isl::map Laws::reached() const {
  isl::map Reaches =
      isl::map::universe(Tiles.get_space().range().map_from_set());
  for (unsigned D = 0; D < B.Outer + B.Size; ++D)
    Reaches = isl::manage(
        isl_map_order_le(Reaches.release(), isl_dim_in, D, isl_dim_out, D));
  return Shape.points().apply_range(Reaches);
}

bool Laws::sinksAreOutside(ReuseScope Scope) const {
  isl::map All = isl::map::empty(Shape.points().get_space());
  for (const isl::map &Side : Shape.sinks(Scope))
    All = All.unite(Side);
  isl::map Scopes = Shape.sameScope(Scope).apply_range(Shape.points());
  return All.is_disjoint(Scopes).is_true() &&
         reached().subtract(Scopes).is_subset(All).is_true();
}

bool Laws::outsideIsRight(unsigned K) const {
  isl::map Agree = neighbours(ReuseScope::nest());
  Agree = isl::manage(
      isl_map_equate(Agree.release(), isl_dim_in, K, isl_dim_out, K));
  isl::map All = isl::map::from_domain_and_range(Lattice, execution());
  return fixed(Shape.outsideAlong(K))
      .intersect(All)
      .is_equal(All.subtract(Agree.apply_range(Tiles)))
      .is_true();
}

/// What the shape says of origins holds for those of \p Candidates.
bool Laws::originsObey(const isl::set &Candidates) const {
  isl::set There = fixed(Candidates).intersect(Lattice);
  bool Hold = There.is_subset(Shape.aligned(Candidates)).is_true();
  for (const isl::set &Away : Shape.awayFromZero())
    Hold = Hold && fixed(Lattice).is_subset(Away).is_true();
  return Hold;
}

/// { I -> [b] }
isl::map Laws::tiledPoints() const {
  unsigned Rest = timeDimensions(B) - B.Outer - B.Size;
  return Tiles.project_out(isl::dim::out, B.Outer + B.Size, Rest)
      .project_out(isl::dim::out, 0, B.Outer);
}

bool Laws::fullTilesAreFull(const isl::set &Points) const {
  isl::map Inner = tiledPoints();
  isl::set Missing = Inner.subtract(Inner.intersect_range(Points)).domain();
  isl::set Meeting = Inner.intersect_range(Points).domain();
  return fixed(Shape.full({Points}))
      .intersect(Missing)
      .is_disjoint(Meeting)
      .is_true();
}

/// The coordinates that loops enumerate are those of the lattice.
bool Laws::loopsFindOrigins() const {
  isl::set Found = isl::set::universe(Lattice.get_space());
  for (unsigned K = 0; K < Shape.originDimensions(); ++K) {
    OriginSteps Steps = Shape.steps(K);
    isl_pw_aff *Step = isl_pw_aff_from_aff(Steps.Step.copy());
    Step = isl_pw_aff_intersect_params(
        Step, fixed(Shape.context()).params().release());
    isl::val Width = isl::manage(isl_pw_aff_max_val(Step));
    isl::aff Rest = isl::manage(isl_aff_var_on_domain(
        isl_local_space_from_space(Steps.Start.domain_space().release()),
        isl_dim_set, K));
    Rest = Rest.sub(Steps.Start).mod(Width);
    Found = Found.intersect(isl::manage(
        isl_set_from_basic_set(isl_aff_zero_basic_set(Rest.release()))));
  }
  return fixed(Found).is_equal(fixed(Lattice)).is_true();
}

std::string Laws::broken() const {
  if (!isPartition())
    return "tiles are no partition of the points";
  for (ReuseScope Scope :
       {ReuseScope::none(), ReuseScope::strip(), ReuseScope::nest()})
    if (!sidesAreRight(Scope))
      return "the points before or after a tile are those of other tiles";
  if (!stepsAreNext())
    return "a step along a strip does not lead to the next tile";
  if (!stripsAreScopes())
    return "strips are no reuse scopes";
  if (!sourcesAreOutside())
    return "a value may reach a tile from elsewhere";
  for (ReuseScope Scope :
       {ReuseScope::none(), ReuseScope::strip(), ReuseScope::nest()})
    if (!sinksAreOutside(Scope))
      return "a value may leave a scope for elsewhere";
  for (unsigned K = 0; K < Shape.originDimensions(); ++K)
    if (!outsideIsRight(K))
      return "the points outside along a coordinate are wrong";
  isl::set Above =
      isl::manage(isl_set_from_basic_set(isl_basic_set_positive_orthant(
          tiledPoints().get_space().range().release())));
  if (!originsObey(isl::set::universe(Lattice.get_space())) ||
      !originsObey(Shape.points()
                       .project_out(isl::dim::out, B.Outer + B.Size,
                                    timeDimensions(B) - B.Outer - B.Size)
                       .project_out(isl::dim::out, 0, B.Outer)
                       .intersect_range(Above)
                       .domain()))
    return "an origin does not obey what is said of origins";
  isl::set Diagonal = Above;
  if (B.Size > 1)
    Diagonal = isl::manage(
        isl_set_equate(Diagonal.release(), isl_dim_set, 0, isl_dim_set, 1));
  if (!fullTilesAreFull(Above) || !fullTilesAreFull(Diagonal))
    return "a full tile lacks a point";
  return loopsFindOrigins() ? "" : "loops enumerate other origins";
}

/// "{ S[x1, x2, x3] -> [x1, x2, x3] }"
static isl::union_map identity(isl::ctx Ctx, unsigned Dims) {
  std::string Tuple;
  for (unsigned D = 0; D < Dims; ++D)
    Tuple += (D ? ", x" : "x") + std::to_string(D);
  return isl::union_map(Ctx, "{ S[" + Tuple + "] -> [" + Tuple + "] }");
}

/// The laws that boxes of \p B break at \p Sizes.
static unsigned check(const Band &B, const std::vector<int64_t> &Sizes) {
  std::vector<std::string> Names, Outer;
  for (unsigned K = 0; K < B.Size; ++K)
    Names.push_back("T" + std::to_string(K + 1));
  for (unsigned D = 0; D < B.Outer; ++D)
    Outer.push_back("O" + std::to_string(D + 1));
  std::shared_ptr<const TileShape> Shape = boxShape(B, Names, Outer);
  std::string Broken = Laws(B, *Shape, Sizes).broken();
  if (Broken.empty())
    return 0;
  llvm::outs() << B.Outer << " outer, " << B.Size << " tiled: " << Broken
               << "\n";
  return 1;
}

int main() {
  IslContext Ctx;
  unsigned Broken = 0, Count = 0;
  for (unsigned Outer = 0; Outer < 3; ++Outer)
    for (unsigned Size = 1; Size < 4; ++Size)
      for (unsigned Rest = 0; Rest < 2; ++Rest)
        for (int64_t First : {1, 3}) {
          Band B;
          B.Theta = identity(Ctx, Outer + Size + Rest);
          B.Outer = Outer;
          B.Size = Size;
          std::vector<int64_t> Sizes;
          for (unsigned K = 0; K < Size; ++K)
            Sizes.push_back(First + K);
          Broken += check(B, Sizes);
          ++Count;
        }
  llvm::outs() << Count << " shapes, " << Broken << " broken\n";
  return Broken ? 1 : 0;
}
