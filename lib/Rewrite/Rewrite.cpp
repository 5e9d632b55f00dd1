//===- Rewrite.cpp - From regions to new text -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Rewrite/Rewrite.h"
#include "ChosenSizes.h"
#include "Placement.h"
#include "RegionAnalysis.h"
#include "RegionMessages.h"
#include "RewrittenFile.h"
#include "TextEdits.h"
#include "stevedore/Emit/C.h"
#include "stevedore/Lower/Lower.h"
#include "stevedore/Report/Summary.h"
#include "stevedore/Support/Spelling.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Takes the regions of one translation unit through the pipeline, and collects
/// their new text, messages and reports in the order of the text.
class UnitRewriter {
public:
  UnitRewriter(CompilerInstance &CI, const ScopPragmas &Pragmas,
               const Options &O, const MessageLevels &Levels, JobPool *Pool)
      : CI(CI), AST(CI.getASTContext()), SM(AST.getSourceManager()),
        PP(CI.getPreprocessor()), Pragmas(Pragmas), O(O), Pool(Pool),
        Say(AST.getDiagnostics(), Levels), About(Say, SM, O.Run.Strict),
        Names(variablesOf(AST)), Buffer(SM.getBufferData(SM.getMainFileID())),
        File(Buffer, globalFragment(AST)) {}
  RewriteResult run();

private:
  RewriteResult refuseMisspelt();
  void checkLocals();
  void finish(RegionAnalysis &A);
  void refuse(const RegionAnalysis &A);
  void leaveAlone(const SourceRegion &Region, const RegionResult &R);
  bool replace(const SourceRegion &Region, const RegionResult &R,
               stevedore::EmitOptions Code);
  std::string numberedText(const RegionResult &R, stevedore::EmitOptions Code,
                           bool BeginsLine) const;
  void takeBack(size_t Number, const std::string &Message);
  void removePragma(SourceLocation Loc, RewrittenRegion &New);
  void removeStorage(const SourceRegion &Region, RewrittenRegion &New);
  void evaluate(RegionAnalysis &A);
  stevedore::EmitOptions codeOptions(const SourceRegion &Region) const;
  std::string originalText(const SourceRegion &Region) const;
  std::string summaryLine(const SourceRegion &Region,
                          llvm::StringRef Summary) const;
  void addHeader(const SourceRegion &Region);
  void addReport(const RegionAnalysis &A, llvm::json::Object Report,
                 llvm::StringRef Summary);
  void reportNothing();
  void reportLoopsBefore(unsigned Offset);

  CompilerInstance &CI;
  ASTContext &AST;
  const SourceManager &SM;
  Preprocessor &PP;
  const ScopPragmas &Pragmas;
  const Options &O;
  JobPool *Pool;
  Messages Say;
  RegionMessages About;
  KnownNames Names;
  llvm::StringRef Buffer;
  NamePrefixes Prefixes;
  llvm::StringSet<> Choosers;
  std::shared_ptr<const llvm::StringSet<>> Macros;
  RewrittenFile File;
  /// The places of the regions of File, and their numbers in Reports.
  std::vector<std::pair<SourceRegion, size_t>> Rewritten;
  /// See declarationStarts(); computed for the first region.
  std::vector<unsigned> Starts;
  /// Those that are not reported yet.
  std::vector<Rejection> MissedLoops;
  llvm::json::Array Reports, Numbers;
  RewriteResult Result;
};

/// Calls rewriteTranslationUnit() at the end of a translation unit.
class RewriteConsumer : public ASTConsumer {
public:
  RewriteConsumer(CompilerInstance &CI, Options O, const MessageLevels &Levels,
                  JobPool *Pool, std::function<void(RewriteResult)> Done)
      : CI(CI), O(std::move(O)), Levels(Levels), Pool(Pool),
        Done(std::move(Done)) {
    registerScopPragmas(CI.getPreprocessor(), Pragmas);
  }

  void HandleTranslationUnit(ASTContext &AST) override {
    if (!AST.getDiagnostics().hasErrorOccurred())
      Done(rewriteTranslationUnit(CI, Pragmas, O, Levels, Pool));
  }

private:
  CompilerInstance &CI;
  Options O;
  MessageLevels Levels;
  JobPool *Pool;
  std::function<void(RewriteResult)> Done;
  ScopPragmas Pragmas;
};

} // namespace

static llvm::json::Object leftAlone(const SourceRegion &Region,
                                    const std::string &Reason) {
  return llvm::json::Object{
      {"function", Region.Function ? Region.Function->getNameAsString() : ""},
      {"line", Region.Line},
      {"status", "left alone"},
      {"reason", Reason}};
}

