//===- EntryChoice.cpp - Sizes at run time --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/EntryChoice.h"
#include "OriginalCost.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Plan/FixedSizes.h"
#include "stevedore/Plan/Sharing.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/set.h"
#include <map>
#include <numeric>

using namespace stevedore;
using namespace llvm;

namespace {

/// Writes the formulas.
class ChooserWriter {
public:
  ChooserWriter(const RegionPlan &Plan, const RegionCounts &Counts,
                const Machine &M, int64_t MostSteps,
                const std::optional<RowCosts> &Rows, bool CountsRuns)
      : Plan(Plan), Counts(Counts), M(M), MostSteps(MostSteps), Constant(Plan),
        F(Result.Formulas), Rows(Rows), CountsRuns(CountsRuns) {}

  Expected<SizeChooser> run();

private:
  const RegionPlan &Plan;
  const RegionCounts &Counts;
  const Machine &M;
  int64_t MostSteps;
  FixedSizes Constant;
  SizeChooser Result;
  FormulaTable &F;
  /// Sums of numbers of elements times bytes, of transfers and of tiles.
  struct Traffic {
    unsigned Moved, Runs, Tiles;
  };
  /// Of each memory.
  std::vector<Traffic> In;
  /// The accesses of all iterations, and cycles of those across rows.
  unsigned Accesses = 0;
  unsigned Before = 0, After = 0, Starts = 0;
  const std::optional<RowCosts> &Rows;
  bool CountsRuns;

  Error nameSizes();
  unsigned named(StringRef Name);
  unsigned namedOrZero(StringRef Name);
  Error addCounts();
  Error addCount(const RegionCount &C);
  void addAcrossRows(unsigned Index, unsigned Number);
  Expected<unsigned> formOf(const isl::aff &A);
  unsigned floorOf(const QuasiAffineForm &Form, ArrayRef<unsigned> Variables);
  Expected<unsigned> extentOf(const Extent &E);
  Expected<unsigned> cellsOf(const ModularMapping &Mapping);
  Expected<unsigned> useOf(const isl::set &Context);
  Expected<unsigned> bytesOf(const LocalArray &L);
  Expected<unsigned> bytesIn(unsigned Memory);
  Error addBuffers();
  Error addLargest();
  unsigned reachOf(const isl::set &Points, unsigned K);
  unsigned costIn(unsigned Memory, int64_t PerCycle);
  void addCost();
};

} // namespace

Error ChooserWriter::nameSizes() {
  for (const LevelPlace &Place : Plan.allLevels())
    for (const std::string &Name : Place.level().Tiles.SizeNames)
      if (!Constant.of(Name) && !is_contained(Result.Sizes, Name))
        Result.Sizes.push_back(Name);
  for (const Parameter &P : Plan.Program->Parameters)
    Result.Parameters.push_back(P.Name);
  if (Result.Sizes.empty() || Result.Sizes.size() > 16)
    return createStringError("from 1 to 16 sizes are chosen, not " +
                             Twine(Result.Sizes.size()));
  return Error::success();
}

/// The formula of the parameter or tile size \p Name; FormulaNode::None for
/// others.
unsigned ChooserWriter::named(StringRef Name) {
  if (auto Size = Constant.of(Name))
    return F.number(*Size);
  if (auto It = find(Result.Sizes, Name); It != Result.Sizes.end())
    return F.tileSize(It - Result.Sizes.begin());
  if (auto It = find(Result.Parameters, Name); It != Result.Parameters.end())
    return F.parameter(It - Result.Parameters.begin());
  return FormulaNode::None;
}

/// The same; outer counters, which do not change sizes, count as 0.
unsigned ChooserWriter::namedOrZero(StringRef Name) {
  unsigned Result = named(Name);
  return Result == FormulaNode::None ? F.number(0) : Result;
}

Error ChooserWriter::addCount(const RegionCount &C) {
  const Scop &S = *Plan.Program;
  CountKind Kind = C.Of.Kind;
  bool IsRun = Kind == CountKind::LoadRuns || Kind == CountKind::StoreRuns;
  bool IsElement = Kind == CountKind::Loads || Kind == CountKind::Stores;
  bool IsNeeded = IsElement || (Kind == CountKind::Iterations &&
                                (M.CyclesPerAccess != 0 || Rows));
  if (Kind == CountKind::Strips || (Kind == CountKind::Iterations && !IsNeeded))
    return Error::success();
  if (!C.Sum)
    return IsNeeded ? createStringError("the " + C.Of.text(Plan) +
                                        " have no closed form: " + C.WhyNot)
                    : Error::success();
  auto Sum = Counts.Sums.addFormula(
      F, *C.Sum, MostSteps, [&](StringRef Name) { return named(Name); });
  if (!Sum)
    return Sum.takeError();
  if (Rows && Kind == CountKind::Iterations)
    addAcrossRows(C.Of.Index, *Sum);
  int64_t Factor = 1;
  if (IsElement)
    Factor = std::max<int64_t>(S.Arrays[C.Of.Index].ElementBytes, 1);
  else if (Kind == CountKind::Iterations)
    Factor = S.Statements[C.Of.Index].Accesses.size();
  unsigned &Into = IsElement                       ? In[C.Of.Memory].Moved
                   : IsRun                         ? In[C.Of.Memory].Runs
                   : Kind == CountKind::Iterations ? Accesses
                                                   : In[C.Of.Memory].Tiles;
  Into = F.add(Into, F.multiply(F.number(Factor), *Sum));
  return Error::success();
}

