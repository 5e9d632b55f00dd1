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
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/RegionInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
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

/// The parameters with the names of variables that have more than one value in
/// \p F, as far as debug information tells.
static std::set<std::string> uncertainParameters(const PollyRegion &Region,
                                                 Function &F) {
  using Meaning = std::pair<const Value *, const DIExpression *>;
  std::map<std::string, std::set<Meaning>> Values;
  for (Instruction &I : instructions(F))
    for (DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange()))
      if (R.getVariable() && !R.isKillLocation())
        Values[R.getVariable()->getName().str()].insert(
            {R.getVariableLocationOp(0), R.getExpression()});
  std::set<std::string> Result;
  for (const auto &[Name, Id] : Region.Parameters)
    if (auto Found = Values.find(Name);
        Found != Values.end() && Found->second.size() > 1)
      Result.insert(Name);
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
    New.Uncertain = uncertainParameters(*Region, F);
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
