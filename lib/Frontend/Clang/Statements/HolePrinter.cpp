//===- HolePrinter.cpp ---------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statements/HolePrinter.h"
#include "Expression/Ranges.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallPtrSet.h"
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
      printPiece(Hole->second, OS);
      return true;
    }
    auto Value = Map.Values.find(S);
    if (Value != Map.Values.end()) {
      for (const TextPiece &P : Value->second)
        printPiece(P, OS);
      return true;
    }
    auto Substitute = Map.Substitutes.find(S);
    if (Substitute != Map.Substitutes.end() && Open.insert(S).second) {
      OS << "((" << R.typeText(cast<Expr>(S)->getType()) << ")(";
      print(Substitute->second, OS);
      OS << "))";
      Open.erase(S);
      return true;
    }
    if (printGranted(S, R.AST, this, OS))
      return true;
    if (isa<FloatingLiteral, ImaginaryLiteral, CharacterLiteral,
            UserDefinedLiteral>(S))
      return printSpelling(S->getEndLoc(), OS);
    if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(S))
      return printTrait(Size, OS);
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(S))
      return printCast(Cast, OS);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      return printName(Ref->getDecl(), OS);
    if (const auto *Value = dyn_cast<SubstNonTypeTemplateParmExpr>(S))
      if (const NamedDecl *Parameter = Value->getParameter())
        return OS << Parameter->getName(), true;
    return false;
  }

  /// \p S in lines that begin with \p Margin, behind the first.
  void printStatement(const Stmt *S, const std::string &Margin,
                      llvm::raw_ostream &OS);

  void print(const Expr *E, llvm::raw_ostream &OS) {
    E->printPretty(OS, this, R.AST.getPrintingPolicy(), 0, "\n", &R.AST);
  }

private:
  void printPiece(const TextPiece &P, llvm::raw_ostream &OS) {
    if (P.K == TextPiece::Literal) {
      OS << P.Text;
      return;
    }
    OS << Mark << Found.size() << Mark;
    Found.push_back(P);
  }
  void printBody(const Stmt *S, const std::string &Margin,
                 llvm::raw_ostream &OS);
  void printDeclaration(const DeclStmt *S, llvm::raw_ostream &OS);
  void printFor(const ForStmt *S, const std::string &Margin,
                llvm::raw_ostream &OS);
  void printStated(const Stmt *S, llvm::raw_ostream &OS);
  void printSwitch(const SwitchStmt *S, const std::string &Margin,
                   llvm::raw_ostream &OS);

  /// The name of a variable of the statement's own.
  std::string nameOf(const VarDecl *Var) const {
    auto Other = Map.Names.find(Var);
    return Other == Map.Names.end() ? Var->getNameAsString() : Other->second;
  }

  bool printName(const ValueDecl *D, llvm::raw_ostream &OS) {
    auto Name = Map.Names.find(D);
    if (Name != Map.Names.end())
      OS << Name->second;
    return Name != Map.Names.end();
  }

  /// The literal at \p Loc as the user wrote it: no digit is lost, and no suffix
  /// that Clang prints in another way, or not at all, as that of `1.0if`.
  bool printSpelling(SourceLocation Loc, llvm::raw_ostream &OS) {
    const SourceManager &SM = R.AST.getSourceManager();
    bool Invalid = false;
    llvm::SmallString<32> Buffer;
    llvm::StringRef Text = Lexer::getSpelling(
        SM.getSpellingLoc(Loc), Buffer, SM, R.AST.getLangOpts(), &Invalid);
    bool IsLiteral = !Invalid && !Text.empty() &&
                     (isDigit(Text[0]) || Text[0] == '.' ||
                      Text.contains('\''));
    if (IsLiteral)
      OS << Text;
    return IsLiteral;
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
  /// What is printed as its substitute just now, which may contain it.
  llvm::SmallPtrSet<const Stmt *, 4> Open;
};

} // namespace

