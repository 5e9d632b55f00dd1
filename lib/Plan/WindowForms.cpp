//===- WindowForms.cpp - Where windows begin ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Allocation/Cells.h"
#include "stevedore/Plan/Origins.h"
#include "stevedore/Plan/Windows.h"
#include "stevedore/Support/Answers.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"

using namespace stevedore;

bool stevedore::isMultipleOf(const isl::aff &Form, const isl::aff &Step) {
  std::optional<isl::val> Factor;
  if (isl_aff_is_cst(Step.get()) == isl_bool_true)
    Factor = Form.get_constant_val().div(Step.get_constant_val());
  for (int K = 0; !Factor && K < isl_aff_dim(Step.get(), isl_dim_param); ++K) {
    isl::val Number =
        isl::manage(isl_aff_get_coefficient_val(Step.get(), isl_dim_param, K));
    int At = isl_aff_find_dim_by_name(
        Form.get(), isl_dim_param,
        isl_aff_get_dim_name(Step.get(), isl_dim_param, K));
    if (Number.is_zero().is_false() && At >= 0)
      Factor = isl::manage(
                   isl_aff_get_coefficient_val(Form.get(), isl_dim_param, At))
                   .div(Number);
  }
  return Factor && Factor->is_int().is_true() && Factor->is_pos().is_true() &&
         isl::pw_aff(Form)
             .is_equal(isl::pw_aff(
                 isl::manage(isl_aff_scale_val(Step.copy(), Factor->copy()))))
             .is_true();
}

llvm::Expected<bool> stevedore::areInPackedRows(const isl::map &Used,
                                                const ModularMapping &M) {
  isl::set Elements = Used.range();
  return checked(Used.ctx().get(),
                 isSubset(Elements, packedElements(Elements.get_space(), M)),
                 "the rows of a packed buffer");
}

std::optional<RowWindow> stevedore::windowAt(const RowWindow &W, const Level &T,
                                             const FixedSizes &Sizes,
                                             int Steps) {
  unsigned Strip = T.Tiles.Shape->originDimensions() - 1;
  std::optional<isl::aff> Step = Sizes.in(T.Tiles.Shape->steps(Strip).Step);
  if (!Step)
    return std::nullopt;
  RowWindow Result = W;
  for (RowWindow::Bound &B : Result.Bounds) {
    isl_aff *Form = B.Form.release();
    int At = isl_aff_find_dim_by_name(Form, isl_dim_param,
                                      originName(T.B, Strip).c_str());
    isl_val *Factor =
        At < 0 ? isl_val_zero(isl_aff_get_ctx(Form))
               : isl_aff_get_coefficient_val(Form, isl_dim_param, At);
    isl_aff *Moved = isl_aff_scale_val(
        Step->copy(),
        isl_val_mul(Factor, isl_val_int_from_si(isl_aff_get_ctx(Form), Steps)));
    Moved = isl_aff_align_params(Moved, isl_aff_get_space(Form));
    Form = isl_aff_align_params(Form, isl_aff_get_space(Moved));
    B.Form = isl::manage(isl_aff_add(Form, Moved));
  }
  return Result;
}

/// Whether \p A and \p B begin at the same forms.
static bool beginAlike(const RowWindow &A, const RowWindow &B) {
  return A.IsStatic == B.IsStatic && A.Bounds.size() == B.Bounds.size() &&
         llvm::all_of(llvm::zip(A.Bounds, B.Bounds), [](const auto &Both) {
           const auto &[X, Y] = Both;
           return X.Factor == Y.Factor &&
                  isl::pw_aff(X.Form).is_equal(isl::pw_aff(Y.Form)).is_true();
         });
}

bool stevedore::areOneWindow(const Level &T, const LocalArray &L, unsigned R) {
  const RowWindow &W = L.Windows[R];
  if (W.Bounds.empty())
    return llvm::none_of(T.Arrays, [&](const LocalArray &Other) {
      return Other.Buffer == L.Buffer && R < Other.Windows.size() &&
             Other.Windows[R].IsStatic;
    });
  if (isl_aff_plain_is_zero(L.Mapping.Offsets[R].get()) != isl_bool_true)
    return false;
  return llvm::all_of(T.Arrays, [&](const LocalArray &Other) {
    if (Other.Buffer != L.Buffer)
      return true;
    bool HasRow = R < Other.Windows.size();
    if (W.IsStatic || (HasRow && Other.Windows[R].IsStatic))
      return HasRow && beginAlike(W, Other.Windows[R]);
    return true;
  });
}
