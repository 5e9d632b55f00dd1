//===- Scanner.h - Elimination over one piece -------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// How scanPiece() (Scan.h) eliminates one coordinate after the other.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_SCANNER_H
#define STEVEDORE_LIB_LOWER_SCANNER_H

#include "Scan.h"
#include "stevedore/Support/AffineForm.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Size.h"

namespace stevedore {
namespace lower {

/// floor(Value), a division of the piece, over its parameters, coordinates and
/// divisions.
struct Division {
  RationalForm Value;
  /// The number of coordinates that must be known before it.
  unsigned Depth = 0;
};

struct LoopCut;

/// Elimination over one piece. The piece is rewritten into a set without
/// divisions, whose dimensions are the coordinates and the divisions in the
/// order in which they become known.
class Scanner {
public:
  Scanner(const isl::basic_set &Piece, llvm::ArrayRef<CountedParameter> Counted,
          const Names &N, const Roles &Known)
      : Piece(Piece), N(N) {
    for (unsigned K = 0; K < dimensions(Piece, isl_dim_param); ++K) {
      llvm::StringRef Name =
          isl_basic_set_get_dim_name(Piece.get(), isl_dim_param, K);
      IsTileSize.push_back(Known.isTileSize(Name));
      Steps.emplace_back();
      for (const CountedParameter &P : Counted)
        if (P.Name == Name)
          Steps.back() = P;
    }
  }
  bool readDivisions();
  void order();
  void lift(const isl::basic_set &Context);
  bool levels(const std::vector<std::string> &Counters,
              llvm::function_ref<std::string()> Fresh, Scan &Result);
  bool cut(const isl::basic_set &Cut, Scan &Result) const;
  bool failed() const { return Lifted.is_null(); }
  /// False if some number was no machine integer.
  bool isReadable() const { return Readable; }

private:
  int64_t uncount(AffineForm &Form) const;
  isl::constraint uncounted(const isl::constraint &C) const;
  bool followsFromKnown(const AffineConstraint &C) const;
  bool growsWithTiles(const isl::basic_set &S) const;
  void guard(const isl::basic_set &S, Scan &Result);
  bool runsAlways(llvm::ArrayRef<isl::constraint> Rows, unsigned At) const;
  void simplify(const isl::basic_set &Context);
  isl::constraint define(unsigned Number, bool Upper) const;
  std::vector<isl::constraint>
  remaining(const isl::basic_set &S,
            llvm::function_ref<bool(const isl::constraint &)> Asked) const;
  int64_t number(isl_val *V) const;
  AffineConstraint row(const isl::constraint &C) const;
  bool isKnown(const AffineConstraint &R) const;
  Affine linear(const isl::constraint &C, int Without) const;
  AffineForm lifted(const isl::constraint &C) const;
  Affine inNames(const AffineForm &Form) const;
  AffineForm placed(const AffineForm &Form) const;
  bool leavesSome(llvm::ArrayRef<AffineForm> Cuts, unsigned At) const;
  bool read(const isl::constraint &C, const Affine &Form, const ScanLevel *Run,
            LoopCut &Into) const;
  Affine numerator(const Division &D) const;
  Expr condition(const isl::constraint &C) const;
  Affine rounded(const Affine &Rest, int64_t Divisor) const;
  void coordinate(unsigned At, const isl::basic_set &Projection,
                  ScanLevel &Level);
  void division(unsigned At, const isl::basic_set &Projection, ScanLevel &Level,
                ScanLevel *Loop);
  bool isStep(const isl::constraint &C, unsigned At, const Division &D,
              ScanLevel &Loop) const;

  isl::basic_set Piece;
  /// Which parameters are tile sizes.
  std::vector<bool> IsTileSize;
  /// How each parameter is counted.
  std::vector<CountedParameter> Steps;
  const Names &N;
  std::vector<Division> Divisions;
  /// For each dimension of Lifted: a coordinate's number, or the number of
  /// coordinates plus a division's.
  std::vector<unsigned> Order;
  /// Where coordinates and divisions are in Lifted.
  std::vector<unsigned> Place;
  isl::basic_set Lifted;
  /// What holds where the next level is printed.
  std::vector<AffineConstraint> Known;
  /// The value of each dimension of Lifted that is known so far.
  std::vector<Affine> Values;
  mutable bool Readable = true;
};

/// Whether \p C has one of \p Count dimensions from \p First on.
bool involves(const isl::constraint &C, unsigned First, unsigned Count);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_SCANNER_H
