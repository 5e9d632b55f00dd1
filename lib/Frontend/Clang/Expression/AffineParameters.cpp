//===- AffineParameters.cpp - Unchanging values as parameters -------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression/Affine.h"
#include "State/Memory.h"
#include "State/Unseen.h"
#include "Syntax/CallValues.h"
#include "Syntax/Expressions.h"
#include "Syntax/PointerSums.h"
#include "Syntax/TreeMaker.h"
#include "polly/Support/GICHelper.h"
#include "stevedore/Support/Coalesce.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;
using namespace stevedore;

/// The parameter for \p E, to which \p Path leads, or the number that it has.
AffineBuilder::Result AffineBuilder::parameter(const Expr *E,
                                               const MemoryPath &Path) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (const Expr *Init = Var ? computedAs(R, Var) : nullptr) {
    AffineBuilder Alone(R, N, "value", Init);
    auto Value = llvm::expectedToOptional(Alone.value(Init));
    if (Value && Alone.areMet())
      return *Value;
    if (!Value && Role == "value")
      return reject(RejectReason::NotAffine,
                    "'" + R.textOf(Init) + "' is not a sum of integers");
  }
  isl::id Id = R.parameter(E, Path);
  if (std::optional<int64_t> Number = R.specialized(E))
    return constant(static_cast<long>(*Number));
  return isl::pw_aff::param_on_domain(Everywhere, Id);
}

std::optional<llvm::APSInt> stevedore::numberOf(RegionState &R, const Expr *E,
                                                bool IsWanted) {
  if (std::optional<llvm::APSInt> Constant = constantValue(R.AST, E))
    return Constant;
  bool IsUnchanging = isBuiltOf(E, [&](const VarDecl *Var) {
    return Var->getType()->isIntegerType() && isHiddenInvariant(R, Var);
  });
  if (!IsUnchanging)
    return std::nullopt;
  Nest Outside = Nest::outermost(R.Ctx);
  AffineBuilder Builder(R, Outside, "value", E);
  std::optional<isl::pw_aff> Value = llvm::expectedToOptional(Builder.value(E));
  if (!Value)
    return std::nullopt;
  if (!Value->is_cst().is_true()) {
    if (IsWanted)
      R.wantNumber(*Value);
    return std::nullopt;
  }
  if (!Builder.areMet())
    return std::nullopt;
  isl::val Number = isl::manage(isl_pw_aff_max_val(Value->copy()));
  if (!Number.is_int().is_true())
    return std::nullopt;
  QualType T = E->getType();
  return llvm::APSInt(
      polly::APIntFromVal(Number.copy()).sextOrTrunc(R.AST.getIntWidth(T)),
      !T->isSignedIntegerOrEnumerationType());
}

/// Whether \p Var is an integer that always holds what it is given first.
static bool isFixedInteger(const RegionState &R, const VarDecl *Var) {
  QualType T = Var->getType();
  return T->isIntegerType() && !T.isVolatileQualified() &&
         R.Form.inFunction().isFixed(Var) && !R.isDeclaredInRegion(Var) &&
         !llvm::is_contained(R.Form.AllIterators, Var);
}

const Expr *stevedore::computedAs(const RegionState &R, const VarDecl *Var) {
  const Expr *Init = Var->getInit();
  if (!R.Made.TakesDefinitions || !Init || isa<ParmVarDecl>(Var) ||
      !isFixedInteger(R, Var) || R.Form.inFunction().hasJumps())
    return nullptr;
  QualType To = Var->getType();
  const Expr *Value = Init->IgnoreParens();
  for (; isa<ImplicitCastExpr>(Value) &&
         cast<ImplicitCastExpr>(Value)->getCastKind() == CK_IntegralCast;
       Value = cast<ImplicitCastExpr>(Value)->getSubExpr()->IgnoreParens()) {
    QualType From = cast<ImplicitCastExpr>(Value)->getSubExpr()->getType();
    if (!From->isSignedIntegerType() ||
        R.AST.getIntWidth(From) > R.AST.getIntWidth(Value->getType()))
      return nullptr;
  }
  bool IsKnown = To->isSignedIntegerType() && isa<BinaryOperator>(Value) &&
                 isBuiltOf(Value, [&](const VarDecl *Part) {
                   return isFixedInteger(R, Part);
                 });
  return IsKnown ? Init : nullptr;
}

