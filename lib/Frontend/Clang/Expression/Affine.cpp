//===- Affine.cpp - C expressions as affine functions ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression/Affine.h"
#include "Reasons/Advice.h"
#include "State/Memory.h"
#include "Syntax/Containers.h"
#include "Syntax/Expressions.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace stevedore;

AffineBuilder::AffineBuilder(RegionState &R, const Nest &N, std::string Role,
                             const Expr *Whole)
    : R(R), N(N), Role(std::move(Role)), Whole(Whole),
      Everywhere(isl::set::universe(N.Domain.space())) {}

isl::pw_aff AffineBuilder::constant(const llvm::APSInt &V) const {
  return isl::pw_aff(Everywhere, islValue(R.Ctx, V));
}

/// The value \p V, or what it is modulo 2^w as a number of the signed type of
/// its width: the new loops count in that, and before a value of an unsigned
/// type is observed it does not matter.
static llvm::APSInt asSigned(llvm::APSInt V) {
  if (!V.isRepresentableByInt64())
    V.setIsSigned(true);
  return V;
}

isl::pw_aff AffineBuilder::constant(long V) const {
  return isl::pw_aff(Everywhere, isl::val(R.Ctx, V));
}

isl::pw_aff AffineBuilder::iterator(unsigned Index) const {
  return isl::pw_aff::var_on_domain(isl::local_space(Everywhere.space()),
                                    isl::dim::set, Index);
}

llvm::Error AffineBuilder::reject(RejectReason Reason,
                                  const std::string &What) const {
  return R.reject(Reason, Whole->getExprLoc(), {Role, R.textOf(Whole), What});
}

llvm::Error AffineBuilder::rejectProduct(const Expr *A, const Expr *B) const {
  return reject(RejectReason::NotAffine,
                "it multiplies '" + R.textOf(A->IgnoreParenImpCasts()) +
                    "' by '" + R.textOf(B->IgnoreParenImpCasts()) +
                    "', and neither is a constant");
}

void AffineBuilder::observe(const isl::pw_aff &V, QualType T,
                            const isl::set &Guard) {
  Obligations.push_back({V, T, Guard});
}

/// An observation below the type's minimum is excluded by a condition that the
/// analysis may use, `n >= 1`; one above its maximum by a condition that it
/// has no use for, `n <= 2147483646`.
llvm::Error AffineBuilder::discharge(const isl::set &Domain) {
  for (const Obligation &O : Obligations) {
    auto [Min, Max] = typeRange(R.AST, O.Type);
    isl::set Where = Domain.intersect(O.Guard);
    isl::set Below = Where.intersect(O.Value.lt_set(constant(Min)));
    isl::set Above = Where.intersect(O.Value.gt_set(constant(Max)));
    bool IsUnsigned = Min.isZero();
    if (!R.exclude(Below, Domain, IsUnsigned) ||
        !R.exclude(Above, Domain, false))
      return R.reject(RejectReason::UnsignedWrap, Whole->getExprLoc(),
                      {Role, R.textOf(Whole), R.typeText(O.Type)});
  }
  Obligations.clear();
  return llvm::Error::success();
}

bool AffineBuilder::areMet() const {
  return llvm::all_of(Obligations, [&](const Obligation &O) {
    auto [Min, Max] = typeRange(R.AST, O.Type);
    isl::set Outside = O.Value.lt_set(constant(Min))
                           .unite(O.Value.gt_set(constant(Max)))
                           .intersect(O.Guard);
    return R.possible(Outside).is_empty().is_true();
  });
}

AffineBuilder::Result AffineBuilder::value(const Expr *E) {
  return value(E, Everywhere);
}

AffineBuilder::Result AffineBuilder::observed(const Expr *E) {
  Result V = value(E, Everywhere);
  if (V && E->getType()->isUnsignedIntegerOrEnumerationType())
    observe(*V, E->getType(), Everywhere);
  return V;
}

