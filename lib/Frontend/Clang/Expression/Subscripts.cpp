//===- Subscripts.cpp - Polynomials as subscripts -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression/Subscripts.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

bool Subscript::isAffine() const {
  return Terms.size() == 1 && Terms.front().Factors.empty();
}

namespace {

/// Recursive descent over an index expression. Sums, differences, negations
/// and integer conversions are split; products are split when both factors
/// vary; the rest is left to AffineBuilder.
class SubscriptParser {
public:
  SubscriptParser(AffineBuilder &Builder, SizeFactors &Factors)
      : Builder(Builder), Factors(Factors) {}
  using Sum = TermSum;
  llvm::Expected<Sum> parse(const Expr *E);

private:
  llvm::Expected<Sum> leaf(const Expr *E);
  llvm::Expected<Sum> product(const BinaryOperator *E);
  std::optional<SubscriptTerm> factor(const Sum &S, const Expr *E);
  const IndexValue *assigned(const Expr *E) const;
  std::optional<Sum> widened(const Expr *E);
  std::optional<Sum> held(const Expr *E);
  std::optional<Sum> defined(const Expr *E);
  std::optional<Sum> stepped(const Expr *E);

  AffineBuilder &Builder;
  SizeFactors &Factors;
};

} // namespace

void stevedore::addTerm(TermSum &S, SubscriptTerm Term) {
  for (SubscriptTerm &Known : S)
    if (Known.Factors == Term.Factors) {
      Known.Coefficient = Known.Coefficient.add(Term.Coefficient);
      return;
    }
  S.push_back(std::move(Term));
}

bool stevedore::dependsOnIterators(const isl::pw_aff &V) {
  unsigned Depth = countOf(isl_pw_aff_dim(V.get(), isl_dim_in));
  return Depth && isl_pw_aff_involves_dims(V.get(), isl_dim_in, 0, Depth) !=
                      isl_bool_false;
}

llvm::Expected<SubscriptParser::Sum> SubscriptParser::leaf(const Expr *E) {
  llvm::Expected<isl::pw_aff> V = Builder.value(E);
  if (!V)
    return V.takeError();
  return Sum{{{}, *V}};
}

/// The operand of a conversion that keeps its value modulo 2^w of the type, if
/// it is in its own type's range; null for other expressions.
static const Expr *strippedConversion(const ASTContext &AST, const Expr *E) {
  const auto *Cast = dyn_cast<CastExpr>(E);
  if (!Cast)
    return nullptr;
  const Expr *Sub = Cast->getSubExpr()->IgnoreParens();
  bool IsWidened =
      Cast->getCastKind() == CK_IntegralCast && isa<BinaryOperator>(Sub) &&
      Sub->getType()->isSignedIntegerOrEnumerationType() &&
      AST.getIntWidth(E->getType()) >= AST.getIntWidth(Sub->getType());
  return IsWidened ? Sub : nullptr;
}

/// The polynomial that \p E, a wider or a signed type of a product without
/// sign, holds where that does not wrap around; nothing for other expressions.
std::optional<SubscriptParser::Sum> SubscriptParser::widened(const Expr *E) {
  const auto *Cast = dyn_cast<CastExpr>(E);
  if (!Cast || Cast->getCastKind() != CK_IntegralCast)
    return std::nullopt;
  RegionState &R = Builder.state();
  const Expr *Sub = Cast->getSubExpr()->IgnoreParens();
  QualType T = Sub->getType();
  unsigned Bits = R.AST.getIntWidth(E->getType()) +
                  (E->getType()->isSignedIntegerOrEnumerationType() ? 1 : 0);
  if (!isa<BinaryOperator>(Sub) || !T->isUnsignedIntegerType() ||
      Bits <= R.AST.getIntWidth(T))
    return std::nullopt;
  auto Result = llvm::expectedToOptional(parse(Sub));
  bool IsProduct =
      Result && llvm::any_of(*Result, [](const SubscriptTerm &Term) {
        return !Term.Factors.empty();
      });
  bool IsKept =
      IsProduct && limitSum(R, Builder.nest(), *Result, {T, E->getType()});
  return IsKept ? Result : std::nullopt;
}

