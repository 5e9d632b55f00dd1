//===- RegionModels.cpp - Walks over a region until it has a model -------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/Calls.h"
#include "Facts/Definitions.h"
#include "Facts/VariableFacts.h"
#include "Normalize/CallInliner.h"
#include "Region/OccurringNumbers.h"
#include "Region/RegionBuilder.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/ThreadClock.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>
#include <set>

using namespace clang;
using namespace stevedore;

/// Calls \p Visit for the variables that \p S declares.
static void forEachDeclared(const Stmt *S,
                            llvm::function_ref<void(const VarDecl *)> Visit) {
  if (!S || isa<Expr>(S))
    return;
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        Visit(Var);
  for (const Stmt *Part : partsOf(S))
    forEachDeclared(Part, Visit);
}

/// Models \p Calls in place of the region's statements. Variables that the
/// parts of these declare are used nowhere else.
static void take(RegionState &R, const InlinedCalls &Calls) {
  R.Form.HasBodies = true;
  R.Form.take(Calls.Statements);
  for (auto [Old, New] : Calls.Renamed)
    R.Form.changeInFunction().rename(Old, New);
  for (const VarDecl *New : Calls.Declared)
    R.Form.changeInFunction().adopt(New, R.Form.InRegion);
  for (const Stmt *S : Calls.Statements)
    if (!isa<DeclStmt>(S))
      forEachDeclared(S, [&](const VarDecl *Var) {
        R.Form.changeInFunction().adoptAddress(Var, R.Form.InRegion);
      });
  for (const FunctionDecl *Callee : Calls.Callees)
    R.believe(FactReason::SeenBody, {Callee->getNameAsString()},
              Callee->getLocation());
}

/// The reason of a region that has no model as it is for the reason \p First,
/// and for \p Last with statements of their own that data decide about.
static Rejection joined(Rejection First, Rejection Last, bool HasLoop) {
  bool IsOnData =
      isFor(First, {RejectReason::DataDependent, RejectReason::FloatingBound,
                    RejectReason::ModifiedParameter});
  bool IsMissing =
      isFor(Last, {RejectReason::DataDependent, RejectReason::ChosenElement,
                   RejectReason::ConditionalAccess});
  if (isFor(First, RejectReason::IndexUnknown) ||
      (HasLoop ? IsMissing : IsOnData))
    return Last;
  if (isSameReason(First, Last))
    return First;
  if (First.Location == Last.Location) {
    First.Notes.push_back(Last.Notes.back());
  } else if (First.Message != Last.Message) {
    First.Notes.push_back(
        {Last.Location,
         "nor is it a statement of its own that may access any element: " +
             Last.Message});
    llvm::append_range(First.Notes, Last.Notes);
  }
  return First;
}

/// What a walk for some numbers has found out about others.
struct MissingNumbers {
  /// The texts of parameters with whose numbers more would be affine: those
  /// that all come to mind at once, and others.
  ParameterTexts Together, Wanted;
  /// A region that is refused because of them is not modelled in other ways,
  /// and whether that has been left out.
  bool ComeFirst = false, HaveCome = false;
};

/// Adds to \p Texts with which numbers the variables would be affine that the
/// headers of loops and the conditions below \p S mention.
static void addOfControl(const RegionState &R, const Stmt *S, bool IsControl,
                         ParameterTexts &Texts) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && IsControl)
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      Texts.insert_range(R.Notes.SpecializableFor.lookup(Var));
  const Stmt *Body = nullptr;
  if (const auto *Loop = dyn_cast<ForStmt>(S))
    Body = Loop->getBody();
  for (const Stmt *Child : partsOf(S)) {
    bool IsHeader = isa<ForStmt>(S)
                        ? Child != Body
                        : isa<WhileStmt, DoStmt, IfStmt>(S) && isa<Expr>(Child);
    addOfControl(R, Child, IsControl || IsHeader, Texts);
  }
}

