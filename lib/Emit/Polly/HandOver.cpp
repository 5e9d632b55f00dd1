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
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
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
  /// \p OnHeap: which local arrays are.
  Change(polly::Scop &S, const PollyRegion &Region, const CopyPlan &Plan,
         std::vector<bool> OnHeap)
      : S(S), Region(Region), Plan(Plan), OnHeap(std::move(OnHeap)),
        Polly(S, Region, Plan) {}

  /// All local arrays may take \p Most bytes.
  LocalMemory run(std::optional<int64_t> Most);

private:
  const SCEV *formOf(const isl::aff &Form) const;
  const SCEV *sizeOf(const Extent &E) const;
  Value *bytesOf(const LocalBuffer &B, IRBuilder<> &Builder,
                 SCEVExpander &Expander);
  void limit(Value *Fits, IRBuilder<> &Builder);
  void allocate(std::optional<int64_t> Most);
  polly::ScopArrayInfo *onHeap(const LocalBuffer &B, Instruction *Pointer);
  void addBuffers();
  void addCopy(const CopyPhase &Copy);
  void redirect();

  polly::Scop &S;
  const PollyRegion &Region;
  const CopyPlan &Plan;
  std::vector<bool> OnHeap;
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
  auto IsInside = [&](const SCEV *Part) {
    if (auto *Unknown = dyn_cast<SCEVUnknown>(Part)) {
      auto *I = dyn_cast<Instruction>(Unknown->getValue());
      return I && S.contains(I);
    }
    auto *Recurrence = dyn_cast<SCEVAddRecExpr>(Part);
    return Recurrence && S.contains(Recurrence->getLoop()->getLoopLatch());
  };
  return all_of(Region.Parameters, [&](const auto &Known) {
    return !isMentioned(Known.first, Plan) ||
           !SCEVExprContains(valueOf(Known.second, *S.getSE()), IsInside);
  });
}

/// The type of the sizes of memory.
static Type *addressType(const polly::Scop &S) {
  return S.getFunction().getDataLayout().getIntPtrType(
      S.getFunction().getContext());
}

/// The most bytes that one object may have where sizes are of type \p Address.
static int64_t largestSize(const Type *Address) {
  return maxIntN(std::min(64u, Address->getIntegerBitWidth()));
}

static uint64_t elementBytes(const polly::Scop &S, const PollyRegion &Region,
                             const LocalBuffer &B) {
  return S.getFunction().getDataLayout().getTypeAllocSize(
      Region.Arrays[B.Array]->getElementType());
}

/// The bytes of \p B, if all its extents are constants; where they are more
/// than there are numbers for, the largest number.
static std::optional<int64_t> constantBytes(const polly::Scop &S,
                                            const PollyRegion &Region,
                                            const LocalBuffer &B) {
  uint64_t Bytes = elementBytes(S, Region, B);
  for (const Extent &E : B.Extents) {
    std::optional<int64_t> Constant = E.constant();
    if (!Constant)
      return std::nullopt;
    Bytes = SaturatingMultiply<uint64_t>(Bytes, *Constant);
  }
  return std::min<uint64_t>(Bytes, INT64_MAX);
}