/// `i * (1 << k)` for the signed `i << k`, where k is no constant; null for
/// other expressions, and where a shift is defined beyond the type.
static const BinaryOperator *shiftAsProduct(const RegionState &R,
                                            const Expr *E) {
  const auto *Shift = dyn_cast<BinaryOperator>(E);
  if (!Shift || Shift->getOpcode() != BO_Shl ||
      !E->getType()->isSignedIntegerType() || R.AST.getLangOpts().CPlusPlus20 ||
      constantValue(R.AST, Shift->getLHS()) ||
      constantValue(R.AST, Shift->getRHS()))
    return nullptr;
  TreeMaker Make(R.AST, R.Code.Function, E->getSourceRange());
  QualType T = E->getType();
  Expr *Power = Make.binary(BO_Shl, Make.number(1, T), Shift->getRHS(), T);
  return cast<BinaryOperator>(Make.binary(BO_Mul, Shift->getLHS(), Power, T));
}

/// What is known of the index variable whose value is \p E, if that is the same
/// in the type of \p E; null otherwise.
const IndexValue *SubscriptParser::assigned(const Expr *E) const {
  const VarDecl *Var = variableOf(E);
  const auto &Values = Builder.state().Point.IndexValues;
  auto Found = Var ? Values.find(Var) : Values.end();
  if (Found == Values.end() || !E->getType()->isIntegerType())
    return nullptr;
  const ASTContext &AST = Builder.state().AST;
  unsigned Own = AST.getIntWidth(Var->getType());
  unsigned Width = AST.getIntWidth(E->getType());
  bool IsSigned = E->getType()->isSignedIntegerType();
  bool IsNever = Var->getType()->isSignedIntegerType();
  // What limitSum() lets an unsigned variable hold is in range of `long long`.
  bool IsSame = IsSigned
                    ? Width > Own || (Width == Own && (IsNever || Own == 64))
                    : Width >= Own && !IsNever;
  return IsSame ? &Found->second : nullptr;
}

/// The polynomial that an index variable of value \p E holds, where it is not
/// affine.
std::optional<SubscriptParser::Sum> SubscriptParser::held(const Expr *E) {
  const IndexValue *Known = assigned(E);
  if (!Known || Known->Init || Known->Sum.empty())
    return std::nullopt;
  RegionState &R = Builder.state();
  ++R.Notes.NumIndexUses;
  isl::set Where =
      Builder.nest().Domain.intersect_params(R.Model.Program.Context);
  Sum Result;
  for (SubscriptTerm Term : Known->Sum) {
    Term.Coefficient =
        coalesced(overNest(Term.Coefficient, Builder.nest()).gist(Where));
    R.useEntryValues(Term.Coefficient);
    Result.push_back(std::move(Term));
  }
  return Result;
}

/// The polynomial with which the variable \p E is declared, and which it keeps.
std::optional<SubscriptParser::Sum> SubscriptParser::defined(const Expr *E) {
  const VarDecl *Var = variableOf(E);
  const RegionState &R = Builder.state();
  const Expr *Init = Var ? computedAs(R, Var) : nullptr;
  if (!Init || !E->getType()->isIntegerType() ||
      R.AST.getIntWidth(E->getType()) < R.AST.getIntWidth(Var->getType()))
    return std::nullopt;
  return llvm::expectedToOptional(parse(Init));
}

/// The same for `k++` and `++k`, whose steps are followed.
std::optional<SubscriptParser::Sum> SubscriptParser::stepped(const Expr *E) {
  const auto *Unary = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
  if (!Unary || !Unary->isIncrementDecrementOp() ||
      !Builder.state().Notes.Steps.contains(Unary))
    return std::nullopt;
  std::optional<Sum> Result = held(Unary->getSubExpr());
  if (Result && Unary->isPrefix())
    addTerm(*Result, {{}, Builder.constant(Unary->isIncrementOp() ? 1L : -1L)});
  return Result;
}

