//===- Agreement.cpp - Whether two models agree ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Comparison.h"
#include "stevedore/Support/Coalesce.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"

using namespace stevedore;

/// "what is read from 'A' at 12:9"
std::string Comparison::placeOf(const Key &At,
                                const std::vector<LocatedAccess> &Here) const {
  auto [Where, Writes] = At;
  return (llvm::Twine("what is ") + (Writes ? "written to '" : "read from '") +
          Here.front().Array + "' at " + llvm::Twine(Where.first) + ":" +
          llvm::Twine(Where.second))
      .str();
}

/// Brings \p Here and \p There together; why not, or empty.
static std::string whyNotComparable(LocatedAccess &Here, LocatedAccess &There) {
  if (!There.Foreign.empty())
    return "LLVM IR has a value '" + There.Foreign +
           "' that the source does not have";
  if (Here.numLoops() != There.numLoops())
    return "Polly's region has other loops around it";
  if (Here.IsChosen || There.IsChosen)
    return "data choose the element";
  if (!bringTogether(Here, There))
    return "Polly sees other dimensions";
  return "";
}

/// \p All by arrays and numbers of loops.
static std::vector<std::vector<LocatedAccess>>
groupsOf(const std::vector<LocatedAccess> &All) {
  std::map<std::pair<std::string, unsigned>, std::vector<LocatedAccess>> Groups;
  for (const LocatedAccess &F : All)
    Groups[{F.Array, F.numLoops()}].push_back(F);
  std::vector<std::vector<LocatedAccess>> Result;
  for (auto &[Name, Group] : Groups)
    Result.push_back(std::move(Group));
  return Result;
}

/// Compares two groups, of which each is one array's. Nothing: they agree.
std::optional<Comparison::Disagreement>
Comparison::compareGroups(const std::vector<LocatedAccess> &Here,
                          const std::vector<LocatedAccess> &There) const {
  isl::map Mine, Other;
  isl::set Known = Context;
  bool IsConditional = false;
  for (const LocatedAccess &B : There) {
    Known = Known.intersect(B.Known);
    IsConditional |= B.IsConditional;
  }
  for (const LocatedAccess &A : Here)
    for (const LocatedAccess &B : There) {
      LocatedAccess First = A, Second = B;
      std::string Why = whyNotComparable(First, Second);
      if (!Why.empty())
        return Disagreement{Why, false};
      Mine = Mine.is_null() ? First.Elements : Mine.unite(First.Elements);
      Other = Other.is_null() ? Second.Elements : Other.unite(Second.Elements);
    }
  Mine = Mine.intersect_params(Known);
  Other = Other.intersect_params(Known);
  if (Mine.is_empty().is_true())
    return Disagreement{"the checks of Polly's region never hold", false};
  auto Owner = Owners.find(There.front().Array);
  if (Owner != Owners.end() && Owner->second != Here.front().Array)
    return Disagreement{"LLVM IR has one array, '" + There.front().Array +
                            "', for it and '" + Owner->second + "'",
                        true};
  auto Called = Arrays.find(Here.front().Array);
  if (Called != Arrays.end() && Called->second != There.front().Array)
    return Disagreement{"LLVM IR has '" + There.front().Array + "' here and '" +
                            Called->second + "' elsewhere",
                        true};
  if (Mine.is_equal(Other).is_false()) {
    if (IsConditional)
      return Disagreement{"its condition is not affine for Polly", false};
    if (Mine.is_equal(Other.intersect_params(Mine.params())).is_true())
      return Disagreement{"conditions are around Polly's region", false};
    return Disagreement{
        toText(coalesced(Mine).gist_params(Known)) + " in the source, but " +
            toText(coalesced(Other).gist_params(Known)) + " in LLVM IR",
        true};
  }
  if (!Mine.is_equal(Other).is_true())
    return Disagreement{"it takes more than the budget", false};
  return std::nullopt;
}

/// The group of \p Their that agrees with \p Group; null, and in \p Why the
/// last reason, if none does.
const std::vector<LocatedAccess> *
Comparison::partnerOf(const std::vector<LocatedAccess> &Group,
                      const std::vector<std::vector<LocatedAccess>> &Their,
                      std::optional<Disagreement> &Why) const {
  auto Partner =
      llvm::find_if(Their, [&](const std::vector<LocatedAccess> &Other) {
        return !(Why = compareGroups(Group, Other));
      });
  return Partner == Their.end() ? nullptr : &*Partner;
}

