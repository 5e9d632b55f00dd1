//===- RegionState.cpp - What the extraction shares -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/RegionState.h"
#include "Facts/Definitions.h"
#include "State/Memory.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"
#include "polly/Support/GICHelper.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Roles.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace stevedore;

RegionState::RegionState(const RegionCode &Code, isl::ctx Ctx)
    : AST(Code.AST), Ctx(Ctx), Code(Code), Form(Code),
      Believed(std::make_shared<FactList>()) {
  Model.Program.Context =
      isl::manage(isl_set_universe(isl_space_params_alloc(Ctx.get(), 0)));
  Notes.TypeBounds = Model.Program.Context;
}

void RegionState::believe(FactReason Why, std::vector<std::string> Of,
                          SourceLocation Loc) const {
  PresumedLoc At = AST.getSourceManager().getPresumedLoc(
      AST.getSourceManager().getExpansionLoc(Loc));
  Fact New = {Why, std::move(Of)};
  if (Loc.isValid() && At.isValid()) {
    New.Line = At.getLine();
    New.Column = At.getColumn();
  }
  Believed->add(std::move(New));
}

llvm::Error RegionState::reject(RejectReason Reason, SourceLocation Location,
                                llvm::ArrayRef<std::string> Arguments) const {
  return rejected(makeRejection(Reason, Location, Arguments));
}

llvm::Error RegionState::decide(const VarDecl *Var) {
  Made.InMemory.insert(Var);
  return reject(RejectReason::IndexUnknown, Var->getLocation(),
                {Var->getNameAsString()});
}

void RegionState::takeFromEntry(const VarDecl *Var) {
  bool IsOuter = !isDeclaredInRegion(Var) && !Form.movedBy(Var) &&
                 Var->hasLocalStorage() && Var->getType()->isIntegerType() &&
                 !Form.inFunction().isAddressTaken(Var) &&
                 Var->getDeclContext() == Code.Function;
  if (IsOuter && directives().empty() && !Point.IsTrial)
    Made.FromEntry.insert(Var);
}

/// True for names with a meaning in isl's input language or in other rooms.
static bool isTaken(llvm::StringRef Name) {
  bool IsKeyword =
      llvm::StringSwitch<bool>(Name)
          .Cases({"and", "or", "not", "exists", "mod", "rat"}, true)
          .Cases({"floor", "floord", "ceil", "ceild"}, true)
          .Cases({"min", "max", "implies", "infty"}, true)
          .Cases({"infinity", "NaN", "true", "false"}, true)
          .Cases({"True", "False", "AND", "OR", "NOT"}, true)
          .Default(false);
  return IsKeyword || stevedore::isReservedName(Name);
}

bool RegionState::reserveDimensionName(llvm::StringRef Name) {
  if (Names.contains(Name) || isTaken(Name))
    return false;
  DimensionNames.insert(Name);
  return true;
}

std::string RegionState::uniqueName(llvm::StringRef Text) {
  std::string Base = withoutGrants(Text.str()), Stem;
  for (char C : Base)
    if (llvm::isAlnum(C) || C == '_')
      Stem += C;
    else if (!Stem.empty() && Stem.back() != '_')
      Stem += '_';
  while (!Stem.empty() && Stem.back() == '_')
    Stem.pop_back();
  if (Stem.empty() || llvm::isDigit(Stem[0]))
    Stem = "v" + Stem;
  if (isTaken(Stem))
    Stem += "_";
  std::string Name = Stem;
  for (unsigned Number = 2;
       DimensionNames.contains(Name) || !Names.insert(Name).second; ++Number)
    Name = Stem + "_" + std::to_string(Number);
  return Name;
}

std::string RegionState::printed(const Expr *E) const {
  class Granted : public PrinterHelper {
  public:
    Granted(const ASTContext &AST) : AST(AST) {}
    bool handledStmt(Stmt *S, llvm::raw_ostream &OS) override {
      return printGranted(S, AST, this, OS);
    }
    const ASTContext &AST;
  };
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Granted Helper(AST);
  E->printPretty(OS, &Helper, AST.getPrintingPolicy(), 0, "\n", &AST);
  return Text;
}