/// "int k = 0, l"
void HoleHelper::printDeclaration(const DeclStmt *S, llvm::raw_ostream &OS) {
  bool IsFirst = true;
  for (const Decl *D : S->decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var)
      continue;
    std::string Text = nameOf(Var);
    R.written(Var->getType().getUnqualifiedType())
        .getAsStringInternal(Text, R.AST.getPrintingPolicy());
    OS << (IsFirst ? "" : "; ") << Text;
    IsFirst = false;
    const Expr *Init = Var->getInit();
    const CXXConstructExpr *Construct = Init ? constructedBy(Init) : nullptr;
    bool HasParens = Construct && !Construct->isListInitialization();
    if (!Init ||
        (HasParens && llvm::all_of(Construct->arguments(), [](const Expr *E) {
           return isa<CXXDefaultArgExpr>(E);
         })))
      continue;
    OS << (HasParens ? "(" : Construct ? "" : " = ");
    print(Init, OS);
    OS << (HasParens ? ")" : "");
  }
}

/// What a statement states, tested: the source ends where it does not hold.
void HoleHelper::printStated(const Stmt *S, llvm::raw_ostream &OS) {
  StatedCondition Stated = statedBy(S);
  if (Stated.Otherwise) {
    OS << "if (" << (Stated.Holds ? "!(" : "(");
    print(Stated.Condition, OS);
    OS << ")) ";
    print(Stated.Otherwise, OS);
  }
  OS << ";";
}

void HoleHelper::printBody(const Stmt *S, const std::string &Margin,
                           llvm::raw_ostream &OS) {
  S = withoutAttributes(withoutDirectives(S));
  if (isa<CompoundStmt>(S))
    return printStatement(S, Margin, OS);
  OS << "{\n" << Margin << "  ";
  printStatement(S, Margin + "  ", OS);
  OS << "\n" << Margin << "}";
}

/// A loop that gives a variable of its own a first value has a block around it
/// with the declaration, as in old C.
void HoleHelper::printFor(const ForStmt *S, const std::string &Margin,
                          llvm::raw_ostream &OS) {
  const auto *Init = dyn_cast_or_null<BinaryOperator>(S->getInit());
  const VarDecl *Var = Init ? variableOf(Init->getLHS()) : nullptr;
  bool IsDeclared = Var && Map.Declared.contains(Var);
  if (IsDeclared) {
    OS << "{\n"
       << Margin << "  " << R.typeText(Var->getType().getUnqualifiedType())
       << " " << nameOf(Var) << ";\n"
       << Margin << "  ";
  }
  std::string Inner = IsDeclared ? Margin + "  " : Margin;
  OS << "for (";
  if (const auto *Declaration = dyn_cast_or_null<DeclStmt>(S->getInit()))
    printDeclaration(Declaration, OS);
  else if (const auto *E = dyn_cast_or_null<Expr>(S->getInit()))
    print(E, OS);
  OS << "; ";
  if (S->getCond())
    print(S->getCond(), OS);
  OS << "; ";
  if (S->getInc())
    print(S->getInc(), OS);
  OS << ") ";
  printBody(S->getBody(), Inner, OS);
  if (IsDeclared)
    OS << "\n" << Margin << "}";
}

/// The attribute that makes \p S say that control goes on to the next label.
static const FallThroughAttr *fallThrough(const Stmt *S) {
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    for (const Attr *A : Attributed->getAttrs())
      if (const auto *FallThrough = dyn_cast<FallThroughAttr>(A))
        return FallThrough;
  return nullptr;
}

/// Whether what follows \p S in a block may be reached from it, and \p S does
/// not say so.
static bool mayGoOn(const Stmt *S) {
  const auto *Block = dyn_cast<CompoundStmt>(S);
  if (Block && !Block->body_empty())
    return mayGoOn(Block->body_back());
  return !isa<BreakStmt, ContinueStmt>(S) && !fallThrough(S);
}