/// Notes that \p Var would have an affine value if the factors of the products
/// in it, or in what it is computed from, were numbers.
void AffineBuilder::wantFactors(const VarDecl *Var) {
  R.Notes.Specializable.insert_range(R.Notes.SpecializableFor.lookup(Var));
  auto Known = R.Point.IndexValues.find(Var);
  if (Known == R.Point.IndexValues.end())
    return;
  for (const SubscriptTerm &Term : Known->second.Sum)
    for (const std::string &Key : Term.Factors)
      R.wantNumber(R.Notes.Factors.at(Key).Value);
}

/// { [i] } where the pointer \p Pointer, which is the same in all iterations,
/// is not null: everywhere or nowhere, as a parameter of its own says that is
/// called "has_..." and 0 or 1. A sum of a pointer and an integer is null only
/// where the pointer is.
llvm::Expected<isl::set> AffineBuilder::isThere(const Expr *Pointer,
                                                const isl::set &Guard) {
  const Expr *Plain = Pointer->IgnoreParens();
  const auto *Cast = dyn_cast<CastExpr>(Plain);
  if (Plain->IgnoreParenCasts()->isNullPointerConstant(
          R.AST, Expr::NPC_ValueDependentIsNotNull))
    return isl::set::empty(Everywhere.space());
  if (Cast &&
      (Cast->getCastKind() == CK_NoOp || Cast->getCastKind() == CK_BitCast))
    return isThere(Cast->getSubExpr(), Guard);
  if (const Expr *Start = summands(Plain).first)
    return isThere(Start, Guard);
  const Expr *Object = Cast && Cast->getCastKind() == CK_LValueToRValue
                           ? Cast->getSubExpr()->IgnoreParens()
                           : nullptr;
  if (!Object)
    return reject(RejectReason::NotAffine,
                  "'" + R.textOf(Pointer) + "' is not an unchanging pointer");
  llvm::Expected<MemoryPath> Path = path(Object, Object, Guard);
  if (!Path)
    return Path.takeError();
  TreeMaker Make(R.AST, R.Code.Function, Pointer->getSourceRange());
  const Expr *Truth =
      Make.binary(BO_NE, grouped(R.AST, const_cast<Expr *>(Plain)),
                  Make.number(0, R.AST.IntTy), R.AST.BoolTy);
  isl::id Id = R.parameter(Truth, *Path, Object->getType().getUnqualifiedType(),
                           "has_" + R.printed(Object));
  isl::pw_aff Is = isl::pw_aff::param_on_domain(Everywhere, Id);
  return Is.ge_set(constant(1));
}

/// What lies between two pointers that nobody changes in the region.
AffineBuilder::Result AffineBuilder::distance(const BinaryOperator *E) {
  auto IsFixed = [&](const Expr *Pointer) {
    const VarDecl *Var = variableOf(Pointer);
    return Var && Var->getType()->isPointerType() && isHiddenInvariant(R, Var);
  };
  if (!IsFixed(E->getLHS()) || !IsFixed(E->getRHS()))
    return reject(RejectReason::NotAffine,
                  "'" + R.textOf(E) + "' is not a sum of integers");
  MemoryPath Path{variableOf(E->getLHS()), false, {}, {}};
  return isl::pw_aff::param_on_domain(Everywhere, R.parameter(E, Path));
}

