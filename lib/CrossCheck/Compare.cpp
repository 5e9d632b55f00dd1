//===- Compare.cpp - Two models of the same loops -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Comparison.h"
#include "Numbers.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace stevedore;

/// The name of the array that \p Relation leads to does not matter.
std::optional<LocatedAccess> Comparison::numbered(const isl::map &Relation,
                                                  const isl::map &Time,
                                                  const std::string &Statement,
                                                  const Array &Of) const {
  isl::map Made = Relation.intersect_params(Context);
  if (!Made.is_empty().is_false())
    return std::nullopt;
  isl::map Numbers = iterationNumbers(Made.domain(), Time);
  LocatedAccess Result;
  Result.Statement = Statement;
  Result.Array = Of.Name;
  Result.Shape = shapeOf(Of);
  isl::map Elements = Numbers.reverse().apply_range(Made);
  Result.Elements = coalesced(
      isl::manage(isl_map_reset_tuple_id(Elements.release(), isl_dim_out)));
  Result.Time = Numbers.reverse().apply_range(Time);
  if (Result.Elements.is_null() || Result.Time.is_null())
    return std::nullopt;
  return Result;
}

/// { S[i] -> [t] } of statement \p S of \p Program.
static isl::map timeOf(const Scop &Program, const isl::union_map &Times,
                       const Statement &S) {
  isl::map Result;
  Times.intersect_domain(isl::union_set(S.Domain))
      .foreach_map([&](const isl::map &M) -> isl::stat {
        Result = M;
        return isl::stat::ok();
      });
  return Result;
}

/// The name here of the parameter \p Parameter of \p From: that of the
/// parameter with the value of the same variable.
std::string Comparison::nameHere(const std::string &Parameter,
                                 const IrRegion &From) const {
  auto Variable = From.Variables.find(Parameter);
  if (Variable != From.Variables.end())
    for (const struct Parameter &P : Program.Parameters)
      if (Region.Source->parameter(P) == Variable->second)
        return P.Name;
  return (ForeignPrefix + Parameter).str();
}

isl::map Comparison::imported(const isl::map &M, const IrRegion &From) const {
  isl_map *Renamed = M.copy();
  for (unsigned K = 0, E = countOf(isl_map_dim(Renamed, isl_dim_param)); K < E;
       ++K) {
    std::string Name = isl_map_get_dim_name(Renamed, isl_dim_param, K);
    Renamed = isl_map_set_dim_name(Renamed, isl_dim_param, K,
                                   nameHere(Name, From).c_str());
  }
  return isl::map(Ctx, toText(isl::manage(Renamed)));
}

isl::set Comparison::imported(const isl::set &Points,
                              const IrRegion &From) const {
  isl::map AsMap =
      isl::manage(isl_map_from_range(isl_set_from_params(Points.copy())));
  return imported(AsMap, From).params();
}

/// What is known of the parameters of the source where the checks of \p From
/// hold.
isl::set Comparison::importedContext(const IrRegion &From) const {
  isl_set *Known = imported(From.Checked, From).release();
  for (int K = isl_set_dim(Known, isl_dim_param); K-- > 0;)
    if (isForeign(isl_set_get_dim_name(Known, isl_dim_param, K)))
      Known = isl_set_project_out(Known, isl_dim_param, K, 1);
  return coalesced(isl::manage(Known));
}

/// Whether \p A is a variable that LLVM IR may hold in registers.
static bool isScalar(const Array &A, const SourceText &Source) {
  bool HasSubscript = false;
  forEachPiece(Source.array(A).Reference, [&](const TextPiece &Piece) {
    HasSubscript |= Piece.K == TextPiece::Iterator;
  });
  return !A.ThroughPointer && !HasSubscript;
}

void Comparison::addSource() {
  isl::union_map Times = Program.Order.get_map();
  for (const Statement &S : Program.Statements) {
    auto Place = Region.Source->Places.find(S.Name);
    if (Place == Region.Source->Places.end())
      continue;
    isl::map Time = timeOf(Program, Times, S);
    for (auto [A, At] : llvm::zip(S.Accesses, Place->second.Accesses)) {
      const Array &Of = Program.Arrays[A.Array];
      if (A.Reads)
        Places[Of.Name].insert({At, false});
      if (A.MustWrites || A.MayWrites)
        Places[Of.Name].insert({At, true});
      if (At.first == 0 || isScalar(Of, *Region.Source))
        continue;
      auto New =
          numbered(A.Relation.intersect_domain(S.Domain), Time, S.Name, Of);
      if (!New)
        continue;
      New->IsChosen = !A.Chosen.empty();
      New->Number = Result.NumAccesses++;
      if (A.Reads)
        Source[{At, false}].push_back(*New);
      if (A.MustWrites || A.MayWrites)
        Source[{At, true}].push_back(*New);
    }
  }
}

