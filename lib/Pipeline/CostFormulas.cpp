//===- CostFormulas.cpp - What sizes of tiles cost ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostFormulas.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Plan/Sharing.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/set.h"
#include "isl/space.h"
#include <numeric>

using namespace stevedore;
using namespace llvm;

CostFormulas::CostFormulas(const RegionPlan &Plan, const Machine &M,
                           std::optional<RowCosts> Rows)
    : Plan(Plan), M(M), Rows(std::move(Rows)), Constant(Plan) {
  for (const LevelPlace &Place : Plan.allLevels())
    for (const std::string &Name : Place.level().Tiles.SizeNames)
      if (!Constant.of(Name) && !is_contained(Sizes, Name))
        Sizes.push_back(Name);
  for (const Parameter &P : Plan.Program->Parameters)
    Parameters.push_back(P.Name);
  for (unsigned Memory = 0; Memory < Plan.numMemories(); ++Memory)
    Scale = std::lcm(Scale, int64_t(engineOf(Memory).BytesPerCycle));
  for (unsigned Band = 0; Band < Plan.Levels.size(); ++Band) {
    const isl::set &Stops = nearest(Band).Stops;
    EndsWithStrips.push_back(computesBeside(Band) &&
                             (Stops.is_null() || !Stops.is_empty().is_true()));
  }
  Before = After = Starts = F.number(0);
  Accesses.assign(Plan.Levels.size(), Before);
}

/// What moves into memory number \p Memory and out of it, of which nothing is
/// known where the machine has no such memory.
TransferEngine CostFormulas::engineOf(unsigned Memory) const {
  TransferEngine Result;
  if (Memory < M.Memories.size())
    Result = M.Memories[Memory].Engine;
  Result.BytesPerCycle = std::max(Result.BytesPerCycle, 1u);
  return Result;
}

/// The bytes that would take as long as a transfer of none.
int64_t CostFormulas::bytesPerRun(unsigned Memory) const {
  TransferEngine Engine = engineOf(Memory);
  return int64_t(Engine.Latency) * Engine.BytesPerCycle + Engine.Align - 1;
}

bool CostFormulas::costsRuns() const {
  return any_of(seq<unsigned>(0, Plan.numMemories()),
                [&](unsigned Memory) { return bytesPerRun(Memory) != 0; });
}

unsigned CostFormulas::named(StringRef Name) {
  if (auto Size = Constant.of(Name))
    return F.number(*Size);
  if (auto It = find(Sizes, Name); It != Sizes.end())
    return F.tileSize(It - Sizes.begin());
  if (auto It = find(Parameters, Name); It != Parameters.end())
    return F.parameter(It - Parameters.begin());
  return FormulaNode::None;
}

unsigned CostFormulas::trafficAt(unsigned Band, unsigned Memory) const {
  return Sizes.size() + 4 * (Band * Plan.numMemories() + Memory);
}

CostFormulas::Traffic CostFormulas::givenTraffic(unsigned Band,
                                                 unsigned Memory) {
  unsigned First = trafficAt(Band, Memory);
  return {F.real(F.tileSize(First)), F.real(F.tileSize(First + 1)),
          F.real(F.tileSize(First + 2)), F.real(F.tileSize(First + 3))};
}

/// The level of band number \p Band in the nearest memory.
const Level &CostFormulas::nearest(unsigned Band) const {
  const Level *Result = &Plan.Levels[Band];
  while (!Result->Inside.empty())
    Result = &Result->Inside.front();
  return *Result;
}

bool CostFormulas::computesBeside(unsigned Band) const {
  return M.CyclesPerAccess != 0 && nearest(Band).MayOverlap;
}

bool CostFormulas::isOfOverlap(const CountedSet &C) const {
  bool IsCounted = C.Kind == CountKind::Tiles ||
                   (C.Kind == CountKind::Strips && endsWithStrips(C.Level));
  return IsCounted && C.Memory == 0 && computesBeside(C.Level);
}

