//===- RegionState.h ------------------------------------------------ C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What all parts of the extraction share while they model one region:
/// what is given and comes out, where they are, parameters and names.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_STATE_REGIONSTATE_H
#define STEVEDORE_LIB_FRONTEND_CLANG_STATE_REGIONSTATE_H

#include "Facts/OwnStorage.h"
#include "Reasons/Rejections.h"
#include "State/RegionCode.h"
#include "State/RegionForm.h"
#include "State/RegionModel.h"
#include "State/WalkDecisions.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSet.h"

namespace stevedore {

struct MemoryPath;

/// One region while it is modelled.
class RegionState {
public:
  RegionState(const RegionCode &Code, isl::ctx Ctx);

  clang::ASTContext &AST;
  isl::ctx Ctx;
  /// What is given, what is modelled in its place, and what comes out.
  const RegionCode &Code;
  RegionForm Form;
  RegionModel Model;
  /// Where the walk is, what it has noted, and what it leaves to the next one.
  WalkPoint Point;
  WalkNotes Notes;
  WalkDecisions Made;

  /// Adds to what is believed what the code at \p Loc shows; none: an option.
  void believe(FactReason Why, std::vector<std::string> Of,
               clang::SourceLocation Loc) const;
  /// What has been believed.
  const FactList &believed() const { return *Believed; }

  /// The variable that stands for \p Var in each walk, where that is declared;
  /// one called \p Name, or longer, of type \p Type.
  clang::VarDecl *standIn(const clang::VarDecl *Var, std::string Name,
                          clang::QualType Type);
  /// Decides that \p Var is in memory, and rejects.
  llvm::Error decide(const clang::VarDecl *Var);
  /// Counts \p Var, which has no value here, from what it holds where the
  /// region is entered, in another walk.
  void takeFromEntry(const clang::VarDecl *Var);

  /// The error for \p Reason; see makeRejection().
  llvm::Error reject(RejectReason Reason, clang::SourceLocation Location,
                     llvm::ArrayRef<std::string> Arguments = {}) const;

  /// Rejects \p S, a statement that has no model.
  llvm::Error rejectStatement(const clang::Stmt *S) const;

  /// The parameter for the unchanging integer \p E, to which \p Path leads, or
  /// which is computed from values of type \p Held there; called
  /// \p Called, or like its text.
  isl::id parameter(const clang::Expr *E, const MemoryPath &Path,
                    clang::QualType Held = {}, llvm::StringRef Called = "");

  /// { [v] }: the parameter for \p Text, C of type `long long` that is built of
  /// other parameters, called like \p Called.
  isl::pw_aff computed(const std::string &Text, llvm::StringRef Called);

  /// The number for which alone the region is modelled of the parameter \p E.
  std::optional<int64_t> specialized(const clang::Expr *E) const;

  /// True if \p V is a form of parameters and iterators alone: of nothing that
  /// is only tried out, and of no value of a variable on entry.
  bool isOfParameters(const isl::pw_aff &V) const;

  /// Notes that something is not affine because \p Factor, { [i] -> [v] }, is
  /// no number, if that is a form of one parameter; or, unless it \p IsNeeded,
  /// that it may not be in the end.
  void wantNumber(const isl::pw_aff &Factor, bool IsNeeded = true);

  /// The parameter for what \p Var, which only assignments that are left out of
  /// the model change, holds when the region is entered.
  isl::id entryValue(const clang::VarDecl *Var);

  /// Makes those entry values parameters of the region that \p V uses.
  void useEntryValues(const isl::pw_aff &V);

  /// Records that \p E, which is found by way of \p Root, must not change in
  /// the region, nor the values of type \p Held (null: its own) from which it
  /// is computed.
  void assumeInvariant(const clang::Expr *E, const clang::ValueDecl *Root,
                       bool ThroughPointer, clang::QualType Held = {});

  /// A tuple or parameter name made of \p Base that is unique in the region
  /// and none of those that other rooms or isl reserve.
  std::string uniqueName(llvm::StringRef Base);

  /// Gives the name \p Name to a dimension: no parameter or array will have
  /// it. False if that cannot be.
  bool reserveDimensionName(llvm::StringRef Name);

  /// The code of \p E as written, or as printed where macros hide it.
  std::string textOf(const clang::Expr *E) const;
  /// \p E printed from the AST.
  std::string printed(const clang::Expr *E) const;
  std::string typeText(clang::QualType T) const;
  /// \p T with the names of parameters of templates in place of what an
  /// instance has for them.
  clang::QualType written(clang::QualType T) const;

