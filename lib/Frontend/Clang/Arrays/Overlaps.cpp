//===- Overlaps.cpp - What a region stores to, and what it trusts ---------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/Overlaps.h"
#include "Facts/Apart.h"
#include "Facts/Symbols.h"
#include "State/Memory.h"
#include "Syntax/Containers.h"
#include "Syntax/Expressions.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Asks for all pairs of what the region uses.
class OverlapFinder {
public:
  OverlapFinder(RegionState &R, ArrayTable &Arrays, const OverlapTrust &Trust);
  void tellArraysApart();
  llvm::Error checkInvariants();
  llvm::Error checkRows();
  llvm::Error checkReaders();

private:
  QualType storedIn(const ArrayRecord &Record) const;
  Provenance provenance(const ArrayRecord &Record) const;
  std::optional<FactReason> whyPair(unsigned I, unsigned J) const;
  std::optional<FactReason> whyMovedApart(unsigned I, unsigned J) const;
  std::optional<FactReason> whyUnchanged(const ExposedInvariant &I,
                                         unsigned Record) const;
  llvm::Error checkInvariant(const ExposedInvariant &I);
  isl::set whereFound(const ExposedInvariant &I) const;
  void watch(const ExposedInvariant &I, isl::set Elements,
             std::vector<std::string> Apart);
  llvm::Error checkRowsOf(const ArrayRecord &Record);
  bool mayRead(const MemoryReader &Reader, unsigned Record) const;
  bool isUsed(unsigned I) const {
    return !Arrays.Records[I].Accesses.empty() && !Arrays.Records[I].Declared;
  }
  std::optional<FactReason> why(const Provenance &A, const Provenance &B) const {
    return whyApart(A, B, R.Code.origins(),
                    {R.Code.first()->getBeginLoc(), R.Code.Function});
  }

  RegionState &R;
  ArrayTable &Arrays;
  const OverlapTrust &Trust;
  /// By the numbers of records.
  std::vector<Provenance> Of;
};

} // namespace

OverlapFinder::OverlapFinder(RegionState &R, ArrayTable &Arrays, const OverlapTrust &Trust)
    : R(R), Arrays(Arrays), Trust(Trust) {
  for (const ArrayRecord &Record : Arrays.Records)
    Of.push_back(Record.Declared ? Provenance() : provenance(Record));
}

/// Of the addresses of the elements.
Provenance OverlapFinder::provenance(const ArrayRecord &Record) const {
  if (!Record.First.Turn)
    return R.Code.origins().ofObject(Record.First.Element);
  Provenance Result;
  for (const VarDecl *Pointer : Record.First.Turn->Pointers)
    Result = Result.join(R.Code.origins().ofVariable(Pointer));
  return Result;
}

/// Members of one variable are told apart when the arrays are found.
std::optional<FactReason> OverlapFinder::whyPair(unsigned I, unsigned J) const {
  const ArrayRecord &A = Arrays.Records[I], &B = Arrays.Records[J];
  bool AreMembers = A.First.Root && A.First.Root == B.First.Root &&
                    !A.Result.ThroughPointer && !B.Result.ThroughPointer;
  return AreMembers ? FactReason::DistinctMembers : why(Of[I], Of[J]);
}

/// Whether tiles may store elements of array \p Name that no iteration writes,
/// as they were.
static bool mayStoreUnwritten(const Scop &S, const std::string &Name) {
  const Array *A = S.findArray(Name);
  return A && !S.accesses(A - S.Arrays.data(), &Access::MayWrites)
                   .is_empty()
                   .is_true();
}

/// Why arrays number \p I and \p J have no element in common that tiles move. A
/// restrict pointer tells that of what is accessed alone: what one of them
/// stores unwritten may be what the other one writes.
std::optional<FactReason> OverlapFinder::whyMovedApart(unsigned I,
                                                       unsigned J) const {
  std::optional<FactReason> Why = whyPair(I, J);
  const ArrayRecord &A = Arrays.Records[I], &B = Arrays.Records[J];
  bool IsOfAccesses = Why == FactReason::RestrictPointer && A.isWritten() &&
                      B.isWritten() &&
                      (mayStoreUnwritten(R.Model.Program, A.Result.Name) ||
                       mayStoreUnwritten(R.Model.Program, B.Result.Name));
  if (Why && !IsOfAccesses)
    return Why;
  return Trust.AssumesNoAlias ? std::optional(FactReason::PromisedApart)
                              : std::nullopt;
}