/// The way to an integer of which \p E is built by operators, where it is built
/// of integers that nobody changes in the region and that are found without
/// following pointers; nothing elsewhere.
std::optional<MemoryPath> AffineBuilder::pathOfAll(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (constantValue(R.AST, E))
    return MemoryPath();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    bool IsDivision =
        Binary->isMultiplicativeOp() && Binary->getOpcode() != BO_Mul;
    std::optional<llvm::APSInt> Divisor =
        IsDivision ? constantValue(R.AST, Binary->getRHS()) : std::nullopt;
    if (IsDivision ? !Divisor || Divisor->isZero() || Divisor->isAllOnes()
                   : !Binary->isAdditiveOp() && !Binary->isMultiplicativeOp())
      return std::nullopt;
    std::optional<MemoryPath> A = pathOfAll(Binary->getLHS());
    std::optional<MemoryPath> B = A ? pathOfAll(Binary->getRHS()) : A;
    return B && A->Root ? A : B;
  }
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  if (Unary &&
      (Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Plus))
    return pathOfAll(Unary->getSubExpr());
  if (!isa<DeclRefExpr, MemberExpr>(E) || !E->getType()->isIntegerType())
    return std::nullopt;
  const Expr *Modified = nullptr;
  std::optional<MemoryPath> Path = pathTo(R, E, Modified);
  const auto *Var = Path ? dyn_cast_or_null<VarDecl>(Path->Root) : nullptr;
  bool IsOwn = Var && Path->Pointers.empty() && Var->hasLocalStorage() &&
               !Var->getType()->isReferenceType() &&
               !R.Form.inFunction().isAddressTaken(Var) &&
               !llvm::is_contained(R.Form.AllIterators, Var);
  return IsOwn ? Path : std::nullopt;
}

/// \p Part, a part of a signed integer in a wider type, as the type \p T of the
/// program has it: where that cannot hold it, the program has no value.
static Expr *asInProgram(ASTContext &AST, const TreeMaker &Make, Expr *Part,
                         QualType T, uint64_t &Most) {
  QualType Wide = Part->getType();
  if (!isa<BinaryOperator>(Part))
    return Part;
  Most = uint64_t(1) << (AST.getIntWidth(T) - 1);
  Expr *Narrow = explicitly(AST, Make.converted(grouped(AST, Part), T));
  return explicitly(AST, Make.converted(Narrow, Wide));
}

/// Whether \p E, an integer, is read or a constant, or such a one divided.
static bool cannotOverflow(const ASTContext &AST, const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->isMultiplicativeOp() && Binary->getOpcode() != BO_Mul)
    return constantValue(AST, Binary->getRHS()) &&
           cannotOverflow(AST, Binary->getLHS());
  return isa<DeclRefExpr, MemberExpr>(E) || constantValue(AST, E);
}

/// The signed integer \p E, computed in the type \p Wide from values that need
/// no operator, of which the text says so if it \p IsWritten; null where parts
/// are computed in another type. It is \p Most at most, or the negative of
/// that.
static Expr *widened(ASTContext &AST, const TreeMaker &Make, const Expr *E,
                     QualType Wide, bool IsWritten, uint64_t &Most) {
  E = E->IgnoreParens();
  QualType T = E->getType();
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  QualType From = Cast ? Cast->getSubExpr()->getType() : T;
  bool IsKept = Cast && Cast->getCastKind() == CK_IntegralCast &&
                AST.getIntWidth(From) +
                        (From->isSignedIntegerOrEnumerationType() ? 0 : 1) <=
                    AST.getIntWidth(T);
  if (IsKept)
    return widened(AST, Make, Cast->getSubExpr(), Wide, IsWritten, Most);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && T->isSignedIntegerOrEnumerationType() &&
      (Binary->isAdditiveOp() || Binary->getOpcode() == BO_Mul)) {
    uint64_t Other = 0;
    Expr *A = widened(AST, Make, Binary->getLHS(), Wide, true, Most);
    Expr *B = widened(AST, Make, Binary->getRHS(), Wide, false, Other);
    if (!A || !B)
      return nullptr;
    auto Combined = [&] {
      return Binary->getOpcode() == BO_Mul
                 ? llvm::SaturatingMultiply(Most, Other)
                 : llvm::SaturatingAdd(Most, Other);
    };
    if (Combined() > INT64_MAX) {
      A = asInProgram(AST, Make, A, Binary->getLHS()->getType(), Most);
      B = asInProgram(AST, Make, B, Binary->getRHS()->getType(), Other);
    }
    Most = Combined();
    auto Operand = [&](Expr *Part) {
      return isa<BinaryOperator>(Part) ? grouped(AST, Part) : Part;
    };
    return Make.binary(Binary->getOpcode(), Operand(A), Operand(B), Wide);
  }
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  if (Unary && Unary->getOpcode() == UO_Minus &&
      T->isSignedIntegerOrEnumerationType()) {
    Expr *A = widened(AST, Make, Unary->getSubExpr(), Wide, true, Most);
    return A ? Make.binary(BO_Sub, Make.number(0, Wide), grouped(AST, A), Wide)
             : nullptr;
  }
  std::optional<llvm::APSInt> Constant = constantValue(AST, E);
  if (!cannotOverflow(AST, E) || AST.getIntWidth(T) > 63)
    return nullptr;
  bool IsSigned = T->isSignedIntegerOrEnumerationType();
  Most = Constant ? Constant->abs().getLimitedValue()
                  : uint64_t(1) << (AST.getIntWidth(T) - (IsSigned ? 1 : 0));
  Expr *Value = Make.converted(grouped(AST, const_cast<Expr *>(E)), Wide);
  return IsWritten ? explicitly(AST, Value) : Value;
}

