//===- HolePrinter.cpp ------------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HolePrinter.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Marks holes in the printed text by a control character and a number, which
/// no C text contains.
class HoleHelper : public PrinterHelper {
public:
  HoleHelper(const RegionState &R, const HoleMap &Map) : R(R), Map(Map) {}

  static constexpr char Mark = '\1';
  std::vector<TextPiece> Found;

  bool handledStmt(Stmt *S, llvm::raw_ostream &OS) override {
    auto Hole = Map.Holes.find(S);
    if (Hole != Map.Holes.end()) {
      OS << Mark << Found.size() << Mark;
      Found.push_back(Hole->second);
      return true;
    }
    auto Substitute = Map.Substitutes.find(S);
    if (Substitute != Map.Substitutes.end()) {
      OS << "((" << R.typeText(cast<Expr>(S)->getType()) << ")(";
      print(Substitute->second, OS);
      OS << "))";
      return true;
    }
    if (const auto *Literal = dyn_cast<FloatingLiteral>(S))
      return printSpelling(Literal->getLocation(), OS);
    if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(S))
      return printTrait(Size, OS);
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(S))
      return printCast(Cast, OS);
    if (const auto *Value = dyn_cast<SubstNonTypeTemplateParmExpr>(S))
      if (const NamedDecl *Parameter = Value->getParameter())
        return OS << Parameter->getName(), true;
    return false;
  }

  void print(const Expr *E, llvm::raw_ostream &OS) {
    E->printPretty(OS, this, R.AST.getPrintingPolicy(), 0, "\n", &R.AST);
  }

private:
  /// The token at \p Loc as the user wrote it, so that no digit is lost.
  bool printSpelling(SourceLocation Loc, llvm::raw_ostream &OS) {
    const SourceManager &SM = R.AST.getSourceManager();
    bool Invalid = false;
    llvm::SmallString<32> Buffer;
    llvm::StringRef Text = Lexer::getSpelling(
        SM.getSpellingLoc(Loc), Buffer, SM, R.AST.getLangOpts(), &Invalid);
    bool IsNumber = !Invalid && !Text.empty() &&
                    (isDigit(Text[0]) || Text[0] == '.');
    if (IsNumber)
      OS << Text;
    return IsNumber;
  }

  /// The operand of sizeof is printed as its type, which names no iterator.
  bool printTrait(const UnaryExprOrTypeTraitExpr *E, llvm::raw_ostream &OS) {
    if (E->getKind() != UETT_SizeOf)
      return false;
    OS << "sizeof(" << R.typeText(E->getTypeOfArgument()) << ")";
    return true;
  }

  /// A conversion to a parameter of a template, by its name.
  bool printCast(const ExplicitCastExpr *E, llvm::raw_ostream &OS) {
    QualType Type = E->getTypeAsWritten();
    bool IsNamed =
        isa<CStyleCastExpr, CXXStaticCastExpr, CXXFunctionalCastExpr>(E);
    if (!IsNamed || !Type->isScalarType() || R.written(Type) == Type ||
        isa<InitListExpr>(E->getSubExpr()))
      return false;
    OS << "((" << R.typeText(Type) << ")(";
    print(E->getSubExpr(), OS);
    OS << "))";
    return true;
  }

  static bool isDigit(char C) { return C >= '0' && C <= '9'; }

  const RegionState &R;
  const HoleMap &Map;
};

} // namespace

void stevedore::appendText(TextTemplate &T, const std::string &Text) {
  if (Text.empty())
    return;
  if (!T.empty() && T.back().K == TextPiece::Literal)
    T.back().Text += Text;
  else
    T.push_back({TextPiece::Literal, Text, 0});
}

TextTemplate stevedore::printTemplate(const RegionState &R, const Expr *E,
                                      const HoleMap &Map) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  HoleHelper Helper(R, Map);
  Helper.print(E, OS);
  TextTemplate Result;
  llvm::StringRef Rest = Text;
  while (!Rest.empty()) {
    auto [Before, After] = Rest.split(HoleHelper::Mark);
    appendText(Result, Before.str());
    auto [Number, Tail] = After.split(HoleHelper::Mark);
    unsigned Index;
    if (!Number.getAsInteger(10, Index))
      Result.push_back(Helper.Found[Index]);
    Rest = Tail;
  }
  return Result;
}
