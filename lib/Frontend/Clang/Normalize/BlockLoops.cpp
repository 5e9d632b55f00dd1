//===- BlockLoops.cpp - Loops in place of memset and memcpy ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/BlockLoops.h"
#include "Expression/Lengths.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;
using namespace stevedore;

namespace {

/// A size in bytes: the product of a constant and of expressions.
struct ByteCount {
  uint64_t Constant = 1;
  llvm::SmallVector<const Expr *, 3> Factors;
};

/// Where a block begins: element \p Index (null: 0) of what the pointer \p Base
/// points to, or the object \p Object.
struct BlockStart {
  const Expr *Object = nullptr;
  const Expr *Base = nullptr;
  const Expr *Index = nullptr;
  QualType Element;
  /// The row that the block must not leave: the array that \p Base is, where
  /// that is a part of another one.
  const ArrayType *Row = nullptr;
};

/// The numbers of elements in a block, outermost first: those of what its
/// pointer points to, then those of the Rows dimensions of rows.
struct BlockShape {
  llvm::SmallVector<const Expr *, 3> Counts;
  unsigned Rows = 0;
};

/// Makes the loops for one call.
class BlockLoops {
public:
  BlockLoops(RegionState &R, const BlockCall &B)
      : R(R), B(B), Make(R.AST, R.Code.Function, B.Call->getSourceRange()) {}
  const Stmt *loops();

private:
  using Starts = llvm::SmallVector<BlockStart, 2>;
  bool addFactors(const Expr *E, ByteCount &Size) const;
  bool addSizeOf(QualType T, ByteCount &Size) const;
  bool isFixed(const Expr *E) const;
  bool isBlockElement(QualType T) const;
  bool takeRow(const ArrayType *Row, ByteCount &Size, BlockShape &Result) const;
  bool addCounts(const ByteCount &Size, uint64_t Bytes,
                 BlockShape &Result) const;
  std::optional<BlockShape> shapeOf(QualType Element) const;
  void addStarts(const Expr *Pointer, Starts &Result) const;
  void addArrayStarts(const Expr *Array, Starts &Result) const;
  void addElementStarts(const Expr *Base, const Expr *Index,
                        Starts &Result) const;
  bool isZero(const Expr *E) const;
  const Expr *sum(const Expr *A, const Expr *B) const;
  const Expr *position(unsigned Dimensions) const;
  const Expr *elementOf(const BlockStart &Start, unsigned Rows);
  bool isSameInAll(const Expr *E) const;
  const Expr *stored(QualType T) const;
  const Expr *assignment(const BlockStart &To, const BlockStart &From,
                         QualType Shaped);
  const Stmt *loops(const BlockStart &To, const BlockStart &From);

  RegionState &R;
  const BlockCall &B;
  TreeMaker Make;
  BlockShape Shape;
  llvm::SmallVector<VarDecl *, 3> Iterators;
  std::vector<RowCheck> Checks;
};

} // namespace

/// True if \p E still has the value that it had when an array was declared.
bool BlockLoops::isFixed(const Expr *E) const {
  return E && R.Form.inFunction().isFixed(variableOf(E));
}

bool BlockLoops::addSizeOf(QualType T, ByteCount &Size) const {
  while (const VariableArrayType *Array = R.AST.getAsVariableArrayType(T)) {
    if (!isFixed(Array->getSizeExpr()))
      return false;
    Size.Factors.push_back(Array->getSizeExpr());
    T = Array->getElementType();
  }
  if (T->isVariablyModifiedType() || T->isIncompleteType())
    return false;
  uint64_t Bytes = R.AST.getTypeSizeInChars(T).getQuantity();
  Size.Constant *= Bytes;
  return Bytes < (uint64_t(1) << 31);
}

/// Adds the factors of \p E. Products in narrow unsigned types may wrap around.
bool BlockLoops::addFactors(const Expr *E, ByteCount &Size) const {
  const uint64_t Most = uint64_t(1) << 31;
  E = E->IgnoreParens();
  unsigned Bits = R.AST.getIntWidth(E->getType());
  if (std::optional<llvm::APSInt> Constant = constantValue(R.AST, E)) {
    if (Constant->isNegative() || Constant->getActiveBits() > 31)
      return false;
    Size.Constant *= Constant->getZExtValue();
    return Size.Constant <= Most;
  }
  if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
    return Trait->getKind() == UETT_SizeOf &&
           addSizeOf(Trait->getTypeOfArgument(), Size) && Size.Constant <= Most;
  const auto *Cast = dyn_cast<CastExpr>(E);
  QualType From = Cast ? Cast->getSubExpr()->getType() : QualType();
  if (Cast && Cast->getCastKind() == CK_IntegralCast &&
      From->isSignedIntegerType() && Bits >= R.AST.getIntWidth(From) &&
      (Bits == 64 || E->getType()->isSignedIntegerType()))
    return addFactors(Cast->getSubExpr(), Size);
  const auto *Product = dyn_cast<BinaryOperator>(E);
  if (!Product || Product->getOpcode() != BO_Mul) {
    Size.Factors.push_back(E);
    return true;
  }
  bool MayWrap = E->getType()->isUnsignedIntegerType() && Bits < 64;
  return !MayWrap && addFactors(Product->getLHS(), Size) &&
         addFactors(Product->getRHS(), Size);
}

