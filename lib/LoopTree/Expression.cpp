//===- Expression.cpp - Index expressions ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/LoopTree/Expression.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

namespace stevedore {
namespace looptree {

struct Expr::Node {
  Kind K = Integer;
  llvm::DynamicAPInt Value;
  std::string Name;
  unsigned Number = 0;
  std::vector<Expr> Operands;
  std::vector<int64_t> Coefficients;
  int64_t Constant = 0;
  std::string Spelling;
};

/// \p Value in C, as a long where an int may be too small.
static std::string number(int64_t Value) {
  std::string Text = std::to_string(Value);
  return Value > INT32_MAX || Value < -INT32_MAX ? Text + "L" : Text;
}

static std::string number(const llvm::DynamicAPInt &Value) {
  if (Value <= INT64_MAX && Value >= INT64_MIN)
    return number(int64_t(Value));
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << Value;
  return Text;
}

static const char *infix(Expr::Kind K) {
  switch (K) {
  case Expr::Add:
    return " + ";
  case Expr::Sub:
    return " - ";
  case Expr::Mul:
    return " * ";
  case Expr::Div:
    return " / ";
  case Expr::Rem:
    return " % ";
  case Expr::Equal:
    return " == ";
  case Expr::NotEqual:
    return " != ";
  case Expr::LessEqual:
    return " <= ";
  case Expr::Less:
    return " < ";
  case Expr::GreaterEqual:
    return " >= ";
  case Expr::Greater:
    return " > ";
  case Expr::And:
    return " && ";
  case Expr::Or:
    return " || ";
  default:
    return nullptr;
  }
}

/// The name of the helper function for \p K, null if there is none.
static const char *helper(Expr::Kind K) {
  switch (K) {
  case Expr::Min:
    return "min";
  case Expr::Max:
    return "max";
  case Expr::FloorDiv:
    return "floord";
  case Expr::Modulo:
    return "mod";
  case Expr::FirstMultiple:
    return "first";
  case Expr::Wrap:
    return "wrap";
  case Expr::PowerOfTwo:
    return "pow2";
  case Expr::Disjoint:
    return "disjoint";
  default:
    return nullptr;
  }
}

/// Whether \p E is a name, a number without a sign, a call, or has parentheses of
/// its own.
static bool isPrimary(const Expr &E) {
  switch (E.kind()) {
  case Expr::Integer:
    return E.value() >= 0;
  case Expr::Variable:
  case Expr::TileSize:
  case Expr::InTeam:
  case Expr::Worker:
  case Expr::Workers:
  case Expr::Worthwhile:
  case Expr::Select:
    return true;
  default:
    return helper(E.kind()) != nullptr;
  }
}

/// Whether the operand \p E of an operation \p K needs parentheses.
static bool needsParentheses(Expr::Kind K, const Expr &E) {
  bool Logical = E.kind() == Expr::And || E.kind() == Expr::Or;
  if (K == Expr::And || K == Expr::Or)
    return !E.isComparison() && E.kind() != K && E.kind() != Expr::Not &&
           E.kind() != Expr::Group && E.kind() != Expr::RuntimeCondition &&
           !isPrimary(E);
  if (K >= Expr::Equal && K <= Expr::Greater)
    return E.isComparison() || Logical;
  if (K == Expr::Add || K == Expr::Sub)
    return E.isComparison() || Logical;
  return !isPrimary(E);
}

static std::string operand(Expr::Kind K, const Expr &E,
                           const ExprStyle &Style) {
  return needsParentheses(K, E) ? "(" + toC(E, Style) + ")" : toC(E, Style);
}

std::string parenthesized(const Expr &E, const ExprStyle &Style) {
  return isPrimary(E) ? toC(E, Style) : "(" + toC(E, Style) + ")";
}

static void appendTerm(std::string &Out, int64_t Coefficient,
                       const std::string &Atom) {
  bool Negative = Coefficient < 0;
  if (Out.empty())
    Out += Negative ? "-" : "";
  else
    Out += Negative ? " - " : " + ";
  int64_t Magnitude = Negative ? -Coefficient : Coefficient;
  if (Atom.empty())
    Out += number(Magnitude);
  else if (Magnitude == 1)
    Out += Atom;
  else
    Out += number(Magnitude) + " * " + Atom;
}

/// The terms with positive coefficients first; a positive constant before the
/// others where there are none.
static std::string affineText(const Expr &E, const ExprStyle &Style) {
  std::string Out;
  auto terms = [&](bool Positive) {
    for (size_t I = 0; I < E.operands().size(); ++I)
      if ((E.coefficients()[I] > 0) == Positive)
        appendTerm(Out, E.coefficients()[I],
                   parenthesized(E.operands()[I], Style));
  };
  terms(true);
  bool ConstantFirst = Out.empty() && E.constant() > 0;
  if (ConstantFirst)
    Out = number(E.constant());
  terms(false);
  if (E.constant() != 0 && !ConstantFirst)
    appendTerm(Out, E.constant(), "");
  return Out;
}

/// function(a, function(b, c)) for min and max of several operands.
static std::string callText(const Expr &E, const ExprStyle &Style) {
  std::string Function = Style.Prefix + helper(E.kind());
  if (E.kind() != Expr::Min && E.kind() != Expr::Max) {
    std::string Text;
    for (const Expr &Operand : E.operands())
      Text += (Text.empty() ? "" : ", ") + toC(Operand, Style);
    return Function + "(" + Text + ")";
  }
  std::string Result = toC(E.operands().back(), Style);
  for (const Expr &Operand : llvm::reverse(E.operands().drop_back()))
    Result = Function + "(" + toC(Operand, Style) + ", " + Result + ")";
  return Result;
}

/// The operands of \p E with its sign between them; "a + -b" is "a - b".
static std::string infixText(const Expr &E, const ExprStyle &Style) {
  std::string Out;
  for (const Expr &Operand : E.operands()) {
    bool Subtracted = E.kind() == Expr::Sub && !Out.empty();
    std::string Text = Subtracted ? parenthesized(Operand, Style)
                                  : operand(E.kind(), Operand, Style);
    if (Out.empty())
      Out = Text;
    else if (E.kind() == Expr::Add && Text[0] == '-')
      Out += " - " + Text.substr(1);
    else
      Out += infix(E.kind()) + Text;
  }
  return Out;
}

std::string toC(const Expr &E, const ExprStyle &Style) {
  switch (E.kind()) {
  case Expr::Integer:
    return number(E.value());
  case Expr::Variable:
    return Style.Variable ? Style.Variable(E.name()) : E.name().str();
  case Expr::AffineSum:
    return affineText(E, Style);
  case Expr::Not:
    return "!" + parenthesized(E.operands()[0], Style);
  case Expr::Group:
    return "(" + toC(E.operands()[0], Style) + ")";
  case Expr::Worthwhile:
    return Style.MacroPrefix + "RARELY(" + toC(E.operands()[0], Style) + ")";
  case Expr::Select:
    return "(" + toC(E.operands()[0], Style) + " ? " +
           toC(E.operands()[1], Style) + " : " + toC(E.operands()[2], Style) +
           ")";
  case Expr::Parameter:
    return Style.Parameter(E.number());
  case Expr::TileSize:
    return Style.Prefix + "min(" + Style.SizePrefix +
           (Style.SizeName ? Style.SizeName(E.name()) : E.name().str()) +
           ", 1L << " + (Style.HasNarrowLong ? "24" : "30") + ")";
  case Expr::RuntimeCondition:
    return "(" + Style.RuntimeCondition() + ")";
  case Expr::InTeam:
    return Style.MacroPrefix + "IN_PARALLEL()";
  case Expr::Worker:
  case Expr::Workers:
    return Style.MacroPrefix + Style.TeamPrefix +
           (E.kind() == Expr::Worker ? "WORKER()" : "WORKERS()");
  default:
    return infix(E.kind()) ? infixText(E, Style) : callText(E, Style);
  }
}

/// The style of spellings: names as they are.
static const ExprStyle &plainStyle() {
  static const ExprStyle Style{
      "", "", "", [](unsigned Number) { return "#" + std::to_string(Number); },
      [] { return std::string("runtime condition"); }};
  return Style;
}

Expr::Expr(int64_t Value) : Expr(integer(llvm::DynamicAPInt(Value))) {}

Expr Expr::integer(llvm::DynamicAPInt Value) {
  Node Result;
  Result.Value = std::move(Value);
  Result.Spelling = looptree::number(Result.Value);
  return Expr(std::make_shared<const Node>(std::move(Result)));
}

Expr Expr::variable(llvm::StringRef Name) {
  Node Result;
  Result.K = Variable;
  Result.Name = Result.Spelling = Name.str();
  return Expr(std::make_shared<const Node>(std::move(Result)));
}

Expr Expr::parameter(unsigned Number) {
  Node Result;
  Result.K = Parameter;
  Result.Number = Number;
  Result.Spelling = "#" + std::to_string(Number);
  return Expr(std::make_shared<const Node>(std::move(Result)));
}

Expr Expr::tileSize(llvm::StringRef Name) {
  Node Result;
  Result.K = TileSize;
  Result.Name = Name.str();
  Result.Spelling = "size " + Result.Name;
  return Expr(std::make_shared<const Node>(std::move(Result)));
}

Expr Expr::runtimeCondition() { return make(RuntimeCondition, {}); }
Expr Expr::inTeam() { return make(InTeam, {}); }
Expr Expr::worker() { return make(Worker, {}); }
Expr Expr::workers() { return make(Workers, {}); }

Expr Expr::make(Kind K, std::vector<Expr> Operands) {
  bool Folds = K == Min || K == Max || K == And || K == Or;
  if (Folds && Operands.size() == 1)
    return Operands.front();
  Node Result;
  Result.K = K;
  Result.Operands = std::move(Operands);
  auto Made = std::make_shared<Node>(std::move(Result));
  Made->Spelling = toC(Expr(Made), plainStyle());
  return Expr(std::shared_ptr<const Node>(std::move(Made)));
}

Expr::Kind Expr::kind() const { return N->K; }
llvm::ArrayRef<Expr> Expr::operands() const { return N->Operands; }
const llvm::DynamicAPInt &Expr::value() const { return N->Value; }
llvm::StringRef Expr::name() const { return N->Name; }
unsigned Expr::number() const { return N->Number; }
llvm::ArrayRef<int64_t> Expr::coefficients() const { return N->Coefficients; }
int64_t Expr::constant() const { return N->Constant; }
const std::string &Expr::spelling() const { return N->Spelling; }

bool Expr::isInteger(int64_t Value) const {
  return kind() == Integer && N->Value == Value;
}

void Expr::walk(llvm::function_ref<void(const Expr &)> Visit) const {
  Visit(*this);
  for (const Expr &Operand : N->Operands)
    Operand.walk(Visit);
}

bool Expr::uses(llvm::StringRef Name) const {
  if (kind() == Variable)
    return N->Name == Name;
  return llvm::any_of(N->Operands,
                      [&](const Expr &E) { return E.uses(Name); });
}

Expr Expr::substitute(llvm::StringRef Name, const Expr &Value) const {
  if (kind() == Variable)
    return N->Name == Name ? Value : *this;
  if (!uses(Name))
    return *this;
  std::vector<Expr> Operands;
  for (const Expr &Operand : N->Operands)
    Operands.push_back(Operand.substitute(Name, Value));
  if (kind() != AffineSum)
    return make(kind(), std::move(Operands));
  Affine Result(constant());
  for (size_t I = 0; I < Operands.size(); ++I)
    Result.add(Affine::atom(Operands[I]), coefficients()[I]);
  return Result.expr();
}

unsigned Expr::size() const {
  unsigned Result = 0;
  walk([&](const Expr &E) {
    Result += 1 + llvm::count_if(E.coefficients(),
                                 [](int64_t C) { return C != 1 && C != -1; }) +
              (E.constant() != 0);
    if (E.kind() == Min || E.kind() == Max)
      Result += E.operands().size() - 1;
  });
  return Result;
}

Expr operator&&(const Expr &A, const Expr &B) {
  return Expr::make(Expr::And, {A, B});
}

Expr compare(Expr::Kind K, const Expr &A, const Expr &B) {
  return Expr::make(K, {A, B});
}

Expr conjunction(std::vector<Expr> Conditions) {
  return Conditions.empty() ? Expr(1)
                            : Expr::make(Expr::And, std::move(Conditions));
}

Expr sum(const Expr &A, const Expr &B) {
  if (A.isInteger(0))
    return B;
  return B.isInteger(0) ? A : Expr::make(Expr::Add, {A, B});
}

Expr product(const Expr &A, const Expr &B) {
  if (A.isInteger(1))
    return B;
  if (B.isInteger(1))
    return A;
  if (A.isInteger(0) || B.isInteger(0))
    return Expr(0);
  return Expr::make(Expr::Mul, {A, B});
}

Affine Affine::atom(const Expr &E) {
  Affine Result;
  if (E.kind() == Expr::Integer && E.value() <= INT64_MAX / 4 &&
      E.value() >= -(INT64_MAX / 4)) {
    Result.Constant = int64_t(E.value());
    return Result;
  }
  Result.Terms.insert({E.spelling(), Term{1, E}});
  return Result;
}

Affine &Affine::add(const Affine &Other, int64_t Factor) {
  Constant += Factor * Other.Constant;
  std::map<std::string, Term> Added = Other.Terms;
  for (auto &[Spelling, T] : Added) {
    auto It = Terms.insert({Spelling, Term{0, T.Atom}}).first;
    It->second.Coefficient += Factor * T.Coefficient;
    if (It->second.Coefficient == 0)
      Terms.erase(It);
  }
  return *this;
}

int64_t Affine::coefficient(llvm::StringRef Name) const {
  auto It = Terms.find(Name.str());
  return It == Terms.end() ? 0 : It->second.Coefficient;
}

bool Affine::hides(llvm::StringRef Name) const {
  return llvm::any_of(Terms, [&](const auto &Entry) {
    return Entry.second.Atom.kind() != Expr::Variable &&
           Entry.second.Atom.uses(Name);
  });
}

bool Affine::uses(llvm::StringRef Name) const {
  return coefficient(Name) != 0 || hides(Name);
}

Affine Affine::without(llvm::StringRef Name) const {
  Affine Result = *this;
  Result.Terms.erase(Name.str());
  return Result;
}

Affine Affine::withoutConstant() const {
  Affine Result = *this;
  Result.Constant = 0;
  return Result;
}

std::pair<Affine, Affine> Affine::sides() const {
  Affine First(std::max<int64_t>(Constant, 0));
  Affine Second(std::max<int64_t>(-Constant, 0));
  for (auto &[Spelling, T] : Terms) {
    bool Positive = T.Coefficient > 0;
    (Positive ? First : Second)
        .Terms.insert({Spelling, Term{Positive ? T.Coefficient : -T.Coefficient,
                                      T.Atom}});
  }
  return {First, Second};
}

Expr Affine::expr() const {
  if (Terms.empty())
    return Expr(Constant);
  if (Terms.size() == 1 && Constant == 0 &&
      Terms.begin()->second.Coefficient == 1)
    return Terms.begin()->second.Atom;
  auto Made = std::make_shared<Expr::Node>();
  Made->K = Expr::AffineSum;
  for (auto &[Spelling, T] : Terms) {
    Made->Operands.push_back(T.Atom);
    Made->Coefficients.push_back(T.Coefficient);
  }
  Made->Constant = Constant;
  Made->Spelling = affineText(Expr(Made), plainStyle());
  return Expr(std::shared_ptr<const Expr::Node>(std::move(Made)));
}

} // namespace looptree
} // namespace stevedore
