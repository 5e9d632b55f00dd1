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
/// context, parameters, names, and the first reason to give up.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_STATE_REGIONSTATE_H
#define STEVEDORE_LIB_FRONTEND_CLANG_STATE_REGIONSTATE_H

#include "Facts/FunctionFacts.h"
#include "Facts/OwnStorage.h"
#include "Reasons/Rejections.h"
#include "stevedore/Frontend/Clang/Extract.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <set>

namespace stevedore {

/// The loops and conditions around a statement.
struct Nest {
  llvm::SmallVector<const clang::VarDecl *, 6> Iterators;
  /// { [i1,...,id] }, iterator values for which the statement is executed.
  isl::set Domain;
  unsigned depth() const { return Iterators.size(); }
};

/// A variable declared in the region with an affine value that never changes:
/// it is replaced by its initializer wherever it is used.
struct DerivedValue {
  /// { [i1,...,id] -> [v] } over the iterators around its declaration.
  isl::pw_aff Value;
  const clang::Expr *Init = nullptr;
};

/// What a variable holds at one point of the walk over the region.
struct IndexValue {
  /// { [i1,...,id] -> [v] } over iterators of the nest; null if the value is
  /// not affine.
  isl::pw_aff Value;
  /// Otherwise what was assigned, a product of iterators and parameters.
  const clang::Expr *Init = nullptr;
};

/// The values { v : Low <= v <= High }, { [i1,...,id] -> [v] } over iterators of
/// the nest; null: not bounded.
struct ValueRange {
  isl::pw_aff Low, High;
};

/// What is known of the values of \p E at one point of the walk.
struct ValueFact {
  const clang::Expr *E = nullptr;
  ValueRange Range;
};

/// What the user promises of each element of the array called \p Array.
struct ElementFact {
  std::string Array;
  ValueRange Range;
  /// Its words.
  std::string Text;
};

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

  /// Counters that begin with what they hold where the region is entered.
  llvm::SmallSetVector<const clang::VarDecl *, 2> FromEntry;
  /// The variables that stand for others in all walks.
  llvm::DenseMap<const clang::VarDecl *, clang::VarDecl *> StandIns;

  bool isOnData(const clang::Stmt *S) const;
};

/// The truth value of a condition on data.
struct DataGuard {
  const clang::VarDecl *Var = nullptr;
  bool Holds = true;
};

/// The index variables that have known values, and those values.
using IndexMap = llvm::DenseMap<const clang::VarDecl *, IndexValue>;

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
  /// The last one on the way, a key of RegionState::Followed.
  std::string Pointer;
  clang::SourceLocation Location;
};

/// A subscript that has to stay within the row \p Row.
struct RowCheck {
  const clang::Expr *Index = nullptr;
  const clang::ArrayType *Row = nullptr;
};

/// Pointers that change places with each other, each taking the value of the
/// next one.
struct PointerTurn {
  llvm::SmallVector<const clang::VarDecl *, 3> Pointers;
  /// How often they have, and the array of what they were before: variables that
  /// the file does not have.
  const clang::VarDecl *Counter = nullptr;
  const clang::VarDecl *Array = nullptr;
};

/// A variable that the region changes, as a base that it does not change and an
/// offset from there.
struct MovedVariable {
  const clang::VarDecl *Var = nullptr;
  /// A pointer; null: the variable is an integer, and the offset what it holds.
  const clang::Expr *Base = nullptr;
  /// A variable that the file does not have.
  const clang::VarDecl *Offset = nullptr;
};

struct MemoryPath;

class RegionState {
public:
  RegionState(clang::ASTContext &AST, isl::ctx Ctx,
              const clang::FunctionDecl *Function,
              const FunctionFacts &Facts,
              llvm::ArrayRef<const clang::Stmt *> Statements);