void Comparison::addIr(const IrRegion &Other) {
  const Scop &Model = Other.Model->Program;
  isl::union_map Times = Model.Order.get_map();
  isl::set Known = importedContext(Other);
  for (auto [S, Places] : llvm::zip(Model.Statements, Other.Accesses)) {
    isl::map Time = imported(timeOf(Model, Times, S), Other);
    for (auto [A, Place] : llvm::zip(S.Accesses, Places)) {
      bool Writes = A.MustWrites || A.MayWrites;
      if (Place.At.first == 0 || !Source.count({Place.At, Writes}))
        continue;
      isl::map Relation =
          imported(A.Relation.intersect_domain(S.Domain), Other);
      auto New = numbered(Relation, Time, S.Name, Model.Arrays[A.Array]);
      if (!New)
        continue;
      New->IsChosen = !A.Chosen.empty();
      New->IsConditional = Place.IsConditional;
      New->Known = Known;
      for (const std::string &Name : Place.Parameters)
        if (isForeign(nameHere(Name, Other)))
          New->Foreign = Name;
      Ir[{Place.At, Writes}].push_back(*New);
      if (Used.empty() || Used.back() != &Other)
        Used.push_back(&Other);
    }
  }
}

/// Arrays of the source that are those of LLVM IR wherever they are accessed
/// are disjoint if these are.
void Comparison::findDisjoint() {
  std::map<std::string, std::string> Same;
  for (const auto &[Name, Keys] : Places) {
    std::set<std::string> Theirs;
    bool IsLocated = llvm::all_of(Keys, [&, &Name = Name](const Key &At) {
      auto There = Ir.find(At);
      auto Here = Source.find(At);
      if (There == Ir.end() || Here == Source.end())
        return false;
      for (const LocatedAccess &A : There->second)
        Theirs.insert(A.Array);
      return llvm::all_of(Here->second,
                          [&](const auto &A) { return A.Array == Name; });
    });
    if (IsLocated && Theirs.size() == 1)
      Same[Name] = *Theirs.begin();
  }
  for (const auto &[A, First] : Same)
    for (const auto &[B, Second] : Same)
      if (A < B && Used.size() == 1 &&
          Used.front()->Disjoint.count({First, Second}))
        Result.Disjoint.push_back({A, B});
}

/// Where all accesses of all statements agree, and Polly's checks hold whatever
/// values it does not know of in the source, its model is right, and so is this
/// one.
void Comparison::findUnneeded() {
  Result.NeedsNoTest.assign(Region.Tested.size(), false);
  std::set<std::string> Compared;
  for (const auto &[Statements, Pair] : Both)
    Compared.insert(Statements.first);
  if (Result.NumAgreed < Result.NumAccesses || !Result.Differences.empty() ||
      Compared.size() < Program.Statements.size() || Used.size() != 1 ||
      Used.front()->MayBeOthers)
    return;
  for (const struct Parameter &P : Used.front()->Model->Program.Parameters)
    if (isForeign(nameHere(P.Name, *Used.front())))
      return;
  isl::set Facts = imported(Used.front()->Facts, *Used.front());
  isl::set Right = Context.intersect(importedContext(*Used.front()));
  for (auto [Condition, Needless] :
       llvm::zip(Region.Tested, Result.NeedsNoTest))
    Needless = !Condition.Holds.is_null() &&
               Facts.subtract(Condition.Holds).is_subset(Right).is_true();
}

void Comparison::run() {
  addSource();
  for (const IrRegion &Other : Regions)
    addIr(Other);
  learnConstants();
  for (const auto &[At, Here] : Source)
    if (auto There = Ir.find(At); There != Ir.end())
      findArrays(Here, There->second);
  for (const auto &[At, Here] : Source) {
    auto There = Ir.find(At);
    if (There != Ir.end()) {
      compare(At, Here, There->second);
      continue;
    }
    // Where a part of an element is written, the model reads all of it.
    if (!At.second && Ir.count({At.first, true}))
      continue;
    bool IsInLoop = Here.front().numLoops() > 0;
    Result.NotCompared.push_back(placeOf(At, Here) +
                                 (IsInLoop ? ": no region of Polly has it"
                                           : ": it is in no loop, and Polly's "
                                             "regions are loops"));
    for (const LocatedAccess &F : Here)
      Disagreed.insert(F.Number);
  }
  Result.NumAgreed = Result.NumAccesses - Disagreed.size();
  compareOrder();
  findDisjoint();
  findUnneeded();
}

Opinion stevedore::compare(const SourceRegion &Region,
                           llvm::ArrayRef<IrRegion> Regions,
                           BudgetLimits Limits) {
  Budget Limit(Region.Model->Ctx, Limits);
  Comparison C(Region, Regions);
  C.run();
  if (Limit.exhausted())
    C.Result.NotCompared.push_back("it takes more than the budget");
  return std::move(C.Result);
}
