//===- VerifySchedule.cpp - Proof that an order is legal ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Schedule/Schedule.h"
#include "stevedore/Support/Roles.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"

using namespace llvm;

namespace stevedore {

namespace {

/// Checks one order against the dependences. Everything is computed from the
/// maps of the order; nothing is shared with how it was made.
class Verifier {
public:
  Verifier(const Scop &S, const Dependences &D, const Schedule &Order)
      : Ctx(S.ctx()), Domain(S.domain().intersect_params(S.Context)),
        All(D.all()), Order(Order) {}

  Error run() {
    if (Error E = total(Order.Theta, Domain, "the schedule"))
      return E;
    if (Error E = forward(All, Order.Theta, "the schedule"))
      return E;
    isl::union_map Units = Domain.identity();
    for (unsigned I = 0; I < Order.Bands.size(); ++I) {
      const Band &B = Order.Bands[I];
      if (Error E = total(B.Theta, B.Domain, "band " + Twine(I)))
        return E;
      isl::union_map Execution = executions(B, bandName(I));
      if (Error E = withinBand(B, Execution, I))
        return E;
      Units = Units.subtract_domain(B.Domain).unite(Execution);
    }
    return aroundBands(Units);
  }

private:
  /// \p Theta gives each instance of \p Over exactly one time, and no two the
  /// same.
  Error total(const isl::union_map &Theta, const isl::union_set &Over,
              const Twine &What) {
    return require({Theta.domain().is_equal(Over), Theta.is_single_valued(),
                    Theta.is_injective()},
                   What + " does not order all instances totally");
  }

  /// Each dependence of \p D goes forwards in the times \p Theta.
  Error forward(const isl::union_map &D, const isl::union_map &Theta,
                const Twine &What) {
    isl::union_map Times = D.apply_domain(Theta).apply_range(Theta);
    if (Error E = require({D.domain().is_subset(Theta.domain()),
                           D.range().is_subset(Theta.domain())},
                          What + " lacks instances of a dependence"))
      return E;
    return eachMap(Times, [&](const isl::map &M) {
      isl::boolean Forward = lexPositive(M);
      if (!Forward.is_false())
        return require({Forward}, What);
      isl::map Back = isl::manage(
          isl_map_lex_ge(isl_space_domain(isl_map_get_space(M.get()))));
      return createStringError(What + " breaks a dependence" +
                               suchAs(D, Theta, M.intersect(Back)));
    });
  }

  /// ", such as " and one of the pairs \p D, whose times by \p Theta are in
  /// \p Back; empty where none is found.
  static std::string suchAs(const isl::union_map &D,
                            const isl::union_map &Theta, const isl::map &Back) {
    isl::union_map Pairs = Theta.apply_range(isl::union_map(Back))
                               .apply_range(Theta.reverse())
                               .intersect(D);
    isl::map_list Each = Pairs.map_list();
    if (Each.is_null() || isl_map_list_n_map(Each.get()) < 1)
      return "";
    isl::basic_map One = Each.at(0).sample();
    return One.is_null() ? "" : ", such as " + toText(isl::map(One));
  }

  /// Whether the distances of \p M are lexicographically positive.
  static isl::boolean lexPositive(isl::map M) {
    int N = isl_map_dim(M.get(), isl_dim_in);
    for (int I = 0; I < N; ++I) {
      isl::boolean Forward = distanceAt(M, I, isl_map_order_gt).is_empty();
      if (!Forward.is_true())
        return Forward;
      M = distanceAt(M, I, isl_map_equate);
    }
    return M.is_empty();
  }

  using Comparison = isl_map *(*)(isl_map *, isl_dim_type, int, isl_dim_type,
                                  int);
  /// The pairs of \p M whose dimension \p I compares by \p Compare.
  static isl::map distanceAt(const isl::map &M, unsigned I,
                             Comparison Compare) {
    return isl::manage(Compare(M.copy(), isl_dim_in, I, isl_dim_out, I));
  }

  /// { S[i] -> Name[o] }: the execution of the band that an instance is in.
  static isl::union_map executions(const Band &B, const std::string &Name) {
    isl::union_map Result = isl::union_map::empty(B.Theta.ctx());
    isl::stat Done = B.Theta.foreach_map([&](isl::map M) {
      unsigned N = countOf(isl_map_dim(M.get(), isl_dim_out));
      M = isl::manage(
          isl_map_project_out(M.release(), isl_dim_out, B.Outer, N - B.Outer));
      Result = Result.unite(isl::union_map(M.set_range_tuple(Name)));
      return isl::stat::ok();
    });
    return Done.is_ok() ? Result : isl::union_map();
  }

