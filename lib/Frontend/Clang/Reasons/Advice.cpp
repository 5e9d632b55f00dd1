//===- Advice.cpp ------------------------------------------------- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reasons/Advice.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace stevedore;

/// What to do about a call of the function \p Name.
static std::string callAdvice(llvm::StringRef Name) {
  Name.consume_front("__builtin_");
  return llvm::StringSwitch<const char *>(Name)
      .Cases({"printf", "fprintf", "puts", "fputs", "putchar", "fwrite"},
             "end the region before the output, and write it in a loop of its "
             "own after the region")
      .Cases({"malloc", "calloc", "realloc", "aligned_alloc", "free"},
             "allocate before the region, and free after it")
      .Cases({"operator new", "operator delete"},
             "allocate before the region, and delete after it")
      .Cases({"memset", "memcpy", "memmove", "bzero"},
             "write it as a loop over the elements")
      .Cases({"operator[]", "at"},
             "take a pointer to the elements before the region, 'p = "
             "v.data()', and use 'p[i]'")
      .Cases({"size", "length"},
             "copy the size into a variable before the region")
      .Default("");
}

/// What to do about \p Text, a value in the role \p Role that data decide about.
static std::string dataAdvice(llvm::StringRef Role, llvm::StringRef Text) {
  if (Text.contains("size()") || Text.contains("length()"))
    return "copy the size into a variable before the region, 'const int n = "
           "v.size();'";
  if (Role == "subscript")
    return "only iterators and integers that do not change in the region may "
           "decide here; keep the loop that looks up elements by data, such as "
           "a histogram, out of the region, before or after it";
  return "";
}

std::string stevedore::specialAdvice(RejectReason Reason,
                                     llvm::ArrayRef<std::string> Arguments) {
  if (Reason == RejectReason::CallSideEffects)
    return callAdvice(Arguments[0]);
  if (Reason == RejectReason::DataDependent)
    return dataAdvice(Arguments[0], Arguments[1]);
  return "";
}

static bool isSumOrName(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return isa<DeclRefExpr, IntegerLiteral>(E);
  return Binary->isAdditiveOp() && isSumOrName(Binary->getLHS()) &&
         isSumOrName(Binary->getRHS());
}

std::optional<Rejection::Note>
stevedore::remainderAdvice(const BinaryOperator *E, const std::string &Dividend,
                           const std::string &Divisor) {
  bool IsName = isa<DeclRefExpr>(E->getRHS()->IgnoreParenImpCasts());
  if (E->getOpcode() != BO_Rem || !IsName || !isSumOrName(E->getLHS()))
    return std::nullopt;
  std::string New = "(" + Dividend + " >= " + Divisor + " ? " + Dividend +
                    " - " + Divisor + " : " + Dividend + ")";
  Rejection::Note Result{E->getExprLoc(),
                         "where '" + Dividend + "' is never below 0 and always "
                         "below 2 * " + Divisor + ", write '" + New + "'"};
  if (E->getBeginLoc().isFileID() && E->getEndLoc().isFileID())
    Result.Fixes.push_back(
        FixItHint::CreateReplacement(E->getSourceRange(), New));
  return Result;
}

std::vector<FixItHint> stevedore::withoutRegister(const VarDecl *Var,
                                                  const ASTContext &AST) {
  SourceLocation Begin = Var->getBeginLoc();
  if (!Begin.isFileID())
    return {};
  const SourceManager &SM = AST.getSourceManager();
  SourceLocation End =
      Lexer::getLocForEndOfToken(Begin, 0, SM, AST.getLangOpts());
  CharSourceRange Word = CharSourceRange::getCharRange(Begin, End);
  if (Lexer::getSourceText(Word, SM, AST.getLangOpts()) != "register")
    return {};
  return {FixItHint::CreateRemoval(
      CharSourceRange::getCharRange(Begin, End.getLocWithOffset(1)))};
}
