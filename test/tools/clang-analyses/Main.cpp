//===- Main.cpp - What clang's analyses say of a loop's surroundings ------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// clang-analyses FILE: for the first loop of each function of FILE what
/// clang's analyses say of what the front end finds out by itself: the
/// conditions on edges of the control-flow graph that dominate it, the
/// variables that are live behind it, and those that it mutates.
//
//===----------------------------------------------------------------------===//

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Analysis/Analyses/Dominators.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"
#include "clang/Analysis/Analyses/LiveVariables.h"
#include "clang/Analysis/AnalysisDeclContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace {

/// The variables and the first loop of a function.
class Collector : public DynamicRecursiveASTVisitor {
public:
  std::vector<const VarDecl *> Variables;
  const ForStmt *Loop = nullptr;
  bool VisitVarDecl(VarDecl *Var) override {
    Variables.push_back(Var);
    return true;
  }
  bool VisitForStmt(ForStmt *S) override {
    Loop = Loop ? Loop : S;
    return true;
  }
};

class FunctionReport {
public:
  FunctionReport(ASTContext &AST, const FunctionDecl *F)
      : AST(AST), F(F), Contexts(AST) {
    Found.TraverseDecl(const_cast<FunctionDecl *>(F));
    Context = Contexts.getContext(F);
    Context->getCFGBuildOptions().setAllAlwaysAdd();
  }
  void print();

private:
  const CFGBlock *loopBlock() const;
  void dominating();
  void live();
  void mutated();

  ASTContext &AST;
  const FunctionDecl *F;
  AnalysisDeclContextManager Contexts;
  AnalysisDeclContext *Context;
  Collector Found;
};

/// Reports on each function.
class Consumer : public ASTConsumer {
public:
  void HandleTranslationUnit(ASTContext &AST) override {
    for (const Decl *D : AST.getTranslationUnitDecl()->decls())
      if (const auto *F = dyn_cast<FunctionDecl>(D);
          F && F->doesThisDeclarationHaveABody())
        FunctionReport(AST, F).print();
  }
};

class Action : public ASTFrontendAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 llvm::StringRef) override {
    return std::make_unique<Consumer>();
  }
};

} // namespace

/// The block that ends with the condition of the loop.
const CFGBlock *FunctionReport::loopBlock() const {
  for (const CFGBlock *Block : *Context->getCFG())
    if (Block->getTerminatorStmt() == Found.Loop)
      return Block;
  return nullptr;
}

void FunctionReport::dominating() {
  CFGDomTree Dominators(Context->getCFG());
  const CFGBlock *Loop = loopBlock();
  llvm::outs() << "  dominated by:";
  for (const CFGBlock *Block : *Context->getCFG()) {
    const auto *Condition =
        dyn_cast_or_null<Expr>(Block->getTerminatorCondition());
    if (!Condition || Block == Loop || Block->succ_size() != 2)
      continue;
    for (unsigned Side : {0, 1}) {
      const CFGBlock *Next = *(Block->succ_begin() + Side);
      if (!Next || Next->pred_size() != 1 || !Dominators.dominates(Next, Loop))
        continue;
      llvm::outs() << (Side ? " !(" : " (");
      Condition->printPretty(llvm::outs(), nullptr, AST.getPrintingPolicy());
      llvm::outs() << ")";
    }
  }
  llvm::outs() << "\n";
}

void FunctionReport::live() {
  auto *Live = Context->getAnalysis<LiveVariables>();
  const CFGBlock *After = *(loopBlock()->succ_begin() + 1);
  llvm::outs() << "  live behind it:";
  for (const VarDecl *Var : Found.Variables)
    for (const CFGElement &Element : *After)
      if (auto S = Element.getAs<CFGStmt>()) {
        if (Live->isLive(S->getStmt(), Var))
          llvm::outs() << " " << Var->getName();
        break;
      }
  llvm::outs() << "\n";
}

void FunctionReport::mutated() {
  ExprMutationAnalyzer Analyzer(*Found.Loop, AST);
  llvm::outs() << "  mutated:";
  for (const VarDecl *Var : Found.Variables)
    if (Analyzer.isMutated(Var))
      llvm::outs() << " " << Var->getName();
  llvm::outs() << "\n";
}

void FunctionReport::print() {
  if (!Found.Loop || !Context->getCFG() || !loopBlock())
    return;
  llvm::outs() << F->getName() << ":\n";
  dominating();
  live();
  mutated();
}

int main(int Argc, char **Argv) {
  auto Buffer = Argc == 2 ? llvm::MemoryBuffer::getFile(Argv[1])
                          : std::make_error_code(std::errc::invalid_argument);
  if (!Buffer) {
    llvm::errs() << "usage: clang-analyses FILE\n";
    return 1;
  }
  return !tooling::runToolOnCodeWithArgs(
      std::make_unique<Action>(), (*Buffer)->getBuffer(), {"-w"}, Argv[1]);
}
