//===- PackedWords.cpp - Words that memcpy makes of elements --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `memcpy(&word, p, 4)` reads the elements that p points to as parts of a word:
// `word = (unsigned short)p[0] | (unsigned)(unsigned short)p[1] << 16`, and the
// other way round it writes them. The bytes of a target stand in the order of
// its elements if that begins with the lowest.
//
//===----------------------------------------------------------------------===//

#include "Normalize/BlockLoops.h"
#include "Syntax/CallValues.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Makes the assignments for one call.
class WordMaker {
public:
  WordMaker(RegionState &R, const BlockCall &B)
      : AST(R.AST), R(R), B(B),
        Make(R.AST, R.Code.Function, B.Call->getSourceRange()) {}
  const Stmt *assignments();

private:
  bool isWhole(QualType T) const;
  QualType unsignedType(QualType T) const;
  Expr *as(Expr *E, QualType T) const;
  const Stmt *read(const Expr *Word, const Expr *Elements) const;
  const Stmt *written(const Expr *Word, const Expr *Elements) const;
  const Expr *wordAt(const Expr *Pointer) const;
  Expr *elementAt(const Expr *Elements, unsigned Index) const;

  ASTContext &AST;
  RegionState &R;
  const BlockCall &B;
  TreeMaker Make;
};

} // namespace

/// An integer without padding.
bool WordMaker::isWhole(QualType T) const {
  T = T.getCanonicalType();
  return T->isIntegerType() && !T->isBooleanType() && !T->isEnumeralType() &&
         !T->isBitIntType() && !T.isVolatileQualified() && !T->isAtomicType() &&
         AST.getIntWidth(T) <= 64;
}

/// The unsigned type of the width of \p T in which C computes.
QualType WordMaker::unsignedType(QualType T) const {
  QualType Result = AST.getCorrespondingUnsignedType(T.getCanonicalType());
  return AST.getIntWidth(T) < AST.getIntWidth(AST.IntTy) ? AST.UnsignedIntTy
                                                         : Result;
}

Expr *WordMaker::as(Expr *E, QualType T) const {
  return explicitly(AST, Make.converted(grouped(AST, E), T));
}

Expr *WordMaker::elementAt(const Expr *Elements, unsigned Index) const {
  return pointee(AST, Make, const_cast<Expr *>(Elements), Make.number(Index));
}

/// The variable, known to nobody else, that \p Pointer is the address of.
const Expr *WordMaker::wordAt(const Expr *Pointer) const {
  const auto *Address = dyn_cast<UnaryOperator>(blockPointer(Pointer));
  const Expr *Object = Address && Address->getOpcode() == UO_AddrOf
                           ? Address->getSubExpr()->IgnoreParens()
                           : nullptr;
  const auto *Var =
      Object && isa<DeclRefExpr>(Object)
          ? dyn_cast<VarDecl>(cast<DeclRefExpr>(Object)->getDecl())
          : nullptr;
  bool IsOwn = Var && Var->hasLocalStorage() && isWhole(Var->getType()) &&
               !R.Form.inFunction().isAddressTaken(Var);
  return IsOwn ? Object : nullptr;
}

const Stmt *WordMaker::read(const Expr *Word, const Expr *Elements) const {
  QualType Element = Elements->getType()->getPointeeType().getUnqualifiedType();
  QualType T = Word->getType().getUnqualifiedType(), Sum = unsignedType(T);
  unsigned Bits = AST.getIntWidth(Element);
  Expr *Value = nullptr;
  for (unsigned I = 0; I * Bits < AST.getIntWidth(T); ++I) {
    Expr *Part = Make.value(elementAt(Elements, I));
    Part = as(
        as(Part, AST.getCorrespondingUnsignedType(Element.getCanonicalType())),
        Sum);
    if (I)
      Part = Make.binary(BO_Shl, Part, Make.number(I * Bits, AST.IntTy), Sum);
    Value = Value ? Make.binary(BO_Or, Value, grouped(AST, Part), Sum) : Part;
  }
  return Make.binary(BO_Assign, Word, as(Value, T), T);
}

const Stmt *WordMaker::written(const Expr *Word, const Expr *Elements) const {
  QualType Element = Elements->getType()->getPointeeType().getUnqualifiedType();
  QualType T = Word->getType().getUnqualifiedType(), Sum = unsignedType(T);
  unsigned Bits = AST.getIntWidth(Element);
  llvm::SmallVector<const Stmt *, 8> Result;
  for (unsigned I = 0; I * Bits < AST.getIntWidth(T); ++I) {
    Expr *Part = as(Make.value(Word), Sum);
    if (I)
      Part = Make.binary(BO_Shr, Part, Make.number(I * Bits, AST.IntTy), Sum);
    Result.push_back(Make.binary(BO_Assign, elementAt(Elements, I),
                                 as(Part, Element), Element));
  }
  return Make.compound(Result);
}

const Stmt *WordMaker::assignments() {
  const Expr *Words[] = {wordAt(B.To), wordAt(B.From)};
  if (B.K == BlockCall::Set || !Words[0] == !Words[1] ||
      !AST.getTargetInfo().isLittleEndian())
    return nullptr;
  const Expr *Word = Words[0] ? Words[0] : Words[1];
  const Expr *Elements = blockPointer(Words[0] ? B.From : B.To);
  std::optional<llvm::APSInt> Bytes = constantValue(AST, B.Bytes);
  QualType Element = Elements->getType()->isPointerType()
                         ? Elements->getType()->getPointeeType()
                         : QualType();
  if (Element.isNull() || !isWhole(Element) || !Bytes ||
      Elements->HasSideEffects(AST))
    return nullptr;
  uint64_t Size = AST.getTypeSizeInChars(Word->getType()).getQuantity();
  uint64_t Part = AST.getTypeSizeInChars(Element).getQuantity();
  if (*Bytes != Size || Size % Part != 0)
    return nullptr;
  return Words[0] ? read(Word, Elements) : written(Word, Elements);
}

const Stmt *stevedore::packedWords(RegionState &R, const BlockCall &B) {
  return WordMaker(R, B).assignments();
}
