//===- Regions.cpp - The regions of a function ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Regions.h"
#include "polly/CodeGen/CodeGeneration.h"
#include "polly/CodeGen/IslAst.h"
#include "polly/CodePreparation.h"
#include "stevedore/Emit/Polly/CopyPlan.h"
#include "stevedore/Frontend/Polly/Found.h"
#include "stevedore/Report/Report.h"
#include "stevedore/Report/Summary.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/RegionInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace stevedore;

namespace {

constexpr const char *PassName = "stevedore";

/// A region of Polly's with what the stages found.
struct Analysed {
  polly::Scop *S = nullptr;
  std::optional<PollyRegion> Region;
  RegionResult Result;
  /// What Polly's loops are made of, where they are to be made.
  std::optional<CopyPlan> Copies;
  /// Why the region stays as it is; empty: it does not.
  std::string WhyNot;
};

/// Takes the plan of a region for Polly's loops, as it was asked for, or else
/// one that Polly can express.
class PollyLoops : public PlanUser {
public:
  /// \p Wanted: what was asked for.
  PollyLoops(polly::Scop &S, const PollyRegion &Region, const Decisions &Wanted,
             double Seconds)
      : S(S), Region(Region), Wanted(Wanted), Seconds(Seconds) {}

  Error take(RegionResult &Result) override;
  std::optional<Decisions> coarserThan(const Decisions &Last, const Error &Why,
                                       std::string &Coarser) override;
  /// What Polly's loops are made of; none: there was no plan, or none that it
  /// can express.
  std::optional<CopyPlan> Copies;
  /// There was a plan.
  bool IsAsked = false;

private:
  polly::Scop &S;
  const PollyRegion &Region;
  const Decisions &Wanted;
  double Seconds;
  bool InHulls = false;
  bool WithoutReuse = false;
  bool InBoxes = false;
  BufferPlaces Places = BufferPlaces::Modular;

  std::string text() const;
};

/// The regions of a function that have been looked at, by the blocks that they
/// begin with; blocks that came later are those of new loops.
class KnownRegions {
public:
  explicit KnownRegions(const Function &F);

  /// How many bytes local arrays may have on the stack.
  const int64_t AllStack;
  /// How many are left.
  int64_t Stack;

  /// Whether no region has been looked at.
  bool isNew() const { return IsNew; }
  /// Whether the region that begins with \p Entry is to be looked at.
  bool isOpen(const BasicBlock *Entry) const { return Open.contains(Entry); }
  /// Whether the region that begins with \p Entry is to be looked at; it is
  /// known from then on.
  bool take(const BasicBlock *Entry) {
    IsNew = false;
    return Open.erase(Entry);
  }

private:
  DenseSet<const BasicBlock *> Open;
  bool IsNew = true;
};

/// The passes over one function, until it changes.
class FunctionRegions {
public:
  FunctionRegions(Function &F, FunctionAnalysisManager &FAM,
                  const PassSettings &Settings, KnownRegions &Known,
                  FunctionResult &Result)
      : F(F), Settings(Settings), Known(Known), Result(Result),
        RI(FAM.getResult<RegionInfoAnalysis>(F)),
        ORE(FAM.getResult<OptimizationRemarkEmitterAnalysis>(F)),
        Found(F, FAM, [&Known](const BasicBlock *Entry) {
          return Known.isOpen(Entry);
        }) {}

  /// Adds what became of regions that were not known; true: one may have
  /// changed, and there may be more.
  bool run();

private:
  Decisions decisionsFor(const PollyRegion &Region) const;
  void plan(Analysed &A) const;
  Analysed analyse(polly::Scop &S) const;
  void transform(Analysed &A);
  void process(polly::Scop &S);
  void remark(const Analysed &A) const;
  void remarkMissed() const;

  Function &F;
  const PassSettings &Settings;
  KnownRegions &Known;
  FunctionResult &Result;
  RegionInfo &RI;
  OptimizationRemarkEmitter &ORE;
  FoundRegions Found;
  bool IsTouched = false;
};

} // namespace

