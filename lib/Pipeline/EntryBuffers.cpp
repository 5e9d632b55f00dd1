//===- EntryBuffers.cpp - Formulas of buffers -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChooserWriter.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Plan/Sharing.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/set.h"

using namespace stevedore;
using namespace llvm;

unsigned ChooserWriter::floorOf(const QuasiAffineForm &Form,
                                ArrayRef<unsigned> Variables) {
  unsigned Sum = F.number(Form.Constant);
  for (unsigned K = 0; K < Form.Coefficients.size(); ++K)
    if (Form.Coefficients[K] != 0)
      Sum =
          F.add(Sum, F.multiply(F.number(Form.Coefficients[K]), Variables[K]));
  for (const QuasiAffineForm::Floor &Inner : Form.Floors)
    Sum = F.add(Sum, F.multiply(F.number(Inner.Coefficient),
                                floorOf(Inner.Argument, Variables)));
  return F.divide(Sum, F.number(Form.Denominator));
}

Expected<unsigned> ChooserWriter::formOf(const isl::aff &A) {
  auto Form = toQuasiAffineForm(A);
  if (!Form)
    return createStringError("the size of a buffer has no formula");
  std::vector<unsigned> Variables;
  for (unsigned P = 0; P < countOf(isl_aff_dim(A.get(), isl_dim_param)); ++P)
    Variables.push_back(
        namedOrZero(isl_aff_get_dim_name(A.get(), isl_dim_param, P)));
  return floorOf(*Form, Variables);
}

Expected<unsigned> ChooserWriter::extentOf(const Extent &E) {
  unsigned Greatest = F.number(1);
  if (E.RoundUpToPowerOfTwo)
    return createStringError("the size of a buffer is rounded to a power of 2");
  for (const std::vector<isl::aff> &Forms : E.MaxOfMins) {
    unsigned Least = FormulaNode::None;
    for (const isl::aff &A : Forms) {
      auto Form = formOf(A);
      if (!Form)
        return Form;
      Least = Least == FormulaNode::None ? *Form : F.min(Least, *Form);
    }
    if (Least != FormulaNode::None)
      Greatest = F.max(Greatest, Least);
  }
  return Greatest;
}

/// The least number of cells of the choices.
Expected<unsigned> ChooserWriter::cellsOf(const ModularMapping &Mapping) {
  unsigned Least = FormulaNode::None;
  for (const ModularMapping &Choice : Mapping.choices()) {
    unsigned Cells = F.number(1);
    for (const Extent &E : Choice.Moduli) {
      auto Size = extentOf(E);
      if (!Size)
        return Size;
      Cells = F.multiply(Cells, F.real(*Size));
    }
    Least = Least == FormulaNode::None ? Cells : F.min(Least, Cells);
  }
  return Least;
}

/// Whether a buffer with the context \p Context is used; one with divisions
/// counts as used.
Expected<unsigned> ChooserWriter::useOf(const isl::set &Context) {
  if (Context.is_null() || hasDivisions(Context))
    return F.number(1);
  unsigned Any = F.number(0);
  Error Failed = Error::success();
  Context.foreach_basic_set([&](isl::basic_set Piece) -> isl::stat {
    unsigned All = F.number(1);
    for (const isl::constraint &C : constraintsOf(Piece)) {
      auto Form = formOf(isl::manage(isl_constraint_get_aff(C.get())));
      if (!Form) {
        Failed = joinErrors(std::move(Failed), Form.takeError());
        return isl::stat::error();
      }
      bool IsEquality = isl_constraint_is_equality(C.get()) == isl_bool_true;
      All = F.conjunction(All, IsEquality ? F.isZero(*Form)
                                          : F.isNotNegative(*Form));
    }
    Any = F.disjunction(Any, All);
    return isl::stat::ok();
  });
  if (Failed)
    return std::move(Failed);
  return Any;
}

Expected<unsigned> ChooserWriter::bytesOf(const LocalArray &L) {
  auto Use = useOf(L.UseContext);
  if (!Use)
    return Use;
  auto Cells = cellsOf(L.Mapping);
  if (!Cells)
    return Cells;
  uint64_t Bytes = Plan.Program->Arrays[L.Transfers.Array].ElementBytes;
  return F.where(*Use,
                 F.multiply(F.number(std::max<int64_t>(Bytes, 1)), *Cells));
}

/// Those of the buffers in memory number \p Memory, of which each is as large
/// as the largest array in it; those of the largest band in a cache.
Expected<unsigned> ChooserWriter::bytesIn(unsigned Memory) {
  unsigned Sum = F.number(0), Most = Sum;
  for (const std::vector<PlannedArray> &Members :
       Rows ? arraysByBand(Plan) : buffersOf(Plan)) {
    unsigned Largest = F.number(0), All = Largest;
    for (const PlannedArray &P : Members) {
      if (P.Band->B.Memory != Memory)
        continue;
      auto Bytes = bytesOf(*P.Local);
      if (!Bytes)
        return Bytes;
      Largest = F.max(Largest, *Bytes);
      if (Rows)
        All = F.add(All, *Bytes);
    }
    if (Rows)
      Most = F.max(Most, All);
    else
      Sum = F.add(Sum, Largest);
  }
  return Rows ? Most : Sum;
}