/// Types without padding whose values assignment copies as they are: not
/// through registers that are wider than memory.
bool BlockLoops::isBlockElement(QualType T) const {
  T = T.getCanonicalType();
  if (T.isVolatileQualified() || T->isAtomicType() || T->isEnumeralType())
    return false;
  if (T->isBooleanType())
    return B.K == BlockCall::Set;
  if (T->isIntegerType())
    return !T->isBitIntType() && R.AST.getIntWidth(T) <= 64;
  const llvm::Triple &Target = R.AST.getTargetInfo().getTriple();
  bool IsFloat = T->isSpecificBuiltinType(BuiltinType::Double) ||
                 T->isSpecificBuiltinType(BuiltinType::Float);
  return IsFloat &&
         (B.K == BlockCall::Set || Target.getArch() == llvm::Triple::x86_64 ||
          Target.isAArch64());
}

/// Takes the length of \p Row out of \p Size.
bool BlockLoops::takeRow(const ArrayType *Row, ByteCount &Size,
                         BlockShape &Result) const {
  ++Result.Rows;
  if (const auto *Constant = dyn_cast<ConstantArrayType>(Row)) {
    uint64_t Length = Constant->getSize().getZExtValue();
    if (Length == 0 || Size.Constant % Length != 0)
      return false;
    Size.Constant /= Length;
    Result.Counts.push_back(Make.number(Length));
    return true;
  }
  const auto *Variable = dyn_cast<VariableArrayType>(Row);
  const Expr *Length = Variable ? Variable->getSizeExpr() : nullptr;
  if (!isFixed(Length))
    return false;
  auto Found = llvm::find_if(Size.Factors, [&](const Expr *Factor) {
    return variableOf(Factor) == variableOf(Length);
  });
  if (Found == Size.Factors.end())
    return false;
  Size.Factors.erase(Found);
  Result.Counts.push_back(Length);
  return true;
}

/// Adds the numbers of elements, of \p Bytes bytes each, that make \p Size. A
/// factor as wide as the size may make that wrap around, which the division
/// sees.
bool BlockLoops::addCounts(const ByteCount &Size, uint64_t Bytes,
                           BlockShape &Result) const {
  if (Size.Constant % Bytes != 0)
    return false;
  QualType Integer = Make.indexType();
  QualType Wide = R.AST.getSizeType().getCanonicalType();
  const Expr *Constant = Make.number(Size.Constant / Bytes);
  bool IsOne = Size.Constant == Bytes;
  if (Size.Factors.size() > 1) {
    for (const Expr *Factor : Size.Factors)
      Result.Counts.push_back(Make.converted(Factor, Integer));
    return IsOne;
  }
  if (Size.Factors.empty()) {
    Result.Counts.push_back(Constant);
    return true;
  }
  const Expr *Factor = Size.Factors.front();
  if (R.AST.getIntWidth(Factor->getType()) < R.AST.getIntWidth(Wide)) {
    Factor = Make.converted(Factor, Integer);
    Result.Counts.push_back(
        IsOne ? Factor : Make.binary(BO_Mul, Factor, Constant, Integer));
    return true;
  }
  const Expr *Whole = Make.binary(BO_Mul, Make.converted(Factor, Wide),
                                  Make.number(Size.Constant, Wide), Wide);
  Result.Counts.push_back(
      Make.binary(BO_Div, Whole, Make.number(Bytes, Wide), Wide));
  return true;
}

/// The numbers of elements of type \p Element, scalars or rows, in the block.
std::optional<BlockShape> BlockLoops::shapeOf(QualType Element) const {
  ByteCount Size;
  BlockShape Rows, Result;
  if (!addFactors(B.Bytes, Size))
    return std::nullopt;
  while (const ArrayType *Row = R.AST.getAsArrayType(Element)) {
    if (!takeRow(Row, Size, Rows))
      return std::nullopt;
    Element = Row->getElementType();
  }
  if (!isBlockElement(Element) ||
      !addCounts(Size, R.AST.getTypeSizeInChars(Element).getQuantity(), Result))
    return std::nullopt;
  Result.Rows = Rows.Rows;
  Result.Counts.append(Rows.Counts);
  return Result;
}