/// Adds to \p Missing what the walk of \p R, for \p Numbers, has found out.
static void noteMissing(const RegionState &R, const ParameterNumbers &Numbers,
                        MissingNumbers &Missing) {
  ParameterTexts Found = R.Notes.Specializable;
  if (!Found.empty())
    for (const Stmt *S : R.Form.Statements)
      addOfControl(R, S, false, Found);
  Found.remove_if(
      [&](const std::string &Text) { return Numbers.count(Text) != 0; });
  if (Missing.Together.empty())
    Missing.Together = Found;
  Found.insert_range(R.Notes.SpecializableElsewhere);
  for (const std::string &Text : Found)
    if (!Numbers.count(Text))
      Missing.Wanted.insert(Text);
}

/// Whether a region that is refused for \p Why may have a model if it is known
/// how variables are computed before it.
static bool mayDefinitionsHelp(const Rejection &Why) {
  return isFor(Why, {RejectReason::Delinearization, RejectReason::TwoShapes,
                     RejectReason::CarriedValue});
}

/// Models the region of \p Code with \p Calls for \p Numbers. What is missing
/// is looked for before data decide about loops and branches, if it comes
/// first.
static llvm::Expected<RegionModel>
modelWith(const InlinedCalls &Calls, const RegionCode &Code,
          const ExtractOptions &Options, isl::ctx Ctx,
          const ParameterNumbers &Numbers, MissingNumbers &Missing) {
  WalkDecisions Made;
  Made.Specialized = Numbers;
  std::optional<Rejection> First;
  for (;;) {
    RegionState State(Code, Ctx);
    if (!Calls.Statements.empty())
      take(State, Calls);
    State.Made = Made;
    llvm::Expected<RegionModel> Model = buildRegion(State, Options);
    bool HasDecided = State.Made.count() > Made.count();
    if (Model && !HasDecided)
      return Model;
    llvm::Error Why = Model ? llvm::Error::success() : Model.takeError();
    if (!Numbers.empty() && Why.isA<RejectionError>()) {
      Rejection Found = takeRejection(std::move(Why));
      if (isFor(Found, {RejectReason::TooComplex, RejectReason::TooLong}))
        return rejected(std::move(Found));
      Why = rejected(std::move(Found));
    }
    bool IsAgain = Why.isA<WalkAgain>();
    if (!HasDecided && !IsAgain && !Made.TakesDefinitions) {
      Rejection Found = takeRejection(std::move(Why));
      Made.TakesDefinitions = mayDefinitionsHelp(Found);
      if (Made.TakesDefinitions && !First)
        First = std::move(Found);
      if (Made.TakesDefinitions)
        continue;
      Why = rejected(std::move(Found));
    }
    noteMissing(State, Numbers, Missing);
    bool IsOnData = State.Made.countOnData() > Made.countOnData();
    bool IsGeneral = Missing.Together.empty() ||
                     (Numbers.empty() && HasDecided && !IsOnData);
    if (Missing.ComeFirst && !IsAgain && !IsGeneral &&
        !Missing.Wanted.empty()) {
      Missing.HaveCome = true;
      return std::move(Why);
    }
    if (!HasDecided && !IsAgain && !First)
      return std::move(Why);
    if (!HasDecided && !IsAgain)
      return rejected(joined(std::move(*First), takeRejection(std::move(Why)),
                             !Made.Loops.empty()));
    bool CountsFromEntry = State.Made.FromEntry.size() > Made.FromEntry.size();
    if (Why.isA<RejectionError>() && !First && !CountsFromEntry)
      First = takeRejection(std::move(Why));
    else
      llvm::consumeError(std::move(Why));
    Made = std::move(State.Made);
  }
}

