//===- Evaluate.cpp - Numbers of a region at given sizes ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerBound.h"
#include "PointCount.h"
#include "Sharing.h"
#include "stevedore/Pipeline/Pipeline.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/aff.h"
#include "isl/local_space.h"
#include "isl/map.h"
#include "isl/set.h"
#include <map>

using namespace stevedore;
using namespace llvm;

namespace {

/// Numbers of one array, added up over the bands.
struct ArrayNumbers {
  uint64_t Loads = 0;
  uint64_t Stores = 0;
  uint64_t Cells = 0;
  /// Of an array in parts, all their cells together.
  std::vector<int64_t> Extents;
  /// Elements live together; none where some band's could not be counted.
  std::optional<int64_t> Bound = 0;
};

/// Evaluates a region at fixed parameter values.
class Evaluator {
public:
  Evaluator(const RegionResult &R, const Options &O) : R(R) {
    for (const auto &[Name, Value] : O.Evaluate)
      Values[Name] = Value;
    for (unsigned K = 0; K < O.TileSizes.size(); ++K)
      Values["T" + std::to_string(K + 1)] = O.TileSizes[K];
    for (unsigned K = 0; K < R.NumTiles; ++K)
      Values.emplace("T" + std::to_string(K + 1), 32);
  }

  Error run();
  uint64_t Tiles = 0, Strips = 0;
  std::map<unsigned, ArrayNumbers> Arrays;
  uint64_t localBytes() const;

private:
  const RegionResult &R;
  std::map<std::string, int64_t> Values;

  Error checkParameters() const;
  int64_t value(StringRef Name) const;
  std::vector<int64_t> extents(const LocalArray &L) const;
  uint64_t cells(const LocalArray &L) const;
  Error addBand(unsigned Index);
  Expected<uint64_t> count(const TiledBand &T, isl::set Points,
                           unsigned Origins);
  isl::set fixed(isl::set Points) const;
};

} // namespace

Error Evaluator::checkParameters() const {
  std::string Missing;
  for (const Parameter &P : R.Program.Parameters)
    if (!Values.count(P.Name))
      Missing += (Missing.empty() ? "" : ", ") + P.Name;
  if (Missing.empty())
    return Error::success();
  return createStringError(inconvertibleErrorCode(),
                           "'evaluate' needs values for the parameters " +
                               Missing);
}

/// \p Points with every known parameter fixed.
isl::set Evaluator::fixed(isl::set Points) const {
  for (const auto &[Name, Value] : Values) {
    int Dim =
        isl_set_find_dim_by_name(Points.get(), isl_dim_param, Name.c_str());
    if (Dim >= 0)
      Points = isl::manage(
          isl_set_fix_si(Points.release(), isl_dim_param, Dim, Value));
  }
  return Points;
}

/// The number of points { [I.., x..] } over all executions of the band and all
/// aligned tiles, the first \p Origins set dimensions being tile origins.
Expected<uint64_t> Evaluator::count(const TiledBand &T, isl::set Points,
                                    unsigned Origins) {
  Points = fixed(Points.flatten());
  for (unsigned K = 0; K < Origins; ++K) {
    isl::local_space Space =
        isl::manage(isl_local_space_from_space(Points.get_space().release()));
    isl::aff Origin =
        isl::manage(isl_aff_var_on_domain(Space.release(), isl_dim_set, K));
    int64_t Size = Values[T.Tiles.SizeNames[K]];
    isl::aff Rest = Origin.mod(isl::val(Points.ctx(), Size));
    Points = Points.intersect(isl::manage(
        isl_set_from_basic_set(isl_aff_zero_basic_set(Rest.release()))));
  }
  unsigned Params = countOf(Points.dim(isl::dim::param));
  isl::set Outer = Points;
  Outer = isl::manage(isl_set_move_dims(Outer.release(), isl_dim_set, 0,
                                        isl_dim_param, 0, Params));
  return countPoints(coalesced(Outer));
}

/// The value of the parameter \p Name; 0 where none was given.
int64_t Evaluator::value(StringRef Name) const {
  auto It = Values.find(Name.str());
  return It == Values.end() ? 0 : It->second;
}

