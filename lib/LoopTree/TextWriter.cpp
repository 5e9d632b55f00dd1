//===- TextWriter.cpp - Writing the text of trees -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExprSyntax.h"
#include "stevedore/LoopTree/TextForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace stevedore {
namespace looptree {

llvm::ArrayRef<InfixSyntax> signsOf(Level L) {
  static const InfixSyntax Or[] = {{Expr::Or, "||"}},
                           And[] = {{Expr::And, "&&"}},
                           Comparisons[] = {{Expr::Equal, "=="},
                                            {Expr::NotEqual, "!="},
                                            {Expr::LessEqual, "<="},
                                            {Expr::Less, "<"},
                                            {Expr::GreaterEqual, ">="},
                                            {Expr::Greater, ">"}},
                           Products[] = {{Expr::Mul, "*"},
                                         {Expr::Div, "/"},
                                         {Expr::Rem, "%"}};
  switch (L) {
  case Level::Or:
    return Or;
  case Level::And:
    return And;
  case Level::Comparison:
    return Comparisons;
  case Level::Product:
    return Products;
  default:
    return {};
  }
}

llvm::ArrayRef<CallSyntax> callSyntax() {
  static const CallSyntax Calls[] = {
      {Expr::Add, "add", 2},
      {Expr::Sub, "sub", 2},
      {Expr::Group, "group", 1},
      {Expr::Select, "select", 3},
      {Expr::Min, "min", std::nullopt},
      {Expr::Max, "max", std::nullopt},
      {Expr::FloorDiv, "floord", 2},
      {Expr::Modulo, "mod", 2},
      {Expr::FirstMultiple, "first", 2},
      {Expr::Wrap, "wrap", 2},
      {Expr::PowerOfTwo, "pow2", 1},
      {Expr::Disjoint, "disjoint", 4},
      {Expr::RuntimeCondition, "condition", 0},
      {Expr::InTeam, "team", 0},
      {Expr::Worker, "worker", 0},
      {Expr::Workers, "workers", 0},
      {Expr::Worthwhile, "worthwhile", 1},
  };
  return Calls;
}

static std::string quoted(llvm::StringRef Text) {
  std::string Result = "\"";
  for (char C : Text)
    if (C == '\n')
      Result += "\\n";
    else if (C == '"' || C == '\\')
      Result += {'\\', C};
    else
      Result += C;
  return Result + "\"";
}

static bool isPlainName(llvm::StringRef Name) {
  return !Name.empty() && !llvm::isDigit(Name.front()) &&
         llvm::all_of(Name, [](char C) {
           return llvm::isAlnum(C) || C == '_' || C == '?';
         });
}

static std::string nameText(llvm::StringRef Name) {
  return isPlainName(Name) ? Name.str() : quoted(Name);
}

/// The name of number \p Index; a number, which cannot be read, where there is
/// none.
static std::string entryText(unsigned Index,
                             const std::vector<std::string> &Known) {
  return Index < Known.size() ? nameText(Known[Index]) : std::to_string(Index);
}

namespace {

/// An expression, and how tightly what it is written as binds.
struct ExprText {
  std::string Text;
  Level L;
};

/// Writes expressions.
class ExprWriter {
public:
  explicit ExprWriter(const ProgramNames &Names) : Names(Names) {}
  ExprText write(const Expr &E) const;

private:
  const ProgramNames &Names;

  std::string above(Level L, const Expr &E) const;
  ExprText sum(const Expr &E) const;
};

/// Puts words and signs one behind the other.
class TextWriter : public TextForm {
public:
  bool isReading() const override { return false; }
  void word(llvm::StringRef Word) override;
  bool option(llvm::StringRef Word, bool IsThere) override {
    if (IsThere)
      word(Word);
    return IsThere;
  }
  bool ends(llvm::StringRef Sign, bool IsEnd) override {
    return option(Sign, IsEnd);
  }
  size_t choice(size_t Number, llvm::ArrayRef<const char *> Words) override {
    word(Words[Number]);
    return Number;
  }
  void name(std::string &Name) override { put(nameText(Name)); }
  void text(std::string &Text) override;
  void number(int64_t &Number) override { put(std::to_string(Number)); }
  void expr(Expr &E) override { put(ExprWriter(Names).write(E).Text); }
  void entry(unsigned &Index, const std::vector<std::string> &Known,
             const char *) override {
    put(entryText(Index, Known));
  }
  void line(const char *, const char *) override { newLine(); }
  void fail(const llvm::Twine &) override {}
  void failNext(const llvm::Twine &) override {}

