//===- Extent.cpp - Sizes as maxima of minima of affine forms -------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lifted.h"
#include "stevedore/Support/AffineForm.h"
#include "stevedore/Support/Size.h"
#include "llvm/Support/MathExtras.h"
#include "isl/aff.h"
#include "isl/local_space.h"
#include "isl/val.h"
#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

using namespace stevedore;

/// The form \p A. Past its budget isl gives no numbers: the form is then some
/// other one, which is never used since what comes next fails for the same
/// reason.
static QuasiAffineForm formOf(const isl::aff &A) {
  return toQuasiAffineForm(A).value_or(QuasiAffineForm());
}

static std::vector<std::string> parameterNames(const isl::aff &A) {
  std::vector<std::string> Result;
  for (unsigned P = 0; P < countOf(isl_aff_dim(A.get(), isl_dim_param)); ++P)
    Result.push_back(isl_aff_get_dim_name(A.get(), isl_dim_param, P));
  return Result;
}

/// floor of \p A at the given values.
static int64_t valueOf(const isl::aff &A,
                       llvm::function_ref<int64_t(llvm::StringRef)> Value) {
  return formOf(A).floorAt([&](unsigned P) {
    return Value(isl_aff_get_dim_name(A.get(), isl_dim_param, P));
  });
}

/// "f" for one operand, else "name(f, g, ...)".
static std::string call(const char *Name,
                        const std::vector<std::string> &Operands) {
  if (Operands.size() == 1)
    return Operands[0];
  std::string Text = std::string(Name) + "(";
  for (const std::string &Operand : Operands)
    Text += (Text.back() == '(' ? "" : ", ") + Operand;
  return Text + ")";
}

std::string Extent::text() const {
  std::vector<std::string> Alternatives;
  if (!AtLeastOne)
    Alternatives.push_back("1");
  for (const std::vector<isl::aff> &Forms : MaxOfMins) {
    std::vector<std::string> Texts;
    for (const isl::aff &Form : Forms)
      Texts.push_back(formOf(Form).text(parameterNames(Form)));
    Alternatives.push_back(call("min", Texts));
  }
  std::string Text = call("max", Alternatives);
  return RoundUpToPowerOfTwo ? "pow2(" + Text + ")" : Text;
}

isl::pw_aff Extent::expression() const {
  isl::pw_aff Greatest;
  for (const std::vector<isl::aff> &Forms : MaxOfMins) {
    isl::pw_aff Least;
    for (const isl::aff &Form : Forms)
      Least = Least.is_null() ? isl::pw_aff(Form) : Least.min(Form);
    Greatest = Greatest.is_null() ? Least : Greatest.max(Least);
  }
  if (AtLeastOne)
    return Greatest;
  isl::aff One = isl::manage(isl_aff_val_on_domain(
      isl_local_space_from_space(Greatest.domain().get_space().release()),
      isl_val_one(Greatest.ctx().get())));
  return Greatest.max(One);
}

int64_t
Extent::evaluate(llvm::function_ref<int64_t(llvm::StringRef)> Value) const {
  int64_t Greatest = 1;
  for (const std::vector<isl::aff> &Forms : MaxOfMins) {
    int64_t Least = std::numeric_limits<int64_t>::max();
    for (const isl::aff &Form : Forms)
      Least = std::min(Least, valueOf(Form, Value));
    Greatest = std::max(Greatest, Least);
  }
  return RoundUpToPowerOfTwo ? int64_t(llvm::PowerOf2Ceil(Greatest)) : Greatest;
}

std::optional<int64_t> Extent::constant() const {
  for (const std::vector<isl::aff> &Forms : MaxOfMins)
    for (const isl::aff &Form : Forms)
      if (!isl_aff_is_cst(Form.get()))
        return std::nullopt;
  return evaluate([](llvm::StringRef) { return 0; });
}

int64_t SlantedForm::strideAt(
    llvm::function_ref<int64_t(llvm::StringRef)> Value) const {
  int64_t One = Stride.evaluate(Value);
  return hasSteps() ? llvm::divideCeilSigned(One, Step.evaluate(Value)) : One;
}

int64_t SlantedForm::modulusAt(
    llvm::function_ref<int64_t(llvm::StringRef)> Value) const {
  return strideAt(Value) * (Count.evaluate(Value) - 1) + Rest.evaluate(Value);
}

PackedForm::Series PackedForm::cellsBefore() const {
  isl::ctx Ctx = Length.ctx();
  int64_t Half = Growth % 2 == 0 ? 2 : 1;
  isl::aff Offset = Length.scale(isl::val(Ctx, 2 / Half))
                        .add_constant(isl::val(Ctx, -Growth / Half));
  return {Growth / Half, Offset, 2 / Half};
}

isl::aff PackedForm::offsetOfX() const {
  return Start.sub(First.scale(isl::val(First.ctx(), Slope)));
}