/// Of several memories that counts which lacks most, or has least left: as much
/// less than what all of them have.
Error ChooserWriter::addBuffers() {
  std::map<unsigned, int64_t> Most = Plan.Decided.mostBytes();
  if (auto Bytes = least(Plan.Decided.MaxLocal, M))
    Most[0] = *Bytes;
  Result.LocalBytes = F.number(0);
  Result.MostLocalBytes = Most.empty() ? int64_t(1) << 62 : 0;
  for (auto [Memory, Bytes] : Most)
    Result.MostLocalBytes += Memory < Plan.numMemories() ? Bytes : 0;
  for (unsigned Memory = 0; Memory < Plan.numMemories(); ++Memory) {
    auto Bytes = bytesIn(Memory);
    if (!Bytes)
      return Bytes.takeError();
    auto Limit = Most.find(Memory);
    if (Most.empty()) {
      Result.LocalBytes = F.add(Result.LocalBytes, *Bytes);
    } else if (Limit != Most.end()) {
      unsigned Here =
          F.add(*Bytes, F.number(Result.MostLocalBytes - Limit->second));
      Result.LocalBytes = Result.LocalBytes == F.number(0)
                              ? Here
                              : F.max(Result.LocalBytes, Here);
    }
  }
  return Error::success();
}

/// A number from which on no coordinate number \p K of \p Points is, in any
/// direction from 0; a size as large has one tile.
unsigned ChooserWriter::reachOf(const isl::set &Points, unsigned K) {
  unsigned Result = F.number(1);
  Points.foreach_basic_set([&](isl::basic_set Piece) -> isl::stat {
    isl_set *Line = isl_set_from_basic_set(Piece.copy());
    unsigned Size = countOf(Points.tuple_dim());
    Line = isl_set_project_out(Line, isl_dim_set, K + 1, Size - K - 1);
    Line = isl_set_project_out(Line, isl_dim_set, 0, K);
    Line = isl_set_remove_divs(Line);
    isl::basic_set Hull = isl::manage(isl_set_simple_hull(Line));
    unsigned Above = FormulaNode::None, Below = FormulaNode::None;
    unsigned NumParams = countOf(isl_basic_set_dim(Hull.get(), isl_dim_param));
    std::vector<unsigned> Variables;
    for (unsigned P = 0; P < NumParams; ++P)
      Variables.push_back(namedOrZero(
          isl_basic_set_get_dim_name(Hull.get(), isl_dim_param, P)));
    for (const isl::constraint &C : constraintsOf(Hull)) {
      auto Row =
          toAffineConstraint(C, {{isl_dim_param, NumParams}, {isl_dim_set, 1}});
      int64_t Factor = Row ? Row->Form.Coefficients.back() : 0;
      if (Factor == 0)
        continue;
      for (int Sign : {1, -1}) {
        if (Factor * Sign > 0 && !Row->IsEquality)
          continue;
        int64_t Along = Factor * Sign > 0 ? -1 : 1;
        QuasiAffineForm Bound;
        for (unsigned P = 0; P < NumParams; ++P)
          Bound.Coefficients.push_back(Row->Form.Coefficients[P] * Along);
        Bound.Constant = Row->Form.Constant * Along;
        Bound.Denominator = std::abs(Factor);
        unsigned Value = floorOf(Bound, Variables);
        unsigned &Into = Sign > 0 ? Above : Below;
        Into = Into == FormulaNode::None ? Value : F.min(Into, Value);
      }
    }
    if (Above != FormulaNode::None)
      Result = F.max(Result, F.add(Above, F.number(1)));
    if (Below != FormulaNode::None)
      Result = F.max(Result, Below);
    return isl::stat::ok();
  });
  return Result;
}

Error ChooserWriter::addLargest() {
  Result.Largest.assign(Result.Sizes.size(), F.number(1));
  for (const RegionCount &C : Counts.Counts) {
    if (C.Of.Kind != CountKind::Tiles)
      continue;
    const Level &L = Plan.Levels[C.Of.Level];
    isl::union_map Theta = L.B.Theta.intersect_domain(L.B.Domain);
    isl::set Points =
        polly::singleton(Theta.range(), L.Tiles.Inside.get_space().range());
    if (Points.is_null())
      return createStringError("the range of a band is not known");
    unsigned Before = C.Of.Coordinates.size() - L.B.Size;
    for (unsigned K = 0; K < L.B.Size; ++K) {
      auto Name = find(Result.Sizes, C.Of.Steps[Before + K].Parameter);
      if (Name == Result.Sizes.end())
        continue;
      unsigned &Most = Result.Largest[Name - Result.Sizes.begin()];
      Most = F.max(Most, reachOf(Points, L.B.Outer + K));
    }
  }
  return Error::success();
}
