//===- Bounds.cpp - Max-min-affine upper bounds over parameters -----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounds.h"
#include "stevedore/Support/Limits.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

using namespace stevedore;

static constexpr double Infinity = std::numeric_limits<double>::infinity();

Rational Form::at(const ParameterPoint &P) const {
  WideInteger Sum = WideInteger(Constant) * P.Denominator;
  for (unsigned I = 0; I < P.Numerators.size(); ++I)
    Sum += WideInteger(Coefficients[I]) * P.Numerators[I];
  return Rational::of(fromWide(Sum),
                      Integer(Denominator) * Integer(P.Denominator));
}

bool Form::operator<(const Form &Other) const {
  return std::tie(Other.Coefficients, Constant, Denominator) <
         std::tie(Coefficients, Other.Constant, Other.Denominator);
}

/// Whether |\p Value| is below \p Limit.
static bool isSmall(WideInteger Value, int64_t Limit) {
  return Value < Limit && -Value < Limit;
}

std::optional<Form> stevedore::smallForm(llvm::ArrayRef<WideInteger> Numerators,
                                         int64_t Denominator) {
  WideInteger Divisor = Denominator;
  for (WideInteger Numerator : Numerators)
    Divisor = greatestCommonDivisor(Divisor, Numerator);
  if (Denominator / Divisor > limits::FormDenominator)
    return std::nullopt;
  Form Result;
  Result.Denominator = int64_t(Denominator / Divisor);
  for (WideInteger Numerator : Numerators.drop_back()) {
    if (!isSmall(Numerator / Denominator, limits::FormCoefficient))
      return std::nullopt;
    Result.Coefficients.push_back(int64_t(Numerator / Divisor));
  }
  if (!isSmall(Numerators.back() / Denominator, limits::FormConstant))
    return std::nullopt;
  Result.Constant = int64_t(Numerators.back() / Divisor);
  return Result;
}

std::optional<Form> stevedore::roundedUp(llvm::ArrayRef<WideInteger> Numerators,
                                         int64_t Denominator) {
  std::vector<WideInteger> Rounded;
  for (WideInteger Numerator : Numerators) {
    WideInteger Scaled = Numerator * limits::FormDenominator;
    Rounded.push_back(Scaled / Denominator + (Scaled % Denominator > 0));
  }
  return smallForm(Rounded, limits::FormDenominator);
}

void stevedore::raiseTo(Form &F, const Form &Other) {
  auto Raise = [&](int64_t &Value, int64_t Numerator) {
    Value =
        std::max(Value, llvm::divideCeilSigned(Numerator, Other.Denominator));
  };
  for (unsigned P = 0; P < F.Coefficients.size(); ++P)
    Raise(F.Coefficients[P], Other.Coefficients[P]);
  Raise(F.Constant, Other.Constant);
}

/// The lesser of two values, where there are two.
static std::optional<Rational> lesser(std::optional<Rational> A,
                                      std::optional<Rational> B) {
  if (!A || !B)
    return A ? A : B;
  return *A < *B ? A : B;
}

/// The greater of two values, where there are two.
static std::optional<Rational> greater(std::optional<Rational> A,
                                       std::optional<Rational> B) {
  if (!A || !B)
    return A ? A : B;
  return *A < *B ? B : A;
}

static std::optional<Rational> minimum(const std::vector<Form> &Forms,
                                       const ParameterPoint &P) {
  std::optional<Rational> Least;
  for (const Form &F : Forms)
    Least = lesser(Least, F.at(P));
  return Least;
}

Rational stevedore::evaluate(const Bound &B, const ParameterPoint &P) {
  std::optional<Rational> Greatest;
  for (const std::vector<Form> &Forms : B)
    Greatest = greater(Greatest, minimum(Forms, P));
  return Greatest ? *Greatest : Rational();
}

/// Whether \p A is \p B at most, or not defined.
static bool isAtMost(std::optional<Rational> A, std::optional<Rational> B) {
  return !A || (B && *A <= *B);
}

static bool isDominated(const Envelope &A, const Envelope &B) {
  for (unsigned S = 0; S < A.Values.size(); ++S)
    if (!isAtMost(A.Values[S], B.Values[S]))
      return false;
  return true;
}

/// The logarithm of a number of cells.
static double logarithm(Rational Width) {
  return std::log1p(std::max(0.0, Width.approximate()));
}

