//===- Formula.h - Expressions to be evaluated often ------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Index expressions whose variables are slots of a frame, evaluated in 64 bits
/// as C does, with overflow noticed.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_REPLAY_FORMULA_H
#define STEVEDORE_LIB_REPLAY_FORMULA_H

#include "stevedore/LoopTree/Expression.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Values.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include "isl/ast.h"

namespace stevedore {
namespace replay {

/// The values of the variables of a program that is executed.
struct Frame {
  std::vector<int64_t> Values;
  /// The number of the worker, and how many there are.
  int64_t Worker = 0, Workers = 1;
  /// The first thing that went wrong; empty: nothing.
  std::string Failure;

  void fail(const llvm::Twine &Message) {
    if (Failure.empty())
      Failure = Message.str();
  }
};

/// Where the variables of a program are in its frame.
class Slots {
public:
  unsigned of(llvm::StringRef Name) {
    return Numbers.try_emplace(Name, Numbers.size()).first->second;
  }
  unsigned ofParameter(unsigned Number) {
    return of("parameter " + std::to_string(Number));
  }
  unsigned ofSize(llvm::StringRef Name) { return of(("size " + Name).str()); }
  size_t size() const { return Numbers.size(); }
  /// Calls \p Visit with the name and the slot of each variable.
  void
  forEach(llvm::function_ref<void(llvm::StringRef, unsigned)> Visit) const {
    for (const auto &Entry : Numbers)
      Visit(Entry.first(), Entry.second);
  }

private:
  llvm::StringMap<unsigned> Numbers;
};

/// An expression over the slots of a frame.
class Formula {
public:
  Formula(const looptree::Expr &E, Slots &Names);

  /// The value in \p F; anything where that has failed.
  int64_t evaluate(Frame &F) const {
    if (!IsLinear)
      return evaluateTree(F);
    int64_t Result = Number, Product;
    bool Overflow = false;
    for (auto [Coefficient, Slot] : Terms) {
      Overflow |= llvm::MulOverflow(Coefficient, F.Values[Slot], Product);
      Overflow |= llvm::AddOverflow(Result, Product, Result);
    }
    if (Overflow)
      F.fail("a number does not fit into 64 bits");
    return Result;
  }

private:
  looptree::Expr::Kind Op;
  /// A sum of multiples of variables and of Number: most subscripts are.
  bool IsLinear = false;
  /// Of a linear one: coefficients and slots.
  std::vector<std::pair<int64_t, unsigned>> Terms;
  /// Of a number, and of a sum.
  int64_t Number = 0;
  bool Fits = true;
  std::vector<int64_t> Coefficients;
  std::vector<Formula> Operands;

  int64_t evaluateTree(Frame &F) const;
  void findTerms();

  int64_t arithmetic(int64_t A, int64_t B, Frame &F) const;
  int64_t sum(Frame &F) const;
};

std::vector<Formula> formulas(llvm::ArrayRef<looptree::Expr> Exprs,
                              Slots &Names);

/// What isl generated, where its identifiers are variables. Errors: a kind of
/// expression that isl does not generate for loops.
llvm::Expected<looptree::Expr> fromIsl(const isl::ast_expr &E);

/// A condition on parameters by name.
class Predicate {
public:
  /// That of a parameter set.
  static llvm::Expected<Predicate> make(const isl::set &S);
  /// Whether it holds; \p Values gives each of its parameters a value.
  bool holds(ValueOf Values) const;

private:
  explicit Predicate(const looptree::Expr &E) : Condition(E, Names) {}
  Slots Names;
  Formula Condition;
};

} // namespace replay
} // namespace stevedore

#endif // STEVEDORE_LIB_REPLAY_FORMULA_H
