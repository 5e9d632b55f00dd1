//===- TileChooser.cpp - Sizes chosen by emitted code ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Emit/TileChooser.h"
#include "FormulaPrinter.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace stevedore;

static bool isKeyword(llvm::StringRef Word) {
  return llvm::is_contained({"break", "const", "continue", "do", "double",
                             "else", "for", "if", "int", "long", "return",
                             "struct", "void", "while"},
                            Word);
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
  FormulaOrder Largest, Local, Transfers;
  std::vector<FormulaOrder> Costs;
  std::vector<bool> NotNegative;
  /// The constants that functions of the sizes use, by their places.
  std::vector<unsigned> Passed;
  Writer W;

  std::string word(llvm::StringRef Name) const {
    return freeName(Options, Name);
  }
  std::string parameter(unsigned Number) const;
  void findPassed();
  bool isUsed(unsigned F) const;
  void beginFunction(const std::string &Head,
                     llvm::ArrayRef<FormulaOrder> Orders);
  void body(const FormulaOrder &Order, llvm::ArrayRef<unsigned> Results,
            std::optional<unsigned> Place);
  void costs(const std::string &Head);
  void clampParameters(std::map<unsigned, std::string> &Known);
  void search(FormulaPrinter &P);
  void choose();
};

} // namespace

ChooserPrinter::ChooserPrinter(const EmitOptions &Options,
                               const SizeChooser &Chooser,
                               const std::string &Prefix)
    : Options(Options), C(Chooser), Prefix(Prefix),
      Largest(Chooser.largestOrder()), Local(Chooser.localOrder()),
      Transfers(Chooser.transferOrder()),
      NotNegative(C.Formulas.notNegative(C.LargestParameter)), W("") {
  for (const SizeChooser::Part &P : C.Parts)
    Costs.push_back(C.costOrder(P));
  findPassed();
}

/// Whether a function of the sizes uses \p F.
bool ChooserPrinter::isUsed(unsigned F) const {
  return Local.uses(F) != 0 || Transfers.uses(F) != 0 ||
         llvm::any_of(Costs, [&](const FormulaOrder &Order) {
           return Order.uses(F) != 0;
         });
}

void ChooserPrinter::findPassed() {
  std::vector<bool> IsPassed(C.Formulas.size(), false);
  auto pass = [&](unsigned F) {
    if (F != FormulaNode::None && !C.Formulas.varies(F) &&
        !C.Formulas.constant(F))
      IsPassed[F] = true;
  };
  for (unsigned F = 0; F < C.Formulas.size(); ++F) {
    const FormulaNode &N = C.Formulas[F];
    if (!isUsed(F) || !C.Formulas.varies(F) || N.Kind == FormulaNode::Counter)
      continue;
    pass(N.A);
    pass(N.B);
    if (N.Kind == FormulaNode::Sum)
      pass(N.D);
  }
  pass(C.LocalBytes);
  pass(C.Transfers);
  for (const SizeChooser::Part &P : C.Parts) {
    pass(P.Cost);
    pass(P.Bytes);
  }
  for (unsigned F = 0; F < IsPassed.size(); ++F)
    if (IsPassed[F])
      Passed.push_back(F);
}

/// Begins a function in which each operation is rounded, as it is where the
/// search is executed by Stevedore; gcc is told around all functions.
static void openExactly(Writer &W, const std::string &Head) {
  W.open(Head);
  W.line("#ifdef __clang__");
  W.line("#pragma STDC FP_CONTRACT OFF");
  W.line("#endif");
}

/// Begins a function that computes what \p Orders say.
void ChooserPrinter::beginFunction(const std::string &Head,
                                   llvm::ArrayRef<FormulaOrder> Orders) {
  openExactly(W, Head);
  std::string Known = word("known"), About = word("about");
  auto IsUsed = [&](unsigned F) {
    return llvm::any_of(
        Orders, [&](const FormulaOrder &Order) { return Order.uses(F) != 0; });
  };
  if (llvm::any_of(Passed, IsUsed))
    W.line("const double *const " + Known + " = (const double *)" + About +
           ";");
  else
    W.line("(void)" + About + ";");
  bool HasSizes =
      llvm::any_of(llvm::seq<unsigned>(0, C.Formulas.size()), [&](unsigned F) {
        return C.Formulas[F].Kind == FormulaNode::Size && IsUsed(F);
      });
  if (!HasSizes)
    W.line("(void)" + word("sizes") + ";");
}

