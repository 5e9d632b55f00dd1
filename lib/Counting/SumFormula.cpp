//===- SumFormula.cpp - Sums over tiles as formulas -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Summation.h"
#include "stevedore/Counting/CompiledCounts.h"
#include "stevedore/Counting/Formula.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <numeric>

using namespace stevedore;
using llvm::Expected;

/// Writes one sum as a formula: what evaluate() computes, from the coordinates
/// T k of tiles instead of their numbers k, which keeps numbers small.
class CompiledCounts::FormulaWriter {
public:
  FormulaWriter(FormulaSum &Into, const CompiledCounts &C, unsigned MostWays)
      : Into(Into), To(Into.table()), C(C), MostWays(MostWays) {}

  bool prepare(llvm::function_ref<unsigned(llvm::StringRef)> Named);
  void alternatives(const Alternatives &A);
  /// No number was too large.
  bool Fits = true;

private:
  /// The numbers k of tiles between two others, and the coordinates T k of
  /// these.
  struct Bounds {
    unsigned First = FormulaNode::None, Last = FormulaNode::None;
    unsigned FirstAt = FormulaNode::None, LastAt = FormulaNode::None;
    unsigned Step = FormulaNode::None;
    /// How many there are.
    unsigned Count = FormulaNode::None;
  };

  FormulaSum &Into;
  FormulaTable &To;
  const CompiledCounts &C;
  unsigned MostWays;
  /// Of the numbers in W, those of moments left out.
  std::map<unsigned, unsigned> Places;
  /// Of the closed ranges of the piece, by the places of their moments.
  std::map<unsigned, Bounds> Closed;

  unsigned formOf(const Form &F);
  unsigned stepOf(unsigned Place) {
    return Place == None ? To.number(1) : Places.at(Place);
  }
  void addLower(const Quotient &Q, Bounds &B);
  void addUpper(const Quotient &Q, Bounds &B);
  Bounds boundsOf(const Range &R, const Piece *P);
  void close(const Range &R, const Piece *P);
  unsigned lengthOf(const Bounds &B);
  unsigned scaledPowerSum(llvm::ArrayRef<int64_t> Coefficients, unsigned Step,
                          unsigned At);
  unsigned moment(const Bounds &B, unsigned Exponent, bool IsScaled);
  std::pair<const Bounds *, unsigned> momentAt(unsigned Place) const;
  std::pair<unsigned, unsigned> product(llvm::ArrayRef<unsigned> Fixed,
                                        llvm::ArrayRef<unsigned> Varying);
  unsigned valueOf(const Piece &P);
  void addSum(const Piece &P, unsigned IsTaken);
  unsigned lengthOf(const std::vector<Piece> &Way);
  std::vector<unsigned> conditionsOf(const Alternatives &A);
};

/// False where a name has no formula.
bool CompiledCounts::FormulaWriter::prepare(
    llvm::function_ref<unsigned(llvm::StringRef)> Named) {
  for (unsigned P = 0; P < C.Parameters.size(); ++P)
    Places[P] = Named(C.Parameters[P]);
  for (const Multiple &M : C.Multiples)
    Places[M.Place] = To.multiply(To.number(M.Factor), stepOf(M.Of));
  auto IsMissing = [](const auto &At) {
    return At.second == FormulaNode::None;
  };
  if (llvm::any_of(Places, IsMissing))
    return false;
  for (auto [Q, Place] : C.Floors)
    Places[Place] =
        To.divide(formOf(C.Quotients[Q].F), To.number(C.Quotients[Q].Factor));
  return true;
}

unsigned CompiledCounts::FormulaWriter::formOf(const Form &F) {
  unsigned Result = To.number(F.Constant);
  for (auto [Place, Factor] : F.Terms)
    Result = To.add(Result, To.multiply(To.number(Factor), Places.at(Place)));
  return Result;
}

