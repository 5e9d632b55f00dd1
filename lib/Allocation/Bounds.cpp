//===- Bounds.cpp - Max-min-affine upper bounds over parameters -----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounds.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

using namespace stevedore;

static constexpr double Infinity = std::numeric_limits<double>::infinity();

/// More alternatives than this are merged even where that costs tightness.
static constexpr unsigned MaxAlternatives = 4;

double Form::at(const ParameterPoint &P) const {
  double Sum = Constant;
  for (unsigned I = 0; I < P.size(); ++I)
    Sum += Coefficients[I] * P[I];
  return Sum / Denominator;
}

bool Form::operator<(const Form &Other) const {
  return std::tie(Other.Coefficients, Constant, Denominator) <
         std::tie(Coefficients, Other.Constant, Other.Denominator);
}

bool Form::operator==(const Form &Other) const {
  return std::tie(Other.Coefficients, Constant, Denominator) ==
         std::tie(Coefficients, Other.Constant, Other.Denominator);
}

static bool isNearInteger(double Value) {
  return std::fabs(Value - std::round(Value)) < 1e-6;
}

std::optional<Form>
stevedore::roundToForm(const std::vector<double> &Coefficients,
                       double Constant) {
  for (int64_t D = 1; D <= 24; ++D) {
    Form Result;
    Result.Denominator = D;
    bool Exact = isNearInteger(Constant * D) && std::fabs(Constant) < 1e12;
    for (double C : Coefficients) {
      Exact &= isNearInteger(C * D) && std::fabs(C) < 1e6;
      Result.Coefficients.push_back(std::llround(C * D));
    }
    if (!Exact)
      continue;
    Result.Constant = std::llround(Constant * D);
    return Result;
  }
  return std::nullopt;
}

static double minimum(const std::vector<Form> &Forms, const ParameterPoint &P) {
  double Least = Infinity;
  for (const Form &F : Forms)
    Least = std::min(Least, F.at(P));
  return Least;
}

double stevedore::evaluate(const Bound &B, const ParameterPoint &P) {
  double Greatest = -Infinity;
  for (const std::vector<Form> &Forms : B)
    Greatest = std::max(Greatest, minimum(Forms, P));
  return Greatest;
}

/// Up to rounding, which stays far below 1 for the values of the probes.
static bool isAtMost(double A, double B) {
  return A <= B + 1e-6 + 1e-10 * std::fabs(B);
}

static bool isDominated(const Envelope &A, const Envelope &B) {
  for (unsigned S = 0; S < A.Values.size(); ++S)
    if (A.Values[S] > -Infinity && !isAtMost(A.Values[S], B.Values[S]))
      return false;
  return true;
}

std::vector<unsigned>
stevedore::undominated(const std::vector<Envelope> &Family) {
  std::vector<std::pair<double, unsigned>> Order;
  for (unsigned I = 0; I < Family.size(); ++I) {
    double Weight = 0;
    for (double Value : Family[I].Values)
      Weight += Value > -Infinity ? std::log1p(std::max(0.0, Value)) : -1;
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
  void addUmbrella(Group &G);
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
  std::vector<double> Target;
  std::vector<Group> Groups;
};

} // namespace

Merger::Merger(const std::vector<Envelope> &Family,
               const std::vector<unsigned> &Selected,
               const std::vector<ParameterPoint> &Probes, BoundsFunction Bounds)
    : Family(Family), Probes(Probes), Bounds(Bounds),
      Target(Probes.size(), -Infinity) {
  std::set<Form> Distinct;
  for (unsigned I : Selected) {
    Distinct.insert(Family[I].Tangents.begin(), Family[I].Tangents.end());
    for (unsigned S = 0; S < Probes.size(); ++S)
      Target[S] = std::max(Target[S], Family[I].Values[S]);
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
    Entry->second = E.Values[S] == -Infinity ||
                    isAtMost(E.Values[S], Forms[F].at(Probes[S]));
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

/// Gives a group without a common form one: the greatest coefficients of its
/// members' forms, which bounds them all where parameters are nonnegative.
void Merger::addUmbrella(Group &G) {
  Form Umbrella;
  Umbrella.Coefficients.assign(Probes.empty() ? 0 : Probes[0].size(), 0);
  for (unsigned I : G.Members)
    for (const Form &F : Family[I].Tangents) {
      for (unsigned P = 0; P < Umbrella.Coefficients.size(); ++P)
        Umbrella.Coefficients[P] =
            std::max(Umbrella.Coefficients[P], F.Coefficients[P]);
      Umbrella.Constant = std::max(Umbrella.Constant, F.Constant);
    }
  unsigned Index = Forms.size();
  Forms.push_back(Umbrella);
  for (unsigned I : G.Members)
    if (!bounds(Index, I))
      return;
  G.Common.push_back(Index);
}

/// How far \p G's bound lies above the target, as a sum of logarithms.
double Merger::excess(const Group &G) const {
  double Sum = 0;
  for (unsigned S = 0; S < Probes.size(); ++S) {
    double Least = Infinity;
    for (unsigned F : G.Common)
      Least = std::min(Least, Forms[F].at(Probes[S]));
    if (Target[S] > -Infinity && !isAtMost(Least, Target[S]))
      Sum += std::log((Least + 1) / (std::max(Target[S], 0.0) + 1));
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
        addUmbrella(Both);
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
  std::vector<double> Before;
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
        if (Target[S] > -Infinity &&
            !isAtMost(evaluate(Result, Probes[S]), Before[S])) {
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
      addUmbrella(G);
  mergeFreely();
  while (Groups.size() > MaxAlternatives && mergeCheapest())
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