/// Whether calls of \p F, or of what it becomes a part of, may be active within
/// others, for all that is seen of it.
static bool mayRecurse(const Function &F) {
  if (F.hasFnAttribute(Attribute::AlwaysInline))
    return true;
  return !F.doesNotRecurse() &&
         any_of(instructions(F), [](const Instruction &I) {
           auto *Call = dyn_cast<CallBase>(&I);
           return Call && !isa<IntrinsicInst>(Call) &&
                  !Call->hasFnAttr(Attribute::NoCallback);
         });
}

KnownRegions::KnownRegions(const Function &F)
    : AllStack(mayRecurse(F) ? limits::RecursiveStackBytes
                             : limits::StackBytes),
      Stack(AllStack) {
  for (const BasicBlock &Block : F)
    Open.insert(&Block);
}

/// The place that remarks on \p S are about.
static const BasicBlock *blockOf(const polly::Scop &S) {
  return S.getRegion().getEntry();
}

/// What the plan does otherwise than it was asked; empty: nothing.
std::string PollyLoops::text() const {
  std::vector<StringRef> Parts;
  if (WithoutReuse)
    Parts.push_back("no reuse between tiles");
  if (InHulls)
    Parts.push_back("convex hulls as transfers");
  if (InBoxes)
    Parts.push_back("bounding boxes as buffers");
  return join(Parts, " and ");
}

/// \p Given, with the last of them for all that are not given.
static ConstantSizes forAllLoops(ConstantSizes Given) {
  unsigned Last = 0;
  for (const auto &[Of, Size] : Given)
    Last = Of.Number;
  for (unsigned K = Last + 1; Last != 0 && K <= limits::RegionStatements; ++K)
    Given.set(K, Given.of(Last));
  return Given;
}

/// What the pass decides about one region. Polly's loops know one local array for
/// each array and band.
Decisions FunctionRegions::decisionsFor(const PollyRegion &Region) const {
  Decisions O = Settings.Analysis.Decided;
  if (Settings.Transforms)
    O.TileSizes = forAllLoops(O.TileSizes);
  O.SplitArrays = O.ShareBuffers = false;
  std::vector<std::string> Movable;
  for (const std::string &Name : Region.Movable)
    if (!O.Buffers || is_contained(*O.Buffers, Name))
      Movable.push_back(Name);
  O.Buffers = Movable;
  return O;
}

/// Puts the mappings of whole arrays, which \p Plan has for those of \p Result,
/// in their places, with a remark on each.
static void showWholeArrays(const CopyPlan &Plan, RegionResult &Result) {
  auto Buffer = Plan.Buffers.begin();
  for (Level &T : Result.Plan.Levels)
    for (LocalArray &A : T.Arrays) {
      const LocalBuffer &B = *Buffer++;
      if (!B.IsWhole)
        continue;
      A.Mapping = ModularMapping();
      for (unsigned D = 0; D < B.Extents.size(); ++D) {
        A.Mapping.Matrix.emplace_back(B.Extents.size());
        A.Mapping.Matrix.back()[D] = 1;
      }
      A.Mapping.Moduli = B.Extents;
      A.Mapping.Method = "whole";
      Result.Remarks.push_back(
          {false, "array '" + Result.Plan.Program->Arrays[B.Array].Name +
                      "' has a place in local memory for each of its elements: "
                      "its buffer would fold by a modulus that grows with the "
                      "parameters"});
    }
}

Error PollyLoops::take(RegionResult &Result) {
  IsAsked = true;
  auto Plan = planCopies(Result.Plan, Places, Seconds);
  if (!Plan)
    return Plan.takeError();
  if (Error E = tryLoops(S, Region, *Plan, Seconds))
    return E;
  showWholeArrays(*Plan, Result);
  Copies = std::move(*Plan);
  return Error::success();
}