/// "file.c:12: f: Summary".
std::string UnitRewriter::summaryLine(const SourceRegion &Region,
                                      llvm::StringRef Summary) const {
  std::string Function =
      Region.Function ? Region.Function->getNameAsString() + ": " : "";
  return (SM.getBufferName(About.locationOf(0)) + ":" +
          llvm::Twine(Region.Line) + ": " + Function + Summary)
      .str();
}

void UnitRewriter::addReport(const RegionAnalysis &A, llvm::json::Object Report,
                             llvm::StringRef Summary) {
  const SourceRegion &Region = A.Region;
  if (A.Other && O.Run.CrossCheck)
    Report["crossCheck"] = reportOpinion(*A.Other);
  if (Region.Model)
    Report["facts"] = reportFacts(Region.Facts);
  Reports.push_back(std::move(Report));
  Result.Summaries.push_back(summaryLine(Region, Summary));
}

void UnitRewriter::refuse(const RegionAnalysis &A) {
  const SourceRegion &Region = A.Region;
  const Rejection &Why = *Region.Why;
  if (About.problem(Region.Marked, LeftFor::Inability, Why.Location,
                    Why.Message))
    for (const Rejection::Note &Note : Why.Notes)
      Say.note(Note.Location, Note.Message, Note.Fixes);
  addReport(A, leftAlone(Region, Why.Message), "left alone: " + Why.Message);
}

void UnitRewriter::leaveAlone(const SourceRegion &Region,
                              const RegionResult &R) {
  std::string Message = "region is left alone: " + R.Reason;
  if (R.Internal)
    Message = "internal error, region is left alone: " + R.Reason;
  About.problem(Region.Marked || R.Internal || R.ScriptFailed,
                R.ScriptFailed ? LeftFor::UnmetLimit : R.Cause,
                About.locationOf(Region.BeginOffset), Message);
}

/// Why loops that begin before \p Offset, and that nobody marked, are in no
/// region; each is reported once.
void UnitRewriter::reportLoopsBefore(unsigned Offset) {
  auto IsBefore = [&](const Rejection &Why) {
    return SM.getFileOffset(SM.getExpansionLoc(Why.Location)) < Offset;
  };
  if (!Say.levels().ShowsMissedLoops)
    return;
  for (const Rejection &Why : llvm::make_filter_range(MissedLoops, IsBefore)) {
    Say.remark(RemarkKind::Missed, Why.Location, Why.Message);
    for (const Rejection::Note &Note : Why.Notes)
      Say.note(Note.Location, Note.Message, Note.Fixes);
  }
  llvm::erase_if(MissedLoops, IsBefore);
}

void UnitRewriter::reportNothing() {
  SourceLocation Start = About.locationOf(0);
  if (O.Run.OnlyMarked || !O.Run.Functions.empty())
    return Say.remark(RemarkKind::Missed, Start,
                      "this file has no region that is to be rewritten; "
                      "nothing is done");
  Say.remark(RemarkKind::Missed, Start,
             "no loop nest of this file can be modelled; nothing is done");
  if (!Say.levels().ShowsMissedLoops && !MissedLoops.empty())
    Say.note(MissedLoops.front().Location,
             "the first reason: " + MissedLoops.front().Message);
  if (!Say.levels().ShowsMissedLoops)
    Say.note(Start, "mark a region with '#pragma scop' and '#pragma endscop' "
                    "to learn why, or use '-Rpass-missed=stevedore'");
}

/// The text of \p Region, its OpenMP directives hidden from compilers that do
/// not heed them and would warn.
std::string UnitRewriter::originalText(const SourceRegion &Region) const {
  TextEdits Guards;
  for (const OpenMPPragma &P : Pragmas.OpenMP) {
    bool IsInside = Region.BeginOffset <= P.Begin && P.End <= Region.EndOffset;
    if (!IsInside || !P.IsLine)
      continue;
    Guards.replace(P.Begin - Region.BeginOffset, P.Begin - Region.BeginOffset,
                   "#ifdef _OPENMP\n");
    Guards.replace(P.End - Region.BeginOffset, P.End - Region.BeginOffset,
                   "\n#endif");
  }
  return Guards.apply(Buffer.slice(Region.BeginOffset, Region.EndOffset));
}