AffineBuilder::Result AffineBuilder::value(const Expr *E,
                                           const isl::set &Guard) {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return value(Full->getSubExpr(), Guard);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return value(Temporary->getSubExpr(), Guard);
  if (E->getType().isVolatileQualified())
    return R.reject(RejectReason::Volatile, E->getExprLoc(), {R.textOf(E)});
  if (E->getType()->isAtomicType())
    return R.reject(RejectReason::Atomic, E->getExprLoc(), {R.textOf(E)});
  if (E->getType()->isFloatingType())
    return reject(Role == "condition" ? RejectReason::DataDependent
                                      : RejectReason::FloatingBound,
                  R.textOf(E));
  if (!E->getType()->isIntegralOrEnumerationType())
    return reject(RejectReason::NotAffine, "it is not an integer");
  if (R.AST.getIntWidth(E->getType()) > 64)
    return reject(RejectReason::NotAffine,
                  "it computes with more than 64 bits");
  if (std::optional<llvm::APSInt> Constant = constantValue(R.AST, E))
    return constant(asSigned(*Constant));
  if (isComparison(E))
    return indicator(E, Guard);
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return cast(Cast, Guard);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return reference(Ref, Ref->getDecl());
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  if (isa<MemberExpr, ArraySubscriptExpr>(E) ||
      (Unary && Unary->getOpcode() == UO_Deref))
    return memory(E, Guard);
  if (Unary)
    return unary(Unary, Guard);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return binary(Binary, Guard);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return choice(Choice, Guard);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(Call, Guard);
  return reject(RejectReason::NotAffine,
                "'" + R.textOf(E) + "' is not a sum of integers");
}

isl::pw_aff stevedore::overNest(const isl::pw_aff &Value, const Nest &N) {
  if (Value.is_null())
    return Value;
  unsigned Depth = countOf(Value.dim(isl::dim::in));
  return isl::manage(
      isl_pw_aff_add_dims(Value.copy(), isl_dim_in, N.depth() - Depth));
}

/// The value of the index variable \p Var; nothing unless it is affine and
/// known for all iterations of the nest.
std::optional<isl::pw_aff> AffineBuilder::indexValue(const VarDecl *Var) const {
  auto Index = R.Point.IndexValues.find(Var);
  if (Index == R.Point.IndexValues.end() || Index->second.Value.is_null())
    return std::nullopt;
  isl::pw_aff Value = overNest(Index->second.Value, N);
  isl::set Known = Value.domain();
  bool IsKnown = isl_set_plain_is_universe(Known.get()) == isl_bool_true ||
                 N.Domain.intersect_params(R.Model.Program.Context)
                     .is_subset(Known)
                     .is_true();
  return IsKnown ? std::optional(Value) : std::nullopt;
}

/// `k++` of an index variable is its value before the step, `++k` after it. A
/// loop's condition that steps its iterator gives it the value that it has in
/// the iteration.
AffineBuilder::Result AffineBuilder::step(const UnaryOperator *E,
                                          const isl::set &Guard) {
  Result V = value(E->getSubExpr(), Guard);
  bool IsIterator = !N.Iterators.empty() &&
                    N.Iterators.back() == variableOf(E->getSubExpr());
  if (!V || E->isPostfix() != IsIterator)
    return V;
  bool IsUp = E->isIncrementOp() != IsIterator;
  V = V->add_constant(IsUp ? 1L : -1L);
  if (IsIterator)
    return V;
  observe(*V, E->getType(), Guard);
  return V;
}

