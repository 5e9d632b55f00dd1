//===- Band.h - The frame of a band's code ----------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What all parts of the code of one tiled band share: names, and sets with
/// the tile origin turned into parameters.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_BAND_H
#define STEVEDORE_LIB_LOWER_BAND_H

#include "Ast.h"
#include "Scan.h"
#include "stevedore/Lower/Lower.h"
#include "stevedore/Plan/Origins.h"
#include "stevedore/Support/AffineForm.h"

namespace stevedore {
namespace lower {

/// How loops enumerate one coordinate of the origins (OriginSteps), with the
/// coordinates before it as parameters, as forms over BandFrame::Parameters.
struct OriginLoop {
  QuasiAffineForm Start, Step;
};

/// The shared part of one band's code.
struct BandFrame {
  const RegionPlan &Plan;
  const Level &Tiled;
  const LoweringOptions &Options;
  Names &N;

  BandFrame(const RegionPlan &Plan, const Level &Tiled,
            const LoweringOptions &Options, Names &N)
      : Plan(Plan), Tiled(Tiled), Options(Options), N(N), Sizes(Plan) {}

  FixedSizes Sizes;

  /// isl names of the tile origin's parameters, "I1" ...
  std::vector<std::string> Origins;
  /// The variables that stand for them.
  std::vector<std::string> OriginNames;
  /// The same of the tiles around, from the outermost in, and these.
  std::vector<std::string> Nest;
  /// What holds where the band is executed, { : }, over N, T, O.
  isl::set Context;
  /// { [I] : the aligned origin I may have a point }.
  isl::set NonEmpty;
  /// { : context, and I is in NonEmpty }, over N, T, O, I.
  isl::set Tile;
  /// { : ..., and the tile is full }.
  isl::set FullTile;
  /// Whether every tile is full.
  bool IsAlwaysFull = false;
  /// Names of the counters of points inside a tile: of the dimensions of time
  /// from the first tiled one on.
  std::vector<std::string> Counters;
  /// Names of the counters of elements of the arrays of the program.
  std::vector<std::vector<std::string>> ElementCounters;
  /// Names of the counters of loops that isl adds to them.
  std::vector<std::string> MoreCounters;
  /// The variables of affine forms by their isl names, in alphabetical order:
  /// N, T, O and I.
  std::vector<std::string> Parameters;

  /// Whether \p Value depends on a counter for which \p IsKnown does not hold.
  bool dependsOnCounter(
      const Affine &Value,
      llvm::function_ref<bool(const std::string &)> IsKnown) const;
  /// \p M, { [I] -> X }, as { X } with I as parameters.
  isl::set atOrigin(const isl::map &M) const;
  /// { [o, b, r] : o = O and the point is in the tile }, I as parameters.
  isl::set points() const;
  /// \p S, { [I] }, as { : } with I as parameters.
  isl::set atOrigin(const isl::set &S) const;
  /// Constant tile sizes put in for T.
  isl::set fixSizes(const isl::set &S) const;
  /// The loop over coordinate number \p K of the origins; none when a number in
  /// it is too large.
  std::optional<OriginLoop> originLoop(unsigned K) const;

  /// The coordinates of the origins whose start and step are constant, by their
  /// isl names. Set by makeBandFrame().
  std::vector<CountedParameter> Counted;
  /// \p S over the parameters I = s + t q, over q in their places, without what
  /// it has between the origins.
  isl::set onCounts(isl::set S) const;
  /// The set over I that is \p S over q; empty between the origins.
  isl::set onOrigins(isl::set S) const;

  /// \p A over Parameters; none when it has other variables, or a number of
  /// limits::FormNumber or more. A form stands for its floor here.
  std::optional<QuasiAffineForm> form(const isl::aff &A) const;
  /// \p Own over Parameters, where \p NameOf names its variables; none when it
  /// has others.
  std::optional<QuasiAffineForm>
  form(const QuasiAffineForm &Own, unsigned NumVariables,
       llvm::function_ref<const char *(unsigned)> NameOf) const;
  /// The floor of \p F, a form over Parameters, as an expression of variables.
  Affine affine(const QuasiAffineForm &F) const;
  /// The floor of \p F as isl text.
  std::string text(const QuasiAffineForm &F) const;
  /// "[N, T1] -> ", the parameters of \p Forms as isl text.
  std::string
  parameterText(llvm::ArrayRef<const QuasiAffineForm *> Forms) const;
};

/// The frame of the level at \p Place, inside of the one of \p Around (null: of
/// none). Binds the origins in \p N.
llvm::Expected<BandFrame> makeBandFrame(const RegionPlan &Plan,
                                        const LevelPlace &Place,
                                        const BandFrame *Around,
                                        const LoweringOptions &Options,
                                        Names &N);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_BAND_H