llvm::Expected<SubscriptParser::Sum> SubscriptParser::parse(const Expr *E) {
  E = E->IgnoreParens();
  if (const Expr *Sub = strippedConversion(Builder.state().AST, E))
    return parse(Sub);
  if (const IndexValue *Known = assigned(E); Known && Known->Init)
    return parse(Known->Init);
  if (std::optional<Sum> Defined = defined(E))
    return std::move(*Defined);
  if (std::optional<Sum> Wide = widened(E))
    return std::move(*Wide);
  if (std::optional<Sum> Held = held(E))
    return std::move(*Held);
  if (std::optional<Sum> Held = stepped(E))
    return std::move(*Held);
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  if (Unary && Unary->getOpcode() == UO_Minus &&
      E->getType()->isSignedIntegerType()) {
    llvm::Expected<Sum> Negated = parse(Unary->getSubExpr());
    if (Negated)
      for (SubscriptTerm &Term : *Negated)
        Term.Coefficient = Term.Coefficient.neg();
    return Negated;
  }
  if (const BinaryOperator *Product = shiftAsProduct(Builder.state(), E))
    return product(Product);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return leaf(E);
  if (Binary->getOpcode() == BO_Mul)
    return product(Binary);
  if (Binary->getOpcode() != BO_Add && Binary->getOpcode() != BO_Sub)
    return leaf(E);
  llvm::Expected<Sum> A = parse(Binary->getLHS());
  if (!A)
    return A;
  llvm::Expected<Sum> B = parse(Binary->getRHS());
  if (!B)
    return B;
  for (SubscriptTerm &Term : *B) {
    if (Binary->getOpcode() == BO_Sub)
      Term.Coefficient = Term.Coefficient.neg();
    addTerm(*A, std::move(Term));
  }
  return A;
}

/// Whether \p E mentions nothing that the region declares or changes.
static bool isKept(const RegionState &R, const Stmt *E) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return !R.Form.InRegion.isWritten(Ref->getDecl()) &&
           !R.isDeclaredInRegion(Ref->getDecl());
  return llvm::all_of(E->children(), [&](const Stmt *Part) {
    return !Part || isKept(R, Part);
  });
}

/// \p S as a product of size factors with coefficient one: a sum that depends
/// on parameters only, and what it is multiplied by.
std::optional<SubscriptTerm> SubscriptParser::factor(const Sum &S,
                                                     const Expr *E) {
  if (S.size() != 1 || dependsOnIterators(S.front().Coefficient))
    return std::nullopt;
  SubscriptTerm Result = S.front();
  if (Result.Coefficient.is_cst().is_true())
    return Result;
  isl::pw_aff Value = coalesced(isl::manage(isl_pw_aff_drop_dims(
      Result.Coefficient.copy(), isl_dim_in, 0,
      countOf(isl_pw_aff_dim(Result.Coefficient.get(), isl_dim_in)))));
  const RegionState &R = Builder.state();
  bool IsKept = Result.Factors.empty() && isKept(R, E);
  std::string Text =
      IsKept ? R.printed(E->IgnoreParens()) : valueText(Value, R.Model.Source);
  if (Text.empty() || (!IsKept && !R.isOfParameters(Value)))
    return std::nullopt;
  Result.Factors.push_back(factorKey(Factors, Value, Text));
  llvm::sort(Result.Factors);
  Result.Coefficient = Builder.constant(1);
  return Result;
}

llvm::Expected<SubscriptParser::Sum>
SubscriptParser::product(const BinaryOperator *E) {
  llvm::Expected<Sum> A = parse(E->getLHS());
  if (!A)
    return A;
  llvm::Expected<Sum> B = parse(E->getRHS());
  if (!B)
    return B;
  auto IsConstant = [](const Sum &S) {
    return S.size() == 1 && S.front().Factors.empty() &&
           S.front().Coefficient.is_cst().is_true();
  };
  if (IsConstant(*A) || IsConstant(*B)) {
    bool IsLeft = IsConstant(*A);
    Sum &Scaled = IsLeft ? *B : *A;
    for (SubscriptTerm &Term : Scaled)
      Term.Coefficient =
          Term.Coefficient.mul((IsLeft ? *A : *B).front().Coefficient);
    return std::move(Scaled);
  }
  std::optional<SubscriptTerm> Right = factor(*B, E->getRHS());
  std::optional<SubscriptTerm> Left =
      Right ? std::nullopt : factor(*A, E->getLHS());
  if (!Right && !Left)
    return Builder.rejectProduct(E->getLHS(), E->getRHS());
  const SubscriptTerm &Factor = Right ? *Right : *Left;
  for (const SubscriptTerm &Term : Right ? *A : *B)
    for (const std::string &Inner : Term.Factors)
      Builder.state().wantNumber(Factors.at(Inner).Value, /*IsNeeded=*/false);
  Sum Result;
  for (SubscriptTerm &Term : Right ? *A : *B) {
    Term.Coefficient = Term.Coefficient.mul(Factor.Coefficient);
    llvm::append_range(Term.Factors, Factor.Factors);
    llvm::sort(Term.Factors);
    addTerm(Result, std::move(Term));
  }
  return Result;
}

