//===- HandOver.cpp - Flat orders for Polly -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanInPolly.h"
#include "polly/ScopInfo.h"
#include "polly/Support/ScopHelper.h"
#include "stevedore/Emit/Polly/CopyPlan.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/RegionInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "isl/aff.h"
#include "isl/id.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "isl/val.h"

using namespace llvm;
using namespace stevedore;

namespace {

/// Changes one region of Polly's.
class Change {
public:
  Change(polly::Scop &S, const PollyRegion &Region, const CopyPlan &Plan)
      : S(S), Region(Region), Plan(Plan), Polly(S, Region, Plan) {}

  LocalMemory run(std::optional<int64_t> Most);

private:
  const SCEV *formOf(const isl::aff &Form) const;
  const SCEV *sizeOf(const Extent &E) const;
  const SCEV *bytesOf(const LocalBuffer &B) const;
  void allocate(std::optional<int64_t> Most);
  polly::ScopArrayInfo *growing(const LocalBuffer &B, Instruction *Pointer);
  void addBuffers();
  void addCopy(const CopyPhase &Copy);
  void redirect();

  polly::Scop &S;
  const PollyRegion &Region;
  const CopyPlan &Plan;
  PlanInPolly Polly;
  std::vector<polly::ScopArrayInfo *> Buffers;
  LocalMemory Memory;
  isl::union_map Times;
};

/// Gives the counters of loops around a region the names that they have there,
/// so that no instruction is added to a loop whose end may be in the region:
/// what is defined there has one value for the old loops only.
class WithCounters : public SCEVRewriteVisitor<WithCounters> {
public:
  using SCEVRewriteVisitor::SCEVRewriteVisitor;
  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *Recurrence);
};

} // namespace

/// \p Recurrence by way of \p Counter, which SCEV \p Known is the value of;
/// null: they are not as far apart, or from one constant, in all iterations.
static const SCEV *inTermsOf(ScalarEvolution &SE,
                             const SCEVAddRecExpr *Recurrence,
                             const SCEV *Known, const SCEV *Counter) {
  const Loop *L = Recurrence->getLoop();
  const SCEV *Distance = SE.getMinusSCEV(Recurrence, Known);
  if (SE.isLoopInvariant(Distance, L))
    return SE.getAddExpr(Counter, Distance);
  const SCEV *Sum = SE.getAddExpr(Recurrence, Known);
  return SE.isLoopInvariant(Sum, L) ? SE.getMinusSCEV(Sum, Counter) : nullptr;
}

const SCEV *WithCounters::visitAddRecExpr(const SCEVAddRecExpr *Recurrence) {
  Type *Wanted = Recurrence->getType();
  for (PHINode &Phi : Recurrence->getLoop()->getHeader()->phis()) {
    if (!Phi.getType()->isIntegerTy() || !Wanted->isIntegerTy())
      continue;
    const SCEV *Known = SE.getSCEV(&Phi), *Counter = SE.getUnknown(&Phi);
    if (const SCEV *Found =
            inTermsOf(SE, Recurrence, SE.getTruncateOrZeroExtend(Known, Wanted),
                      SE.getTruncateOrZeroExtend(Counter, Wanted)))
      return visit(Found);
    if (const SCEV *Found =
            inTermsOf(SE, Recurrence, SE.getTruncateOrSignExtend(Known, Wanted),
                      SE.getTruncateOrSignExtend(Counter, Wanted)))
      return visit(Found);
  }
  return Recurrence;
}

/// The value of \p Parameter before the region.
static const SCEV *valueOf(const isl::id &Parameter, ScalarEvolution &SE) {
  auto *Value = static_cast<const SCEV *>(isl_id_get_user(Parameter.get()));
  return WithCounters(SE).visit(Value);
}

