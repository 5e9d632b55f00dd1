//===- BoxShape.cpp - Tiles that are boxes --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tile at I has the points with I_k <= b_k < I_k + T_k, and its origin is a
// multiple of T_k in each coordinate k. Where b_k is the number of a tile, T_k is
// 1 and not a parameter: b_k = I_k.
//
// A box lies in a half space a.b + c >= 0 iff the corner that minimizes a.b
// does, and lies outside iff the corner that maximizes a.b does. Both corners
// are affine in I and T, so that full tiles need no set difference.
//
//===----------------------------------------------------------------------===//

#include "FullBoxes.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "stevedore/Tiling/TileShape.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/aff.h"
#include "isl/local_space.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace stevedore;

TileShape::~TileShape() = default;

namespace {

class BoxShape : public TileShape {
public:
  BoxShape(const Band &B, const std::vector<std::string> &Sizes,
           const std::vector<std::string> &Outer, const TileBox *Around,
           const std::vector<std::string> &Cut)
      : TileShape(Sizes), Ctx(B.Theta.ctx()), Outer(Outer), Cut(Cut),
        Size(B.Size), Dims(timeDimensions(B)), Numbers(B.TileNumbers),
        Around(Around ? std::optional(*Around) : std::nullopt),
        InTile(Ctx, relation(Size, "")) {}

  unsigned originDimensions() const override { return Size; }
  isl::set context() const override;
  isl::map points() const override { return InTile; }
  isl::set around() const override;
  isl::set cuts() const override;
  isl::map before(ReuseScope Scope) const override;
  isl::map after(ReuseScope Scope) const override;
  std::vector<isl::map> sources() const override;
  std::vector<isl::map> sinks(ReuseScope Scope) const override;
  isl::map outsideAlong(unsigned K) const override;
  isl::map sameScope(ReuseScope Scope) const override;
  isl::map endingAt(ReuseScope Scope) const override;
  isl::map along(int Steps) const override;
  isl::map strips() const override;
  isl::set aligned(const isl::set &Candidates) const override;
  std::vector<isl::set> awayFromZero() const override;
  isl::set full(const std::vector<isl::set> &Points) const override;
  isl::set lattice(ValueOf Value) const override;
  OriginSteps steps(unsigned K) const override;

private:
  isl::ctx Ctx;
  std::vector<std::string> Outer;
  /// The sizes of tiles that end where the one around does.
  std::vector<std::string> Cut;
  unsigned Size;
  unsigned Dims;
  /// How many of the first coordinates are numbers of tiles.
  unsigned Numbers;
  /// The tile around.
  std::optional<TileBox> Around;
  /// { I -> pt : pt is in the tile at I }
  isl::map InTile;

  std::string origins() const;
  /// The name of the size of a tile.
  const std::string &inner(unsigned K) const {
    return Around ? Cut[K] : sizes()[K];
  }
  std::string size(unsigned K) const;
  isl::aff sizeOn(isl::space Space, unsigned K) const;
  std::string parameters() const;
  std::string relation(unsigned InBox, const std::string &Extra) const;
  std::string notBefore(const std::string &Value, unsigned K) const;
  std::string notBehind(const std::string &Value, unsigned K) const;
  std::string allOf(const std::vector<std::string> &Conditions) const;
  std::string beforeOrigin(unsigned K) const;
  std::string afterTile(unsigned K) const;
  template <typename Side> isl::map oneSide(ReuseScope Scope, Side S) const;
  isl::set where(unsigned K, const std::string &Condition) const;
  std::string first(unsigned K) const;
  isl::space originSpace() const { return InTile.get_space().domain(); }
};

} // namespace

static std::string name(const char *Letter, unsigned K) {
  return Letter + std::to_string(K + 1);
}

static std::string tuple(const char *Letter, unsigned Count) {
  std::vector<std::string> Names;
  for (unsigned K = 0; K < Count; ++K)
    Names.push_back(name(Letter, K));
  return "[" + llvm::join(Names, ",") + "]";
}

std::string BoxShape::origins() const { return tuple("I", Size); }

/// The size of a tile along coordinate number \p K as isl text.
std::string BoxShape::size(unsigned K) const {
  return K < Numbers ? "1" : Around ? Cut[K] : sizes()[K];
}

/// The distance of origins along coordinate number \p K on \p Space.
isl::aff BoxShape::sizeOn(isl::space Space, unsigned K) const {
  if (K < Numbers)
    return isl::manage(isl_aff_add_constant_si(
        isl_aff_zero_on_domain_space(Space.release()), 1));
  isl::id Name = isl::id::alloc(Ctx, sizes()[K], nullptr);
  return isl::manage(
      isl_aff_param_on_domain_space_id(Space.release(), Name.release()));
}

