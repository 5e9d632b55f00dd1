//===- Text.cpp - Regions as text -----------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Scop/Text.h"
#include "Owners.h"
#include "SeriesParallel.h"
#include "TextChecks.h"
#include "TextDocument.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "isl/union_set.h"
#include <algorithm>
#include <map>

using namespace stevedore;
using namespace llvm;

namespace {

/// Reads a region, or an allocation problem, out of a document.
class TextReader : TextDocument {
public:
  using TextDocument::TextDocument;
  Expected<TextInput> read();

private:
  isl::union_map parseOrder(const isl::union_set &Domain);
  unsigned number(const TextValue &V, StringRef Field);
  void readBand(TextInput &In);
  void readTiling(TextInput &In);
  void readParallel(TextInput &In);
  void readSemantics(TextInput &In);
  void readOrder(TextInput &In);
  /// Instances, and what they read, surely write and may write.
  struct Relations {
    isl::union_set Domain;
    isl::union_map Reads, Must, May;
  };
  Relations readRelations(TextInput &In);
  void addAccesses(Scop &S, const Relations &R);
  void readRegion(TextInput &In);
  void readDistribution(TextInput &In);
  void readConflicts(TextInput &In);
  void readLiveOut(Scop &S);
  void addAccesses(Scop &S, isl::union_map Relation, bool Read, bool Must);
};

} // namespace

unsigned TextReader::number(const TextValue &V, StringRef Field) {
  for (const auto &[Name, Text] : V.Fields) {
    unsigned Result;
    if (Name == Field && !StringRef(Text).getAsInteger(10, Result))
      return Result;
  }
  fail(V.Where, "band needs '" + Field +
                    "' as a number, as in band: { outer: 0, size: 2 }");
  return 0;
}

void TextReader::readBand(TextInput &In) {
  const TextValue *V = find("band");
  if (!V)
    return;
  for (const auto &[Name, Text] : V->Fields)
    if (Name != "outer" && Name != "size")
      fail(V->Where, "band has no '" + Name + "', only 'outer' and 'size'");
  TextBand Band;
  Band.Outer = number(*V, "outer");
  Band.Size = number(*V, "size");
  unsigned Dims = polly::getNumScatterDims(In.Theta);
  if (FirstError.empty() && Band.Size == 0)
    fail(V->Where, "a band has at least one dimension");
  if (FirstError.empty() && Band.Outer + Band.Size > Dims)
    fail(V->Where, "the schedule has only " + Twine(Dims) +
                       " dimensions; the band needs " +
                       Twine(Band.Outer + Band.Size));
  In.Band = Band;
}

void TextReader::readTiling(TextInput &In) {
  const TextValue *V = find("tiling");
  if (!V)
    return;
  std::string Mistake = addTiling(V->Fields, Ctx, In.Tiling);
  if (!Mistake.empty())
    fail(V->Where, Mistake);
  else if (!In.Band)
    fail(V->Where, "'tiling' says nothing without 'band'");
}

void TextReader::readParallel(TextInput &In) {
  const TextValue *V = list("parallel", "schedule dimensions", "[1]");
  if (!V)
    return;
  In.Parallel.emplace();
  unsigned Dims = polly::getNumScatterDims(In.Theta);
  for (unsigned I = 0; I < V->List.size(); ++I) {
    std::string Mistake = addDimension(V->List[I], Dims, *In.Parallel);
    if (!Mistake.empty())
      fail(V->Places[I], Mistake);
  }
}

void TextReader::readSemantics(TextInput &In) {
  const TextValue *V = find("parallelSemantics");
  if (!V)
    return;
  std::string Text = text("parallelSemantics", "");
  if (Text != "forall" && Text != "general")
    fail(V->Where, "'parallelSemantics' must be 'general' or 'forall'");
  if (!find("parallel"))
    fail(V->Where, "'parallelSemantics' says nothing without 'parallel'");
  if (Text == "forall")
    In.Semantics = ParallelSemantics::Forall;
}

/// What the text says of the order in which instances run.
void TextReader::readOrder(TextInput &In) {
  readParallel(In);
  readSemantics(In);
  if (find("order") && find("parallel"))
    fail(find("parallel")->Where, "give either 'parallel' or 'order', not both");
  if (find("always") && !find("order"))
    fail(find("always")->Where, "'always' says nothing without 'order'");
  if (find("critical") && !In.hasOrder())
    fail(find("critical")->Where,
         "'critical' says nothing without 'order' or 'parallel'");
  bool IsLost = In.hasOrder() && !In.hasTilableOrder();
  if (FirstError.empty() && IsLost && find("band"))
    Manager.PrintMessage(find("band")->Where.Start, SourceMgr::DK_Warning,
                         "nothing is tiled: 'band' has no effect beside "
                         "'order' and 'parallelSemantics: forall'");
}