/// Whether some extent of \p Plan grows with \p Parameter.
static bool isMentioned(StringRef Parameter, const CopyPlan &Plan) {
  auto Mentions = [&](const isl::aff &Form) {
    int At = isl_aff_find_dim_by_name(Form.get(), isl_dim_param,
                                      Parameter.str().c_str());
    return At >= 0 && isl_aff_involves_dims(Form.get(), isl_dim_param, At, 1) ==
                          isl_bool_true;
  };
  return any_of(Plan.Buffers, [&](const LocalBuffer &B) {
    return any_of(B.Extents, [&](const Extent &E) {
      return any_of(E.MaxOfMins, [&](const std::vector<isl::aff> &Forms) {
        return any_of(Forms, Mentions);
      });
    });
  });
}

/// Whether all parameters that extents of \p Plan grow with have values that no
/// instruction in \p S has to be added for.
static bool haveValues(const PollyRegion &Region, polly::Scop &S,
                       const CopyPlan &Plan) {
  auto EndsInside = [&](const SCEV *Part) {
    auto *Recurrence = dyn_cast<SCEVAddRecExpr>(Part);
    return Recurrence && S.contains(Recurrence->getLoop()->getLoopLatch());
  };
  return all_of(Region.Parameters, [&](const auto &Known) {
    return !isMentioned(Known.first, Plan) ||
           !SCEVExprContains(valueOf(Known.second, *S.getSE()), EndsInside);
  });
}

static uint64_t elementBytes(const polly::Scop &S, const PollyRegion &Region,
                             const LocalBuffer &B) {
  return S.getFunction().getDataLayout().getTypeAllocSize(
      Region.Arrays[B.Array]->getElementType());
}

/// The extents of \p B, if all of them are constants.
static std::optional<std::vector<unsigned>>
constantSizes(const LocalBuffer &B) {
  std::vector<unsigned> Result;
  for (const Extent &E : B.Extents) {
    std::optional<int64_t> Constant = E.constant();
    if (!Constant)
      return std::nullopt;
    Result.push_back(*Constant);
  }
  return Result;
}

/// The bytes of the arrays of \p Plan whose size is constant.
static int64_t constantBytes(const polly::Scop &S, const PollyRegion &Region,
                             const CopyPlan &Plan) {
  int64_t Sum = 0;
  for (const LocalBuffer &B : Plan.Buffers)
    if (auto Sizes = constantSizes(B)) {
      int64_t Bytes = elementBytes(S, Region, B);
      for (unsigned Size : *Sizes)
        Bytes *= Size;
      Sum += Bytes;
    }
  return Sum;
}

/// \p Form as a number of 64 bits.
const SCEV *Change::formOf(const isl::aff &Form) const {
  ScalarEvolution &SE = *S.getSE();
  Type *Long = Type::getInt64Ty(SE.getContext());
  auto Number = [&](const isl::val &V) {
    return SE.getConstant(Long, isl_val_get_num_si(V.get()), true);
  };
  const SCEV *Sum = Number(isl::manage(isl_aff_get_constant_val(Form.get())));
  for (unsigned K = 0; K < countOf(isl_aff_dim(Form.get(), isl_dim_param));
       ++K) {
    isl::val Factor =
        isl::manage(isl_aff_get_coefficient_val(Form.get(), isl_dim_param, K));
    if (Factor.is_zero().is_true())
      continue;
    const isl::id &Id = Region.Parameters.at(
        isl_aff_get_dim_name(Form.get(), isl_dim_param, K));
    Sum = SE.getAddExpr(
        Sum, SE.getMulExpr(Number(Factor),
                           SE.getTruncateOrSignExtend(valueOf(Id, SE), Long)));
  }
  return Sum;
}

const SCEV *Change::sizeOf(const Extent &E) const {
  ScalarEvolution &SE = *S.getSE();
  const SCEV *Most = SE.getConstant(Type::getInt64Ty(SE.getContext()), 1);
  for (const std::vector<isl::aff> &Forms : E.MaxOfMins) {
    SmallVector<const SCEV *, 4> Least;
    for (const isl::aff &Form : Forms)
      Least.push_back(formOf(Form));
    Most = SE.getSMaxExpr(Most, SE.getSMinExpr(Least));
  }
  return Most;
}

