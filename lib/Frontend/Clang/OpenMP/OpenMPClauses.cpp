//===- OpenMPClauses.cpp - Clauses of OpenMP directives -------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenMP/OpenMPClauses.h"
#include "Syntax/Control.h"
#include "stevedore/Support/Size.h"
#include "stevedore/Support/Words.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace stevedore;

namespace {

/// What becomes of a clause.
enum class Treatment {
  Keep,
  Drop,
  Ordered,
  Private,
  FirstPrivate,
  LastPrivate,
  Default,
  Collapse,
  Refuse
};

/// Reads one directive, clause by clause.
class DirectiveReader {
public:
  DirectiveReader(RegionState &R, const OpenMPPragma &Pragma)
      : R(R), Pragma(Pragma), Rest(Pragma.Text) {}
  llvm::Expected<LoopDirective> read(bool IsBlock);

private:
  using VariableCheck = llvm::Error (DirectiveReader::*)(llvm::StringRef);
  llvm::Error each(llvm::StringRef Arguments, VariableCheck Check);
  llvm::Error unknown() const {
    return R.reject(RejectReason::OpenMP, Pragma.Location, {Pragma.Text});
  }
  llvm::Error name();
  llvm::Error clause();
  llvm::Error keep(llvm::StringRef Name, llvm::StringRef Arguments);
  llvm::Error firstPrivate(llvm::StringRef Variable);
  llvm::Error privateVariable(llvm::StringRef Variable);
  llvm::Error iterator(llvm::StringRef Variable);
  llvm::Error refuse(llvm::StringRef Clause, const std::string &Advice);
  bool isIterator(llvm::StringRef Name) const;

  RegionState &R;
  const OpenMPPragma &Pragma;
  llvm::StringRef Rest;
  /// The clause that is read.
  llvm::StringRef Clause;
  LoopDirective Result;
};

} // namespace

/// Takes an identifier off the front of \p Text; empty if there is none.
static llvm::StringRef takeIdentifier(llvm::StringRef &Text) {
  Text = Text.ltrim(", \t\r\n\f\v");
  llvm::StringRef Word = Text.take_while(isPartOfName);
  Text = Text.drop_front(Word.size());
  return Word;
}

/// Takes `(...)` off the front of \p Text; empty if there is none.
static llvm::StringRef takeParentheses(llvm::StringRef &Text) {
  llvm::StringRef Start = Text.ltrim();
  if (!Start.starts_with("("))
    return "";
  int Depth = 0;
  for (size_t I = 0; I < Start.size(); ++I) {
    Depth += (Start[I] == '(') - (Start[I] == ')');
    if (Depth > 0)
      continue;
    Text = Start.drop_front(I + 1);
    return Start.take_front(I + 1);
  }
  return "";
}

/// The names in `(a, b)`, or in `(modifier: a, b: step)` with \p Modified.
static llvm::SmallVector<llvm::StringRef, 4> listOf(llvm::StringRef Arguments) {
  llvm::StringRef Inside = Arguments.drop_front().drop_back();
  llvm::SmallVector<llvm::StringRef, 4> Names;
  Inside.split(Names, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef &Name : Names)
    Name = Name.trim();
  return Names;
}

static Treatment treatmentOf(llvm::StringRef Name) {
  return llvm::StringSwitch<Treatment>(Name)
      .Cases({"schedule", "num_threads", "if", "proc_bind"}, Treatment::Keep)
      .Cases({"safelen", "simdlen"}, Treatment::Keep)
      .Cases({"shared", "nowait", "order"}, Treatment::Drop)
      .Cases({"aligned", "nontemporal"}, Treatment::Drop)
      .Case("private", Treatment::Private)
      .Case("firstprivate", Treatment::FirstPrivate)
      .Cases({"lastprivate", "linear"}, Treatment::LastPrivate)
      .Case("default", Treatment::Default)
      .Case("ordered", Treatment::Ordered)
      .Case("collapse", Treatment::Collapse)
      .Default(Treatment::Refuse);
}

llvm::Error DirectiveReader::refuse(llvm::StringRef Clause,
                                    const std::string &Advice) {
  return R.reject(RejectReason::OpenMPClause, Pragma.Location,
                  {Clause.str(), Advice});
}