/// Computes \p Results and returns the only one; with \p Place they go into an
/// array from there on, and the number of operations is returned.
void ChooserPrinter::body(const FormulaOrder &Order,
                          llvm::ArrayRef<unsigned> Results,
                          std::optional<unsigned> Place) {
  FormulaPrinter P(Options, C.Formulas, Order, NotNegative, W);
  for (unsigned K = 0; K < Passed.size(); ++K)
    P.Known[Passed[K]] = (C.Formulas.isReal(Passed[K]) ? "" : "(long long)") +
                         word("known") + "[" + std::to_string(K) + "]";
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
           "] = " + P.real(Results[K]) + ";");
  W.line("return " + (Place ? P.Work : P.real(Results.front())) + ";");
}

/// The function that computes the costs of one part, or of the only one.
void ChooserPrinter::costs(const std::string &Head) {
  beginFunction(Head, Costs);
  if (Costs.size() == 1)
    W.line("(void)" + word("part") + ";");
  for (unsigned K = 0; K < Costs.size(); ++K) {
    bool IsLast = K + 1 == Costs.size();
    if (!IsLast)
      W.open("if (" + word("part") + " == " + std::to_string(K) + ")");
    body(Costs[K], {C.Parts[K].Cost, C.Parts[K].Bytes}, 0);
    if (!IsLast)
      W.close();
  }
  W.close();
}

/// What parameter number \p Number is called: as in the program, unless that
/// may be one of the other names.
std::string ChooserPrinter::parameter(unsigned Number) const {
  llvm::StringRef Name = C.Parameters[Number];
  bool IsOther =
      llvm::is_contained({"known", "search", "result", "loops"}, Name) ||
      isKeyword(Name) || Name.ends_with("_in") ||
      (Name.size() > 1 && llvm::isDigit(Name[1])) || identifier(Name) != Name;
  return word(IsOther ? "p" + std::to_string(Number + 1) : Name.str());
}

/// Parameters as large as the formulas allow.
void ChooserPrinter::clampParameters(std::map<unsigned, std::string> &Known) {
  std::string Most = std::to_string(C.LargestParameter);
  std::vector<bool> IsUsed(C.Parameters.size(), false);
  for (unsigned F = 0; F < C.Formulas.size(); ++F) {
    const FormulaNode &N = C.Formulas[F];
    if (N.Kind != FormulaNode::Parameter || (!Largest.uses(F) && !isUsed(F)))
      continue;
    std::string Name = parameter(N.Value);
    IsUsed[N.Value] = true;
    Known[F] = Name + "_in";
    W.line("const long long " + Known[F] + " = " + Options.Prefix +
           "greater(-" + Most + "LL, " + Options.Prefix + "lesser(" + Name +
           ", " + Most + "LL));");
  }
  for (unsigned P = 0; P < IsUsed.size(); ++P)
    if (!IsUsed[P])
      W.line("(void)" + parameter(P) + ";");
}

/// The search, which tiles that do not pay need not take.
void ChooserPrinter::search(FormulaPrinter &P) {
  std::string Call = "(&" + word("search");
  if (C.Loops.empty())
    return W.line(Options.Prefix + "search" + Call + ");");
  W.line(Options.Prefix + "weigh" + Call + ", " + word("loops") + ", " +
         std::to_string(C.Loops.size()) + ", " + P.real(C.Before) + ", " +
         P.real(C.After) + ", " + std::to_string(limits::LeastGain) + ", " +
         std::to_string(limits::CacheTile) + ");");
}

