//===- SeriesParallel.cpp - Orders as blocks ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SeriesParallel.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "stevedore/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "isl/map.h"
#include "isl/set.h"
#include <map>

using namespace stevedore;
using namespace llvm;

namespace {

enum class BlockKind { Whole, For, Forall, Async, Finish };

/// A block around a statement, and the place of what is around the statement in
/// it.
struct Around {
  BlockKind Kind;
  /// Number of the block in the text.
  unsigned Number;
  unsigned Place;
};

/// The blocks around a statement, from the outermost on.
using Nest = std::vector<Around>;

/// Reads the notation.
class NestReader {
public:
  explicit NestReader(StringRef Text) : Rest(Text) {}
  Expected<std::map<std::string, Nest>> run();

private:
  StringRef Rest;
  unsigned Blocks = 0;
  Nest Open;
  std::map<std::string, Nest> Found;

  bool take(char C);
  Error sequence(BlockKind Kind);
  Error item();
};

} // namespace

bool NestReader::take(char C) {
  Rest = Rest.ltrim();
  return Rest.consume_front(StringRef(&C, 1));
}

Error NestReader::item() {
  Rest = Rest.ltrim();
  StringRef Name = Rest.take_while(isPartOfName);
  if (Name.empty())
    return createStringError("expected a statement or a block such as "
                             "'for { ... }' before '" +
                             Rest.take_front(20) + "'");
  Rest = Rest.drop_front(Name.size());
  std::optional<BlockKind> Kind = StringSwitch<std::optional<BlockKind>>(Name)
                                      .Case("for", BlockKind::For)
                                      .Case("forall", BlockKind::Forall)
                                      .Case("async", BlockKind::Async)
                                      .Case("finish", BlockKind::Finish)
                                      .Default(std::nullopt);
  if (!Kind) {
    if (!Found.emplace(Name.str(), Open).second)
      return createStringError("'" + Name + "' stands in two places");
    return Error::success();
  }
  if (!take('{'))
    return createStringError("expected '{' behind '" + Name + "'");
  if (Error E = sequence(*Kind))
    return E;
  return take('}') ? Error::success()
                   : createStringError("expected '}' or ';' before '" +
                                       Rest.take_front(20) + "'");
}

Error NestReader::sequence(BlockKind Kind) {
  if (Open.size() > limits::NestedBlocks)
    return createStringError("more than " + Twine(limits::NestedBlocks) +
                             " blocks in each other");
  Open.push_back({Kind, Blocks++, 0});
  do {
    if (Error E = item())
      return E;
    ++Open.back().Place;
  } while (take(';') && !Rest.ltrim().starts_with("}") && !Rest.trim().empty());
  Open.pop_back();
  return Error::success();
}

Expected<std::map<std::string, Nest>> NestReader::run() {
  if (Error E = sequence(BlockKind::Whole))
    return std::move(E);
  if (!Rest.trim().empty())
    return createStringError("expected ';' before '" +
                             Rest.ltrim().take_front(20) + "'");
  return std::move(Found);
}

static bool isLoop(BlockKind Kind) {
  return Kind == BlockKind::For || Kind == BlockKind::Forall;
}

/// Whether what comes behind block number \p From of \p N waits for what is in
/// all of its blocks from there on.
static bool isWaitedFor(const Nest &N, size_t From) {
  for (const Around &Block : ArrayRef(N).drop_front(From)) {
    if (Block.Kind == BlockKind::Async)
      return false;
    if (Block.Kind == BlockKind::Finish || Block.Kind == BlockKind::Forall)
      return true;
  }
  return true;
}

/// { S[i] -> T[j] } in \p Pairs, all of these, for S in \p From and T in \p To:
/// instances that part in a loop, or in a sequence, and the first of which is
/// waited for.
static isl::map orderBetween(const Nest &From, const Nest &To, isl::map Pairs) {
  isl::map Result = isl::map::empty(Pairs.get_space());
  unsigned Loop = 0;
  for (size_t K = 0;
       K < std::min(From.size(), To.size()) && From[K].Number == To[K].Number;
       ++K) {
    if (isLoop(From[K].Kind)) {
      if (From[K].Kind == BlockKind::For && isWaitedFor(From, K + 1))
        Result = Result.unite(isl::manage(isl_map_order_lt(
            Pairs.copy(), isl_dim_in, int(Loop), isl_dim_out, int(Loop))));
      Pairs = isl::manage(isl_map_equate(Pairs.release(), isl_dim_in, int(Loop),
                                         isl_dim_out, int(Loop)));
      ++Loop;
    }
    if (From[K].Place != To[K].Place)
      return From[K].Place < To[K].Place && isWaitedFor(From, K + 1)
                 ? Result.unite(Pairs)
                 : Result;
  }
  return Result;
}

bool stevedore::isSeriesParallel(StringRef Text) {
  Text = Text.ltrim();
  return !Text.empty() && isAlpha(Text.front());
}

Expected<isl::union_map>
stevedore::readSeriesParallel(StringRef Text, const isl::union_set &Domain) {
  auto Nests = NestReader(Text).run();
  if (!Nests)
    return Nests.takeError();
  std::map<std::string, isl::set> Statements;
  Domain.foreach_set([&](isl::set Instances) -> isl::stat {
    Statements[Instances.get_tuple_name()] = Instances;
    return isl::stat::ok();
  });
  for (const auto &[Name, Blocks] : *Nests) {
    if (!Statements.count(Name))
      return createStringError("'" + Name + "' is no statement of the domain");
    unsigned Depth = countOf(Statements[Name].tuple_dim());
    auto Loops = count_if(
        Blocks, [](const Around &Block) { return isLoop(Block.Kind); });
    if (Loops != Depth)
      return createStringError("'" + Name + "' has " + Twine(Depth) +
                               " iterators and is in " + Twine(Loops) +
                               " loops");
  }
  isl::union_map Result = isl::union_map::empty(Domain.ctx());
  for (const auto &[From, Instances] : Statements) {
    auto Blocks = Nests->find(From);
    if (Blocks == Nests->end())
      return createStringError("'" + From + "' is missing");
    for (const auto &[To, Later] : *Nests)
      Result = Result.unite(isl::union_map(orderBetween(
          Blocks->second, Later,
          isl::map::from_domain_and_range(Instances, Statements[To]))));
  }
  return Result;
}