  /// Dependences within one execution of \p B go forwards from tile to tile
  /// (tilesForward()), and in the order of points, so that they are in order
  /// within a tile.
  Error withinBand(const Band &B, const isl::union_map &Execution,
                   unsigned Number) {
    isl::union_map Same = Execution.apply_range(Execution.reverse());
    isl::union_map D = All.intersect(Same);
    isl::union_map Times = D.apply_domain(B.Theta).apply_range(B.Theta);
    if (Error E = eachMap(Times, [&](const isl::map &M) {
          return tilesForward(M, D, B, Number);
        }))
      return E;
    std::string Name = "band " + std::to_string(Number);
    Expected<isl::union_map> Points = pointOrder(B, Name);
    if (!Points)
      return Points.takeError();
    return forward(D, *Points, Name);
  }

  /// { S[i] -> [o, b in the order of points, r] }
  Expected<isl::union_map> pointOrder(const Band &B, const std::string &Name) {
    if (B.PointOrder.empty())
      return B.Theta;
    std::vector<unsigned> Sorted = B.PointOrder;
    llvm::sort(Sorted);
    bool Permutes = Sorted.size() >= B.Size &&
                    Sorted.size() <= timeDimensions(B) - B.Outer;
    for (unsigned I = 0; Permutes && I < Sorted.size(); ++I)
      Permutes = Sorted[I] == I;
    if (!Permutes)
      return createStringError(inconvertibleErrorCode(),
                               Name + " has an ill-formed order of points");
    isl::union_map Result = isl::union_map::empty(isl::ctx(Ctx));
    Error Failed = eachMap(B.Theta, [&](const isl::map &M) {
      isl::map Order = stevedore::pointOrder(B, M.space().range());
      Result = Result.unite(isl::union_map(M.apply_range(Order)));
      return Error::success();
    });
    if (Failed)
      return Expected<isl::union_map>(std::move(Failed));
    return Result;
  }

  /// The distances of \p M, those of \p D, along the tiled dimensions of band
  /// number \p Number, \p B: of those that number tiles the first that is not 0
  /// is positive, or else no other is negative.
  Error tilesForward(isl::map M, const isl::union_map &D, const Band &B,
                     unsigned Number) {
    for (unsigned I = 0; I < B.Size; ++I) {
      isl::map Back = distanceAt(M, B.Outer + I, isl_map_order_gt);
      isl::boolean Forward = Back.is_empty();
      if (Forward.is_false())
        return createStringError("a dependence goes back along dimension " +
                                 Twine(I + 1) + " of band " + Twine(Number) +
                                 suchAs(D, B.Theta, Back));
      if (Error E = require({Forward}, "the tiles"))
        return E;
      if (I < B.TileNumbers)
        M = distanceAt(M, B.Outer + I, isl_map_equate);
    }
    return Error::success();
  }

  /// Executions of bands and instances outside them, which \p Units maps
  /// instances to, are totally ordered, and in the order of the dependences
  /// between different ones.
  Error aroundBands(const isl::union_map &Units) {
    if (Error E = total(Order.OuterOrder, Units.range(), "the order of bands"))
      return E;
    isl::union_map Between = All.apply_domain(Units).apply_range(Units);
    Between = Between.subtract(Units.range().identity());
    return forward(Between, Order.OuterOrder, "the order of bands");
  }

  Error eachMap(const isl::union_map &Maps,
                function_ref<Error(const isl::map &)> Check) {
    isl::map_list List = Maps.map_list();
    if (List.is_null())
      return islError(Ctx, "the proof of the schedule");
    for (int I = 0, N = isl_map_list_n_map(List.get()); I < N; ++I)
      if (Error E = Check(List.at(I)))
        return E;
    return Error::success();
  }

  /// Every one of \p Facts holds, else \p Message.
  Error require(std::initializer_list<isl::boolean> Facts,
                const Twine &Message) {
    for (const isl::boolean &Fact : Facts) {
      if (Fact.is_error())
        return islError(Ctx, "the proof of the schedule");
      if (Fact.is_false())
        return createStringError(inconvertibleErrorCode(), Message);
    }
    return Error::success();
  }

  isl_ctx *Ctx;
  isl::union_set Domain;
  isl::union_map All;
  const Schedule &Order;
};

} // namespace

Error verifySchedule(const Scop &S, const Dependences &D,
                     const Schedule &Order) {
  return Verifier(S, D, Order).run();
}

} // namespace stevedore