stevedore::EmitOptions
UnitRewriter::codeOptions(const SourceRegion &Region) const {
  stevedore::EmitOptions Code;
  Code.Prefix = Prefixes.Names;
  Code.MacroPrefix = Prefixes.Macros;
  Code.Memories = memoryNames(O.Target);
  Code.Function = macroFunctionName(Region.Function, PP);
  Code.IsCPlusPlus = AST.getLangOpts().CPlusPlus;
  Code.DeclaresInLoops = AST.getLangOpts().C99 || Code.IsCPlusPlus;
  Code.CountsInInt = AST.getTargetInfo().getIntWidth() >= 32;
  Code.HasNarrowLong = AST.getTargetInfo().getLongWidth() < 64;
  Code.OriginalText = originalText(Region) + Region.Kept;
  auto Source = std::make_shared<SourceText>(*Region.Source);
  Source->InUse.Macros = Macros;
  for (llvm::StringRef Text :
       {llvm::StringRef(Code.OriginalText), llvm::StringRef(Region.Epilogue),
        llvm::StringRef(Region.Prologue), llvm::StringRef(Region.Mentions)})
    forEachIdentifier(Text, [&](llvm::StringRef Name) {
      Source->InUse.Original.insert(Name);
    });
  Code.Source = std::move(Source);
  Code.Epilogue = Region.Epilogue;
  Code.Prologue = Region.Prologue;
  Code.Mentions = Region.Mentions;
  Code.Indent = Region.Indent;
  return Code;
}

/// Removes the line of a pragma, or its `_Pragma("...")`.
void UnitRewriter::removePragma(SourceLocation Loc, RewrittenRegion &New) {
  unsigned Offset = SM.getFileOffset(Loc);
  llvm::StringRef Rest = Buffer.substr(Offset);
  if (Rest.starts_with("#") || Rest.starts_with("%:"))
    New.Removed.push_back({lineStart(Buffer, Offset), lineEnd(Buffer, Offset)});
  else if (Rest.starts_with("_Pragma"))
    New.Removed.push_back({Offset, Offset + Rest.find(')') + 1});
}

/// Removes the memory of arrays that the new text does not mention.
void UnitRewriter::removeStorage(const SourceRegion &Region,
                                 RewrittenRegion &New) {
  llvm::StringSet<> Mentioned;
  forEachIdentifier(New.Text,
                    [&](llvm::StringRef Name) { Mentioned.insert(Name); });
  for (const auto &[Name, Places] : Region.Storage)
    if (!Mentioned.contains(Name))
      for (auto [Begin, End] : Places) {
        unsigned Line = lineStart(Buffer, Begin), Next = lineEnd(Buffer, End);
        bool IsAlone = Buffer.slice(Line, Begin).trim().empty() &&
                       Buffer.slice(End, Next).trim().empty();
        New.Removed.push_back(IsAlone ? std::pair(Line, Next)
                                      : std::pair(Begin, End));
      }
}

/// A line of comment that tells regions apart in the printed text.
void UnitRewriter::addHeader(const SourceRegion &Region) {
  std::string &Printed = Result.Printed;
  Printed += "# " + Region.Function->getNameAsString() + ", line " +
             std::to_string(Region.Line) + "\n";
}

/// The text of \p R that goes where that of \p Region is.
static std::string newText(const RegionResult &R, const EmitOptions &Code,
                           bool BeginsLine) {
  std::string Text = printRegion(R.Loops, *R.Plan.Program, Code);
  return BeginsLine ? Text : "\n" + Text;
}

/// The same with the lines of the source and, if debug information is wanted,
/// its iterators.
std::string UnitRewriter::numberedText(const RegionResult &R, EmitOptions Code,
                                       bool BeginsLine) const {
  Code.NumbersLines = true;
  Code.DeclaresIterators = CI.getCodeGenOpts().hasReducedDebugInfo();
  return newText(R, Code, BeginsLine);
}