bool DirectiveReader::isIterator(llvm::StringRef Name) const {
  return llvm::any_of(R.Form.AllIterators, [&](const VarDecl *Var) {
    return Var->getDeclName().isIdentifier() && Var->getName() == Name;
  });
}

/// `parallel for`, `for`, `simd`, `parallel for simd` or `for simd`.
llvm::Error DirectiveReader::name() {
  auto Take = [&](llvm::StringRef Word) {
    llvm::StringRef After = Rest;
    if (takeIdentifier(After) != Word)
      return false;
    Rest = After;
    return true;
  };
  Result.Loop.StartsThreads = Take("parallel");
  Result.Loop.SharesOut = Take("for");
  Result.Loop.UsesLanes =
      (Result.Loop.SharesOut || !Result.Loop.StartsThreads) && Take("simd");
  bool IsLoop = Result.Loop.SharesOut || Result.Loop.UsesLanes;
  if (IsLoop)
    return llvm::Error::success();
  return R.reject(RejectReason::OpenMP, Pragma.Location, {nameOf(Pragma)});
}

/// True if a variable called \p Name is declared below \p S.
static bool declares(const Stmt *S, llvm::StringRef Name) {
  if (!S)
    return false;
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (const auto *Named = dyn_cast<NamedDecl>(D))
        if (Named->getDeclName().isIdentifier() && Named->getName() == Name)
          return true;
  return llvm::any_of(partsOf(S),
                      [&](const Stmt *Part) { return declares(Part, Name); });
}

/// A clause whose expressions are evaluated before the new loop: they must not
/// name what only the old loops have.
llvm::Error DirectiveReader::keep(llvm::StringRef Name,
                                  llvm::StringRef Arguments) {
  llvm::StringRef Text = Arguments;
  while (!Text.empty()) {
    llvm::StringRef Word = Text.take_while(isPartOfName);
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
    bool IsOld =
        !Word.empty() && (isIterator(Word) ||
                          llvm::any_of(R.Form.Statements, [&](const Stmt *S) {
                            return declares(S, Word);
                          }));
    if (IsOld)
      return refuse(Name, "compute the value before the region: '" +
                              Word.str() + "' does not exist outside of it");
  }
  bool IsForLanes = Name == "safelen" || Name == "simdlen" ||
                    (Name == "if" && Arguments.contains("simd"));
  (IsForLanes ? Result.Text.LaneClauses : Result.Text.Clauses) +=
      " " + Name.str() + Arguments.str();
  return llvm::Error::success();
}

llvm::Error DirectiveReader::firstPrivate(llvm::StringRef Variable) {
  for (const ValueDecl *D : R.Form.InRegion.mentioned(Variable))
    if (R.Form.InRegion.isWritten(D) || R.Form.InRegion.isAddressTaken(D))
      return refuse("firstprivate", "declare a copy of '" + Variable.str() +
                                        "' in the loop and use that");
  return llvm::Error::success();
}

/// A scalar of which each iteration has its own. What others see of it before
/// and after the loop depends on whether the directive is heeded, so that
/// nobody else may use it.
llvm::Error DirectiveReader::privateVariable(llvm::StringRef Variable) {
  if (isIterator(Variable))
    return llvm::Error::success();
  if (R.Form.InRegion.mentioned(Variable).empty())
    return llvm::Error::success();
  return refuse("private", "declare '" + Variable.str() + "' in the loop");
}

/// A variable whose last value is observed: known for iterators.
llvm::Error DirectiveReader::iterator(llvm::StringRef Variable) {
  Result.SetsIterators = true;
  Variable = Variable.split(':').first.trim();
  if (isIterator(Variable))
    return llvm::Error::success();
  return refuse(Clause, "compute the last value of '" + Variable.str() +
                            "' after the region");
}

/// What \p Check says of each variable in \p Arguments.
llvm::Error DirectiveReader::each(llvm::StringRef Arguments,
                                  VariableCheck Check) {
  if (Arguments.size() < 2)
    return unknown();
  for (llvm::StringRef Variable : listOf(Arguments))
    if (llvm::Error Why = (this->*Check)(Variable))
      return Why;
  return llvm::Error::success();
}

