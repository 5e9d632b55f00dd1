//===- Cut.cpp - The loops over a convex piece but for another ------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scanner.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace stevedore {
namespace lower {

/// What a cut says of the loops over a piece.
struct LoopCut {
  /// It is there where all of these hold: Left >= Right or Left = Right.
  struct Side {
    Affine Left, Right;
    bool IsEquality;
    Expr holds() const {
      return compare(IsEquality ? Expr::Equal : Expr::GreaterEqual, Left.expr(),
                     Right.expr());
    }
    Expr fails() const {
      return compare(IsEquality ? Expr::NotEqual : Expr::Less, Left.expr(),
                     Right.expr());
    }
  };
  std::vector<Side> Sides;
  /// And there the counter of the innermost loop that it bounds is at least, or
  /// at most, each of these.
  std::vector<Affine> Lower, Upper;
};

/// The left side of \p C, which is over the parameters and coordinates of the
/// piece, over the parameters and the dimensions of Lifted.
AffineForm Scanner::lifted(const isl::constraint &C) const {
  unsigned Parameters = dimensions(Piece, isl_dim_param);
  unsigned Rank = dimensions(Piece, isl_dim_set);
  auto Row =
      toAffineConstraint(C, {{isl_dim_param, Parameters}, {isl_dim_set, Rank}});
  Readable &= Row.has_value();
  if (!Row)
    Row.emplace().Form.Coefficients.resize(Parameters + Rank);
  uncount(Row->Form);
  return placed(Row->Form);
}

/// Whether something is left of the loop over dimension \p At, which is never
/// empty, between its bounds and where one of \p Cuts ends.
bool Scanner::leavesSome(llvm::ArrayRef<AffineForm> Cuts, unsigned At) const {
  unsigned Variable = dimensions(Piece, isl_dim_param) + At;
  auto isBeyond = [&](const AffineForm &Cut, const AffineForm &Bound) {
    AffineConstraint Between;
    Between.Form = Bound;
    if (!Between.Form.add(Cut, -1) ||
        llvm::SubOverflow(Between.Form.Constant, int64_t(1),
                          Between.Form.Constant))
      return false;
    return followsFromKnown(Between);
  };
  return llvm::all_of(Known, [&](const AffineConstraint &R) {
    int64_t Factor = R.Form.Coefficients[Variable];
    return Factor == 0 || llvm::any_of(Cuts, [&](const AffineForm &Cut) {
             int64_t Own = Cut.Coefficients[Variable];
             return Own * Factor < 0 || (Own == Factor && std::abs(Own) == 1 &&
                                         isBeyond(Cut, R.Form));
           });
  });
}

/// The innermost of the levels \p All that one of \p Forms uses; null if none.
static ScanLevel *deepest(std::vector<ScanLevel> &All,
                          llvm::ArrayRef<Affine> Forms) {
  for (ScanLevel &Level : llvm::reverse(All))
    if (llvm::any_of(Forms,
                     [&](const Affine &F) { return F.uses(Level.Name); }))
      return &Level;
  return nullptr;
}

/// Leaves \p Cut out of \p Run, whose counter it bounds.
static void shorten(ScanLevel &Run, const LoopCut &Cut) {
  bool IsFront = !Cut.Upper.empty();
  std::vector<Affine> &Bounds = IsFront ? Run.Lower : Run.Upper;
  Affine Next =
      IsFront ? extreme(Cut.Upper, Expr::Min) : extreme(Cut.Lower, Expr::Max);
  Next.add(Affine(IsFront ? 1 : -1));
  if (Cut.Sides.empty())
    return Bounds.push_back(Next);
  std::vector<Expr> Inside;
  for (const LoopCut::Side &Side : Cut.Sides)
    Inside.push_back(Side.holds());
  Affine Bound = Bounds.front(), Further = Next;
  Further.add(Bound, -1);
  if (Further.isConstant() && (Further.constant() > 0) == IsFront)
    Bounds.erase(Bounds.begin());
  Bounds.push_back(Affine::atom(Expr::make(
      Expr::Select, {conjunction(Inside), Next.expr(), Bound.expr()})));
}

/// What \p C, whose left side is \p Form, says of the loop \p Run; false if
/// that takes two loops.
bool Scanner::read(const isl::constraint &C, const Affine &Form,
                   const ScanLevel *Run, LoopCut &Into) const {
  bool IsEquality = isl_constraint_is_equality(C.get()) == isl_bool_true;
  int64_t Factor = Run ? Form.coefficient(Run->Name) : 0;
  if (Run && Form.hides(Run->Name))
    return false;
  if (Factor == 0) {
    auto [Positive, Negative] = Form.sides();
    Into.Sides.push_back({Positive, Negative, IsEquality});
    return true;
  }
  Affine Rest = rounded(Form.without(Run->Name), std::abs(Factor));
  if (Factor > 0)
    Into.Lower.push_back(Affine().add(Rest, -1));
  else
    Into.Upper.push_back(Rest);
  return !IsEquality && (Into.Lower.empty() || Into.Upper.empty());
}

/// Leaves \p Cut out of \p Result; false if that takes two loops.
bool Scanner::cut(const isl::basic_set &Cut, Scan &Result) const {
  isl::basic_set Aligned = isl::manage(isl_basic_set_align_params(
      Cut.copy(), isl_basic_set_get_space(Piece.get())));
  if (dimensions(Aligned, isl_dim_param) != dimensions(Piece, isl_dim_param))
    return false;
  std::vector<isl::constraint> All = constraintsOf(Aligned);
  std::vector<AffineForm> Rows;
  std::vector<Affine> Forms;
  for (const isl::constraint &C : All) {
    Rows.push_back(lifted(C));
    Forms.push_back(inNames(Rows.back()));
  }
  ScanLevel *Run = deepest(Result.Levels, Forms);
  if (Run && !Run->isLoop())
    return false;
  LoopCut Found;
  for (auto [C, Form] : llvm::zip(All, Forms))
    if (!read(C, Form, Run, Found))
      return false;
  if (Run) {
    shorten(*Run, Found);
    unsigned At = llvm::find_if(Values,
                                [&](const Affine &V) {
                                  return V.expr() == Expr::variable(Run->Name);
                                }) -
                  Values.begin();
    Run->IsNeverEmpty &= leavesSome(Rows, At);
    return true;
  }
  std::vector<Expr> Outside;
  for (const LoopCut::Side &Side : Found.Sides)
    Outside.push_back(Side.fails());
  Result.Guard.push_back(Expr::make(Expr::Or, Outside));
  return true;
}

} // namespace lower
} // namespace stevedore
