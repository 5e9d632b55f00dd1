//===- SameValues.cpp - Dataflow through copies ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dataflow.h"
#include "Layout.h"
#include "Steps.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "isl/map.h"
#include "isl/union_map.h"
#include <map>

using namespace stevedore;
using namespace llvm;

namespace {

/// The sources of references where copies hand on what they read.
class Tracing {
public:
  Tracing(const Scop &Program, const std::set<unsigned> &Family)
      : Program(Program), Family(Family) {}

  Expected<ValueSources> trace(ValueSources Known);

private:
  const Scop &Program;
  const std::set<unsigned> &Family;
  std::map<std::string, ValueSources> OfCopies;

  Expected<const ValueSources *> ofCopy(const Statement &Copy);
};

} // namespace

Expected<const ValueSources *> Tracing::ofCopy(const Statement &Copy) {
  auto Known = OfCopies.find(Copy.Name);
  if (Known != OfCopies.end())
    return &Known->second;
  auto Sources =
      sourcesOf(Program, Program.Order, Copy.Accesses[1].Relation, Family);
  if (!Sources)
    return Sources.takeError();
  return &OfCopies.emplace(Copy.Name, std::move(*Sources)).first->second;
}

/// \p Known without copies: what a copy reads takes the place of it. Values go
/// through a copy once for each time that it is found, so that the number of
/// rounds is limited by how often that can be.
Expected<ValueSources> Tracing::trace(ValueSources Known) {
  for (unsigned Round = 0; Round < limits::CopyRounds; ++Round) {
    ValueSources Next = {isl::union_map::empty(Program.ctx()), Known.Initial};
    bool AnyCopy = false;
    Error Failed = Error::success();
    Known.Writers.foreach_map([&](isl::map M) -> isl::stat {
      const Statement *Writer =
          Program.findStatement(isl_map_get_tuple_name(M.get(), isl_dim_out));
      if (!Writer || !Writer->Copies) {
        Next.Writers = Next.Writers.unite(isl::union_map(M));
        return isl::stat::ok();
      }
      auto Sources = ofCopy(*Writer);
      if (!Sources) {
        Failed = joinErrors(std::move(Failed), Sources.takeError());
        return isl::stat::error();
      }
      AnyCopy = true;
      isl::union_map Through(M);
      Next.Writers =
          Next.Writers.unite(Through.apply_range((*Sources)->Writers));
      Next.Initial =
          Next.Initial.unite(Through.apply_range((*Sources)->Initial));
      return isl::stat::ok();
    });
    if (Failed)
      return std::move(Failed);
    Known = {coalesced(Next.Writers), coalesced(Next.Initial)};
    if (Known.Writers.is_null() || Known.Initial.is_null())
      return islError(Program.ctx(), "the dataflow through copies");
    if (!AnyCopy)
      return Known;
  }
  return createStringError("values go through too many copies");
}

/// \p Found has the sources \p Wanted. Errors: that \p Reader, a reference to
/// \p Name, has not.
static Error checkSources(const Scop &S, const ValueSources &Wanted,
                          const ValueSources &Found, const std::string &Reader,
                          const std::string &Name) {
  for (auto [A, B] : {std::pair(&Wanted.Writers, &Found.Writers),
                      std::pair(&Wanted.Initial, &Found.Initial)}) {
    isl::union_map Before = A->intersect_params(S.Context);
    isl::union_map After = B->intersect_params(S.Context);
    Expected<bool> Same =
        checked(S.ctx(), Before.is_equal(After), "the validity of a layout");
    if (!Same)
      return Same.takeError();
    if (*Same)
      continue;
    return createStringError(Reader + " would not have the value of '" + Name +
                             "' that it has in the original program");
  }
  return Error::success();
}

Error stevedore::checkDataflow(const Scop &S, const Representation &R,
                               const Scop &Program, OriginalSources &Source) {
  for (unsigned Of : familiesOf(R)) {
    std::set<unsigned> Family = familyOf(R, Of);
    Tracing Trace(Program, Family);
    auto Compare = [&](Expected<ValueSources> Wanted,
                       Expected<ValueSources> Found,
                       const std::string &Reader) -> Error {
      if (!Wanted || !Found)
        return joinErrors(Wanted.takeError(), Found.takeError());
      Expected<ValueSources> Traced = Trace.trace(std::move(*Found));
      if (!Traced)
        return Traced.takeError();
      return checkSources(S, *Wanted, *Traced, Reader, S.Arrays[Of].Name);
    };
    auto Check = [&](const Statement &Stmt, const Access &A,
                     const isl::map &Origin) -> Error {
      if (Stmt.Copies || !A.Reads)
        return Error::success();
      return Compare(Source.of(Stmt, A, Origin, Of),
                     sourcesOf(Program, Program.Order, A.Relation, Family),
                     nameWithLine(Stmt.Name, Stmt.Line));
    };
    if (Error E = forEachReference(S, R, Program, Of, Check))
      return E;
    if (!S.Arrays[Of].LiveOut)
      continue;
    if (Error E = Compare(Source.last(Of), lastSources(Program, S, Of, Family),
                          "the code behind the region"))
      return E;
  }
  return Error::success();
}
