//===- Ranges.cpp - What values of data are known to be -------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression/Ranges.h"
#include "Expression/Affine.h"
#include "Syntax/Expressions.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Finds intervals, from the operands to the whole.
class RangeFinder {
public:
  RangeFinder(RegionState &R, const Nest &N, bool IsStated)
      : R(R), N(N), IsStated(IsStated),
        Everywhere(isl::set::universe(N.Domain.space())) {}
  ValueRange of(const Expr *E);

private:
  ValueRange computed(const Expr *E);
  ValueRange cast(const CastExpr *E);
  ValueRange binary(const BinaryOperator *E);
  ValueRange remainder(const BinaryOperator *E);
  ValueRange masked(const BinaryOperator *E);
  ValueRange statedMask(const Expr *Of, const Expr *Mask);
  ValueRange scaled(const ValueRange &V, const llvm::APSInt &By) const;
  ValueRange shifted(const BinaryOperator *E);
  ValueRange choice(const ConditionalOperator *E);
  ValueRange call(const CallExpr *E);
  ValueRange typed(QualType T) const;
  /// The same where declarations count.
  ValueRange declared(QualType T) const {
    return IsStated && !T->isBooleanType() ? ValueRange() : typed(T);
  }
  bool isKept(const ValueRange &V, QualType From, QualType To) const;
  ValueRange within(const ValueRange &V, QualType T, bool Wraps = false) const;
  ValueRange narrowed(ValueRange V, const Expr *E) const;
  isl::pw_aff constant(const llvm::APSInt &V) const {
    return isl::pw_aff(Everywhere, islValue(R.Ctx, V));
  }
  isl::pw_aff constant(long V) const {
    return isl::pw_aff(Everywhere, isl::val(R.Ctx, V));
  }
  bool always(const isl::set &Where) const;
  bool isDense(const Expr *E) const;
  bool areRelated(const Stmt *A, const Expr *B) const;
  bool isNatural(const ValueRange &V) const;
  /// The largest value where it is a number.
  std::optional<llvm::APInt> most(const ValueRange &V) const;

  RegionState &R;
  const Nest &N;
  const bool IsStated;
  isl::set Everywhere;
};

} // namespace

/// Whether all iterations are in \p Where.
bool RangeFinder::always(const isl::set &Where) const {
  return N.Domain.intersect_params(R.Model.Program.Context)
      .is_subset(Where)
      .is_true();
}

bool RangeFinder::isNatural(const ValueRange &V) const {
  return !V.Low.is_null() && always(V.Low.ge_set(constant(0L)));
}

std::optional<llvm::APInt> RangeFinder::most(const ValueRange &V) const {
  if (V.High.is_null() || !V.High.is_cst().is_true())
    return std::nullopt;
  isl::val Max = isl::manage(isl_pw_aff_max_val(V.High.copy()));
  if (!Max.is_int().is_true() || Max.is_neg().is_true() ||
      isl_val_n_abs_num_chunks(Max.get(), 8) != 1)
    return std::nullopt;
  return llvm::APInt(64, Max.get_num_si());
}

ValueRange RangeFinder::typed(QualType T) const {
  if (T->isBooleanType())
    return {constant(0L), constant(1L)};
  if (!T->isIntegralOrEnumerationType() || R.AST.getIntWidth(T) > 16)
    return {T->isUnsignedIntegerOrEnumerationType() ? constant(0L)
                                                    : isl::pw_aff(),
            isl::pw_aff()};
  auto [Min, Max] = typeRange(R.AST, T);
  return {constant(Min), constant(Max)};
}

/// \p V, computed without bounds, as a value of type \p T: of a signed type it
/// does not overflow unless it \p Wraps, of an unsigned one it may wrap around.
ValueRange RangeFinder::within(const ValueRange &V, QualType T,
                               bool Wraps) const {
  if (!Wraps && !T->isUnsignedIntegerOrEnumerationType())
    return V;
  auto [Min, Max] = typeRange(R.AST, T);
  bool Fits = !V.Low.is_null() && !V.High.is_null() &&
              always(V.Low.ge_set(constant(Min))) &&
              always(V.High.le_set(constant(Max)));
  return Fits ? V : declared(T);
}