llvm::Error DirectiveReader::clause() {
  llvm::StringRef Name = Clause = takeIdentifier(Rest);
  llvm::StringRef Arguments = takeParentheses(Rest);
  switch (treatmentOf(Name)) {
  case Treatment::Keep:
    return keep(Name, Arguments);
  case Treatment::Drop:
    return llvm::Error::success();
  case Treatment::Ordered:
    Result.Loop.Waits = true;
    return llvm::Error::success();
  case Treatment::Private:
    return each(Arguments, &DirectiveReader::privateVariable);
  case Treatment::FirstPrivate:
    return each(Arguments, &DirectiveReader::firstPrivate);
  case Treatment::LastPrivate:
    return each(Arguments, &DirectiveReader::iterator);
  case Treatment::Default:
    if (Arguments.contains("shared") || Arguments.contains("none"))
      return llvm::Error::success();
    return refuse(Name, "write 'default(shared)', and declare in the loop what "
                        "each iteration has of its own");
  case Treatment::Collapse:
    if (Arguments.size() < 2 ||
        Arguments.drop_front().drop_back().trim().getAsInteger(10,
                                                               Result.Collapse))
      return refuse(Name, "write the number of loops as a literal");
    return llvm::Error::success();
  case Treatment::Refuse:
    break;
  }
  if (Name.contains("reduction"))
    return refuse(Name, "leave the directive out, or sum up into an array with "
                        "one element for each iteration and add those up after "
                        "the loop: operations are never reordered");
  return refuse(Name.empty() ? Rest : Name,
                "leave the clause out, or keep the loop out of the region");
}

/// What follows `parallel`, and `sections` behind it, in \p Text.
static llvm::StringRef partOfBlock(llvm::StringRef Text) {
  takeIdentifier(Text);
  llvm::StringRef After = Text;
  return takeIdentifier(After) == "sections" ? After : Text;
}

llvm::Expected<LoopDirective> DirectiveReader::read(bool IsBlock) {
  if (IsBlock)
    Rest = partOfBlock(Rest);
  else if (llvm::Error Why = name())
    return std::move(Why);
  while (!(Rest = Rest.ltrim(", \t\r\n\f\v")).empty()) {
    size_t Before = Rest.size();
    if (llvm::Error Why = clause())
      return std::move(Why);
    if (Rest.size() == Before)
      return unknown();
  }
  return Result;
}

llvm::Expected<LoopDirective>
stevedore::readDirective(RegionState &R, const OpenMPPragma &Pragma) {
  return DirectiveReader(R, Pragma).read(/*IsBlock=*/false);
}

llvm::Expected<LoopDirective> stevedore::readBlock(RegionState &R,
                                                   const OpenMPPragma &Pragma) {
  return DirectiveReader(R, Pragma).read(/*IsBlock=*/true);
}

std::string stevedore::nameOf(const OpenMPPragma &Pragma) {
  return llvm::StringRef(Pragma.Text).split('(').first.trim().str();
}

bool stevedore::isParallelBlock(const OpenMPPragma *Pragma) {
  llvm::StringRef Rest = Pragma->Text;
  if (takeIdentifier(Rest) != "parallel")
    return false;
  llvm::StringRef Next = takeIdentifier(Rest);
  return Next.empty() || Next == "sections" || !takeParentheses(Rest).empty();
}

PartOfBlock stevedore::partOf(const OpenMPPragma &Pragma) {
  llvm::StringRef Rest = Pragma.Text;
  llvm::StringRef Name = takeIdentifier(Rest), After = Rest.trim();
  if (Name == "critical" && (After.empty() || !takeParentheses(Rest).empty()))
    return PartOfBlock::Critical;
  if (Name == "task")
    return PartOfBlock::Task;
  bool IsPlain = After.empty() || After == "nowait";
  bool IsWait = After.starts_with("depend") || After.starts_with("doacross");
  return llvm::StringSwitch<PartOfBlock>(Name)
      .Case("single", IsPlain ? PartOfBlock::OneThread : PartOfBlock::None)
      .Case("sections", IsPlain ? PartOfBlock::Sections : PartOfBlock::None)
      .Cases({"master", "masked"},
             After.empty() ? PartOfBlock::OneThread : PartOfBlock::None)
      .Cases({"section", "taskgroup"},
             After.empty() ? PartOfBlock::InPlace : PartOfBlock::None)
      .Case("barrier", After.empty() ? PartOfBlock::Barrier : PartOfBlock::None)
      .Cases({"taskwait", "taskyield"},
             After.empty() ? PartOfBlock::TaskWait : PartOfBlock::None)
      .Case("ordered", IsWait ? PartOfBlock::OrderedWait
                       : After.empty() || After == "threads"
                           ? PartOfBlock::Ordered
                           : PartOfBlock::None)
      .Default(PartOfBlock::None);
}

