//===- Model.cpp - Regions of LLVM IR -------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Frontend/Polly/Model.h"
#include "Names.h"
#include "polly/ScopInfo.h"
#include "stevedore/Scop/Text.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "isl/id.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/val.h"

using namespace llvm;
using namespace stevedore;

namespace {

/// Copies one region of Polly's into a context of its own.
class Modeller {
public:
  Modeller(polly::Scop &S, PollyRegion &Result)
      : S(S), Result(Result), Own(Result.Model->Ctx.get()) {}

  void addParameters();
  bool leaveRoom();
  void addContext();
  void addArrays();
  void addStatements();
  void findMovable();

private:
  isl::set own(const isl::set &Polly, StringRef Tuple = "") const;
  isl::map own(const isl::map &Polly, StringRef In, StringRef Out) const;
  isl_map *renamed(isl_map *Polly) const;
  isl::set extentOf(const polly::ScopArrayInfo &A, StringRef Name) const;
  void addAccess(polly::MemoryAccess &A, Statement &To);
  bool isSurelyAccessed(unsigned Number) const;

  polly::Scop &S;
  PollyRegion &Result;
  isl_ctx *Own;
  UniqueNames Names;
  std::map<const polly::ScopArrayInfo *, unsigned> Numbers;
  isl::union_map Times;
};

} // namespace

/// \p Polly, with the names of parameters that they have here.
isl_map *Modeller::renamed(isl_map *Polly) const {
  for (unsigned K = 0, E = countOf(isl_map_dim(Polly, isl_dim_param)); K < E;
       ++K) {
    isl::id Id = isl::manage(isl_map_get_dim_id(Polly, isl_dim_param, K));
    for (const auto &[Name, Of] : Result.Parameters)
      if (Of.get() == Id.get())
        Polly = isl_map_set_dim_name(Polly, isl_dim_param, K, Name.c_str());
  }
  return Polly;
}

isl::map Modeller::own(const isl::map &Polly, StringRef In,
                       StringRef Out) const {
  isl_map *M = renamed(Polly.copy());
  M = In.empty() ? isl_map_reset_tuple_id(M, isl_dim_in)
                 : isl_map_set_tuple_name(M, isl_dim_in, In.str().c_str());
  M = Out.empty() ? isl_map_reset_tuple_id(M, isl_dim_out)
                  : isl_map_set_tuple_name(M, isl_dim_out, Out.str().c_str());
  return isl::map(Own, toText(isl::manage(M)));
}

isl::set Modeller::own(const isl::set &Polly, StringRef Tuple) const {
  isl_set *Points = Polly.copy();
  if (isl_set_is_params(Points) == isl_bool_true)
    return own(isl::manage(isl_map_from_range(isl_set_from_params(Points))), "",
               "")
        .params();
  return own(isl::manage(isl_map_from_range(Points)), "", Tuple).range();
}

void Modeller::addParameters() {
  isl::space Space = S.getFullParamSpace();
  for (unsigned K = 0; K < countOf(Space.dim(isl::dim::param)); ++K) {
    isl::id Id =
        isl::manage(isl_space_get_dim_id(Space.get(), isl_dim_param, K));
    std::string Name = Names.take(nameOfParameter(
        static_cast<const SCEV *>(isl_id_get_user(Id.get())), Id.get_name()));
    Result.Parameters.emplace(Name, Id);
    Result.Model->Program.Parameters.push_back({Name});
  }
}

/// \p Context without what it says of the ranges of types, which would be in
/// every formula.
static isl::set withoutRanges(const isl::set &Context) {
  isl::set Result = isl::set::empty(Context.get_space());
  Context.foreach_basic_set([&](isl::basic_set Piece) -> isl::stat {
    isl::basic_set Kept = isl::basic_set::universe(Piece.get_space());
    if (isl_basic_set_dim(Piece.get(), isl_dim_div) != 0) {
      Result = Result.unite(isl::set(Piece));
      return isl::stat::ok();
    }
    for (const isl::constraint &C : constraintsOf(Piece)) {
      isl::val Constant = isl::manage(isl_constraint_get_constant_val(C.get()));
      if (isl_val_cmp_si(Constant.get(), limits::RangeConstant) < 0)
        Kept =
            isl::manage(isl_basic_set_add_constraint(Kept.release(), C.copy()));
    }
    Result = Result.unite(isl::set(Kept));
    return isl::stat::ok();
  });
  return Result;
}