/// Adds \p Relation to the accesses of \p S, statement by statement.
void TextReader::addAccesses(Scop &S, isl::union_map Relation, bool Read,
                             bool Must) {
  Relation.foreach_map([&](isl::map M) -> isl::stat {
    std::string Stmt = M.get_tuple_id(isl::dim::in).get_name();
    std::string Name = M.get_tuple_id(isl::dim::out).get_name();
    auto ArrayIt = llvm::find_if(
        S.Arrays, [&](const Array &A) { return A.Name == Name; });
    unsigned Rank = countOf(M.range_tuple_dim());
    if (ArrayIt == S.Arrays.end()) {
      Array A;
      A.Name = Name;
      A.Rank = Rank;
      S.Arrays.push_back(A);
      ArrayIt = std::prev(S.Arrays.end());
    }
    if (ArrayIt->Rank != Rank)
      fail({Start, Start}, "array '" + Name + "' is used with " +
                               Twine(ArrayIt->Rank) + " and with " +
                               Twine(Rank) + " subscripts");
    for (Statement &Candidate : S.Statements) {
      if (Candidate.Name != Stmt)
        continue;
      Access A;
      A.Array = ArrayIt - S.Arrays.begin();
      A.Relation = M.intersect_domain(Candidate.Domain);
      A.Reads = Read;
      A.MustWrites = !Read && Must;
      A.MayWrites = !Read && !Must;
      Candidate.Accesses.push_back(A);
    }
    return isl::stat::ok();
  });
}

void TextReader::readLiveOut(Scop &S) {
  const TextValue *V = list("liveOut", "arrays", "[A, B]");
  if (!V)
    return;
  StringSet<> Names;
  for (auto [Name, Place] : zip_equal(V->List, V->Places)) {
    Names.insert(Name);
    if (!S.findArray(Name))
      fail(Place, "liveOut names '" + Name + "', which nothing accesses");
  }
  for (Array &A : S.Arrays)
    A.LiveOut = Names.contains(A.Name);
}

/// Orders S2 before S10.
static bool byNumber(const Statement &A, const Statement &B) {
  return StringRef(A.Name).compare_numeric(B.Name) < 0;
}

/// The value of `order`, a relation or blocks.
isl::union_map TextReader::parseOrder(const isl::union_set &Domain) {
  if (!FirstError.empty() || !isSeriesParallel(text("order", "")))
    return parse<isl::union_map>("order", "{ }");
  auto Order = readSeriesParallel(text("order", ""), Domain);
  if (Order)
    return *Order;
  check("order", toString(Order.takeError()));
  return isl::union_map::empty(Ctx);
}

/// The relations of a region; null or wrong ones are reported.
TextReader::Relations TextReader::readRelations(TextInput &In) {
  Relations R;
  R.Domain = parse<isl::union_set>("domain", "{ }");
  if (FirstError.empty())
    check("domain", mistakeInDomain(R.Domain));
  R.Reads = parse<isl::union_map>("reads", "{ }");
  auto MayReads = parse<isl::union_map>("mayReads", "{ }");
  R.Must = parse<isl::union_map>("mustWrites", "{ }");
  R.May = parse<isl::union_map>("mayWrites", "{ }");
  auto Lower = parse<isl::union_map>("lowerOut", "{ }");
  In.Theta = parse<isl::union_map>("schedule", "{ }");
  if (find("tileContext"))
    In.TileContext = parse<isl::set>("tileContext", "{ : }");
  if (find("order"))
    In.HappensBefore = parseOrder(R.Domain);
  if (find("always"))
    In.Always = parse<isl::union_set>("always", "{ }");
  if (find("critical"))
    In.Critical = parse<isl::union_map>("critical", "{ }");
  if (!FirstError.empty())
    return R;
  In.Theta = uniformTimes(In.Theta);
  for (auto [Key, Accesses] :
       {std::pair("reads", R.Reads), std::pair("mustWrites", R.Must),
        std::pair("mayReads", MayReads), std::pair("mayWrites", R.May),
        std::pair("lowerOut", Lower)})
    check(Key, mistakeInAccesses(Accesses, R.Domain, text("domain", "")));
  check("lowerOut", mistakeInLowerBound(Lower, R.May, R.Must, R.Domain));
  if (find("order"))
    check("order", mistakeInOrder(In.HappensBefore, R.Domain));
  if (find("always"))
    check("always", mistakeInOrder(In.Always.identity(), R.Domain));
  if (find("critical"))
    check("critical", mistakeInSections(In.Critical, R.Domain));
  if (find("mayReads"))
    R.Reads = R.Reads.unite(MayReads);
  if (find("lowerOut")) {
    R.Must = R.Must.unite(Lower);
    R.May = R.May.subtract(Lower);
  }
  return R;
}

