//===- Layout.cpp - Steps on arrays as functions --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "stevedore/Transform/Primitives.h"

using namespace stevedore;
using namespace llvm;

namespace {

using ArrayEffect =
    function_ref<Expected<unsigned>(Representation &, unsigned)>;

/// Applies \p Effect to the array that argument \p I names; the name of the
/// array that statements use then is the result.
Expected<int> withArray(Call &C, int I, ArrayEffect Effect) {
  Expected<unsigned> A = C.array(I);
  if (!A)
    return A.takeError();
  std::string Name;
  Error Failed = C.H.Program.apply([&](Representation &R) -> Error {
    Expected<unsigned> Made = Effect(R, *A);
    if (!Made)
      return Made.takeError();
    Name = R.Arrays[*Made].Name;
    return Error::success();
  });
  if (Failed)
    return std::move(Failed);
  lua_pushlstring(C.L, Name.data(), Name.size());
  return 1;
}

Expected<int> runPad(Call &C) {
  auto M = C.matrix(2, "M");
  if (!M)
    return M.takeError();
  return withArray(C, 1, [&](Representation &R, unsigned A) {
    return pad(C.H.Program.source(), R, A, *M);
  });
}

/// A size is a number or a row over the parameters and 1.
Expected<Coefficients> sizeAt(Call &C, int I) {
  if (lua_type(C.L, I) != LUA_TNUMBER)
    return C.row(I, "s");
  Expected<int64_t> Number = C.number(I, "s");
  if (!Number)
    return Number.takeError();
  Coefficients Row(C.H.Program.representation().Parameters.size() + 1);
  Row.back() = *Number;
  return Row;
}

Expected<int> runPrivatize(Call &C) {
  auto Level = C.number(2, "l");
  auto Size = sizeAt(C, 3);
  if (Error E = joinErrors(Level.takeError(), Size.takeError()))
    return std::move(E);
  return withArray(C, 1, [&](Representation &R, unsigned A) {
    return privatize(C.H.Program.source(), R, A, levelOf(*Level), *Size);
  });
}

Expected<int> runExpand(Call &C) {
  auto Level = C.number(2, "l");
  if (!Level)
    return Level.takeError();
  return withArray(C, 1, [&](Representation &R, unsigned A) {
    return privatize(C.H.Program.source(), R, A, levelOf(*Level), std::nullopt);
  });
}

Expected<int> runContract(Call &C) {
  auto Level = C.number(2, "l");
  if (!Level)
    return Level.takeError();
  return withArray(C, 1, [&](Representation &R, unsigned A) {
    return contract(C.H.Program.source(), R, A, levelOf(*Level));
  });
}

Expected<int> runRename(Call &C) {
  auto Names = C.names(1);
  if (!Names)
    return Names.takeError();
  if (lua_type(C.L, 3) != LUA_TSTRING)
    return createStringError("the new name has to be a string");
  StringRef To = lua_tostring(C.L, 3);
  return withArray(C, 2, [&](Representation &R, unsigned A) {
    return renameArray(C.H.Program.source(), R, *Names, A, To);
  });
}

Expected<int> runHoist(Call &C) {
  auto S = C.statement(1, "S");
  auto Level = C.number(3, "l");
  if (Error E = joinErrors(S.takeError(), Level.takeError()))
    return std::move(E);
  return withArray(C, 2, [&](Representation &R, unsigned A) {
    return hoist(C.H.Program.source(), R, *S, A, levelOf(*Level));
  });
}

Expected<int> runPrefetch(Call &C) {
  auto S = C.statement(1, "S");
  auto Level = C.number(3, "l");
  auto Distance = C.number(4, "d");
  if (Error E = joinErrors(S.takeError(),
                           joinErrors(Level.takeError(), Distance.takeError())))
    return std::move(E);
  return withArray(C, 2, [&](Representation &R, unsigned A) {
    return prefetch(C.H.Program.source(), R, *S, A, levelOf(*Level), *Distance);
  });
}

} // namespace

ArrayRef<ScriptFunction> stevedore::layoutFunctions() {
  static constexpr ScriptFunction Functions[] = {
      {"pad", 2, "pad(A, M)", runPad},
      {"privatize", 3, "privatize(A, l, s)", runPrivatize},
      {"expand", 2, "expand(A, l)", runExpand},
      {"contract", 2, "contract(A, l)", runContract},
      {"rename", 3, "rename(S, A, name)", runRename},
      {"hoist", 3, "hoist(S, A, l)", runHoist},
      {"prefetch", 4, "prefetch(S, A, l, d)", runPrefetch},
  };
  return Functions;
}
