//===- Band.cpp - The frame of a band's code ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Band.h"
#include "CounterNames.h"
#include "Pieces.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/union_map.h"
#include "isl/union_set.h"
#include <numeric>

namespace stevedore {
namespace lower {

std::optional<QuasiAffineForm>
BandFrame::form(const QuasiAffineForm &Own, unsigned NumVariables,
                llvm::function_ref<const char *(unsigned)> NameOf) const {
  std::vector<unsigned> Places(NumVariables, 0);
  for (unsigned K = 0; K < NumVariables; ++K) {
    if (!Own.involves(K))
      continue;
    auto Place = llvm::lower_bound(Parameters, NameOf(K));
    if (Place == Parameters.end() || *Place != NameOf(K))
      return std::nullopt;
    Places[K] = Place - Parameters.begin();
  }
  return Own.renumbered(Places, Parameters.size());
}

std::optional<QuasiAffineForm> BandFrame::form(const isl::aff &A) const {
  std::optional<QuasiAffineForm> Own = toQuasiAffineForm(A);
  if (!Own || !Own->isWithin(limits::FormNumber))
    return std::nullopt;
  return form(*Own, Own->Coefficients.size(), [&](unsigned K) {
    return isl_aff_get_dim_name(A.get(), isl_dim_param, K);
  });
}

Affine BandFrame::affine(const QuasiAffineForm &F) const {
  if (std::optional<int64_t> Number = F.constantFloor())
    return Affine(*Number);
  Affine Sum(F.Constant);
  for (unsigned K = 0; K < F.Coefficients.size(); ++K)
    if (F.Coefficients[K] != 0)
      Sum.add(named(Parameters[K], N), F.Coefficients[K]);
  for (const QuasiAffineForm::Floor &Floored : F.Floors)
    Sum.add(affine(Floored.Argument), Floored.Coefficient);
  if (F.Denominator == 1)
    return Sum;
  return Affine::atom(Expr::make(Expr::FloorDiv, {Sum.expr(), F.Denominator}));
}

std::string BandFrame::text(const QuasiAffineForm &F) const {
  return (F.Denominator == 1 ? "(" : "floor(") + F.text(Parameters) + ")";
}

std::string
BandFrame::parameterText(llvm::ArrayRef<const QuasiAffineForm *> Forms) const {
  std::string Names;
  for (unsigned K = 0; K < Parameters.size(); ++K)
    if (llvm::any_of(Forms,
                     [K](const QuasiAffineForm *F) { return F->involves(K); }))
      Names += (Names.empty() ? "" : ", ") + Parameters[K];
  return "[" + Names + "] -> ";
}

isl::set BandFrame::fixSizes(const isl::set &S) const { return Sizes.in(S); }

isl::set BandFrame::atOrigin(const isl::map &M) const {
  return Sizes.in(stevedore::atOrigin(M, Tiled.B));
}

isl::set BandFrame::atOrigin(const isl::set &S) const {
  return atOrigin(isl::map::from_domain(S)).params();
}

/// \p A, an expression of the origin, with the origin's parameters instead.
static isl::aff atParameters(isl::aff A, const BandFrame &B) {
  isl_space *Parameters = isl_aff_get_domain_space(A.get());
  Parameters = isl_space_params(Parameters);
  for (const std::string &Origin : B.Origins)
    Parameters = isl_space_add_param_id(
        Parameters, isl::id::alloc(A.ctx(), Origin, nullptr).release());
  isl::space Space = isl::manage(Parameters);
  A = isl::manage(isl_aff_align_params(A.release(), Space.copy()));
  isl_multi_aff *Point = isl_multi_aff_zero(isl_aff_get_domain_space(A.get()));
  for (unsigned K = 0; K < B.Origins.size(); ++K) {
    isl::id Name = isl::id::alloc(A.ctx(), B.Origins[K], nullptr);
    Point = isl_multi_aff_set_aff(
        Point, K,
        isl_aff_param_on_domain_space_id(Space.copy(), Name.release()));
  }
  return isl::manage(isl_aff_pullback_multi_aff(A.release(), Point));
}

std::optional<OriginLoop> BandFrame::originLoop(unsigned K) const {
  OriginSteps Steps = Tiled.Tiles.Shape->steps(K);
  std::optional<QuasiAffineForm> Start = form(atParameters(Steps.Start, *this));
  std::optional<QuasiAffineForm> Step = form(Steps.Step);
  if (!Start || !Step)
    return std::nullopt;
  return OriginLoop{*Start, *Step};
}

isl::set BandFrame::points() const {
  return atOrigin(Tiled.Tiles.Shape->points());
}

/// The full tiles without those that are full only for particular origins or
/// sizes (equalities), which are not worth a test.
static isl::set fullTiles(const BandFrame &B) {
  isl::set All = B.atOrigin(B.Tiled.Tiles.Full).gist(B.Tile);
  isl::set Wide = isl::set::empty(All.get_space());
  All.foreach_basic_set([&](isl::basic_set Piece) {
    if (numEqualities(Piece) == 0)
      Wide = Wide.unite(isl::set(Piece));
    return isl::stat::ok();
  });
  return coalesced(Wide.intersect(B.Tile));
}

bool BandFrame::dependsOnCounter(
    const Affine &Value,
    llvm::function_ref<bool(const std::string &)> IsKnown) const {
  auto IsOpen = [&](const std::string &Counter) {
    return Value.uses(Counter) && !IsKnown(Counter);
  };
  return llvm::any_of(Counters, IsOpen) || llvm::any_of(MoreCounters, IsOpen) ||
         llvm::any_of(ElementCounters, [&](const auto &OfArray) {
           return llvm::any_of(OfArray, IsOpen);
         });
}

/// The names of all parameters that sets and extents of band \p B may have, in
/// alphabetical order.
static std::vector<std::string> parametersOf(const BandFrame &B) {
  const TileSpace &T = B.Tiled.Tiles;
  std::set<std::string> Names(B.Origins.begin(), B.Origins.end());
  Names.insert(T.SizeNames.begin(), T.SizeNames.end());
  Names.insert(T.OuterNames.begin(), T.OuterNames.end());
  Names.insert(T.CutNames.begin(), T.CutNames.end());
  for (const TileBox &Box : T.Around)
    for (const auto *More : {&Box.Origins, &Box.Sizes, &Box.Ends})
      Names.insert(More->begin(), More->end());
  for (unsigned K = 0; K < countOf(T.Context.dim(isl::dim::param)); ++K)
    Names.insert(isl_set_get_dim_name(T.Context.get(), isl_dim_param, K));
  for (const Parameter &P : B.Plan.Program->Parameters)
    Names.insert(P.Name);
  return {Names.begin(), Names.end()};
}

/// I = s + t q for each coordinate K of the origins: {s, t} where both are
/// constant, else {0, 1}.
static std::vector<std::pair<int64_t, int64_t>>
constantSteps(const BandFrame &B) {
  std::vector<std::pair<int64_t, int64_t>> Result;
  for (unsigned K = 0; K < B.Origins.size(); ++K) {
    std::optional<OriginLoop> L = B.originLoop(K);
    Affine Start = L ? B.affine(L->Start) : Affine();
    Affine Step = L ? B.affine(L->Step) : Affine(1);
    bool IsConstant = Start.isConstant() && Step.isConstant();
    Result.push_back(
        {IsConstant ? Start.constant() : 0, IsConstant ? Step.constant() : 1});
  }
  return Result;
}

/// BandFrame::Counted.
static std::vector<CountedParameter> countedOrigins(const BandFrame &B) {
  std::vector<CountedParameter> Result;
  auto Steps = constantSteps(B);
  for (unsigned K = 0; K < Steps.size(); ++K)
    if (Steps[K].second != 1)
      Result.push_back({B.Origins[K], Steps[K].first, Steps[K].second});
  return Result;
}

/// \p S with New = \p Start + \p Step * Old in place of the parameter Old
/// called \p Name, whose name the new one has, or the other way round if \p
/// Back.
static isl::set recounted(isl::set S, const CountedParameter &P, bool Back) {
  isl_ctx *Ctx = S.ctx().get();
  int Old = isl_set_find_dim_by_name(S.get(), isl_dim_param, P.Name.c_str());
  if (Old < 0)
    return S;
  unsigned New = countOf(isl_set_dim(S.get(), isl_dim_param));
  isl_set *Result = isl_set_add_dims(S.release(), isl_dim_param, 1);
  isl_constraint *C = isl_constraint_alloc_equality(
      isl_local_space_from_space(isl_set_get_space(Result)));
  C = isl_constraint_set_coefficient_si(C, isl_dim_param, Back ? New : Old, -1);
  C = isl_constraint_set_coefficient_val(C, isl_dim_param, Back ? Old : New,
                                         isl_val_int_from_si(Ctx, P.Step));
  C = isl_constraint_set_constant_val(C, isl_val_int_from_si(Ctx, P.Start));
  Result = isl_set_add_constraint(Result, C);
  Result = isl_set_project_out(Result, isl_dim_param, Old, 1);
  return isl::manage(
      isl_set_set_dim_name(Result, isl_dim_param, New - 1, P.Name.c_str()));
}

isl::set BandFrame::onCounts(isl::set S) const {
  for (const CountedParameter &P : Counted)
    S = recounted(S, P, false);
  return S;
}

isl::set BandFrame::onOrigins(isl::set S) const {
  for (const CountedParameter &P : Counted)
    S = recounted(S, P, true);
  return S;
}

/// Whether \p C bounds one coordinate by a constant. Others, made as tight,
/// take isl more loops than they save.
static bool isOnOneCoordinate(const isl::constraint &C) {
  unsigned Count = 0;
  for (unsigned K = 0; K < countOf(isl_constraint_dim(C.get(), isl_dim_set));
       ++K)
    Count += isl_constraint_involves_dims(C.get(), isl_dim_set, K, 1) ==
             isl_bool_true;
  unsigned Parameters = countOf(isl_constraint_dim(C.get(), isl_dim_param));
  return Count == 1 && isl_constraint_dim(C.get(), isl_dim_div) == 0 &&
         isl_constraint_involves_dims(C.get(), isl_dim_param, 0, Parameters) ==
             isl_bool_false;
}

/// \p C on q, without parameters, as a constraint on I = s + t q, times the
/// least common multiple \p Multiple of all t.
static isl::constraint
onOrigins(const isl::constraint &C,
          llvm::ArrayRef<std::pair<int64_t, int64_t>> Steps, int64_t Multiple) {
  isl_constraint *Result = isl_constraint_copy(C.get());
  isl::val Constant = isl::manage(isl_constraint_get_constant_val(C.get()))
                          .mul(isl::val(C.ctx(), Multiple));
  for (unsigned K = 0; K < Steps.size(); ++K) {
    isl::val OfI =
        isl::manage(isl_constraint_get_coefficient_val(C.get(), isl_dim_set, K))
            .mul(isl::val(C.ctx(), Multiple / Steps[K].second));
    Constant = Constant.sub(OfI.mul(isl::val(C.ctx(), Steps[K].first)));
    Result = isl_constraint_set_coefficient_val(Result, isl_dim_set, K,
                                                OfI.release());
  }
  return isl::manage(
      isl_constraint_set_constant_val(Result, Constant.release()));
}

/// \p NonEmpty, { [I] }, without points between the origins, as far as constant
/// bounds say so: with tiles of 32, I <= 127 becomes I <= 96. isl makes the
/// constraints on q as tight as they can be where I = s + t q.
static isl::set tightened(const isl::set &NonEmpty, const BandFrame &B) {
  std::vector<std::pair<int64_t, int64_t>> Steps = constantSteps(B);
  int64_t Multiple = 1;
  for (auto [Start, Step] : Steps)
    Multiple = std::lcm(Multiple, Step);
  if (Multiple == 1 || Multiple > limits::FormNumber)
    return NonEmpty;
  isl::multi_aff Origin = NonEmpty.get_space().identity_multi_aff_on_domain();
  for (unsigned K = 0; K < Steps.size(); ++K)
    Origin = Origin.set_at(
        K, Origin.at(K)
               .scale(isl::val(NonEmpty.ctx(), Steps[K].second))
               .add_constant(isl::val(NonEmpty.ctx(), Steps[K].first)));
  isl::set Result = isl::set::empty(NonEmpty.get_space());
  NonEmpty.foreach_basic_set([&](isl::basic_set Piece) {
    isl_basic_set *OnQ =
        isl_basic_set_preimage_multi_aff(Piece.copy(), Origin.copy());
    for (const isl::constraint &C : constraintsOf(isl::manage_copy(OnQ)))
      if (isOnOneCoordinate(C))
        Piece = isl::manage(isl_basic_set_add_constraint(
            Piece.release(), onOrigins(C, Steps, Multiple).release()));
    isl_basic_set_free(OnQ);
    Result = Result.unite(isl::set(Piece));
    return isl::stat::ok();
  });
  return coalesced(Result);
}

/// Lets coordinates that are the same constant for all tiles stand for it.
static void fixConstantOrigins(const BandFrame &B) {
  for (unsigned K = 0; K < B.Origins.size(); ++K) {
    isl::val Value = isl::manage(
        isl_set_plain_get_val_if_fixed(B.NonEmpty.get(), isl_dim_set, K));
    isl::val Most = isl::val(B.NonEmpty.ctx(), limits::FormNumber);
    if (Value.is_int().is_true() && Value.abs().le(Most).is_true())
      B.N.fix(B.Origins[K], Value.get_num_si());
  }
}

/// Names the origins of \p B and the counters inside of its tiles.
static void nameCounters(BandFrame &B) {
  const RegionPlan &Plan = B.Plan;
  const Level &Tiled = B.Tiled;
  Names &N = B.N;
  std::vector<std::string> Tiles =
      namesOfTime(*Plan.Program, Tiled.B, Tiled.B.Theta);
  std::string Suffix =
      Tiled.B.Memory == 0 ? "T" : Plan.Memories.of(Tiled.B.Memory);
  for (unsigned K = 0; K < Tiled.Tiles.Shape->originDimensions(); ++K) {
    B.Origins.push_back(originName(Tiled.B, K));
    N.reserve(B.Origins.back());
    std::string Base = K < Tiles.size() ? Tiles[K] + Suffix : B.Origins.back();
    B.OriginNames.push_back(N.counter(Base, B.Nest));
    B.Nest.push_back(B.OriginNames.back());
    N.bind(B.Origins.back(), B.OriginNames.back());
  }
  std::vector<std::string> Nest = B.Nest;
  isl::space Time = isl::manage(
      isl_space_set_alloc(Plan.Program->ctx(), 0, timeDimensions(Tiled.B)));
  isl::map Order = pointOrder(Tiled.B, Time);
  for (const std::string &Point :
       namesOfTime(*Plan.Program, Tiled.B,
                   Tiled.B.Theta.apply_range(isl::union_map(Order)))) {
    B.Counters.push_back(N.counter(Point, Nest));
    Nest.push_back(B.Counters.back());
  }
  size_t Depth = B.Counters.size();
  for (unsigned I = 0; I < Plan.Program->Arrays.size(); ++I) {
    B.ElementCounters.push_back(
        countersOfElements(*Plan.Program, I, B.Nest, N));
    Depth = std::max(Depth, B.ElementCounters.back().size());
  }
  for (unsigned K = 0; K < Depth; ++K)
    B.MoreCounters.push_back(N.counter("d" + std::to_string(K), {}));
}

llvm::Expected<BandFrame> makeBandFrame(const RegionPlan &Plan,
                                        const LevelPlace &Place,
                                        const BandFrame *Around,
                                        const LoweringOptions &Options,
                                        Names &N) {
  BandFrame B(Plan, Place.level(), Options, N);
  if (Around)
    B.Nest = Around->Nest;
  nameCounters(B);
  B.Parameters = parametersOf(B);
  ExecutedTiles Tiles = executedTiles(Plan, Place, B.Sizes);
  B.Context = Tiles.Context;
  B.NonEmpty = tightened(Tiles.Origins, B);
  fixConstantOrigins(B);
  B.Counted = countedOrigins(B);
  B.Tile = coalesced(B.atOrigin(B.NonEmpty));
  if (!B.Tiled.Tiles.CutNames.empty())
    B.Tile = coalesced(B.Tile.intersect(Tiles.Tile));
  B.FullTile = fullTiles(B);
  isl::boolean IsAll = B.Tile.is_subset(B.FullTile);
  if (IsAll.is_error())
    return islError(Plan.Program->ctx(), "the tiles of a band");
  B.IsAlwaysFull = IsAll.is_true();
  return B;
}

} // namespace lower
} // namespace stevedore