std::string stevedore::factorKey(SizeFactors &Factors, const isl::pw_aff &Value,
                                 const std::string &Text) {
  auto Known = llvm::find_if(Factors, [&](const auto &Other) {
    return isl_pw_aff_is_equal(Other.second.Value.get(), Value.get()) ==
           isl_bool_true;
  });
  if (Known == Factors.end())
    Known = Factors.insert({toText(Value), {Value, Text}}).first;
  return Known->first;
}

isl::pw_aff stevedore::sizeOver(const SizeFactor &Factor,
                                const isl::set &Domain) {
  return isl::manage(isl_pw_aff_add_dims(Factor.Value.copy(), isl_dim_in,
                                         countOf(Domain.tuple_dim())));
}

std::optional<TermSum> stevedore::polynomialOf(RegionState &R, const Nest &N,
                                               const Expr *E) {
  AffineBuilder Builder(R, N, "value", E);
  auto Sum = llvm::expectedToOptional(
      SubscriptParser(Builder, R.Notes.Factors).parse(E));
  bool IsKnown = Sum && !llvm::errorToBool(Builder.discharge(N.Domain));
  return IsKnown ? Sum : std::nullopt;
}

IndexValue stevedore::valueOfSum(TermSum S) {
  bool IsAffine = S.size() == 1 && S.front().Factors.empty();
  return IsAffine ? IndexValue{S.front().Coefficient, nullptr, {}}
                  : IndexValue{isl::pw_aff(), nullptr, std::move(S)};
}

llvm::Expected<Subscript> stevedore::parseSubscript(AffineBuilder &Builder,
                                                    const Expr *E,
                                                    SizeFactors &Factors) {
  auto Terms = SubscriptParser(Builder, Factors).parse(E);
  if (!Terms)
    return Terms.takeError();
  Subscript Result;
  Result.Terms = std::move(*Terms);
  Result.Type = E->getType();
  return Result;
}

/// Takes the products out of \p S that no iteration of the nest adds.
static void dropAbsent(Subscript &S, AffineBuilder &Builder) {
  isl::set Known = Builder.state().Model.Program.Context;
  isl::set Domain = Builder.nest().Domain.intersect_params(Known);
  isl::pw_aff Zero = Builder.constant(0L);
  auto IsAbsent = [&](const SubscriptTerm &Term) {
    return !Term.Factors.empty() &&
           Term.Coefficient.ne_set(Zero).intersect(Domain).is_empty().is_true();
  };
  if (S.Terms.size() > 2)
    llvm::erase_if(S.Terms, IsAbsent);
}

llvm::Expected<Subscript> stevedore::readSubscript(AffineBuilder &Builder,
                                                   const Expr *E,
                                                   bool MayBeLinear,
                                                   SizeFactors &Factors) {
  Subscript S;
  if (MayBeLinear) {
    auto Parsed = parseSubscript(Builder, E, Factors);
    if (!Parsed)
      return Parsed;
    S = std::move(*Parsed);
    dropAbsent(S, Builder);
  } else {
    auto V = Builder.value(E);
    if (!V)
      return V.takeError();
    S = {{{{}, *V}}, E->getType()};
  }
  if (S.isAffine() && E->getType()->isUnsignedIntegerOrEnumerationType())
    Builder.observe(S.Terms.front().Coefficient, E->getType(),
                    Builder.everywhere());
  return S;
}