/// The parameters of every relation, sizes first.
std::string BoxShape::parameters() const {
  std::vector<std::string> Names = sizes();
  Names.insert(Names.end(), Outer.begin(), Outer.end());
  if (Around)
    for (const auto *More : {&Cut, &Around->Origins, &Around->Ends})
      Names.insert(Names.end(), More->begin(), More->end());
  return "[" + llvm::join(Names, ",") + "]";
}

/// { I -> pt : o = O and I_k <= b_k < I_k + T_k for the first \p InBox tiled
/// dimensions, and \p Extra }
std::string BoxShape::relation(unsigned InBox, const std::string &Extra) const {
  std::vector<std::string> Conditions;
  for (unsigned D = 0; D < Outer.size(); ++D)
    Conditions.push_back(name("p", D) + " = " + Outer[D]);
  for (unsigned K = 0; K < InBox; ++K)
    Conditions.push_back(name("I", K) + " <= " + name("p", Outer.size() + K) +
                         " < " + name("I", K) + " + " + size(K));
  if (!Extra.empty())
    Conditions.push_back(Extra);
  return parameters() + " -> { " + origins() + " -> " + tuple("p", Dims) +
         " : " +
         (Conditions.empty() ? "true" : llvm::join(Conditions, " and ")) + " }";
}

/// "Ip <= VALUE" for coordinate number \p K of the tile around.
std::string BoxShape::notBefore(const std::string &Value, unsigned K) const {
  return Around->Origins[K] + " <= " + Value;
}

/// "VALUE <= Ip + Cp".
std::string BoxShape::notBehind(const std::string &Value, unsigned K) const {
  return Value + " <= " + Around->Origins[K] + " + " + Around->Ends[K];
}

std::string BoxShape::allOf(const std::vector<std::string> &Conditions) const {
  return Conditions.empty() ? "true" : llvm::join(Conditions, " and ");
}

isl::set BoxShape::around() const {
  std::vector<std::string> Conditions;
  for (unsigned K = 0; Around && K < Size; ++K) {
    Conditions.push_back(notBefore(name("p", K), K));
    Conditions.push_back(notBehind(name("p", K) + " + 1", K));
  }
  return isl::set(Ctx, parameters() + " -> { " + tuple("p", Size) + " : " +
                           allOf(Conditions) + " }");
}

/// The tile of size \p T at \p I, inside of the one \p Around, has the cut size
/// \p C along coordinate number \p K.
static std::string isCutTo(const std::string &I, const std::string &T,
                           const std::string &C, const TileBox &Around,
                           unsigned K) {
  std::string End = Around.Origins[K] + " + " + Around.Ends[K];
  return "((" + C + " = " + T + " and " + I + " + " + T + " <= " + End +
         ") or (" + I + " + " + C + " = " + End + " and " + C + " < " + T +
         "))";
}

isl::set BoxShape::cuts() const {
  std::vector<std::string> Conditions;
  for (unsigned K = 0; Around && K < Size; ++K)
    Conditions.push_back(isCutTo(name("I", K), sizes()[K], Cut[K], *Around, K));
  return isl::set(Ctx, parameters() + " -> { " + origins() + " : " +
                           allOf(Conditions) + " }");
}

isl::set stevedore::cutsOf(isl::ctx Ctx, const TileBox &Tile,
                           const TileBox &Around) {
  std::vector<std::string> Names, Conditions = {"true"};
  for (const TileBox *Box : {&Tile, &Around})
    for (const auto *More : {&Box->Origins, &Box->Sizes, &Box->Ends})
      for (const std::string &Name : *More)
        if (!llvm::is_contained(Names, Name))
          Names.push_back(Name);
  for (unsigned K = 0; K < Tile.Origins.size(); ++K)
    Conditions.push_back(
        Around.Origins[K] + " <= " + Tile.Origins[K] +
        " and 1 <= " + Tile.Ends[K] + " and " +
        isCutTo(Tile.Origins[K], Tile.Sizes[K], Tile.Ends[K], Around, K));
  return isl::set(Ctx, "[" + llvm::join(Names, ",") + "] -> { : " +
                           llvm::join(Conditions, " and ") + " }");
}

std::string BoxShape::beforeOrigin(unsigned K) const {
  return name("p", Outer.size() + K) + " < " + name("I", K);
}

std::string BoxShape::afterTile(unsigned K) const {
  return name("p", Outer.size() + K) + " >= " + name("I", K) + " + " + size(K);
}