static isl::pw_aff larger(const isl::pw_aff &A, const isl::pw_aff &B) {
  return A.is_null() ? B : B.is_null() ? A : A.max(B);
}

static isl::pw_aff smaller(const isl::pw_aff &A, const isl::pw_aff &B) {
  return A.is_null() ? B : B.is_null() ? A : A.min(B);
}

static const Expr *plain(const Expr *E) { return E->IgnoreParenImpCasts(); }

/// Whether both are the same text up to parentheses and conversions that are
/// not written.
static bool isSame(const ASTContext &AST, const Expr *A, const Expr *B) {
  return isSameTree(AST, plain(A), plain(B));
}

/// The name of the array that \p E is an element of; empty: it is none.
static llvm::StringRef arrayOf(const Expr *E) {
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(plain(E));
  if (!Subscript)
    return "";
  const Expr *Base = plain(Subscript->getBase());
  const auto *Ref = dyn_cast<DeclRefExpr>(Base);
  bool IsNamed = Ref && Ref->getDecl()->getDeclName().isIdentifier();
  return IsNamed ? Ref->getDecl()->getName() : arrayOf(Base);
}

/// \p V with what is known of \p E.
ValueRange RangeFinder::narrowed(ValueRange V, const Expr *E) const {
  auto narrow = [&](const ValueRange &Known) {
    V.Low = larger(V.Low, overNest(Known.Low, N));
    V.High = smaller(V.High, overNest(Known.High, N));
  };
  for (const ValueFact &Fact : R.Point.Facts)
    if (isSame(R.AST, Fact.E, E))
      narrow(Fact.Range);
  for (const ElementFact &Fact : R.Notes.Elements)
    if (Fact.Array == arrayOf(E))
      narrow(Fact.Range);
  return V;
}

isl::pw_aff stevedore::exactValue(RegionState &R, const Nest &N,
                                  const Expr *E) {
  if (E->HasSideEffects(R.AST))
    return isl::pw_aff();
  llvm::SaveAndRestore Guess(R.Point.IsGuess, true);
  AffineBuilder Builder(R, N, "value", E);
  auto Value = llvm::expectedToOptional(Builder.observed(E));
  return Value && Builder.areMet() ? *Value : isl::pw_aff();
}

ValueRange RangeFinder::of(const Expr *E) {
  if (isl::pw_aff Value = exactValue(R, N, E); !Value.is_null())
    return {Value, Value};
  return narrowed(computed(E), E);
}

ValueRange RangeFinder::computed(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return of(Full->getSubExpr());
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return of(Temporary->getSubExpr());
  if (isComparison(E))
    return {constant(0L), constant(1L)};
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return cast(Cast);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return binary(Binary);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return choice(Choice);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(Call);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_Plus)
      return of(Unary->getSubExpr());
    if (Unary->getOpcode() == UO_Minus)
      return within(scaled(of(Unary->getSubExpr()), llvm::APSInt::get(-1)),
                    E->getType());
  }
  const VarDecl *Var = variableOf(E);
  auto Known = Var ? R.Notes.Ranges.find(Var) : R.Notes.Ranges.end();
  ValueRange Own = declared(E->getType());
  if (Known == R.Notes.Ranges.end())
    return Own;
  const ValueRange &V = IsStated ? Known->second.Stated : Known->second.Known;
  return {larger(Own.Low, overNest(V.Low, N)),
          smaller(Own.High, overNest(V.High, N))};
}