/// Records which arrays are the same, of those that are accessed alike.
void Comparison::findArrays(const std::vector<LocatedAccess> &Here,
                            const std::vector<LocatedAccess> &There) {
  std::vector<std::vector<LocatedAccess>> Their = groupsOf(There);
  std::optional<Disagreement> Why;
  for (const std::vector<LocatedAccess> &Group : groupsOf(Here))
    if (const auto *Partner = partnerOf(Group, Their, Why)) {
      Arrays.try_emplace(Group.front().Array, Partner->front().Array);
      Owners.try_emplace(Partner->front().Array, Group.front().Array);
    }
}

/// Finds for each group of \p Here one of \p There that agrees with it. Where a
/// macro has several accesses at one place, only that is certain.
void Comparison::compare(const Key &At, const std::vector<LocatedAccess> &Here,
                         const std::vector<LocatedAccess> &There) {
  std::vector<std::vector<LocatedAccess>> Mine = groupsOf(Here),
                                          Their = groupsOf(There);
  bool IsOne = Mine.size() == 1 && Their.size() == 1;
  for (const std::vector<LocatedAccess> &Group : Mine) {
    std::optional<Disagreement> Why;
    const std::vector<LocatedAccess> *Partner = partnerOf(Group, Their, Why);
    if (Partner) {
      if (Partner->size() == 1 && Group.size() == 1)
        Both.try_emplace({Group.front().Statement, Partner->front().Statement},
                         Group.front(), Partner->front());
      continue;
    }
    bool IsSure = IsOne && Why->IsContradiction;
    std::string Said = IsOne || !Why->IsContradiction
                           ? Why->Text
                           : "several accesses have this place";
    (IsSure ? Result.Differences : Result.NotCompared)
        .push_back(placeOf(At, Group) + ": " + Said);
    for (const LocatedAccess &F : Group)
      Disagreed.insert(F.Number);
  }
}

/// Whatever one model executes before the other's, the other does not execute
/// after it.
void Comparison::compareOrder() {
  isl::union_map Mine = isl::union_map::empty(Ctx),
                 Other = isl::union_map::empty(Ctx);
  unsigned Number = 0;
  std::map<std::string, std::string> Names;
  for (const auto &[Statements, Pair] : Both) {
    std::string Name = "P" + std::to_string(Number++);
    Names[Name] = Statements.first;
    auto named = [&](const isl::map &M) {
      return isl::union_map(isl::manage(
          isl_map_set_tuple_name(M.copy(), isl_dim_in, Name.c_str())));
    };
    Mine = Mine.unite(
        named(Pair.first.Time.intersect_domain(Pair.first.Elements.domain())));
    Other = Other.unite(
        named(Pair.second.Time.intersect_params(Pair.second.Known)
                  .intersect_domain(Pair.second.Elements.domain())));
  }
  isl::union_map Before = isl::manage(
                     isl_union_map_lex_lt_union_map(Mine.copy(), Mine.copy())),
                 After = isl::manage(isl_union_map_lex_gt_union_map(
                     Other.copy(), Other.copy()));
  isl::union_map Both = Before.intersect(After).intersect_params(Context);
  if (Both.is_empty().is_false())
    Result.Differences.push_back("the order of execution: " + toText(Both));
}

/// \p Points without the parameters \p Names.
static isl::set withoutParameters(const isl::set &Points,
                                  const std::set<std::string> &Names) {
  isl_set *Left = Points.copy();
  for (int K = isl_set_dim(Left, isl_dim_param); K-- > 0;)
    if (Names.count(isl_set_get_dim_name(Left, isl_dim_param, K)))
      Left = isl_set_project_out(Left, isl_dim_param, K, 1);
  return isl::manage(Left);
}

/// LLVM IR has no value for variables that it finds to be constants. What they
/// are, whatever the values of others, becomes part of the context.
void Comparison::learnConstants() {
  std::set<std::string> Constants;
  for (const struct Parameter &P : Program.Parameters)
    Constants.insert(P.Name);
  for (const IrRegion &Other : Regions)
    for (const struct Parameter &P : Other.Model->Program.Parameters)
      Constants.erase(nameHere(P.Name, Other));
  if (Constants.empty())
    return;
  for (const auto &[At, Here] : Source) {
    auto There = Ir.find(At);
    if (There == Ir.end() || Here.size() != 1 || There->second.size() != 1)
      continue;
    LocatedAccess Mine = Here.front(), Other = There->second.front();
    if (!whyNotComparable(Mine, Other).empty())
      continue;
    isl::set Known = Context.intersect(Other.Known);
    isl::set Wrong = Mine.Elements.subtract(Other.Elements)
                         .unite(Other.Elements.subtract(Mine.Elements))
                         .params();
    isl::set Right = Known.subtract(Wrong);
    if (withoutParameters(Known, Constants)
            .is_subset(withoutParameters(Right, Constants))
            .is_true())
      Context = coalesced(Context.subtract(Wrong));
  }
}