  std::string Out;

private:
  unsigned Depth = 0;

  void put(llvm::StringRef Text, bool IsApart = true);
  void newLine();
};

} // namespace

/// \p E as an operand of an operation of level \p L.
std::string ExprWriter::above(Level L, const Expr &E) const {
  ExprText T = write(E);
  return T.L > L ? T.Text : "(" + T.Text + ")";
}

ExprText ExprWriter::sum(const Expr &E) const {
  std::string Text;
  auto Sign = [&](bool IsNegative) {
    if (!Text.empty())
      Text += IsNegative ? " - " : " + ";
    else if (IsNegative)
      Text += "-";
  };
  for (size_t I = 0; I < E.operands().size(); ++I) {
    int64_t Factor = E.coefficients()[I];
    uint64_t Size = Factor < 0 ? -uint64_t(Factor) : uint64_t(Factor);
    Sign(Factor < 0);
    if (Size != 1)
      Text += std::to_string(Size);
    const Expr &Operand = E.operands()[I];
    bool IsNumber = Operand.kind() == Expr::Integer;
    Text += IsNumber ? "(" + write(Operand).Text + ")"
                     : above(Size == 1 ? Level::Sum : Level::Product, Operand);
  }
  int64_t C = E.constant();
  if (C != 0) {
    Sign(C < 0);
    Text += std::to_string(C < 0 ? -uint64_t(C) : uint64_t(C));
  }
  return {Text, Level::Sum};
}

ExprText ExprWriter::write(const Expr &E) const {
  switch (E.kind()) {
  case Expr::Integer: {
    std::string Text;
    llvm::raw_string_ostream(Text) << E.value();
    return {Text, E.value() < 0 ? Level::Sum : Level::Primary};
  }
  case Expr::Variable:
    return {nameText(E.name()), Level::Primary};
  case Expr::AffineSum:
    return sum(E);
  case Expr::Not:
    return {"!" + above(Level::Product, E.operands()[0]), Level::Primary};
  case Expr::Parameter:
    return {std::string(ParameterWord) + "(" +
                entryText(E.number(), Names.Parameters) + ")",
            Level::Primary};
  case Expr::TileSize:
    return {std::string(SizeWord) + "(" + nameText(E.name()) + ")",
            Level::Primary};
  default:
    break;
  }
  for (Level L : {Level::Or, Level::And, Level::Comparison, Level::Product})
    for (const InfixSyntax &S : signsOf(L))
      if (S.K == E.kind()) {
        std::vector<std::string> Operands;
        for (const Expr &Operand : E.operands())
          Operands.push_back(above(L, Operand));
        return {llvm::join(Operands, " " + std::string(S.Sign) + " "), L};
      }
  std::vector<std::string> Operands;
  for (const Expr &Operand : E.operands())
    Operands.push_back(write(Operand).Text);
  const CallSyntax *Call = llvm::find_if(
      callSyntax(), [&](const CallSyntax &C) { return C.K == E.kind(); });
  return {Call->Name + ("(" + llvm::join(Operands, ", ") + ")"),
          Level::Primary};
}

void TextWriter::newLine() {
  if (!Out.empty())
    Out += "\n";
  Out.append(2 * Depth, ' ');
}

/// \p Text behind a blank, unless it begins a line or stands inside of brackets.
void TextWriter::put(llvm::StringRef Text, bool IsApart) {
  bool IsFirst = Out.empty() || llvm::StringRef(" \n([@$.").contains(Out.back());
  if (IsApart && !IsFirst)
    Out += " ";
  Out += Text;
}

void TextWriter::word(llvm::StringRef Word) {
  if (Word == "}") {
    --Depth;
    if (!llvm::StringRef(Out).ends_with("{"))
      newLine();
  }
  put(Word, !llvm::StringRef(",)[].").contains(Word));
  if (Word == "{")
    ++Depth;
}

/// Each line of \p Text in quotation marks of its own, joined by signs.
void TextWriter::text(std::string &Text) {
  llvm::StringRef Rest = Text;
  do {
    size_t End = std::min(Rest.find('\n'), Rest.size() - 1) + 1;
    put(quoted(Rest.take_front(End)));
    Rest = Rest.drop_front(End);
    if (Rest.empty())
      return;
    put("+");
    newLine();
    Out += "    ";
  } while (true);
}

std::string written(llvm::function_ref<void(TextForm &)> Describe) {
  TextWriter W;
  Describe(W);
  return W.Out.empty() ? "" : W.Out + "\n";
}

} // namespace looptree
} // namespace stevedore