void OverlapFinder::tellArraysApart() {
  for (unsigned I = 0; I < Arrays.Records.size(); ++I)
    for (unsigned J = I + 1; J < Arrays.Records.size(); ++J) {
      if (!isUsed(I) || !isUsed(J) ||
          (!Arrays.Records[I].isWritten() && !Arrays.Records[J].isWritten()))
        continue;
      std::optional<FactReason> Why = whyMovedApart(I, J);
      if (!Why)
        continue;
      std::string A = Arrays.Records[I].Result.Name,
                  B = Arrays.Records[J].Result.Name;
      R.believe(*Why, {A, B}, Arrays.Records[I].First.Element->getExprLoc());
      for (Array &Known : R.Model.Program.Arrays)
        if (Known.Name == A || Known.Name == B)
          Known.DisjointFrom.push_back(Known.Name == A ? B : A);
    }
}

/// The object of which the element or member \p E is a part: what a pointer
/// that is read points to, as that pointer, or a variable.
static const Expr *wholeOf(const Expr *E, const FieldDecl *&Field) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E))
    return Cast->getCastKind() == CK_LValueToRValue
               ? E
               : wholeOf(Cast->getSubExpr(), Field);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return wholeOf(Subscript->getBase(), Field);
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    return wholeOf(Member->getBase(), Field);
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_Deref)
    return wholeOf(Unary->getSubExpr(), Field);
  return E;
}

/// Whether \p Element and \p Object are found by different pointers.
static bool followsOther(const ASTContext &AST, const Expr *Element,
                         const Expr *Object) {
  const FieldDecl *Field = nullptr;
  const Expr *A = wholeOf(Element, Field), *B = wholeOf(Object, Field);
  return isa<ImplicitCastExpr>(A) && isa<ImplicitCastExpr>(B) &&
         A->getType()->isPointerType() && !isSameTree(AST, A, B);
}

/// Whether \p Element and \p Object are in different members of one structure.
static bool areInOtherMembers(const ASTContext &AST, const Expr *Element,
                              const Expr *Object) {
  const FieldDecl *Of = nullptr, *In = nullptr;
  const Expr *A = wholeOf(Element, Of), *B = wholeOf(Object, In);
  return Of && In && Of != In && Of->getParent() == In->getParent() &&
         !Of->getParent()->isUnion() && isSameTree(AST, A, B);
}

/// Whether \p E is an element of a container: its memory has no other objects.
static bool isInContainer(const ASTContext &AST, const Expr *E) {
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E->IgnoreParens());
  const Expr *Found =
      Subscript ? Subscript->getBase()->IgnoreParenImpCasts() : E;
  return containerCall(AST, Found).has_value();
}

/// The type in which elements of \p Record are stored: that of bytes where
/// memset() or memcpy() do it, as far as these may be those of other objects.
QualType OverlapFinder::storedIn(const ArrayRecord &Record) const {
  bool IsBytes = llvm::any_of(Record.Accesses, [&](const PendingAccess &A) {
    return A.Writes && R.Form.BlockStores.contains(A.Site);
  });
  return IsBytes && !isInContainer(R.AST, Record.First.Element)
             ? QualType(R.AST.CharTy)
             : Record.First.ElementType;
}

/// Why no store to the array changes \p I; nothing if one may.
std::optional<FactReason>
OverlapFinder::whyUnchanged(const ExposedInvariant &I, unsigned Record) const {
  const HindranceRules &Rules = R.Code.rules();
  if (why(Of[Record], I.Of))
    return FactReason::ApartFromStores;
  const ArrayRecord &Stores = Arrays.Records[Record];
  if (I.Object && !Stores.First.Turn &&
      areInOtherMembers(R.AST, Stores.First.Element, I.Object))
    return FactReason::DistinctMembers;
  bool IsSame = mayOverlay(R.AST, storedIn(Stores), I.Type, Trust.UsesTypes);
  if (!Rules.stops(Hindrance::SameType, IsSame) ||
      !Rules.stops(Hindrance::Stored))
    return FactReason::OtherType;
  return std::nullopt;
}

