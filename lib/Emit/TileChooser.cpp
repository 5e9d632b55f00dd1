//===- TileChooser.cpp - Sizes chosen by emitted code ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Emit/TileChooser.h"
#include "Writer.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace stevedore;

/// \p Name, or with a prefix where the user has a macro called that.
static std::string freeName(const EmitOptions &Options, llvm::StringRef Name) {
  const auto &Macros = Options.Source->InUse.Macros;
  return (Macros && Macros->contains(Name) ? Options.Prefix : "") + Name.str();
}

static bool isKeyword(llvm::StringRef Word) {
  return llvm::is_contained({"break", "const", "continue", "do", "else", "for",
                             "if", "int", "long", "return", "struct", "void",
                             "while"},
                            Word);
}

namespace {

/// Writes formulas as C, a definition for each operation that is used several
/// times or by a loop inside.
class FormulaPrinter {
public:
  FormulaPrinter(const EmitOptions &Options, const FormulaTable &Table,
                 const FormulaOrder &Order,
                 const std::vector<bool> &NotNegative, Writer &W);

  /// Writes what \p Formulas take and differ in with the sizes; Known gives the
  /// texts of what is known.
  void varying() { scope(FormulaNode::None); }
  void constants();
  std::string text(unsigned F);

  std::map<unsigned, std::string> Known;
  /// The variable that counts operations; empty: none does.
  std::string Work;

private:
  const EmitOptions &Options;
  const FormulaTable &Table;
  const FormulaOrder &Order;
  const std::vector<bool> &NotNegative;
  Writer &W;
  /// The loop of the only user of an operation.
  std::vector<unsigned> UserLoops;

  std::string name(llvm::StringRef Letter, unsigned F) const {
    return freeName(Options, (Letter + llvm::Twine(F)).str());
  }
  std::string helper(const char *Name, const FormulaNode &N) {
    return Options.Prefix + Name + "(" + text(N.A) + ", " + text(N.B) + ")";
  }
  bool isInline(unsigned F) const;
  void define(unsigned F);
  void scope(unsigned Loop);
  void sum(unsigned F);
  std::optional<unsigned> negated(unsigned F) const;
  std::string operation(unsigned F);
};

} // namespace

FormulaPrinter::FormulaPrinter(const EmitOptions &Options,
                               const FormulaTable &Table,
                               const FormulaOrder &Order,
                               const std::vector<bool> &NotNegative, Writer &W)
    : Options(Options), Table(Table), Order(Order), NotNegative(NotNegative),
      W(W), UserLoops(Table.size(), FormulaNode::None) {
  for (unsigned F = 0; F < Table.size(); ++F)
    if (Order.uses(F) && Table[F].Kind != FormulaNode::Counter)
      for (unsigned Of : {Table[F].A, Table[F].B, Table[F].D})
        if (Of != FormulaNode::None &&
            (Of != Table[F].D || Table[F].Kind == FormulaNode::Sum))
          UserLoops[Of] = Of == Table[F].D && Table[F].Kind == FormulaNode::Sum
                              ? Table[F].C
                              : Table.loopOf(F);
}

bool FormulaPrinter::isInline(unsigned F) const {
  return Table[F].Kind != FormulaNode::Sum && Order.uses(F) == 1 &&
         UserLoops[F] == Table.loopOf(F);
}

/// An operand, in parentheses where it needs them.
std::string FormulaPrinter::text(unsigned F) {
  if (auto It = Known.find(F); It != Known.end())
    return It->second;
  const FormulaNode &N = Table[F];
  if (N.Kind == FormulaNode::Number)
    return N.Value < 0
               ? "(" + std::to_string(N.Value) + ")"
               : std::to_string(N.Value) +
                     (N.Value > std::numeric_limits<int>::max() ? "LL" : "");
  return operation(F);
}

/// What \p F, which has no name, is -1 times.
std::optional<unsigned> FormulaPrinter::negated(unsigned F) const {
  const FormulaNode &N = Table[F];
  bool IsNegated = N.Kind == FormulaNode::Multiply && !Known.count(F) &&
                   (Table.constant(N.A) == -1 || Table.constant(N.B) == -1);
  if (!IsNegated)
    return std::nullopt;
  return Table.constant(N.A) == -1 ? N.B : N.A;
}

