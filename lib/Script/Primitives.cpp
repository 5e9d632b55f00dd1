//===- Primitives.cpp - Steps as functions --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Transform/Primitives.h"
#include "Call.h"

using namespace stevedore;
using namespace llvm;

namespace {

using LevelEffect = Error (*)(Representation &, unsigned, unsigned);
using BlockEffect = Error (*)(Representation &, unsigned, unsigned, int64_t);
using CopyEffect = function_ref<Expected<unsigned>(Representation &, unsigned)>;

/// \p Done as the answer of a function without results.
Expected<int> nothing(Error Done) {
  if (Done)
    return std::move(Done);
  return 0;
}

/// A function (S, level).
template <LevelEffect Effect> Expected<int> withLevel(Call &C) {
  Expected<int64_t> Level = C.number(2, "level");
  if (!Level)
    return Level.takeError();
  return nothing(C.each([&](Representation &R, unsigned S) {
    return Effect(R, S, levelOf(*Level));
  }));
}

/// A function (S, level, size).
template <BlockEffect Effect> Expected<int> withBlock(Call &C) {
  Expected<int64_t> Level = C.number(2, "o"), K = C.number(3, "k");
  if (Error E = joinErrors(Level.takeError(), K.takeError()))
    return std::move(E);
  return nothing(C.each([&](Representation &R, unsigned S) {
    return Effect(R, S, levelOf(*Level), *K);
  }));
}

/// Applies \p Effect, which makes a copy of each statement; the names of the
/// copies are the results.
Expected<int> withCopies(Call &C, CopyEffect Effect) {
  std::vector<std::string> Names;
  Error Failed = C.each([&](Representation &R, unsigned S) -> Error {
    Expected<unsigned> Copy = Effect(R, S);
    if (!Copy)
      return Copy.takeError();
    Names.push_back(R.Statements[*Copy]->Name);
    return Error::success();
  });
  if (Failed)
    return std::move(Failed);
  if (!lua_checkstack(C.L, int(Names.size()) + 10))
    return createStringError("too many copies");
  for (const std::string &Name : Names)
    lua_pushlstring(C.L, Name.data(), Name.size());
  return int(Names.size());
}

Expected<int> runUnimodular(Call &C) {
  auto U = C.matrix(2, "U"), V = C.matrix(3, "V");
  if (Error E = joinErrors(U.takeError(), V.takeError()))
    return std::move(E);
  return nothing(C.each(
      [&](Representation &R, unsigned S) { return unimodular(R, S, *U, *V); }));
}

Expected<int> runShift(Call &C) {
  auto M = C.matrix(2, "M");
  if (!M)
    return M.takeError();
  return nothing(
      C.each([&](Representation &R, unsigned S) { return shift(R, S, *M); }));
}

Expected<int> runSchedule(Call &C) {
  auto A = C.matrix(2, "A"), Gamma = C.matrix(4, "Gamma");
  auto Beta = C.row(3, "beta");
  if (Error E = joinErrors(joinErrors(A.takeError(), Gamma.takeError()),
                           Beta.takeError()))
    return std::move(E);
  return nothing(C.each([&](Representation &R, unsigned S) {
    return setSchedule(R, S, *A, *Beta, *Gamma);
  }));
}

Expected<int> runCutDomain(Call &C) {
  auto Row = C.row(2, "c");
  if (!Row)
    return Row.takeError();
  return nothing(C.each(
      [&](Representation &R, unsigned S) { return cutDomain(R, S, *Row); }));
}

Expected<int> runInsert(Call &C) {
  Expected<int64_t> Level = C.number(2, "l");
  if (!Level)
    return Level.takeError();
  return withCopies(C, [&](Representation &R, unsigned S) {
    return insertCopy(R, S, levelOf(*Level));
  });
}

Expected<int> runDelete(Call &C) { return nothing(C.each(deleteStatement)); }

Expected<int> runAddLocalVar(Call &C) {
  return nothing(C.each(addLocalVariable));
}

Expected<int> runFuse(Call &C) {
  auto P = C.row(1, "P");
  auto O = C.number(2, "o");
  if (Error E = joinErrors(P.takeError(), O.takeError()))
    return std::move(E);
  return nothing(
      C.H.Program.apply([&](Representation &R) { return fuse(R, *P, *O); }));
}

Expected<int> runSplit(Call &C) {
  auto P = C.row(1, "P");
  auto O = C.number(2, "o"), B = C.number(3, "b");
  if (Error E =
          joinErrors(joinErrors(P.takeError(), O.takeError()), B.takeError()))
    return std::move(E);
  return nothing(C.H.Program.apply(
      [&](Representation &R) { return split(R, *P, *O, *B); }));
}

Expected<int> runMove(Call &C) {
  auto P = C.row(1, "P"), Q = C.row(2, "Q");
  auto O = C.number(3, "o");
  if (Error E =
          joinErrors(joinErrors(P.takeError(), Q.takeError()), O.takeError()))
    return std::move(E);
  return nothing(C.H.Program.apply(
      [&](Representation &R) { return stevedore::move(R, *P, *Q, *O); }));
}

Expected<int> runSkew(Call &C) {
  auto Level = C.number(2, "o"), From = C.number(3, "from"),
       K = C.number(4, "k");
  if (Error E = joinErrors(joinErrors(Level.takeError(), From.takeError()),
                           K.takeError()))
    return std::move(E);
  return nothing(C.each([&](Representation &R, unsigned S) {
    return skew(R, S, levelOf(*Level), levelOf(*From), *K);
  }));
}

Expected<int> runIndexSet(Call &C) {
  auto Row = C.row(2, "c");
  if (!Row)
    return Row.takeError();
  return withCopies(C, [&](Representation &R, unsigned S) {
    return splitIndexSet(R, S, *Row);
  });
}

Expected<int> runPeel(Call &C) {
  auto Level = C.number(2, "o"), Count = C.number(3, "n");
  if (Error E = joinErrors(Level.takeError(), Count.takeError()))
    return std::move(E);
  return withCopies(C, [&](Representation &R, unsigned S) {
    return peel(C.H.S, R, S, levelOf(*Level), *Count);
  });
}

Expected<int> runDistribute(Call &C) {
  auto P = C.row(1, "P");
  auto O = C.number(2, "o");
  if (Error E = joinErrors(P.takeError(), O.takeError()))
    return std::move(E);
  return nothing(C.H.Program.apply(
      [&](Representation &R) { return distribute(R, *P, *O); }));
}

Expected<int> runReorder(Call &C) {
  auto P = C.row(1, "P"), Places = C.row(2, "order");
  if (Error E = joinErrors(P.takeError(), Places.takeError()))
    return std::move(E);
  return nothing(C.H.Program.apply(
      [&](Representation &R) { return reorder(R, *P, *Places); }));
}

Expected<int> runForward(Call &C) {
  auto A = C.array(2);
  if (!A)
    return A.takeError();
  return nothing(C.each([&](Representation &, unsigned S) {
    return C.H.Program.forward(S, *A);
  }));
}

} // namespace