/// { : } where the region finds its way to \p I; null if that is not known, and
/// addresses are read on it.
isl::set OverlapFinder::whereFound(const ExposedInvariant &I) const {
  isl::set All = isl::set::universe(R.Model.Program.Context.get_space());
  const Expr *Modified = nullptr;
  std::optional<MemoryPath> Path = pathTo(R, I.Object, Modified);
  if (!Path)
    return isl::set();
  if (Path->Pointers.empty())
    return All;
  auto Known = R.Notes.Followed.find(R.printed(Path->Pointers.back()));
  if (Known != R.Notes.Followed.end())
    return Known->second;
  if (Path->Pointers.size() > 1 || Path->Root != I.Root)
    return isl::set();
  isl::set Result = isl::set::empty(All.get_space());
  for (const ArrayRecord &Record : Arrays.Records)
    for (const PendingAccess &A : Record.Accesses)
      if (Record.First.Root == I.Root)
        Result = Result.unite(A.Domain.params());
  return Result;
}

/// A run-time test sees to it that \p I, of which the region reads \p Elements,
/// { [m] }, is in none of the arrays but those that are \p Apart from it.
void OverlapFinder::watch(const ExposedInvariant &I, isl::set Elements,
                          std::vector<std::string> Apart) {
  Array A;
  A.Name = R.uniqueName(I.Text);
  A.ElementBytes = R.AST.getTypeSizeInChars(I.Type).getQuantity();
  A.ElementType = R.Model.Source.addElementType(R.typeText(I.Type));
  A.Rank = countOf(Elements.tuple_dim());
  A.Extent =
      isl::manage(isl_set_set_tuple_name(Elements.release(), A.Name.c_str()));
  A.LiveOut = false;
  A.ThroughPointer = true;
  A.Watched = true;
  A.DisjointFrom = std::move(Apart);
  TextTemplate &T = R.Model.Source.Arrays[A.Name].Reference;
  T.push_back({TextPiece::Literal, I.Text});
  for (unsigned D = 0; D < A.Rank; ++D) {
    T.push_back({TextPiece::Literal, "["});
    T.push_back({TextPiece::Iterator, "", D});
    T.push_back({TextPiece::Literal, "]"});
  }
  R.Model.Program.Arrays.push_back(std::move(A));
}

llvm::Error OverlapFinder::checkInvariant(const ExposedInvariant &I) {
  FactReason Because = FactReason::ApartFromStores;
  std::vector<std::string> Apart;
  isl::set Where = I.Object ? whereFound(I) : isl::set();
  bool IsTested = false;
  for (unsigned A = 0; A < Arrays.Records.size(); ++A) {
    if (!isUsed(A) || !Arrays.Records[A].isWritten())
      continue;
    const ArrayRecord &Record = Arrays.Records[A];
    std::optional<FactReason> Why = whyUnchanged(I, A);
    if (Why == FactReason::OtherType)
      Because = *Why;
    if (Why) {
      Apart.push_back(Record.Result.Name);
      continue;
    }
    bool IsElsewhere =
        Record.First.Root != I.Root ||
        (I.Object && followsOther(R.AST, Record.First.Element, I.Object));
    IsTested = !Where.is_null() && !Record.First.Turn && IsElsewhere &&
               (I.ThroughPointer || Record.Result.ThroughPointer);
    if (!IsTested) {
      R.Made.Changing.insert(I.Text);
      return R.reject(RejectReason::ParameterMayChange, I.Location,
                      {I.Text, Record.First.Base});
    }
  }
  if (IsTested)
    watch(I, isl::manage(isl_set_from_params(Where.release())),
          std::move(Apart));
  else
    R.believe(Because, {I.Text}, I.Location);
  return llvm::Error::success();
}

llvm::Error OverlapFinder::checkInvariants() {
  for (const ExposedInvariant &I : R.Notes.Exposed)
    if (llvm::Error Why = checkInvariant(I))
      return Why;
  return llvm::Error::success();
}