std::string RegionState::textOf(const Expr *E) const {
  if (Form.HasBodies || E->getBeginLoc().isMacroID() ||
      E->getEndLoc().isMacroID())
    return printed(E);
  llvm::StringRef Source =
      Lexer::getSourceText(CharSourceRange::getTokenRange(E->getSourceRange()),
                           AST.getSourceManager(), AST.getLangOpts());
  return Source.empty() || Source.contains('\n') ? printed(E) : Source.str();
}

/// Whether \p A, declared in a function or a class, hides the name of the type
/// \p B.
static bool hides(const Decl *A, const NamedDecl *B, bool IsCPlusPlus) {
  const auto *Named = dyn_cast<NamedDecl>(A);
  bool HaveOneNamespace = IsCPlusPlus || isa<TagDecl>(A) == isa<TagDecl>(B);
  return Named && HaveOneNamespace && !Named->isImplicit() &&
         Named->getDeclName() == B->getDeclName() &&
         Named->getCanonicalDecl() != B->getCanonicalDecl();
}

/// Whether something in \p F, in a function or in a class around it, has the
/// name of the type \p D. Which part of the function that is in does not
/// matter.
static bool isHidden(const NamedDecl *D, const FunctionDecl *F) {
  bool IsCPlusPlus = F->getASTContext().getLangOpts().CPlusPlus;
  for (const DeclContext *C = F; C; C = C->getParent()) {
    bool IsHere = C->Equals(D->getDeclContext());
    if ((C->isFunctionOrMethod() || (C->isRecord() && !IsHere)) &&
        llvm::any_of(C->decls(), [&](const Decl *Other) {
          return hides(Other, D, IsCPlusPlus);
        }))
      return true;
    if (IsHere)
      return false;
  }
  return false;
}

std::string RegionState::typeText(QualType T) const {
  QualType Shown = written(T.getUnqualifiedType()), Last = Shown;
  while (isa<PointerType, ArrayType>(Last.getTypePtr()))
    Last = QualType(Last->getPointeeOrArrayElementType(), 0);
  std::string Text = Shown.getAsString(AST.getPrintingPolicy());
  const TagDecl *Tag = isa<TypedefType>(Last) ? nullptr : Last->getAsTagDecl();
  return Tag && isHidden(Tag, Code.Function) ? "(unnamed " + Text + ")" : Text;
}

/// Names of types that are members of classes, as what `auto` is for an element
/// of a container, mean nothing outside of them, nor do types of expressions
/// where their variables are not.
QualType RegionState::written(QualType T) const {
  QualType Result = T;
  Qualifiers Quals = T.getLocalQualifiers();
  const Type *Plain = T.getTypePtr();
  if (const auto *Auto = dyn_cast<AutoType>(Plain)) {
    if (!Auto->getDeducedType().isNull())
      Result = written(Auto->getDeducedType());
  } else if (const auto *Named = dyn_cast<TypedefType>(Plain)) {
    if (Named->getDecl()->getDeclContext()->isRecord() ||
        isHidden(Named->getDecl(), Code.Function))
      Result = written(Named->desugar());
  } else if (const auto *Given = dyn_cast<SubstTemplateTypeParmType>(Plain)) {
    const TemplateTypeParmDecl *Parameter =
        typeParameter(Code.Function, Given->getReplacementType(),
                      Given->getReplacedParameter()->getIdentifier());
    Result = Parameter ? AST.getTypeDeclType(ElaboratedTypeKeyword::None,
                                             std::nullopt, Parameter)
                       : written(Given->getReplacementType());
  } else if (isa<TypeOfExprType, TypeOfType, DecltypeType>(Plain)) {
    Result = written(Plain->getLocallyUnqualifiedSingleStepDesugaredType());
  } else if (const auto *Alias = dyn_cast<TemplateSpecializationType>(Plain);
             Alias && Alias->isTypeAlias()) {
    Result = written(Alias->getAliasedType());
  } else if (const auto *Pointer = dyn_cast<PointerType>(Plain)) {
    Result = AST.getPointerType(written(Pointer->getPointeeType()));
  } else if (const auto *Array = dyn_cast<ConstantArrayType>(Plain)) {
    Result = AST.getConstantArrayType(written(Array->getElementType()),
                                      Array->getSize(), Array->getSizeExpr(),
                                      Array->getSizeModifier(),
                                      Array->getIndexTypeCVRQualifiers());
  } else {
    return T;
  }
  return AST.getQualifiedType(Result, Quals);
}