/// Each label on a line of its own, with a comment where the statement before
/// may reach it without saying so: compilers warn where there is none.
void HoleHelper::printSwitch(const SwitchStmt *S, const std::string &Margin,
                             llvm::raw_ostream &OS) {
  OS << "switch (";
  print(S->getCond(), OS);
  OS << ") {\n";
  bool MayFall = false;
  for (const Stmt *Part : S->getBody()->children()) {
    if (MayFall && isa<SwitchCase>(Part))
      OS << Margin << "  /* fall through */\n";
    for (; const auto *Label = dyn_cast<SwitchCase>(Part);
         Part = Label->getSubStmt()) {
      OS << Margin;
      if (const auto *Case = dyn_cast<CaseStmt>(Label)) {
        OS << "case ";
        print(Case->getLHS(), OS);
        if (Case->caseStmtIsGNURange()) {
          OS << " ... ";
          print(Case->getRHS(), OS);
        }
        OS << ":\n";
      } else {
        OS << "default:\n";
      }
    }
    OS << Margin << "  ";
    printStatement(Part, Margin + "  ", OS);
    OS << "\n";
    MayFall = mayGoOn(Part);
  }
  OS << Margin << "}";
}

void HoleHelper::printStatement(const Stmt *S, const std::string &Margin,
                                llvm::raw_ostream &OS) {
  if (const FallThroughAttr *A = fallThrough(S))
    A->printPretty(OS, R.AST.getPrintingPolicy());
  S = withoutAttributes(withoutDirectives(S));
  if (statedBy(S).Condition)
    return printStated(S, OS);
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    OS << "{\n";
    for (const Stmt *Child : Block->body()) {
      OS << Margin << "  ";
      printStatement(Child, Margin + "  ", OS);
      OS << "\n";
    }
    OS << Margin << "}";
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    OS << "if (";
    print(If->getCond(), OS);
    OS << ") ";
    printBody(If->getThen(), Margin, OS);
    if (If->getElse()) {
      OS << " else ";
      printBody(If->getElse(), Margin, OS);
    }
  } else if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
    printSwitch(Switch, Margin, OS);
  } else if (const auto *Loop = dyn_cast<ForStmt>(S)) {
    printFor(Loop, Margin, OS);
  } else if (const auto *Loop = dyn_cast<WhileStmt>(S)) {
    OS << "while (";
    print(Loop->getCond(), OS);
    OS << ") ";
    printBody(Loop->getBody(), Margin, OS);
  } else if (const auto *Loop = dyn_cast<DoStmt>(S)) {
    OS << "do ";
    printBody(Loop->getBody(), Margin, OS);
    OS << " while (";
    print(Loop->getCond(), OS);
    OS << ");";
  } else if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
    printDeclaration(Declaration, OS);
    OS << ";";
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    print(E, OS);
    OS << ";";
  } else {
    OS << (isa<BreakStmt>(S)      ? "break;"
           : isa<ContinueStmt>(S) ? "continue;"
                                  : ";");
  }
}

void stevedore::appendText(TextTemplate &T, const std::string &Text) {
  if (Text.empty())
    return;
  if (!T.empty() && T.back().K == TextPiece::Literal)
    T.back().Text += Text;
  else
    T.push_back({TextPiece::Literal, Text, 0});
}

/// The text \p Rest, printed with the holes \p Found.
static TextTemplate withHoles(llvm::StringRef Rest,
                              llvm::ArrayRef<TextPiece> Found) {
  TextTemplate Result;
  while (!Rest.empty()) {
    auto [Before, After] = Rest.split(HoleHelper::Mark);
    appendText(Result, Before.str());
    auto [Number, Tail] = After.split(HoleHelper::Mark);
    unsigned Index;
    if (!Number.getAsInteger(10, Index))
      Result.push_back(Found[Index]);
    Rest = Tail;
  }
  return Result;
}

TextTemplate stevedore::printTemplate(const RegionState &R, const Expr *E,
                                      const HoleMap &Map) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  HoleHelper Helper(R, Map);
  Helper.print(E, OS);
  return withHoles(Text, Helper.Found);
}

TextTemplate stevedore::printStatement(const RegionState &R, const Stmt *S,
                                       const HoleMap &Map) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  HoleHelper Helper(R, Map);
  Helper.printStatement(S, "", OS);
  return withHoles(Text, Helper.Found);
}