/// { [r] }: the pointers of array \p Name, in memory, that \p S follows.
static isl::set followedIn(const Scop &S, const std::string &Name) {
  isl::set Result;
  for (const Statement &Stmt : S.Statements)
    for (const Access &A : Stmt.Accesses) {
      if (S.Arrays[A.Array].Name != Name)
        continue;
      isl_set *Elements =
          A.Relation.intersect_domain(Stmt.Domain).range().release();
      unsigned Rank = countOf(isl_set_dim(Elements, isl_dim_set));
      isl::set Rows =
          isl::manage(isl_set_project_out(Elements, isl_dim_set, 1, Rank - 1));
      Result = Result.is_null() ? Rows : Result.unite(Rows);
    }
  return coalesced(Result.intersect_params(S.Context));
}

/// What the pointers of \p Record point to is read only, and no store changes
/// them. A test at run time goes through them, so that they have to be
/// neighbours.
llvm::Error OverlapFinder::checkRowsOf(const ArrayRecord &Record) {
  const Expr *Row = Record.First.Row;
  isl::set Rows = followedIn(R.Model.Program, Record.Result.Name);
  isl::map Up = isl::map::lex_le(Rows.get_space());
  isl::set Between = Rows.apply(Up).intersect(Rows.apply(Up.reverse()));
  if (Record.isWritten() || !Between.is_subset(Rows).is_true())
    return R.reject(RejectReason::PointerToPointer, Row->getExprLoc(),
                    {Record.First.Base});
  ExposedInvariant I = {Record.First.Base, Row->getType(), Row->getExprLoc(),
                        R.Code.origins().ofObject(Row)};
  std::vector<std::string> Apart;
  unsigned NumWritten = 0;
  for (unsigned A = 0; A < Arrays.Records.size(); ++A) {
    if (!isUsed(A) || !Arrays.Records[A].isWritten())
      continue;
    ++NumWritten;
    if (whyUnchanged(I, A))
      Apart.push_back(Arrays.Records[A].Result.Name);
  }
  if (Apart.size() == NumWritten)
    R.believe(FactReason::OtherType, {I.Text}, I.Location);
  else
    watch(I, Rows, std::move(Apart));
  return llvm::Error::success();
}

llvm::Error OverlapFinder::checkRows() {
  for (unsigned I = 0; I < Arrays.Records.size(); ++I)
    if (isUsed(I) && Arrays.Records[I].First.Row)
      if (llvm::Error Why = checkRowsOf(Arrays.Records[I]))
        return Why;
  return llvm::Error::success();
}

/// Whether \p Reader reads elements of the array by something else than the
/// pointers that it is given.
bool OverlapFinder::mayRead(const MemoryReader &Reader, unsigned Record) const {
  const ArrayRecord &A = Arrays.Records[Record];
  if (Reader.Reads.empty())
    return !why(Of[Record], {{{Origin::Memory}}, {}});
  return llvm::any_of(Reader.Reads, [&](const VarDecl *Var) {
    bool IsSame =
        mayOverlay(R.AST, storedIn(A), R.AST.getBaseElementType(Var->getType()),
                   Trust.UsesTypes);
    return Var == A.First.Root ||
           (IsSame && !why(Of[Record], R.Code.origins().ofStorage(Var)));
  });
}

llvm::Error OverlapFinder::checkReaders() {
  for (const MemoryReader &Reader : Arrays.Readers)
    for (unsigned A = 0; A < Arrays.Records.size(); ++A)
      if (isUsed(A) && Arrays.Records[A].isWritten() &&
          R.Code.rules().stops(Hindrance::ReadByCall, mayRead(Reader, A)))
        return R.reject(RejectReason::CallReadsMemory, Reader.Location,
                        {Reader.Callee, Arrays.Records[A].First.Base});
  return llvm::Error::success();
}

llvm::Error stevedore::settleOverlaps(RegionState &R, ArrayTable &Arrays,
                                      const OverlapTrust &Trust) {
  OverlapFinder Finder(R, Arrays, Trust);
  Finder.tellArraysApart();
  if (llvm::Error Why = Finder.checkInvariants())
    return Why;
  if (llvm::Error Why = Finder.checkRows())
    return Why;
  return Finder.checkReaders();
}