std::vector<const OpenMPPragma *> RegionState::directives() const {
  std::vector<const OpenMPPragma *> Result;
  for (const OpenMPPragma &P : Code.Pragmas.OpenMP)
    if (Code.BeginOffset <= P.Begin && P.Begin < Code.EndOffset)
      Result.push_back(&P);
  return Result;
}

bool RegionState::isInRegion(SourceLocation Loc) const {
  const SourceManager &SM = AST.getSourceManager();
  Loc = SM.getExpansionLoc(Loc);
  SourceLocation Begin =
      SM.getExpansionLoc(Form.Statements.front()->getBeginLoc());
  SourceLocation End = SM.getExpansionLoc(
      withoutDirectives(Form.Statements.back())->getEndLoc());
  return !SM.isBeforeInTranslationUnit(Loc, Begin) &&
         !SM.isBeforeInTranslationUnit(End, Loc);
}

VarDecl *RegionState::standIn(const VarDecl *Var, std::string Name,
                              QualType Type) {
  VarDecl *&Result = Made.StandIns[Var];
  if (Result)
    return Result;
  auto IsTaken = [&] {
    return AST.Idents.get(Name).hasMacroDefinition() ||
           !Form.inFunction().mentioned(Name).empty();
  };
  while (Name != Var->getName() && IsTaken())
    Name += "_";
  Result =
      TreeMaker(AST, Code.Function, Var->getSourceRange()).variable(Name, Type);
  Result->setLocation(Var->getLocation());
  return Result;
}

bool RegionState::isDeclaredInRegion(const Decl *D) const {
  return isInRegion(D->getLocation());
}

bool RegionState::isMentionedOutside(const VarDecl *Var) const {
  return llvm::any_of(
      Form.inFunction().use(Var).Mentions,
      [&](const DeclRefExpr *Ref) { return !isInRegion(Ref->getLocation()); });
}

llvm::Error RegionState::rejectStatement(const Stmt *S) const {
  SourceLocation Loc = S->getBeginLoc();
  if (isa<WhileStmt>(S))
    return reject(RejectReason::WhileLoop, Loc);
  if (isa<DoStmt>(S))
    return reject(RejectReason::DoLoop, Loc);
  if (isa<CXXForRangeStmt>(S))
    return reject(RejectReason::RangeLoop, Loc);
  if (isa<GotoStmt, IndirectGotoStmt>(S))
    return reject(RejectReason::Goto, Loc);
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    return reject(RejectReason::Label, Loc, {Label->getName()});
  if (isa<BreakStmt>(S))
    return reject(RejectReason::Break, Loc);
  if (isa<ContinueStmt>(S))
    return reject(RejectReason::Continue, Loc);
  if (isa<ReturnStmt>(S))
    return reject(RejectReason::Return, Loc);
  if (isa<SwitchStmt, SwitchCase>(S))
    return reject(RejectReason::Switch, Loc);
  if (isa<AsmStmt>(S))
    return reject(RejectReason::InlineAsm, Loc);
  if (isa<CXXTryStmt, CXXCatchStmt, SEHTryStmt>(S))
    return reject(RejectReason::Exception, Loc);
  if (isa<CoroutineBodyStmt, CoreturnStmt>(S))
    return reject(RejectReason::Coroutine, Loc);
  if (isa<OMPExecutableDirective>(S))
    return reject(RejectReason::OpenMP, Loc, {"omp"});
  return reject(RejectReason::UnsupportedStatement, Loc,
                {S->getStmtClassName()});
}

isl::val stevedore::islValue(isl::ctx Ctx, const llvm::APSInt &V) {
  return polly::valFromAPInt(Ctx.get(), V, V.isSigned());
}

std::pair<llvm::APSInt, llvm::APSInt> stevedore::typeRange(ASTContext &AST,
                                                           QualType T) {
  unsigned Bits = T->isBooleanType() ? 1 : AST.getIntWidth(T);
  bool IsUnsigned = !T->isSignedIntegerOrEnumerationType();
  return {llvm::APSInt::getMinValue(Bits, IsUnsigned),
          llvm::APSInt::getMaxValue(Bits, IsUnsigned)};
}