std::string FormulaPrinter::operation(unsigned F) {
  const FormulaNode &N = Table[F];
  auto infix = [&](const char *Operator) {
    return "(" + text(N.A) + Operator + text(N.B) + ")";
  };
  switch (N.Kind) {
  case FormulaNode::Add:
    if (auto Minus = negated(N.B))
      return "(" + text(N.A) + " - " + text(*Minus) + ")";
    if (auto Minus = negated(N.A))
      return "(" + text(N.B) + " - " + text(*Minus) + ")";
    if (auto Number = Table.constant(N.A); Number && *Number < 0)
      return "(" + text(N.B) + " - " + std::to_string(-*Number) + ")";
    return infix(" + ");
  case FormulaNode::Multiply:
  case FormulaNode::MultiplyWithin:
    if (auto Minus = negated(F))
      return "(-" + text(*Minus) + ")";
    return infix(" * ");
  case FormulaNode::Within:
    return text(N.A);
  case FormulaNode::Divide:
    return NotNegative[N.A] ? infix(" / ") : helper("quotient", N);
  case FormulaNode::DivideExactly:
    return infix(" / ");
  case FormulaNode::Min:
    return helper("lesser", N);
  case FormulaNode::Max:
    return helper("greater", N);
  case FormulaNode::IsNotNegative:
    return "(" + text(N.A) + " >= 0)";
  case FormulaNode::IsZero:
    return "(" + text(N.A) + " == 0)";
  case FormulaNode::And:
    return infix(" && ");
  case FormulaNode::Or:
    return infix(" || ");
  case FormulaNode::Where:
    return "(" + text(N.A) + " ? " + text(N.B) + " : 0)";
  default:
    llvm_unreachable("it has a name");
  }
}

/// A sum becomes a loop:
///
///   long long v = 0;
///   const long long s = (last - first) / 64 + 1;
///   for (long long k = first, w; k <= last; k += w) {
///     w = k == first || k == last ? 1 : lesser(s, last - k);
///     const long long c = k + (w - 1) / 2;
///     v += w * body;
///   }
void FormulaPrinter::sum(unsigned F) {
  const FormulaNode &N = Table[F];
  std::string V = name("v", F), S = name("s", F), K = name("k", F),
              Weight = name("w", F), C = name("c", F), First = name("a", F),
              Last = name("b", F);
  W.line("const long long " + First + " = " + text(N.A) + ", " + Last + " = " +
         text(N.B) + ";");
  W.line("const long long " + S + " = (" + Last + " - " + First + ") / " +
         std::to_string(N.Value) + " + 1;");
  W.line("long long " + V + " = 0;");
  W.open("for (long long " + K + " = " + First + ", " + Weight + "; " + K +
         " <= " + Last + "; " + K + " += " + Weight + ")");
  W.line(Weight + " = " + K + " == " + First + " || " + K + " == " + Last +
         " ? 1 : " + Options.Prefix + "lesser(" + S + ", " + Last + " - " + K +
         ");");
  if (Order.uses(N.C) != 0)
    W.line("const long long " + C + " = " + K + " + (" + Weight + " - 1) / 2;");
  Known[N.C] = C;
  if (!Work.empty())
    W.line(Work + " += " + std::to_string(Order.inLoop(N.C).size()) + ";");
  scope(N.C);
  W.line(V + " += " + Weight + " * " + text(N.D) + ";");
  W.close();
  Known[F] = V;
}

void FormulaPrinter::define(unsigned F) {
  if (Known.count(F) || Table[F].Kind == FormulaNode::Number || isInline(F))
    return;
  if (Table[F].Kind == FormulaNode::Sum)
    return sum(F);
  std::string Name = name("v", F);
  W.line("const long long " + Name + " = " + operation(F) + ";");
  Known[F] = Name;
}

void FormulaPrinter::scope(unsigned Loop) {
  for (unsigned F : Order.inLoop(Loop))
    define(F);
}

void FormulaPrinter::constants() {
  for (unsigned F : Order.constants())
    define(F);
}

