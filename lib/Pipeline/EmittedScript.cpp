//===- EmittedScript.cpp - Plans as scripts -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmittedScript.h"
#include "stevedore/Transform/Primitives.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// A statement gets another schedule.
struct Rescheduled {
  std::string Name;
  /// The levels at which it is extended first, ascending.
  std::vector<unsigned> Extended;
  CoefficientMatrix A;
  Coefficients Beta;
  CoefficientMatrix Gamma;
};

} // namespace

/// What makes of \p From the statement \p To; none where nothing is to be done.
static Expected<std::optional<Rescheduled>>
stepBetween(const RepresentedStatement &From, const RepresentedStatement &To) {
  if (From.A == To.A && From.Beta == To.Beta && From.Gamma == To.Gamma)
    return std::nullopt;
  Rescheduled Result = {To.Name, {}, To.A, To.Beta, To.Gamma};
  if (From.Iterators == To.Iterators && From.depth() == To.depth())
    return Result;
  for (unsigned I = 0; I < To.depth(); ++I)
    if (!is_contained(To.Iterators, I))
      Result.Extended.push_back(I + 1);
  if (From.depth() + Result.Extended.size() != To.depth())
    return createStringError("'" + To.Name +
                             "' is in fewer loops than in the source");
  return Result;
}

static Error apply(Representation &R, const Rescheduled &Step) {
  std::optional<unsigned> S = R.find(Step.Name);
  for (unsigned Level : Step.Extended)
    if (Error E = extend(R, *S, Level))
      return E;
  return setSchedule(R, *S, Step.A, Step.Beta, Step.Gamma);
}

/// The steps that lead from \p From to \p To.
static Expected<std::vector<Rescheduled>>
stepsBetween(Representation From, const Representation &To) {
  std::vector<Rescheduled> Result;
  for (const auto &P : To.Statements) {
    std::optional<unsigned> Before = From.find(P->Name);
    if (!Before || From.Statements.size() != To.Statements.size())
      return createStringError("its statements are in other pieces than those "
                               "of the source");
    auto Step = stepBetween(*From.Statements[*Before], *P);
    if (!Step)
      return Step.takeError();
    if (*Step)
      Result.push_back(std::move(**Step));
  }
  for (const Rescheduled &Step : Result)
    if (Error E = apply(From, Step))
      return std::move(E);
  if (Error E = checkInvariants(From))
    return std::move(E);
  if (normalHash(From) != normalHash(To))
    return createStringError("it is another one than that of its matrices");
  return Result;
}

/// Whether \p A and \p B tile the same loops in the same order, with the same
/// arrays in local memory alone.
static bool areAlike(const RegionPlan &A, const RegionPlan &B) {
  auto ArraysAlike = [](const Array &X, const Array &Y) {
    return X.Private == Y.Private && X.Rank == Y.Rank;
  };
  auto BandsAlike = [](const Band &X, const Band &Y) {
    return X.Size == Y.Size && X.Outer == Y.Outer &&
           X.Theta.is_equal(Y.Theta).is_true();
  };
  const std::vector<Array> &X = A.Program->Arrays, &Y = B.Program->Arrays;
  const std::vector<Band> &V = A.Order.Bands, &W = B.Order.Bands;
  return std::equal(X.begin(), X.end(), Y.begin(), Y.end(), ArraysAlike) &&
         std::equal(V.begin(), V.end(), W.begin(), W.end(), BandsAlike);
}

/// The steps to the order of \p R.
static Expected<std::vector<Rescheduled>> stepsTo(const PlannedRegion &R) {
  const RegionPlan &Plan = R.Plan;
  const Scop &S = *Plan.Program;
  if (!Plan.Assumed.is_null())
    return createStringError("it is that of parameters for which all loops "
                             "run, others have another one");
  if (Plan.Order.Tree.is_null())
    return createStringError("it was given as times");
  if (any_of(S.Arrays, [](const Array &A) { return A.Made; }))
    return createStringError("a script has changed the layout of arrays, and "
                             "its steps are not told from others");
  Expected<Representation> Source = represent(S, S.Order);
  if (!Source)
    return Source.takeError();
  Expected<Representation> Chosen = represent(S, Plan.Order.Tree);
  if (!Chosen)
    return Chosen.takeError();
  auto Steps = stepsBetween(std::move(*Source), *Chosen);
  if (!Steps || Steps->empty())
    return Steps;
  Expected<isl::schedule> Order = orderOf(S, *Chosen);
  if (!Order)
    return Order.takeError();
  Expected<RegionPlan> Again = R.PlanAgain(*Order);
  if (!Again)
    return Again.takeError();
  if (!areAlike(Plan, *Again))
    return createStringError(
        "in it, other loops would be tiled from the start, "
        "with other arrays in local memory alone");
  return Steps;
}

static std::string tableOf(ArrayRef<int64_t> Row) {
  std::string Text;
  for (int64_t Entry : Row)
    Text += (Text.empty() ? "" : ", ") + std::to_string(Entry);
  return "{" + Text + "}";
}

