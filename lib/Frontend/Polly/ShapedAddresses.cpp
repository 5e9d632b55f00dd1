//===- ShapedAddresses.cpp - Subscripts where Polly reads them ------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Frontend/Polly/ShapedAddresses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;
using namespace stevedore;

namespace {

/// A part of an address: \c Index times \c Bytes.
struct Step {
  Value *Index = nullptr;
  int64_t Bytes = 0;
};

/// The address \c Base plus \c Steps plus \c Constant bytes, that a load or a
/// store has as an operand.
struct Address {
  Use *Operand = nullptr;
  Value *Base = nullptr;
  std::vector<Step> Steps;
  int64_t Constant = 0;
};

/// Numbers of bytes, the greatest first.
using Lengths = std::set<int64_t, std::greater<int64_t>>;

/// What is known of the memory behind one base.
struct Memory {
  std::vector<Address> Addresses;
  Type *Element = nullptr;
  Lengths Rows;
  bool HasShape = true;
};

} // namespace

/// Adds to \p To what \p G adds to its pointer, and to \p Rows the bytes of the
/// arrays, or of the structures around them, that it counts; false: what is no
/// number of bytes.
static bool addSteps(const GEPOperator &G, const DataLayout &DL, Address &To,
                     Lengths &Rows) {
  for (auto I = gep_type_begin(G), E = gep_type_end(G); I != E; ++I) {
    auto *Number = dyn_cast<ConstantInt>(I.getOperand());
    if (StructType *Struct = I.getStructTypeOrNull()) {
      To.Constant += DL.getStructLayout(Struct)
                         ->getElementOffset(Number->getZExtValue())
                         .getFixedValue();
      continue;
    }
    TypeSize Bytes = I.getSequentialElementStride(DL);
    if (Bytes.isScalable() || I.getOperand()->getType()->isVectorTy())
      return false;
    if (I.getIndexedType()->isAggregateType() && Bytes.isNonZero())
      Rows.insert(Bytes.getFixedValue());
    if (Number)
      To.Constant += Number->getSExtValue() * int64_t(Bytes.getFixedValue());
    else if (Bytes.isNonZero())
      To.Steps.push_back({I.getOperand(), int64_t(Bytes.getFixedValue())});
  }
  return true;
}

/// The address that \p Operand is, and in \p Rows the rows that it speaks of;
/// none: it is no sum of bytes.
static std::optional<Address> addressIn(Use &Operand, const DataLayout &DL,
                                        Lengths &Rows) {
  Address Result;
  Result.Operand = &Operand;
  Result.Base = Operand;
  while (auto *G = dyn_cast<GEPOperator>(Result.Base)) {
    if (!addSteps(*G, DL, Result, Rows))
      return std::nullopt;
    Result.Base = G->getPointerOperand();
  }
  return Result;
}

/// The type of all that \p M holds, where it is a number or a pointer.
static void addElement(Memory &M, Type *T, const DataLayout &DL) {
  if (!T->isIntOrPtrTy() && !T->isFloatingPointTy())
    M.HasShape = false;
  if (M.Element && M.Element != T)
    M.HasShape = false;
  M.Element = T;
  if (M.HasShape && DL.getTypeAllocSize(T) != DL.getTypeStoreSize(T))
    M.HasShape = false;
}

/// The rows of \p Base, a variable, by its type.
static Lengths rowsOf(const Value *Base, const DataLayout &DL) {
  Lengths Result;
  Type *T = nullptr;
  if (auto *Global = dyn_cast<GlobalVariable>(Base))
    T = Global->getValueType();
  else if (auto *Local = dyn_cast<AllocaInst>(Base))
    T = Local->getAllocatedType();
  for (auto *Array = dyn_cast_or_null<ArrayType>(T); Array;) {
    Array = dyn_cast<ArrayType>(Array->getElementType());
    if (Array)
      Result.insert(DL.getTypeAllocSize(Array).getFixedValue());
  }
  return Result;
}

static MapVector<Value *, Memory> memoryOf(Function &F) {
  const DataLayout &DL = F.getDataLayout();
  MapVector<Value *, Memory> Result;
  for (Instruction &I : instructions(F)) {
    if (!isa<LoadInst, StoreInst>(I))
      continue;
    unsigned Number = isa<LoadInst>(I) ? LoadInst::getPointerOperandIndex()
                                       : StoreInst::getPointerOperandIndex();
    Lengths Rows;
    auto Found = addressIn(I.getOperandUse(Number), DL, Rows);
    if (!Found)
      continue;
    Memory &M = Result[Found->Base];
    M.Rows.merge(Rows);
    M.Rows.merge(rowsOf(Found->Base, DL));
    addElement(M, getLoadStoreType(&I), DL);
    M.Addresses.push_back(std::move(*Found));
  }
  return Result;
}

/// The dimension of the rows of \p Shape that a step of \p Bytes counts; none:
/// it goes from rows into others.
static std::optional<unsigned> dimensionOf(int64_t Bytes,
                                           ArrayRef<int64_t> Shape) {
  for (auto [Dimension, Row] : enumerate(Shape))
    if (Row <= Bytes)
      return Bytes % Row == 0 ? std::optional<unsigned>(Dimension)
                              : std::nullopt;
  return std::nullopt;
}