namespace {

/// Writes the functions of one region.
class ChooserPrinter {
public:
  ChooserPrinter(const EmitOptions &Options, const SizeChooser &Chooser,
                 const std::string &Prefix);
  std::string run();

private:
  const EmitOptions &Options;
  const SizeChooser &C;
  const std::string &Prefix;
  FormulaOrder Largest, Local, Cost, Transfers;
  std::vector<bool> NotNegative;
  /// The constants that functions of the sizes use, by their places.
  std::vector<unsigned> Passed;
  Writer W;

  std::string word(llvm::StringRef Name) const {
    return freeName(Options, Name);
  }
  std::string parameter(unsigned Number) const;
  void findPassed();
  void function(const std::string &Head, const FormulaOrder &Order,
                llvm::ArrayRef<unsigned> Results,
                std::optional<unsigned> Place);
  void clampParameters(std::map<unsigned, std::string> &Known);
  void choose();
};

} // namespace

ChooserPrinter::ChooserPrinter(const EmitOptions &Options,
                               const SizeChooser &Chooser,
                               const std::string &Prefix)
    : Options(Options), C(Chooser), Prefix(Prefix),
      Largest(Chooser.largestOrder()), Local(Chooser.localOrder()),
      Cost(Chooser.costOrder()), Transfers(Chooser.transferOrder()),
      NotNegative(C.Formulas.notNegative(C.LargestParameter)), W("") {
  findPassed();
}

void ChooserPrinter::findPassed() {
  std::vector<bool> IsPassed(C.Formulas.size(), false);
  auto pass = [&](unsigned F) {
    if (F != FormulaNode::None && !C.Formulas.varies(F) &&
        !C.Formulas.constant(F))
      IsPassed[F] = true;
  };
  for (const FormulaOrder *Order : {&Local, &Cost, &Transfers})
    for (unsigned F = 0; F < C.Formulas.size(); ++F) {
      const FormulaNode &N = C.Formulas[F];
      if (!Order->uses(F) || !C.Formulas.varies(F) ||
          N.Kind == FormulaNode::Counter)
        continue;
      pass(N.A);
      pass(N.B);
      if (N.Kind == FormulaNode::Sum)
        pass(N.D);
    }
  for (unsigned F : {C.LocalBytes, C.Cost, C.Bytes, C.Transfers})
    pass(F);
  for (unsigned F = 0; F < IsPassed.size(); ++F)
    if (IsPassed[F])
      Passed.push_back(F);
}

/// A function of the sizes that returns its result; with \p Place results go
/// into an array from there on, and it returns the number of operations.
void ChooserPrinter::function(const std::string &Head,
                              const FormulaOrder &Order,
                              llvm::ArrayRef<unsigned> Results,
                              std::optional<unsigned> Place) {
  W.open(Head);
  FormulaPrinter P(Options, C.Formulas, Order, NotNegative, W);
  std::string Known = word("known"), About = word("about");
  auto IsUsed = [&](unsigned F) { return Order.uses(F) != 0; };
  if (llvm::any_of(Passed, IsUsed))
    W.line("const long long *const " + Known + " = (const long long *)" +
           About + ";");
  else
    W.line("(void)" + About + ";");
  bool HasSizes =
      llvm::any_of(llvm::seq<unsigned>(0, C.Formulas.size()), [&](unsigned F) {
        return C.Formulas[F].Kind == FormulaNode::Size && IsUsed(F);
      });
  if (!HasSizes)
    W.line("(void)" + word("sizes") + ";");
  for (unsigned K = 0; K < Passed.size(); ++K)
    P.Known[Passed[K]] = Known + "[" + std::to_string(K) + "]";
  for (unsigned F = 0; F < C.Formulas.size(); ++F)
    if (C.Formulas[F].Kind == FormulaNode::Size)
      P.Known[F] =
          word("sizes") + "[" + std::to_string(C.Formulas[F].Value) + "]";
  if (Place) {
    P.Work = word("work");
    W.line("long long " + P.Work + " = " +
           std::to_string(Order.inLoop(FormulaNode::None).size()) + ";");
  }
  P.varying();
  for (unsigned K = 0; Place && K < Results.size(); ++K)
    W.line(word("costs") + "[" + std::to_string(*Place + K) +
           "] = " + P.text(Results[K]) + ";");
  W.line("return " + (Place ? P.Work : P.text(Results.front())) + ";");
  W.close();
}