/// The cycles of the iterations \p Number of statement number \p Index that no
/// size changes.
void ChooserWriter::addAcrossRows(unsigned Index, unsigned Number) {
  int64_t Compute = int64_t(M.CyclesPerAccess) *
                    Plan.Program->Statements[Index].Accesses.size();
  Number = F.real(Number);
  for (auto [Into, Cycles] : {std::pair(&Before, Rows->Before[Index]),
                              std::pair(&After, Rows->After[Index])})
    *Into = F.add(*Into, F.multiply(F.number(Compute + Cycles), Number));
  unsigned Length = named(Rows->Lengths[Index]);
  if (Length != FormulaNode::None && Rows->Starts[Index] != 0)
    Starts = F.add(
        Starts,
        F.divide(F.multiply(F.number(Rows->Starts[Index]), Number), Length));
}

/// Transfers count where all of them have a closed form.
Error ChooserWriter::addCounts() {
  Accesses = Before = After = Starts = F.number(0);
  In.assign(Plan.numMemories(), {F.number(0), F.number(0), F.number(0)});
  bool HasRuns = true;
  for (const RegionCount &C : Counts.Counts) {
    bool IsRun =
        C.Of.Kind == CountKind::LoadRuns || C.Of.Kind == CountKind::StoreRuns;
    if (IsRun && !CountsRuns)
      continue;
    HasRuns &= C.Sum || !IsRun;
    if (Error E = addCount(C))
      return E;
  }
  for (Traffic &Here : In)
    Here.Runs = HasRuns ? Here.Runs : F.number(0);
  return Error::success();
}

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
    Result.MostLocalBytes += Memory < In.size() ? Bytes : 0;
  for (unsigned Memory = 0; Memory < In.size(); ++Memory) {
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

/// What moves into memory number \p Memory and out of it, whose engine is known
/// of the machine's memories.
static TransferEngine engineOf(const Machine &M, unsigned Memory) {
  TransferEngine Result;
  if (Memory < M.Memories.size())
    Result = M.Memories[Memory].Engine;
  Result.BytesPerCycle = std::max<int64_t>(Result.BytesPerCycle, 1);
  return Result;
}

/// \p PerCycle times the cycles of memory number \p Memory. What computes works
/// beside the nearest one.
unsigned ChooserWriter::costIn(unsigned Memory, int64_t PerCycle) {
  TransferEngine Engine = engineOf(M, Memory);
  const Traffic &Here = In[Memory];
  int64_t PerRun =
      int64_t(Engine.Latency) * Engine.BytesPerCycle + Engine.Align - 1;
  unsigned Cost =
      F.multiply(F.number(PerCycle / Engine.BytesPerCycle),
                 F.add(Here.Moved, F.multiply(F.number(PerRun), Here.Runs)));
  if (Plan.Decided.of(Memory).Order != OrderKind::Pipelined || Memory > 0 ||
      M.CyclesPerAccess == 0)
    return Cost;
  unsigned Compute =
      F.multiply(F.number(PerCycle * M.CyclesPerAccess), Accesses);
  unsigned Share =
      F.divide(F.min(Cost, Compute), F.max(Here.Tiles, F.number(1)));
  return F.add(F.max(Cost, Compute), Share);
}

/// Cycles times the common multiple of all bytesPerCycle: what SizeCosts
/// computes, less what no size changes.
void ChooserWriter::addCost() {
  int64_t PerCycle = 1;
  Result.Cost = Result.Bytes = Result.Transfers = F.number(0);
  for (unsigned Memory = 0; Memory < In.size(); ++Memory)
    PerCycle = std::lcm(PerCycle, int64_t(engineOf(M, Memory).BytesPerCycle));
  for (unsigned Memory = 0; Memory < In.size(); ++Memory) {
    Result.Bytes = F.add(Result.Bytes, In[Memory].Moved);
    Result.Transfers = F.add(Result.Transfers, In[Memory].Runs);
    Result.Cost = F.add(Result.Cost, costIn(Memory, PerCycle));
  }
  if (!Rows)
    return;
  Result.Cost = F.add(Result.Cost, F.multiply(F.number(PerCycle), Starts));
  Result.Before = F.multiply(F.number(PerCycle), Before);
  Result.After = F.multiply(F.number(PerCycle), After);
  for (const std::string &Name : Rows->Sizes) {
    auto Size = find(Result.Sizes, Name);
    if (Name.empty() || Size != Result.Sizes.end())
      Result.Loops.push_back(Name.empty() ? -1 : Size - Result.Sizes.begin());
  }
}

Expected<SizeChooser> ChooserWriter::run() {
  if (Error E = nameSizes())
    return std::move(E);
  if (Error E = addCounts())
    return std::move(E);
  if (Error E = addBuffers())
    return std::move(E);
  if (Error E = addLargest())
    return std::move(E);
  addCost();
  auto Largest = largestParameter(F);
  if (!Largest)
    return createStringError("costs do not fit 64 bits");
  Result.LargestParameter = *Largest;
  return std::move(Result);
}

Expected<SizeChooser> stevedore::sizeChooserOf(const RegionPlan &Plan,
                                               const RegionCounts &Counts,
                                               const Machine &M) {
  constexpr int64_t MostOperations =
      limits::EntryOperations / limits::EntryVectors;
  const std::optional<RowCosts> Rows = rowCosts(Plan, M);
  bool CountsRuns = true;
  for (int64_t Steps = limits::FormulaSteps;; Steps /= 2) {
    auto Result = ChooserWriter(Plan, Counts, M, Steps, Rows, CountsRuns).run();
    if (Rows && CountsRuns && Result &&
        Result->Formulas.size() > limits::EntryFormulas) {
      CountsRuns = false;
      Result = ChooserWriter(Plan, Counts, M, Steps, Rows, CountsRuns).run();
    }
    if (!Result || Steps <= 2 ||
        Result->costOrder().mostOperations() <= MostOperations)
      return Result;
  }
}