  /// True if \p Text is the C text of a parameter.
  bool hasParameter(const std::string &Text) const {
    return ParameterIds.count(Text);
  }

  /// The OpenMP directives in the region.
  std::vector<const OpenMPPragma *> directives() const;
  /// What the function does with the memory behind \p Var.
  OwnStorage storage(const clang::VarDecl *Var) const;

  /// The statements of the function that give \p Var its memory and take it
  /// back, where nothing else outside of the region mentions the variable.
  SourceRegion::Places storagePlaces(const clang::VarDecl *Var) const;

  /// True if \p D is declared inside the region.
  bool isDeclaredInRegion(const clang::Decl *D) const;

  /// True if \p Var is mentioned outside of the region.
  bool isMentionedOutside(const clang::VarDecl *Var) const;

  /// \p Points, { [i] }, for what is known of the parameters.
  isl::set possible(isl::set Points) const;

  /// Makes sure that no instance of \p Bad, those of \p Domain, { [i] }, with
  /// which something is wrong, is executed: proves it empty, or adds a run-time
  /// condition on parameters that makes it so. With \p Assume the condition
  /// becomes part of the context as well. False, and nothing is added, if
  /// neither is possible or no instance of the domain would be left.
  bool exclude(const isl::set &Bad, const isl::set &Domain, bool Assume);

  /// Adds \p Condition to those that are tested at run time; it is true where
  /// \p Holds, { : }, is, unless that is null.
  void require(const std::string &Condition, isl::set Holds = {});

  /// Makes sure by a run-time condition that the pointers \p A and \p B are
  /// equal.
  void requireEqual(const clang::Expr *A, const clang::Expr *B) {
    require(printed(A) + " == " + printed(B));
  }

  /// Makes sure by a run-time condition that (\p Most + 1) times the product of
  /// \p Sizes, all { [v] } without iterators, is at most \p Limit, and the
  /// sizes positive. False if the condition cannot be written.
  bool limitProduct(const isl::pw_aff &Most, llvm::ArrayRef<isl::pw_aff> Sizes,
                    const llvm::APSInt &Limit);

  /// Tests that parameters leave room for what the new loops compute with the
  /// numbers of the model. False if none do.
  bool leaveRoom();

private:
  bool isInRegion(clang::SourceLocation Loc) const;
  void specialize(const isl::id &Id, const std::string &Text);
  void declareParameter(const isl::id &Id, const std::string &Name,
                        const std::string &Text, clang::QualType Type);
  isl::set within(const isl::id &Id, unsigned Power, bool Natural = false);
  void keepNear(const isl::id &Id, clang::QualType Type, bool Counts = false);

  std::shared_ptr<FactList> Believed;
  std::map<std::string, isl::id> ParameterIds;
  /// The parameter for the value that a variable has on entry.
  struct EntryValue {
    const clang::VarDecl *Var;
    std::string Name;
    isl::id Id;
  };
  std::vector<EntryValue> EntryValues;
  llvm::StringSet<> Names;
  llvm::StringSet<> DimensionNames;
  llvm::StringSet<> Conditions;
};

/// What is noted while it is alive of parameters that should be numbers, for
/// the value of one variable, matters only where that is used.
class WantsOf {
public:
  WantsOf(RegionState &R, const clang::VarDecl *Var);
  ~WantsOf();
  /// \p Value, with which the variable is known where it is a polynomial: uses
  /// that want it affine name its factors.
  std::optional<IndexValue> polynomial(std::optional<IndexValue> Value) {
    IsKnown = Value.has_value();
    return Value;
  }

private:
  RegionState &R;
  const clang::VarDecl *Var;
  bool IsKnown = false;
  ParameterTexts Others;
};

/// \p Good, a set of parameter values, as a C condition over the parameters'
/// text in \p Source; empty if it needs integer divisions or is false.
std::string conditionText(const isl::set &Good, const SourceText &Source);

/// \p Value, without iterators, as a C expression of type `long long` over the
/// parameters' text in \p Source; empty if it needs divisions, or some of what
/// may be negative in \p Context, { : }, where that is given.
std::string valueText(const isl::pw_aff &Value, const SourceText &Source,
                      const isl::set &Context = {});

/// True if \p Condition has a number that a `long long` does not hold.
bool hasWideConstant(llvm::StringRef Condition);

/// The isl value \p V.
isl::val islValue(isl::ctx Ctx, const llvm::APSInt &V);

/// Smallest and largest value of the integer type \p T.
std::pair<llvm::APSInt, llvm::APSInt> typeRange(clang::ASTContext &AST,
                                                clang::QualType T);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_STATE_REGIONSTATE_H
