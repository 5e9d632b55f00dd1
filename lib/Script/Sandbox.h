//===- Sandbox.h - A closed Lua state ---------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// A Lua state that reaches nothing outside of itself.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_SCRIPT_SANDBOX_H
#define STEVEDORE_LIB_SCRIPT_SANDBOX_H

#include <cstddef>
#include <cstdint>
#include <lua.hpp>

namespace stevedore {

/// A Lua state with the harmless part of the base library and of those for
/// tables, text and numbers. What a C function could do for long without an
/// instruction of Lua is left out: patterns, repetition, tables with methods
/// of their own.
class Sandbox {
public:
  Sandbox();
  ~Sandbox();
  Sandbox(const Sandbox &) = delete;
  Sandbox &operator=(const Sandbox &) = delete;

  /// Null where there is no memory for it.
  lua_State *state() const { return L; }

  /// While alive, objects are made by C++, which no lack of memory must leave
  /// by a jump: they may go beyond the limit.
  class Unlimited {
  public:
    explicit Unlimited(Sandbox &S, bool IsUnlimited = true)
        : S(S), Before(S.IsUnlimited) {
      S.IsUnlimited = IsUnlimited;
    }
    ~Unlimited() { S.IsUnlimited = Before; }
    Unlimited(const Unlimited &) = delete;
    Unlimited &operator=(const Unlimited &) = delete;

  private:
    Sandbox &S;
    bool Before;
  };

private:
  size_t Bytes = 0;
  int64_t Instructions = 0;
  bool IsUnlimited = true;
  lua_State *L = nullptr;

  static void *allocate(void *Self, void *Block, size_t Old, size_t New);
  static void count(lua_State *L, lua_Debug *);
  void openLibraries();
};

} // namespace stevedore

#endif // STEVEDORE_LIB_SCRIPT_SANDBOX_H
