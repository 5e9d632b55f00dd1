//===- WalkDecisions.h - What a walk decides for the next -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What a walk over a region finds out too late.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_STATE_WALKDECISIONS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_STATE_WALKDECISIONS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/Error.h"
#include <map>
#include <set>
#include <string>

namespace stevedore {

/// Numbers by the texts of the parameters that have them.
using ParameterNumbers = std::map<std::string, int64_t>;

/// What the walk over a region finds out too late, so that it begins anew.
struct WalkDecisions {
  /// Where loops begin, and `if` and `switch` statements, that data decide
  /// about: simpler forms of statements are made anew in each walk.
  std::set<clang::SourceLocation> Loops, Branches;
  /// Variables of which some value is not followed.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> InMemory;
  /// What is in memory and no parameter, since the region stores to it.
  std::set<std::string> Changing;
  /// The texts of parameters that do not always exist, and what reads them
  /// where they do.
  std::map<std::string, std::string> ReadAs;

  /// The numbers for which alone the region is modelled.
  ParameterNumbers Specialized;

  /// Variables of the function that keep what they are declared with are that,
  /// where they are computed from others that do.
  bool TakesDefinitions = false;

  /// The bases of arrays whose subscripts count from what all of them add.
  std::set<std::string> FromStart;

  /// Counters that begin with what they hold where the region is entered.
  llvm::SmallSetVector<const clang::VarDecl *, 2> FromEntry;
  /// The variables that stand for others in all walks.
  llvm::DenseMap<const clang::VarDecl *, clang::VarDecl *> StandIns;

  bool isOnData(const clang::Stmt *S) const;
  /// True if \p S is modelled as one statement: a loop that data decide about,
  /// or an `if` or `switch` without loops.
  bool isOpaque(const clang::Stmt *S) const;
  /// Whether data decide about a `continue` of the loop with the body \p S.
  bool endsOnData(const clang::Stmt *S) const;
  /// How many there are: a walk that has added to them is repeated.
  size_t count() const;
  /// How many of them say that data decide.
  size_t countOnData() const { return Loops.size() + Branches.size(); }
};

/// The error of a walk that has ended only so that another one begins.
class WalkAgain : public llvm::ErrorInfo<WalkAgain> {
public:
  static char ID;
  void log(llvm::raw_ostream &OS) const override { OS << "walk again"; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_STATE_WALKDECISIONS_H
