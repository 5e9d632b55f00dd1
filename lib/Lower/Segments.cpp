//===- Segments.cpp - Loops over wrapping buffers -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Segments.h"
#include "Banks.h"
#include "stevedore/Lower/PlantedMistakes.h"
#include <set>

namespace stevedore {
namespace lower {

/// Whether the position along \p Row moves with the counter of \p L towards
/// the modulus.
bool SegmentWalk::wraps(const BufferRow &Row, const Affine &Distance,
                        const Loop &L) const {
  return !Row.Static && Distance.coefficient(L.Counter) != 0;
}

/// Puts the accesses of the leaf \p L into groups: equal in all rows except for
/// constants in rows that wrap. An access with the counter inside a division,
/// or with a counter that the loop's body defines, stays apart and wraps by
/// itself.
void SegmentWalk::assign(Loops &S, const Leaf &L) {
  S.Members[&L] = {};
  for (const Reference &R : references(L)) {
    Member M{R, -1};
    if (!R.Home) {
      S.Members[&L].push_back(M);
      continue;
    }
    std::vector<Affine> Distances;
    std::string Key = R.Home->Name;
    bool Wraps = false, Hides = false;
    for (const BufferRow &Row : R.Home->Rows) {
      Affine D = Row.distance(R.Subscripts);
      bool RowWraps = wraps(Row, D, S.L);
      Wraps |= RowWraps;
      Hides |= D.hides(S.L.Counter) || !isDefined(D.without(S.L.Counter));
      Key += ", " + (RowWraps ? D.withoutConstant() : D).expr().spelling();
      Distances.push_back(D);
    }
    if (Wraps && !Hides) {
      auto [It, New] = S.Numbers.try_emplace(Key, S.Groups.size());
      M.Group = It->second;
      if (New)
        S.Groups.push_back({R.Home, Distances, {}, {}, {}, ""});
      Group &G = S.Groups[M.Group];
      G.Smallest.resize(Distances.size(), INT64_MAX);
      G.Largest.resize(Distances.size(), INT64_MIN);
      for (size_t I = 0; I < Distances.size(); ++I) {
        G.Smallest[I] = std::min(G.Smallest[I], Distances[I].constant());
        G.Largest[I] = std::max(G.Largest[I], Distances[I].constant());
      }
    }
    S.Members[&L].push_back(M);
  }
}

/// Lets groups that move alike along a row of one buffer begin and end at the
/// same constants, where the widest of them does already: they share g then.
void SegmentWalk::align(Loops &S) {
  struct Span {
    int64_t Smallest = INT64_MAX, Largest = INT64_MIN, Widest = 0;
  };
  std::map<std::string, Span> Spans;
  auto forEachRow =
      [&](llvm::function_ref<void(Span &, int64_t &, int64_t &)> Visit) {
        for (Group &G : S.Groups)
          for (size_t I = 0; I < G.Distances.size(); ++I)
            if (wraps(G.Home->Rows[I], G.Distances[I], S.L))
              Visit(Spans[G.Home->Name + ", " + std::to_string(I) + ", " +
                          G.Distances[I].withoutConstant().expr().spelling()],
                    G.Smallest[I], G.Largest[I]);
      };
  forEachRow([](Span &All, int64_t &Smallest, int64_t &Largest) {
    All.Smallest = std::min(All.Smallest, Smallest);
    All.Largest = std::max(All.Largest, Largest);
    All.Widest = std::max(All.Widest, Largest - Smallest);
  });
  forEachRow([](Span &All, int64_t &Smallest, int64_t &Largest) {
    if (All.Largest - All.Smallest > All.Widest)
      return;
    Smallest = All.Smallest;
    Largest = All.Largest;
  });
}

/// \p D with the counter \p From replaced by \p To.
static Affine renamed(const Affine &D, const std::string &From,
                      const std::string &To) {
  Affine Result = D.without(From);
  return Result.add(Affine::name(To), D.coefficient(From));
}

/// Defines the position of each group's first member along rows that wrap, at
/// the beginning of a segment. Groups at the same position share it.
void SegmentWalk::starts(Loops &S) {
  std::map<std::string, std::string> Known;
  for (Group &G : S.Groups)
    for (size_t I = 0; I < G.Distances.size(); ++I) {
      const BufferRow &Row = G.Home->Rows[I];
      G.Start.push_back("");
      if (!wraps(Row, G.Distances[I], S.L))
        continue;
      Affine D = renamed(G.Distances[I].withoutConstant(), S.L.Counter, S.At);
      D.add(Affine(G.Smallest[I]));
      Expr Value = wrapped(D.expr(), Row.Modulus);
      auto [It, New] = Known.try_emplace(Value.spelling());
      if (New) {
        It->second = local("g");
        W.let(It->second, Value);
      }
      G.Start.back() = It->second;
    }
}

/// \p From - \p Name.
static Expr difference(const Expr &From, const std::string &Name) {
  return Expr::make(Expr::Sub, {From, Expr::variable(Name)});
}

/// Defines how far the counter may go on before the first wrap, negative when
/// a group lies on both sides of it already.
void SegmentWalk::runLength(Loops &S, bool &MayStraddle) {
  std::vector<Expr> Limits = {difference(Expr::variable(S.Last), S.At)};
  auto limit = [&](const Expr &Room) {
    if (!llvm::is_contained(Limits, Room))
      Limits.push_back(Room);
  };
  for (Group &G : S.Groups)
    for (size_t I = 0; I < G.Distances.size(); ++I) {
      if (G.Start[I].empty())
        continue;
      const BufferRow &Row = G.Home->Rows[I];
      int64_t Span = G.Largest[I] - G.Smallest[I];
      int64_t Factor = G.Distances[I].coefficient(S.L.Counter);
      Expr Slack = difference(
          Expr::make(Expr::Sub, {Row.Modulus, Expr(Span + 1)}), G.Start[I]);
      MayStraddle |= Span > 0;
      if (Factor == 1) {
        limit(Slack);
        continue;
      }
      Expr Room = Factor > 0 ? Slack : Expr::variable(G.Start[I]);
      int64_t Size = Factor > 0 ? Factor : -Factor;
      if (Size != 1)
        Room = Expr::make(Expr::FloorDiv, {Room, Expr(Size)});
      if (Factor < 0 && Span > 0)
        Room = Expr::make(Expr::Select,
                          {compare(Expr::Less, Slack, 0), Expr(-1), Room});
      limit(Room);
    }
  if (B.Options.Planted)
    B.Options.Planted->InSegment(Limits);
  S.Run = local("r");
  S.RunValue = Expr::make(Expr::Min, Limits);
  W.let(S.Run, S.RunValue);
}

/// What must hold of a segment of \p S, for verifySegment().
Segment SegmentWalk::claims(const Loops &S, bool MayStraddle) const {
  Segment Result{S.At, S.Last, S.RunValue, MayStraddle, {}};
  for (unsigned N = 0; N < S.Groups.size(); ++N)
    for (size_t I = 0; I < S.Groups[N].Start.size(); ++I) {
      const Group &G = S.Groups[N];
      if (G.Start[I].empty())
        continue;
      SegmentRow Row{G.Start[I],
                     G.Home->Rows[I].Modulus,
                     G.Distances[I].coefficient(S.L.Counter),
                     {}};
      std::set<int64_t> Offsets;
      for (const auto &[Of, Members] : S.Members)
        for (const Member &M : Members)
          if (M.Group == int(N))
            Offsets.insert(G.Home->Rows[I].distance(M.R.Subscripts).constant() -
                           G.Smallest[I]);
      Row.Offsets.assign(Offsets.begin(), Offsets.end());
      Result.Rows.push_back(std::move(Row));
    }
  return Result;
}

/// Defines each group's cell at counter zero, as if no wrap existed.
void SegmentWalk::offsets(Loops &S) {
  for (Group &G : S.Groups) {
    std::vector<Expr> Positions;
    for (size_t I = 0; I < G.Distances.size(); ++I) {
      const BufferRow &Row = G.Home->Rows[I];
      int64_t Factor = G.Distances[I].coefficient(S.L.Counter);
      Affine Rest = G.Distances[I].without(S.L.Counter);
      if (!Row.Static && G.Start[I].empty())
        Rest = Affine::atom(position(Row, Rest));
      else if (!Row.Static)
        Rest = Affine::name(G.Start[I]).add(Affine::name(S.At), -Factor);
      Positions.push_back(Rest.expr());
    }
    G.Offset = local("o");
    W.let(G.Offset, G.Home->cell(Positions));
  }
}

/// The position \p Delta behind \p Start in a row of \p Modulus cells.
static Expr moved(const std::string &Start, int64_t Delta,
                  const Expr &Modulus) {
  Expr From = Expr::variable(Start);
  if (Delta == 0)
    return From;
  return wrapped(Expr::make(Expr::Add, {From, Expr(Delta)}), Modulus);
}

/// The element of \p M: relative to its group's offset, or \p Apart with each
/// position wrapped by itself.
looptree::Element SegmentWalk::member(const Loops &S, const Member &M,
                                      bool Apart) const {
  looptree::Element E = element(M.R);
  if (M.Group < 0)
    return E;
  const Group &G = S.Groups[M.Group];
  std::vector<Expr> Positions;
  Expr Cell = Expr::variable(G.Offset);
  Affine Flat;
  for (size_t I = 0; I < G.Distances.size(); ++I) {
    const BufferRow &Row = G.Home->Rows[I];
    Affine D = Row.distance(M.R.Subscripts);
    int64_t Delta = D.constant() - G.Smallest[I];
    if (G.Start[I].empty())
      Positions.push_back(position(Row, D));
    else
      Positions.push_back(moved(G.Start[I], Delta, Row.Modulus));
    Affine Moved(G.Start[I].empty() ? 0 : Delta);
    Moved.add(Affine::name(S.L.Counter), D.coefficient(S.L.Counter));
    Expr Stride = G.Home->stride(I);
    if (Stride.isInteger(1))
      Flat.add(Moved);
    else if (!Moved.isZero())
      Cell = sum(Cell, Expr::make(Expr::Mul, {Moved.expr(), Stride}));
  }
  E.Subscripts = Positions;
  if (!Apart) {
    E.Subscripts = {sum(Cell, Flat.expr())};
    E.Flat = true;
  }
  return E;
}

/// Lowers a loop's body, which contains conditions and statements, with the
/// elements as member() gives them.
class SegmentWalk::Body : public NodeLowering {
public:
  Body(SegmentWalk &Outer, const Loops &S, bool Apart)
      : NodeLowering(Outer.B.N, Outer.W), Outer(Outer), S(S), Apart(Apart) {}

private:
  void loop(const isl::ast_node &For) override {
    Loop Once = takeApart(For, Outer.B.N);
    W.open();
    node(Once.Body);
    W.add(makeLoop(Once, W.close()));
  }
  void leaf(const Leaf &L) override {
    std::vector<looptree::Element> Elements;
    for (const Member &M : S.Members.at(&L))
      Elements.push_back(Outer.member(S, M, Apart));
    Outer.statement(L, std::move(Elements));
  }