/// Whether the values \p V of type \p From are the same ones of type \p To.
bool RangeFinder::isKept(const ValueRange &V, QualType From,
                         QualType To) const {
  bool FromUnsigned = !From->isSignedIntegerOrEnumerationType();
  bool ToUnsigned = !To->isSignedIntegerOrEnumerationType();
  unsigned FromBits = R.AST.getIntWidth(From), ToBits = R.AST.getIntWidth(To);
  if (FromUnsigned ? ToBits > FromBits || (ToUnsigned && ToBits == FromBits)
                   : ToBits >= FromBits && (!ToUnsigned || isNatural(V)))
    return true;
  auto [Min, Max] = typeRange(R.AST, To);
  return !V.Low.is_null() && !V.High.is_null() &&
         always(V.Low.ge_set(constant(Min))) &&
         always(V.High.le_set(constant(Max)));
}

ValueRange RangeFinder::cast(const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  bool IsImplicit = IsStated && isa<ImplicitCastExpr>(E);
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
    return of(Sub);
  case CK_IntegralCast: {
    ValueRange V = of(Sub);
    if (isKept(V, Sub->getType(), E->getType()))
      return V;
    return IsImplicit ? ValueRange() : typed(E->getType());
  }
  default:
    return IsImplicit ? ValueRange() : typed(E->getType());
  }
}

/// \p V times \p By.
ValueRange RangeFinder::scaled(const ValueRange &V,
                               const llvm::APSInt &By) const {
  isl::val Factor = islValue(R.Ctx, By);
  auto times = [&](const isl::pw_aff &A) {
    return A.is_null() ? A : A.scale(Factor);
  };
  if (By.isNegative())
    return {times(V.High), times(V.Low)};
  return {times(V.Low), times(V.High)};
}

/// Whether \p E may have every value between its bounds, as far as the program
/// says.
bool RangeFinder::isDense(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (const VarDecl *Var = variableOf(E))
    return !R.Notes.Ranges.contains(Var);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return isa<ArraySubscriptExpr, MemberExpr, UnaryOperator>(E);
  std::optional<llvm::APSInt> By = constantValue(R.AST, Binary->getRHS());
  BinaryOperatorKind Op = Binary->getOpcode();
  bool Keeps = Op == BO_And
                   ? By && By->isMask()
                   : Op == BO_Rem || (By && (Op == BO_Shr || Op == BO_Div ||
                                             Op == BO_Add || Op == BO_Sub));
  return Keeps && isDense(Binary->getLHS());
}

/// Whether data decide about both \p A and \p B, and partly the same ones: then
/// the bounds of both do not tell what is reached together.
bool RangeFinder::areRelated(const Stmt *A, const Expr *B) const {
  if (!A)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(A))
    return mentions(B, Ref->getDecl()) && exactValue(R, N, Ref).is_null();
  return llvm::any_of(A->children(),
                      [&](const Stmt *Part) { return areRelated(Part, B); });
}

/// a % b: nearer to zero than b, and on the side of a.
ValueRange RangeFinder::remainder(const BinaryOperator *E) {
  ValueRange A = of(E->getLHS());
  isl::pw_aff Size = exactValue(R, N, E->getRHS());
  bool IsSigned = E->getType()->isSignedIntegerOrEnumerationType();
  bool IsNatural =
      isNatural(A) || !IsSigned ||
      (IsStated && isNatural(RangeFinder(R, N, false).of(E->getLHS())));
  isl::pw_aff Zero = constant(0L);
  // That a value may be negative does not say that there are such elements.
  if (IsStated && (!IsNatural || Size.is_null() ||
                   !(A.High.is_null() || isDense(E->getLHS()))))
    return {};
  if (Size.is_null())
    return {IsNatural ? Zero : isl::pw_aff(),
            IsNatural ? A.High : isl::pw_aff()};
  // The remainder of zero is not defined; of a negative divisor it is not
  // expected.
  isl::set Bad = Size.le_set(Zero).intersect(N.Domain);
  if (!R.exclude(Bad, N.Domain, true))
    return declared(E->getType());
  isl::pw_aff Most = Size.add_constant(-1L);
  return {IsNatural ? Zero : Most.neg(),
          IsNatural ? smaller(Most, A.High) : Most};
}