/// Buffers that fold by what grows with parameters are boxes, or else hold all
/// elements; transfers in too many pieces are hulls, or else those of each tile
/// by itself, exact ones first.
std::optional<Decisions> PollyLoops::coarserThan(const Decisions &Last,
                                                 const Error &Why,
                                                 std::string &Coarser) {
  Decisions Next = Last;
  if (!Why.isA<BufferError>()) {
    if (WithoutReuse && InHulls)
      return std::nullopt;
    WithoutReuse |= InHulls;
    InHulls = !InHulls;
  } else if (!InBoxes) {
    InBoxes = true;
  } else if (Places == BufferPlaces::Modular) {
    Places = BufferPlaces::Whole;
  } else {
    return std::nullopt;
  }
  Next.Transfers = InHulls ? TransferKind::Hull : Wanted.Transfers;
  Next.Reuse = WithoutReuse ? ReuseScope::none() : Wanted.Reuse;
  Next.Allocation = InBoxes ? AllocationKind::Box : Wanted.Allocation;
  Coarser = text();
  return Next;
}

/// Plans the region of \p A, as far as it is to be printed, and for Polly where
/// it is to have tiles. Polly tests at run time what may overlap.
void FunctionRegions::plan(Analysed &A) const {
  PipelineRequest Request = requestOf(Settings.Analysis);
  Request.Wanted.Last = std::min(Request.Wanted.Last, Step::Plan);
  TiledInput In(A.Region->program());
  In.IsMarked = false;
  Decisions Decided = decisionsFor(*A.Region);
  PollyLoops Loops(*A.S, *A.Region, Decided,
                   Request.Limits.Seconds * limits::LoopShare);
  A.Result = runPipeline(In, Decided, Settings.Analysis.Target, Request,
                         nullptr, Settings.Transforms ? &Loops : nullptr);
  A.Copies = std::move(Loops.Copies);
  if (!A.Result.Transformed)
    A.WhyNot =
        (Loops.IsAsked ? "a plan for Polly's loops is not possible: " : "") +
        A.Result.Reason;
}

Analysed FunctionRegions::analyse(polly::Scop &S) const {
  Analysed A;
  A.S = &S;
  auto Region = modelRegion(S, Settings.Analysis.Run.Limits);
  if (!Region) {
    A.WhyNot = toString(Region.takeError());
    A.Result.Plan.Program = std::make_shared<const Scop>();
    return A;
  }
  A.Region.emplace(std::move(*Region));
  plan(A);
  return A;
}

/// Whether Polly's checks always choose the original loops of \p S.
static bool isNeverTaken(const polly::Scop &S) {
  const BranchInst *Choice = choiceBefore(S);
  auto *Known =
      Choice ? dyn_cast<ConstantInt>(Choice->getCondition()) : nullptr;
  return Known && Known->isZero();
}

/// Whether Polly asks of the loops that it makes which of them are parallel.
static bool detectsParallelLoops() {
  return any_of(ArrayRef<StringRef>({"polly-parallel", "polly-vectorizer",
                                     "polly-ast-detect-parallel"}),
                [](StringRef Name) {
                  const cl::Option *Known =
                      cl::getRegisteredOptions().lookup(Name);
                  return !Known || Known->getNumOccurrences() != 0;
                });
}

/// Gives Polly the plan, and lets it make the loops. A function with much on
/// the stack stays one of its own: others may recurse. Polly computes
/// dependences for that, but looks at them for parallel loops alone: otherwise
/// those of the original loops, which take a fraction of the time, do as well.
void FunctionRegions::transform(Analysed &A) {
  polly::DependenceAnalysis::Result Dependences =
      polly::runDependenceAnalysis(*A.S);
  if (!detectsParallelLoops())
    Dependences.getDependences(polly::Dependences::AL_Statement);
  LocalLimits Most = {Settings.Analysis.Decided.MaxLocal, Known.Stack};
  auto Memory = handOver(*A.S, *A.Region, *A.Copies, RI, Most);
  Known.Stack = Most.Stack;
  if (Known.AllStack - Known.Stack > limits::RecursiveStackBytes)
    F.addFnAttr(Attribute::NoInline);
  if (!Memory) {
    A.WhyNot = toString(Memory.takeError());
    return;
  }
  IsTouched = true;
  if (!A.S->hasFeasibleRuntimeContext()) {
    withdrawMemory(*Memory);
    A.WhyNot = "what Polly assumes of it is never true";
    return;
  }
  LocalAlignments Lower(*A.Region, *A.Copies);
  std::unique_ptr<polly::IslAstInfo> Loops =
      polly::runIslAstGen(*A.S, Dependences);
  if (!Loops || !polly::runCodeGeneration(*A.S, RI, *Loops)) {
    withdrawMemory(*Memory);
    A.WhyNot = "Polly makes no loops of it";
    return;
  }
  bool Runs = !isNeverTaken(*A.S);
  releaseMemory(*A.S, *Memory);
  if (!Runs)
    A.WhyNot = "Polly's checks never let its loops run";
}