  SegmentWalk &Outer;
  const Loops &S;
  bool Apart;
};

/// The loops around \p S from number \p From on, with what \p Innermost adds
/// inside.
void SegmentWalk::nest(const Loops &S, size_t From,
                       llvm::function_ref<void()> Innermost) {
  if (From == S.Around.size())
    return Innermost();
  const Loop &L = S.Around[From];
  Scope Names(*this);
  enter(L);
  W.open();
  bind(L.Counter);
  hoist(L.Body);
  nest(S, From + 1, Innermost);
  leave(makeLoop(L, W.close()));
}

/// The body of \p S once for the counter's value at the beginning of the
/// segment, each access wrapped by itself.
Block SegmentWalk::single(Loops &S) {
  W.open();
  nest(S, 0, [&] { Body(*this, S, true).node(S.L.Body); });
  return looptree::defineIfUsed(S.L.Counter, Expr::variable(S.At), W.close());
}

/// The loop over one segment, in which nothing wraps.
void SegmentWalk::onSegment(Loops &S) {
  offsets(S);
  enter(S.L);
  looptree::ForNode F;
  F.Counter = S.L.Counter;
  F.Init = Expr::variable(S.At);
  F.Condition = compare(Expr::LessEqual, Expr::variable(S.L.Counter),
                        Expr::make(Expr::Add, {Expr::variable(S.At),
                                               Expr::variable(S.Run)}));
  F.Step = Expr(S.L.Step);
  W.open();
  Body(*this, S, false).node(S.L.Body);
  F.Body = W.close();
  leave(looptree::share(std::move(F)));
}

/// The nest over one segment, and the step to the next one.
void SegmentWalk::segment(Loops &S) {
  nest(S, 0, [&] { onSegment(S); });
  Expr Run = Expr::variable(S.Run), Step(S.L.Step);
  Expr Next = Expr::make(Expr::Add, {Run, Expr(1)});
  if (S.L.Step != 1)
    Next = Expr::make(
        Expr::Mul,
        {Expr::make(Expr::Add,
                    {Expr::make(Expr::Div, {Run, Step}), Expr(1)}),
         Step});
  W.add(looptree::makeAssign(S.At, Next, true));
}

/// Whether the bounds of \p S, and where its groups wrap, are the same in all
/// iterations of the loops around.
bool SegmentWalk::areAlikeAround(const Loops &S) const {
  return llvm::none_of(S.Around, [&](const Loop &L) {
    bool Differs = S.L.Init.uses(L.Counter) || S.L.Last->uses(L.Counter);
    for (const Group &G : S.Groups)
      for (size_t I = 0; I < G.Distances.size(); ++I)
        Differs |= wraps(G.Home->Rows[I], G.Distances[I], S.L) &&
                   G.Distances[I].uses(L.Counter);
    return Differs;
  });
}

/// Lowers the nest \p Around around \p L; false: it has no segments that its
/// loops could run in.
bool SegmentWalk::inSegments(const Loop &L, llvm::ArrayRef<Loop> Around) {
  if (wantsBanks(B.Plan))
    return false;
  Loops S{L, Around, {}, {}, {}, "", "", "", {}};
  {
    Scope Inside(*this);
    for (const Loop &Outer : Around)
      bind(Outer.Counter);
    for (const Leaf *Below : leavesBelow(L.Body))
      assign(S, *Below);
  }
  if (S.Groups.empty() || !L.Last || !areAlikeAround(S) ||
      !(Around.empty() || mayRunInStrips(Around, L)))
    return false;
  Scope Names(*this);
  S.At = local("s");
  S.Last = local("e");
  W.open();
  bool MayStraddle = false;
  align(S);
  starts(S);
  runLength(S, MayStraddle);
  if (B.Options.IsProved)
    if (llvm::Error Failed =
            verifySegment(B.Tile.ctx(), claims(S, MayStraddle))) {
      B.Options.refuse(std::move(Failed));
      W.close();
      return false;
    }
  if (MayStraddle) {
    W.open();
    segment(S);
    Block Then = W.close(), Else = single(S);
    Else.push_back(looptree::makeAssign(S.At, Expr(L.Step), true));
    W.add(looptree::makeIf(compare(Expr::GreaterEqual, Expr::variable(S.Run), 0),
                           std::move(Then), std::move(Else)));
  } else {
    segment(S);
  }
  W.add(segments(S.At, L.Init, S.Last, L.Last->expr(), W.close()));
  return true;
}

void SegmentWalk::loop(const isl::ast_node &For) {
  std::vector<Loop> Perfect;
  isl::ast_node Next = For;
  while (kind(Next) == isl_ast_node_for) {
    Perfect.push_back(takeApart(Next, B.N));
    if (Perfect.back().Degenerate)
      break;
    Next = Perfect.back().Body;
  }
  llvm::ArrayRef<Loop> All = Perfect;
  bool IsNest = All.size() > 1 && !All.back().Degenerate && !hasLoop(Next);
  if (!IsNest || !inSegments(All.back(), All.drop_back()))
    Walk::loop(For);
}

} // namespace lower
} // namespace stevedore