/// A product of parameters, \p A and \p B, that bounds a loop is a parameter of
/// its own. It is computed where the region begins, also where the loops would
/// not be reached, so that a signed one is computed in a type that holds it. In
/// a subscript a product may be the distance of rows, which has to be known.
AffineBuilder::Result AffineBuilder::product(const BinaryOperator *E,
                                             const isl::pw_aff &A,
                                             const isl::pw_aff &B) {
  QualType T = E->getType(), Wide = R.AST.LongLongTy;
  std::optional<MemoryPath> Path =
      Role == "loop bound" ? pathOfAll(E) : std::nullopt;
  const Expr *Whole = E;
  uint64_t Most = 0;
  if (Path && T->isSignedIntegerOrEnumerationType())
    Whole =
        widened(R.AST, TreeMaker(R.AST, R.Code.Function, E->getSourceRange()),
                E, Wide, true, Most);
  if (!Path || !Path->Root || !Whole || Most > INT64_MAX) {
    if (dependsOnIterators(B))
      R.wantNumber(A);
    if (dependsOnIterators(A))
      R.wantNumber(B);
    return rejectProduct(E->getLHS(), E->getRHS());
  }
  return isl::pw_aff::param_on_domain(Everywhere, R.parameter(Whole, *Path));
}

/// A quotient, or a remainder, of integers that nobody changes in the region,
/// where the divisor is no number, is a parameter of its own. It is computed
/// where the region begins, also where the program would not: as 0 where it has
/// no value, and of signed integers in a type that holds their sums.
std::optional<isl::pw_aff> AffineBuilder::quotient(const BinaryOperator *E) {
  std::optional<MemoryPath> Of = pathOfAll(E->getLHS());
  std::optional<MemoryPath> By = Of ? pathOfAll(E->getRHS()) : std::nullopt;
  QualType T = E->getType(), Truth = R.AST.IntTy;
  if (!By || !By->Root)
    return std::nullopt;
  TreeMaker Make(R.AST, R.Code.Function, E->getSourceRange());
  Expr *A = const_cast<Expr *>(E->getLHS());
  Expr *B = const_cast<Expr *>(E->getRHS());
  if (T->isSignedIntegerOrEnumerationType()) {
    uint64_t MostOf = 0, MostBy = 0;
    T = R.AST.LongLongTy;
    A = widened(R.AST, Make, A, T, true, MostOf);
    B = widened(R.AST, Make, B, T, true, MostBy);
    if (!A || !B || MostOf > INT64_MAX || MostBy > INT64_MAX)
      return std::nullopt;
  }
  A = grouped(R.AST, A);
  B = grouped(R.AST, B);
  if (R.AST.getLangOpts().CPlusPlus)
    Truth = R.AST.BoolTy;
  Expr *Whole = stevedore::choice(
      R.AST, Make.binary(BO_NE, B, Make.number(0, T), Truth),
      Make.binary(E->getOpcode(), A, B, T), Make.number(0, T));
  return isl::pw_aff::param_on_domain(Everywhere,
                                      R.parameter(grouped(R.AST, Whole), *By));
}