isl::set BoxShape::context() const {
  std::string Conditions;
  for (unsigned K = 0; K < Size; ++K)
    Conditions += (K == 0 ? "" : " and ") + sizes()[K] +
                  (K < Numbers ? " = 1" : " >= 1");
  return isl::set(Ctx, "[" + llvm::join(sizes(), ",") + "] -> { : " +
                           Conditions + " }");
}

/// The points of the reuse scope on one side of the tile: the union over the
/// scope's dimensions k of { b_j in the tile for j < k, \p Side of k }.
template <typename Side>
isl::map BoxShape::oneSide(ReuseScope Scope, Side S) const {
  isl::map Result = isl::map(Ctx, relation(Size, "false"));
  for (unsigned K = Scope.numFixed(Size); K < Size; ++K) {
    std::string Here = S(K);
    for (unsigned Inner = K; Around && Inner < Size; ++Inner) {
      std::string Point = name("p", Outer.size() + Inner);
      Here += " and " + notBefore(Point, Inner) + " and " +
              notBehind(Point + " + 1", Inner);
    }
    Result = Result.unite(isl::map(Ctx, relation(K, Here)));
  }
  return Result;
}

isl::map BoxShape::before(ReuseScope Scope) const {
  return oneSide(Scope, [&](unsigned K) { return beforeOrigin(K); });
}

isl::map BoxShape::after(ReuseScope Scope) const {
  return oneSide(Scope, [&](unsigned K) { return afterTile(K); });
}

/// The half spaces b_k < I_k and o_k < O_k.
std::vector<isl::map> BoxShape::sources() const {
  isl::map All = isl::map::universe(InTile.get_space());
  std::vector<isl::map> Result;
  for (unsigned K = 0; K < Size; ++K)
    Result.push_back(isl::manage(isl_map_order_gt(
        All.copy(), isl_dim_in, K, isl_dim_out, Outer.size() + K)));
  for (unsigned D = 0; D < Outer.size(); ++D)
    Result.push_back(isl::manage(isl_map_order_gt(
        All.copy(), isl_dim_param, sizes().size() + D, isl_dim_out, D)));
  return Result;
}

/// The half spaces b_k >= I_k + T_k along which the scope ends with the tile,
/// and o_k > O_k.
std::vector<isl::map> BoxShape::sinks(ReuseScope Scope) const {
  std::vector<isl::map> Result;
  for (unsigned K = 0; K < Scope.numFixed(Size); ++K)
    Result.push_back(isl::map(Ctx, "[" + inner(K) + "] -> { " + origins() +
                                       " -> " + tuple("p", Dims) + " : " +
                                       afterTile(K) + " }"));
  for (unsigned K = 0; Around && K < Size; ++K)
    Result.push_back(isl::map(
        Ctx, parameters() + " -> { " + origins() + " -> " + tuple("p", Dims) +
                 " : " + name("p", Outer.size() + K) +
                 " >= " + Around->Origins[K] + " + " + Around->Ends[K] + " }"));
  isl::map All = isl::map::universe(InTile.get_space());
  for (unsigned D = 0; D < Outer.size(); ++D)
    Result.push_back(isl::manage(isl_map_order_lt(
        All.copy(), isl_dim_param, sizes().size() + D, isl_dim_out, D)));
  return Result;
}

isl::map BoxShape::outsideAlong(unsigned K) const {
  return isl::map(Ctx, "[" + inner(K) + "] -> { " + origins() + " -> " +
                           tuple("p", Dims) + " : " + beforeOrigin(K) + " or " +
                           afterTile(K) + " }");
}

/// { I -> J : J_k = I_k - T_k + 1 for the coordinates in which they differ }
isl::map BoxShape::endingAt(ReuseScope Scope) const {
  std::vector<std::string> Corner;
  for (unsigned K = 0; K < Size; ++K)
    Corner.push_back(name("I", K) + (K < Scope.numFixed(Size)
                                         ? ""
                                         : " - " + size(K) + " + 1"));
  return isl::map(Ctx, parameters() + " -> { " + origins() + " -> [" +
                           llvm::join(Corner, ",") + "] }");
}

/// { I -> I' : I_k = I'_k for the coordinates in which tiles of a scope agree }
isl::map BoxShape::sameScope(ReuseScope Scope) const {
  unsigned Fixed = Scope.numFixed(Size);
  isl_map *Result = isl_map_identity(originSpace().map_from_set().release());
  Result = isl_map_project_out(Result, isl_dim_in, Fixed, Size - Fixed);
  return isl::manage(
      isl_map_insert_dims(Result, isl_dim_in, Fixed, Size - Fixed));
}