  clang::ASTContext &AST;
  isl::ctx Ctx;
  const clang::FunctionDecl *Function;
  /// Of the function, with variables that stand for others by their names.
  VariableFacts InFunction;
  const PointerOrigins &Origins;
  /// What has been believed.
  std::shared_ptr<FactList> Believed;
  /// Adds to it what the code at \p Loc shows; none: an option.
  void believe(FactReason Why, std::vector<std::string> Of,
               clang::SourceLocation Loc) const;
  VariableFacts InRegion;
  llvm::ArrayRef<const clang::Stmt *> Region;
  /// Its first statement in the file.
  const clang::Stmt *First;
  /// Bodies stand in place of calls: the file does not have all texts.
  bool HasBodies = false;
  /// The statements of the region in simpler forms, where some have them.
  std::vector<const clang::Stmt *> PlainRegion;
  /// Pointers that take turns, and the text that gives them their values after
  /// the region.
  std::vector<PointerTurn> Turns;
  std::string FinalPointers;
  /// Declares what that needs, at the beginning of the region; and takes it from
  /// the original, which may run for values that the model does not have.
  std::string Ends, Kept;
  /// Those of them with \p Pointer; null if it takes none.
  const PointerTurn *turn(const clang::VarDecl *Pointer) const;
  /// Variables that move, and those of the region that have been declared anew.
  std::vector<MovedVariable> Moved;
  llvm::DenseMap<const clang::VarDecl *, const clang::VarDecl *> Renamed;
  /// \p Var as one that moves, and the one that has the offset \p Offset; null
  /// if it is none.
  const MovedVariable *moved(const clang::VarDecl *Var) const;
  const MovedVariable *movedBy(const clang::VarDecl *Offset) const;
  /// The variable that stands for \p Var in each walk, where that is declared;
  /// one called \p Name, or longer, of type \p Type.
  clang::VarDecl *standIn(const clang::VarDecl *Var, std::string Name,
                          clang::QualType Type);
  /// What references declared in the region stand for, and what the variables
  /// of range-based loops are or start as, whose declarations do not say it.
  /// Outer ones come first.
  llvm::MapVector<const clang::VarDecl *, const clang::Expr *> Meanings;
  /// The counters of those loops, which the file does not have.
  llvm::SmallVector<const clang::VarDecl *, 4> Counters;
  /// The object that \p D, a reference declared in the region, stands for; null
  /// for other variables.
  const clang::Expr *referent(const clang::ValueDecl *D) const;
  /// What \p Var is initialized with; null if with nothing.
  const clang::Expr *initOf(const clang::VarDecl *Var) const;
  /// Variables of arrays and storagePlaces() of them.
  std::map<std::string, SourceRegion::Places> Storage;
  /// What has to hold of statements that the file does not have.
  llvm::DenseMap<const clang::Expr *, std::vector<RowCheck>> RowChecks;

  Scop Program;
  SourceText Source;
  /// The parts of its RuntimeCondition.
  std::vector<TestedCondition> Tested;
  /// { : } what the types of the parameters say about their values; never part
  /// of Program.Context, because of its large constants.
  isl::set TypeBounds;
  /// { : } what they say about the values as they stand in conditions,
  /// converted to `long long`.
  isl::set ConvertedBounds;
  llvm::DenseMap<const clang::VarDecl *, DerivedValue> Derived;
  /// The variables whose values subscripts, bounds or conditions use, those of
  /// them that nothing else uses, and the latter whose assignments are left out
  /// of the model.
  llvm::SmallPtrSet<const clang::VarDecl *, 8> IndexVariables, IndexOnly;
  llvm::SmallSetVector<const clang::VarDecl *, 4> Forwarded;
  /// Their values at this point of the walk; affine ones may be defined for a
  /// part of the iterations only.
  IndexMap IndexValues;
  /// Those whose values some loop carries on in a way that is not affine.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> NotCarried;
  /// The steps `k++` of index variables whose values are followed although they
  /// stand inside an expression.
  llvm::SmallPtrSet<const clang::Expr *, 4> Steps;
  /// While values are only tried out, no iteration is excluded: all those that
  /// would have to be are assumed to be.
  bool IsTrial = false;
  /// While an expression is looked at that the program need not evaluate here,
  /// and for which iterations of the nest it does; null: for all.
  bool IsGuess = false;
  isl::set Reached;
  /// { : } where the region follows a pointer, by its text, and the parameters
  /// that are found so, by their names.
  std::map<std::string, isl::set> Followed;
  std::map<std::string, EarlyRead> EarlyReads;
  /// What is known before the walk.
  isl::set EntryContext;
  /// How often such a value has been used, and where first in a loop's header
  /// or a condition, whose text the final values of iterators repeat; or the
  /// first loop or `continue` of a form that they cannot repeat.
  unsigned NumIndexUses = 0;
  const clang::Stmt *IndexInControl = nullptr;
  /// What that is, in the words of a message.
  std::string ControlName;
  /// Takes \p S, which is \p What, for it unless there has been another.
  void hideFinalValues(const clang::Stmt *S, llvm::StringRef What);
  /// Iterators of any loop of the region.
  llvm::SmallVector<const clang::VarDecl *, 8> AllIterators;
  std::vector<ExposedInvariant> Exposed;
  /// The arrays that are `register` variables, by their names in Program.
  std::map<std::string, const clang::VarDecl *> Registers;
  /// The last loop over each iterator that has been modelled.
  std::map<const clang::VarDecl *, clang::SourceLocation> LoopStarts;
  /// The loop that each hint of Source is for; invalid: none.
  std::vector<clang::SourceLocation> HintedLoops;
  std::optional<Rejection> Why;
  /// What has been decided in walks before, and whether this one has added to
  /// it, so that it ends.
  WalkDecisions Made;
  bool HasDecided = false;
  /// This walk has ended only so that another one begins.
  bool BeginsAnew = false;
  /// Loops may be statements of their own.
  bool MayHoldLoops = false;
  /// Data decide about nothing in the model.
  bool OnlyAffine = false;
  /// True if \p S is modelled as one statement: a loop that data decide about,
  /// or an `if` or `switch` without loops.
  bool isOpaque(const clang::Stmt *S) const;
  /// Whether data decide about a `continue` of the loop with the body \p S.
  bool endsOnData(const clang::Stmt *S) const;
  /// Decides that \p Var is in memory; always false.
  bool decide(const clang::VarDecl *Var);
  /// The ranges of variables declared in the region that keep their values, and
  /// of those of statements that are modelled as a whole.
  llvm::DenseMap<const clang::VarDecl *, ValueRange> Ranges;
  std::vector<ValueFact> Facts;
  std::vector<ElementFact> Elements;
  /// The conditions on data under which this point of the walk is reached.
  llvm::SmallVector<DataGuard, 4> Guards;
  /// Variables that only one instance of a statement uses.
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Own;