bool BlockLoops::isZero(const Expr *E) const {
  std::optional<llvm::APSInt> Value = constantValue(R.AST, E);
  return Value && Value->isZero();
}

/// The sum of two numbers of elements, of which \p A may be null.
const Expr *BlockLoops::sum(const Expr *A, const Expr *B) const {
  QualType T = Make.indexType();
  B = Make.converted(B, T);
  return A ? Make.binary(BO_Add, Make.converted(A, T), B, T) : B;
}

/// The first element of \p Array, after those of the arrays that it is the
/// first part of.
void BlockLoops::addArrayStarts(const Expr *Array, Starts &Result) const {
  Array = Array->IgnoreParens();
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Array);
  if (Subscript && isZero(Subscript->getIdx()))
    addStarts(Subscript->getBase(), Result);
  const auto *Ref = dyn_cast<DeclRefExpr>(Array);
  bool IsWhole = Ref && !Ref->getDecl()->getType()->isReferenceType();
  const ArrayType *Type = R.AST.getAsArrayType(Array->getType());
  BlockStart Start;
  Start.Base = Make.decayed(Array);
  Start.Element = Type->getElementType();
  Start.Row = IsWhole ? nullptr : Type;
  Result.push_back(Start);
}

/// Element \p Index of what \p Base points to; at 0, after those of the arrays
/// that it is the first part of.
void BlockLoops::addElementStarts(const Expr *Base, const Expr *Index,
                                  Starts &Result) const {
  Starts Known;
  addStarts(Base, Known);
  if (Known.empty() || Known.back().Object)
    return;
  if (isZero(Index))
    return Result.append(Known);
  Known.back().Index = sum(Known.back().Index, Index);
  Result.push_back(Known.back());
}

/// The ways to say where \p Pointer points to, those with the largest elements
/// first.
void BlockLoops::addStarts(const Expr *Pointer, Starts &Result) const {
  Pointer = Pointer->IgnoreParens();
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Pointer)) {
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      return addArrayStarts(Cast->getSubExpr(), Result);
    if (Cast->getCastKind() == CK_NoOp)
      return addStarts(Cast->getSubExpr(), Result);
  }
  if (auto [Base, Index] = pointerSum(Pointer); Base)
    return addElementStarts(Base, Index, Result);
  BlockStart Start;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Pointer)) {
    if (Unary->getOpcode() != UO_AddrOf)
      return;
    Start.Object = Unary->getSubExpr()->IgnoreParens();
    if (Start.Object->getType()->isArrayType())
      return addArrayStarts(Start.Object, Result);
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Start.Object))
      return addElementStarts(Subscript->getBase(), Subscript->getIdx(),
                              Result);
    Start.Element = Start.Object->getType();
    return Result.push_back(Start);
  }
  if (!Pointer->getType()->isPointerType())
    return;
  Start.Base = Pointer;
  Start.Element = Pointer->getType()->getPointeeType();
  Result.push_back(Start);
}

/// The number of the element that the \p Dimensions outermost iterators select
/// in row-major order.
const Expr *BlockLoops::position(unsigned Dimensions) const {
  QualType Integer = Make.indexType();
  const Expr *Result = nullptr;
  for (unsigned I = 0; I < Dimensions; ++I) {
    if (Result)
      Result = Make.binary(BO_Mul, Result,
                           Make.converted(Shape.Counts[I], Integer), Integer);
    Result = sum(Result, Make.value(Iterators[I]));
  }
  return Result ? Result : Make.number(0);
}

/// The element of the block from \p Start that the iterators select, the
/// innermost of them in \p Rows dimensions of rows.
const Expr *BlockLoops::elementOf(const BlockStart &Start, unsigned Rows) {
  if (Start.Object)
    return Start.Object;
  unsigned Outer = Iterators.size() - Rows;
  const Expr *Index = sum(Start.Index, position(Outer));
  if (Start.Row)
    Checks.push_back({Index, Start.Row});
  const Expr *Result = Make.element(Start.Base, Index);
  for (VarDecl *I : llvm::ArrayRef(Iterators).drop_front(Outer))
    Result = Make.element(Make.decayed(Result), Make.value(I));
  return Result;
}

/// Whether \p E has one value in all iterations of the loops: it is computed
/// from local integers whose address nobody has.
bool BlockLoops::isSameInAll(const Expr *E) const {
  return !E->HasSideEffects(R.AST) && isBuiltOf(E, [&](const VarDecl *Var) {
    return Var->getType()->isIntegerType() && Var->hasLocalStorage() &&
           !R.Form.inFunction().isAddressTaken(Var);
  });
}