/// What each task has of its own by default, changes of which nobody sees.
static const VarDecl *ownOfTask(const RegionState &R, const Stmt *Body,
                                SourceLocation Block,
                                llvm::ArrayRef<llvm::StringRef> Shared) {
  const SourceManager &SM = R.AST.getSourceManager();
  VariableFacts Facts;
  Facts.scan(Body);
  for (const ValueDecl *D : Facts.changed()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    bool IsCommon = !Var || !Var->hasLocalStorage() ||
                    SM.isBeforeInTranslationUnit(Var->getLocation(), Block) ||
                    SM.isPointWithin(Var->getLocation(), Body->getBeginLoc(),
                                     Body->getEndLoc()) ||
                    llvm::is_contained(Shared, Var->getName());
    bool IsOuterIterator =
        Var && llvm::is_contained(R.Form.AllIterators, Var) &&
        SM.isBeforeInTranslationUnit(Var->getLocation(), Block);
    if (!IsCommon || IsOuterIterator)
      return Var;
  }
  return nullptr;
}

llvm::Error stevedore::checkTask(RegionState &R, const OpenMPPragma &Pragma,
                                 const Stmt *Body, SourceLocation Block) {
  llvm::StringRef Rest = Pragma.Text;
  llvm::SmallVector<llvm::StringRef, 4> Shared;
  takeIdentifier(Rest);
  auto Refuse = [&](llvm::StringRef Clause, const std::string &Advice) {
    return R.reject(RejectReason::OpenMPClause, Pragma.Location,
                    {Clause.str(), Advice});
  };
  while (!(Rest = Rest.ltrim(", \t\r\n\f\v")).empty()) {
    llvm::StringRef Name = takeIdentifier(Rest),
                    Arguments = takeParentheses(Rest);
    bool IsKnown = llvm::StringSwitch<bool>(Name)
                       .Cases({"depend", "shared"}, Arguments.size() > 2)
                       .Case("default", Arguments == "(shared)")
                       .Cases({"untied", "mergeable", "priority"}, true)
                       .Default(false);
    if (!IsKnown)
      return Refuse(Name.empty() ? Rest : Name,
                    "leave the clause out, or keep the task out of the region");
    if (Name == "shared")
      llvm::append_range(Shared, listOf(Arguments));
  }
  if (const VarDecl *Own = ownOfTask(R, Body, Block, Shared))
    return Refuse("task", "declare '" + Own->getNameAsString() +
                              "' in the task, or before the block: each task "
                              "has one of its own");
  return llvm::Error::success();
}

const ForStmt *stevedore::loopBelow(const Stmt *S) {
  while (const auto *Compound = dyn_cast_or_null<CompoundStmt>(S))
    S = Compound->size() == 1 ? Compound->body_front() : nullptr;
  return dyn_cast_or_null<ForStmt>(S);
}

void stevedore::setIterators(ParallelLoop &P, const isl::union_set &Body,
                             unsigned Depth) {
  P.Iterator = P.Around = isl::union_map::empty(Body.ctx());
  isl::set_list Sets = Body.set_list();
  for (unsigned I = 0, E = countOf(Sets.size()); I < E; ++I) {
    isl::map Self = Sets.at(I).identity();
    unsigned Dims = countOf(Self.range_tuple_dim());
    isl::map Around = Self.project_out(isl::dim::out, Depth, Dims - Depth);
    isl::map Own = Self.project_out(isl::dim::out, Depth + 1, Dims - Depth - 1);
    Own = Own.project_out(isl::dim::out, 0, Depth);
    for (isl::map *M : {&Around, &Own})
      *M = isl::manage(isl_map_reset_tuple_id(M->release(), isl_dim_out));
    P.Iterator = P.Iterator.unite(isl::union_map(Own));
    P.Around = P.Around.unite(isl::union_map(Around));
  }
}
