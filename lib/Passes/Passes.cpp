//===- Passes.cpp - Stevedore as LLVM passes ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Passes/Passes.h"
#include "Regions.h"
#include "polly/CodePreparation.h"
#include "stevedore/Frontend/Polly/ShapedAddresses.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/RegionInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace stevedore;

namespace {

/// What makes loops of any front end's IR canonical: what they call becomes
/// part of them, and what they count is in registers.
constexpr const char *Canonical =
    "always-inline,function(sroa<modify-cfg>,early-cse,simplifycfg),inline,"
    "function(sroa<modify-cfg>,early-cse,instcombine<no-verify-fixpoint>,"
    "simplifycfg,loop-simplify,lcssa)";

/// The settings of a pass in a pipeline that is still being read: LLVM ends the
/// name of a pass at a comma, also between the brackets.
struct PassText {
  std::string Name;
  bool IsWhole = false;
};

/// Runs on every function of a module, and writes the report.
class StevedorePass : public PassInfoMixin<StevedorePass> {
public:
  StevedorePass(std::shared_ptr<const PassText> Text) : Text(std::move(Text)) {}
  explicit StevedorePass(PassSettings Settings)
      : Settings(std::move(Settings)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }

private:
  std::shared_ptr<const PassText> Text;
  std::optional<PassSettings> Settings;
};

/// In the pipeline of a compiler.
class CompilerPass : public PassInfoMixin<CompilerPass> {
public:
  explicit CompilerPass(Expected<PassSettings> Read) {
    if (Read)
      Settings = std::move(*Read);
    else
      Wrong = toString(Read.takeError());
  }

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM);

private:
  PassSettings Settings;
  /// What is wrong with the options; empty: nothing.
  std::string Wrong;
};

/// The options of a compiler's command line: -mllvm -stevedore-tile=32.
class CompilerOptions {
public:
  CompilerOptions();
  /// Errors: a value that setOption() does not take.
  Expected<PassSettings> read() const;

private:
  std::vector<std::string> Flags;
  std::vector<std::unique_ptr<cl::opt<std::string>>> Known;
};

} // namespace

/// Says \p E at the end of \p M's compilation.
static void fail(const Module &M, Error E) {
  M.getContext().emitError("stevedore: " + toString(std::move(E)));
}

static Error writeReport(const PassSettings &Settings, const Module &M,
                         json::Array Regions) {
  json::Object Report{{"version", 1},
                      {"file", M.getSourceFileName()},
                      {"regions", std::move(Regions)}};
  return writeToOutput(Settings.Analysis.Run.Report, [&](raw_ostream &OS) {
    OS << formatv("{0:2}\n", json::Value(std::move(Report)));
    return Error::success();
  });
}

/// What is between the brackets of \p Name.
static StringRef argumentsOf(StringRef Name) {
  auto [Before, After] = Name.split('<');
  After.consume_back(">");
  return After;
}

/// Runs on \p F with addresses that Polly finds subscripts in, which stay only
/// where loops are made from them.
static FunctionResult runOnShaped(Function &F, FunctionAnalysisManager &FAM,
                                  const PassSettings &Settings) {
  FunctionResult Result;
  bool IsShaped = false;
  {
    ShapedAddresses Shaped(F);
    IsShaped = Shaped.any();
    if (IsShaped)
      FAM.invalidate(F, PreservedAnalyses::none());
    Result = runOnFunction(F, FAM, Settings);
    if (Result.IsChanged)
      Shaped.keep();
  }
  if (IsShaped || Result.IsChanged)
    FAM.invalidate(F, PreservedAnalyses::none());
  return Result;
}

PreservedAnalyses StevedorePass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (Text) {
    auto Read = readPassSettings(argumentsOf(Text->Name));
    if (Read && !Text->IsWhole)
      Read = createStringError("'" + Text->Name + "' has no '>'");
    if (!Read) {
      fail(M, Read.takeError());
      return PreservedAnalyses::all();
    }
    Settings = std::move(*Read);
  }
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  bool IsChanged = false;
  json::Array Regions;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    if (Settings->Transforms) {
      IsChanged |=
          polly::runCodePreparation(F, &FAM.getResult<DominatorTreeAnalysis>(F),
                                    &FAM.getResult<LoopAnalysis>(F),
                                    &FAM.getResult<RegionInfoAnalysis>(F));
      FAM.invalidate(F, PreservedAnalyses::none());
    }
    FunctionResult Result = runOnShaped(F, FAM, *Settings);
    errs() << Result.Printed;
    IsChanged |= Result.IsChanged;
    for (json::Object &Region : Result.Report)
      Regions.push_back(std::move(Region));
  }
  if (!Settings->Analysis.Run.Report.empty())
    if (Error E = writeReport(*Settings, M, std::move(Regions)))
      fail(M, std::move(E));
  return IsChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

