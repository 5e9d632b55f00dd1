//===- PointLoops.h - Loops over the points of a set ------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The loops that isl generates to scan a set, interpreted; see PointCount.h.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_COUNTING_POINTLOOPS_H
#define STEVEDORE_LIB_COUNTING_POINTLOOPS_H

#include "stevedore/Support/Isl.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "isl/ast.h"
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace stevedore {

/// Loops over the points of one set, for any values of its parameters.
class PointLoops {
public:
  /// Errors: the budget, or loops of a form that is not known here.
  static llvm::Expected<PointLoops> create(const isl::set &Points);

  /// Gives parameter number \p Index of the set the value \p Value.
  void setParameter(unsigned Index, int64_t Value) { Values[Index] = Value; }

  /// The number of points. A loop whose body does not depend on its counter is
  /// counted once, so that the time grows with the number of runs of points,
  /// not of points. Too small where isOverLimit(): of steps, or of the time of
  /// the budget.
  uint64_t count() { return countAt(Root); }

  /// Calls \p Visit for the coordinates of points, in \p Breadth iterations of
  /// each loop: the first and last ones and some in between, or all where there
  /// are no more. Ends when \p Visit returns false. True if all points were
  /// visited.
  bool visitSome(unsigned Breadth,
                 llvm::function_ref<bool(llvm::ArrayRef<int64_t>)> Visit);

  /// The nodes of loops that were gone through.
  uint64_t numSteps() const { return Steps; }
  void setStepLimit(uint64_t Limit) { StepLimit = Limit; }
  bool isOverLimit() const { return Steps >= StepLimit || IsTimeOver; }

private:
  /// An isl AST expression ready to be evaluated often.
  struct Expr {
    isl_ast_expr_op_type Op = isl_ast_expr_op_error;
    enum { Constant, Counter, Operation } K = Constant;
    int64_t Value = 0;
    std::vector<Expr> Args;

    bool mentions(unsigned Counter) const;
  };

  /// A loop nest; the leaves are points.
  struct Node {
    enum { Point, Block, If, For } K = Point;
    unsigned Counter = 0;
    int64_t Step = 1;
    Expr Init, Condition, Last;
    std::vector<Expr> Coordinates;
    std::vector<Node> Body;
    bool DependsOnCounter = true;

    bool mentions(unsigned Counter) const;
  };

  Node Root;
  std::map<std::string, unsigned> Counters;
  std::vector<int64_t> Values;
  uint64_t Steps = 0;
  uint64_t StepLimit = std::numeric_limits<uint64_t>::max();
  bool IsKnown = true;
  bool IsTimeOver = false;

  Expr expression(isl_ast_expr *E);
  void addChild(isl_ast_node *N, Node &Parent);
  bool translate(isl_ast_node *N, Node &Result);
  bool translateFor(isl_ast_node *N, Node &Result);
  void translatePoint(isl_ast_node *N, Node &Result);
  int64_t eval(const Expr &E) const;
  uint64_t countAt(const Node &N);
  void step();

  struct Sampling;
  void visitAt(const Node &N, Sampling &S);
  void visitLoop(const Node &N, Sampling &S);
};

} // namespace stevedore

#endif // STEVEDORE_LIB_COUNTING_POINTLOOPS_H