/// The function that is called.
void ChooserPrinter::choose() {
  std::string Search = word("search"), Known = word("known"),
              Result = word("result");
  std::vector<std::string> Parameters;
  for (unsigned P = 0; P < C.Parameters.size(); ++P)
    Parameters.push_back("long " + parameter(P));
  openExactly(
      W,
      "static inline struct " + Prefix + "tiles " + Prefix + "choose_tiles(" +
          (Parameters.empty() ? "void" : llvm::join(Parameters, ", ")) + ")");
  W.line("double " + Known + "[" +
         std::to_string(std::max<size_t>(Passed.size(), 1)) + "];");
  W.line("struct " + Options.Prefix + "search_state " + Search + ";");
  W.line("struct " + Prefix + "tiles " + Result + ";");
  std::string Loops;
  for (int K : C.Loops)
    Loops += (Loops.empty() ? "" : ", ") + std::to_string(K);
  if (!Loops.empty())
    W.line("const int " + word("loops") + "[] = {" + Loops + "};");
  std::vector<unsigned> All = Passed;
  llvm::append_range(All, C.Largest);
  if (!C.Loops.empty())
    All.insert(All.end(), {C.Before, C.After});
  FormulaOrder Order(C.Formulas, All);
  FormulaPrinter P(Options, C.Formulas, Order, NotNegative, W);
  clampParameters(P.Known);
  P.constants();
  for (unsigned Place = 0; Place < Passed.size(); ++Place)
    W.line(Known + "[" + std::to_string(Place) +
           "] = " + P.real(Passed[Place]) + ";");
  auto set = [&](const char *Field, const llvm::Twine &Value,
                 const llvm::Twine &At = "") {
    W.line((Search + "." + word(Field) + At + " = " + Value + ";").str());
  };
  set("about", Known);
  set("local", Prefix + "tile_bytes");
  set("cost", Prefix + "tile_costs");
  set("transfers", Prefix + "tile_transfers");
  set("most", llvm::Twine(C.MostLocalBytes) + ".0");
  set("each", llvm::Twine(Local.inLoop(FormulaNode::None).size()));
  set("effort", llvm::Twine(limits::EntryOperations));
  set("count", llvm::Twine(C.Sizes.size()));
  set("parts", llvm::Twine(C.Parts.size()));
  for (unsigned K = 0; K < C.Largest.size(); ++K) {
    std::string At = "[" + std::to_string(K) + "]";
    set("part", llvm::Twine(C.PartOfSize[K]), At);
    set("largest",
        Options.Prefix + "greater(1, " + Options.Prefix + "lesser(" +
            P.text(C.Largest[K]) + ", " + std::to_string(C.LargestParameter) +
            "LL))",
        At);
  }
  search(P);
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
  std::string About = "const void *" + word("about"),
              Sizes = ", const long long *" + word("sizes"),
              Into = ", double *" + word("costs");
  beginFunction("static inline double " + Prefix + "tile_bytes(" + About +
                    Sizes + ")",
                Local);
  body(Local, C.LocalBytes, std::nullopt);
  W.close();
  costs("static inline long long " + Prefix + "tile_costs(" + About + ", int " +
        word("part") + Sizes + Into + ")");
  beginFunction("static inline long long " + Prefix + "tile_transfers(" +
                    About + Sizes + Into + ")",
                Transfers);
  body(Transfers, C.Transfers, 2);
  W.close();
  choose();
  const char *IfGcc = "#if defined(__GNUC__) && !defined(__clang__)\n";
  std::string Text = "#ifndef " + Macro + C.Sizes.front() + "\n#define " +
                     Macro + "CHOOSES_TILES\n";
  for (const std::string &Size : C.Sizes)
    Text += "#ifndef " + Macro + Size + "\n#define " + Macro + Size + " " +
            sizesVariable(Options) + "." + Size + "\n#endif\n";
  return Text + "#endif\n#ifdef " + Macro + "CHOOSES_TILES\nstruct " + Prefix +
         "tiles { long " + llvm::join(C.Sizes, ", ") + "; };\n" + IfGcc +
         "#pragma GCC push_options\n"
         "#pragma GCC optimize(\"fp-contract=off\")\n#endif\n" +
         W.text() + IfGcc + "#pragma GCC pop_options\n#endif\n#endif\n";
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

/// Breaks \p Rest, C on one line, behind braces and semicolons outside of
/// parentheses, and indents it; names get the prefix of \p Options.
static std::string inLines(llvm::StringRef Rest, const EmitOptions &Options) {
  std::string Text;
  int Depth = 0, Round = 0;
  bool Begins = true;
  while (!Rest.empty()) {
    llvm::StringRef Word = Rest.take_while(isPartOfName);
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

std::string stevedore::generateSearch(const EmitOptions &Options) {
  return inLines(searchText(), Options);
}

std::string stevedore::generateWeighing(const EmitOptions &Options) {
  return inLines(weighText(), Options);
}