/// The bytes of the rows of \p M, from the longest to one element; empty: there
/// are no rows, or they do not divide it.
static std::vector<int64_t> shapeOf(const Memory &M, const DataLayout &DL) {
  if (!M.HasShape)
    return {};
  int64_t Element = DL.getTypeAllocSize(M.Element).getFixedValue();
  std::vector<int64_t> Result;
  for (int64_t Bytes : M.Rows)
    if (Bytes > Element)
      Result.push_back(Bytes);
  Result.push_back(Element);
  bool Divides = Result.size() > 1;
  for (unsigned K = 1; K < Result.size(); ++K)
    Divides &= Result[K - 1] % Result[K] == 0;
  for (const Address &A : M.Addresses) {
    Divides &= A.Constant % Element == 0;
    for (const Step &S : A.Steps)
      Divides &= dimensionOf(S.Bytes, Result).has_value();
  }
  return Divides ? Result : std::vector<int64_t>();
}

namespace {

/// Makes the subscripts of one address.
class Subscripts {
public:
  Subscripts(const Address &A, ArrayRef<int64_t> Shape, Type *Element)
      : A(A), Shape(Shape), Element(Element),
        User(cast<Instruction>(A.Operand->getUser())),
        Index(User->getDataLayout().getIndexType(A.Base->getType())),
        Sums(Shape.size()) {}

  /// The instructions that compute the address, which the last one is.
  std::vector<Instruction *> run();

private:
  Instruction *added(Instruction *I);
  void addTo(unsigned Dimension, Value *Number);
  void addSteps();
  void addConstant();

  const Address &A;
  ArrayRef<int64_t> Shape;
  Type *Element;
  Instruction *User;
  Type *Index;
  std::vector<Value *> Sums;
  std::vector<Instruction *> All;
};

} // namespace

Instruction *Subscripts::added(Instruction *I) {
  I->insertBefore(User->getIterator());
  I->setDebugLoc(User->getDebugLoc());
  All.push_back(I);
  return I;
}

void Subscripts::addTo(unsigned Dimension, Value *Number) {
  Value *&Sum = Sums[Dimension];
  Sum = Sum ? added(BinaryOperator::CreateAdd(Sum, Number)) : Number;
}

void Subscripts::addSteps() {
  for (const Step &S : A.Steps) {
    unsigned Dimension = *dimensionOf(S.Bytes, Shape);
    Value *Number = S.Index;
    if (Number->getType() != Index)
      Number = added(CastInst::CreateIntegerCast(Number, Index, true));
    if (int64_t Factor = S.Bytes / Shape[Dimension]; Factor != 1)
      Number = added(BinaryOperator::CreateMul(
          Number, ConstantInt::getSigned(Index, Factor)));
    addTo(Dimension, Number);
  }
}

/// Adds the constant bytes, which do not say to which subscripts they belong.
/// In a dimension that something is counted in it is the number nearest to 0,
/// so that the element before a counter stays in its row.
void Subscripts::addConstant() {
  int64_t Rest = A.Constant / Shape.back();
  for (unsigned Dimension = Shape.size(); Dimension-- > 0;) {
    int64_t Number = Rest;
    if (Dimension > 0) {
      int64_t Length = Shape[Dimension - 1] / Shape[Dimension];
      Number = mod(Rest, Length);
      if (Sums[Dimension] && 2 * Number > Length)
        Number -= Length;
      Rest = (Rest - Number) / Length;
    }
    if (Number != 0 || !Sums[Dimension])
      addTo(Dimension, ConstantInt::getSigned(Index, Number));
  }
}

std::vector<Instruction *> Subscripts::run() {
  addSteps();
  addConstant();
  Type *Row = Element;
  for (unsigned K = Shape.size() - 1; K > 0; --K)
    Row = ArrayType::get(Row, Shape[K - 1] / Shape[K]);
  SmallVector<Value *, 4> Numbers = {ConstantInt::get(Index, 0)};
  append_range(Numbers, Sums);
  added(GetElementPtrInst::Create(ArrayType::get(Row, 0), A.Base, Numbers));
  return std::move(All);
}

ShapedAddresses::ShapedAddresses(Function &F) {
  for (const auto &[Base, M] : memoryOf(F)) {
    std::vector<int64_t> Shape = shapeOf(M, F.getDataLayout());
    if (Shape.empty())
      continue;
    for (const Address &A : M.Addresses) {
      std::vector<Instruction *> Added = Subscripts(A, Shape, M.Element).run();
      Value *Before = *A.Operand;
      A.Operand->set(Added.back());
      All.push_back({A.Operand, Before, std::move(Added)});
    }
  }
}

ShapedAddresses::~ShapedAddresses() {
  for (Shaped &S : All) {
    S.Operand->set(S.Before);
    for (Instruction *I : reverse(S.Added))
      if (I->use_empty())
        I->eraseFromParent();
  }
}