std::vector<unsigned>
stevedore::undominated(const std::vector<Envelope> &Family) {
  std::vector<std::pair<double, unsigned>> Order;
  for (unsigned I = 0; I < Family.size(); ++I) {
    double Weight = 0;
    for (const std::optional<Rational> &Value : Family[I].Values)
      Weight += Value ? logarithm(*Value) : -1;
    Order.push_back({-Weight, I});
  }
  std::sort(Order.begin(), Order.end());
  std::vector<unsigned> Kept;
  for (auto &[Weight, I] : Order)
    if (std::none_of(Kept.begin(), Kept.end(), [&, I = I](unsigned J) {
          return isDominated(Family[I], Family[J]);
        }))
      Kept.push_back(I);
  return Kept;
}

namespace {

/// Alternatives under construction: groups of functions, each bounded by the
/// minimum of the forms that bound all of its members.
class Merger {
public:
  Merger(const std::vector<Envelope> &Family,
         const std::vector<unsigned> &Selected,
         const std::vector<ParameterPoint> &Probes, BoundsFunction Bounds);

  std::optional<Bound> run();

private:
  struct Group {
    std::vector<unsigned> Members;
    /// Indices into Forms.
    std::vector<unsigned> Common;
  };

  bool bounds(unsigned F, unsigned Member);
  Group merge(const Group &A, const Group &B);
  void addGreatest(Group &G);
  double excess(const Group &G) const;
  void mergeFreely();
  bool mergeCheapest();
  Bound reduced() const;

  const std::vector<Envelope> &Family;
  const std::vector<ParameterPoint> &Probes;
  BoundsFunction Bounds;
  std::vector<Form> Forms;
  std::map<std::pair<unsigned, unsigned>, bool> Known;
  /// The maximum of the functions at each probe.
  std::vector<std::optional<Rational>> Target;
  std::vector<Group> Groups;
};

} // namespace

Merger::Merger(const std::vector<Envelope> &Family,
               const std::vector<unsigned> &Selected,
               const std::vector<ParameterPoint> &Probes, BoundsFunction Bounds)
    : Family(Family), Probes(Probes), Bounds(Bounds), Target(Probes.size()) {
  std::set<Form> Distinct;
  for (unsigned I : Selected) {
    Distinct.insert(Family[I].Tangents.begin(), Family[I].Tangents.end());
    for (unsigned S = 0; S < Probes.size(); ++S)
      Target[S] = greater(Target[S], Family[I].Values[S]);
  }
  Forms.assign(Distinct.begin(), Distinct.end());
  for (unsigned I : Selected) {
    Group Single;
    Single.Members = {I};
    for (unsigned F = 0; F < Forms.size(); ++F)
      if (bounds(F, I))
        Single.Common.push_back(F);
    Groups.push_back(std::move(Single));
  }
}

/// Whether form \p F bounds function \p Member: first by its values at the
/// probes, then everywhere.
bool Merger::bounds(unsigned F, unsigned Member) {
  auto [Entry, New] = Known.insert({{F, Member}, true});
  if (!New)
    return Entry->second;
  const Envelope &E = Family[Member];
  for (unsigned S = 0; S < Probes.size() && Entry->second; ++S)
    Entry->second = isAtMost(E.Values[S], Forms[F].at(Probes[S]));
  const std::vector<Form> &Own = E.Tangents;
  if (Entry->second && std::find(Own.begin(), Own.end(), Forms[F]) == Own.end())
    Entry->second = Bounds(Forms[F], Member);
  return Entry->second;
}

Merger::Group Merger::merge(const Group &A, const Group &B) {
  Group Result;
  Result.Members = A.Members;
  Result.Members.insert(Result.Members.end(), B.Members.begin(),
                        B.Members.end());
  std::set_intersection(A.Common.begin(), A.Common.end(), B.Common.begin(),
                        B.Common.end(), std::back_inserter(Result.Common));
  return Result;
}

/// Gives a group without a common form one: the greatest numerators of its
/// members' forms. Quotients would be less, but which groups are merged hangs on
/// the excess of these forms, and moduli come out larger with quotients.
void Merger::addGreatest(Group &G) {
  Form Greatest;
  Greatest.Coefficients.assign(Probes.empty() ? 0 : Probes[0].Numerators.size(),
                               0);
  for (unsigned I : G.Members)
    for (Form F : Family[I].Tangents) {
      F.Denominator = 1;
      raiseTo(Greatest, F);
    }
  unsigned Index = Forms.size();
  Forms.push_back(Greatest);
  for (unsigned I : G.Members)
    if (!bounds(Index, I))
      return;
  G.Common.push_back(Index);
}