/// Has Polly test that parameters leave room for what tiles compute.
bool Modeller::leaveRoom() {
  int Power = std::min(roomForParameters(Result.program(), 64), 48);
  if (Power < limits::ParameterPower)
    return false;
  isl::set Near = isl::set::universe(S.getFullParamSpace());
  isl::val Far(Near.ctx(), 1L << Power);
  for (unsigned K = 0; K < countOf(Near.dim(isl::dim::param)); ++K)
    Near = isl::manage(isl_set_upper_bound_val(
        isl_set_lower_bound_val(Near.release(), isl_dim_param, K,
                                Far.neg().release()),
        isl_dim_param, K, Far.copy()));
  if (S.getContext().is_subset(Near).is_true())
    return true;
  S.addAssumption(polly::WRAPPING, Near, DebugLoc(), polly::AS_ASSUMPTION,
                  S.getEntry());
  Result.Checked = Result.Checked.intersect(own(Near));
  return true;
}

/// What Polly assumes is tested before its loops run.
void Modeller::addContext() {
  isl::set Known = S.getContext().intersect(S.getAssumedContext());
  if (!S.hasTrivialInvalidContext())
    Known = Known.subtract(S.getInvalidContext());
  Result.Facts = own(S.getContext());
  Result.Checked = own(Known);
  Known = withoutRanges(Result.Checked);
  Result.Checked =
      Result.Checked.intersect(own(S.getBestKnownDefinedBehaviorContext()));
  if (unsigned(isl_set_n_basic_set(Known.get())) > limits::ContextPieces)
    Known = isl::set(isl::manage(isl_set_simple_hull(Known.release())));
  Result.Model->Program.Context = coalesced(Known);
}

/// The elements of a row of \p A, as far as Polly knows how many there are.
isl::set Modeller::extentOf(const polly::ScopArrayInfo &A,
                            StringRef Name) const {
  unsigned Rank = A.getNumberOfDimensions();
  isl_space *Space = isl_space_set_alloc(Own, 0, Rank);
  isl::set Extent = isl::set::universe(isl::manage(
      isl_space_set_tuple_name(Space, isl_dim_set, Name.str().c_str())));
  for (unsigned D = 1; D < Rank; ++D) {
    isl::pw_aff Size = A.getDimensionSizePw(D);
    if (Size.is_null())
      continue;
    // { [] -> [(size)] } as { [n] : n < size and n >= 0 }
    isl::set Below = own(isl::map::from_pw_aff(Size), "", "").range();
    isl::map Less =
        isl::manage(isl_map_universe(isl_space_alloc(Own, 0, 1, 1)));
    Less = isl::manage(
        isl_map_order_gt(Less.release(), isl_dim_in, 0, isl_dim_out, 0));
    Less =
        isl::manage(isl_map_lower_bound_si(Less.release(), isl_dim_out, 0, 0));
    isl_set *Row = isl_set_apply(Below.release(), Less.release());
    Row = isl_set_insert_dims(Row, isl_dim_set, 0, D);
    Row = isl_set_add_dims(Row, isl_dim_set, Rank - D - 1);
    Row = isl_set_set_tuple_name(Row, Name.str().c_str());
    Extent = Extent.intersect(isl::manage(Row));
  }
  return Extent;
}

void Modeller::addArrays() {
  Scop &Program = Result.Model->Program;
  for (const polly::ScopArrayInfo *A : S.arrays()) {
    Numbers[A] = Program.Arrays.size();
    Array New;
    New.Name = Names.take(A->isArrayKind() ? nameOfPointer(*A) : A->getName());
    New.Rank = A->getNumberOfDimensions();
    New.ElementBytes = A->getElemSizeInBytes();
    if (A->isArrayKind())
      New.Extent = extentOf(*A, New.Name);
    New.NoAlias = true;
    Program.Arrays.push_back(std::move(New));
    Result.Arrays.push_back(A);
  }
}

void Modeller::addAccess(polly::MemoryAccess &A, Statement &To) {
  Access New;
  New.Array = Numbers.at(A.getLatestScopArrayInfo());
  const Array &Of = Result.Model->Program.Arrays[New.Array];
  New.Relation = own(A.getLatestAccessRelation(), To.Name, Of.Name)
                     .intersect_domain(To.Domain)
                     .gist_params(Result.program().Context);
  New.Reads = A.isRead();
  New.MustWrites = A.isMustWrite();
  New.MayWrites = A.isMayWrite();
  if (!New.Relation.is_single_valued().is_true())
    for (unsigned D = 0; D < Of.Rank; ++D)
      New.Chosen.push_back(D);
  if (!New.Chosen.empty() && New.MustWrites)
    std::swap(New.MustWrites, New.MayWrites);
  if (A.isReductionLike())
    Result.Reductions.insert({Of.Name, A.getReductionOperatorStr()});
  To.Accesses.push_back(std::move(New));
  Result.Accesses.back().push_back(&A);
}

