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
#include "TextValue.h"
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

/// Reads one file: YAML into values, values into isl objects. The first
/// error is kept with its location; later steps see null objects.
class TextReader {
public:
  TextReader(MemoryBufferRef Buffer, isl::ctx Ctx) : Ctx(Ctx) {
    Manager.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(
                                   Buffer.getBuffer(),
                                   Buffer.getBufferIdentifier()),
                               SMLoc());
    Manager.setDiagHandler(
        [](const SMDiagnostic &D, void *Self) {
          static_cast<TextReader *>(Self)->note(D);
        },
        this);
  }

  Expected<TextInput> read();

private:
  isl::ctx Ctx;
  SourceMgr Manager;
  std::map<std::string, TextValue> Values;
  SMLoc Start;
  std::string FirstError;
  std::string Warnings;

  void note(const SMDiagnostic &D);
  void fail(SMRange Where, const Twine &Message);
  void parseYaml();
  void readEntry(yaml::KeyValueNode &Entry);
  void checkKeys();
  const TextValue *find(StringRef Key) const;
  std::string text(StringRef Key, StringRef Default);
  template <typename IslObject>
  IslObject parse(StringRef Key, StringRef Default);
  isl::union_map parseOrder(const isl::union_set &Domain);
  void check(StringRef Key, const std::string &Mistake);
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

void TextReader::note(const SMDiagnostic &D) {
  bool IsError = D.getKind() == SourceMgr::DK_Error;
  if (IsError && !FirstError.empty())
    return;
  raw_string_ostream OS(IsError ? FirstError : Warnings);
  D.print(nullptr, OS, /*ShowColors=*/false);
}

void TextReader::fail(SMRange Where, const Twine &Message) {
  Manager.PrintMessage(Where.Start, SourceMgr::DK_Error, Message, {Where});
}

void TextReader::readEntry(yaml::KeyValueNode &Entry) {
  SmallString<32> Storage;
  auto *Key = dyn_cast_or_null<yaml::ScalarNode>(Entry.getKey());
  if (!Key) {
    fail(Entry.getSourceRange(), "expected a key such as 'domain'");
    return;
  }
  std::string Name = Key->getValue(Storage).str();
  SMRange KeyRange = Key->getSourceRange();
  TextValue V;
  if (!readValue(Entry.getValue(), V)) {
    fail(KeyRange, "the value of '" + Name +
                       "' is neither text, nor a list, nor { key: value }");
    return;
  }
  if (!Values.emplace(Name, V).second)
    fail(KeyRange, "'" + Name + "' is given twice");
}

void TextReader::parseYaml() {
  StringRef Text =
      Manager.getMemoryBuffer(Manager.getMainFileID())->getBuffer();
  Start = SMLoc::getFromPointer(Text.data());
  yaml::Stream Stream(Text, Manager, /*ShowColors=*/false);
  auto Document = Stream.begin();
  if (Document == Stream.end())
    return;
  auto *Root = dyn_cast_or_null<yaml::MappingNode>(Document->getRoot());
  if (!Root) {
    fail({Start, Start}, "expected 'key: value' lines, such as domain: \"...\"");
    return;
  }
  for (yaml::KeyValueNode &Entry : *Root)
    readEntry(Entry);
}

void TextReader::checkKeys() {
  static constexpr StringLiteral Known[] = {"context",     "domain",
                                            "reads",       "mayReads",
                                            "mustWrites",  "mayWrites",
                                            "lowerOut",    "schedule",
                                            "band",        "tiling",
                                            "liveOut",     "tileContext",
                                            "parallel",    "parallelSemantics",
                                            "order",       "always",
                                            "critical",    "conflicts",
                                            "differences", "owners",
                                            "executes",    "phases"};
  for (const auto &[Key, V] : Values)
    if (!is_contained(Known, Key))
      fail(V.Where, "unknown key '" + Key + "'; known are " +
                        join(ArrayRef(Known), ", "));
}

const TextValue *TextReader::find(StringRef Key) const {
  auto It = Values.find(Key.str());
  return It == Values.end() ? nullptr : &It->second;
}

std::string TextReader::text(StringRef Key, StringRef Default) {
  const TextValue *V = find(Key);
  if (!V)
    return Default.str();
  if (V->K != TextValue::Scalar)
    fail(V->Where, "'" + Key + "' must be isl text in quotes");
  return V->Text;
}

/// Parses the text of \p Key (or \p Default) and reports isl's complaint at the
/// value's place.
template <typename IslObject>
IslObject TextReader::parse(StringRef Key, StringRef Default) {
  IslObject Result(Ctx, text(Key, Default));
  if (Result.is_null()) {
    const char *Detail = isl_ctx_last_error_msg(Ctx.get());
    const TextValue *V = find(Key);
    fail(V ? V->Where : SMRange(Start, Start),
         "isl does not accept the value of '" + Key + "'" +
             (Detail ? ": " + std::string(Detail) : std::string()));
    isl_ctx_reset_error(Ctx.get());
  }
  return Result;
}

/// Reports \p Mistake, if there is one, at the value of \p Key.
void TextReader::check(StringRef Key, const std::string &Mistake) {
  const TextValue *V = find(Key);
  if (!Mistake.empty())
    fail(V ? V->Where : SMRange(Start, Start), Mistake);
}

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
  const TextValue *V = find("parallel");
  if (!V)
    return;
  if (V->K != TextValue::Sequence) {
    fail(V->Where, "'parallel' must be a list of schedule dimensions, as in "
                   "parallel: [1]");
    return;
  }
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
  const TextValue *V = find("liveOut");
  if (!V)
    return;
  StringSet<> Names;
  for (const std::string &Name : V->List) {
    Names.insert(Name);
    if (!S.findArray(Name))
      fail(V->Where, "liveOut names '" + Name + "', which nothing accesses");
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
  if (Domain.is_null() || !isSeriesParallel(text("order", "")))
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
  check("domain", mistakeInDomain(R.Domain));
  check("reads", mistakeInAccesses(R.Reads, R.Domain));
  check("mustWrites", mistakeInAccesses(R.Must, R.Domain));
  check("mayReads", mistakeInAccesses(MayReads, R.Domain));
  check("mayWrites", mistakeInAccesses(R.May, R.Domain));
  check("lowerOut", mistakeInAccesses(Lower, R.Domain));
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

/// The statements of \p Domain, and the parameters of their instances.
static void addStatements(Scop &S, const isl::union_set &Domain) {
  Domain.foreach_set([&](isl::set D) -> isl::stat {
    Statement Stmt;
    Stmt.Name = D.get_tuple_id().get_name();
    Stmt.Domain = D;
    S.Statements.push_back(Stmt);
    return isl::stat::ok();
  });
  llvm::sort(S.Statements, byNumber);
  for (const Statement &Stmt : S.Statements)
    for (unsigned P = 0; P < countOf(Stmt.Domain.dim(isl::dim::param)); ++P) {
      std::string Name =
          isl_set_get_dim_name(Stmt.Domain.get(), isl_dim_param, P);
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