void CostFormulas::addIterations(const CountedSet &C, unsigned Number) {
  Number = F.real(Number);
  unsigned Index = C.Index, &Sum = Accesses[C.Level];
  int64_t PerIteration = Plan.Program->Statements[Index].Accesses.size();
  Sum = F.add(Sum, F.multiply(F.number(PerIteration), Number));
  if (!Rows)
    return;
  int64_t Compute =
      computesBeside(C.Level) ? 0 : M.CyclesPerAccess * PerIteration;
  for (auto [Into, Cycles] : {std::pair(&Before, Rows->Before[Index]),
                              std::pair(&After, Rows->After[Index])})
    *Into = F.add(*Into, F.multiply(F.number(Compute + Cycles), Number));
  unsigned Length = named(Rows->Lengths[Index]);
  if (Length != FormulaNode::None && Rows->Starts[Index] != 0)
    Starts = F.add(
        Starts,
        F.divide(F.multiply(F.number(Rows->Starts[Index]), Number), Length));
}

unsigned CostFormulas::cyclesApart() {
  unsigned All = F.number(0);
  for (unsigned Band = 0; Band < Accesses.size(); ++Band)
    if (!computesBeside(Band))
      All = F.add(All, Accesses[Band]);
  return F.multiply(F.number(Scale * M.CyclesPerAccess), All);
}

unsigned CostFormulas::cyclesIn(unsigned Band, unsigned Memory,
                                const Traffic &Here) {
  unsigned Cost = F.multiply(
      F.number(Scale / engineOf(Memory).BytesPerCycle),
      F.add(Here.Bytes, F.multiply(F.number(bytesPerRun(Memory)), Here.Runs)));
  if (Memory > 0 || !computesBeside(Band))
    return Cost;
  unsigned Compute =
      F.multiply(F.number(Scale * M.CyclesPerAccess), Accesses[Band]);
  unsigned Share =
      F.divide(F.min(Cost, Compute), F.max(Here.Tiles, F.number(1)));
  return F.add(F.max(Cost, Compute),
               F.multiply(F.max(Here.Ends, F.number(1)), Share));
}

std::vector<int> CostFormulas::loops() const {
  std::vector<int> Result;
  if (Rows)
    for (const std::string &Name : Rows->Sizes) {
      auto Size = find(Sizes, Name);
      if (Name.empty() || Size != Sizes.end())
        Result.push_back(Name.empty() ? -1 : Size - Sizes.begin());
    }
  return Result;
}

/// The formulas of the parameters of \p Space; outer counters, which do not
/// change sizes, count as 0.
std::vector<unsigned> CostFormulas::variables(const isl::space &Space) {
  std::vector<unsigned> Result;
  for (unsigned P = 0; P < countOf(isl_space_dim(Space.get(), isl_dim_param));
       ++P) {
    unsigned Known =
        named(isl_space_get_dim_name(Space.get(), isl_dim_param, P));
    Result.push_back(Known == FormulaNode::None ? F.number(0) : Known);
  }
  return Result;
}

