//===- Original.h - The program in its original order -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What the original program does: its instances in their order, and the
/// elements that each accesses.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_REPLAY_ORIGINAL_H
#define STEVEDORE_LIB_REPLAY_ORIGINAL_H

#include "Formula.h"
#include "stevedore/Scop/Scop.h"
#include <functional>
#include <memory>
#include <optional>

namespace stevedore {
namespace replay {

/// The variable that coordinate number \p I of an instance is.
std::string iterationName(unsigned I);

/// What a program did, one access after the other.
///
/// Data are identities here, which choose no elements. Where a program's data
/// do, and where they decide whether something is written, the instance decides
/// by chance, the same each time.
struct Trace {
  /// An instance: its statement, and where its iteration vector and then,
  /// for each access, whether it is made and its subscripts begin in Numbers;
  /// behind them the first and the last subscript of each dimension in which
  /// the subscript is chosen.
  struct Event {
    unsigned Statement;
    size_t Begin;
  };
  std::vector<Event> Events;
  std::vector<int64_t> Numbers;
  unsigned long Steps = 0;
};

/// The least and the greatest value of a subscript, where they are known.
struct SubscriptRange {
  std::optional<int64_t> First, Last;

  bool isKnown() const { return First && Last; }
  bool contains(int64_t Subscript) const {
    return isKnown() && *First <= Subscript && Subscript <= *Last;
  }
};

/// The number from \p First to \p Last that access number \p Access of the
/// instance with the identity \p Instance chooses in dimension \p D.
int64_t chosen(uint64_t Instance, unsigned Access, unsigned D, int64_t First,
               int64_t Last);

/// The loops of a program in its original order.
class Original {
public:
  /// Errors: an access that is several elements in an instance; isl.
  static llvm::Expected<std::unique_ptr<Original>> make(const Scop &S);
  Original(const Original &) = delete;

  /// What the program does for these \p Parameters; none if it takes
  /// \p MaxSteps or more, or a number does not fit.
  std::optional<Trace> run(llvm::ArrayRef<int64_t> Parameters,
                           unsigned long MaxSteps) const;

  /// The dimension of the iteration vectors of a statement.
  unsigned dimensions(unsigned Statement) const {
    return Elements[Statement].Iteration.size();
  }

  /// When an instance of a statement makes its access number \p Access, over
  /// parameters by name and iterationName(); none: always.
  const std::optional<looptree::Expr> &condition(unsigned Statement,
                                                 unsigned Access) const {
    return Conditions[Statement][Access];
  }

  /// The first and the last subscript of each dimension in which access number
  /// \p Access of a statement has chosen ones, over the same.
  llvm::ArrayRef<std::pair<looptree::Expr, looptree::Expr>>
  choices(unsigned Statement, unsigned Access) const {
    return Choices[Statement][Access];
  }

  /// The least and the greatest subscripts that elements of array number
  /// \p Array have; none where that is not known. That of a dimension but the
  /// first tells how many elements are in a row of memory.
  std::vector<SubscriptRange> extent(unsigned Array,
                                     llvm::ArrayRef<int64_t> Parameters) const;

private:
  struct State {
    Frame F;
    Trace T;
    unsigned long MaxSteps;
  };
  using Action = std::function<void(State &)>;

  /// The elements of each access of a statement, behind whether it is made; the
  /// iteration vector is in slots of the frame.
  struct Accesses {
    std::vector<unsigned> Iteration;
    std::vector<Formula> Subscripts;
  };

  explicit Original(const Scop &S) : S(&S) {}
  llvm::Error build();
  llvm::Error addAccesses(const Statement &Stmt);
  llvm::Error addCondition(const Statement &Stmt, const isl::set &Instances,
                           std::vector<Formula> &Result);
  llvm::Error addExtent(const Array &A, const isl::ast_build &Build);
  llvm::Error addSubscripts(const Access &A, const isl::map &Elements,
                            const isl::ast_build &Build,
                            std::vector<Formula> &Result);
  llvm::Expected<Formula> convert(isl_ast_expr *E);
  llvm::Expected<Action> actionOf(const isl::ast_node &Node);
  llvm::Expected<Action> loop(const isl::ast_node &For);
  llvm::Expected<Action> branch(const isl::ast_node &If);
  llvm::Expected<Action> sequence(const isl::ast_node &Block);
  llvm::Expected<Action> instance(const isl::ast_node &User);
  Frame frame(llvm::ArrayRef<int64_t> Parameters) const;

  const Scop *S;
  Slots Names;
  std::vector<unsigned> ParameterSlots;
  /// Of each statement.
  std::vector<Accesses> Elements;
  std::vector<std::vector<std::optional<looptree::Expr>>> Conditions;
  std::vector<
      std::vector<std::vector<std::pair<looptree::Expr, looptree::Expr>>>>
      Choices;
  /// Of each array the bounds of its dimensions.
  struct Bounds {
    std::optional<Formula> First, Last;
  };
  std::vector<std::vector<Bounds>> Extents;
  Action Loops;
};

} // namespace replay
} // namespace stevedore

#endif // STEVEDORE_LIB_REPLAY_ORIGINAL_H