AffineBuilder::Result AffineBuilder::reference(const Expr *E,
                                               const ValueDecl *D) {
  const auto *Var = dyn_cast<VarDecl>(D);
  if (!Var)
    return reject(RejectReason::NotAffine,
                  "'" + D->getNameAsString() + "' is not a variable");
  for (unsigned I = 0; I < N.depth(); ++I)
    if (N.Iterators[I] == Var)
      return iterator(I);
  auto Derived = R.Notes.Derived.find(Var);
  if (Derived != R.Notes.Derived.end())
    return overNest(Derived->second.Value, N);
  if (std::optional<isl::pw_aff> Value = indexValue(Var)) {
    ++R.Notes.NumIndexUses;
    R.useEntryValues(*Value);
    return *Value;
  }
  if (R.Form.referent(Var))
    return reject(RejectReason::DataDependent, D->getNameAsString());
  if (R.Form.InRegion.isWritten(Var) || R.isDeclaredInRegion(Var)) {
    bool IsIterator = llvm::is_contained(R.Form.AllIterators, Var);
    if (Role != "subscript")
      wantFactors(Var);
    if (R.Form.LivingOn.contains(Var))
      R.takeFromEntry(Var);
    const MovedVariable *Moved = R.Form.movedBy(Var);
    std::string Name = (Moved ? Moved->Var : Var)->getNameAsString();
    if (IsIterator)
      return R.reject(RejectReason::IteratorOutside, E->getExprLoc(), {Name});
    if (Moved && Moved->Which)
      return R.reject(RejectReason::PointerModified, E->getExprLoc(), {Name});
    return reject(R.Notes.NotCarried.contains(Var)
                      ? RejectReason::CarriedValue
                      : RejectReason::ModifiedParameter,
                  Name);
  }
  return parameter(E, MemoryPath{Var, false, {}, {}});
}

/// The way to \p Object, of which \p E reads something where \p Guard holds;
/// an error otherwise.
llvm::Expected<MemoryPath>
AffineBuilder::path(const Expr *Object, const Expr *E, const isl::set &Guard) {
  const Expr *Modified = nullptr;
  std::optional<MemoryPath> Path = pathTo(R, Object, Modified);
  isl::set Where = N.Domain.intersect(Guard);
  if (!R.Point.Reached.is_null() &&
      isl_set_has_equal_space(Where.get(), R.Point.Reached.get()) ==
          isl_bool_true)
    Where = Where.intersect(R.Point.Reached);
  auto changes = [&](const Expr *Part) {
    return R.Made.Changing.count(R.textOf(Part)) != 0;
  };
  if (Path && !changes(E) && llvm::none_of(Path->Holders, changes) &&
      mayReadEarly(R, *Path, Where.params()))
    return std::move(*Path);
  if (Modified)
    return reject(RejectReason::ModifiedParameter, R.textOf(Modified));
  return reject(RejectReason::DataDependent, R.textOf(E));
}

/// What is in memory, `s.n`, `p->n`, `*n` or `size[1]`, is a parameter when it
/// is found without reading anything that the region writes.
AffineBuilder::Result AffineBuilder::memory(const Expr *E,
                                            const isl::set &Guard) {
  llvm::Expected<MemoryPath> Path = path(E, E, Guard);
  if (!Path)
    return Path.takeError();
  return parameter(E, *Path);
}

/// Conversions between integer types. To an unsigned type they are taken
/// modulo 2^w, so that they only matter once observed; to a narrower signed
/// type and from a narrower unsigned type they are observations.
AffineBuilder::Result AffineBuilder::cast(const CastExpr *E,
                                          const isl::set &Guard) {
  const Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
    return value(Sub, Guard);
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean:
    return indicator(Sub, Guard);
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
    return reject(RejectReason::FloatingBound);
  case CK_IntegralCast:
    break;
  default:
    return reject(RejectReason::NotAffine, "it converts a value");
  }
  Result V = value(Sub, Guard);
  if (!V)
    return V;
  QualType From = Sub->getType(), To = E->getType();
  bool FromUnsigned = !From->isSignedIntegerOrEnumerationType();
  bool ToUnsigned = !To->isSignedIntegerOrEnumerationType();
  unsigned FromBits = R.AST.getIntWidth(From), ToBits = R.AST.getIntWidth(To);
  if (FromUnsigned && ToBits > FromBits && !From->isBooleanType())
    observe(*V, From, Guard);
  if (!ToUnsigned &&
      (ToBits < FromBits || (FromUnsigned && ToBits == FromBits)))
    observe(*V, To, Guard);
  return V;
}

