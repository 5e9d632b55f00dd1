//===- Tiling.cpp - The parametric tile space -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Tiling/Tiling.h"
#include "FullTiles.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/set.h"
#include "isl/union_map.h"

using namespace stevedore;

namespace {

/// Writes the relations of a tile space as isl text: they are the same for all
/// bands with as many dimensions.
class RelationText {
public:
  RelationText(const TileSpace &T, const Band &B, unsigned Dims)
      : T(T), B(B), Dims(Dims) {}

  /// { I -> pt : o = O and I_k <= b_k < I_k + T_k for the first \p InBox tiled
  /// dimensions, and \p Extra }
  std::string relation(unsigned InBox, const std::string &Extra) const;
  std::string beforeOrigin(unsigned K) const;
  std::string afterTile(unsigned K) const;

private:
  const TileSpace &T;
  const Band &B;
  unsigned Dims;
};

} // namespace

static std::string name(const char *Letter, unsigned K) {
  return Letter + std::to_string(K + 1);
}

std::string RelationText::relation(unsigned InBox,
                                   const std::string &Extra) const {
  std::vector<std::string> Params = T.SizeNames, Origins, Points, Conditions;
  Params.insert(Params.end(), T.OuterNames.begin(), T.OuterNames.end());
  for (unsigned K = 0; K < B.Size; ++K)
    Origins.push_back(name("I", K));
  for (unsigned D = 0; D < Dims; ++D)
    Points.push_back(name("p", D));
  for (unsigned D = 0; D < B.Outer; ++D)
    Conditions.push_back(name("p", D) + " = " + T.OuterNames[D]);
  for (unsigned K = 0; K < InBox; ++K)
    Conditions.push_back(name("I", K) + " <= " + name("p", B.Outer + K) +
                         " < " + name("I", K) + " + " + T.SizeNames[K]);
  if (!Extra.empty())
    Conditions.push_back(Extra);
  return "[" + llvm::join(Params, ",") + "] -> { [" + llvm::join(Origins, ",") +
         "] -> [" + llvm::join(Points, ",") + "] : " +
         (Conditions.empty() ? "true" : llvm::join(Conditions, " and ")) + " }";
}

std::string RelationText::beforeOrigin(unsigned K) const {
  return name("p", B.Outer + K) + " < " + name("I", K);
}

std::string RelationText::afterTile(unsigned K) const {
  return name("p", B.Outer + K) + " >= " + name("I", K) + " + " +
         T.SizeNames[K];
}

/// The points of the reuse scope on one side of the tile: the union over the
/// scope's dimensions k of { b_j in the tile for j < k, \p Side of k }.
template <typename Side>
static isl::map oneSide(isl::ctx Ctx, const RelationText &Text, const Band &B,
                        ReuseKind Reuse, Side S) {
  isl::map Result = isl::map(Ctx, Text.relation(B.Size, "false"));
  if (Reuse == ReuseKind::None)
    return Result;
  unsigned First = Reuse == ReuseKind::Strip ? B.Size - 1 : 0;
  for (unsigned K = First; K < B.Size; ++K)
    Result = Result.unite(isl::map(Ctx, Text.relation(K, S(K))));
  return Result;
}

/// The number of dimensions of the time points of \p Theta.
static unsigned timeDims(isl::union_map Theta) {
  unsigned Dims = 0;
  Theta.foreach_map([&](isl::map M) -> isl::stat {
    Dims = std::max(Dims, countOf(M.range_tuple_dim()));
    return isl::stat::ok();
  });
  return Dims;
}

/// The time points of each statement projected on the tiled dimensions, with
/// the outer ones fixed to O: { [b1..bn] }.
static std::vector<isl::set> bandPoints(const Band &B, const TileSpace &T) {
  std::vector<isl::set> Result;
  B.Theta.intersect_domain(B.Domain).foreach_map([&](isl::map M) -> isl::stat {
    isl::set Points = M.range();
    for (unsigned D = 0; D < B.Outer; ++D) {
      unsigned Param = countOf(Points.dim(isl::dim::param));
      Points = Points.add_dims(isl::dim::param, 1)
                   .set_dim_id(
                       isl::dim::param, Param,
                       isl::id::alloc(Points.ctx(), T.OuterNames[D], nullptr));
      Points = isl::manage(isl_set_equate(Points.release(), isl_dim_set, D,
                                          isl_dim_param, Param));
    }
    unsigned Dims = countOf(Points.tuple_dim());
    unsigned Rest = Dims - B.Outer - B.Size;
    Points = Points.project_out(isl::dim::set, B.Outer + B.Size, Rest)
                 .project_out(isl::dim::set, 0, B.Outer);
    Result.push_back(coalesced(Points.intersect_params(T.Context)));
    return isl::stat::ok();
  });
  return Result;
}

