//===- BufferSizes.cpp - Bytes of local memory ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferSizes.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include <limits>

using namespace stevedore;

BufferSizes::Form BufferSizes::formOf(const isl::aff &A) const {
  Form Result;
  Result.F = toQuasiAffineForm(A).value_or(QuasiAffineForm());
  for (unsigned P = 0; P < countOf(isl_aff_dim(A.get(), isl_dim_param)); ++P) {
    auto It = llvm::find(Names, llvm::StringRef(isl_aff_get_dim_name(
                                    A.get(), isl_dim_param, P)));
    Result.Places.push_back(It == Names.end()
                                ? std::nullopt
                                : std::optional<unsigned>(It - Names.begin()));
  }
  Result.IsPlain = Result.F.Floors.empty() && Result.F.Denominator == 1;
  for (unsigned P = 0; P < Result.F.Coefficients.size(); ++P)
    if (Result.F.Coefficients[P] != 0 && Result.Places[P])
      Result.Terms.emplace_back(*Result.Places[P], Result.F.Coefficients[P]);
  return Result;
}

/// Adds the pieces of \p Context, unless it has divisions: the array then
/// counts as used.
void BufferSizes::addUse(const isl::set &Context, Array &Of) const {
  if (Context.is_null() || hasDivisions(Context))
    return;
  Context.foreach_basic_set([&](isl::basic_set Piece) -> isl::stat {
    Of.Used.emplace_back();
    for (const isl::constraint &C : constraintsOf(Piece))
      Of.Used.back().emplace_back(
          formOf(isl::manage(isl_constraint_get_aff(C.get()))),
          isl_constraint_is_equality(C.get()) == isl_bool_true);
    return isl::stat::ok();
  });
}

BufferSizes::BufferSizes(const RegionPlan &Plan,
                         llvm::ArrayRef<std::string> Names, unsigned Memory,
                         bool IsCache)
    : Names(Names), IsCache(IsCache) {
  for (const std::vector<PlannedArray> &Members :
       IsCache ? arraysByBand(Plan) : buffersOf(Plan)) {
    std::vector<Array> Buffer;
    for (const PlannedArray &P : Members) {
      if (P.Band->B.Memory != Memory)
        continue;
      Array New;
      New.ElementBytes = double(std::max<uint64_t>(
          Plan.Program->Arrays[P.Local->Transfers.Array].ElementBytes, 1));
      addUse(P.Local->UseContext, New);
      for (const ModularMapping &Choice : P.Local->Mapping.choices()) {
        New.Choices.emplace_back();
        for (const Extent &E : Choice.Moduli) {
          Size S{{}, E.RoundUpToPowerOfTwo};
          for (const std::vector<isl::aff> &Forms : E.MaxOfMins) {
            S.MaxOfMins.emplace_back();
            for (const isl::aff &A : Forms)
              S.MaxOfMins.back().push_back(formOf(A));
          }
          New.Choices.back().push_back(std::move(S));
        }
      }
      Buffer.push_back(std::move(New));
    }
    Buffers.push_back(std::move(Buffer));
  }
}

int64_t BufferSizes::valueOf(const Form &F, llvm::ArrayRef<int64_t> Values) {
  if (F.IsPlain) {
    int64_t Sum = F.F.Constant;
    for (auto [Place, Factor] : F.Terms)
      Sum += Factor * Values[Place];
    return Sum;
  }
  return F.F.floorAt([&](unsigned P) {
    return F.Places[P] ? Values[*F.Places[P]] : int64_t(0);
  });
}

int64_t BufferSizes::valueOf(const Size &S, llvm::ArrayRef<int64_t> Values) {
  int64_t Greatest = 1;
  for (const std::vector<Form> &Forms : S.MaxOfMins) {
    int64_t Least = std::numeric_limits<int64_t>::max();
    for (const Form &F : Forms)
      Least = std::min(Least, valueOf(F, Values));
    Greatest = std::max(Greatest, Least);
  }
  return S.RoundUpToPowerOfTwo ? int64_t(llvm::PowerOf2Ceil(Greatest))
                               : Greatest;
}

double BufferSizes::bytesOf(const Array &A, llvm::ArrayRef<int64_t> Values) {
  auto Holds = [&](const std::vector<std::pair<Form, bool>> &Piece) {
    return llvm::all_of(Piece, [&](const auto &C) {
      int64_t Value = valueOf(C.first, Values);
      return C.second ? Value == 0 : Value >= 0;
    });
  };
  if (!A.Used.empty() && llvm::none_of(A.Used, Holds))
    return 0;
  double Least = std::numeric_limits<double>::infinity();
  for (const std::vector<Size> &Choice : A.Choices) {
    double Cells = 1;
    for (const Size &S : Choice)
      Cells *= double(valueOf(S, Values));
    Least = std::min(Least, Cells);
  }
  return Least * A.ElementBytes;
}

double BufferSizes::bytesAt(llvm::ArrayRef<int64_t> Values) const {
  double Sum = 0, Most = 0;
  for (const std::vector<Array> &Members : Buffers) {
    double Largest = 0, All = 0;
    for (const Array &A : Members) {
      double Bytes = bytesOf(A, Values);
      Largest = std::max(Largest, Bytes);
      All += Bytes;
    }
    Sum += Largest;
    Most = std::max(Most, All);
  }
  return IsCache ? Most : Sum;
}
