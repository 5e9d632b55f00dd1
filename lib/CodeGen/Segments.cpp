//===- Segments.cpp - Loops over wrapping buffers -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Segments.h"

namespace stevedore {
namespace codegen {

/// Whether the position along \p Row moves with the counter of \p L towards
/// the modulus.
bool SegmentWalk::wraps(const BufferRow &Row, const Linear &Distance,
                        const Loop &L) const {
  return !Row.Static && Distance.coefficient(L.Counter) != 0;
}

/// Puts the accesses of the leaf \p L into groups: equal in all rows except for
/// constants in rows that wrap. An access with the counter inside a division,
/// or with a counter that the loop's body defines, stays apart and wraps by
/// itself.
void SegmentWalk::assign(Loops &S, const Leaf &L) {
  for (const Reference &R : references(L)) {
    Member M{R, -1};
    if (!R.Home) {
      S.Members[&L].push_back(M);
      continue;
    }
    std::vector<Linear> Distances;
    std::string Key = R.Home->Name;
    bool Wraps = false, Hides = false;
    for (const BufferRow &Row : R.Home->Rows) {
      Linear D = Row.distance(R.Subscripts);
      bool RowWraps = wraps(Row, D, S.L);
      Wraps |= RowWraps;
      Hides |= D.hides(S.L.Counter) || !isDefined(D.without(S.L.Counter));
      Key += ", " + (RowWraps ? D.withoutConstant() : D).text();
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
                          G.Distances[I].withoutConstant().text()],
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
static Linear renamed(const Linear &D, const std::string &From,
                      const std::string &To) {
  Linear Result = D.without(From);
  return Result.add(Linear::name(To), D.coefficient(From));
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
      Linear D = renamed(G.Distances[I].withoutConstant(), S.L.Counter, S.At);
      D.add(Linear(G.Smallest[I]));
      std::string Value = wrapped(B.N, D.text(), Row.Modulus);
      auto [It, New] = Known.try_emplace(Value);
      if (New) {
        It->second = local("g");
        W.line("const long " + It->second + " = " + Value + ";");
      }
      G.Start.back() = It->second;
    }
}

/// Defines how far the counter may go on before the first wrap, negative when
/// a group lies on both sides of it already.
void SegmentWalk::runLength(Loops &S, bool &MayStraddle) {
  std::vector<std::string> Limits = {S.Last + " - " + S.At};
  auto limit = [&](const std::string &Room) {
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
      std::string Slack =
          Row.Modulus + " - " + std::to_string(Span + 1) + " - " + G.Start[I];
      MayStraddle |= Span > 0;
      if (Factor == 1) {
        limit(Slack);
        continue;
      }
      std::string Room = Factor > 0 ? Slack : G.Start[I];
      int64_t Size = Factor > 0 ? Factor : -Factor;
      if (Size != 1)
        Room = B.N.Prefix + "floord(" + Room + ", " + std::to_string(Size) +
               ")";
      if (Factor < 0 && Span > 0)
        Room = "(" + Slack + " < 0 ? -1 : " + Room + ")";
      limit(Room);
    }
  S.Run = local("r");
  W.line("const long " + S.Run + " = " + nested(B.N.Prefix + "min", Limits) +
         ";");
}

/// Defines each group's cell at counter zero, as if no wrap existed.
void SegmentWalk::offsets(Loops &S) {
  for (Group &G : S.Groups) {
    std::vector<std::string> Positions;
    for (size_t I = 0; I < G.Distances.size(); ++I) {
      const BufferRow &Row = G.Home->Rows[I];
      int64_t Factor = G.Distances[I].coefficient(S.L.Counter);
      Linear Place = G.Start[I].empty()
                         ? Linear::name(position(
                               Row, G.Distances[I].without(S.L.Counter)))
                         : Linear::name(G.Start[I]).add(Linear::name(S.At),
                                                        -Factor);
      if (Row.Static)
        Place = G.Distances[I].without(S.L.Counter);
      Positions.push_back(Place.text());
    }
    G.Offset = local("o");
    W.line("const long " + G.Offset + " = " + G.Home->cell(Positions) + ";");
  }
}

/// The element of \p M: relative to its group's offset, or \p Apart with each
/// position wrapped by itself.
std::string SegmentWalk::member(const Loops &S, const Member &M,
                                bool Apart) const {
  if (M.Group < 0)
    return element(M.R);
  const Group &G = S.Groups[M.Group];
  std::vector<std::string> Positions;
  std::string Cell = G.Offset;
  Linear Flat;
  for (size_t I = 0; I < G.Distances.size(); ++I) {
    const BufferRow &Row = G.Home->Rows[I];
    Linear D = Row.distance(M.R.Subscripts);
    int64_t Delta = D.constant() - G.Smallest[I];
    if (G.Start[I].empty())
      Positions.push_back(position(Row, D));
    else
      Positions.push_back(
          Delta == 0 ? G.Start[I]
                     : wrapped(B.N, G.Start[I] + " + " + std::to_string(Delta),
                               Row.Modulus));
    Linear Moved(G.Start[I].empty() ? 0 : Delta);
    Moved.add(Linear::name(S.L.Counter), D.coefficient(S.L.Counter));
    std::string Stride = G.Home->stride(I);
    if (Stride.empty())
      Flat.add(Moved);
    else if (!Moved.isConstant() || Moved.constant() != 0)
      Cell = sum(Cell, parenthesize(Moved.text()) + " * " +
                           parenthesize(Stride));
  }
  Cell = sum(Cell, Flat.text());
  return G.Home->element(Apart ? G.Home->cell(Positions) : Cell);
}

/// Prints a loop's body, which contains conditions and statements, with the
/// elements as member() gives them.
class SegmentWalk::Body : public NodePrinter {
public:
  Body(SegmentWalk &Outer, const Loops &S, bool Apart)
      : NodePrinter(Outer.B.N, Outer.W), Outer(Outer), S(S), Apart(Apart) {}

private:
  void loop(const isl::ast_node &For) override {
    Loop Once = takeApart(For, Outer.B.N);
    openLoop(Once);
    node(Once.Body);
    W.close();
  }
  void leaf(const Leaf &L) override {
    std::vector<std::string> Elements;
    for (const Member &M : S.Members.at(&L))
      Elements.push_back(Outer.member(S, M, Apart));
    Outer.statement(L, Elements);
  }

  SegmentWalk &Outer;
  const Loops &S;
  bool Apart;
};

/// Prints the body of \p S once for the counter's value at the beginning of
/// the segment, each access wrapped by itself.
void SegmentWalk::single(Loops &S) {
  Writer Before = W, Empty = W.sibling();
  W = Empty;
  Body(*this, S, true).node(S.L.Body);
  std::string Text = W.text();
  W = Before;
  if (mentions(Text, S.L.Counter))
    W.line("const long " + S.L.Counter + " = " + S.At + ";");
  W.raw(Text);
}

bool SegmentWalk::innermost(const Loop &L) {
  Loops S{L, {}, {}, {}, "", "", ""};
  for (const Leaf *Below : leavesBelow(L.Body))
    assign(S, *Below);
  if (S.Groups.empty() || !L.Last)
    return false;
  Scope Names(*this);
  S.At = local("s");
  S.Last = local("e");
  std::string Step = std::to_string(L.Step);
  W.open("for (long " + S.At + " = " + L.Init + ", " + S.Last + " = " +
         L.Last->text() + "; " + S.At + " <= " + S.Last + ";)");
  bool MayStraddle = false;
  align(S);
  starts(S);
  runLength(S, MayStraddle);
  if (MayStraddle)
    W.open("if (" + S.Run + " >= 0)");
  offsets(S);
  enter(L);
  W.open("for (long " + L.Counter + " = " + S.At + "; " + L.Counter + " <= " +
         S.At + " + " + S.Run + "; " + L.Counter +
         (L.Step == 1 ? "++" : " += " + Step) + ")");
  Body(*this, S, false).node(L.Body);
  W.close();
  leave();
  W.line(S.At + " += " +
         (L.Step == 1 ? S.Run + " + 1"
                      : "(" + S.Run + " / " + Step + " + 1) * " + Step) +
         ";");
  if (MayStraddle) {
    W.otherwise();
    single(S);
    W.line(S.At + " += " + Step + ";");
    W.close();
  }
  W.close();
  return true;
}

} // namespace codegen
} // namespace stevedore
