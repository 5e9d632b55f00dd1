//===- History.cpp - A region at given numbers ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "History.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/point.h"
#include "isl/set.h"
#include "isl/val.h"
#include <set>

using namespace liveness;
using namespace stevedore;

/// The coordinates of \p P.
static Point coordinatesOf(const isl::point &P, unsigned Dims) {
  Point Coordinates;
  for (unsigned D = 0; D < Dims; ++D) {
    isl_val *C = isl_point_get_coordinate_val(P.get(), isl_dim_set, D);
    Coordinates.push_back(isl_val_get_num_si(C));
    isl_val_free(C);
  }
  return Coordinates;
}

/// \p Set with parameters fixed to \p V.
static isl::set fixed(isl::set Set, const Values &V) {
  for (const auto &[Name, Value] : V) {
    int Dim = isl_set_find_dim_by_name(Set.get(), isl_dim_param, Name.c_str());
    if (Dim >= 0)
      Set =
          isl::manage(isl_set_fix_si(Set.release(), isl_dim_param, Dim, Value));
  }
  return Set;
}

std::vector<Point> liveness::pointsOf(isl::set Set, const Values &V) {
  Set = fixed(Set, V);
  unsigned Dims = countOf(Set.dim(isl::dim::set));
  std::set<Point> Result;
  Set.foreach_basic_set([&](isl::basic_set Piece) -> isl::stat {
    return isl::set(Piece).foreach_point([&](isl::point P) -> isl::stat {
      Result.insert(coordinatesOf(P, Dims));
      return isl::stat::ok();
    });
  });
  return {Result.begin(), Result.end()};
}

/// The pairs of \p Map at \p V.
static std::vector<std::pair<Point, Point>> pairsOf(isl::map Map,
                                                    const Values &V) {
  unsigned In = countOf(Map.domain_tuple_dim());
  std::vector<std::pair<Point, Point>> Result;
  for (const Point &P : pointsOf(Map.wrap(), V))
    Result.push_back(
        {Point(P.begin(), P.begin() + In), Point(P.begin() + In, P.end())});
  return Result;
}

using Named = std::pair<std::string, Point>;

/// The time of each instance, missing dimensions zero.
static std::map<Named, Point> timesOf(const TextInput &In, const Values &V) {
  std::map<Named, Point> Times;
  size_t Dims = 0;
  In.Theta.foreach_map([&](isl::map M) -> isl::stat {
    std::string Name = M.get_tuple_id(isl::dim::in).get_name();
    Dims = std::max<size_t>(Dims, countOf(M.range_tuple_dim()));
    for (auto &[From, To] : pairsOf(M, V))
      Times[{Name, From}] = To;
    return isl::stat::ok();
  });
  for (auto &[Instance, Time] : Times)
    Time.resize(Dims);
  return Times;
}

/// Orders \p All by the first dimension in which their times differ.
static void orderBySchedule(const TextInput &In, const Values &V,
                            Instances &All) {
  std::map<Named, Point> Times = timesOf(In, V);
  std::set<unsigned> Parallel;
  if (In.Parallel)
    Parallel.insert(In.Parallel->begin(), In.Parallel->end());
  bool InSteps = In.Semantics == ParallelSemantics::Forall;
  for (unsigned A = 0; A < All.Points.size(); ++A)
    for (unsigned B = 0; B < All.Points.size(); ++B) {
      const Point &S = Times[All.Points[A]], &T = Times[All.Points[B]];
      unsigned D = 0;
      while (D < S.size() && (S[D] == T[D] || (InSteps && Parallel.count(D))))
        ++D;
      All.SameStep[A][B] = InSteps && D == S.size();
      All.Before[A][B] = D < S.size() && !Parallel.count(D) && S[D] < T[D];
    }
}

/// \p Time with the numbers of the tiles before the tiled dimensions.
static Point tiledTime(const TextInput &In, const Values &V,
                       const Point &Time) {
  unsigned Outer = In.Band->Outer, Size = In.Band->Size;
  Point Result(Time.begin(), Time.begin() + Outer);
  for (unsigned K = 0; K < Size; ++K) {
    int64_t At = Time[Outer + K], T = V.at("T" + std::to_string(K + 1));
    Result.push_back(At / T - (At % T < 0));
  }
  Result.insert(Result.end(), Time.begin() + Outer, Time.end());
  return Result;
}