/// What parameter number \p Number is called: as in the program, unless that
/// may be one of the other names.
std::string ChooserPrinter::parameter(unsigned Number) const {
  llvm::StringRef Name = C.Parameters[Number];
  bool IsOther = llvm::is_contained({"known", "search", "result"}, Name) ||
                 isKeyword(Name) || Name.ends_with("_in") ||
                 (Name.size() > 1 && llvm::isDigit(Name[1])) ||
                 identifier(Name) != Name;
  return word(IsOther ? "p" + std::to_string(Number + 1) : Name.str());
}

/// Parameters as large as the formulas allow.
void ChooserPrinter::clampParameters(std::map<unsigned, std::string> &Known) {
  std::string Most = std::to_string(C.LargestParameter);
  for (unsigned F = 0; F < C.Formulas.size(); ++F) {
    const FormulaNode &N = C.Formulas[F];
    if (N.Kind != FormulaNode::Parameter ||
        (!Largest.uses(F) && !Local.uses(F) && !Cost.uses(F) &&
         !Transfers.uses(F)))
      continue;
    std::string Name = parameter(N.Value);
    Known[F] = Name + "_in";
    W.line("const long long " + Known[F] + " = " + Options.Prefix +
           "greater(-" + Most + "LL, " + Options.Prefix + "lesser(" + Name +
           ", " + Most + "LL));");
  }
}

/// The function that is called.
void ChooserPrinter::choose() {
  std::string Search = word("search"), Known = word("known"),
              Result = word("result");
  std::vector<std::string> Parameters;
  for (unsigned P = 0; P < C.Parameters.size(); ++P)
    Parameters.push_back("long " + parameter(P));
  W.open("static inline struct " + Prefix + "tiles " + Prefix +
         "choose_tiles(" +
         (Parameters.empty() ? "void" : llvm::join(Parameters, ", ")) + ")");
  W.line("long long " + Known + "[" +
         std::to_string(std::max<size_t>(Passed.size(), 1)) + "];");
  W.line("struct " + Options.Prefix + "search_state " + Search + ";");
  W.line("struct " + Prefix + "tiles " + Result + ";");
  std::vector<unsigned> All = Passed;
  llvm::append_range(All, C.Largest);
  FormulaOrder Order(C.Formulas, All);
  FormulaPrinter P(Options, C.Formulas, Order, NotNegative, W);
  clampParameters(P.Known);
  P.constants();
  for (unsigned Place = 0; Place < Passed.size(); ++Place)
    W.line(Known + "[" + std::to_string(Place) +
           "] = " + P.text(Passed[Place]) + ";");
  W.line(Search + "." + word("about") + " = " + Known + ";");
  W.line(Search + "." + word("local") + " = " + Prefix + "tile_bytes;");
  W.line(Search + "." + word("cost") + " = " + Prefix + "tile_costs;");
  W.line(Search + "." + word("transfers") + " = " + Prefix + "tile_transfers;");
  W.line(Search + "." + word("most") + " = " +
         std::to_string(C.MostLocalBytes) + "LL;");
  W.line(Search + "." + word("each") + " = " +
         std::to_string(Local.inLoop(FormulaNode::None).size()) + ";");
  W.line(Search + "." + word("effort") + " = " +
         std::to_string(limits::EntryOperations) + ";");
  W.line(Search + "." + word("count") + " = " + std::to_string(C.Sizes.size()) +
         ";");
  for (unsigned K = 0; K < C.Largest.size(); ++K)
    W.line(Search + "." + word("largest") + "[" + std::to_string(K) +
           "] = " + Options.Prefix + "greater(1, " + Options.Prefix +
           "lesser(" + P.text(C.Largest[K]) + ", " +
           std::to_string(C.LargestParameter) + "LL));");
  W.line(Options.Prefix + "search(&" + Search + ");");
  for (unsigned K = 0; K < C.Sizes.size(); ++K)
    W.line(Result + "." + C.Sizes[K] + " = (long)" + Search + "." +
           word("best") + "[" + std::to_string(K) + "];");
  W.line("return " + Result + ";");
  W.close();
}