AffineBuilder::Result AffineBuilder::unary(const UnaryOperator *E,
                                           const isl::set &Guard) {
  switch (E->getOpcode()) {
  case UO_Plus:
    return value(E->getSubExpr(), Guard);
  case UO_Minus: {
    Result V = value(E->getSubExpr(), Guard);
    return V ? Result(V->neg()) : std::move(V);
  }
  case UO_Deref:
    return reject(RejectReason::DataDependent, R.textOf(E));
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    if (R.Notes.Steps.contains(E))
      return step(E, Guard);
    return reject(RejectReason::ModifiedParameter, R.textOf(E->getSubExpr()));
  default:
    return reject(RejectReason::NotAffine,
                  "it applies '" +
                      UnaryOperator::getOpcodeStr(E->getOpcode()).str() + "'");
  }
}

AffineBuilder::Result AffineBuilder::binary(const BinaryOperator *E,
                                            const isl::set &Guard) {
  switch (E->getOpcode()) {
  case BO_Add:
  case BO_Sub:
  case BO_Mul:
    if (E->getLHS()->getType()->isPointerType())
      return distance(E);
    break;
  case BO_Div:
  case BO_Rem:
    return division(E, Guard);
  case BO_Shl:
  case BO_Shr:
  case BO_And:
    return bits(E, Guard);
  default:
    if (E->isAssignmentOp())
      return reject(RejectReason::ModifiedParameter, R.textOf(E->getLHS()));
    return reject(RejectReason::NotAffine,
                  "it applies '" + E->getOpcodeStr().str() + "'");
  }
  Result A = value(E->getLHS(), Guard);
  Result B = value(E->getRHS(), Guard);
  if (!A) {
    llvm::consumeError(B.takeError());
    return A;
  }
  if (!B)
    return B;
  if (E->getOpcode() == BO_Add)
    return A->add(*B);
  if (E->getOpcode() == BO_Sub)
    return A->sub(*B);
  if (!A->is_cst().is_true() && !B->is_cst().is_true())
    return product(E, *A, *B);
  return A->mul(*B);
}

/// A remainder may do without the division.
llvm::Error AffineBuilder::rejectDivision(const BinaryOperator *E) const {
  std::string Divisor = R.textOf(E->getRHS()->IgnoreParenImpCasts());
  llvm::Error Result = reject(RejectReason::DivisionByParameter, Divisor);
  auto Advice = remainderAdvice(
      E, R.textOf(E->getLHS()->IgnoreParenImpCasts()), Divisor);
  if (!Advice)
    return Result;
  Rejection Why = takeRejection(std::move(Result));
  Why.Notes = {std::move(*Advice)};
  return rejected(std::move(Why));
}

/// C truncates towards zero: a / -c = -(a / c) and a % -c = a % c.
AffineBuilder::Result AffineBuilder::division(const BinaryOperator *E,
                                              const isl::set &Guard) {
  Result A = value(E->getLHS(), Guard);
  bool IsWanted = A && dependsOnIterators(*A);
  std::optional<llvm::APSInt> Divisor = numberOf(R, E->getRHS(), IsWanted);
  if (!Divisor || Divisor->isZero() || !Divisor->isRepresentableByInt64()) {
    llvm::consumeError(A.takeError());
    std::optional<isl::pw_aff> Parameter = Divisor ? std::nullopt : quotient(E);
    return Parameter ? Result(*Parameter) : rejectDivision(E);
  }
  if (!A)
    return A;
  if (E->getType()->isUnsignedIntegerOrEnumerationType())
    observe(*A, E->getType(), Guard);
  isl::pw_aff Size = constant(*Divisor);
  bool IsNegative = Divisor->isNegative();
  if (IsNegative)
    Size = Size.neg();
  bool IsNonNegative = A->lt_set(constant(0))
                           .intersect(N.Domain)
                           .intersect(Guard)
                           .intersect_params(R.Model.Program.Context)
                           .is_empty()
                           .is_true();
  if (E->getOpcode() == BO_Rem)
    return IsNonNegative ? A->mod(islValue(R.Ctx, *Divisor).abs())
                         : A->tdiv_r(Size);
  isl::pw_aff Quotient = IsNonNegative ? A->div(Size).floor() : A->tdiv_q(Size);
  return IsNegative ? Quotient.neg() : Quotient;
}

