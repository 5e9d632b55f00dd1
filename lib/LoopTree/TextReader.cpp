//===- TextReader.cpp - Reading the text of trees -------------------------===//
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
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

namespace stevedore {
namespace looptree {

namespace {

struct Token {
  enum Kind { End, Word, Number, Text, Sign, Wrong };
  Kind K = End;
  /// As it stands in the file.
  llvm::StringRef Where;
  /// Of a Text, without quotation marks.
  std::string Value = {};

  bool is(llvm::StringRef Spelling) const {
    return (K == Word || K == Sign) && Where == Spelling;
  }
};

/// Reads words and signs one after the other, and keeps the first error.
class TextReader : public TextForm {
public:
  explicit TextReader(llvm::MemoryBufferRef Buffer);

  bool isReading() const override { return true; }
  void word(llvm::StringRef Word) override;
  bool option(llvm::StringRef Word, bool) override;
  bool ends(llvm::StringRef Sign, bool) override {
    bool IsEnd = Sign.empty() ? Next.K == Token::End : option(Sign, false);
    return IsEnd || HasFailed;
  }
  size_t choice(size_t, llvm::ArrayRef<const char *> Words) override;
  void name(std::string &Name) override;
  void text(std::string &Text) override;
  void number(int64_t &Number) override;
  void expr(Expr &E) override { E = operation(Level::Or); }
  void entry(unsigned &Index, const std::vector<std::string> &Known,
             const char *What) override;
  void line(const char *What, const char *Usage) override {
    Line = {What, Usage};
  }
  void fail(const llvm::Twine &Why) override { failAt(Last, Why); }
  void failNext(const llvm::Twine &Expected) override;

  llvm::Error end();

private:
  llvm::SourceMgr Manager;
  llvm::StringRef Rest;
  Token Next, Last;
  bool HasFailed = false;
  std::string Message;
  /// What is read, and what it is inside of.
  NodeForm Line = {"", ""};
  std::vector<NodeForm> Around;
  unsigned Depth = 0;

  /// More brackets inside of each other than any tree needs.
  static constexpr unsigned MaxDepth = 500;

  /// A term of a sum.
  struct Term {
    int64_t Factor;
    Expr Operand;
    /// It is a number that stands alone.
    bool IsNumber;
    bool HasFactor;
  };
  static constexpr int64_t MaxFactor = INT64_MAX / 4;
  /// Of numbers that fit no type: enough to tell.
  static constexpr size_t MaxDigits = 40;

