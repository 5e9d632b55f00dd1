//===- RegionAnalysis.cpp - Regions at a time, in order -------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionAnalysis.h"
#include "stevedore/Pipeline/AutoTile.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/ScopedPrinter.h"
#include <map>
#include <optional>

using namespace stevedore;

namespace {

/// Counts the transformed regions of each function.
using RegionNumbers = std::map<const clang::FunctionDecl *, unsigned>;

} // namespace

ExtractOptions stevedore::extractOptions(const Options &O) {
  ExtractOptions Result;
  static_cast<UserFacts &>(Result) = O.User;
  Result.OnlyMarked = O.Run.OnlyMarked;
  Result.Functions = O.Run.Functions;
  Result.Limits = {O.Run.Limits.Seconds / 2, O.Run.Limits.Operations};
  Result.SearchSeconds = O.Decided.Profitable.value_or(true)
                             ? O.Run.UnmarkedLimits.Seconds
                             : Result.Limits.Seconds;
  return Result;
}

void stevedore::addVariants(
    SourceRegion Region,
    std::vector<std::unique_ptr<RegionAnalysis>> &Regions) {
  std::vector<SourceRegion> All = std::move(Region.Others);
  All.push_back(std::move(Region));
  for (SourceRegion &Variant : All) {
    Regions.push_back(std::make_unique<RegionAnalysis>());
    Regions.back()->Region = std::move(Variant);
    Regions.back()->HasNext = true;
  }
  Regions.back()->HasNext = false;
}

/// What a region that nobody marked may spend where it has to pay.
static bool hasOwnBudget(const RegionAnalysis &A, const Options &O) {
  return !A.Region.Marked && O.Decided.Profitable.value_or(true) &&
         O.Run.UnmarkedLimits.Seconds < O.Run.Limits.Seconds;
}

/// Says what that was, where it was not enough.
static void explainBudget(RegionResult &R, BudgetLimits Limits) {
  if (!R.Transformed && llvm::StringRef(R.Reason).contains("budget"))
    R.Reason += (llvm::Twine(", which is ") +
                 llvm::to_string(llvm::format("%g", Limits.Seconds)) +
                 " seconds for a region that nobody marked; mark it with "
                 "'#pragma scop', or use '--budget=SECONDS'")
                    .str();
}

/// Analyses \p A within \p Limits.
static void analyse(RegionAnalysis &A, const Options &Given,
                    BudgetLimits Limits) {
  Options O = Given;
  O.Run.Limits = Limits;
  for (Assumption &Assumed : O.User.Assumptions)
    Assumed = withNames(std::move(Assumed), *A.Region.Source);
  TiledInput In(A.Region.Model->Program);
  In.IsMarked = A.Region.Marked;
  In.Place = {A.Code.Function, A.Region.Line, A.Region.Label};
  A.Result = runWithChosenSizes(In, O, &A.Code);
  if (hasOwnBudget(A, Given))
    explainBudget(A.Result, Given.Run.UnmarkedLimits);
  if (O.Run.Print.count(Stage::Facts))
    A.Result.Printed[Stage::Facts] = toText(A.Region.Facts);
  if (!O.Run.Evaluates || !A.Result.Transformed)
    return;
  EvaluationValues Values(A.Result.Plan.Decided.TileSizes, O.Run.Evaluate,
                          /*AreWanted=*/true);
  llvm::Expected<llvm::json::Object> Numbers =
      O.Run.Chooses
          ? chooseForRegion(A.Result, Values, O.Target, A.Code,
                            {O.Run.PicksSizes && O.Given.count("tile") != 0,
                             O.Run.ShowsProgress})
          : evaluateRegion(A.Result, Values, O.Target,
                           budgetLeft(A.Result, O.Run.Limits), A.Code);
  if (Numbers)
    A.Numbers = std::move(*Numbers);
  else
    A.WhyNoNumbers = llvm::toString(Numbers.takeError());
}