/// C statements that mention the functions of \p Calls that a compiler may
/// miss.
static std::string functionMentions(const InlinedCalls &Calls) {
  std::string Result;
  for (const FunctionDecl *Callee : Calls.Callees)
    if (Callee->getStorageClass() == SC_Static && !Callee->isInlined() &&
        !isa<CXXMethodDecl>(Callee))
      Result += (Result.empty() ? "(void)" : " (void)") +
                Callee->getNameAsString() + ";";
  return Result;
}

/// Whether a region that is refused for \p Why may have a model if parameters
/// are numbers.
static bool mayBeSpecialized(const Rejection &Why) {
  return isFor(Why,
               {RejectReason::NotAffine, RejectReason::Delinearization,
                RejectReason::DivisionByParameter, RejectReason::LoopStep,
                RejectReason::ChosenElement, RejectReason::ConditionalAccess,
                RejectReason::DataDependent, RejectReason::ModifiedParameter,
                RejectReason::CarriedValue, RejectReason::IndexUnknown,
                RejectReason::WhileLoop});
}

namespace {

/// Looks for parameters with whose numbers a region has a model.
class SpecializationSearch {
public:
  SpecializationSearch(const InlinedCalls &Calls, const RegionCode &Code,
                       const ExtractOptions &Options, isl::ctx Ctx,
                       Specialization &For)
      : Numbers(For.Numbers), Calls(Calls), Code(Code), Options(Options),
        Ctx(Ctx), Seconds(For.Seconds), Known(For.Known),
        Most(Seconds + (limits::SpecializationSeconds - Seconds) / 2) {}

  /// The model for Numbers, or else for more; the reason of the first attempt
  /// if there is none.
  llvm::Expected<RegionModel> run();
  /// Leaves numbers out with which there is a model that need none of them, and
  /// takes that for \p Model.
  void leaveOut(RegionModel &Model);
  ParameterNumbers Numbers;

private:
  const InlinedCalls &Calls;
  const RegionCode &Code;
  const ExtractOptions &Options;
  isl::ctx Ctx;
  unsigned Attempts = 0;
  std::set<ParameterNumbers> Tried;
  ThreadClock Clock;
  /// What all walks for numbers have taken, and may have taken after those of
  /// this search: half of what is left, so that loops inside are searched, too,
  /// or more where a walk without numbers takes little.
  double &Seconds;
  /// The numbers with which a search for a statement around, or another part of
  /// it, has come farthest.
  ParameterNumbers &Known;
  double Most;

  llvm::Expected<RegionModel> walk(MissingNumbers &Missing);
  std::vector<ParameterTexts> choices(const MissingNumbers &Missing) const;
};

} // namespace

static llvm::Error tooComplex(const RegionCode &Code) {
  return rejected(
      makeRejection(RejectReason::TooComplex, Code.first()->getBeginLoc(),
                    {"computing its sets for numbers went over the budget"}));
}

/// One walk, for Numbers.
llvm::Expected<RegionModel>
SpecializationSearch::walk(MissingNumbers &Missing) {
  ++Attempts;
  double Begin = Clock.seconds();
  if (Numbers.empty()) {
    llvm::Expected<RegionModel> Model =
        modelWith(Calls, Code, Options, Ctx, Numbers, Missing);
    double Others = (Clock.seconds() - Begin) * limits::SpecializationAttempts;
    Most = std::max(
        Most, Seconds + std::min(Others, limits::CheapSpecializationSeconds));
    return Model;
  }
  double Left = Most - Seconds;
  if (Left <= 0)
    return tooComplex(Code);
  ExtractOptions Limited = Options;
  Limited.Limits.Seconds = Options.Limits.Seconds > 0
                               ? std::min(Options.Limits.Seconds, Left)
                               : Left;
  llvm::Expected<RegionModel> Model =
      modelWith(Calls, Code, Limited, Ctx, Numbers, Missing);
  Seconds += Clock.seconds() - Begin;
  return Model;
}

