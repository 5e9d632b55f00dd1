//===- Epilogue.cpp ------------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/VariableFacts.h"
#include "Flow/Loops.h"
#include "Region/RegionBuilder.h"
#include "State/Unseen.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Writes the loops of a region again without their bodies, as far as that is
/// needed to give iterators declared outside their final values.
class EpilogueWriter {
public:
  EpilogueWriter(const RegionState &R) : R(R) {}
  std::string write(llvm::ArrayRef<const Stmt *> Statements);
  bool isNeeded(llvm::ArrayRef<const Stmt *> Statements) const;

private:
  bool isNeeded(const Stmt *S) const;
  bool isObserved(const VarDecl *Var) const;
  bool hasLateLoop(const Stmt *S) const;
  std::string statement(const Stmt *S);
  std::string loop(const ForStmt *Loop);
  std::string closedForm(const ForStmt *Loop, const std::string &Body);
  std::string emptied(const ForStmt *Loop, const std::string &Body);
  std::string text(const Stmt *S) const;

  const RegionState &R;
};

} // namespace

static const VarDecl *iteratorOf(const ForStmt *Loop) {
  const auto *Init = dyn_cast_or_null<BinaryOperator>(Loop->getInit());
  return Init ? variableOf(Init->getLHS()) : nullptr;
}

bool EpilogueWriter::isNeeded(llvm::ArrayRef<const Stmt *> Statements) const {
  return llvm::any_of(Statements,
                      [&](const Stmt *S) { return isNeeded(S); });
}

bool EpilogueWriter::isObserved(const VarDecl *Var) const {
  return Var && !R.isDeclaredInRegion(Var) && !isDeadAfter(R, Var);
}

/// True if \p S contains a loop whose iterator is observed after the region.
bool EpilogueWriter::isNeeded(const Stmt *S) const {
  if (!S || R.Made.isOpaque(S))
    return false;
  const auto *Loop = dyn_cast<ForStmt>(S);
  if (Loop && isObserved(iteratorOf(Loop)))
    return true;
  return llvm::any_of(partsOf(S),
                      [&](const Stmt *Child) { return isNeeded(Child); });
}

/// True if an observed loop stands in another loop below \p S: its last
/// execution need not be in the last iteration of what surrounds \p S, since
/// the loop in between may be empty there.
bool EpilogueWriter::hasLateLoop(const Stmt *S) const {
  if (!S)
    return false;
  const auto *Loop = dyn_cast<ForStmt>(S);
  if (Loop && isNeeded(Loop->getBody()))
    return true;
  return llvm::any_of(partsOf(S),
                      [&](const Stmt *Child) { return hasLateLoop(Child); });
}

/// The text of \p S with derived variables replaced, since their declarations
/// are gone.
std::string EpilogueWriter::text(const Stmt *S) const {
  class Helper : public PrinterHelper {
  public:
    Helper(const RegionState &R) : R(R) {}
    bool handledStmt(Stmt *S, llvm::raw_ostream &OS) override {
      const auto *Ref = dyn_cast<DeclRefExpr>(S);
      const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      auto Found = Var ? R.Notes.Derived.find(Var) : R.Notes.Derived.end();
      if (Found == R.Notes.Derived.end())
        return printGranted(S, R.AST, this, OS);
      OS << "((" << R.typeText(Var->getType()) << ")(";
      Found->second.Init->printPretty(OS, this, R.AST.getPrintingPolicy(), 0,
                                      "\n", &R.AST);
      OS << "))";
      return true;
    }
    const RegionState &R;
  };
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Helper Replace(R);
  S->printPretty(OS, &Replace, R.AST.getPrintingPolicy(), 0, "\n", &R.AST);
  while (!Text.empty() && (Text.back() == '\n' || Text.back() == ';'))
    Text.pop_back();
  return Text;
}

/// True if every execution of \p S executes each loop in it that is observed:
/// no condition stands above one.
static bool hasCondition(const Stmt *S) {
  if (!S)
    return false;
  return isa<IfStmt>(S) || llvm::any_of(partsOf(S), hasCondition);
}