isl::map BoxShape::along(int Steps) const {
  isl::multi_aff Shift = isl::multi_aff::identity(originSpace().map_from_set());
  isl::aff Last = Shift.at(Size - 1);
  isl::aff Step = sizeOn(Last.domain_space(), Size - 1);
  Last = Last.add(Step.scale(isl::val(Ctx, Steps)));
  return isl::manage(isl_map_from_multi_aff(
      isl_multi_aff_set_aff(Shift.release(), Size - 1, Last.release())));
}

isl::map BoxShape::strips() const {
  return isl::map(Ctx, "{ " + origins() + " -> " + tuple("I", Size - 1) + " }");
}

/// { I : \p Condition }, over the size number \p K.
isl::set BoxShape::where(unsigned K, const std::string &Condition) const {
  return isl::set(Ctx, (Around ? parameters() : "[" + sizes()[K] + "]") +
                           " -> { " + origins() + " : " + Condition + " }");
}

/// The first origin along coordinate number \p K.
std::string BoxShape::first(unsigned K) const {
  return Around ? Around->Origins[K] : "0";
}

/// What multiples of the sizes satisfy: I_k > -c T_k means I_k >= -(c - 1) T_k.
isl::set BoxShape::aligned(const isl::set &Candidates) const {
  isl::set Result = isl::set::universe(Candidates.get_space());
  if (Around) {
    for (unsigned K = 0; K < Size; ++K)
      Result = Result.intersect(
          where(K, notBefore(name("I", K), K) + " and 1 <= " + Cut[K] +
                       " <= " + sizes()[K] + " and " +
                       notBehind(name("I", K) + " + " + Cut[K], K)));
    return Result;
  }
  for (unsigned K = Numbers; K < Size; ++K)
    for (int C = 1; C <= limits::AlignedSizes; ++C) {
      auto Compared = [&](const char *Compare, int Factor) {
        return where(K, name("I", K) + Compare + std::to_string(-Factor) +
                            sizes()[K]);
      };
      if (!Candidates.intersect(Compared(" <= ", C)).is_empty().is_true())
        continue;
      Result = Result.intersect(Compared(" >= ", C - 1));
      break;
    }
  return Result;
}

/// { I : I_k = 0 or I_k >= T_k or I_k <= -T_k }
std::vector<isl::set> BoxShape::awayFromZero() const {
  std::vector<isl::set> Result;
  for (unsigned K = 0; K < Size; ++K) {
    std::string I = name("I", K), T = size(K);
    Result.push_back(where(K, I + " = " + first(K) + " or " + I +
                                  " >= " + first(K) + " + " + T + " or " + I +
                                  " <= " + first(K) + " - " + T));
  }
  return Result;
}

/// { I : I_k = 0 mod T_k }
isl::set BoxShape::lattice(ValueOf Value) const {
  isl::set Result = isl::set::universe(originSpace());
  for (unsigned K = Numbers; K < Size; ++K) {
    std::optional<int64_t> At = Value(sizes()[K]);
    if (!At || *At < 1)
      return isl::set();
    isl::aff Origin = isl::manage(isl_aff_var_on_domain(
        isl_local_space_from_space(Result.get_space().release()), isl_dim_set,
        K));
    if (Around)
      Origin = Origin.sub(isl::manage(isl_aff_param_on_domain_space_id(
          Result.get_space().release(),
          isl::id::alloc(Ctx, first(K), nullptr).release())));
    isl::aff Rest = Origin.mod(isl::val(Ctx, *At));
    Result = Result.intersect(isl::manage(
        isl_set_from_basic_set(isl_aff_zero_basic_set(Rest.release()))));
  }
  return Result;
}

OriginSteps BoxShape::steps(unsigned K) const {
  isl::space Space = originSpace();
  isl::aff Start =
      isl::manage(Around ? isl_aff_param_on_domain_space_id(
                               Space.copy(),
                               isl::id::alloc(Ctx, first(K), nullptr).release())
                         : isl_aff_zero_on_domain_space(Space.copy()));
  return {Start, sizeOn(Space.params(), K)};
}

isl::set BoxShape::full(const std::vector<isl::set> &Points) const {
  isl::set Result;
  for (const isl::set &P : Points) {
    isl::set Full = Around
                        ? fullForStatement(P.align_params(originSpace()), Cut)
                        : fullForStatement(P, sizes());
    Result = Result.is_null() ? Full : coalesced(Result.intersect(Full));
  }
  return Result;
}

std::shared_ptr<const TileShape>
stevedore::boxShape(const Band &B, const std::vector<std::string> &Sizes,
                    const std::vector<std::string> &Outer,
                    const TileBox *Around,
                    const std::vector<std::string> &Cut) {
  return std::make_shared<BoxShape>(B, Sizes, Outer, Around, Cut);
}