Instances liveness::enumerateTiled(const TextInput &In, const Values &V) {
  Instances All;
  std::map<Named, Point> Times = timesOf(In, V);
  unsigned Sequential = In.Band->Outer + In.Band->Size;
  std::set<unsigned> Parallel;
  for (unsigned D : *In.Parallel)
    if (D >= In.Band->Outer)
      Parallel.insert(D + In.Band->Size);
  for (const Statement &Stmt : In.Program->Statements)
    for (const Point &P : pointsOf(Stmt.Domain, V)) {
      All.Points.push_back({Stmt.Name, P});
      Point Time = tiledTime(In, V, Times[All.Points.back()]);
      All.Tiles.push_back(Point(Time.begin(), Time.begin() + Sequential));
      Times[All.Points.back()] = Time;
    }
  size_t N = All.Points.size();
  All.Before = All.SameStep = Matrix(N + 2, std::vector<bool>(N + 2));
  for (size_t A = 0; A < N; ++A) {
    All.Before[N][A] = All.Before[A][N + 1] = true;
    for (size_t B = 0; B < N; ++B) {
      const Point &S = Times[All.Points[A]], &T = Times[All.Points[B]];
      unsigned D = 0;
      while (D < S.size() && S[D] == T[D])
        ++D;
      All.Before[A][B] = D < S.size() && !Parallel.count(D) && S[D] < T[D];
    }
  }
  All.Before[N][N + 1] = true;
  return All;
}

/// Orders \p All by the happens-before relation.
static void orderByRelation(const TextInput &In, const Values &V,
                            Instances &All) {
  std::map<Named, unsigned> Number;
  for (unsigned A = 0; A < All.Points.size(); ++A)
    Number[All.Points[A]] = A;
  In.HappensBefore.foreach_map([&](isl::map M) -> isl::stat {
    std::string From = M.get_tuple_id(isl::dim::in).get_name();
    std::string To = M.get_tuple_id(isl::dim::out).get_name();
    M = M.intersect_domain(In.Program->findStatement(From)->Domain)
            .intersect_range(In.Program->findStatement(To)->Domain);
    for (auto &[A, B] : pairsOf(M, V))
      All.Before[Number[{From, A}]][Number[{To, B}]] =
          std::pair(From, A) != std::pair(To, B);
    return isl::stat::ok();
  });
}

Instances liveness::enumerate(const TextInput &In, const Values &V) {
  Instances All;
  for (const Statement &Stmt : In.Program->Statements)
    for (const Point &P : pointsOf(Stmt.Domain, V))
      All.Points.push_back({Stmt.Name, P});
  size_t N = All.Points.size();
  All.Before = All.SameStep = Matrix(N + 2, std::vector<bool>(N + 2));
  if (In.HappensBefore.is_null())
    orderBySchedule(In, V, All);
  else
    orderByRelation(In, V, All);
  for (size_t A = 0; A < N; ++A)
    All.Before[N][A] = All.Before[A][N + 1] = true;
  All.Before[N][N + 1] = true;
  return All;
}

namespace {

/// Collects the operations on one array.
class Collector {
public:
  Collector(const TextInput &In, const Instances &All, unsigned Array,
            const Values &V)
      : In(In), All(All), Array(Array), V(V) {}
  History run();

private:
  const TextInput &In;
  const Instances &All;
  unsigned Array;
  const Values &V;
  History H;
  std::map<Point, unsigned> Numbers;
  std::vector<Operation> Sure;

  unsigned number(const Point &Element);
  void addAccess(const std::string &Stmt, const Access &A);
  bool isWrittenBefore(const Operation &Read) const;
  bool isReadAfter(const Operation &Write) const;
  bool isBefore(const Operation &A, const Operation &B) const;
};

} // namespace

unsigned Collector::number(const Point &Element) {
  auto [It, IsNew] = Numbers.insert({Element, H.Elements.size()});
  if (IsNew)
    H.Elements.push_back(Element);
  return It->second;
}

void Collector::addAccess(const std::string &Stmt, const Access &A) {
  for (auto &[Instance, Element] : pairsOf(A.Relation, V)) {
    auto It = llvm::find(All.Points, std::pair(Stmt, Instance));
    if (It == All.Points.end())
      continue;
    unsigned I = It - All.Points.begin();
    if (A.Reads)
      H.Operations.push_back({Operation::Read, I, number(Element)});
    if (A.MustWrites || A.MayWrites)
      H.Operations.push_back({Operation::Write, I, number(Element)});
    if (A.MustWrites)
      Sure.push_back(H.Operations.back());
  }
}

bool Collector::isWrittenBefore(const Operation &Read) const {
  return llvm::any_of(Sure, [&](const Operation &W) {
    return W.Element == Read.Element && All.Before[W.Instance][Read.Instance];
  });
}

bool Collector::isReadAfter(const Operation &Write) const {
  return llvm::any_of(H.Operations, [&](const Operation &R) {
    return R.Kind == Operation::Read && R.Element == Write.Element &&
           All.Before[Write.Instance][R.Instance];
  });
}