  /// Records the first rejection; always false.
  bool reject(RejectReason Reason, clang::SourceLocation Location,
              llvm::ArrayRef<std::string> Arguments = {});

  /// Rejects \p S, a statement that has no model.
  bool rejectStatement(const clang::Stmt *S);

  /// The parameter for the unchanging integer \p E, to which \p Path leads, or
  /// which is computed from values of type \p Held there.
  isl::id parameter(const clang::Expr *E, const MemoryPath &Path,
                    clang::QualType Held = {});

  /// The parameter for what \p Var, which only assignments that are left out of
  /// the model change, holds when the region is entered.
  isl::id entryValue(const clang::VarDecl *Var);

  /// Makes those entry values parameters of the region that \p V uses.
  void useEntryValues(const isl::pw_aff &V);

  /// Records that \p E, which is found by way of \p Root, must not change in
  /// the region, nor the values of type \p Held (null: its own) from which it is
  /// computed.
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

  /// The pragmas of the file, and the region's place in it.
  const ScopPragmas *Pragmas = nullptr;
  unsigned BeginOffset = 0;
  unsigned EndOffset = 0;
  /// The OpenMP directives in the region.
  std::vector<const OpenMPPragma *> directives() const;
  /// Loops whose OpenMP directive gives each thread its own iterators, so that
  /// those outside keep their values where the directive is heeded.
  llvm::SmallPtrSet<const clang::Stmt *, 4> OwnIterators;

  /// The loops of the function around the region, outermost first.
  llvm::SmallVector<const clang::Stmt *, 4> LoopsAround;

  /// What the function does with the memory behind \p Var.
  OwnStorage storage(const clang::VarDecl *Var) const;

  /// The statements of the function that give \p Var its memory and take it
  /// back, where nothing else outside of the region mentions the variable.
  SourceRegion::Places storagePlaces(const clang::VarDecl *Var) const;

  /// True if \p D is declared inside the region.
  bool isDeclaredInRegion(const clang::Decl *D) const;

  /// True if \p Var is mentioned outside of the region.
  bool isMentionedOutside(const clang::VarDecl *Var) const;

  /// Makes sure that no instance of \p Bad, those of \p Domain, { [i] }, with
  /// which something is wrong, is executed: proves it empty, or adds a run-time
  /// condition on parameters that makes it so. With \p Assume the condition
  /// becomes part of the context as well. False, and nothing is added, if
  /// neither is possible or no instance of the domain would be left.
  bool exclude(const isl::set &Bad, const isl::set &Domain, bool Assume);

  /// Makes sure by a run-time condition that (\p Most + 1) times the product of
  /// \p Sizes, all { [v] } without iterators, is at most \p Limit, and the sizes
  /// positive. False if the condition cannot be written.
  bool limitProduct(const isl::pw_aff &Most, llvm::ArrayRef<isl::pw_aff> Sizes,
                    const llvm::APSInt &Limit);

private:
  bool isInRegion(clang::SourceLocation Loc) const;
  void require(const std::string &Condition, isl::set Holds = {});
  void declareParameter(const isl::id &Id, const std::string &Name,
                        const std::string &Text, clang::QualType Type);
  isl::set withinPower(const isl::set &Good, unsigned K) const;
  std::string narrowCondition(isl::set &Good, const isl::set &Known) const;

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

/// \p Good, a set of parameter values, as a C condition over the parameters'
/// text in \p Source; empty if it needs integer divisions or is false.
std::string conditionText(const isl::set &Good, const SourceText &Source);

/// \p Value, without iterators, as a C expression of type `long long` over the
/// parameters' text in \p Source; empty if it needs divisions.
std::string valueText(const isl::pw_aff &Value, const SourceText &Source);

/// True if \p Condition has a number that a `long long` does not hold.
bool hasWideConstant(llvm::StringRef Condition);

/// The isl value \p V.
isl::val islValue(isl::ctx Ctx, const llvm::APSInt &V);

/// Smallest and largest value of the integer type \p T.
std::pair<llvm::APSInt, llvm::APSInt> typeRange(clang::ASTContext &AST,
                                                clang::QualType T);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_STATE_REGIONSTATE_H