/// What the sizes of a region are fields of.
static std::string sizesVariable(const EmitOptions &Options) {
  return Options.Prefix + "sizes";
}

std::string ChooserPrinter::run() {
  std::string Macro = sizeMacroPrefix(Options);
  std::string About =
      "const void *" + word("about") + ", const long long *" + word("sizes");
  function("static inline long long " + Prefix + "tile_bytes(" + About + ")",
           Local, C.LocalBytes, std::nullopt);
  About += ", long long *" + word("costs");
  function("static inline long long " + Prefix + "tile_costs(" + About + ")",
           Cost, {C.Cost, C.Bytes}, 0);
  function("static inline long long " + Prefix + "tile_transfers(" + About +
               ")",
           Transfers, C.Transfers, 2);
  choose();
  std::string Text = "#ifndef " + Macro + C.Sizes.front() + "\n#define " +
                     Macro + "CHOOSES_TILES\n";
  for (const std::string &Size : C.Sizes)
    Text += "#ifndef " + Macro + Size + "\n#define " + Macro + Size + " " +
            sizesVariable(Options) + "." + Size + "\n#endif\n";
  return Text + "#endif\n#ifdef " + Macro + "CHOOSES_TILES\nstruct " + Prefix +
         "tiles { long " + llvm::join(C.Sizes, ", ") + "; };\n" + W.text() +
         "#endif\n";
}

std::string stevedore::tileChooserPrefix(
    const EmitOptions &Options,
    llvm::function_ref<bool(llvm::StringRef)> IsTaken) {
  std::string Prefix = sizeMacroPrefix(Options);
  while (llvm::any_of(llvm::ArrayRef{"tiles", "tile_bytes", "tile_costs",
                                     "tile_transfers", "choose_tiles"},
                      [&](const char *Name) { return IsTaken(Prefix + Name); }))
    Prefix += "_";
  return Prefix;
}

std::string stevedore::generateTileChooser(const EmitOptions &Options,
                                           const SizeChooser &Chooser,
                                           const std::string &Prefix) {
  return ChooserPrinter(Options, Chooser, Prefix).run();
}

std::string stevedore::callOfTileChooser(const EmitOptions &Options,
                                         const Scop &S,
                                         const std::string &Prefix) {
  std::vector<std::string> Values;
  for (const Parameter &P : S.Parameters)
    Values.push_back("(long)(" + Options.Source->parameter(P) + ")");
  return "#ifdef " + sizeMacroPrefix(Options) + "CHOOSES_TILES\n" +
         "const struct " + Prefix + "tiles " + sizesVariable(Options) + " = " +
         Prefix + "choose_tiles(" + llvm::join(Values, ", ") + ");\n#endif";
}

/// Breaks \p Text, C on one line, behind braces and semicolons outside of
/// parentheses, and indents it; names get the prefix of \p Options.
std::string stevedore::generateSearch(const EmitOptions &Options) {
  std::string Text;
  int Depth = 0, Round = 0;
  bool Begins = true;
  llvm::StringRef Rest = searchText();
  while (!Rest.empty()) {
    llvm::StringRef Word =
        Rest.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    if (Begins)
      Text.append(2 * std::max(Depth - Rest.starts_with("}"), 0), ' ');
    Begins = false;
    if (!Word.empty()) {
      Rest = Rest.drop_front(Word.size());
      Text += Word.consume_front("stevedore_") ? Options.Prefix + Word.str()
              : Word == "static"               ? "static inline"
              : isKeyword(Word)                ? Word.str()
                                               : freeName(Options, Word);
      continue;
    }
    char C = Rest.front();
    Rest = Rest.drop_front();
    Text += C;
    Round += (C == '(') - (C == ')');
    Depth += (C == '{') - (C == '}');
    bool Ends = C == '{' || (C == '}' && !Rest.starts_with(";") &&
                             !Rest.starts_with(" while"));
    if (Ends || (C == ';' && Round == 0)) {
      Text += '\n';
      Rest = Rest.ltrim();
      Begins = true;
    }
  }
  return Text;
}