/// c T k >= l has the least solution k = ceil(l / (c T)), with T k between l /
/// c and T more.
void CompiledCounts::FormulaWriter::addLower(const Quotient &Q, Bounds &B) {
  unsigned Low = formOf(Q.F), Width = To.number(Q.Factor);
  unsigned K = To.divideUp(Low, To.multiply(Width, B.Step));
  unsigned About = To.divide(Low, Width);
  unsigned At = To.multiplyWithin(B.Step, K, About, To.add(About, B.Step));
  B.First = B.First == FormulaNode::None ? K : To.max(B.First, K);
  B.FirstAt = B.FirstAt == FormulaNode::None ? At : To.max(B.FirstAt, At);
}

void CompiledCounts::FormulaWriter::addUpper(const Quotient &Q, Bounds &B) {
  unsigned High = formOf(Q.F), Width = To.number(Q.Factor);
  unsigned K = To.divide(High, To.multiply(Width, B.Step));
  unsigned About = To.divide(High, Width);
  unsigned At = To.multiplyWithin(B.Step, K, To.subtract(About, B.Step), About);
  B.Last = B.Last == FormulaNode::None ? K : To.min(B.Last, K);
  B.LastAt = B.LastAt == FormulaNode::None ? At : To.min(B.LastAt, At);
}

/// \p R of \p P, where the loops around it are known; null: of all pieces.
CompiledCounts::FormulaWriter::Bounds
CompiledCounts::FormulaWriter::boundsOf(const Range &R, const Piece *P) {
  Bounds B;
  B.Step = stepOf(R.Step);
  for (unsigned Q : R.Lower)
    addLower(C.Quotients[Q], B);
  for (unsigned Q : R.Upper)
    addUpper(C.Quotients[Q], B);
  for (unsigned K : R.VaryingLower)
    addLower(C.Quotients[P->Varying[K]], B);
  for (unsigned K : R.VaryingUpper)
    addUpper(C.Quotients[P->Varying[K]], B);
  return B;
}

/// Finds the closed range \p R of \p P; an empty one becomes one that ends
/// before it begins, of which all sums are 0.
void CompiledCounts::FormulaWriter::close(const Range &R, const Piece *P) {
  Bounds B = boundsOf(R, P);
  B.Last = To.max(B.Last, To.add(B.First, To.number(-1)));
  B.LastAt = To.max(B.LastAt, To.subtract(B.FirstAt, B.Step));
  B.Count = To.add(To.subtract(B.Last, B.First), To.number(1));
  Closed[R.Moments] = B;
}

/// How many numbers of tiles there are in \p B.
unsigned CompiledCounts::FormulaWriter::lengthOf(const Bounds &B) {
  return To.max(To.add(To.subtract(B.Last, B.First), To.number(1)),
                To.number(0));
}

/// The sum of c_j X^j T^(e + 1 - j) for j from 1 to e + 1, with the
/// \p Coefficients c, T = \p Step and X = \p At = T n: T^(e + 1) times the sum
/// of powers up to n.
unsigned CompiledCounts::FormulaWriter::scaledPowerSum(
    llvm::ArrayRef<int64_t> Coefficients, unsigned Step, unsigned At) {
  unsigned Result = To.number(0), Power = To.number(1);
  for (size_t J = Coefficients.size(); J-- > 1;) {
    Result = To.add(To.multiply(Result, At),
                    To.multiply(To.number(Coefficients[J]), Power));
    Power = To.multiply(Power, Step);
  }
  return To.multiply(Result, At);
}

/// The sum of (T k)^\p Exponent over \p B, or T times that.
unsigned CompiledCounts::FormulaWriter::moment(const Bounds &B,
                                               unsigned Exponent,
                                               bool IsScaled) {
  if (Exponent == 0)
    return To.real(IsScaled ? To.add(To.subtract(B.LastAt, B.FirstAt), B.Step)
                            : B.Count);
  WholePowerSum Sum = wholePowerSum(Exponent);
  unsigned Step = To.real(B.Step);
  unsigned Before = To.real(To.subtract(B.FirstAt, B.Step));
  unsigned Difference =
      To.subtract(scaledPowerSum(Sum.Coefficients, Step, To.real(B.LastAt)),
                  scaledPowerSum(Sum.Coefficients, Step, Before));
  unsigned Below = To.number(Sum.Denominator);
  return To.divide(Difference, IsScaled ? Below : To.multiply(Below, Step));
}

