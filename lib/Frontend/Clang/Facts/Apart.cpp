//===- Apart.cpp - Which arrays have no byte in common --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/Apart.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

static bool isMemory(const Origin &O) {
  return O.K == Origin::Memory || O.K == Origin::RestrictMemory;
}

static bool isRestrict(const Origin &O) {
  return O.K == Origin::Restrict || O.K == Origin::RestrictMember;
}

/// Whether \p A is based on a restrict pointer for sure on which \p B is not
/// based, be it by way of memory.
static bool isRestrictApart(const Provenance &A, const Provenance &B,
                            const PointerOrigins &Origins,
                            const CodePlace &Code) {
  auto mayBeOf = [&](const Origin &Pointer) {
    if (B.May.count(Pointer))
      return true;
    return llvm::any_of(B.May, [&](const Origin &O) {
      bool IsOther = O.K == Origin::RestrictMemory &&
                     Pointer.K == Origin::RestrictMember;
      return isMemory(O) && !IsOther && Origins.isCaptured(Pointer);
    });
  };
  return llvm::any_of(A.Must, [&](const Origin &O) {
    return isRestrict(O) && Origins.isInForce(O, Code.Loc, Code.Function) &&
           !mayBeOf(O);
  });
}

/// Why \p A, an object or memory that the function makes, is not what \p B is.
static std::optional<FactReason> whyOther(const Origin &A, const Origin &B,
                                          const PointerOrigins &Origins) {
  bool IsNamed = A.K == Origin::Object;
  if (!IsNamed && A.K != Origin::Allocation)
    return std::nullopt;
  const auto *Var = dyn_cast_or_null<VarDecl>(A.Named);
  bool IsOwn = !IsNamed || (Var ? Var->hasLocalStorage() : A.Of != nullptr);
  if (B.K == Origin::Object || B.K == Origin::Allocation)
    return A == B ? std::nullopt
                  : std::optional(FactReason::DistinctObjects);
  if (B.K == Origin::Parameter && IsOwn)
    return FactReason::NewerObject;
  if (!Origins.isCaptured(A) && (IsOwn || (Var && Var->isStaticLocal())))
    return FactReason::UnsharedObject;
  return std::nullopt;
}

std::optional<FactReason> stevedore::whyApart(const Provenance &A,
                                              const Provenance &B,
                                              const PointerOrigins &Origins,
                                              const CodePlace &Code) {
  if (A.isNothing() || B.isNothing())
    return std::nullopt;
  if (isRestrictApart(A, B, Origins, Code) ||
      isRestrictApart(B, A, Origins, Code))
    return FactReason::RestrictPointer;
  std::optional<FactReason> Result;
  for (const Origin &OfA : A.May)
    for (const Origin &OfB : B.May) {
      if (isRestrict(OfA) || isRestrict(OfB))
        continue;
      if (OfA.K == Origin::Alone || OfB.K == Origin::Alone) {
        if (OfA == OfB)
          return std::nullopt;
        Result = FactReason::DistinctObjects;
        continue;
      }
      std::optional<FactReason> Why = whyOther(OfA, OfB, Origins);
      if (!Why)
        Why = whyOther(OfB, OfA, Origins);
      if (!Why)
        return std::nullopt;
      Result = Why;
    }
  return Result;
}

/// Whether \p T, or a type that it is another name of, may alias any other.
static bool mayAliasAny(QualType T) {
  if (const auto *Tag = T->getAsTagDecl(); Tag && Tag->hasAttr<MayAliasAttr>())
    return true;
  while (const auto *Named = T->getAs<TypedefType>()) {
    if (Named->getDecl()->hasAttr<MayAliasAttr>())
      return true;
    T = Named->desugar();
  }
  return false;
}

/// Whether an object of type \p Whole may hold one of type \p Part, or may be
/// one, for all that types say.
static bool mayHold(const ASTContext &AST, QualType Whole, QualType Part) {
  if (mayAliasAny(Whole))
    return true;
  Whole = AST.getCanonicalType(Whole).getUnqualifiedType();
  Part = AST.getCanonicalType(Part).getUnqualifiedType();
  if (Whole->isCharType() || Whole->isStdByteType() || Whole == Part)
    return true;
  if (Whole->isPointerType() && Part->isPointerType())
    return true;
  if (Whole->isIntegralOrEnumerationType() &&
      Part->isIntegralOrEnumerationType())
    return AST.getTypeSize(Whole) == AST.getTypeSize(Part);
  if (Whole->isAnyComplexType() || Whole->isVectorType())
    return true;
  const RecordDecl *Record = Whole->getAsRecordDecl();
  const auto *Class = dyn_cast_or_null<CXXRecordDecl>(Record);
  auto Holds = [&](const FieldDecl *Field) {
    return mayHold(AST, AST.getBaseElementType(Field->getType()), Part);
  };
  return Record && ((Class && Class->getNumBases() > 0) ||
                    llvm::any_of(Record->fields(), Holds));
}

bool stevedore::mayOverlay(const ASTContext &AST, QualType Stored,
                           QualType Other, bool UsesTypes) {
  return !UsesTypes || mayHold(AST, Stored, Other) ||
         mayHold(AST, Other, Stored);
}
