//===- RegionModel.h - What becomes of a region -----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The model of a region, and what a walk notes on the way to it.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_STATE_REGIONMODEL_H
#define STEVEDORE_LIB_FRONTEND_CLANG_STATE_REGIONMODEL_H

#include "Facts/Origins.h"
#include "State/WalkPoint.h"
#include "stevedore/Frontend/Clang/Extract.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>
#include <memory>
#include <set>

namespace stevedore {

/// What comes out; see SourceRegion.
struct RegionModel : TextAround {
  Scop Program;
  SourceText Source;
  /// Variables of arrays and storagePlaces() of them.
  std::map<std::string, SourceRegion::Places> Storage;
  /// The parts of Source.RuntimeCondition.
  std::vector<TestedCondition> Tested;
  FactList Facts;
};

/// A value that the region assumes not to change, although its address may be
/// known to somebody else.
struct ExposedInvariant {
  std::string Text;
  clang::QualType Type;
  clang::SourceLocation Location;
  /// Of its address.
  Provenance Of;
  /// The lvalue, where that has an address; what is found first on the way to
  /// it.
  const clang::Expr *Object = nullptr;
  const clang::ValueDecl *Root = nullptr;
  bool ThroughPointer = false;
};

/// A parameter that the region finds through a pointer.
struct EarlyRead {
  std::string Text;
  /// The last one on the way, a key of WalkNotes::Followed.
  std::string Pointer;
  clang::SourceLocation Location;
};

struct LoopMemo;

/// The C text of parameters, each once, in the order in which they are found.
using ParameterTexts = llvm::SetVector<std::string, std::vector<std::string>,
                                       std::set<std::string>>;

/// What a walk notes for later points of it and for its end.
struct WalkNotes {
  /// { : } what the types of the parameters say about their values; never part
  /// of the context, because of its large constants.
  isl::set TypeBounds;
  /// { : } each: what else holds of them, sets of several pieces. Their
  /// intersection may have as many as the product of theirs.
  std::vector<isl::set> Alternatives;
  /// What is known before the walk.
  isl::set EntryContext;
  llvm::DenseMap<const clang::VarDecl *, DerivedValue> Derived;
  /// Index variables whose assignments are left out of the model.
  llvm::SmallSetVector<const clang::VarDecl *, 4> Forwarded;
  /// Index variables whose values some loop carries on in a way that is not
  /// affine.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> NotCarried;
  /// The steps `k++` of index variables whose values are followed although they
  /// stand inside an expression.
  llvm::SmallPtrSet<const clang::Expr *, 4> Steps;
  /// { : } where the region follows a pointer, by its text, and the parameters
  /// that are found so, by their names.
  std::map<std::string, isl::set> Followed;
  std::map<std::string, EarlyRead> EarlyReads;
  std::vector<ExposedInvariant> Exposed;
  SizeFactors Factors;
  /// What has been found of the values in loops.
  std::shared_ptr<LoopMemo> Loops;
  /// The texts of parameters with a number in place of which something would
  /// be affine that is not; those for which the value of some variable would
  /// be, whether it matters or not, and for which variables.
  ParameterTexts Specializable;
  ParameterTexts SpecializableElsewhere;
  llvm::DenseMap<const clang::VarDecl *, ParameterTexts> SpecializableFor;
  /// How often the value of an index variable has been used, and where first in
  /// a loop's header or a condition, whose text the final values of iterators
  /// repeat; or the first loop or `continue` of a form that they cannot repeat.
  unsigned NumIndexUses = 0;
  const clang::Stmt *IndexInControl = nullptr;
  /// What that is, in the words of a message.
  std::string ControlName;
  /// Takes \p S, which is \p What, for it unless there has been another.
  void hideFinalValues(const clang::Stmt *S, llvm::StringRef What);
  /// The arrays that are `register` variables, by their names in the program.
  std::map<std::string, const clang::VarDecl *> Registers;
  /// The last loop over each iterator that has been modelled.
  std::map<const clang::VarDecl *, clang::SourceLocation> LoopStarts;
  /// The loop that each hint of the source is for; invalid: none.
  std::vector<clang::SourceLocation> HintedLoops;
  /// Loops whose OpenMP directive gives each thread its own iterators, so that
  /// those outside keep their values where the directive is heeded.
  llvm::SmallPtrSet<const clang::Stmt *, 4> OwnIterators;
  /// The ranges of variables declared in the region that keep their values, and
  /// of those of statements that are modelled as a whole.
  llvm::DenseMap<const clang::VarDecl *, RangeOfVariable> Ranges;
  std::vector<ElementFact> Elements;
  /// Variables that only one instance of a statement uses.
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Own;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_STATE_REGIONMODEL_H
