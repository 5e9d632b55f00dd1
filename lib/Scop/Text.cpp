//===- Text.cpp - Regions as text -----------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Scop/Text.h"
#include "TextChecks.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "isl/union_set.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <map>

using namespace stevedore;
using namespace llvm;

namespace {

/// A scalar or list of the file with the place it stands at.
struct Value {
  std::string Text;
  std::vector<std::string> List;
  /// Where each element of List stands.
  std::vector<SMRange> Places;
  std::vector<std::pair<std::string, std::string>> Fields;
  enum { Scalar, Sequence, Mapping } K = Scalar;
  SMRange Where;
};

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
  std::map<std::string, Value> Values;
  SMLoc Start;
  std::string FirstError;
  std::string Warnings;

  void note(const SMDiagnostic &D);
  void fail(SMRange Where, const Twine &Message);
  void parseYaml();
  void readEntry(yaml::KeyValueNode &Entry);
  bool readValue(yaml::Node *N, Value &V);
  void checkKeys();
  const Value *find(StringRef Key) const;
  std::string text(StringRef Key, StringRef Default);
  template <typename Parse>
  auto parse(StringRef Key, StringRef Default, Parse P);
  void check(StringRef Key, const std::string &Mistake);
  unsigned number(const Value &V, StringRef Field);
  void readBand(TextInput &In);
  void readTiling(TextInput &In);
  void readParallel(TextInput &In);
  void readSemantics(TextInput &In);
  void readOrder(TextInput &In);
  void readRegion(TextInput &In);
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

/// Fills \p V from a scalar, a list of scalars or a mapping of scalars.
bool TextReader::readValue(yaml::Node *N, Value &V) {
  SmallString<64> Storage;
  if (!N)
    return false;
  V.Where = N->getSourceRange();
  if (auto *Scalar = dyn_cast<yaml::ScalarNode>(N)) {
    V.Text = Scalar->getValue(Storage).str();
    return true;
  }
  if (auto *Block = dyn_cast<yaml::BlockScalarNode>(N)) {
    V.Text = Block->getValue().str();
    return true;
  }
  if (auto *List = dyn_cast<yaml::SequenceNode>(N)) {
    V.K = Value::Sequence;
    for (yaml::Node &Element : *List) {
      auto *Scalar = dyn_cast<yaml::ScalarNode>(&Element);
      if (!Scalar)
        return false;
      V.List.push_back(Scalar->getValue(Storage).str());
      V.Places.push_back(Scalar->getSourceRange());
    }
    return true;
  }
  auto *Map = dyn_cast<yaml::MappingNode>(N);
  if (!Map)
    return false;
  V.K = Value::Mapping;
  for (yaml::KeyValueNode &Entry : *Map) {
    auto *Key = dyn_cast_or_null<yaml::ScalarNode>(Entry.getKey());
    auto *Scalar = dyn_cast_or_null<yaml::ScalarNode>(Entry.getValue());
    if (!Key || !Scalar)
      return false;
    std::string Name = Key->getValue(Storage).str();
    V.Fields.push_back({Name, Scalar->getValue(Storage).str()});
  }
  return true;
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
  Value V;
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
  static const char *const Known[] = {
      "context",  "domain",    "reads",    "mustWrites",  "mayWrites",
      "schedule", "band",      "liveOut",  "tileContext", "parallel",
      "order",    "conflicts", "differences", "parallelSemantics",
      "always",   "mayReads",  "lowerOut", "tiling"};
  for (const auto &[Key, V] : Values)
    if (std::find(std::begin(Known), std::end(Known), Key) == std::end(Known))
      fail(V.Where, "unknown key '" + Key +
                        "'; known are context, domain, reads, mayReads, "
                        "mustWrites, mayWrites, lowerOut, schedule, band, tiling, liveOut, tileContext, "
                        "parallel, parallelSemantics, order, always, "
                        "conflicts, differences");
}

const Value *TextReader::find(StringRef Key) const {
  auto It = Values.find(Key.str());
  return It == Values.end() ? nullptr : &It->second;
}

std::string TextReader::text(StringRef Key, StringRef Default) {
  const Value *V = find(Key);
  if (!V)
    return Default.str();
  if (V->K != Value::Scalar)
    fail(V->Where, "'" + Key + "' must be isl text in quotes");
  return V->Text;
}

/// Applies \p P to the text of \p Key (or \p Default) and reports isl's
/// complaint at the value's place.
template <typename Parse>
auto TextReader::parse(StringRef Key, StringRef Default, Parse P) {
  auto Result = P(text(Key, Default));
  if (Result.is_null()) {
    const char *Detail = isl_ctx_last_error_msg(Ctx.get());
    const Value *V = find(Key);
    fail(V ? V->Where : SMRange(Start, Start),
         "isl does not accept the value of '" + Key + "'" +
             (Detail ? ": " + std::string(Detail) : std::string()));
    isl_ctx_reset_error(Ctx.get());
  }
  return Result;
}

/// Reports \p Mistake, if there is one, at the value of \p Key.
void TextReader::check(StringRef Key, const std::string &Mistake) {
  const Value *V = find(Key);
  if (!Mistake.empty())
    fail(V ? V->Where : SMRange(Start, Start), Mistake);
}

unsigned TextReader::number(const Value &V, StringRef Field) {
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
  const Value *V = find("band");
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
  const Value *V = find("tiling");
  if (!V)
    return;
  std::string Mistake = addTiling(V->Fields, Ctx, In.Tiling);
  if (!Mistake.empty())
    fail(V->Where, Mistake);
  else if (!In.Band)
    fail(V->Where, "'tiling' says nothing without 'band'");
}

void TextReader::readParallel(TextInput &In) {
  const Value *V = find("parallel");
  if (!V)
    return;
  if (V->K != Value::Sequence) {
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
  const Value *V = find("parallelSemantics");
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
  const Value *V = find("liveOut");
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

void TextReader::readRegion(TextInput &In) {
  auto Set = [&](std::string T) { return isl::set(Ctx, T); };
  auto Union = [&](std::string T) { return isl::union_set(Ctx, T); };
  auto Map = [&](std::string T) { return isl::union_map(Ctx, T); };
  Scop S;
  S.Context = parse("context", "{ : }", Set);
  isl::union_set Domain = parse("domain", "{ }", Union);
  isl::union_map Reads = parse("reads", "{ }", Map);
  isl::union_map MayReads = parse("mayReads", "{ }", Map);
  isl::union_map Must = parse("mustWrites", "{ }", Map);
  isl::union_map May = parse("mayWrites", "{ }", Map);
  isl::union_map Lower = parse("lowerOut", "{ }", Map);
  In.Theta = parse("schedule", "{ }", Map);
  if (find("tileContext"))
    In.TileContext = parse("tileContext", "{ : }", Set);
  if (find("order"))
    In.HappensBefore = parse("order", "{ }", Map);
  if (find("always"))
    In.Always = parse("always", "{ }", Union);
  if (!FirstError.empty())
    return;
  check("domain", mistakeInDomain(Domain));
  check("reads", mistakeInAccesses(Reads, Domain));
  check("mustWrites", mistakeInAccesses(Must, Domain));
  check("mayReads", mistakeInAccesses(MayReads, Domain));
  check("mayWrites", mistakeInAccesses(May, Domain));
  check("lowerOut", mistakeInAccesses(Lower, Domain));
  check("lowerOut", mistakeInLowerBound(Lower, May, Must, Domain));
  if (find("order"))
    check("order", mistakeInOrder(In.HappensBefore, Domain));
  if (find("always"))
    check("always", mistakeInOrder(In.Always.identity(), Domain));
  if (!FirstError.empty())
    return;
  S.Context = S.Context.params();
  if (find("mayReads"))
    Reads = Reads.unite(MayReads);
  if (find("lowerOut")) {
    Must = Must.unite(Lower);
    May = May.subtract(Lower);
  }
  Domain = Domain.intersect_params(S.Context);
  Domain.foreach_set([&](isl::set D) -> isl::stat {
    Statement Stmt;
    Stmt.Name = D.get_tuple_id().get_name();
    Stmt.Domain = D;
    S.Statements.push_back(Stmt);
    return isl::stat::ok();
  });
  llvm::sort(S.Statements, byNumber);
  addAccesses(S, Reads, true, false);
  addAccesses(S, Must, false, true);
  addAccesses(S, May, false, false);
  for (auto &Stmt : S.Statements)
    for (unsigned P = 0; P < countOf(Stmt.Domain.dim(isl::dim::param));
         ++P) {
      std::string Name =
          isl_set_get_dim_name(Stmt.Domain.get(), isl_dim_param, P);
      if (llvm::none_of(S.Parameters,
                        [&](const Parameter &Q) { return Q.Name == Name; }))
        S.Parameters.push_back({Name});
    }
  llvm::sort(S.Arrays, [](const Array &A, const Array &B) {
    return A.Name < B.Name;
  });
  for (Statement &Stmt : S.Statements)
    Stmt.Accesses.clear();
  addAccesses(S, Reads, true, false);
  addAccesses(S, Must, false, true);
  addAccesses(S, May, false, false);
  In.Theta = In.Theta.intersect_domain(Domain);
  bool IsOrdered = find("schedule") || !find("order");
  if (IsOrdered && !Domain.is_subset(In.Theta.domain()).is_true())
    fail(find("schedule") ? find("schedule")->Where : SMRange(Start, Start),
         "the schedule leaves out instances of the domain");
  S.Order = IsOrdered ? scheduleTree(Domain, In.Theta)
                      : isl::schedule::from_domain(Domain);
  readLiveOut(S);
  readBand(In);
  readTiling(In);
  readOrder(In);
  In.Program = S;
}

void TextReader::readConflicts(TextInput &In) {
  TextConflicts C;
  C.Context =
      parse("context", "{ : }", [&](std::string T) { return isl::set(Ctx, T); });
  if (find("conflicts"))
    C.Conflicts = parse("conflicts", "",
                        [&](std::string T) { return isl::map(Ctx, T); });
  else
    C.Differences = parse("differences", "",
                          [&](std::string T) { return isl::set(Ctx, T); });
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