llvm::Expected<RegionModel> SpecializationSearch::run() {
  MissingNumbers Missing;
  Missing.ComeFirst = true;
  llvm::Expected<RegionModel> Model = walk(Missing);
  if (Model)
    return Model;
  Rejection Why = takeRejection(Model.takeError());
  if (!mayBeSpecialized(Why))
    return rejected(std::move(Why));
  ParameterTexts InVain;
  for (const ParameterTexts &Texts : choices(Missing)) {
    if (Attempts >= limits::SpecializationAttempts)
      break;
    if (llvm::all_of(Texts, [&](const std::string &Text) {
          return InVain.contains(Text);
        }))
      continue;
    ParameterNumbers Before = Numbers;
    for (const std::string &Text : Texts)
      Numbers[Text] = numbersOf(Code, Options, Text).front();
    if (Tried.insert(Numbers).second) {
      llvm::Expected<RegionModel> Other = run();
      if (Other)
        return Other;
      Rejection OtherWhy = takeRejection(Other.takeError());
      if (!mayBeSpecialized(OtherWhy))
        Attempts = limits::SpecializationAttempts;
      if (isSameReason(OtherWhy, Why))
        InVain.insert_range(Texts);
      else if (Numbers.size() > Known.size())
        Known = Numbers;
    }
    Numbers = std::move(Before);
  }
  bool IsLast = Attempts >= limits::SpecializationAttempts;
  if (!Missing.HaveCome || (IsLast && !Numbers.empty()))
    return rejected(std::move(Why));
  MissingNumbers Others;
  Model = walk(Others);
  if (Model)
    return Model;
  Rejection Last = takeRejection(Model.takeError());
  return rejected(isFor(Last, RejectReason::TooComplex) ? std::move(Why)
                                                        : std::move(Last));
}

/// Which of the parameters that \p Missing names get numbers next, until there
/// is a model.
std::vector<ParameterTexts>
SpecializationSearch::choices(const MissingNumbers &Missing) const {
  std::vector<ParameterTexts> Result;
  ParameterTexts All =
      Missing.Together.empty() ? Missing.Wanted : Missing.Together;
  if (Numbers.empty() && llvm::all_of(All, [&](const std::string &Text) {
        return Known.count(Text) != 0;
      }))
    for (const auto &[Text, Number] : Known)
      All.insert(Text);
  if (All.size() > 1)
    Result.push_back(std::move(All));
  for (const std::string &Text : Missing.Wanted)
    Result.emplace_back(&Text, &Text + 1);
  return Result;
}

void SpecializationSearch::leaveOut(RegionModel &Model) {
  const ParameterNumbers All = Numbers;
  for (const auto &[Text, Number] : All) {
    if (Numbers.size() == 1)
      return;
    ParameterNumbers Fewer = Numbers;
    Fewer.erase(Text);
    MissingNumbers Missing;
    Missing.ComeFirst = true;
    llvm::Expected<RegionModel> Other =
        modelWith(Calls, Code, Options, Ctx, Fewer, Missing);
    if (!Other) {
      llvm::consumeError(Other.takeError());
      continue;
    }
    Model = std::move(*Other);
    Numbers = std::move(Fewer);
  }
}

/// All combinations of numbers that occur for the parameters of \p Numbers, but
/// for these themselves; none where there are too many.
static std::vector<ParameterNumbers>
otherNumbers(const ParameterNumbers &Numbers, const RegionCode &Code,
             const ExtractOptions &Options) {
  std::vector<ParameterNumbers> Result = {{}};
  for (const auto &[Text, Number] : Numbers) {
    std::vector<ParameterNumbers> Longer;
    for (const ParameterNumbers &Some : Result)
      for (int64_t Occurs : numbersOf(Code, Options, Text)) {
        Longer.push_back(Some);
        Longer.back()[Text] = Occurs;
      }
    Result = std::move(Longer);
    if (Result.size() > limits::Specializations)
      return {};
  }
  llvm::erase(Result, Numbers);
  return Result;
}

