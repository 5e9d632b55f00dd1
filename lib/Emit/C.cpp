//===- C.cpp - Loop trees as C --------------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Emit/C.h"
#include "CPrinter.h"
#include "SourceLines.h"
#include "stevedore/Legalize/Legalize.h"
#include "llvm/ADT/StringExtras.h"

namespace stevedore {

using namespace looptree;

/// Whether an instance of \p Body is one expression with a semicolon: it opens
/// no block, and no keyword begins it.
static bool isOneExpression(const TextTemplate &Body) {
  std::string Text;
  for (const TextPiece &P : Body)
    Text += P.K == TextPiece::Literal ? P.Text : "0";
  llvm::StringRef All(Text);
  return All.count(';') == 1 && All.ends_with(";") && !All.contains("\n") &&
         !All.contains('{') && !All.contains('#') && !All.starts_with("if") &&
         !All.starts_with("for") && !All.starts_with("while");
}

/// Whether the counter of \p F is declared in a block around the loop:
///
///   {
///     long c, last;
///     for (c = init, last = value; ...; ...) {
bool CPrinter::declaresBefore(const ForNode &F) const {
  return F.Init && !Options.DeclaresInLoops;
}

void CPrinter::declareCounter(const ForNode &F) {
  W.open("");
  W.line(typeOfCounter(F.Counter) + variable(F.Counter) +
         (F.LimitValue ? ", " + variable(F.Limit) : "") + ";");
}

void CPrinter::loop(const ForNode &F) {
  if (!declaresBefore(F))
    return loopItself(F);
  declareCounter(F);
  loopItself(F);
  W.close();
}

void CPrinter::loopItself(const ForNode &F) {
  if (Options.DeclaresInLoops && F.Hints.empty() && isWrappingRun(F))
    return wrappingRun(F);
  std::string C = variable(F.Counter), Init, Step;
  if (F.Init)
    Init = (Options.DeclaresInLoops ? typeOfCounter(F.Counter) : "") + C +
           " = " + text(*F.Init);
  if (F.LimitValue)
    Init += ", " + variable(F.Limit) + " = " + text(*F.LimitValue);
  if (F.Step)
    Step = F.Step->isInteger(1) ? " " + C + "++"
                                : " " + C + " += " + text(*F.Step);
  hints(F, false);
  W.number(NumbersLoops ? lineOfLoop(F, S, Source) : 0);
  std::string Head =
      "for (" + Init + "; " + text(conditionOf(F)) + ";" + Step + ")";
  if (!hasHints(F, true))
    return body(Head, F.Body);
  W.open(Head);
  hints(F, true);
  block(F.Body);
  W.close();
}

/// Whether \p F has hints that stand in its body, or such that stand before it.
bool CPrinter::hasHints(const ForNode &F, bool IsInside) const {
  return llvm::any_of(F.Hints, [&](unsigned Hint) {
    return Source.Hints[Hint].IsInside == IsInside;
  });
}

void CPrinter::hints(const ForNode &F, bool IsInside) {
  for (unsigned Hint : F.Hints)
    if (Source.Hints[Hint].IsInside == IsInside)
      W.line("#pragma " + Source.Hints[Hint].Text);
}

/// Whether \p N is a statement that may follow a condition without braces,
/// whatever follows it. Macros keep theirs: what the user makes of one may be
/// several statements.
bool CPrinter::isOneStatement(const Node &N) const {
  switch (N.K) {
  case Node::For: {
    auto &F = llvm::cast<ForNode>(N);
    return !declaresBefore(F) && !hasHints(F, false);
  }
  case Node::If:
    return llvm::cast<IfNode>(N).Else.empty();
  case Node::Instance: {
    const Statement &Stmt = S.Statements[llvm::cast<InstanceNode>(N).Statement];
    return !Options.NumbersLines && !Options.DeclaresIterators &&
           isOneExpression(Source.body(Stmt.Name));
  }
  case Node::Assign:
  case Node::Move:
    return true;
  default:
    return false;
  }
}

/// Whether \p Body is printed without braces and has no branch that an `else`
/// behind it would belong to.
bool CPrinter::mayPrecedeElse(const Block &Body) const {
  if (Body.size() != 1 || !isOneStatement(*Body.front()))
    return false;
  const auto *F = llvm::dyn_cast<ForNode>(Body.front().get());
  if (!F)
    return Body.front()->K == Node::Instance || Body.front()->K == Node::Move;
  bool IsShort = isWrappingRun(*F);
  return !IsShort && !hasHints(*F, true) &&
         (F->Body.size() != 1 || !isOneStatement(*F->Body.front()) ||
          mayPrecedeElse(F->Body));
}

/// \p Body behind \p Head; a statement alone, with nothing before it, without
/// braces.
void CPrinter::body(const std::string &Head, const Block &Body) {
  if (Body.size() == 1 && isOneStatement(*Body.front())) {
    W.line(Head);
    W.indent();
    node(*Body.front());
    W.dedent();
    return;
  }
  W.open(Head);
  block(Body);
  W.close();
}

/// \p E, whose ranges of addresses that are never empty are compared without
/// the helper function.
std::string CPrinter::condition(const Expr &E) const {
  auto Known = [&](const Expr &Name) {
    return NeverEmpty.contains(Name.name());
  };
  if (E.kind() == Expr::Disjoint && llvm::all_of(E.operands(), Known)) {
    llvm::ArrayRef<Expr> Ends = E.operands();
    return "(" + text(Ends[1]) + " <= " + text(Ends[2]) + " || " +
           text(Ends[3]) + " <= " + text(Ends[0]) + ")";
  }
  if (E.kind() != Expr::And)
    return text(E);
  std::vector<Expr> Others;
  std::string Ranges;
  for (const Expr &Operand : E.operands())
    if (Operand.kind() == Expr::Disjoint)
      Ranges += " && " + condition(Operand);
    else
      Others.push_back(Operand);
  if (Ranges.empty())
    return text(E);
  return Others.empty() ? Ranges.substr(4)
                        : text(looptree::conjunction(Others)) + Ranges;
}

/// \p I behind \p Before, which is the end of another branch or empty.
void CPrinter::branch(const IfNode &I, const std::string &Before) {
  std::string Test = condition(I.Condition);
  std::string Head = Before + "if " +
                     (I.Condition.kind() == Expr::Disjoint &&
                              llvm::StringRef(Test).starts_with("(")
                          ? Test
                          : "(" + Test + ")");
  if (I.Else.empty() && Before.empty())
    return body(Head, I.Then);
  bool IsPlain = Before.empty() && !I.Else.empty() && mayPrecedeElse(I.Then) &&
                 I.Else.size() == 1 && I.Else.front()->K != Node::If &&
                 isOneStatement(*I.Else.front());
  if (IsPlain) {
    body(Head, I.Then);
    return body("else", I.Else);
  }
  W.open(Head);
  block(I.Then);
  auto *Other = I.Else.size() == 1
                    ? llvm::dyn_cast<IfNode>(I.Else.front().get())
                    : nullptr;
  if (Other) {
    W.dedent();
    return branch(*Other, "} else ");
  }
  if (!I.Else.empty()) {
    W.otherwise();
    block(I.Else);
  }
  W.close();
}

/// The definition of \p L without its end.
std::string CPrinter::definition(const LetNode &L) const {
  return (L.IsMutable ? "" : "const ") +
         std::string(L.Type == LetNode::Number ? "long " : "int ") +
         variable(L.Name) + " = " + text(L.Value);
}

void CPrinter::phase(const PhaseNode &P) {
  const char *const Comments[] = {"/* load */", "/* compute */", "/* store */"};
  W.line(Comments[P.Role]);
  NumbersLoops = Options.NumbersLines && P.Role == PhaseNode::Compute;
  block(P.Body, false);
  NumbersLoops = false;
}

/// Prints \p Text, an instance of \p Stmt, in a block with its iterators where
/// they are wanted.
void CPrinter::statement(const Statement &Stmt, const std::string &Text,
                         llvm::ArrayRef<Expr> Coordinates) {
  auto Place = Source.Places.find(Stmt.Name);
  if (Place == Source.Places.end())
    return W.line(Text);
  std::vector<std::string> Values, Lines;
  for (const Expr &E : Coordinates)
    Values.push_back(inParentheses(E));
  if (Options.DeclaresIterators)
    Lines = declareIterators(Place->second, Values, Text);
  bool IsBlock = !Lines.empty();
  Lines.push_back(Text);
  if (IsBlock)
    W.open("");
  for (const std::string &Line : Lines) {
    W.number(Options.NumbersLines ? Place->second.Line : 0);
    W.lines(Line);
  }
  if (IsBlock)
    W.close();
}

/// A statement without text is a call with its coordinates and elements.
void CPrinter::instance(const InstanceNode &I) {
  const Statement &Stmt = S.Statements[I.Statement];
  const TextTemplate &Body = Source.body(Stmt.Name);
  if (!Body.empty()) {
    statement(Stmt, fill(Body, I.Coordinates, I.Elements), I.Coordinates);
    return;
  }
  std::vector<std::string> Arguments;
  for (const Expr &C : I.Coordinates)
    Arguments.push_back(text(C));
  for (const Element &E : I.Elements)
    Arguments.push_back("&" + element(E));
  W.line(Stmt.Name + "(" + llvm::join(Arguments, ", ") + ");");
}

/// The number of bytes that \p T moves. Of several factors, the size comes
/// first, so that products are unsigned and as wide as it is.
std::string CPrinter::bytes(const TransferNode &T) const {
  std::string Text = "sizeof(" + typeOf(T.Local.Array) + ")";
  std::vector<Expr> Factors = T.Lengths;
  if (T.Count)
    Factors.insert(Factors.begin(), *T.Count);
  if (Factors.size() == 1)
    return inParentheses(Factors.front()) + " * " + Text;
  for (const Expr &Factor : Factors)
    Text += " * " + inParentheses(Factor);
  return Text;
}

/// The address of one side of \p T and the distances between its runs in bytes,
/// as arguments. In a sum compilers do not look for the value of a variable.
std::string CPrinter::side(const TransferNode &T, bool IsLocal) const {
  std::string Text = "&" + element(IsLocal ? T.Local : T.Remote);
  if (!IsLocal && !T.Remote.isLocal() && T.Gets &&
      Source.array(S.Arrays[T.Remote.Array]).MayBeUnset)
    Text += " + 0";
  for (const Repetition &R : T.Repetitions)
    Text += ", sizeof(" + typeOf(T.Local.Array) + ") * " +
            inParentheses(IsLocal ? R.LocalPitch : R.RemotePitch);
  return Text;
}

void CPrinter::transfer(const TransferNode &T) {
  unsigned Memory = Buffers[T.Local.Buffer].Memory;
  std::string Macro = macro(T.Gets ? "GET" : "PUT", Memory), Rest = bytes(T);
  if (!T.Repetitions.empty())
    Macro += "_" + std::to_string(T.Repetitions.size() + 1) + "D";
  for (const Repetition &R : T.Repetitions)
    Rest += ", " + text(R.Count);
  if (T.Tag) {
    Macro += "_ASYNC";
    Rest += ", " + text(*T.Tag);
  }
  W.line(Macro + "(" + side(T, T.Gets) + ", " + side(T, !T.Gets) + ", " + Rest +
         ");");
}

void CPrinter::assign(const AssignNode &A) {
  W.line(variable(A.Name) + (A.Adds ? " += " : " = ") + text(A.Value) + ";");
}

void CPrinter::free(const FreeNode &F) {
  W.line(macro(F.IsRemote ? "FREE_REMOTE" : "FREE", MemoryOf[F.Name]) + "(" +
         F.Name + ");");
}

void CPrinter::mention(const MentionNode &M) {
  std::string Name = M.Name;
  if (M.Name.empty())
    Name = Source.array(S.Arrays[M.Array]).Variable;
  if (Name.empty())
    Name = Source.array(S.Arrays[M.Array]).Reference.front().Text;
  Name = llvm::StringRef(Name).split('[').first.str();
  W.line("(void)" + Name + ";");
}

/// The condition keeps compilers without OpenMP from warning of an unknown
/// pragma:
///
///   #ifdef _OPENMP
///   #pragma omp parallel for
///   #endif
///
/// Nothing stands between it and the loop.
void CPrinter::directive(const DirectiveNode &D) {
  const auto &F = llvm::cast<ForNode>(*D.Body.front());
  bool IsDeclared = declaresBefore(F);
  if (IsDeclared)
    declareCounter(F);
  ifOpenMP(Source.directive(S.ParallelLoops[D.Loop], D.WithLanes));
  loopItself(F);
  if (IsDeclared)
    W.close();
}

/// The first part begins the quiet, the last one ends it.
void CPrinter::quiet(const QuietNode &Q) {
  if (!IsQuiet)
    W.line(macro("QUIET"));
  IsQuiet = true;
  block(Q.Body, false);
  if (--QuietParts != 0)
    return;
  W.line(macro("LOUD"));
  IsQuiet = false;
}

void CPrinter::original() {
  llvm::StringRef Text = Options.OriginalText;
  W.raw(Options.Indent);
  W.raw(Text);
  if (!Text.ends_with("\n"))
    W.raw("\n");
}

void CPrinter::node(const Node &N) {
  switch (N.K) {
  case Node::For:
    return loop(llvm::cast<ForNode>(N));
  case Node::If:
    return branch(llvm::cast<IfNode>(N));
  case Node::Let:
    return W.line(definition(llvm::cast<LetNode>(N)) + ";");
  case Node::Assign:
    return assign(llvm::cast<AssignNode>(N));
  case Node::Scope:
    W.open("");
    block(llvm::cast<ScopeNode>(N).Body);
    return W.close();
  case Node::Phase:
    return phase(llvm::cast<PhaseNode>(N));
  case Node::Instance:
    return instance(llvm::cast<InstanceNode>(N));
  case Node::Transfer:
    return transfer(llvm::cast<TransferNode>(N));
  case Node::Move:
    return W.line(element(llvm::cast<MoveNode>(N).To) + " = " +
                  element(llvm::cast<MoveNode>(N).From) + ";");
  case Node::Wait:
    return wait("WAIT", llvm::cast<WaitNode>(N));
  case Node::Fence:
    return wait("FENCE", llvm::cast<FenceNode>(N));
  case Node::Allocate:
    return allocate(llvm::cast<AllocateNode>(N));
  case Node::Alias:
  case Node::Hold:
  case Node::Guard:
  case Node::Range:
    break;
  case Node::Free:
    return free(llvm::cast<FreeNode>(N));
  case Node::Barrier:
  case Node::Team:
  case Node::Agree:
    return together(N);
  case Node::Believe:
    return believe(llvm::cast<BelieveNode>(N));
  case Node::Mention:
    return mention(llvm::cast<MentionNode>(N));
  case Node::Directive:
    return directive(llvm::cast<DirectiveNode>(N));
  case Node::Declare:
    return W.line(
        Source.array(S.Arrays[llvm::cast<DeclareNode>(N).Array]).Declaration);
  case Node::Quiet:
    return quiet(llvm::cast<QuietNode>(N));
  case Node::Original:
    return original();
  case Node::Ending:
    return W.line(llvm::cast<EndingNode>(N).Role == EndingNode::Epilogue
                      ? Options.Epilogue
                      : Options.Mentions);
  }
}

std::string CPrinter::region() {
  walk(Loops, [&](const Node &N) { QuietParts += N.K == Node::Quiet; });
  W.open("");
  for (const std::string &Why : S.Forced)
    W.line("/* warning: not checked: " + Why + " */");
  if (!Options.Prologue.empty())
    W.line(Options.Prologue);
  if (!Options.Sizes.empty())
    W.lines(Options.Sizes);
  block(Loops);
  W.close();
  return llvm::StringRef(W.text()).rtrim('\n').str();
}

Block legalLoops(const Block &Loops, const Scop &S,
                 const EmitOptions &Options) {
  return legalizeForC(Loops, S,
                      {*Options.Source, !Options.Epilogue.empty(),
                       !Options.Mentions.empty(), Options.CountsInInt});
}

std::string printRegion(const Block &Loops, const Scop &S,
                        const EmitOptions &Options) {
  Block Legal = legalLoops(Loops, S, Options);
  return CPrinter(Legal, S, Options).region();
}

} // namespace stevedore
