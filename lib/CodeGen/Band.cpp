//===- Band.cpp - The frame of a band's code ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Band.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/val.h"

namespace stevedore {
namespace codegen {

std::optional<ParameterForm> ParameterForm::from(const isl::aff &A) {
  auto value = [](isl_val *V, int64_t &Out) {
    bool Integer = isl_val_is_int(V) == isl_bool_true;
    Out = Integer ? isl_val_get_num_si(V) : 0;
    isl_val_free(V);
    return Integer;
  };
  ParameterForm F;
  int Divisions = isl_aff_dim(A.get(), isl_dim_div);
  for (int I = 0; I < Divisions; ++I) {
    int64_t Factor;
    if (!value(isl_aff_get_coefficient_val(A.get(), isl_dim_div, I), Factor) ||
        Factor != 0)
      return std::nullopt;
  }
  if (!value(isl_aff_get_constant_val(A.get()), F.Constant))
    return std::nullopt;
  int Count = isl_aff_dim(A.get(), isl_dim_param);
  for (int I = 0; I < Count; ++I) {
    int64_t Factor;
    if (!value(isl_aff_get_coefficient_val(A.get(), isl_dim_param, I), Factor))
      return std::nullopt;
    if (Factor != 0)
      F.Coefficients[isl_aff_get_dim_name(A.get(), isl_dim_param, I)] = Factor;
  }
  return F;
}

std::string ParameterForm::text() const {
  std::string Text = std::to_string(Constant);
  for (auto &[Name, Factor] : Coefficients)
    Text += " + (" + std::to_string(Factor) + ") * " + Name;
  return "(" + Text + ")";
}

Linear ParameterForm::linear(const Names &N) const {
  Linear Result(Constant);
  for (auto &[Name, Factor] : Coefficients)
    Result.add(named(Name, N), Factor);
  return Result;
}

isl::set BandFrame::fixSizes(isl::set S) const {
  for (unsigned K = 0; K < Tiled.Tiles.SizeNames.size(); ++K) {
    const std::string &Name = Tiled.Tiles.SizeNames[K];
    std::optional<int64_t> Value = N.value(Name);
    int At = isl_set_find_dim_by_name(S.get(), isl_dim_param, Name.c_str());
    if (!Value || At < 0)
      continue;
    isl_set *Fixed = isl_set_fix_si(S.release(), isl_dim_param, At, *Value);
    S = isl::manage(isl_set_project_out(Fixed, isl_dim_param, At, 1));
  }
  return S;
}

isl::set BandFrame::atOrigin(const isl::map &M) const {
  int Parameters = isl_map_dim(M.get(), isl_dim_param);
  isl_map *Moved = isl_map_move_dims(M.copy(), isl_dim_param, Parameters,
                                     isl_dim_in, 0, Origins.size());
  for (unsigned K = 0; K < Origins.size(); ++K)
    Moved = isl_map_set_dim_name(Moved, isl_dim_param, Parameters + K,
                                 Origins[K].c_str());
  return fixSizes(isl::manage(isl_map_range(Moved)));
}

isl::set BandFrame::atOrigin(const isl::set &S) const {
  return atOrigin(isl::map::from_domain(S)).params();
}

std::string BandFrame::sizeText(unsigned K) const {
  const std::string &Name = Tiled.Tiles.SizeNames[K];
  std::optional<int64_t> Value = N.value(Name);
  return Value ? std::to_string(*Value) : Name;
}

std::string BandFrame::sizeName(unsigned K) const {
  return named(Tiled.Tiles.SizeNames[K], N).text();
}

/// "x0, x1, ..." with \p Count names.
static std::string tuple(const std::string &Letter, unsigned Count) {
  std::string Text;
  for (unsigned I = 0; I < Count; ++I)
    Text += (I ? ", " : "") + Letter + std::to_string(I);
  return Text;
}

/// The dimensions of the origin outside whose own tile a point of the same
/// reuse scope may lie, before or after; under the pipelined order also the
/// innermost, since two tiles are in flight.
static std::vector<unsigned> sharedDimensions(const BandFrame &B) {
  const TileSpace &T = B.Tiled.Tiles;
  std::vector<unsigned> Result;
  isl::map Others = T.Before.unite(T.After);
  unsigned Size = B.Tiled.B.Size;
  for (unsigned K = 0; K < Size; ++K) {
    std::string Time = "t" + std::to_string(B.Tiled.B.Outer + K);
    std::string Origin = "i" + std::to_string(K);
    isl::map Outside(Others.ctx(),
                     "[" + T.SizeNames[K] + "] -> { [" + tuple("i", Size) +
                         "] -> [" +
                         tuple("t", isl_map_dim(Others.get(), isl_dim_out)) +
                         "] : " + Time + " < " + Origin + " or " + Time +
                         " >= " + Origin + " + " + T.SizeNames[K] + " }");
    bool Pipelined = B.Options.Order == OrderKind::Pipelined && K + 1 == Size;
    if (Pipelined || !Others.intersect(Outside).is_empty().is_true())
      Result.push_back(K);
  }
  return Result;
}

/// The largest number of dimensions that a schedule or an array of \p T has.
static unsigned maxDepth(const RegionPlan &Plan, const TiledBand &T) {
  unsigned Depth = 0;
  T.B.Theta.foreach_map([&](isl::map M) {
    Depth = std::max(Depth, unsigned(isl_map_dim(M.get(), isl_dim_out)));
    return isl::stat::ok();
  });
  for (const LocalArray &L : T.Arrays)
    Depth = std::max(Depth, Plan.Program->Arrays[L.Transfers.Array].Rank);
  return Depth;
}

llvm::Expected<BandFrame> makeBandFrame(const RegionPlan &Plan,
                                        const TiledBand &Tiled,
                                        const CodeGenOptions &Options,
                                        Names &N) {
  BandFrame B{Plan, Tiled, Options, N, {}, {}, {}, {}, {}, {}};
  for (unsigned K = 0; K < Tiled.B.Size; ++K) {
    B.Origins.push_back("I" + std::to_string(Tiled.B.FirstTile + K + 1));
    B.OriginNames.push_back(N.fresh(B.Origins.back()));
    N.bind(B.Origins.back(), B.OriginNames.back());
  }
  for (unsigned K = 0, Depth = maxDepth(Plan, Tiled); K < Depth; ++K)
    B.Counters.push_back(N.fresh("c" + std::to_string(K)));
  isl::set Outset =
      isl::manage(isl_set_remove_divs(Tiled.Tiles.Outset.copy())).coalesce();
  isl::set Context = B.fixSizes(Tiled.Tiles.Context);
  B.Tile = B.atOrigin(Outset).intersect(Context).coalesce();
  B.FullTile = B.atOrigin(Tiled.Tiles.Full).intersect(B.Tile).coalesce();
  B.Shared = sharedDimensions(B);
  if (B.FullTile.is_null())
    return islError(Plan.Program->ctx(), "the tiles of a band");
  return std::move(B);
}

} // namespace codegen
} // namespace stevedore
