//===- ArrayTable.cpp ----------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/ArrayTable.h"
#include "Expression/Lengths.h"
#include "Facts/Symbols.h"
#include "Reasons/Advice.h"
#include "Syntax/Expressions.h"

using namespace clang;
using namespace stevedore;

bool ArrayRecord::isWritten() const {
  return llvm::any_of(Accesses,
                      [](const PendingAccess &A) { return A.Writes; });
}

/// True if \p Outer names an object that \p Inner is a member of.
static bool isWithin(llvm::StringRef Inner, llvm::StringRef Outer) {
  return Inner.consume_front(Outer) &&
         (Inner.empty() || Inner.starts_with(".") || Inner.starts_with("->"));
}

/// \p Base without the call that says where a vector has its elements, and
/// without the ways to members that are not public.
static std::string objectOf(llvm::StringRef Base) {
  Base.consume_back(".data()");
  return withoutGrants(Base.str());
}

/// Two bases with one root denote disjoint objects only if they select
/// different members of it without conversions.
static bool mayShareObject(const Place &A, const Place &B) {
  if (A.Root != B.Root)
    return false;
  std::string First = objectOf(A.Base), Second = objectOf(B.Base);
  auto IsConverted = [](llvm::StringRef Name) { return Name.contains('('); };
  return IsConverted(First) || IsConverted(Second) || isWithin(First, Second) ||
         isWithin(Second, First);
}

llvm::Expected<unsigned> ArrayTable::find(RegionState &R, const Place &P) {
  SourceLocation Loc = P.Element->getExprLoc();
  if (std::optional<unsigned> Known = declared(P.Root))
    return *Known;
  if (P.Root && R.isDeclaredInRegion(P.Root))
    return R.reject(RejectReason::UsedOutside, Loc, {P.Base});
  auto Found = ByBase.find(P.Base);
  if (Found != ByBase.end() && Records[Found->second].First.Root == P.Root) {
    const Place &First = Records[Found->second].First;
    if (First.Subscripts.size() != P.Subscripts.size() ||
        !R.AST.hasSameUnqualifiedType(First.ElementType, P.ElementType))
      return R.reject(RejectReason::TwoShapes, Loc, {P.Base});
    return Found->second;
  }
  for (const ArrayRecord &Other : Records)
    if (!Other.Declared && mayShareObject(Other.First, P))
      return R.reject(RejectReason::TwoShapes, Loc,
                      {P.Root ? P.Root->getNameAsString() : P.Base});
  ArrayRecord Record;
  Record.First = P;
  Record.Result.Name = R.uniqueName(objectOf(P.Base));
  Record.Result.Rank = P.Subscripts.size();
  const auto *Var = dyn_cast_or_null<VarDecl>(P.Root);
  Record.Result.ThroughPointer =
      P.ThroughPointer || (Var && hasOtherNames(Var));
  ByBase[P.Base] = Records.size();
  Records.push_back(std::move(Record));
  return Records.size() - 1;
}

std::optional<unsigned> ArrayTable::declared(const ValueDecl *Var) const {
  auto Found = ByDeclaration.find(Var);
  if (Found == ByDeclaration.end())
    return std::nullopt;
  return Found->second;
}

/// A name for a variable that is moved from a loop to the start of the region:
/// its own, unless something else of that name is mentioned there.
static std::string homeName(RegionState &R, const VarDecl *Var,
                            const std::string &UniqueName) {
  std::string Own = Var->getNameAsString();
  if (Own == UniqueName && !R.Form.InRegion.mentionsNamesake(Var))
    return Own;
  return unusedIdentifier(R.AST, UniqueName);
}

/// Makes sure that the sizes in \p Type, of variable \p Name that the region
/// declares, are the same, and can be said, at the start of the region.
static llvm::Error checkSizes(RegionState &R, QualType Type, SourceLocation Loc,
                              llvm::StringRef Name, const Nest &N) {
  while (const auto *Variable = R.AST.getAsVariableArrayType(Type)) {
    AffineBuilder Builder(R, N, "array size", Variable->getSizeExpr());
    if (!lengthInside(Variable, Builder))
      break;
    if (llvm::Error E = Builder.discharge(N.Domain))
      return E;
    Type = Variable->getElementType();
  }
  return Type->isVariablyModifiedType()
             ? R.reject(RejectReason::VariableArray, Loc, {Name.str()})
             : llvm::Error::success();
}

/// The declaration of \p Name at the start of the region, where the loops may
/// not run around the own one, and sizes may be no lengths.
static std::string declarationText(const RegionState &R, QualType Type,
                                   std::string Name) {
  while (const auto *Variable = R.AST.getAsVariableArrayType(Type)) {
    std::string Size = R.printed(Variable->getSizeExpr());
    Name += "[(" + Size + ") > 0 ? (" + Size + ") : 1]";
    Type = Variable->getElementType();
  }
  R.written(Type.getUnqualifiedType())
      .getAsStringInternal(Name, R.AST.getPrintingPolicy());
  return Name + ";";
}

llvm::Error ArrayTable::declare(RegionState &R, const VarDecl *Var,
                                const Nest &N) {
  SourceLocation Loc = Var->getLocation();
  std::string Name = Var->getNameAsString();
  QualType Type = Var->getType();
  if (Var->isStaticLocal() || Var->hasExternalStorage())
    return R.reject(RejectReason::StaticLocal, Loc, {Name});
  if (Type->isReferenceType())
    return R.reject(RejectReason::Reference, Loc, {Name});
  if (Type->isPointerType())
    return R.reject(RejectReason::PointerDeclared, Loc, {Name});
  if (R.AST.getBaseElementType(Type).isVolatileQualified())
    return R.reject(RejectReason::Volatile, Loc, {Name});
  if (llvm::Error E = checkSizes(R, Type, Loc, Name, N))
    return E;
  if (Type->isArrayType() && R.Form.initOf(Var))
    return R.reject(RejectReason::ArrayInitializer, Loc, {Name});

  ArrayRecord Record;
  Record.Declared = Var;
  Record.Result.Name = R.uniqueName(Name);
  Record.Result.Private = !Type->isArrayType() || N.depth() != 0;
  Record.Text.MayBeUnset = Record.Result.Private;
  Record.Result.Expanded = N.depth();
  Record.NumGuards = R.Point.Guards.size();
  Record.First.Root = Var;
  Record.First.Base = homeName(R, Var, Record.Result.Name);
  QualType Element = Type;
  while (const auto *Shape = R.AST.getAsArrayType(Element)) {
    Record.First.Shapes.push_back(Shape);
    Element = Shape->getElementType();
  }
  Record.First.ElementType = Element;
  Record.Result.Rank = Record.Result.Expanded + Record.First.Shapes.size();
  Record.Text.Declaration = declarationText(R, Type, Record.First.Base);
  Record.Result.DeclaredInside = true;
  ByDeclaration[Var] = Records.size();
  Records.push_back(std::move(Record));
  return llvm::Error::success();
}

static llvm::Error rejectRegister(const RegionState &R, const VarDecl *Var) {
  Rejection Why = makeRejection(RejectReason::Register, Var->getLocation(),
                                {Var->getNameAsString()});
  Why.Notes.back().Fixes = withoutRegister(Var, R.AST);
  return rejected(std::move(Why));
}

llvm::Error stevedore::checkRegisters(RegionState &R) {
  for (const Array &A : R.Model.Program.Arrays) {
    auto Found = R.Notes.Registers.find(A.Name);
    if (Found != R.Notes.Registers.end() && !A.Private)
      return rejectRegister(R, Found->second);
  }
  return llvm::Error::success();
}