/// For unit steps and a condition `i < E` (or <=, >, >=): the initial value,
/// and if the condition holds for it, the bound. The loops in the body have
/// their final values from the last iteration.
///
///     i = Init;
///     if (i < E) { i = E - 1; <body>; i = E; }
std::string EpilogueWriter::closedForm(const ForStmt *Loop,
                                       const std::string &Body) {
  const auto *Cond =
      dyn_cast<BinaryOperator>(Loop->getCond()->IgnoreParenImpCasts());
  const auto *Inc =
      Loop->getInc()
          ? dyn_cast<UnaryOperator>(Loop->getInc()->IgnoreParenImpCasts())
          : nullptr;
  const VarDecl *Iterator = iteratorOf(Loop);
  if (!Cond || !Cond->isRelationalOp() || !Inc || !Iterator)
    return "";
  const auto *Left =
      dyn_cast<DeclRefExpr>(Cond->getLHS()->IgnoreParenImpCasts());
  VariableFacts InBound;
  InBound.scan(Cond->getRHS());
  bool IsUp = Inc->isIncrementOp();
  bool IsLess = Cond->getOpcode() == BO_LT || Cond->getOpcode() == BO_LE;
  bool IsStrict = Cond->getOpcode() == BO_LT || Cond->getOpcode() == BO_GT;
  if (!Left || Left->getDecl() != Iterator || IsUp != IsLess ||
      !InBound.use(Iterator).Mentions.empty() ||
      (!Body.empty() &&
       (hasCondition(Loop->getBody()) || hasLateLoop(Loop->getBody()))))
    return "";
  std::string Name = Iterator->getNameAsString();
  std::string Bound = "(" + text(Cond->getRHS()) + ")";
  std::string Beyond = IsUp ? " + 1" : " - 1", Before = IsUp ? " - 1" : " + 1";
  std::string Last = Bound + (IsStrict ? Before : "");
  std::string Final = Bound + (IsStrict ? "" : Beyond);
  std::string Result = text(Loop->getInit()) + ";\nif (" + text(Cond) + ") ";
  if (Body.empty())
    return Result + Name + " = " + Final + ";\n";
  return Result + "{\n" + Name + " = " + Last + ";\n" + Body + Name + " = " +
         Final + ";\n}\n";
}

std::string EpilogueWriter::emptied(const ForStmt *Loop,
                                    const std::string &Body) {
  return "for (" + text(Loop->getInit()) + "; " + text(Loop->getCond()) +
         "; " + (Loop->getInc() ? text(Loop->getInc()) : "") + ") {\n" + Body +
         "}\n";
}

/// Threads with iterators of their own leave those outside alone. An iterator
/// that is declared in the region, before its loop, is declared again.
std::string EpilogueWriter::loop(const ForStmt *Loop) {
  std::string Body = statement(Loop->getBody());
  std::string Text = closedForm(Loop, Body);
  if (Text.empty())
    Text = emptied(Loop, Body);
  const VarDecl *Iterator = iteratorOf(Loop);
  if (Iterator && R.isDeclaredInRegion(Iterator))
    Text = "{\n" + R.typeText(Iterator->getType()) + " " +
           Iterator->getNameAsString() + ";\n" + Text + "}\n";
  return R.Notes.OwnIterators.contains(Loop)
             ? "#ifndef _OPENMP\n" + Text + "#endif\n"
             : Text;
}

std::string EpilogueWriter::statement(const Stmt *S) {
  if (!isNeeded(S))
    return "";
  S = withoutDirectives(S);
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return statement(Attributed->getSubStmt());
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    return statement(Label->getSubStmt());
  if (const auto *Loop = dyn_cast<ForStmt>(S))
    return loop(Loop);
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    std::string Text = "if (" + text(If->getCond()) + ") {\n" +
                       statement(If->getThen()) + "}\n";
    if (If->getElse() && isNeeded(If->getElse()))
      Text += "else {\n" + statement(If->getElse()) + "}\n";
    return Text;
  }
  std::string Result;
  if (const auto *Compound = dyn_cast<CompoundStmt>(S))
    for (const Stmt *Child : Compound->body())
      Result += statement(Child);
  return Result;
}

std::string EpilogueWriter::write(llvm::ArrayRef<const Stmt *> Statements) {
  std::string Result;
  for (const Stmt *S : Statements)
    Result += statement(S);
  return Result;
}

std::string
stevedore::finalIteratorValues(const RegionState &R,
                               llvm::ArrayRef<const Stmt *> Statements) {
  return EpilogueWriter(R).write(Statements);
}

llvm::Error stevedore::checkControl(RegionState &R) {
  if (!R.Notes.IndexInControl || !EpilogueWriter(R).isNeeded(R.Form.Statements))
    return llvm::Error::success();
  return R.reject(RejectReason::IteratorObserved,
                  R.Notes.IndexInControl->getBeginLoc(), {R.Notes.ControlName});
}

/// Adds the iterators of the loops below \p S that are declared outside of the
/// region and that nobody reads after it.
static void
collectDeadIterators(const RegionState &R, const Stmt *S,
                     llvm::SmallSetVector<const VarDecl *, 4> &Result) {
  if (!S)
    return;
  if (const auto *Loop = dyn_cast<ForStmt>(S))
    if (const VarDecl *Var = iteratorOf(Loop))
      if (!R.isDeclaredInRegion(Var) && isDeadAfter(R, Var))
        Result.insert(Var);
  for (const Stmt *Child : partsOf(S))
    collectDeadIterators(R, Child, Result);
}

std::string
stevedore::iteratorMentions(const RegionState &R,
                            llvm::ArrayRef<const Stmt *> Statements) {
  llvm::SmallSetVector<const VarDecl *, 4> Dead;
  for (const Stmt *S : Statements)
    collectDeadIterators(R, S, Dead);
  std::string Text;
  for (const VarDecl *Var : Dead)
    Text += (Text.empty() ? "(void)" : " (void)") + Var->getName().str() + ";";
  return Text;
}