static std::string tableOf(const CoefficientMatrix &M) {
  std::string Text;
  for (const Coefficients &Row : M)
    Text += (Text.empty() ? "" : ", ") + tableOf(Row);
  return "{" + Text + "}";
}

static std::string quoted(StringRef Text) {
  std::string Result = "\"";
  for (char C : Text)
    Result += (C == '"' || C == '\\' ? "\\" : "") + std::string(1, C);
  return Result + "\"";
}

/// The lines that give statements their schedules.
static void addSteps(std::vector<std::string> &Lines,
                     ArrayRef<Rescheduled> Steps) {
  Lines.push_back("lazy(function()");
  for (const Rescheduled &Step : Steps) {
    for (unsigned Level : Step.Extended)
      Lines.push_back("  extend(" + quoted(Step.Name) + ", " +
                      std::to_string(Level) + ")");
    Lines.push_back("  schedule(" + quoted(Step.Name) + ", " + tableOf(Step.A) +
                    ", " + tableOf(Step.Beta) + ", " + tableOf(Step.Gamma) +
                    ")");
  }
  Lines.push_back("end)");
}

static void addPointOrders(std::vector<std::string> &Lines,
                           const RegionPlan &Plan) {
  for (const PointOrder &Wanted : Plan.Decided.PointOrders)
    if (!Wanted.Rows.empty())
      Lines.push_back("pointorder(" + std::to_string(Wanted.Band) + ", " +
                      tableOf(Wanted.Rows) + ")");
  for (unsigned K = 0; K < Plan.Order.Bands.size(); ++K) {
    const Band &B = Plan.Order.Bands[K];
    std::vector<int64_t> Loops;
    for (unsigned Number : B.PointOrder)
      Loops.push_back(int64_t(Number) + 1);
    // Where tiles have coordinates, which come last, the others are in order.
    bool IsUsual =
        B.HasCoordinates && std::is_sorted(Loops.begin(), Loops.end() - B.Size);
    if (!Loops.empty() && !IsUsual)
      Lines.push_back("pointorder(" + std::to_string(K + 1) + ", " +
                      tableOf(Loops) + ")");
  }
}

/// The lines that choose sizes and kinds.
static void addChoices(std::vector<std::string> &Lines,
                       const PlannedRegion &R) {
  std::string Sizes;
  for (unsigned Memory = 0; Memory < R.Plan.numMemories(); ++Memory)
    for (unsigned K = 1; K <= R.Plan.numTileSizes(); ++K) {
      std::optional<int64_t> Size = R.Decided.TileSizes.of(K, Memory);
      Sizes += (Sizes.empty() ? "" : ", ") +
               (Memory == 0 ? "" : nameOf(Role::TileSize, K, Memory) + " = ") +
               (Size ? std::to_string(*Size) : std::string("\"param\""));
    }
  if (R.Decided.Tiling.Kind != TilingKind::Box)
    Lines.push_back("choose(\"tiling\", " +
                    quoted(tilingText(R.Decided.Tiling)) + ")");
  if (R.Decided.Tiles == TileLoops::Exact)
    Lines.push_back("choose(\"tiles\", \"exact\")");
  Lines.push_back("tilesizes{" + Sizes + "}");
  Lines.push_back("reuse(" + quoted(reuseText(R.Decided)) + ")");
  Lines.push_back("order(" + quoted(orderText(R.Decided)) + ")");
  if (R.Decided.Buffers) {
    std::string Names;
    for (const std::string &Name : *R.Decided.Buffers)
      Names += (Names.empty() ? "" : ", ") + quoted(Name);
    Lines.push_back("buffers{" + Names + "}");
  }
  if (R.MustPay)
    Lines.push_back(std::string("choose(\"profitable\", \"") +
                    (R.Decided.Profitable.value_or(true) ? "on" : "off") +
                    "\")");
}

std::string stevedore::scriptOf(const PlannedRegion &R) {
  std::vector<std::string> Lines;
  Expected<std::vector<Rescheduled>> Steps = stepsTo(R);
  bool HasOrder = bool(Steps);
  if (!HasOrder)
    Lines.push_back("-- The order is left to Stevedore: " +
                    toString(Steps.takeError()) + ".");
  else if (Steps->empty())
    Lines.push_back("-- The order is that of the source.");
  else
    addSteps(Lines, *Steps);
  if (HasOrder)
    addPointOrders(Lines, R.Plan);
  addChoices(Lines, R);
  bool IsNamed = !R.Place.Name.empty();
  std::string Text, Line = std::to_string(R.Place.Line);
  raw_string_ostream OS(Text);
  if (IsNamed)
    OS << "if region.name == " << quoted(R.Place.Name)
       << " and region.line == " << Line << " then\n";
  for (const std::string &One : Lines)
    OS << (IsNamed ? "  " : "") << One << "\n";
  if (IsNamed)
    OS << "end\n";
  return Text;
}