/// The statements of \p Domain.
static void addStatements(Scop &S, const isl::union_set &Domain) {
  Domain.foreach_set([&](isl::set D) -> isl::stat {
    Statement Stmt;
    Stmt.Name = D.get_tuple_id().get_name();
    Stmt.Domain = D;
    S.Statements.push_back(Stmt);
    return isl::stat::ok();
  });
  llvm::sort(S.Statements, byNumber);
}

/// Adds the parameters of \p Space that \p S does not have yet.
static void addParameters(Scop &S, const isl::space &Space) {
  for (unsigned P = 0; P < countOf(Space.dim(isl::dim::param)); ++P) {
    std::string Name = isl_space_get_dim_name(Space.get(), isl_dim_param, P);
    if (llvm::none_of(S.Parameters,
                      [&](const Parameter &Q) { return Q.Name == Name; }))
      S.Parameters.push_back({Name});
  }
}

/// Adds the accesses of \p R to the statements, and the arrays, which are
/// sorted by name before accesses refer to them by number.
void TextReader::addAccesses(Scop &S, const Relations &R) {
  for (bool AreSorted : {false, true}) {
    addAccesses(S, R.Reads, true, false);
    addAccesses(S, R.Must, false, true);
    addAccesses(S, R.May, false, false);
    if (AreSorted)
      return;
    llvm::sort(S.Arrays,
               [](const Array &A, const Array &B) { return A.Name < B.Name; });
    for (Statement &Stmt : S.Statements)
      Stmt.Accesses.clear();
  }
}

void TextReader::readRegion(TextInput &In) {
  Scop S;
  S.Context = parse<isl::set>("context", "{ : }");
  Relations R = readRelations(In);
  if (!FirstError.empty())
    return;
  S.Context = S.Context.params();
  isl::union_set Domain = R.Domain.intersect_params(S.Context);
  addStatements(S, Domain);
  addParameters(S, Domain.get_space());
  for (const isl::union_map &Accesses : {R.Reads, R.Must, R.May})
    addParameters(S, Accesses.get_space());
  addAccesses(S, R);
  In.Theta = In.Theta.intersect_domain(Domain);
  bool IsOrdered = find("schedule") || !find("order");
  if (IsOrdered)
    check("schedule", mistakeInTimes(In.Theta, Domain));
  if (IsOrdered && !find("order") && !find("parallel"))
    check("schedule", mistakeAtSameTime(In.Theta, R.Reads, R.Must, R.May));
  S.Order = IsOrdered ? scheduleTree(Domain, In.Theta)
                      : isl::schedule::from_domain(Domain);
  readLiveOut(S);
  readBand(In);
  readTiling(In);
  readOrder(In);
  In.Program = S;
  readDistribution(In);
}

/// Who owns the arrays of the region, and what the phases are.
void TextReader::readDistribution(TextInput &In) {
  const TextValue *V = find("owners");
  if (V)
    check("owners", readOwners(*V, *In.Program, In.Owners.emplace()));
  for (StringRef Key : {"executes", "phases"})
    if (const TextValue *Value = find(Key))
      check(Key, V ? readShares(Key, *Value, *In.Program, In.Theta, *In.Owners)
                   : "'" + Key.str() + "' says nothing without 'owners'");
  if (!V || !FirstError.empty())
    return;
  addParameters(*In.Program, In.Owners->Elements.get_space());
  if (!In.Owners->Executes.is_null())
    addParameters(*In.Program, In.Owners->Executes.get_space());
}

void TextReader::readConflicts(TextInput &In) {
  TextConflicts C;
  C.Context = parse<isl::set>("context", "{ : }");
  if (find("conflicts"))
    C.Conflicts = parse<isl::map>("conflicts", "");
  else
    C.Differences = parse<isl::set>("differences", "");
  if (FirstError.empty())
    C.Context = C.Context.params();
  if (FirstError.empty() && !C.Conflicts.is_null())
    check("conflicts", mistakeInConflicts(C.Conflicts));
  if (find("conflicts") && find("differences"))
    fail(find("differences")->Where,
         "give either 'conflicts' or 'differences', not both");
  In.Conflicts = C;
}

Expected<TextInput> TextReader::read() {
  TextInput In;
  parseYaml();
  if (FirstError.empty())
    checkKeys();
  if (FirstError.empty()) {
    if (find("conflicts") || find("differences"))
      readConflicts(In);
    else if (find("domain"))
      readRegion(In);
    else
      fail({Start, Start},
           "nothing to do: give a 'domain', 'conflicts' or 'differences'");
  }
  if (!FirstError.empty())
    return createStringError(inconvertibleErrorCode(),
                             StringRef(FirstError).rtrim());
  In.Warnings = Warnings;
  return In;
}

Expected<TextInput> stevedore::readText(MemoryBufferRef Buffer, isl::ctx Ctx) {
  return TextReader(Buffer, Ctx).read();
}