/// Analyses \p Models of one region. The one that is tested first, the last,
/// has what it needs of the region's budget, each other what is left.
static void
analyseModels(llvm::ArrayRef<std::unique_ptr<RegionAnalysis>> Models,
              const Options &O) {
  BudgetLimits Left =
      hasOwnBudget(*Models.front(), O) ? O.Run.UnmarkedLimits : O.Run.Limits;
  for (const std::unique_ptr<RegionAnalysis> &A : llvm::reverse(Models)) {
    if (!A->Region.Model)
      continue;
    analyse(*A, O, Left);
    Left = budgetLeft(A->Result, Left);
  }
}

/// \p Regions, region by region.
static std::vector<llvm::MutableArrayRef<std::unique_ptr<RegionAnalysis>>>
byRegion(llvm::MutableArrayRef<std::unique_ptr<RegionAnalysis>> Regions) {
  std::vector<llvm::MutableArrayRef<std::unique_ptr<RegionAnalysis>>> Result;
  while (!Regions.empty()) {
    size_t Count = 1;
    while (Regions[Count - 1]->HasNext)
      ++Count;
    Result.push_back(Regions.take_front(Count));
    Regions = Regions.drop_front(Count);
  }
  return Result;
}

/// Makes \p A, which is analysed, region number \p Number of its function. It
/// has another number where an earlier one has been left alone.
static void renumber(RegionAnalysis &A, unsigned Number) {
  if (A.Code.RegionInFunction == Number)
    return;
  A.Code.RegionInFunction = Number;
  regenerateCode(A.Result, A.Code);
}

/// Leaves tests out of \p Region that \p Other makes needless, and says which.
/// What holds for one instance of a template need not hold for others, which
/// the text is for, too.
static std::vector<std::string> weakenTests(SourceRegion &Region,
                                            const Opinion &Other) {
  std::vector<std::string> Result;
  if (Region.Function->getTemplateInstantiationPattern())
    return Result;
  std::vector<Array> &Arrays = Region.Model->Program.Arrays;
  for (const auto &[First, Second] : Other.Disjoint) {
    auto A = llvm::find_if(Arrays, [&, &First = First](const Array &A) {
      return A.Name == First;
    });
    auto B = llvm::find_if(Arrays, [&, &Second = Second](const Array &B) {
      return B.Name == Second;
    });
    if (A == Arrays.end() || B == Arrays.end() || A->NoAlias || B->NoAlias ||
        llvm::is_contained(A->DisjointFrom, Second) ||
        (!A->ThroughPointer && !B->ThroughPointer))
      continue;
    A->DisjointFrom.push_back(Second);
    B->DisjointFrom.push_back(First);
    Region.Facts.add({FactReason::LlvmAliasing, {First, Second}});
    Result.push_back("'" + First + "' and '" + Second + "' do not overlap");
  }
  auto Source = std::make_shared<SourceText>(*Region.Source);
  Source->RuntimeCondition.clear();
  for (auto [Condition, Needless] :
       llvm::zip(Region.Tested, Other.NeedsNoTest)) {
    std::string &All = Source->RuntimeCondition;
    if (!Needless)
      All += (All.empty() ? "" : " && ") + Condition.Text;
    else
      Result.push_back("'" + Condition.Text + "' holds, or does not matter");
  }
  if (Other.NeedsNoTest.size() == Region.Tested.size())
    Region.Source = std::move(Source);
  return Result;
}