void RegionState::assumeInvariant(const Expr *E, const ValueDecl *Root,
                                  bool ThroughPointer, QualType Held) {
  const auto *Var = dyn_cast_or_null<VarDecl>(Root);
  bool IsHidden = Var && !ThroughPointer && Var->hasLocalStorage() &&
                  !Var->getType()->isReferenceType() &&
                  !Form.inFunction().isAddressTaken(Var);
  if (IsHidden)
    return believe(FactReason::OwnVariable, {textOf(E)}, Var->getLocation());
  const Expr *Object = E->IgnoreParenImpCasts();
  Provenance Of = Object->isGLValue() ? Code.origins().ofObject(Object)
                                      : Provenance{{{Origin::Memory}}, {}};
  bool HasAddress = Held.isNull() && Object->getObjectKind() == OK_Ordinary &&
                    Object->isLValue();
  Notes.Exposed.push_back({textOf(E), Held.isNull() ? E->getType() : Held,
                           E->getExprLoc(), std::move(Of),
                           HasAddress ? Object : nullptr, Root,
                           ThroughPointer || !Held.isNull()});
}

isl::id RegionState::parameter(const Expr *E, const MemoryPath &Path,
                               QualType Held, llvm::StringRef Called) {
  std::string Text = printed(E);
  auto Known = ParameterIds.find(Text);
  if (Known != ParameterIds.end())
    return Known->second;
  std::string Name = uniqueName(Called.empty() ? Text : Called);
  isl::id Id = isl::id::alloc(Ctx, Name.c_str(), nullptr);
  declareParameter(Id, Name, Text, E->getType());
  keepNear(Id, E->getType(), !Held.isNull());
  if (E->getType()->isUnsignedIntegerOrEnumerationType())
    believe(FactReason::TypeRange, {Text + " >= 0"}, E->getExprLoc());
  if (!Path.Pointers.empty())
    Notes.EarlyReads[Name] = {Text, printed(Path.Pointers.back()),
                              E->getExprLoc()};
  for (const Expr *Holder : Path.Holders)
    assumeInvariant(Holder, Path.Root, !isa<DeclRefExpr>(Holder));
  size_t Before = Notes.Exposed.size();
  assumeInvariant(E, Path.Root, Path.ThroughPointer, Held);
  Model.Program.Parameters.back().IsExposed = Notes.Exposed.size() > Before;
  specialize(Id, Text);
  return Id;
}

isl::pw_aff RegionState::computed(const std::string &Text,
                                  llvm::StringRef Called) {
  auto Known = ParameterIds.find(Text);
  isl::id Id = Known == ParameterIds.end() ? isl::id() : Known->second;
  if (Known == ParameterIds.end()) {
    std::string Name = uniqueName(Called);
    Id = isl::id::alloc(Ctx, Name.c_str(), nullptr);
    declareParameter(Id, Name, Text, AST.LongLongTy);
  }
  return isl::pw_aff::param_on_domain(Nest::outermost(Ctx).Domain, Id);
}

isl::id RegionState::entryValue(const VarDecl *Var) {
  for (const EntryValue &Known : EntryValues)
    if (Known.Var == Var)
      return Known.Id;
  std::string Name = uniqueName(Var->getNameAsString());
  isl::id Id = isl::id::alloc(Ctx, Name.c_str(), nullptr);
  EntryValues.push_back({Var, Name, Id});
  return Id;
}

void RegionState::useEntryValues(const isl::pw_aff &V) {
  if (Point.IsTrial)
    return;
  for (const auto &[Var, Name, Id] : EntryValues)
    if (!ParameterIds.count(Var->getNameAsString()) &&
        isl_pw_aff_involves_param_id(V.get(), Id.get()) != isl_bool_false) {
      declareParameter(Id, Name, Var->getNameAsString(), Var->getType());
      keepNear(Id, Var->getType());
    }
}

