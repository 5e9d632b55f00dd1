//===- NodeText.cpp - The fields of nodes ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/LoopTree/TextForm.h"
#include "llvm/ADT/STLExtras.h"

namespace stevedore {
namespace looptree {

void TextForm::optional(llvm::StringRef Word, std::optional<Expr> &E) {
  if (!option(Word, E.has_value()))
    return;
  if (!E)
    E.emplace();
  expr(*E);
}

bool TextForm::begins(const char *Word, const char *Usage, bool IsThere) {
  if (isReading() ? !option(Word, false) : !IsThere)
    return false;
  line(Word, Usage);
  if (!isReading())
    word(Word);
  return true;
}

static void exprs(TextForm &X, llvm::StringRef Open, std::vector<Expr> &All,
                  llvm::StringRef Close) {
  X.list(Open, All, Close, [&](Expr &E) { X.expr(E); });
}

static void array(TextForm &X, unsigned &Number) {
  X.entry(Number, X.Names.Arrays, "array");
}

static void describe(TextForm &X, Buffer &B) {
  X.name(B.Name);
  X.word("of");
  array(X, B.Array);
  exprs(X, "[", B.Cells, "]");
  if (X.option("memory", B.Memory != 0))
    X.count(B.Memory);
  if (X.option("banks", B.Banks.has_value())) {
    B.Banks = B.Banks.value_or(Partition());
    X.number(B.Banks->Count);
    X.word("by");
    X.count(B.Banks->Row);
  }
  X.BufferArrays[B.Name] = B.Array;
}

static void describe(TextForm &X, Element &E) {
  if (X.option("@", !E.isLocal())) {
    array(X, E.Array);
  } else {
    X.name(E.Buffer);
    auto Home = X.BufferArrays.find(E.Buffer);
    if (X.isReading() && Home == X.BufferArrays.end())
      X.fail("no buffer '" + E.Buffer +
             "' is declared before; an array in remote memory is '@" +
             E.Buffer + "[...]'");
    else if (X.isReading())
      E.Array = Home->second;
    E.Flat = X.option(".", E.Flat);
    if (E.Flat)
      X.word("cell");
  }
  exprs(X, "[", E.Subscripts, "]");
}

static void describe(TextForm &X, ForNode &F) {
  X.name(F.Counter);
  X.optional("=", F.Init);
  if (X.option("limit", F.LimitValue.has_value())) {
    X.name(F.Limit);
    X.word("=");
    if (!F.LimitValue)
      F.LimitValue.emplace();
    X.expr(*F.LimitValue);
  }
  X.word("while");
  X.expr(F.Condition);
  X.optional("step", F.Step);
  X.flag("parallel", F.IsParallel);
  X.flag("int", F.CountsInInt);
  if (X.option("hints", !F.Hints.empty()))
    X.list("(", F.Hints, ")", [&](unsigned &Hint) { X.count(Hint); });
  describe(X, F.Body);
}

static void describe(TextForm &X, IfNode &I) {
  X.expr(I.Condition);
  describe(X, I.Then);
  if (X.option("else", !I.Else.empty()))
    describe(X, I.Else);
}

static void describe(TextForm &X, LetNode &L) {
  X.name(L.Name);
  X.word("=");
  X.expr(L.Value);
  if (X.option("flag", L.Type == LetNode::Flag))
    L.Type = LetNode::Flag;
  X.flag("mutable", L.IsMutable);
}

static void describe(TextForm &X, AssignNode &A) {
  X.name(A.Name);
  A.Adds = X.choice(A.Adds, {"=", "+="});
  X.expr(A.Value);
}

static void describe(TextForm &X, ScopeNode &S) { describe(X, S.Body); }

static void describe(TextForm &X, PhaseNode &P) {
  P.Role = PhaseNode::PhaseKind(X.choice(P.Role, {"load", "compute", "store"}));
  describe(X, P.Body);
}

static void describe(TextForm &X, HeldElement &H) {
  X.name(H.Name);
  X.word("=");
  describe(X, H.Of);
  X.flag("stored", H.IsStored);
  X.BufferArrays[H.Name] = H.Of.Array;
}

static void describe(TextForm &X, HoldNode &H) {
  X.list("(", H.Held, ")", [&](HeldElement &E) { describe(X, E); });
  describe(X, H.Body);
}

static void describe(TextForm &X, InstanceNode &I) {
  X.entry(I.Statement, X.Names.Statements, "statement");
  size_t At = 0;
  X.list("[", I.Coordinates, "]", [&](Expr &E) {
    X.expr(E);
    if (X.isReading())
      I.IsUsed.push_back(true);
    I.IsUsed[At] = !X.option("unused", !I.IsUsed[At]);
    ++At;
  });
  X.word("on");
  X.list("(", I.Elements, ")", [&](Element &E) { describe(X, E); });
}

static void describe(TextForm &X, Repetition &R) {
  X.expr(R.Count);
  X.word("pitch");
  X.expr(R.LocalPitch);
  X.word(",");
  X.expr(R.RemotePitch);
  X.word("by");
  X.list("(", R.Step, ")", [&](int64_t &Distance) { X.number(Distance); });
}

static void describe(TextForm &X, TransferNode &T) {
  T.Gets = !X.choice(!T.Gets, {"get", "put"});
  describe(X, T.Local);
  describe(X, T.Remote);
  X.optional("count", T.Count);
  if (X.option("lengths", !T.Lengths.empty()))
    exprs(X, "(", T.Lengths, ")");
  for (size_t I = 0; X.option("repeat", I < T.Repetitions.size()); ++I) {
    if (X.isReading())
      T.Repetitions.emplace_back();
    describe(X, T.Repetitions[I]);
  }
  X.optional("tag", T.Tag);
}

static void describe(TextForm &X, MoveNode &M) {
  describe(X, M.To);
  X.word("from");
  describe(X, M.From);
}

template <typename T> static void describeTag(TextForm &X, T &N) {
  X.expr(N.Tag);
  if (X.option("memory", N.Memory != 0))
    X.count(N.Memory);
}

static void describe(TextForm &X, WaitNode &W) { describeTag(X, W); }

static void describe(TextForm &X, FenceNode &F) { describeTag(X, F); }

static void describe(TextForm &X, AllocateNode &A) {
  X.name(A.Name);
  X.flag("remote", A.IsRemote);
  X.list("(", A.Buffers, ")", [&](Buffer &B) { describe(X, B); });
  if (X.isReading() && A.Buffers.empty())
    X.fail("memory is for one buffer at least");
  if (X.option("plain", A.Plain.has_value())) {
    A.Plain = A.Plain.value_or(0);
    X.number(*A.Plain);
  }
  X.flag("zeroed", A.IsZeroed);
  if (X.option("where", A.FlagValue.has_value())) {
    X.name(A.Flag);
    X.optional("=", A.FlagValue);
  }
}

static void describe(TextForm &X, AliasNode &A) {
  describe(X, A.Home);
  X.word("in");
  X.name(A.Memory);
}

static void describe(TextForm &X, FreeNode &F) {
  X.name(F.Name);
  X.flag("remote", F.IsRemote);
}

static void describe(TextForm &X, MentionNode &M) {
  if (X.option("@", M.Name.empty()))
    array(X, M.Array);
  else
    X.name(M.Name);
}

static void describe(TextForm &X, DirectiveNode &D) {
  X.count(D.Loop);
  X.flag("lanes", D.WithLanes);
  describe(X, D.Body);
}

static void describe(TextForm &X, RangeNode &R) {
  array(X, R.Array);
  X.name(R.Low);
  exprs(X, "[", R.First, "]");
  X.name(R.High);
  exprs(X, "[", R.Last, "]");
  X.word("if");
  X.expr(R.Condition);
}

static void describe(TextForm &X, GuardNode &G) {
  X.expr(G.Condition);
  X.word("flag");
  X.name(G.Flag);
  if (X.option("callers", G.Workers == GuardNode::Callers))
    G.Workers = GuardNode::Callers;
  if (X.option("team", G.Workers == GuardNode::Team)) {
    G.Workers = GuardNode::Team;
    X.count(G.TeamSize);
  }
  describe(X, G.Memory);
  X.word("loops");
  describe(X, G.Body);
}

static void describe(TextForm &X, DeclareNode &D) { array(X, D.Array); }

static void describe(TextForm &X, QuietNode &Q) { describe(X, Q.Body); }

static void describe(TextForm &X, TeamNode &T) {
  X.count(T.Size);
  describe(X, T.Body);
}

static void describe(TextForm &X, AgreeNode &A) {
  X.name(A.Name);
  X.word("=");
  X.expr(A.Value);
  X.flag("team", A.IsInTeam);
}

static void describe(TextForm &, BarrierNode &) {}

static void describe(TextForm &X, OriginalNode &) {}

static void describe(TextForm &X, EndingNode &E) {
  E.Role =
      EndingNode::EndingKind(X.choice(E.Role, {"epilogue", "mentions"}));
}

static void describe(TextForm &X, BelieveNode &B) {
  if (X.option("of", B.Tested.has_value())) {
    B.Tested = B.Tested.value_or(Element());
    describe(X, *B.Tested);
    X.word("as");
    X.name(B.Value);
    X.word("that");
  }
  X.expr(B.Condition);
  X.word("otherwise");
  X.text(B.Text);
}

namespace {

/// How nodes of one kind are written and read.
struct NodeSyntax {
  Node::Kind K;
  NodeForm Form;
  /// Writes the node, or reads one where that is null.
  NodeRef (*Fields)(TextForm &, const Node *);
};

} // namespace

template <typename T> static NodeRef fieldsOf(TextForm &X, const Node *N) {
  T Value = N ? llvm::cast<T>(*N) : T();
  describe(X, Value);
  return share(std::move(Value));
}

static const NodeSyntax Syntax[] = {
    {Node::For,
     {"for", "for COUNTER [= FIRST] [limit NAME = LAST] while CONDITION "
             "[step STEP] [parallel] [int] [hints (N, ...)] { ... }"},
     fieldsOf<ForNode>},
    {Node::If, {"if", "if CONDITION { ... } [else { ... }]"}, fieldsOf<IfNode>},
    {Node::Let,
     {"let", "let NAME = VALUE [flag] [mutable]"},
     fieldsOf<LetNode>},
    {Node::Assign,
     {"set", "set NAME = VALUE, or set NAME += VALUE"},
     fieldsOf<AssignNode>},
    {Node::Scope, {"scope", "scope { ... }"}, fieldsOf<ScopeNode>},
    {Node::Phase,
     {"phase", "phase load|compute|store { ... }"},
     fieldsOf<PhaseNode>},
    {Node::Hold,
     {"hold", "hold (NAME = ELEMENT [stored], ...) { ... }"},
     fieldsOf<HoldNode>},
    {Node::Instance,
     {"do", "do STATEMENT[COORDINATE [unused], ...] on (ELEMENT, ...)"},
     fieldsOf<InstanceNode>},
    {Node::Transfer,
     {"transfer",
      "transfer get|put BUFFER[...] @ARRAY[...] [count N] [lengths (N, ...)] "
      "[repeat N pitch LOCAL, REMOTE by (N, ...)]... [tag TAG]"},
     fieldsOf<TransferNode>},
    {Node::Move,
     {"move", "move BUFFER[...] from BUFFER[...]"},
     fieldsOf<MoveNode>},
    {Node::Wait, {"wait", "wait TAG [memory N]"}, fieldsOf<WaitNode>},
    {Node::Fence, {"fence", "fence TAG [memory N]"}, fieldsOf<FenceNode>},
    {Node::Allocate,
     {"allocate", "allocate NAME [remote] (BUFFER of ARRAY[CELLS, ...] [memory "
                  "N] [banks N by ROW], ...) "
                  "[plain CELLS] [zeroed] [where FLAG = CONDITION]"},
     fieldsOf<AllocateNode>},
    {Node::Alias,
     {"alias", "alias BUFFER of ARRAY[CELLS, ...] [memory N] [banks N by ROW] "
               "in MEMORY"},
     fieldsOf<AliasNode>},
    {Node::Free, {"free", "free NAME [remote]"}, fieldsOf<FreeNode>},
    {Node::Mention,
     {"mention", "mention NAME, or mention @ARRAY"},
     fieldsOf<MentionNode>},
    {Node::Directive,
     {"directive", "directive N [lanes] { for ... parallel ... }"},
     fieldsOf<DirectiveNode>},
    {Node::Range,
     {"range", "range ARRAY LOW[FIRST, ...] HIGH[LAST, ...] if CONDITION"},
     fieldsOf<RangeNode>},
    {Node::Guard,
     {"guard", "guard CONDITION flag NAME [callers] [team N] { MEMORY } loops "
               "{ ... }"},
     fieldsOf<GuardNode>},
    {Node::Declare, {"declare", "declare ARRAY"}, fieldsOf<DeclareNode>},
    {Node::Quiet, {"quiet", "quiet { ... }"}, fieldsOf<QuietNode>},
    {Node::Barrier, {"barrier", "barrier"}, fieldsOf<BarrierNode>},
    {Node::Team, {"team", "team N { ... }"}, fieldsOf<TeamNode>},
    {Node::Agree, {"agree", "agree NAME = VALUE [team]"}, fieldsOf<AgreeNode>},
    {Node::Original, {"original", "original"}, fieldsOf<OriginalNode>},
    {Node::Ending,
     {"ending", "ending epilogue|mentions"},
     fieldsOf<EndingNode>},
    {Node::Believe,
     {"believe", "believe [of ELEMENT as NAME that] CONDITION "
                 "otherwise \"TEXT\""},
     fieldsOf<BelieveNode>},
};

std::vector<NodeForm> nodeForms() {
  std::vector<NodeForm> Result;
  for (const NodeSyntax &S : Syntax)
    Result.push_back(S.Form);
  return Result;
}

/// Reads the next node; none where there is no word for one.
static NodeRef readNode(TextForm &X) {
  for (const NodeSyntax &S : Syntax)
    if (X.begins(S.Form.Word, S.Form.Usage, false))
      return S.Fields(X, nullptr);
  std::string Known;
  for (const NodeSyntax &S : Syntax)
    Known += (Known.empty() ? "" : ", ") + std::string(S.Form.Word);
  X.failNext("'}' or a node, which are " + Known);
  return nullptr;
}

void describe(TextForm &X, Block &B) {
  X.word("{");
  for (size_t I = 0; !X.ends("}", I == B.size()); ++I) {
    if (X.isReading()) {
      if (NodeRef N = readNode(X))
        B.push_back(std::move(N));
      continue;
    }
    const NodeSyntax *S = llvm::find_if(
        Syntax, [&](const NodeSyntax &S) { return S.K == B[I]->K; });
    X.begins(S->Form.Word, S->Form.Usage, true);
    S->Fields(X, B[I].get());
  }
}

} // namespace looptree
} // namespace stevedore