ArrayRef<ScriptFunction> stevedore::primitiveFunctions() {
  static constexpr ScriptFunction Functions[] = {
      {"unimodular", 3, "unimodular(S, U, V)", runUnimodular},
      {"shift", 2, "shift(S, M)", runShift},
      {"schedule", 4, "schedule(S, A, beta, Gamma)", runSchedule},
      {"cutdomain", 2, "cutdomain(S, c)", runCutDomain},
      {"insert", 2, "insert(S, l)", runInsert},
      {"delete", 1, "delete(S)", runDelete},
      {"extend", 2, "extend(S, l)", withLevel<extend>},
      {"addlocalvar", 1, "addlocalvar(S)", runAddLocalVar},
      {"fuse", 2, "fuse(P, o)", runFuse},
      {"split", 3, "split(P, o, b)", runSplit},
      {"move", 3, "move(P, Q, o)", runMove},
      {"interchange", 2, "interchange(S, o)", withLevel<interchange>},
      {"stripmine", 3, "stripmine(S, o, k)", withBlock<stripmine>},
      {"tile", 3, "tile(S, o, k)", withBlock<tile>},
      {"skew", 4, "skew(S, o, from, k)", runSkew},
      {"reverse", 2, "reverse(S, o)", withLevel<reverse>},
      {"indexsplit", 2, "indexsplit(S, c)", runIndexSet},
      {"peel", 3, "peel(S, o, n)", runPeel},
      {"distribute", 2, "distribute(P, o)", runDistribute},
      {"reorder", 2, "reorder(P, order)", runReorder},
      {"forward", 2, "forward(S, A)", runForward},
      {"unroll", 3, "unroll(S, o, k)", withBlock<stripmine>},
      {"unrolljam", 3, "unrolljam(S, o, k)", withBlock<unrollAndJam>},
  };
  return Functions;
}
