//===- CrossCheck.cpp - A second opinion ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/CrossCheck/CrossCheck.h"
#include "Compare.h"
#include "Compile.h"
#include "stevedore/Frontend/Polly/Found.h"
#include "stevedore/Frontend/Polly/Model.h"
#include "clang/AST/Mangle.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/RegionInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace stevedore;

namespace {

/// Functions in a form in which Polly finds regions, with analyses of them.
struct CanonicalModule {
  explicit CanonicalModule(std::unique_ptr<Module> From, const char *Passes);

  std::unique_ptr<Module> M;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
};

} // namespace

/// What accesses memory keeps its place in the source, and each function stays
/// one. Counters that are made wide let more subscripts be affine, and other
/// conditions less; combined instructions say more of differences, and of two
/// equal ones one is left.
static constexpr const char *Canonical[] = {
    "always-inline,function(sroa<modify-cfg>,simplifycfg,instsimplify,"
    "loop-simplify,lcssa)",
    "always-inline,function(sroa<modify-cfg>,simplifycfg,instsimplify,"
    "loop-simplify,lcssa,loop(indvars))",
    "always-inline,function(sroa<modify-cfg>,simplifycfg,"
    "instcombine<no-verify-fixpoint>,loop-simplify,lcssa,loop(indvars))"};

struct IrOfFile::Impl {
  CompiledFile File;
  /// One for each of Canonical, once it is asked for.
  std::vector<std::unique_ptr<CanonicalModule>> Forms;

  CanonicalModule &form(unsigned Number);
};

CanonicalModule::CanonicalModule(std::unique_ptr<Module> From,
                                 const char *Passes)
    : M(std::move(From)) {
  PassBuilder PB;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager MPM;
  cantFail(PB.parsePassPipeline(MPM, Passes));
  MPM.run(*M, MAM);
}

CanonicalModule &IrOfFile::Impl::form(unsigned Number) {
  while (Forms.size() <= Number)
    Forms.push_back(std::make_unique<CanonicalModule>(CloneModule(*File.Module),
                                                      Canonical[Forms.size()]));
  return *Forms[Number];
}

/// Where debug information has \p A; inlined code is of another function.
static Site siteOf(const polly::MemoryAccess &A) {
  const Instruction *I = A.getAccessInstruction();
  if (!A.isLatestArrayKind() || !I || !I->getDebugLoc() ||
      I->getDebugLoc().getInlinedAt())
    return {0, 0};
  return {I->getDebugLoc().getLine(), I->getDebugLoc().getCol()};
}

/// The parameters that the elements of \p A, or its iterations, depend on.
static std::vector<std::string> parametersOf(const polly::MemoryAccess &A,
                                             const PollyRegion &Region) {
  isl::map Relation = A.getLatestAccessRelation().intersect_domain(
      A.getStatement()->getDomain());
  std::vector<std::string> Result;
  for (const auto &[Name, Id] : Region.Parameters) {
    int K = isl_map_find_dim_by_id(Relation.get(), isl_dim_param, Id.get());
    if (K >= 0 && isl_map_involves_dims(Relation.get(), isl_dim_param, K, 1))
      Result.push_back(Name);
  }
  return Result;
}

/// Whether values of type \p T, of a variable, are signed integers.
static bool isSigned(const DIType *T) {
  while (const auto *Derived = dyn_cast_or_null<DIDerivedType>(T))
    T = Derived->getBaseType();
  const auto *Basic = dyn_cast_or_null<DIBasicType>(T);
  return Basic && Basic->getSignedness() == DIBasicType::Signedness::Signed;
}

/// What a variable holds; null: an integer that is not known, or no integer.
struct HeldValue {
  Value *V = nullptr;
  bool IsSigned = false;
};

/// What variables hold where control enters \p S, as far as debug information
/// tells, by their names.
static std::map<std::string, HeldValue> valuesAt(const polly::Scop &S,
                                                 const DominatorTree &DT) {
  std::map<std::string, HeldValue> Result;
  const DomTreeNode *Node = DT.getNode(S.getEntry())->getIDom();
  for (; Node; Node = Node->getIDom()) {
    std::vector<DbgVariableRecord *> Records;
    for (Instruction &I : *Node->getBlock())
      for (DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange()))
        Records.push_back(&R);
    for (DbgVariableRecord *R : reverse(Records)) {
      bool IsKnown = R->isDbgValue() && !R->isKillLocation() &&
                     R->getExpression()->getNumElements() == 0;
      Value *Held = IsKnown ? R->getVariableLocationOp(0) : nullptr;
      bool IsInteger = Held && Held->getType()->isIntegerTy();
      Result.try_emplace(R->getVariable()->getName().str(),
                         HeldValue{IsInteger ? Held : nullptr,
                                   isSigned(R->getVariable()->getType())});
    }
  }
  return Result;
}