bool Collector::isBefore(const Operation &A, const Operation &B) const {
  if (A.Instance == B.Instance)
    return A.Kind < B.Kind;
  return All.Before[A.Instance][B.Instance] ||
         (All.SameStep[A.Instance][B.Instance] && A.Kind == Operation::Read &&
          B.Kind != Operation::Read);
}

History Collector::run() {
  for (const Statement &Stmt : In.Program->Statements)
    for (const Access &A : Stmt.Accesses)
      if (A.Array == Array)
        addAccess(Stmt.Name, A);
  unsigned Entry = All.Points.size(), Exit = Entry + 1;
  std::set<unsigned> Written, LiveIn;
  for (const Operation &O : H.Operations)
    if (O.Kind == Operation::Write && In.Program->Arrays[Array].LiveOut)
      Written.insert(O.Element);
  for (unsigned Element : Written)
    H.Operations.push_back({Operation::Read, Exit, Element});
  for (const Operation &O : H.Operations)
    if (O.Kind == Operation::Read && !isWrittenBefore(O))
      LiveIn.insert(O.Element);
  for (unsigned Element : LiveIn)
    H.Operations.push_back({Operation::Write, Entry, Element});
  std::vector<Operation> Dead;
  for (const Operation &O : H.Operations)
    if (O.Kind == Operation::Write && !isReadAfter(O))
      Dead.push_back({Operation::UseOfDead, O.Instance, O.Element});
  H.Operations.insert(H.Operations.end(), Dead.begin(), Dead.end());
  size_t N = H.Operations.size();
  H.Before = Matrix(N, std::vector<bool>(N));
  for (size_t A = 0; A < N; ++A)
    for (size_t B = 0; B < N; ++B)
      H.Before[A][B] = isBefore(H.Operations[A], H.Operations[B]);
  return H;
}

History liveness::historyOf(const TextInput &In, const Instances &All,
                            unsigned Array, const Values &V) {
  return Collector(In, All, Array, V).run();
}

bool History::isPartialOrder() const {
  for (unsigned A = 0; A < Before.size(); ++A)
    for (unsigned B = 0; B < Before.size(); ++B)
      if (Before[A][B] && Before[B][A])
        return false;
  return isTransitive(Before);
}

namespace {

/// The operations of one element, as numbers.
struct Life {
  std::vector<unsigned> Writes;
  std::vector<unsigned> Reads;
};

} // namespace

/// Both written before both are read, each pair in some execution.
static bool overlap(const Matrix &B, const Life &X, const Life &Y) {
  for (unsigned Wx : X.Writes)
    for (unsigned Rx : X.Reads)
      for (unsigned Wy : Y.Writes)
        for (unsigned Ry : Y.Reads)
          if (!B[Rx][Wx] && !B[Ry][Wx] && !B[Ry][Wy] && !B[Rx][Wy])
            return true;
  return false;
}

/// A write of \p Y may fall between a write and a read of \p X, which need not
/// follow each other in one execution.
static bool isLiveAtWrite(const Matrix &B, const Life &X, const Life &Y) {
  return llvm::any_of(Y.Writes, [&](unsigned Wy) {
    return llvm::any_of(X.Writes, [&](unsigned Wx) { return !B[Wy][Wx]; }) &&
           llvm::any_of(X.Reads, [&](unsigned Rx) { return !B[Rx][Wy]; });
  });
}

/// Eq. 5 of the liveness paper.
static bool isTriangle(const Matrix &B, const Life &X, const Life &Y) {
  for (unsigned Wx : X.Writes)
    for (unsigned Rx : X.Reads)
      for (unsigned Wy : Y.Writes)
        if (!B[Rx][Wx] && !B[Wy][Wx] && !B[Rx][Wy])
          return true;
  return false;
}

Matrix History::conflicts(LivenessMethod Method) const {
  std::vector<Life> Lives(Elements.size());
  for (unsigned O = 0; O < Operations.size(); ++O) {
    Life &L = Lives[Operations[O].Element];
    (Operations[O].Kind == Operation::Write ? L.Writes : L.Reads).push_back(O);
  }
  auto Holds = Method == LivenessMethod::LiveLive    ? overlap
               : Method == LivenessMethod::LiveWrite ? isLiveAtWrite
                                                     : isTriangle;
  Matrix Result(Elements.size(), std::vector<bool>(Elements.size()));
  for (unsigned X = 0; X < Elements.size(); ++X)
    for (unsigned Y = 0; Y < Elements.size(); ++Y)
      if (X != Y && Holds(Before, Lives[X], Lives[Y]))
        Result[X][Y] = Result[Y][X] = true;
  return Result;
}