/// The model of \p Code with \p Calls in place of calls, which it knows
/// for \p For.
static llvm::Expected<RegionModel> modelAs(const InlinedCalls &Calls,
                                           const RegionCode &Code,
                                           const ExtractOptions &Options,
                                           isl::ctx Ctx, Specialization &For) {
  SpecializationSearch Search(Calls, Code, Options, Ctx, For);
  llvm::Expected<RegionModel> Result = Search.run();
  if (!Result)
    return Result;
  if (For.Numbers.empty() && !Search.Numbers.empty()) {
    Search.leaveOut(*Result);
    For.Others = otherNumbers(Search.Numbers, Code, Options);
  }
  For.Numbers = Search.Numbers;
  if (!Calls.Statements.empty()) {
    Result->Mentions +=
        (Result->Mentions.empty() ? "" : " ") + functionMentions(Calls);
    Result->Granted = Calls.Granted;
  }
  return Result;
}

llvm::Expected<RegionModel>
stevedore::modelRegionFor(const ParameterNumbers &Numbers,
                          const RegionCode &Code, const ExtractOptions &Options,
                          isl::ctx Ctx) {
  Specialization For;
  For.Numbers = Numbers;
  return modelRegion(Code, Options, Ctx, For);
}

/// The first call below \p S, as a statement of its own or a condition, of a
/// function without a body that may do anything; null if there is none.
static const CallExpr *unseenCall(ASTContext &AST, const Stmt *S) {
  if (const auto *E = dyn_cast_or_null<Expr>(S)) {
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    bool IsUnseen = Callee && !Callee->hasBody() && !Callee->isNoReturn() &&
                    !Callee->getBuiltinID() && !isa<CXXMethodDecl>(Callee) &&
                    effectsOf(AST, Callee).K == CallEffects::Unknown;
    return IsUnseen ? Call : nullptr;
  }
  if (S)
    for (const Stmt *Part : partsOf(S))
      if (const CallExpr *Call = unseenCall(AST, Part))
        return Call;
  return nullptr;
}

/// \p Why as the source names members.
static Rejection inWordsOfSource(Rejection Why) {
  Why.Message = withoutGrants(Why.Message);
  for (Rejection::Note &Note : Why.Notes)
    Note.Message = withoutGrants(Note.Message);
  return Why;
}

llvm::Expected<RegionModel>
stevedore::modelRegion(const RegionCode &Code, const ExtractOptions &Options,
                       isl::ctx Ctx, Specialization &For) {
  for (const Stmt *S : Code.Statements)
    if (const CallExpr *Call = unseenCall(Code.AST, S)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      Rejection Why =
          makeRejection(RejectReason::CallSideEffects, Call->getExprLoc(),
                        {Callee->getNameAsString()});
      Why.Notes.push_back(
          {Callee->getLocation(),
           "it has no body here; include the file that defines it, so that its "
           "body can be put in place of the call"});
      return rejected(std::move(Why));
    }
  InlinedCalls Calls =
      inlineCalls(Code.AST, homeOf(Code.Function), Code.Facts, Code.Statements);
  bool HasBodies = !Calls.Statements.empty();
  llvm::Expected<RegionModel> Result = modelAs(Calls, Code, Options, Ctx, For);
  if (Result)
    return Result;
  Rejection Why = inWordsOfSource(takeRejection(Result.takeError()));
  if (Calls.IsChoice && HasBodies) {
    llvm::Expected<RegionModel> Other =
        modelAs(InlinedCalls(), Code, Options, Ctx, For);
    if (Other)
      return Other;
    llvm::consumeError(Other.takeError());
    return rejected(std::move(Why));
  }
  for (const auto &[Call, Note] : Calls.Kept)
    if (Code.AST.getSourceManager().isPointWithin(Why.Location, Call.getBegin(),
                                                  Call.getEnd()))
      Why.Notes.push_back(Note);
  return rejected(std::move(Why));
}