/// Sets the variables of \p New, the region \p S.
static void findVariables(const PollyRegion &Region, const polly::Scop &S,
                          const DominatorTree &DT, IrRegion &New) {
  auto plain = [](const SCEV *V) {
    while (isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(V))
      V = cast<SCEVCastExpr>(V)->getOperand();
    return V;
  };
  ScalarEvolution &SE = *S.getSE();
  for (const auto &[Variable, Held] : valuesAt(S, DT))
    for (const auto &[Name, Id] : Region.Parameters) {
      const auto *Parameter =
          static_cast<const SCEV *>(isl_id_get_user(Id.get()));
      const SCEV *Own = Held.V ? SE.getSCEV(Held.V) : nullptr;
      if (!Own || plain(Parameter) != plain(Own))
        continue;
      New.Variables.emplace(Name, Variable);
      New.MayBeOthers |= !Held.IsSigned && !SE.isKnownNonNegative(Own);
    }
}

/// The pairs of arrays of \p Region in which no two accesses, of whatever types
/// they are, can find the same memory from the pointers to the arrays.
static std::set<std::pair<std::string, std::string>>
disjointArrays(const PollyRegion &Region, AAResults &AA) {
  std::map<unsigned, std::vector<MemoryLocation>> Locations;
  std::set<unsigned> Unknown;
  for (auto [Stmt, Theirs] : zip(Region.program().Statements, Region.Accesses))
    for (auto [Own, A] : zip(Stmt.Accesses, Theirs)) {
      const Instruction *I = A->getAccessInstruction();
      if (!A->isLatestArrayKind() || !I)
        continue;
      if (!isa<LoadInst, StoreInst>(I))
        Unknown.insert(Own.Array);
      Locations[Own.Array].push_back(MemoryLocation::getBeforeOrAfter(
          Region.Arrays[Own.Array]->getBasePtr(), I->getAAMetadata()));
    }
  std::set<std::pair<std::string, std::string>> Result;
  for (const auto &[A, Here] : Locations)
    for (const auto &[B, There] : Locations) {
      if (A == B || Unknown.count(A) || Unknown.count(B))
        continue;
      bool AreDisjoint = all_of(Here, [&, &There = There](const auto &X) {
        return all_of(There, [&](const auto &Y) { return AA.isNoAlias(X, Y); });
      });
      if (AreDisjoint)
        Result.insert(
            {Region.program().Arrays[A].Name, Region.program().Arrays[B].Name});
    }
  return Result;
}

/// Polly's regions of \p F; adds to \p Why why loops are in none.
static std::vector<IrRegion> regionsOf(Function &F,
                                       FunctionAnalysisManager &FAM,
                                       BudgetLimits Limits,
                                       std::vector<std::string> &Why) {
  std::vector<IrRegion> Result;
  FoundRegions Found(F, FAM);
  for (polly::Scop *S : Found.regions()) {
    auto Region = modelRegion(*S, Limits);
    if (!Region) {
      Why.push_back(toString(Region.takeError()));
      continue;
    }
    IrRegion New;
    for (const std::vector<polly::MemoryAccess *> &Accesses :
         Region->Accesses) {
      New.Accesses.emplace_back();
      for (const polly::MemoryAccess *A : Accesses)
        New.Accesses.back().push_back({siteOf(*A), parametersOf(*A, *Region),
                                       A->getStatement()->isRegionStmt()});
    }
    New.Checked = Region->Checked;
    New.Facts = Region->Facts;
    New.Disjoint = disjointArrays(*Region, FAM.getResult<AAManager>(F));
    findVariables(*Region, *S, FAM.getResult<DominatorTreeAnalysis>(F), New);
    New.Model = std::move(Region->Model);
    Result.push_back(std::move(New));
  }
  for (const MissedLoop &Missed : Found.missed())
    Why.push_back("line " + std::to_string(Missed.Where.getLine()) + ": " +
                  Missed.Why);
  return Result;
}

IrOfFile::IrOfFile(clang::CompilerInstance &CI,
                   ArrayRef<const clang::FunctionDecl *> Functions)
    : P(std::make_unique<Impl>()) {
  P->File = compileInMemory(CI, Functions);
}

IrOfFile::~IrOfFile() = default;

/// The first form in which Polly sees all accesses decides.
Opinion IrOfFile::on(const SourceRegion &Region, BudgetLimits Limits) {
  Opinion Best;
  if (!P->File.Module) {
    Best.NotCompared.push_back("LLVM IR of this file cannot be made in memory");
    return Best;
  }
  const clang::FunctionDecl &Named = *Region.Function;
  std::string Name =
      clang::ASTNameGenerator(Named.getASTContext()).getName(&Named);
  for (unsigned Number = 0; Number < std::size(Canonical); ++Number) {
    CanonicalModule &Form = P->form(Number);
    Function *F = Form.M->getFunction(Name);
    if (!F || F->isDeclaration())
      continue;
    std::vector<std::string> Why;
    std::vector<IrRegion> Regions = regionsOf(*F, Form.FAM, Limits, Why);
    Opinion Said = compare(Region, Regions, Limits);
    append_range(Said.NotCompared, Why);
    if (Number == 0 || Said.NumAgreed > Best.NumAgreed)
      Best = std::move(Said);
    if (Best.NumAgreed == Best.NumAccesses)
      break;
  }
  if (Best.NumAgreed == Best.NumAccesses)
    Best.NotCompared.clear();
  return Best;
}