int64_t
PackedForm::cellsAt(llvm::function_ref<int64_t(llvm::StringRef)> Value) const {
  Series Before = cellsBefore();
  int64_t Rows = Count.evaluate(Value);
  return std::max<int64_t>(
      1, Rows * (Before.Factor * Rows + valueOf(Before.Offset, Value)) /
             Before.Divisor);
}

std::pair<std::vector<std::vector<int64_t>>, std::vector<int64_t>>
ModularMapping::at(llvm::function_ref<int64_t(llvm::StringRef)> Value) const {
  std::pair<std::vector<std::vector<int64_t>>, std::vector<int64_t>> Result;
  auto &[Rows, Numbers] = Result;
  for (unsigned R = 0; R < Matrix.size(); ++R) {
    if (Packed && R == Packed->Outer)
      continue;
    if (Packed && R == Packed->Inner) {
      Rows.push_back(Matrix[R]);
      Numbers.push_back(Packed->cellsAt(Value));
      continue;
    }
    if (Slanted && R == Slanted->Outer) {
      if (!Slanted->hasSteps())
        continue;
      Rows.push_back(Matrix[R]);
      Numbers.push_back(Slanted->Step.evaluate(Value));
      continue;
    }
    Rows.push_back(Matrix[R]);
    if (!Slanted || R != Slanted->Inner) {
      Numbers.push_back(
          llvm::divideCeilSigned(Moduli[R].evaluate(Value), divisor(R)));
      continue;
    }
    int64_t Stride = Slanted->Sign * Slanted->strideAt(Value);
    for (unsigned K = 0; K < Matrix[R].size(); ++K)
      Rows.back()[K] += Stride * Matrix[Slanted->Outer][K];
    Numbers.push_back(Slanted->modulusAt(Value));
  }
  return Result;
}

int64_t stevedore::dotProduct(llvm::ArrayRef<int64_t> A,
                              llvm::ArrayRef<int64_t> B) {
  return std::inner_product(A.begin(), A.end(), B.begin(), int64_t(0));
}

std::vector<int64_t> ModularMapping::cellOf(
    llvm::ArrayRef<int64_t> Element,
    llvm::function_ref<int64_t(llvm::StringRef)> Value) const {
  std::vector<int64_t> Result;
  auto [Rows, Numbers] = at(Value);
  for (unsigned R = 0; R < Rows.size(); ++R)
    Result.push_back(dotProduct(Rows[R], Element));
  if (Packed) {
    int64_t &X = Result[Packed->Inner - (Packed->Outer < Packed->Inner)];
    int64_t Along = dotProduct(Matrix[Packed->Outer], Element),
            K = Along - valueOf(Packed->First, Value);
    PackedForm::Series Before = Packed->cellsBefore();
    X += K * (Before.Factor * K + valueOf(Before.Offset, Value)) /
             Before.Divisor -
         Packed->Slope * Along - valueOf(Packed->offsetOfX(), Value);
  }
  for (unsigned R = 0; R < Result.size(); ++R) {
    if (Strided)
      Result[R] = llvm::divideFloorSigned(Result[R], divisor(R));
    Result[R] -= llvm::divideFloorSigned(Result[R], Numbers[R]) * Numbers[R];
  }
  return Result;
}

std::string ModularMapping::whereText() const {
  return Where.is_null() ? ""
                         : formOf(Where).text(parameterNames(Where)) + " >= 0";
}

std::string ModularMapping::leastText(const std::string &Others,
                                      const std::string &Own) const {
  if (Others.empty())
    return Own;
  std::string Least = "min(" + Others + ", " + Own + ")";
  return Where.is_null()
             ? Least
             : "(" + whereText() + " ? " + Least + " : " + Others + ")";
}

bool ModularMapping::holdsAt(
    llvm::function_ref<int64_t(llvm::StringRef)> Value) const {
  return Where.is_null() || valueOf(Where, Value) >= 0;
}

void ModularMapping::dropForms() {
  Slanted.reset();
  Packed.reset();
  Strided.reset();
}

static double product(const std::vector<int64_t> &Extents) {
  return std::accumulate(Extents.begin(), Extents.end(), 1.0,
                         std::multiplies<double>());
}

std::vector<int64_t> stevedore::extentsAt(const ModularMapping &M,
                                          ValueOf Value) {
  auto Known = [&](llvm::StringRef Name) { return Value(Name).value_or(0); };
  std::vector<int64_t> Result;
  for (const ModularMapping &Choice : M.choices()) {
    if (!Choice.holdsAt(Known))
      continue;
    std::vector<int64_t> Moduli = Choice.at(Known).second;
    if (Result.empty() || product(Moduli) < product(Result))
      Result = std::move(Moduli);
  }
  return Result;
}

int64_t stevedore::cellsAt(const ModularMapping &M, ValueOf Value) {
  int64_t Cells = 1;
  for (int64_t Modulus : extentsAt(M, Value))
    if (llvm::MulOverflow(Cells, Modulus, Cells))
      return std::numeric_limits<int64_t>::max();
  return Cells;
}