/// The text of \p R goes around that of a variant of \p Region which is there
/// already; false then.
bool UnitRewriter::replace(const SourceRegion &Region, const RegionResult &R,
                           stevedore::EmitOptions Code) {
  RewrittenRegion New;
  Code.Source = withAdditions(Code.Source, *R.Plan.Program);
  if (Starts.empty())
    Starts = declarationStarts(AST);
  New.Place = offsetBefore(Region.Function, AST, Starts);
  New.Granted = Region.Granted;
  New.GrantedPlace =
      offsetBefore(declarationAround(Region.Function), AST, Starts);
  New.Macros =
      addChooser(R, Code, Choosers, PP) + generateSizeMacros(Code, R.Plan);
  New.Headers = generateTeamMacros(Code, R.Loops);
  if (!R.Plan.PayingBands.empty())
    New.Macros = generateRarelyMacro(Code) + New.Macros;

  unsigned Start = lineStart(Buffer, Region.BeginOffset);
  bool BeginsLine =
      Buffer.slice(Start, Region.BeginOffset).trim(" \t").empty();
  New.Begin = BeginsLine ? Start : Region.BeginOffset;
  New.End = Region.EndOffset;
  const RewrittenRegion *Inner = File.lastAt(New);
  std::string Original = std::move(Code.OriginalText);
  Code.OriginalText = Inner ? Inner->Text + Region.Kept : Original;
  New.Text = newText(R, Code, BeginsLine);
  Code.OriginalText = Inner ? Inner->Numbered + Region.Kept : Original;
  New.Numbered = numberedText(R, Code, BeginsLine);
  Code.IncludesString = !isDeclaredBefore("memcpy", Region.Function, PP);
  Code.IncludesStdlib = !isDeclaredBefore("malloc", Region.Function, PP) ||
                   !isDeclaredBefore("free", Region.Function, PP);
  Code.UsesHeaders =
      !asksForFeaturesBehind(New.Place, PP) &&
      llvm::none_of(llvm::ArrayRef{"memcpy", "malloc", "free", "size_t"},
                    [&](const char *Name) {
                      return hasOtherMeaning(Name, Region.Function, PP);
                    });
  for (const ScopPragmas::Pair &Pair : Pragmas.Pairs)
    if (Pair.End.isValid() &&
        SM.getFileOffset(Pair.Begin) <= Region.BeginOffset &&
        Region.EndOffset <= SM.getFileOffset(Pair.End)) {
      removePragma(Pair.Begin, New);
      removePragma(Pair.End, New);
    }
  SourceRange Body = Region.Function->getBody()->getSourceRange();
  for (const ScopPragmas::LocalName &L : Pragmas.Locals)
    if (SM.isBeforeInTranslationUnit(Body.getBegin(), L.Location) &&
        SM.isBeforeInTranslationUnit(L.Location, Body.getEnd()))
      removePragma(L.Location, New);
  removeStorage(Region, New);
  return File.add(std::move(New), Code);
}

/// Leaves alone what does not compile, which is region \p Number of File.
void UnitRewriter::takeBack(size_t Number, const std::string &Message) {
  auto &[Region, Report] = Rewritten[Number];
  RegionResult R;
  R.Internal = true;
  R.Reason = "the rewritten file does not compile: " + Message;
  leaveAlone(Region, R);
  Reports[Report] = leftAlone(Region, R.Reason);
  Result.Summaries[Report] = summaryLine(Region, "left alone: " + R.Reason);
}

void UnitRewriter::evaluate(RegionAnalysis &A) {
  if (A.WhyNoNumbers.empty()) {
    Numbers.push_back(std::move(A.Numbers));
    return;
  }
  Say.error(About.locationOf(A.Region.BeginOffset), A.WhyNoNumbers);
}

/// The answer for a region whose turn has come.
void UnitRewriter::finish(RegionAnalysis &A) {
  const SourceRegion &Region = A.Region;
  reportLoopsBefore(Region.BeginOffset);
  if (A.Other && O.Run.CrossCheck)
    About.compare(Region, *A.Other);
  if (!A.Untested.empty())
    About.weakened(Region, A.Untested);
  if (!Region.Model)
    return refuse(A);
  const RegionResult &R = A.Result;
  if (R.Transformed)
    Names.addTiles(R.Plan.numTileSizes());
  if (O.Run.prints()) {
    if (!O.Run.EmitsScript)
      addHeader(Region);
    Result.Printed += printedText(R.Printed);
  }
  if (!R.Transformed && O.Run.Print != StageSet{Stage::Scop}) {
    leaveAlone(Region, R);
    addReport(A, leftAlone(Region, R.Reason), "left alone: " + R.Reason);
    return;
  }
  About.describe(Region, R, A.Code);
  addReport(A, reportRegion(R, A.Code, Region.Line),
            Say.levels().Summarizes ? summarize(R) : "");
  if (O.Run.Evaluates)
    evaluate(A);
  if (!O.Run.wantsText())
    return;
  if (!replace(Region, R, A.Code))
    return;
  SourceRegion Place;
  Place.Function = Region.Function;
  Place.Marked = Region.Marked;
  Place.BeginOffset = Region.BeginOffset;
  Place.Line = Region.Line;
  Rewritten.push_back({std::move(Place), Reports.size() - 1});
}