/// The bytes of \p B in 64 bits.
const SCEV *Change::bytesOf(const LocalBuffer &B) const {
  ScalarEvolution &SE = *S.getSE();
  const SCEV *Bytes = SE.getConstant(Type::getInt64Ty(SE.getContext()),
                                     elementBytes(S, Region, B));
  for (const Extent &E : B.Extents)
    Bytes = SE.getMulExpr(Bytes, sizeOf(E));
  return Bytes;
}

/// The sum of the bytes of arrays that grow, and of \p Constant ones, is at
/// most \p Most, for values \p Sizes of the ones that grow.
static Value *fitsInto(IRBuilder<> &Builder, ArrayRef<Value *> Sizes,
                       int64_t Constant, int64_t Most) {
  Value *Sum = Builder.getInt64(Constant);
  for (Value *Size : Sizes)
    Sum = Builder.CreateAdd(Sum, Size);
  return Builder.CreateICmpSLE(Sum, Builder.getInt64(Most), "fits");
}

/// Memory for the arrays that grow, whose size Polly does not know how to
/// allocate, and whether all arrays fit into \p Most bytes.
void Change::allocate(std::optional<int64_t> Most) {
  ScalarEvolution &SE = *S.getSE();
  Type *Long = Type::getInt64Ty(SE.getContext());
  std::vector<const LocalBuffer *> Growing;
  for (const LocalBuffer &B : Plan.Buffers)
    if (!constantSizes(B))
      Growing.push_back(&B);
  if (Growing.empty())
    return;
  Instruction *At = S.getEnteringBlock()->getTerminator();
  SCEVExpander Expander(SE, "stevedore");
  std::vector<Value *> Sizes;
  for (const LocalBuffer *B : Growing)
    Sizes.push_back(Expander.expandCodeFor(bytesOf(*B), Long, At));
  IRBuilder<> Builder(At);
  if (Most)
    Memory.Fits =
        fitsInto(Builder, Sizes, constantBytes(S, Region, Plan), *Most);
  for (auto [B, Size] : zip(Growing, Sizes))
    Memory.Pointers.push_back(
        Builder.CreateMalloc(Long, Type::getInt8Ty(SE.getContext()),
                             Builder.getInt64(1), Size, nullptr, B->Name));
}

/// The array of \p B at \p Pointer.
polly::ScopArrayInfo *Change::growing(const LocalBuffer &B,
                                      Instruction *Pointer) {
  std::vector<const SCEV *> Sizes = {nullptr};
  for (const Extent &E : drop_begin(B.Extents))
    Sizes.push_back(sizeOf(E));
  return S.getOrCreateScopArrayInfo(
      Pointer, Region.Arrays[B.Array]->getElementType(), Sizes,
      polly::MemoryKind::Array, B.Name.c_str());
}

void Change::addBuffers() {
  auto Pointer = Memory.Pointers.begin();
  for (const LocalBuffer &B : Plan.Buffers) {
    auto Extents = constantSizes(B);
    if (!Extents) {
      Buffers.push_back(growing(B, *Pointer++));
      continue;
    }
    polly::ScopArrayInfo *Local = S.createScopArrayInfo(
        Region.Arrays[B.Array]->getElementType(), B.Name, *Extents);
    int64_t Bytes = Local->getElemSizeInBytes();
    for (unsigned Extent : *Extents)
      Bytes *= Extent;
    Local->setIsOnHeap(Bytes > limits::StackBytes);
    Buffers.push_back(Local);
  }
}

void Change::addCopy(const CopyPhase &Copy) {
  const LocalBuffer &B = Plan.Buffers[Copy.Buffer];
  isl::map Element = Polly.translated(Copy.Element, isl::id(),
                                      Region.Arrays[B.Array]->getBasePtrId());
  isl::map Cell = Polly.translated(Copy.Element.apply_range(B.Cell), isl::id(),
                                   Buffers[Copy.Buffer]->getBasePtrId());
  polly::ScopStmt *Stmt = Copy.IsLoad
                              ? S.addScopStmt(Element, Cell, Element.domain())
                              : S.addScopStmt(Cell, Element, Element.domain());
  Times = Times.unite(isl::union_map(
      Polly.translated(Copy.Time, Stmt->getDomainId(), isl::id())));
}