  void advance();
  void scan();
  void failAt(const Token &T, const llvm::Twine &Why);
  bool enter();
  Expr operation(Level L);
  Term term();
  void add(Affine &Sum, const Term &T, bool IsNegative);
  Expr sum();
  Expr primary();
  Expr call(const Token &Name);
};

} // namespace

TextReader::TextReader(llvm::MemoryBufferRef Buffer) {
  Manager.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(Buffer.getBuffer(),
                                           Buffer.getBufferIdentifier()),
      llvm::SMLoc());
  Rest = Manager.getMemoryBuffer(Manager.getMainFileID())->getBuffer();
  advance();
}

void TextReader::failAt(const Token &T, const llvm::Twine &Why) {
  if (HasFailed)
    return;
  HasFailed = true;
  std::string Text = Why.str();
  if (*Line.Word)
    Text = "in '" + std::string(Line.Word) + "': " + Text +
           "; it is written: " + Line.Usage;
  llvm::raw_string_ostream OS(Message);
  Manager
      .GetMessage(llvm::SMLoc::getFromPointer(T.Where.data()),
                  llvm::SourceMgr::DK_Error, Text)
      .print(nullptr, OS, /*ShowColors=*/false);
}

void TextReader::failNext(const llvm::Twine &Expected) {
  failAt(Next, "expected " + Expected + ", not " +
                   (Next.K == Token::End ? "the end of the file"
                                         : "'" + Next.Where + "'"));
}

/// Finds the token that Rest begins with.
void TextReader::scan() {
  auto IsPart = [](char C) {
    return llvm::isAlnum(C) || C == '_' || C == '?';
  };
  char First = Rest.empty() ? 0 : Rest.front();
  if (llvm::isDigit(First)) {
    Next = {Token::Number, Rest.take_while(llvm::isDigit)};
  } else if (IsPart(First)) {
    Next = {Token::Word, Rest.take_while(IsPart)};
  } else if (First == '"') {
    size_t End = 1;
    Next.K = Token::Text;
    for (; End < Rest.size() && Rest[End] != '"' && Rest[End] != '\n'; ++End) {
      bool IsEscaped = Rest[End] == '\\' && End + 1 < Rest.size();
      End += IsEscaped;
      Next.Value += IsEscaped && Rest[End] == 'n' ? '\n' : Rest[End];
    }
    if (End >= Rest.size() || Rest[End] == '\n')
      Next.K = Token::Wrong;
    Next.Where = Rest.take_front(End + 1);
  } else {
    bool IsPair = llvm::any_of(
        llvm::ArrayRef{"<=", ">=", "==", "!=", "&&", "||", "+="},
        [&](const char *Pair) { return Rest.starts_with(Pair); });
    Next = {Rest.empty() ? Token::End : Token::Sign,
            Rest.take_front(IsPair ? 2 : 1)};
  }
}

void TextReader::advance() {
  Last = std::move(Next);
  Rest = Rest.ltrim();
  while (Rest.starts_with("#"))
    Rest = Rest.drop_until([](char C) { return C == '\n'; }).ltrim();
  Next = Token();
  scan();
  Rest = Rest.drop_front(Next.Where.size());
  if (Next.K == Token::Wrong)
    failAt(Next, "a text ends with '\"' on the line where it begins; a line's "
                 "end inside of it is '\\n', and '+' joins two texts");
}

/// Goes one level deeper into brackets, as far as that is possible.
bool TextReader::enter() {
  if (++Depth > MaxDepth)
    fail("brackets inside of so many others are not read");
  return !HasFailed;
}

bool TextReader::option(llvm::StringRef Word, bool) {
  if (HasFailed || !Next.is(Word))
    return false;
  advance();
  if (Word == "{" && enter())
    Around.push_back(Line);
  if (Word == "}" && !Around.empty()) {
    --Depth;
    Line = Around.back();
    Around.pop_back();
  }
  return true;
}

void TextReader::word(llvm::StringRef Word) {
  if (!option(Word, false))
    failNext("'" + Word + "'");
}

size_t TextReader::choice(size_t, llvm::ArrayRef<const char *> Words) {
  std::string Known;
  for (size_t I = 0; I < Words.size(); ++I) {
    if (option(Words[I], false))
      return I;
    Known += (I ? " or '" : "'") + std::string(Words[I]) + "'";
  }
  failNext(Known);
  return 0;
}

void TextReader::name(std::string &Name) {
  if (Next.K != Token::Word && Next.K != Token::Text)
    return failNext("a name");
  Name = Next.K == Token::Text ? Next.Value : Next.Where.str();
  advance();
}

void TextReader::text(std::string &Text) {
  Text.clear();
  do {
    if (Next.K != Token::Text)
      return failNext("a text in quotation marks");
    Text += Next.Value;
    advance();
  } while (option("+", false));
}

void TextReader::number(int64_t &Number) {
  Expr E = operation(Level::Sum);
  if (E.kind() != Expr::Integer)
    return fail("expected a number");
  if (E.value() > INT64_MAX || E.value() < INT64_MIN)
    return fail("the number does not fit 64 bits");
  Number = int64_t(E.value());
}

void TextReader::entry(unsigned &Index, const std::vector<std::string> &Known,
                       const char *What) {
  std::string Name;
  name(Name);
  auto It = llvm::find(Known, Name);
  if (It == Known.end())
    return fail("no " + llvm::Twine(What) + " '" + Name +
                "'; declared are: " + llvm::join(Known, ", "));
  Index = It - Known.begin();
}

/// An operation of level \p L, or of one above it.
Expr TextReader::operation(Level L) {
  if (L == Level::Sum)
    return sum();
  if (L == Level::Primary)
    return primary();
  Level Above = Level(int(L) + 1);
  std::vector<Expr> Operands = {operation(Above)};
  while (!HasFailed) {
    const InfixSyntax *S = llvm::find_if(
        signsOf(L), [&](const InfixSyntax &S) { return Next.is(S.Sign); });
    if (S == signsOf(L).end())
      break;
    advance();
    Operands.push_back(operation(Above));
    if (L > Level::And)
      Operands = {Expr::make(S->K, std::exchange(Operands, {}))};
  }
  bool IsOne = Operands.size() == 1;
  return IsOne ? Operands.front()
               : Expr::make(L == Level::Or ? Expr::Or : Expr::And,
                            std::move(Operands));
}

/// A number, or an operand that may have a number directly before it.
TextReader::Term TextReader::term() {
  bool IsNumber = Next.K == Token::Number;
  bool HasFactor =
      IsNumber && !Rest.empty() &&
      (llvm::isAlpha(Rest.front()) ||
       llvm::StringRef("_?(\"").contains(Rest.front()));
  if (!HasFactor) {
    Expr Operand = operation(Level::Product);
    return {1, Operand, IsNumber && Operand.kind() == Expr::Integer, false};
  }
  int64_t Factor = 0;
  if (Next.Where.getAsInteger(10, Factor) || Factor > MaxFactor)
    failAt(Next, "the number is too large for a sum");
  advance();
  return {Factor, primary(), false, true};
}

/// Adds \p T, negated if \p IsNegative, to \p Sum.
void TextReader::add(Affine &Sum, const Term &T, bool IsNegative) {
  const Expr &E = T.Operand;
  if (T.IsNumber && (E.value() > MaxFactor || E.value() < -MaxFactor))
    fail("the number is too large for a sum");
  else if (!HasFailed)
    Sum.add(T.IsNumber ? Affine(int64_t(E.value())) : Affine::atom(E),
            IsNegative ? -T.Factor : T.Factor);
}

Expr TextReader::sum() {
  bool IsNegative = option("-", false);
  Term First = term();
  if (!Next.is("+") && !Next.is("-")) {
    if (!IsNegative && !First.HasFactor)
      return First.Operand;
    if (IsNegative && First.IsNumber)
      return Expr::integer(-First.Operand.value());
  }
  Affine Result;
  add(Result, First, IsNegative);
  while (!HasFailed && (Next.is("+") || Next.is("-"))) {
    bool IsSubtracted = Next.is("-");
    advance();
    add(Result, term(), IsSubtracted);
  }
  return Result.expr();
}

Expr TextReader::primary() {
  if (HasFailed)
    return Expr();
  Token T = Next;
  if (option("!", false)) {
    Expr Inside = enter() ? primary() : Expr();
    --Depth;
    return Expr::make(Expr::Not, {Inside});
  }
  if (option("(", false)) {
    Expr Inside = enter() ? operation(Level::Or) : Expr();
    --Depth;
    word(")");
    return Inside;
  }
  if (T.K == Token::Number) {
    llvm::DynamicAPInt Value(0);
    for (char Digit : T.Where.take_front(MaxDigits))
      Value = Value * 10 + (Digit - '0');
    advance();
    return Expr::integer(Value);
  }
  std::string Name;
  name(Name);
  bool IsCall = T.K == Token::Word && option("(", false);
  return IsCall ? call(T) : Expr::variable(Name);
}

/// What is computed from the operands behind the name \p Name and "(".
Expr TextReader::call(const Token &Name) {
  if (Name.is(ParameterWord)) {
    unsigned Number = 0;
    entry(Number, Names.Parameters, "parameter");
    word(")");
    return Expr::parameter(Number);
  }
  if (Name.is(SizeWord)) {
    std::string Size;
    name(Size);
    word(")");
    return Expr::tileSize(Size);
  }
  const CallSyntax *C = llvm::find_if(
      callSyntax(), [&](const CallSyntax &C) { return Name.is(C.Name); });
  if (C == callSyntax().end()) {
    std::string Known = std::string(ParameterWord) + ", " + SizeWord;
    for (const CallSyntax &Other : callSyntax())
      Known += ", " + std::string(Other.Name);
    failAt(Name, "no function '" + Name.Where + "'; there are " + Known);
    return Expr();
  }
  std::vector<Expr> Operands;
  enter();
  for (; !ends(")", false); Operands.push_back(operation(Level::Or)))
    if (!Operands.empty())
      word(",");
  --Depth;
  if (C->Operands ? Operands.size() != *C->Operands : Operands.empty())
    failAt(Name, "'" + Name.Where + "' takes " +
                     (C->Operands ? std::to_string(*C->Operands)
                                  : "one or more") +
                     " operands");
  return HasFailed ? Expr() : Expr::make(C->K, std::move(Operands));
}

llvm::Error TextReader::end() {
  if (!HasFailed && Next.K != Token::End)
    failNext("the end of the file");
  if (!HasFailed)
    return llvm::Error::success();
  return llvm::createStringError(llvm::StringRef(Message).rtrim());
}

llvm::Error readInto(llvm::MemoryBufferRef Text,
                     llvm::function_ref<void(TextForm &)> Describe) {
  TextReader R(Text);
  Describe(R);
  return R.end();
}

} // namespace looptree
} // namespace stevedore