/// The bytes of the arrays of \p Plan whose size is constant.
static int64_t constantBytes(const polly::Scop &S, const PollyRegion &Region,
                             const CopyPlan &Plan) {
  uint64_t Sum = 0;
  for (const LocalBuffer &B : Plan.Buffers)
    Sum = std::min<uint64_t>(Sum + constantBytes(S, Region, B).value_or(0),
                             INT64_MAX);
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
Value *Change::bytesOf(const LocalBuffer &B, IRBuilder<> &Builder,
                       SCEVExpander &Expander) {
  if (std::optional<int64_t> Constant = constantBytes(S, Region, B))
    return Builder.getInt64(*Constant);
  Value *Bytes = Builder.getInt64(elementBytes(S, Region, B));
  for (const Extent &E : B.Extents) {
    Value *Size = Expander.expandCodeFor(sizeOf(E), Builder.getInt64Ty(),
                                         Builder.GetInsertPoint());
    Value *Product = Builder.CreateBinaryIntrinsic(
        Intrinsic::umul_with_overflow, Bytes, Size);
    Bytes = Builder.CreateExtractValue(Product, 0);
    limit(Builder.CreateNot(Builder.CreateExtractValue(Product, 1)), Builder);
  }
  return Bytes;
}

/// Memory can be had only if \p Fits.
void Change::limit(Value *Fits, IRBuilder<> &Builder) {
  Memory.Fits = Memory.Fits ? Builder.CreateAnd(Memory.Fits, Fits) : Fits;
}

/// Memory for the arrays that are not on the stack, and whether all arrays fit
/// into \p Most bytes: sizes are numbers that addresses can tell apart, and
/// that do not overflow when they are added up.
void Change::allocate(std::optional<int64_t> Most) {
  Type *Address = addressType(S);
  int64_t Largest = largestSize(Address) / int64_t(OnHeap.size());
  IRBuilder<> Builder(S.getEnteringBlock()->getTerminator());
  SCEVExpander Expander(*S.getSE(), "stevedore");
  Value *Sum = Builder.getInt64(0);
  std::vector<Value *> Sizes;
  for (auto [B, IsOnHeap] : zip(Plan.Buffers, OnHeap)) {
    if (!IsOnHeap)
      continue;
    Sizes.push_back(bytesOf(B, Builder, Expander));
    if (constantBytes(S, Region, B))
      continue;
    limit(Builder.CreateICmpULE(Sizes.back(), Builder.getInt64(Largest)),
          Builder);
    Sum = Builder.CreateAdd(Sum, Sizes.back());
  }
  if (Most && Memory.Fits)
    limit(Builder.CreateICmpSLE(
              Sum, Builder.getInt64(*Most - constantBytes(S, Region, Plan)),
              "fits"),
          Builder);
  auto Size = Sizes.begin();
  for (auto [B, IsOnHeap] : zip(Plan.Buffers, OnHeap))
    if (IsOnHeap)
      Memory.Pointers.push_back(Builder.CreateMalloc(
          Address, Builder.getInt8Ty(), ConstantInt::get(Address, 1),
          Builder.CreateZExtOrTrunc(*Size++, Address), {}, nullptr, B.Name));
}

/// The array of \p B at \p Pointer.
polly::ScopArrayInfo *Change::onHeap(const LocalBuffer &B,
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
  for (auto [B, IsOnHeap] : zip(Plan.Buffers, OnHeap)) {
    if (IsOnHeap) {
      Buffers.push_back(onHeap(B, *Pointer++));
      continue;
    }
    std::vector<unsigned> Sizes;
    for (const Extent &E : B.Extents)
      Sizes.push_back(*E.constant());
    Buffers.push_back(S.createScopArrayInfo(
        Region.Arrays[B.Array]->getElementType(), B.Name, Sizes));
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
  if (is_contained(OnHeap, true))
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

/// Which arrays of \p Plan are on the heap: all that grow, and others once
/// \p Stack bytes are taken.
static std::vector<bool> onHeap(const polly::Scop &S, const PollyRegion &Region,
                                const CopyPlan &Plan, int64_t &Stack) {
  std::vector<bool> Result;
  for (const LocalBuffer &B : Plan.Buffers) {
    std::optional<int64_t> Bytes = constantBytes(S, Region, B);
    Result.push_back(!Bytes || *Bytes > Stack);
    if (!Result.back())
      Stack -= *Bytes;
  }
  return Result;
}

/// Errors: \p S cannot have memory of the heap for the arrays of \p Plan that
/// are \p OnHeap.
static Error testHeap(polly::Scop &S, const PollyRegion &Region,
                      const CopyPlan &Plan, const std::vector<bool> &OnHeap) {
  Type *Address = addressType(S);
  const DataLayout &DL = S.getFunction().getDataLayout();
  const Function *Known = S.getFunction().getParent()->getFunction("malloc");
  if (Known && (Known->arg_size() != 1 || Known->isVarArg() ||
                Known->getArg(0)->getType() != Address))
    return createStringError("its local arrays are too large for the stack, "
                             "and 'malloc' is another function here");
  for (auto [B, IsOnHeap] : zip(Plan.Buffers, OnHeap)) {
    if (!IsOnHeap)
      continue;
    if (DL.getABITypeAlign(Region.Arrays[B.Array]->getElementType()) >
        2 * DL.getPointerSize())
      return createStringError("its local arrays are too large for the stack, "
                               "and their elements have to be aligned to more "
                               "than the heap is");
    if (constantBytes(S, Region, B).value_or(0) > largestSize(Address))
      return createStringError("its local arrays are larger than the memory: "
                               "make tiles smaller");
  }
  return Error::success();
}

Expected<LocalMemory> stevedore::handOver(polly::Scop &S,
                                          const PollyRegion &Region,
                                          const CopyPlan &Plan, RegionInfo &RI,
                                          LocalLimits &Most) {
  int64_t Bytes = constantBytes(S, Region, Plan);
  if (Most.Region && Bytes > *Most.Region)
    return createStringError("its local arrays take " + Twine(Bytes) +
                             " bytes, and at most " + Twine(*Most.Region) +
                             " are allowed: make tiles smaller");
  int64_t Stack = Most.Stack;
  std::vector<bool> OnHeap = onHeap(S, Region, Plan, Stack);
  if (is_contained(OnHeap, true)) {
    if (Error E = testHeap(S, Region, Plan, OnHeap))
      return E;
    if (!haveValues(Region, S, Plan))
      return createStringError("a local array grows with a value that is in no "
                               "register before it");
    if (!hasBlockBefore(S, RI))
      return createStringError("the region has several ways in");
  }
  Most.Stack = Stack;
  return Change(S, Region, Plan, std::move(OnHeap)).run(Most.Region);
}

LocalAlignments::LocalAlignments(const PollyRegion &Region,
                                 const CopyPlan &Plan) {
  for (auto [Theirs, To] : zip(Region.Accesses, Plan.Redirected))
    for (auto [A, Local] : zip(Theirs, To)) {
      Instruction *I = A->getAccessInstruction();
      if (!Local || !I)
        continue;
      Align Most = I->getDataLayout().getABITypeAlign(A->getElementType());
      if (getLoadStoreAlignment(I) <= Most)
        continue;
      Before.emplace_back(I, getLoadStoreAlignment(I));
      setLoadStoreAlignment(I, Most);
    }
}

LocalAlignments::~LocalAlignments() {
  for (auto [I, Claimed] : Before)
    setLoadStoreAlignment(I, Claimed);
}

BranchInst *stevedore::choiceBefore(const polly::Scop &S) {
  const BasicBlock *Last = S.getEnteringBlock();
  if (Last && Last->getSingleSuccessor())
    Last = Last->getSinglePredecessor();
  auto *Choice = Last ? dyn_cast<BranchInst>(Last->getTerminator()) : nullptr;
  if (!Choice || !Choice->isConditional())
    return nullptr;
  return const_cast<BranchInst *>(Choice);
}

void stevedore::releaseMemory(polly::Scop &S, const LocalMemory &Memory) {
  if (Memory.Pointers.empty())
    return;
  BranchInst *Choice = choiceBefore(S);
  if (!Choice)
    report_fatal_error("Polly's loops have no test before them");
  IRBuilder<> Before(Choice);
  Value *Runs = Choice->getCondition();
  if (Memory.Fits)
    Runs = Before.CreateLogicalAnd(Runs, Memory.Fits);
  for (CallInst *Pointer : Memory.Pointers) {
    Value *Size = Pointer->getArgOperand(0);
    Pointer->setArgOperand(
        0,
        Before.CreateSelect(Runs, Size, ConstantInt::get(Size->getType(), 0)));
  }
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