/// The closed range of the moment at \p Place, and its exponent; null for other
/// numbers.
std::pair<const CompiledCounts::FormulaWriter::Bounds *, unsigned>
CompiledCounts::FormulaWriter::momentAt(unsigned Place) const {
  auto It = Closed.upper_bound(Place);
  if (It == Closed.begin() || Places.count(Place))
    return {nullptr, 0};
  --It;
  return {&It->second, Place - It->first};
}

/// The product of those numbers in W that are moments, divided by their
/// denominators, and that of the others. A factor T goes into the sum over the
/// coordinate with that step.
std::pair<unsigned, unsigned>
CompiledCounts::FormulaWriter::product(llvm::ArrayRef<unsigned> Fixed,
                                       llvm::ArrayRef<unsigned> Varying) {
  std::vector<std::pair<const Bounds *, unsigned>> Moments;
  std::vector<unsigned> Others;
  for (llvm::ArrayRef<unsigned> Some : {Fixed, Varying})
    for (unsigned Place : Some)
      if (auto Moment = momentAt(Place); Moment.first)
        Moments.push_back(Moment);
      else
        Others.push_back(Places.at(Place));
  unsigned Sums = To.number(1), Rest = To.number(1);
  for (auto [B, Exponent] : Moments) {
    auto Step = llvm::find(Others, B->Step);
    bool IsScaled = Step != Others.end();
    if (IsScaled)
      Others.erase(Step);
    Sums = To.multiply(Sums, moment(*B, Exponent, IsScaled));
  }
  llvm::sort(Others);
  for (unsigned Value : Others)
    Rest = To.multiply(Rest, To.real(Value));
  return {Sums, Rest};
}

/// The value of \p P inside its loops: each product of moments once, times what
/// hardly changes from piece to piece.
unsigned CompiledCounts::FormulaWriter::valueOf(const Piece &P) {
  struct OneTerm {
    int64_t Factor;
    std::pair<unsigned, unsigned> Product;
  };
  std::vector<OneTerm> Terms;
  int64_t Common = P.Denominator;
  for (const TermGroup &G : P.Terms)
    for (const Term &T : G.Terms) {
      WideInteger Factor = T.Factor;
      for (llvm::ArrayRef<unsigned> Some :
           {llvm::ArrayRef(T.Places), llvm::ArrayRef(G.Varying)})
        for (unsigned Place : Some)
          if (auto [B, Exponent] = momentAt(Place); B && Exponent > 0)
            Factor *= wholePowerSum(Exponent).Denominator;
      Fits &= Factor == int64_t(Factor);
      Terms.push_back({int64_t(Factor), product(T.Places, G.Varying)});
      Common = std::gcd(Common, int64_t(Factor));
    }
  llvm::MapVector<unsigned, unsigned> Sums;
  for (const OneTerm &T : Terms) {
    unsigned &Into = Sums.insert({T.Product.first, To.number(0)}).first->second;
    unsigned Value =
        To.multiply(To.number(T.Factor / Common), T.Product.second);
    Into = To.add(Into, Value);
  }
  unsigned Sum = To.number(0);
  for (auto [Product, Factor] : Sums)
    Sum = To.add(Sum, To.multiply(Product, Factor));
  return To.divide(Sum, To.number(P.Denominator / Common));
}

/// Adds the sum of \p P; where it is not \p IsTaken its outermost loop takes no
/// step.
void CompiledCounts::FormulaWriter::addSum(const Piece &P, unsigned IsTaken) {
  unsigned Inner = FormulaNode::None;
  for (const Range &R : P.Loops) {
    Bounds B = boundsOf(R, &P);
    if (Inner == FormulaNode::None && To.constant(IsTaken) != 1) {
      unsigned Before = To.add(B.First, To.number(-1));
      B.Last = To.within(To.add(Before, To.where(IsTaken, lengthOf(B))), Before,
                         To.max(Before, B.Last));
    }
    Inner = Into.counter(Inner, B.First, B.Last, P.Loops.size());
    Places[R.Coordinate] =
        To.multiplyWithin(B.Step, Inner, B.FirstAt, B.LastAt);
  }
  for (auto [K, Place] : P.Floors) {
    const Quotient &Q = C.Quotients[P.Varying[K]];
    Places[Place] = To.divide(formOf(Q.F), To.number(Q.Factor));
  }
  Closed.clear();
  for (unsigned K : P.Closed)
    close(C.Ranges[K], nullptr);
  for (const Range &R : P.Inner)
    close(R, &P);
  unsigned Value = valueOf(P);
  Into.add(Inner, P.Loops.empty() ? To.where(IsTaken, Value) : Value);
}