std::vector<int64_t> Evaluator::extents(const LocalArray &L) const {
  std::vector<int64_t> Result;
  for (const Extent &Modulus : L.Mapping.Moduli)
    Result.push_back(
        Modulus.evaluate([&](StringRef Name) { return value(Name); }));
  return Result;
}

/// The cells of the buffer; none where no tile needs it.
uint64_t Evaluator::cells(const LocalArray &L) const {
  if (!L.Needed.is_null() && fixed(L.Needed).is_empty().is_true())
    return 0;
  return L.Mapping.cells([&](StringRef Name) { return value(Name); });
}

/// The bytes of all buffers, each as large as the largest array in it.
uint64_t Evaluator::localBytes() const {
  uint64_t Bytes = 0;
  for (const std::vector<PlannedArray> &Members : buffersOf(R.Plan)) {
    uint64_t Largest = 0;
    for (const PlannedArray &P : Members)
      Largest = std::max(
          Largest, cells(*P.Local) *
                       R.Program.Arrays[P.Local->Transfers.Array].ElementBytes);
    Bytes += Largest;
  }
  return Bytes;
}

Error Evaluator::addBand(unsigned Index) {
  const TiledBand &T = R.Plan.Bands[Index];
  unsigned Size = T.B.Size;
  isl::set Points = isl::set::empty(T.Tiles.Inside.get_space().range());
  T.B.Theta.intersect_domain(T.B.Domain)
      .range()
      .foreach_set([&](isl::set S) -> isl::stat {
        Points = Points.unite(S);
        return isl::stat::ok();
      });
  isl::set Origins = fixed(T.Tiles.Inside.intersect_range(Points).domain());
  auto InBand = count(T, Origins, Size);
  if (!InBand)
    return InBand.takeError();
  Tiles += *InBand;
  auto Outer =
      count(T, Origins.project_out(isl::dim::set, Size - 1, 1), Size - 1);
  if (!Outer)
    return Outer.takeError();
  Strips += *Outer;
  for (const LocalArray &L : T.Arrays) {
    ArrayNumbers &N = Arrays[L.Transfers.Array];
    auto Loads = count(T, L.Transfers.loaded(T.Tiles).wrap(), Size);
    if (!Loads)
      return Loads.takeError();
    auto Stores = count(T, L.Transfers.Store.wrap(), Size);
    if (!Stores)
      return Stores.takeError();
    N.Loads += *Loads;
    N.Stores += *Stores;
    N.Cells += cells(L);
    if (L.Transfers.Part.is_null())
      N.Extents = extents(L);
    else
      N.Extents = {int64_t(N.Cells)};
  }
  for (const auto &[Array, Live] : R.LiveTogether[Index]) {
    ArrayNumbers &N = Arrays[Array];
    N.Bound = N.Bound && Live ? std::optional(*N.Bound + *Live) : std::nullopt;
  }
  return Error::success();
}

Error Evaluator::run() {
  if (Error E = checkParameters())
    return E;
  for (unsigned Index = 0; Index < R.Plan.Bands.size(); ++Index)
    if (Error E = addBand(Index))
      return E;
  return Error::success();
}

Expected<json::Object> stevedore::evaluateRegion(const RegionResult &R,
                                                 const Options &O,
                                                 const CodeGenOptions &Code) {
  Budget Limit(R.Program.Context.ctx(), {O.BudgetSeconds, 0});
  Evaluator E(R, O);
  if (Error Failed = E.run())
    return std::move(Failed);
  json::Array Arrays;
  for (const auto &[Index, N] : E.Arrays) {
    const Array &A = R.Program.Arrays[Index];
    json::Array Extents;
    for (int64_t X : N.Extents)
      Extents.push_back(X);
    json::Object Numbers{{"name", A.Name},
                         {"loads", int64_t(N.Loads)},
                         {"stores", int64_t(N.Stores)},
                         {"cells", int64_t(N.Cells)},
                         {"extents", std::move(Extents)}};
    if (N.Bound)
      addBound(Numbers, *N.Bound, N.Cells);
    Arrays.push_back(std::move(Numbers));
  }
  return json::Object{{"function", Code.Function},
                      {"tiles", int64_t(E.Tiles)},
                      {"strips", int64_t(E.Strips)},
                      {"localBytes", int64_t(E.localBytes())},
                      {"arrays", std::move(Arrays)}};
}