/// Whether loops can scan \p S: each dimension is bounded in terms of those
/// before it.
static bool isBounded(const isl::set &S) {
  unsigned Dimensions = countOf(S.tuple_dim());
  for (unsigned K = 0; K < Dimensions; ++K) {
    isl::set Outer = S.project_out(isl::dim::set, K + 1, Dimensions - K - 1);
    if (isl_set_dim_has_lower_bound(Outer.get(), isl_dim_set, K) !=
            isl_bool_true ||
        isl_set_dim_has_upper_bound(Outer.get(), isl_dim_set, K) !=
            isl_bool_true)
      return false;
  }
  return true;
}

/// { I : the box at I meets \p Points }, by its hull where that is bounded,
/// without existentials: a superset, so that no tile is missed.
static isl::set outset(const isl::map &Box,
                       const std::vector<isl::set> &Points) {
  isl::set Exact = isl::set::empty(Box.domain().space());
  for (const isl::set &P : Points)
    Exact = Exact.unite(Box.intersect_range(P).domain().remove_divs());
  Exact = coalesced(Exact);
  isl::set Hull(Exact.simple_hull());
  return isBounded(Hull) ? Hull : Exact;
}

/// What multiples of the sizes satisfy, { I }, for the tiles in \p Origins:
/// I_k > -c T_k means I_k >= -(c - 1) T_k.
static isl::set alignedOrigins(const isl::set &Origins,
                               const std::vector<std::string> &SizeNames) {
  constexpr int MostSizes = 4;
  std::vector<std::string> Names;
  for (unsigned K = 0; K < SizeNames.size(); ++K)
    Names.push_back(name("I", K));
  std::string Tuple = "{ [" + llvm::join(Names, ",") + "] : ";
  isl::set Result = isl::set::universe(Origins.get_space());
  for (unsigned K = 0; K < SizeNames.size(); ++K)
    for (int C = 1; C <= MostSizes; ++C) {
      auto Text = [&](const std::string &Compare, int Factor) {
        return isl::set(Origins.ctx(), "[" + SizeNames[K] + "] -> " + Tuple +
                                           Names[K] + Compare +
                                           std::to_string(-Factor) +
                                           SizeNames[K] + " }");
      };
      if (!Origins.intersect(Text(" <= ", C)).is_empty().is_true())
        continue;
      Result = Result.intersect(Text(" >= ", C - 1));
      break;
    }
  return Result;
}

llvm::Expected<TileSpace> stevedore::computeTileSpace(const Scop &S,
                                                      const Band &B,
                                                      ReuseKind Reuse,
                                                      isl::set Assumptions) {
  isl::ctx Ctx = S.Context.ctx();
  TileSpace T;
  T.Reuse = Reuse;
  for (unsigned K = 0; K < B.Size; ++K)
    T.SizeNames.push_back(name("T", B.FirstTile + K));
  for (unsigned D = 0; D < B.Outer; ++D)
    T.OuterNames.push_back(name("O", D));
  RelationText Text(T, B, timeDims(B.Theta));
  std::string Sizes = "[" + llvm::join(T.SizeNames, ",") + "] -> { : ";
  Sizes += llvm::join(T.SizeNames, " >= 1 and ") + " >= 1 }";
  T.Context = isl::set(Ctx, Sizes).intersect(S.Context);
  if (!Assumptions.is_null())
    T.Context = T.Context.intersect(Assumptions.params());
  auto Bound = [&](isl::map M) { return M.intersect_params(T.Context); };
  T.Inside = Bound(isl::map(Ctx, Text.relation(B.Size, "")));
  T.Before = Bound(oneSide(Ctx, Text, B, Reuse,
                           [&](unsigned K) { return Text.beforeOrigin(K); }));
  T.After = Bound(oneSide(Ctx, Text, B, Reuse,
                          [&](unsigned K) { return Text.afterTile(K); }));
  std::vector<isl::set> Points = bandPoints(B, T);
  unsigned Dims = timeDims(B.Theta);
  isl::map Box =
      T.Inside
          .project_out(isl::dim::out, B.Outer + B.Size, Dims - B.Outer - B.Size)
          .project_out(isl::dim::out, 0, B.Outer);
  T.Outset = outset(Box, Points);
  T.Aligned =
      alignedOrigins(T.Outset, T.SizeNames).align_params(T.Inside.space());
  T.Outset = coalesced(T.Outset.intersect(T.Aligned));
  T.Inside = T.Inside.intersect_domain(T.Aligned);
  T.Before = T.Before.intersect_domain(T.Aligned);
  T.After = T.After.intersect_domain(T.Aligned);
  T.Full = coalesced(fullTiles(Points, T.SizeNames).intersect(T.Outset));
  if (T.Before.is_null() || T.After.is_null() || T.Full.is_null())
    return islError(Ctx.get(), "the tile space");
  return T;
}

void stevedore::print(llvm::raw_ostream &OS, const TileSpace &T) {
  OS << "inside: " << toText(T.Inside) << "\n";
  OS << "before: " << toText(T.Before) << "\n";
  OS << "after:  " << toText(T.After) << "\n";
  OS << "outset: " << toText(T.Outset) << "\n";
  OS << "full:   " << toText(T.Full) << "\n";
}