void Modeller::addStatements() {
  Scop &Program = Result.Model->Program;
  Times = isl::union_map::empty(Own);
  for (polly::ScopStmt &Stmt : S) {
    Statement New;
    New.Name = "S" + std::to_string(Program.Statements.size());
    New.Domain = own(Stmt.getDomain(), New.Name).gist_params(Program.Context);
    Times = Times.unite(isl::union_map(own(Stmt.getSchedule(), New.Name, "")));
    Result.Statements.push_back(&Stmt);
    Result.Accesses.emplace_back();
    for (polly::MemoryAccess *A : Stmt)
      addAccess(*A, New);
    for (const Instruction *I : Stmt.getInstructions())
      if (New.Line == 0 && I->getDebugLoc())
        New.Line = I->getDebugLoc().getLine();
    Program.Statements.push_back(std::move(New));
  }
  Times = Times.intersect_domain(Program.domain());
  Program.Order = scheduleTree(Program.domain(), Times);
}

/// Whether \p A claims at least the alignment that copies of its elements do.
static bool isAligned(const polly::MemoryAccess &A, const DataLayout &DL) {
  const Instruction *I = A.getAccessInstruction();
  return I && isa<LoadInst, StoreInst>(I) &&
         getLoadStoreAlignment(I) >= DL.getABITypeAlign(A.getElementType());
}

/// Whether \p A takes one whole element of its array, which one being decided
/// by the iteration.
static bool takesElement(const polly::MemoryAccess &A, const Access &Own,
                         const DataLayout &DL) {
  const polly::ScopArrayInfo *Array = A.getLatestScopArrayInfo();
  return A.isAffine() && Own.Chosen.empty() &&
         A.getElementType() == Array->getElementType() && isAligned(A, DL);
}

/// Whether \p A happens whenever its statement is executed: conditions on data
/// are inside statements.
static bool isCertain(const polly::MemoryAccess &A) {
  const polly::ScopStmt &Stmt = *A.getStatement();
  if (!Stmt.isRegionStmt())
    return true;
  const Instruction *I = A.getAccessInstruction();
  return I && Stmt.getParent()->getDT()->dominates(I->getParent(),
                                                   Stmt.getRegion()->getExit());
}

/// Whether all elements that are read under conditions on data are surely
/// accessed too, so that they exist; what is written under one is no element
/// that tiles may write as a whole, since another thread may.
bool Modeller::isSurelyAccessed(unsigned Number) const {
  const Scop &Program = Result.program();
  isl::union_set Certain = isl::union_set::empty(Own);
  isl::union_set Doubtful = Certain;
  for (auto [Stmt, Theirs] : zip(Program.Statements, Result.Accesses))
    for (auto [A, Polly] : zip(Stmt.Accesses, Theirs)) {
      if (A.Array != Number)
        continue;
      bool IsCertain = isCertain(*Polly);
      if (A.MayWrites || (A.MustWrites && !IsCertain))
        return false;
      isl::union_set &To = IsCertain ? Certain : Doubtful;
      To = To.unite(isl::union_set(A.Relation.range()));
    }
  return Doubtful.is_empty().is_true() ||
         Doubtful.intersect_params(Program.Context)
             .is_subset(Certain)
             .is_true();
}

void Modeller::findMovable() {
  const Scop &Program = Result.program();
  const DataLayout &DL = S.getFunction().getDataLayout();
  std::vector<bool> IsMovable;
  for (const polly::ScopArrayInfo *A : Result.Arrays)
    IsMovable.push_back(A->isArrayKind());
  for (auto [Stmt, Theirs] : zip(Program.Statements, Result.Accesses))
    for (auto [Own, A] : zip(Stmt.Accesses, Theirs))
      if (IsMovable[Own.Array] && !takesElement(*A, Own, DL))
        IsMovable[Own.Array] = false;
  for (unsigned K = 0; K < IsMovable.size(); ++K)
    if (IsMovable[K] && isSurelyAccessed(K))
      Result.Movable.push_back(Program.Arrays[K].Name);
}

Expected<PollyRegion> stevedore::modelRegion(polly::Scop &S,
                                             BudgetLimits Limits) {
  PollyRegion Result;
  Result.Model = std::make_unique<OwnedScop>();
  isl_ctx *Own = Result.Model->Ctx.get();
  Budget Limit(Own, Limits);
  Modeller M(S, Result);
  M.addParameters();
  M.addContext();
  M.addArrays();
  M.addStatements();
  if (!M.leaveRoom())
    return make_error<IslError>(IslError::Invalid,
                                "sums with its numbers may not fit in 64 bits");
  M.findMovable();
  if (auto Order = checked(Own, Result.program().Order, "the region"); !Order)
    return Order.takeError();
  return Result;
}

DebugLoc stevedore::locationOf(const polly::Scop &S) {
  for (const BasicBlock *Block : S.getRegion().blocks())
    for (const Instruction &I : *Block)
      if (DebugLoc Where = I.getDebugLoc())
        if (Where.getLine() != 0)
          return Where;
  return DebugLoc();
}