unsigned CostFormulas::floorOf(const QuasiAffineForm &Form,
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

Expected<unsigned> CostFormulas::formOf(const isl::aff &A) {
  auto Form = toQuasiAffineForm(A);
  if (!Form)
    return createStringError("the size of a buffer has no formula");
  return floorOf(*Form,
                 variables(isl::manage(isl_aff_get_domain_space(A.get()))));
}

Expected<unsigned> CostFormulas::extentOf(const Extent &E) {
  unsigned Greatest = F.number(1);
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
  return E.RoundUpToPowerOfTwo ? F.powerOfTwo(Greatest) : Greatest;
}

/// The number of cells of the rows that \p P makes one of.
Expected<unsigned> CostFormulas::packedCells(const PackedForm &P) {
  PackedForm::Series Before = P.cellsBefore();
  auto Rows = extentOf(P.Count);
  auto Offset = formOf(Before.Offset);
  if (!Rows || !Offset)
    return joinErrors(Rows.takeError(), Offset.takeError());
  unsigned Times = F.add(F.multiply(F.number(Before.Factor), *Rows), *Offset);
  return F.max(F.number(1),
               F.divide(F.multiply(*Rows, Times), F.number(Before.Divisor)));
}

/// The modulus of the row that \p S makes of two.
Expected<unsigned> CostFormulas::slantedCells(const SlantedForm &S) {
  auto Stride = extentOf(S.Stride), Step = extentOf(S.Step),
       Count = extentOf(S.Count), Rest = extentOf(S.Rest);
  if (!Stride || !Step || !Count || !Rest)
    return joinErrors(joinErrors(Stride.takeError(), Step.takeError()),
                      joinErrors(Count.takeError(), Rest.takeError()));
  unsigned Before = F.subtract(*Count, F.number(1));
  return F.add(F.multiply(F.real(F.divideUp(*Stride, *Step)), F.real(Before)),
               F.real(*Rest));
}

/// The least number of cells of the choices.
Expected<unsigned> CostFormulas::cellsOf(const ModularMapping &Mapping) {
  unsigned Least = FormulaNode::None;
  const std::optional<PackedForm> &P = Mapping.Packed;
  const std::optional<SlantedForm> &S = Mapping.Slanted;
  for (const ModularMapping &Choice : Mapping.choices()) {
    unsigned Cells = F.number(1);
    for (unsigned R = 0; R < Choice.Moduli.size(); ++R) {
      if (P && R == P->Outer)
        continue;
      auto Size = P && R == P->Inner   ? packedCells(*P)
                  : S && R == S->Inner ? slantedCells(*S)
                  : S && R == S->Outer ? extentOf(S->Step)
                                       : extentOf(Choice.Moduli[R]);
      if (!Size)
        return Size;
      if (int64_t D = Choice.divisor(R); D != 1)
        Size = F.divide(F.add(*Size, F.number(D - 1)), F.number(D));
      Cells = F.multiply(Cells, F.real(*Size));
    }
    if (!Choice.Where.is_null()) {
      auto Where = formOf(Choice.Where);
      if (!Where)
        return Where;
      unsigned Holds = F.isNotNegative(*Where);
      Cells = F.add(F.multiply(F.real(Holds), Cells),
                    F.multiply(F.real(F.subtract(F.number(1), Holds)), Least));
    }
    Least = Least == FormulaNode::None ? Cells : F.min(Least, Cells);
  }
  return Least;
}

/// Whether a buffer with the context \p Context is used; one with divisions
/// counts as used.
Expected<unsigned> CostFormulas::useOf(const isl::set &Context) {
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

Expected<unsigned> CostFormulas::bytesOf(const LocalArray &L) {
  auto Use = useOf(L.UseContext);
  if (!Use)
    return Use;
  auto Cells = cellsOf(L.Mapping);
  if (!Cells)
    return Cells;
  int64_t Bytes = Plan.Program->Arrays[L.Transfers.Array].countedBytes();
  return F.where(*Use, F.multiply(F.number(Bytes), *Cells));
}

Expected<unsigned> CostFormulas::bytesIn(unsigned Memory) {
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

/// A number from which on no coordinate number \p K of \p Points is, in any
/// direction from 0; a size as large has one tile.
unsigned CostFormulas::reachOf(const isl::set &Points, unsigned K) {
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
    std::vector<unsigned> Variables = variables(Hull.get_space());
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

Expected<std::vector<unsigned>>
CostFormulas::largest(const RegionCounts &Counts) {
  std::vector<unsigned> Result(Sizes.size(), F.number(1));
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
      auto Name = find(Sizes, C.Of.Steps[Before + K].Parameter);
      if (Name == Sizes.end())
        continue;
      unsigned &Most = Result[Name - Sizes.begin()];
      Most = F.max(Most, reachOf(Points, L.B.Outer + K));
    }
  }
  return std::move(Result);
}