/// Adds the parameter \p Id, which is null when isl is over budget, called
/// \p Name, for the C expression \p Text of type \p Type.
void RegionState::declareParameter(const isl::id &Id, const std::string &Name,
                                   const std::string &Text, QualType Type) {
  Parameter P;
  P.Name = Name;
  auto Early = Made.ReadAs.find(Text);
  Model.Source.Parameters[P.Name] =
      Early == Made.ReadAs.end() ? Text : Early->second;
  ParameterIds.emplace(Text, Id);
  Model.Program.Parameters.push_back(P);

  isl::set Universe =
      isl::manage(isl_set_universe(isl_space_params_alloc(Ctx.get(), 0)));
  isl::pw_aff Value =
      isl::manage(isl_pw_aff_param_on_domain_id(Universe.copy(), Id.copy()));
  auto Constant = [&](const llvm::APSInt &V) {
    return isl::pw_aff(Universe, islValue(Ctx, V));
  };
  auto [Min, Max] = typeRange(AST, Type);
  isl::set AtLeast = Value.ge_set(Constant(Min));
  Notes.TypeBounds = Notes.TypeBounds.intersect(AtLeast).intersect(
      Value.le_set(Constant(Max)));
  if (Min.isZero())
    Model.Program.Context = Model.Program.Context.intersect(AtLeast);
  if (Type->isBooleanType())
    Model.Program.Context =
        Model.Program.Context.intersect(Value.le_set(Constant(Max)));
}

/// { : -2^Power <= p <= 2^Power } for the parameter p called \p Id; 0 <= p
/// where it is \p Natural.
isl::set RegionState::within(const isl::id &Id, unsigned Power, bool Natural) {
  isl::set Universe =
      isl::manage(isl_set_universe(isl_space_params_alloc(Ctx.get(), 0)));
  isl::pw_aff Value =
      isl::manage(isl_pw_aff_param_on_domain_id(Universe.copy(), Id.copy()));
  isl::val Far(Ctx, 1L << Power);
  isl::val Least = Natural ? isl::val::zero(Ctx) : Far.neg();
  return Value.le_set(isl::pw_aff(Universe, Far))
      .intersect(Value.ge_set(isl::pw_aff(Universe, Least)));
}

/// Tests that the parameter \p Id of type \p Type leaves room for sums and
/// multiples in the type of the new loops, `long`, where it is as wide; without
/// a test where it \p Counts elements of memory.
void RegionState::keepNear(const isl::id &Id, QualType Type, bool Counts) {
  unsigned Width = AST.getIntWidth(AST.LongTy);
  if (AST.getIntWidth(Type) < Width)
    return;
  isl::set Near =
      within(Id, Width * 3 / 4, !Type->isSignedIntegerOrEnumerationType());
  // The test converts to `long long`, which may wrap around.
  bool MayWrap = AST.getIntWidth(Type) >= AST.getIntWidth(AST.LongLongTy);
  isl::set Tested = MayWrap ? Near : Near.gist(Model.Program.Context);
  if (!Counts)
    require(conditionText(Tested, Model.Source), Near);
  Notes.TypeBounds = Notes.TypeBounds.intersect(Near);
}

bool RegionState::leaveRoom() {
  int Power = roomForParameters(Model.Program, AST.getIntWidth(AST.LongTy));
  if (Power < limits::ParameterPower)
    return false;
  for (const auto &[Text, Id] : ParameterIds) {
    isl::set Near = within(Id, std::min(Power, 62));
    if (Notes.TypeBounds.is_subset(Near).is_true())
      continue;
    require(conditionText(Near, Model.Source), Near);
    Notes.TypeBounds = Notes.TypeBounds.intersect(Near);
  }
  return true;
}

void RegionState::require(const std::string &Condition, isl::set Holds) {
  if (!Conditions.insert(Condition).second)
    return;
  Model.Tested.push_back({Condition, std::move(Holds)});
  std::string &All = Model.Source.RuntimeCondition;
  All = All.empty() ? Condition : All + " && " + Condition;
}

bool RegionState::limitProduct(const isl::pw_aff &Most,
                               llvm::ArrayRef<isl::pw_aff> Sizes,
                               const llvm::APSInt &Limit) {
  std::string Positive, Bound = llvm::toString(Limit, 10);
  for (const isl::pw_aff &Size : Sizes) {
    std::string Text =
        Size.isa_aff().is_true() ? valueText(Size.as_aff(), Model.Source) : "";
    if (Text.empty())
      return false;
    Positive += "(" + Text + ") > 0 && ";
    Bound += " / (" + Text + ")";
  }
  bool IsWritten = !Most.is_null();
  Most.foreach_piece([&](const isl::set &, const isl::aff &Value) -> isl::stat {
    std::string Text = valueText(Value, Model.Source);
    IsWritten &= !Text.empty();
    if (IsWritten)
      require("(" + Positive + Text + " < " + Bound + ")");
    return isl::stat::ok();
  });
  return IsWritten;
}