CompilerOptions::CompilerOptions() {
  for (const OptionInfo &I : optionTable())
    Flags.push_back(std::string("stevedore-") + I.Name);
  for (auto [Flag, I] : zip(Flags, optionTable()))
    Known.push_back(std::make_unique<cl::opt<std::string>>(
        StringRef(Flag), cl::desc(I.Help), cl::value_desc(I.ValueName),
        cl::ValueOptional, cl::Hidden));
}

Expected<PassSettings> CompilerOptions::read() const {
  PassSettings Result;
  for (const auto &Option : Known) {
    if (Option->getNumOccurrences() == 0)
      continue;
    StringRef Name = Option->ArgStr;
    Name.consume_front("stevedore-");
    if (Error E = setOption(Result.Analysis, Name, *Option))
      return E;
  }
  const ConstantSizes &Sizes = Result.Analysis.Decided.TileSizes;
  Result.Transforms = Sizes.begin() != Sizes.end();
  return Result;
}

/// Whether somebody would see what the analysis finds.
static bool isHeard(const Module &M, const PassSettings &Settings) {
  return Settings.Transforms || !Settings.Analysis.Run.Report.empty() ||
         Settings.Analysis.Run.prints() ||
         M.getContext().getMainRemarkStreamer() ||
         M.getContext().getDiagHandlerPtr()->isAnyRemarkEnabled("stevedore");
}

/// The canonical form of \p M, then the pass.
static void runCanonical(Module &M, const PassSettings &Settings) {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager MPM;
  if (Error E = PB.parsePassPipeline(MPM, Canonical)) {
    fail(M, std::move(E));
    return;
  }
  MPM.addPass(StevedorePass(Settings));
  MPM.run(M, MAM);
}

/// Without tiles to be made, a copy is looked at, so that the program is
/// compiled as without the pass.
PreservedAnalyses CompilerPass::run(Module &M, ModuleAnalysisManager &MAM) {
  if (!Wrong.empty())
    fail(M, createStringError(Wrong));
  if (!Wrong.empty() || !isHeard(M, Settings))
    return PreservedAnalyses::all();
  if (Settings.Transforms) {
    runCanonical(M, Settings);
    return PreservedAnalyses::none();
  }
  std::unique_ptr<Module> Copy = CloneModule(M);
  runCanonical(*Copy, Settings);
  return PreservedAnalyses::all();
}

/// Reads the next part of a pipeline, \p Name, of which \p Open is the pass
/// that has begun and not ended; true if it is one of a pass of ours.
static bool parsePass(StringRef Name, std::shared_ptr<PassText> &Open,
                      ModulePassManager &MPM) {
  std::string Text = Name.str();
  if (Name.consume_front("print<stevedore-") && Name.consume_back(">")) {
    Text = "stevedore<report;print=" + Name.str() + ">";
  } else if (Name != "stevedore" && !Name.starts_with("stevedore<")) {
    if (!Open || Open->IsWhole)
      return false;
    Open->Name += "," + Name.str();
    Open->IsWhole = Name.ends_with(">");
    return true;
  }
  Open = std::make_shared<PassText>();
  Open->Name = Text;
  Open->IsWhole = Text.back() == '>' || Text == "stevedore";
  MPM.addPass(StevedorePass(Open));
  return true;
}

/// Known to LLVM's command line from when the plugin is loaded.
static const CompilerOptions FromCommandLine;

void stevedore::registerPasses(PassBuilder &PB) {
  auto Open = std::make_shared<std::shared_ptr<PassText>>();
  PB.registerPipelineParsingCallback(
      [Open](StringRef Name, ModulePassManager &MPM,
             ArrayRef<PassBuilder::PipelineElement>) {
        return parsePass(Name, *Open, MPM);
      });
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel Level) {
        if (Level != OptimizationLevel::O0)
          MPM.addPass(CompilerPass(FromCommandLine.read()));
      });
}