void stevedore::crossCheck(
    clang::CompilerInstance &CI,
    llvm::ArrayRef<std::unique_ptr<RegionAnalysis>> Regions, const Options &O) {
  const clang::SourceManager &SM = CI.getSourceManager();
  std::vector<const clang::FunctionDecl *> Functions;
  for (const std::unique_ptr<RegionAnalysis> &A : Regions)
    if (A->Region.Model)
      Functions.push_back(A->Region.Function);
  IrOfFile Ir(CI, Functions);
  for (const std::unique_ptr<RegionAnalysis> &A : Regions) {
    if (!A->Region.Model)
      continue;
    A->Other = Ir.on(A->Region, O.Run.Limits);
    if (O.User.Guards == GuardKind::Llvm)
      A->Untested = weakenTests(A->Region, *A->Other);
    if (!O.Run.CrossCheck || !O.Run.Strict || A->Other->Differences.empty())
      continue;
    Rejection Why;
    Why.Location = SM.getLocForStartOfFile(SM.getMainFileID())
                       .getLocWithOffset(int(A->Region.BeginOffset));
    Why.Message = "region is left alone: LLVM IR says something else of it";
    A->Region.Why = std::move(Why);
    A->Region.Source = nullptr;
    A->Region.Tested.clear();
    A->Region.Model = nullptr;
  }
}

/// Adds what the user says about the parameters of \p Region.
void stevedore::addPromises(SourceRegion &Region, const Options &O) {
  if (!Region.Model)
    return;
  auto IsKnown = [&](const std::string &Name) {
    return llvm::any_of(Region.Model->Program.Parameters,
                        [&](const Parameter &P) { return P.Name == Name; });
  };
  for (const Assumption &A : O.User.Assumptions)
    if (A.Array.empty() &&
        llvm::all_of(withNames(A, *Region.Source).Parameters, IsKnown))
      Region.Facts.add({FactReason::PromisedRange, {A.Text}});
}

void stevedore::addNames(const SourceRegion &Region, KnownNames &Names) {
  if (!Region.Model)
    return;
  Names.add(Region.Model->Program);
  for (const auto &[Name, Text] : Region.Source->Parameters)
    if (isMember(Text))
      Names.addParameter(Text);
}

llvm::json::Array stevedore::reportFacts(const FactList &Facts) {
  llvm::json::Array Result;
  for (const Fact &F : Facts.all()) {
    llvm::json::Object Entry{{"kind", wordOf(F.kind())},
                             {"fact", F.text()},
                             {"of", llvm::json::Array(F.Of)},
                             {"reason", sentenceOf(F.Why)}};
    if (F.Line) {
      Entry["line"] = F.Line;
      Entry["column"] = F.Column;
    }
    Result.push_back(std::move(Entry));
  }
  return Result;
}

llvm::json::Object stevedore::reportOpinion(const Opinion &Other) {
  return llvm::json::Object{
      {"accesses", Other.NumAccesses},
      {"agreed", Other.NumAgreed},
      {"differences", llvm::json::Array(Other.Differences)},
      {"notCompared", llvm::json::Array(Other.NotCompared)}};
}

void stevedore::analyseInOrder(
    std::vector<std::unique_ptr<RegionAnalysis>> Regions, const Options &O,
    JobPool *Pool, llvm::function_ref<void(RegionAnalysis &)> Done) {
  RegionNumbers Expected, Transformed;
  for (const std::unique_ptr<RegionAnalysis> &A : Regions)
    if (A->Region.Model)
      A->Code.RegionInFunction = ++Expected[A->Region.Function];
  std::vector<std::shared_future<void>> Jobs;
  auto All = byRegion(Regions);
  if (Pool)
    for (auto Models : All)
      Jobs.push_back(Pool->start([Models, &O] { analyseModels(Models, O); }));
  for (size_t I = 0; I < All.size(); ++I) {
    if (Pool)
      Pool->wait(Jobs[I]);
    else
      analyseModels(All[I], O);
    for (std::unique_ptr<RegionAnalysis> &A : All[I]) {
      if (A->Region.Model) {
        unsigned &Count = Transformed[A->Region.Function];
        renumber(*A, Count + 1);
        Count += A->Result.Transformed;
      }
      Done(*A);
      A.reset();
    }
  }
}