/// Shifts by constants and masks 2^k - 1, on two's complement numbers: a >> k
/// is the floor of a / 2^k, a & (2^k - 1) the non-negative remainder. A mask of
/// all bits of the type changes nothing.
AffineBuilder::Result AffineBuilder::bits(const BinaryOperator *E,
                                          const isl::set &Guard) {
  std::optional<llvm::APSInt> Right = constantValue(R.AST, E->getRHS());
  bool IsShift = E->getOpcode() != BO_And;
  if (!IsShift && Right && Right->isAllOnes())
    return value(E->getLHS(), Guard);
  bool IsMask = Right && !Right->isNegative() && Right->isMask() &&
                Right->getActiveBits() < 63;
  bool IsAmount = Right && !Right->isNegative() && Right->ult(31);
  if (IsShift ? !IsAmount : !IsMask)
    return power(E);
  Result A = value(E->getLHS(), Guard);
  if (!A)
    return A;
  if (!IsShift)
    return A->mod(islValue(R.Ctx, *Right).add(isl::val(R.Ctx, 1)));
  isl::val Power = isl::val(R.Ctx, 1L << Right->getExtValue());
  bool IsUnsigned = E->getType()->isUnsignedIntegerOrEnumerationType();
  if (E->getOpcode() == BO_Shl) {
    isl::pw_aff Shifted = A->scale(Power);
    if (!IsUnsigned && R.AST.getLangOpts().CPlusPlus20)
      observe(Shifted, E->getType(), Guard);
    return Shifted;
  }
  if (IsUnsigned)
    observe(*A, E->getType(), Guard);
  return A->scale_down(Power).floor();
}

AffineBuilder::Result AffineBuilder::choice(const ConditionalOperator *E,
                                            const isl::set &Guard) {
  llvm::Expected<isl::set> If = condition(E->getCond(), Guard);
  if (!If)
    return If.takeError();
  isl::set Else = Everywhere.subtract(*If);
  Result A = value(E->getTrueExpr(), Guard.intersect(*If));
  if (!A)
    return A;
  Result B = value(E->getFalseExpr(), Guard.intersect(Else));
  if (!B)
    return B;
  return coalesced(
      A->intersect_domain(*If).union_add(B->intersect_domain(Else)));
}

/// The number of elements of a container that is a variable or a member, found
/// without reading anything that the region writes.
AffineBuilder::Result AffineBuilder::size(const ContainerCall &Container,
                                          const CallExpr *E,
                                          const isl::set &Guard) {
  if (Container.Length)
    return constant(llvm::APSInt(llvm::APInt(64, Container.Length)));
  llvm::Expected<MemoryPath> Path = path(Container.Object, E, Guard);
  if (!Path)
    return Path.takeError();
  isl::id Id =
      R.parameter(E, *Path, R.AST.getPointerType(Container.ElementType));
  return isl::pw_aff::param_on_domain(Everywhere, Id);
}

/// Minimum, maximum and absolute value by the standard library, and sizes of
/// containers.
AffineBuilder::Result AffineBuilder::call(const CallExpr *E,
                                          const isl::set &Guard) {
  if (auto Container = containerCall(R.AST, E);
      Container && Container->K == ContainerCall::Size)
    return size(*Container, E, Guard);
  const FunctionDecl *Callee = E->getDirectCallee();
  std::string Name = Callee ? Callee->getNameAsString() : "";
  bool IsStd = Callee && Callee->isInStdNamespace();
  bool IsMinMax =
      IsStd && (Name == "min" || Name == "max") && E->getNumArgs() == 2;
  bool IsAbs = Callee && E->getNumArgs() == 1 && Callee->isExternC() &&
               (Name == "abs" || Name == "labs" || Name == "llabs");
  if (!IsMinMax && !IsAbs)
    return reject(RejectReason::DataDependent, R.textOf(E));
  Result A = value(E->getArg(0), Guard);
  if (!A)
    return A;
  if (IsAbs)
    return A->max(A->neg());
  Result B = value(E->getArg(1), Guard);
  if (!B)
    return B;
  if (E->getType()->isUnsignedIntegerOrEnumerationType()) {
    observe(*A, E->getType(), Guard);
    observe(*B, E->getType(), Guard);
  }
  return Name == "min" ? A->min(*B) : A->max(*B);
}
