//===- Sequences.cpp - Statements that are modelled together --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "File/Sequences.h"
#include "Reasons/Rejections.h"
#include "Syntax/Control.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Statements from Begin to before End that are in a region together or not at
/// all. IsCandidate: they may be in one, for they have a model, or set what
/// others use and execute nothing alone.
struct Unit {
  size_t Begin, End;
  bool IsCandidate;
  /// That of a loop, or of one with settings, where it is a region alone.
  SourceRegion Alone = {};
};

/// The units of one block.
class Units {
public:
  Units(SequenceUser::Slice Children, const SequenceUser &User)
      : Children(Children), User(User) {
    for (size_t K = 0; K < Children.size(); ++K)
      add(K);
  }
  void find();

private:
  SequenceUser::Slice from(size_t Begin, size_t End) const {
    return Children.slice(Begin, End - Begin);
  }
  bool hasLoops(size_t Begin, size_t End) const {
    return llvm::any_of(from(Begin, End), containsLoop);
  }
  size_t settingsBefore(size_t End) const;
  size_t withSettings(size_t Loop, const Rejection &Alone,
                      SourceRegion &Whole) const;
  bool model(size_t First, size_t Last, SourceRegion &Result);
  void add(size_t Child);

  SequenceUser::Slice Children;
  const SequenceUser &User;
  llvm::SmallVector<Unit, 16> All;
};

} // namespace

bool stevedore::containsLoop(const Stmt *S) {
  return S && (isLoop(S) || llvm::any_of(partsOf(S), containsLoop));
}

bool stevedore::isTooLong(const SourceRegion &Region) {
  return Region.Why && isFor(*Region.Why, RejectReason::TooLong);
}

/// Whether loops that are refused for \p Why may have a model together with
/// what the statements before it set.
static bool maySettingsHelp(const Rejection &Why) {
  return isFor(Why,
               {RejectReason::CarriedValue, RejectReason::NotAffine,
                RejectReason::ModifiedParameter, RejectReason::PointerModified,
                RejectReason::PointerArithmetic, RejectReason::EndlessLoop,
                RejectReason::WhileLoop, RejectReason::DoLoop});
}

/// The first of the units before number \p End that may be in a region with it
/// and have no loops.
size_t Units::settingsBefore(size_t End) const {
  while (End > 0 && All[End - 1].IsCandidate &&
         !hasLoops(All[End - 1].Begin, All[End - 1].End))
    --End;
  return End;
}

/// Whether \p S does more than declare variables without values.
static bool setsSomething(const Stmt *S) {
  const auto *Declaration = dyn_cast<DeclStmt>(S);
  return !Declaration || llvm::any_of(Declaration->decls(), [](const Decl *D) {
    const auto *Var = dyn_cast<VarDecl>(D);
    return !Var || Var->hasInit();
  });
}

/// Where a region that ends with number \p Loop, which has loops and is none
/// alone, begins: they may count from, or move pointers from, what statements
/// right before them set, and what the loops before these leave. Of those that
/// do the most are taken, and are \p Whole. Where it is refused with the most
/// of them for the reason that it has \p Alone, fewer do not help either.
size_t Units::withSettings(size_t Loop, const Rejection &Alone,
                           SourceRegion &Whole) const {
  size_t First = settingsBefore(All.size());
  llvm::SmallVector<size_t, 8> Begins;
  if (First > 0 && All[First - 1].IsCandidate) {
    size_t Before = settingsBefore(First - 1);
    Begins.push_back(All[Before].Begin);
    if (Before != First - 1)
      Begins.push_back(All[First - 1].Begin);
  }
  for (const Unit &U : llvm::ArrayRef(All).drop_front(First))
    if (setsSomething(Children[U.Begin]))
      Begins.push_back(U.Begin);
  for (size_t Begin : Begins) {
    SourceRegion Tried;
    if (User.Model(from(Begin, Loop + 1), Tried)) {
      Whole = std::move(Tried);
      return Begin;
    }
    if (Tried.Why && isSameReason(*Tried.Why, Alone))
      break;
  }
  return Loop;
}

/// Whether \p S declares an array of variable size, which stays where it is,
/// before the loops that access it.
static bool declaresVariableArray(const DeclStmt *S) {
  return llvm::any_of(S->decls(), [](const Decl *D) {
    const auto *Var = dyn_cast<VarDecl>(D);
    return Var && Var->getType()->isVariableArrayType();
  });
}

void Units::add(size_t Child) {
  const Stmt *S = Children[Child];
  SourceRegion Alone;
  const auto *Declared = dyn_cast<DeclStmt>(S);
  bool MayBe =
      Declared ? !declaresVariableArray(Declared) : User.Model(S, Alone);
  bool HasLoop = containsLoop(S);
  bool IsSetting =
      Alone.Why && !HasLoop && isFor(*Alone.Why, RejectReason::NoStatement);
  bool MayBeHelped = Alone.Why && HasLoop && maySettingsHelp(*Alone.Why);
  SourceRegion Whole;
  size_t Begin = MayBeHelped ? withSettings(Child, *Alone.Why, Whole) : Child;
  while (!All.empty() && All.back().Begin >= Begin)
    All.pop_back();
  All.push_back({Begin, Child + 1, MayBe || IsSetting || Begin != Child});
  if (HasLoop && (Begin != Child || !Alone.Why))
    All.back().Alone = std::move(Begin != Child ? Whole : Alone);
}

/// Whether the units from number \p First to \p Last have a model together.
bool Units::model(size_t First, size_t Last, SourceRegion &Result) {
  Result = {};
  if (First == Last && All[First].Alone.Model)
    std::swap(Result, All[First].Alone);
  return Result.Model ||
         User.Model(from(All[First].Begin, All[Last].End), Result);
}

void Units::find() {
  for (size_t I = 0; I < All.size();) {
    if (!All[I].IsCandidate) {
      User.Search(Children[All[I++].Begin]);
      continue;
    }
    size_t End = I;
    while (End < All.size() && All[End].IsCandidate)
      ++End;
    SourceRegion Result;
    bool IsOk = false;
    for (size_t Stop = End; Stop > I && !IsOk;) {
      if (!hasLoops(All[I].Begin, All[Stop - 1].End))
        break;
      IsOk = model(I, Stop - 1, Result);
      End = Stop;
      Stop = isTooLong(Result) ? I + (Stop - I) / 2 : Stop - 1;
    }
    if (IsOk)
      User.Take(std::move(Result));
    I = IsOk ? End : I + 1;
  }
}

void stevedore::forEachSequence(SequenceUser::Slice Children,
                                const SequenceUser &User) {
  Units(Children, User).find();
}