/// A pragma that is misspelt would leave the file as it is, or find other
/// regions.
RewriteResult UnitRewriter::refuseMisspelt() {
  for (const auto &[Range, Written, Meant] : Pragmas.Misspelt)
    Say.error(Range.getBegin(),
              "unknown pragma '" + Written + "'; did you mean '" + Meant + "'?",
              FixItHint::CreateReplacement(
                  CharSourceRange::getCharRange(Range), Meant));
  Result.Failed = true;
  return std::move(Result);
}

/// Says which names of `#pragma stevedore local` are of no use.
void UnitRewriter::checkLocals() {
  std::vector<std::string> Variables;
  if (!Pragmas.Locals.empty())
    for (const auto &Variable : variablesOf(AST))
      Variables.push_back(Variable.getKey().str());
  llvm::sort(Variables);
  for (const ScopPragmas::LocalName &L : unknownLocals(AST, Pragmas))
    if (L.Name.empty())
      Say.error(L.Location, "the pragma names no array; write '#pragma stevedore local(A)'");
    else
      Say.error(L.Location, "'#pragma stevedore local' names '" + L.Name +
                                "', which no function around it mentions" +
                                didYouMean(nearestName(L.Name, Variables)));
}

/// Reading a region and its analysis together take 1.5 times the limit.
RewriteResult UnitRewriter::run() {
  if (!Pragmas.Misspelt.empty())
    return refuseMisspelt();
  checkLocals();
  Prefixes = choosePrefixes(PP);
  Macros = std::make_shared<llvm::StringSet<>>(namesOfMacros(PP));
  ExtractOptions Extract = extractOptions(O);
  Extract.UsesTypes = !CI.getCodeGenOpts().RelaxedAliasing;
  Extract.Missed = &MissedLoops;
  std::vector<std::unique_ptr<RegionAnalysis>> Regions;
  for (SourceRegion &Region : extractRegions(AST, Pragmas, Extract))
    addVariants(std::move(Region), Regions);
  for (std::unique_ptr<RegionAnalysis> &A : Regions) {
    addPromises(A->Region, O);
    addNames(A->Region, Names);
  }
  if (std::optional<std::vector<std::string>> Others =
          functionsOtherThan(AST, O.Run.Functions))
    Result.UnknownFunction = unknownFunction(O, *Others);
  Result.NumRegions = Regions.size();
  if (Regions.empty())
    reportNothing();
  if (O.Run.CrossCheck || O.User.Guards == GuardKind::Llvm)
    crossCheck(CI, Regions, O);
  for (const std::unique_ptr<RegionAnalysis> &A : Regions)
    if (A->Region.Model)
      A->Code = codeOptions(A->Region);
  analyseInOrder(std::move(Regions), O, Pool,
                 [this](RegionAnalysis &A) { finish(A); });
  reportLoopsBefore(Buffer.size());
  Result.UnknownNames = Names.unknown(O);
  Result.KnowsNames = Names.any();
  for (const RewrittenFile::Dropped &D : File.settle(CI))
    takeBack(D.Region, D.Message);
  Result.Failed = Say.hadError();
  TextEdits Edits = File.edits();
  Result.Changed = !Edits.empty();
  Result.Text = Edits.apply(Buffer);
  Result.NumberedText = Edits.applyNumbered(Buffer);
  auto Entry = SM.getFileEntryRefForID(SM.getMainFileID());
  Result.Report =
      llvm::json::Object{{"version", 1},
                         {"file", Entry ? Entry->getName().str() : ""},
                         {"regions", std::move(Reports)}};
  if (O.Run.Evaluates)
    Result.Evaluated = llvm::json::Object{{"regions", std::move(Numbers)}};
  return std::move(Result);
}

RewriteResult stevedore::rewriteTranslationUnit(CompilerInstance &CI,
                                                const ScopPragmas &Pragmas,
                                                const Options &O,
                                                const MessageLevels &Levels,
                                                JobPool *Pool) {
  return UnitRewriter(CI, Pragmas, O, Levels, Pool).run();
}

std::unique_ptr<ASTConsumer>
stevedore::createRewriteConsumer(CompilerInstance &CI, Options O,
                                 const MessageLevels &Levels, JobPool *Pool,
                                 std::function<void(RewriteResult)> Done) {
  return std::make_unique<RewriteConsumer>(CI, std::move(O), Levels, Pool,
                                           std::move(Done));
}