/// What \p Of & \p Mask says, where all bits of \p Mask may be set; tests at
/// run time see to it that a mask of parameters is not negative.
ValueRange RangeFinder::statedMask(const Expr *Of, const Expr *Mask) {
  if (Mask->HasSideEffects(R.AST))
    return {};
  llvm::SaveAndRestore Guess(R.Point.IsGuess, true);
  AffineBuilder Builder(R, N, "value", Mask);
  auto Most = llvm::expectedToOptional(Builder.observed(Mask));
  if (!Most)
    return {};
  ValueRange V = of(Of);
  std::optional<llvm::APSInt> Bits = constantValue(R.AST, Mask);
  bool IsLow = Bits && Bits->isMask() && isDense(Of) && isNatural(V);
  isl::pw_aff Zero = constant(0L);
  if ((!V.High.is_null() && !IsLow) ||
      llvm::errorToBool(Builder.discharge(N.Domain)) ||
      !R.exclude(Most->lt_set(Zero).intersect(N.Domain), N.Domain, true))
    return {};
  return {Zero, smaller(V.High, *Most)};
}

/// a & b is at most each of them that is not negative.
ValueRange RangeFinder::masked(const BinaryOperator *E) {
  if (IsStated) {
    ValueRange V = statedMask(E->getLHS(), E->getRHS());
    return V.High.is_null() ? statedMask(E->getRHS(), E->getLHS()) : V;
  }
  ValueRange A = of(E->getLHS()), B = of(E->getRHS());
  bool IsNatural[] = {isNatural(A), isNatural(B)};
  if (!IsNatural[0] && !IsNatural[1])
    return declared(E->getType());
  isl::pw_aff High;
  if (IsNatural[0])
    High = A.High;
  if (IsNatural[1])
    High = smaller(High, B.High);
  return {constant(0L), High};
}

/// Shifts and quotients by constants.
ValueRange RangeFinder::shifted(const BinaryOperator *E) {
  std::optional<llvm::APSInt> By = constantValue(R.AST, E->getRHS());
  ValueRange A = of(E->getLHS());
  bool IsQuotient = E->getOpcode() == BO_Div;
  if (!By || By->isNegative() || (IsQuotient && By->isZero()) ||
      (!IsQuotient && By->uge(31)) || By->getActiveBits() > 32)
    return declared(E->getType());
  isl::val Size = islValue(R.Ctx, *By);
  if (!IsQuotient)
    Size = isl::val(R.Ctx, 1L << By->getExtValue());
  if (E->getOpcode() == BO_Shl)
    return within({A.Low.is_null() ? A.Low : A.Low.scale(Size),
                   A.High.is_null() ? A.High : A.High.scale(Size)},
                  E->getType(), R.AST.getLangOpts().CPlusPlus20);
  // C rounds quotients towards zero.
  bool RoundsUp = IsQuotient && !isNatural(A);
  auto rounded = [&](const isl::pw_aff &V) {
    if (V.is_null())
      return V;
    isl::pw_aff Floor = V.scale_down(Size).floor();
    return RoundsUp ? Floor.max(V.scale_down(Size).ceil().min(constant(0L)))
                    : Floor;
  };
  return {rounded(A.Low), rounded(A.High)};
}