void FunctionRegions::remark(const Analysed &A) const {
  DebugLoc Where = locationOf(*A.S);
  const BasicBlock *Block = blockOf(*A.S);
  if (!A.WhyNot.empty()) {
    ORE.emit(OptimizationRemarkMissed(PassName, "LeftAlone", Where, Block)
             << "left alone: " << A.WhyNot);
    return;
  }
  EmitOptions Code;
  Code.Function = F.getName().str();
  for (const std::string &Text : describeBands(A.Result, Code)) {
    if (Settings.Transforms)
      ORE.emit(OptimizationRemark(PassName, "Tiled", Where, Block) << Text);
    else
      ORE.emit(OptimizationRemarkAnalysis(PassName, "Tileable", Where, Block)
               << Text);
  }
  for (const std::string &Text : describeArrays(A.Result))
    ORE.emit(OptimizationRemarkAnalysis(PassName, "Array", Where, Block)
             << Text);
  for (const auto &[Array, Operator] : A.Region->Reductions)
    ORE.emit(OptimizationRemarkAnalysis(PassName, "Reduction", Where, Block)
             << "'" << Array << "' is reduced by '" << Operator
             << "', in the order of the source");
  for (const Remark &Said : A.Result.Remarks)
    ORE.emit(OptimizationRemarkMissed(PassName, "Coarser", Where, Block)
             << Said.Message);
}

/// Says why loops are in no region.
void FunctionRegions::remarkMissed() const {
  for (const MissedLoop &Missed : Found.missed())
    ORE.emit(OptimizationRemarkMissed(PassName, "NoRegion", Missed.Where,
                                      Missed.L->getHeader())
             << "loops are in no region: " << Missed.Why);
}

/// Runs the stages on \p S, and says what came of it.
void FunctionRegions::process(polly::Scop &S) {
  Analysed A = analyse(S);
  unsigned Line = 0;
  if (DebugLoc Where = locationOf(S))
    Line = Where.getLine();
  if (A.WhyNot.empty() && Settings.Transforms)
    transform(A);
  if (!A.WhyNot.empty()) {
    A.Result.Transformed = false;
    A.Result.Reason = A.WhyNot;
  }
  remark(A);
  EmitOptions Code;
  Code.Function = F.getName().str();
  Result.Printed += printedText(A.Result.Printed);
  Result.Report.push_back(reportRegion(A.Result, Code, Line));
}

bool FunctionRegions::run() {
  if (Known.isNew())
    remarkMissed();
  for (polly::Scop *S : Found.regions()) {
    if (!Known.take(blockOf(*S)))
      continue;
    process(*S);
    if (IsTouched)
      break;
  }
  return IsTouched;
}

/// What Polly knows of a region, such as the values of its parameters, need not
/// be so once another region of the function has changed: it is found anew.
FunctionResult stevedore::runOnFunction(Function &F,
                                        FunctionAnalysisManager &FAM,
                                        const PassSettings &Settings) {
  FunctionResult Result;
  if (F.isDeclaration() || F.hasOptNone())
    return Result;
  if (!Settings.Analysis.Run.Functions.empty() &&
      !Regex(Settings.Analysis.Run.Functions).match(F.getName()))
    return Result;
  KnownRegions Known(F);
  while (FunctionRegions(F, FAM, Settings, Known, Result).run()) {
    Result.IsChanged = true;
    FAM.invalidate(F, PreservedAnalyses::none());
  }
  return Result;
}