void Change::redirect() {
  Polly.eachRedirected([&](polly::MemoryAccess &A, unsigned Local,
                           const isl::map &Cells) {
    A.setNewAccessRelation(Polly.translated(Cells,
                                            A.getStatement()->getDomainId(),
                                            Buffers[Local]->getBasePtrId()));
  });
}

LocalMemory Change::run(std::optional<int64_t> Most) {
  Times = Polly.times();
  allocate(Most);
  addBuffers();
  for (const CopyPhase &Copy : Plan.Copies)
    addCopy(Copy);
  redirect();
  S.setScheduleTree(Polly.order(Times));
  S.markAsOptimized();
  return std::move(Memory);
}

/// Gives \p S a block before it that leads nowhere else; false: it has several
/// ways in.
static bool hasBlockBefore(polly::Scop &S, RegionInfo &RI) {
  polly::simplifyRegion(&S.getRegion(), S.getDT(), S.getLI(), &RI);
  BasicBlock *Entering = S.getEnteringBlock();
  if (!Entering || Entering->getSingleSuccessor())
    return Entering != nullptr;
  BasicBlock *Entry = S.getRegion().getEntry();
  BasicBlock *Before = SplitEdge(Entering, Entry, S.getDT(), S.getLI());
  Region *Around = RI.getRegionFor(Entering);
  for (; Around->getExit() == Entry; Around = Around->getParent())
    Around->replaceExit(Before);
  RI.setRegionFor(Before, Around);
  return true;
}

Expected<LocalMemory> stevedore::handOver(polly::Scop &S,
                                          const PollyRegion &Region,
                                          const CopyPlan &Plan, RegionInfo &RI,
                                          std::optional<int64_t> Most) {
  int64_t Bytes = constantBytes(S, Region, Plan);
  if (Most && Bytes > *Most)
    return createStringError("its local arrays take " + Twine(Bytes) +
                             " bytes, and at most " + Twine(*Most) +
                             " are allowed: make tiles smaller");
  if (!all_of(Plan.Buffers, constantSizes)) {
    if (!haveValues(Region, S, Plan))
      return createStringError("a local array grows with the counter of a loop "
                               "around it, which is in no register");
    if (!hasBlockBefore(S, RI))
      return createStringError("the region has several ways in");
  }
  return Change(S, Region, Plan).run(Most);
}

void stevedore::releaseMemory(polly::Scop &S, const LocalMemory &Memory) {
  if (Memory.Pointers.empty())
    return;
  BasicBlock *Fork = Memory.Pointers.front()->getParent()->getSingleSuccessor();
  auto *Choice = cast<BranchInst>(Fork->getTerminator());
  IRBuilder<> Before(Choice);
  Value *Runs = Choice->getCondition();
  if (Memory.Fits)
    Runs = Before.CreateAnd(Runs, Memory.Fits);
  for (CallInst *Pointer : Memory.Pointers)
    Pointer->setArgOperand(0,
                           Before.CreateSelect(Runs, Pointer->getArgOperand(0),
                                               Before.getInt64(0)));
  for (CallInst *Pointer : Memory.Pointers) {
    Pointer->moveBefore(Choice->getIterator());
    Runs = Before.CreateAnd(Runs, Before.CreateIsNotNull(Pointer));
  }
  Choice->setCondition(Runs);
  BasicBlock *Merge = S.getRegion().getExit();
  IRBuilder<> After(Merge, Merge->getFirstInsertionPt());
  for (CallInst *Pointer : Memory.Pointers)
    After.CreateFree(Pointer);
}

void stevedore::withdrawMemory(const LocalMemory &Memory) {
  for (CallInst *Pointer : Memory.Pointers)
    Pointer->eraseFromParent();
}