ValueRange RangeFinder::binary(const BinaryOperator *E) {
  switch (E->getOpcode()) {
  case BO_Rem:
    return remainder(E);
  case BO_And:
    return masked(E);
  case BO_Div:
  case BO_Shr:
  case BO_Shl:
    return shifted(E);
  case BO_Comma:
    return of(E->getRHS());
  case BO_Or:
  case BO_Xor: {
    if (IsStated)
      return {};
    ValueRange A = of(E->getLHS()), B = of(E->getRHS());
    auto First = most(A), Second = most(B);
    if (!isNatural(A) || !isNatural(B) || !First || !Second)
      return declared(E->getType());
    unsigned Bits = std::max(First->getActiveBits(), Second->getActiveBits());
    return {constant(0L), constant((1L << std::min(Bits, 62u)) - 1)};
  }
  case BO_Mul: {
    for (bool IsLeft : {true, false})
      if (auto By = constantValue(R.AST, IsLeft ? E->getLHS() : E->getRHS()))
        return within(scaled(of(IsLeft ? E->getRHS() : E->getLHS()), *By),
                      E->getType());
    return declared(E->getType());
  }
  case BO_Add:
  case BO_Sub: {
    if (IsStated && areRelated(E->getLHS(), E->getRHS()))
      return {};
    ValueRange A = of(E->getLHS()), B = of(E->getRHS());
    if (E->getOpcode() == BO_Sub)
      B = scaled(B, llvm::APSInt::get(-1));
    auto sum = [](const isl::pw_aff &X, const isl::pw_aff &Y) {
      return X.is_null() || Y.is_null() ? isl::pw_aff() : X.add(Y);
    };
    return within({sum(A.Low, B.Low), sum(A.High, B.High)}, E->getType());
  }
  default:
    return declared(E->getType());
  }
}

/// The hull of both values, each with what the condition says where it is
/// taken.
ValueRange RangeFinder::choice(const ConditionalOperator *E) {
  auto branch = [&](const Expr *Value, bool Holds) {
    FactScope Scope(R);
    addFacts(R, N, E->getCond(), Holds, Value);
    return of(Value);
  };
  ValueRange A = branch(E->getTrueExpr(), true);
  ValueRange B = branch(E->getFalseExpr(), false);
  ValueRange Result;
  if (!A.Low.is_null() && !B.Low.is_null())
    Result.Low = A.Low.min(B.Low);
  if (!A.High.is_null() && !B.High.is_null())
    Result.High = A.High.max(B.High);
  return Result;
}

/// Minimum, maximum and absolute value.
ValueRange RangeFinder::call(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  std::string Name = Callee ? Callee->getNameAsString() : "";
  bool IsExtreme = Callee && Callee->isInStdNamespace() &&
                   E->getNumArgs() == 2 && (Name == "min" || Name == "max");
  if (IsExtreme && IsStated && areRelated(E->getArg(0), E->getArg(1)))
    return {};
  if (IsExtreme) {
    ValueRange A = of(E->getArg(0)), B = of(E->getArg(1));
    auto both = [](const isl::pw_aff &X, const isl::pw_aff &Y, bool IsMin) {
      if (X.is_null() || Y.is_null())
        return isl::pw_aff();
      return IsMin ? X.min(Y) : X.max(Y);
    };
    if (Name == "min")
      return {both(A.Low, B.Low, true), smaller(A.High, B.High)};
    return {larger(A.Low, B.Low), both(A.High, B.High, false)};
  }
  bool IsAbs = Callee && Callee->isExternC() && E->getNumArgs() == 1 &&
               (Name == "abs" || Name == "labs" || Name == "llabs");
  if (!IsAbs)
    return declared(E->getType());
  ValueRange A = of(E->getArg(0));
  if (A.Low.is_null() || A.High.is_null())
    return {constant(0L), isl::pw_aff()};
  return {constant(0L).max(A.Low).max(A.High.neg()), A.High.max(A.Low.neg())};
}

void stevedore::noteRange(RegionState &R, const Nest &N, const VarDecl *Var,
                          const Expr *E) {
  R.Notes.Ranges[Var] = {rangeOf(R, N, E), rangeOf(R, N, E, true)};
}

ValueRange stevedore::rangeOf(RegionState &R, const Nest &N, const Expr *E,
                              bool IsStated) {
  return RangeFinder(R, N, IsStated).of(E);
}