/// How long the outermost loop of \p Way is in one class.
unsigned
CompiledCounts::FormulaWriter::lengthOf(const std::vector<Piece> &Way) {
  return lengthOf(boundsOf(Way.front().Loops.front(), &Way.front()));
}

/// Whether each of the first ways is taken: of two the one with the shorter
/// loops, where the guards hold.
std::vector<unsigned>
CompiledCounts::FormulaWriter::conditionsOf(const Alternatives &A) {
  unsigned Holds = To.number(1);
  for (const Guard &G : A.Guards) {
    unsigned Value = formOf(G.F);
    Holds = To.conjunction(Holds, G.IsEquality ? To.isZero(Value)
                                               : To.isNotNegative(Value));
  }
  auto HasNoLoop = [](const std::vector<Piece> &Way) {
    return Way.empty() || Way.front().Loops.empty();
  };
  if (MostWays < 2 || A.Ways.size() < 2 || HasNoLoop(A.Ways[0]) ||
      HasNoLoop(A.Ways[1]))
    return {Holds};
  unsigned More = To.subtract(lengthOf(A.Ways[1]), lengthOf(A.Ways[0]));
  unsigned Less = To.add(To.multiply(More, To.number(-1)), To.number(-1));
  return {To.conjunction(Holds, To.isNotNegative(More)),
          To.conjunction(Holds, To.isNotNegative(Less))};
}

void CompiledCounts::FormulaWriter::alternatives(const Alternatives &A) {
  std::vector<unsigned> IsTaken = conditionsOf(A);
  for (unsigned K = 0; K < IsTaken.size(); ++K)
    for (const Piece &P : A.Ways[K])
      addSum(P, IsTaken[K]);
}

llvm::Error CompiledCounts::addFormula(
    FormulaSum &Into, unsigned Index, unsigned MostWays,
    llvm::function_ref<unsigned(llvm::StringRef)> Named) const {
  auto noFormula = [](const char *Why) {
    return llvm::make_error<IslError>(
        IslError::Budget, std::string("a count has no formula: ") + Why);
  };
  FormulaWriter Writer(Into, *this, MostWays);
  if (!Writer.prepare(Named))
    return noFormula("a parameter has no value");
  for (const Alternatives &A : Results[Index].Pieces)
    Writer.alternatives(A);
  return Writer.Fits ? llvm::Error::success()
                     : noFormula("a factor is too large");
}

unsigned FormulaSum::counter(unsigned Around, unsigned First, unsigned Last,
                             unsigned NumLoops) {
  auto [It, IsNew] =
      Counters.try_emplace({Around, First, Last, NumLoops}, FormulaNode::None);
  if (IsNew) {
    It->second = Table.counter(Around, First, Last);
    Loops[It->second].NumLoops = NumLoops;
  }
  return It->second;
}

void FormulaSum::add(unsigned Counter, unsigned Value) {
  unsigned &Body = Loops[Counter].Body;
  Body = Body == FormulaNode::None ? Value : Table.add(Body, Value);
}

unsigned FormulaSum::total() {
  add(FormulaNode::None, Table.number(0));
  while (Loops.size() > 1) {
    auto [Counter, L] = *std::prev(Loops.end(), 2);
    Loops.erase(Counter);
    if (L.Body != FormulaNode::None)
      add(Table[Counter].A, Table.sum(Counter, L.Body, L.NumLoops));
  }
  unsigned Result = Table.nearest(Loops.begin()->second.Body);
  Loops.clear();
  Counters.clear();
  return Result;
}