/// How far \p G's bound lies above the target, as a sum of logarithms.
double Merger::excess(const Group &G) const {
  double Sum = 0;
  for (unsigned S = 0; S < Probes.size(); ++S) {
    std::optional<Rational> Least;
    for (unsigned F : G.Common)
      Least = lesser(Least, Forms[F].at(Probes[S]));
    if (!Least)
      return Infinity;
    if (Target[S] && !isAtMost(Least, Target[S]))
      Sum += logarithm(*Least) - logarithm(*Target[S]);
  }
  return Sum;
}

/// Merges groups as long as their common bound stays at or below the target.
void Merger::mergeFreely() {
  for (unsigned I = 0; I < Groups.size(); ++I)
    for (unsigned J = I + 1; J < Groups.size();) {
      Group Both = merge(Groups[I], Groups[J]);
      if (Both.Common.empty() || excess(Both) > 0) {
        ++J;
        continue;
      }
      Groups[I] = std::move(Both);
      Groups.erase(Groups.begin() + J);
      J = I + 1;
    }
}

/// Merges the two groups whose common bound loses least. False if no two
/// groups have a common bound.
bool Merger::mergeCheapest() {
  double Least = Infinity;
  unsigned First = 0, Second = 0;
  Group Best;
  for (unsigned I = 0; I < Groups.size(); ++I)
    for (unsigned J = I + 1; J < Groups.size(); ++J) {
      Group Both = merge(Groups[I], Groups[J]);
      if (Both.Common.empty())
        addGreatest(Both);
      double Loss = excess(Both);
      if (Both.Common.empty() || Loss >= Least)
        continue;
      Least = Loss;
      First = I;
      Second = J;
      Best = std::move(Both);
    }
  if (Least == Infinity)
    return false;
  Groups[First] = std::move(Best);
  Groups.erase(Groups.begin() + Second);
  return true;
}

/// The groups' forms without those whose absence changes no value at a probe;
/// longer forms are dropped first.
Bound Merger::reduced() const {
  Bound Result;
  for (const Group &G : Groups) {
    Result.emplace_back();
    for (unsigned F : G.Common)
      Result.back().push_back(Forms[F]);
  }
  std::vector<Rational> Before;
  for (const ParameterPoint &P : Probes)
    Before.push_back(evaluate(Result, P));
  auto Weight = [](const Form &F) {
    int64_t Sum = F.Denominator > 1 ? 1000 : 0;
    for (int64_t C : F.Coefficients)
      Sum += 4 * std::min<int64_t>(std::abs(C), 8) + (C < 0 ? 3 : 0);
    return Sum;
  };
  for (std::vector<Form> &Forms : Result) {
    std::vector<Form> ByWeight = Forms;
    std::stable_sort(
        ByWeight.begin(), ByWeight.end(),
        [&](const Form &A, const Form &B) { return Weight(A) > Weight(B); });
    for (const Form &Candidate : ByWeight) {
      if (Forms.size() == 1)
        break;
      std::vector<Form> Saved = Forms;
      Forms.erase(std::find(Forms.begin(), Forms.end(), Candidate));
      for (unsigned S = 0; S < Probes.size(); ++S)
        if (Target[S] && !isAtMost(evaluate(Result, Probes[S]), Before[S])) {
          Forms = std::move(Saved);
          break;
        }
    }
  }
  Bound Distinct;
  for (std::vector<Form> &Forms : Result)
    if (std::find(Distinct.begin(), Distinct.end(), Forms) == Distinct.end())
      Distinct.push_back(std::move(Forms));
  return Distinct;
}

std::optional<Bound> Merger::run() {
  for (Group &G : Groups)
    if (G.Common.empty())
      addGreatest(G);
  mergeFreely();
  while (Groups.size() > limits::WidthAlternatives && mergeCheapest())
    ;
  for (const Group &G : Groups)
    if (G.Common.empty())
      return std::nullopt;
  return reduced();
}

std::optional<Bound> stevedore::boundFamily(
    const std::vector<Envelope> &Family, const std::vector<unsigned> &Selected,
    const std::vector<ParameterPoint> &Probes, BoundsFunction Bounds) {
  return Merger(Family, Selected, Probes, Bounds).run();
}