/// What memset stores in an element of type \p T: the byte as often as it has
/// bytes; null if no value is written so, or the byte of a wider element is not
/// known.
const Expr *BlockLoops::stored(QualType T) const {
  std::optional<llvm::APSInt> Value = constantValue(R.AST, B.From);
  if (!Value)
    return T->isCharType() && isSameInAll(B.From)
               ? Make.converted(B.From, T.getUnqualifiedType())
               : nullptr;
  llvm::APInt Byte = Value->extOrTrunc(8);
  bool IsInteger = T->isIntegerType() && !T->isBooleanType();
  if (!Byte.isZero() && !IsInteger)
    return nullptr;
  unsigned Bits = IsInteger ? R.AST.getIntWidth(T) : 8;
  llvm::APSInt Pattern(llvm::APInt::getSplat(Bits, Byte),
                       T->isUnsignedIntegerType());
  QualType Literal = Bits >= R.AST.getIntWidth(R.AST.IntTy)
                         ? T.getCanonicalType().getUnqualifiedType()
                         : R.AST.IntTy;
  return Make.converted(Make.number(Pattern, Literal), T);
}

/// The assignment of one element, in loops over the scalars of \p Shaped.
const Expr *BlockLoops::assignment(const BlockStart &To, const BlockStart &From,
                                   QualType Shaped) {
  auto RowsOf = [&](const BlockStart &Start) {
    return R.AST.hasSameUnqualifiedType(Start.Element, Shaped) ? Shape.Rows : 0;
  };
  const Expr *Target = elementOf(To, RowsOf(To));
  QualType T = Target->getType().getUnqualifiedType();
  if (T->isArrayType())
    return nullptr;
  const Expr *Value = nullptr;
  if (B.K == BlockCall::Set) {
    Value = stored(T);
  } else {
    const Expr *Source = elementOf(From, RowsOf(From));
    if (R.AST.hasSameUnqualifiedType(Source->getType(), T))
      Value = Make.value(Source);
  }
  return Value ? Make.binary(BO_Assign, Target, Value, T) : nullptr;
}

std::string stevedore::freeIterator(const RegionState &R,
                                    llvm::ArrayRef<VarDecl *> Others) {
  auto IsTaken = [&](llvm::StringRef Name) {
    return !R.Form.InRegion.mentioned(Name).empty() ||
           llvm::any_of(Others, [&](const VarDecl *Known) {
             return Known->getName() == Name;
           });
  };
  std::string Result = "i";
  while (IsTaken(Result))
    Result = Result == "z"       ? "at"
             : Result.size() > 1 ? Result + "_"
                                 : std::string(1, Result[0] + 1);
  return Result;
}

const Stmt *BlockLoops::loops(const BlockStart &To, const BlockStart &From) {
  bool IsShapedBySource = B.K != BlockCall::Set && From.Element->isArrayType();
  QualType Shaped = IsShapedBySource ? From.Element : To.Element;
  std::optional<BlockShape> Found = shapeOf(Shaped);
  if (!Found)
    return nullptr;
  Shape = std::move(*Found);
  Iterators.clear();
  Checks.clear();
  if (To.Object || From.Object) {
    std::optional<llvm::APSInt> Number =
        constantValue(R.AST, Shape.Counts.front());
    if (Shape.Counts.size() > 1 || !Number || *Number != 1)
      return nullptr;
    Shape.Counts.clear();
  }
  for (const Expr *Count : Shape.Counts)
    Iterators.push_back(Make.variable(
        freeIterator(R, Iterators), Count->getType()->isUnsignedIntegerType()
                                        ? R.AST.getSizeType().getCanonicalType()
                                        : Make.indexType()));
  const Expr *Assignment = assignment(To, From, Shaped);
  if (!Assignment)
    return nullptr;
  if (!Checks.empty())
    R.Form.RowChecks[Assignment] = std::move(Checks);
  const Stmt *Result = Assignment;
  for (size_t I = Iterators.size(); I-- > 0;)
    Result = Make.loop(Iterators[I], Shape.Counts[I], Result);
  return Result;
}

const Stmt *BlockLoops::loops() {
  Starts Targets, Sources;
  addStarts(blockPointer(B.To), Targets);
  if (B.K == BlockCall::Set)
    Sources.emplace_back();
  else
    addStarts(blockPointer(B.From), Sources);
  for (const BlockStart &To : Targets)
    for (const BlockStart &From : Sources)
      if (const Stmt *Result = loops(To, From))
        return Result;
  return nullptr;
}

const Stmt *stevedore::loopsOf(RegionState &R, const BlockCall &B) {
  return BlockLoops(R, B).loops();
}
