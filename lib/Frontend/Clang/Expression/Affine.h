//===- Affine.h ----------------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Integer expressions and conditions of C as affine expressions and sets.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_EXPRESSION_AFFINE_H
#define STEVEDORE_LIB_FRONTEND_CLANG_EXPRESSION_AFFINE_H

#include "State/RegionState.h"

namespace stevedore {

struct ContainerCall;
struct MemoryPath;

/// \p Value, { [i1,...,id] -> [v] } over the iterators of a nest around \p N,
/// over those of \p N; null stays null.
isl::pw_aff overNest(const isl::pw_aff &Value, const Nest &N);

/// Whether \p V, { [i1,...,id] -> [v] }, is not the same for all iterations.
bool dependsOnIterators(const isl::pw_aff &V);

/// The value of \p E if that is an integer constant expression, or made of
/// parameters for whose numbers alone \p R is modelled. A parameter that has
/// none is noted if a number for it \p IsWanted.
std::optional<llvm::APSInt> numberOf(RegionState &R, const clang::Expr *E,
                                     bool IsWanted);

/// What \p Var, a signed integer of the function that is declared before the
/// region, is declared with and always holds, where that is computed from other
/// such variables; null for others, and where definitions are not taken.
const clang::Expr *computedAs(const RegionState &R, const clang::VarDecl *Var);

/// Turns one C expression, in the scope of a nest, into its affine value.
///
/// Arithmetic in unsigned types is done modulo 2^w by C and without bounds
/// here; both agree wherever the value is observed (compared, divided,
/// converted to a wider type, used as a subscript) if it lies in the type's
/// range there. Each observation is an obligation, to be discharged for the
/// iterations that make it. Signed overflow is undefined behaviour and needs
/// none.
class AffineBuilder {
public:
  /// \p Role names the use in messages ("loop bound"), \p Whole is the
  /// expression that they quote.
  AffineBuilder(RegionState &R, const Nest &N, std::string Role,
                const clang::Expr *Whole);

  /// { [i] -> [v] }, or a rejection. A ternary or && evaluates
  /// its parts only where \p Guard, { [i] }, holds.
  llvm::Expected<isl::pw_aff> value(const clang::Expr *E,
                                    const isl::set &Guard);
  llvm::Expected<isl::pw_aff> value(const clang::Expr *E);
  /// The value of \p E after conversion to the type that observes it.
  llvm::Expected<isl::pw_aff> observed(const clang::Expr *E);

  /// { [i] } where \p E is not zero.
  llvm::Expected<isl::set> condition(const clang::Expr *E,
                                     const isl::set &Guard);
  llvm::Expected<isl::set> condition(const clang::Expr *E);

  /// Adds the obligation that \p V is in the range of \p T where \p Guard
  /// holds.
  void observe(const isl::pw_aff &V, clang::QualType T, const isl::set &Guard);

  /// True if all obligations hold, whatever the parameters.
  bool areMet() const;

  bool hasObligations() const { return !Obligations.empty(); }

  /// Discharges all obligations for the iterations \p Domain.
  llvm::Error discharge(const isl::set &Domain);

  isl::pw_aff constant(const llvm::APSInt &V) const;
  isl::pw_aff constant(long V) const;
  /// The value of iterator number \p Index of the nest.
  isl::pw_aff iterator(unsigned Index) const;

  /// Rejects because the product of \p A and \p B is not affine.
  llvm::Error rejectProduct(const clang::Expr *A, const clang::Expr *B) const;
  llvm::Error reject(RejectReason Reason, const std::string &What = "") const;

  RegionState &state() { return R; }
  const isl::set &everywhere() const { return Everywhere; }
  const Nest &nest() const { return N; }

  /// One side of a comparison.
  llvm::Expected<isl::pw_aff> side(const clang::Expr *E, const isl::set &Guard);

private:
  struct Obligation {
    isl::pw_aff Value;
    clang::QualType Type;
    isl::set Guard;
  };

  using Result = llvm::Expected<isl::pw_aff>;
  Result reference(const clang::Expr *E, const clang::ValueDecl *D);
  std::optional<isl::pw_aff> indexValue(const clang::VarDecl *Var) const;
  Result step(const clang::UnaryOperator *E, const isl::set &Guard);
  llvm::Expected<MemoryPath> path(const clang::Expr *Object,
                                  const clang::Expr *E, const isl::set &Guard);
  Result memory(const clang::Expr *E, const isl::set &Guard);
  Result cast(const clang::CastExpr *E, const isl::set &Guard);
  Result unary(const clang::UnaryOperator *E, const isl::set &Guard);
  Result binary(const clang::BinaryOperator *E, const isl::set &Guard);
  llvm::Error rejectDivision(const clang::BinaryOperator *E) const;
  Result parameter(const clang::Expr *E, const MemoryPath &Path);
  Result distance(const clang::BinaryOperator *E);
  Result product(const clang::BinaryOperator *E, const isl::pw_aff &A,
                 const isl::pw_aff &B);
  Result power(const clang::BinaryOperator *E);
  void wantFactors(const clang::VarDecl *Var);
  std::optional<isl::pw_aff> quotient(const clang::BinaryOperator *E);
  std::optional<MemoryPath> pathOfAll(const clang::Expr *E);
  Result division(const clang::BinaryOperator *E, const isl::set &Guard);
  Result bits(const clang::BinaryOperator *E, const isl::set &Guard);
  Result choice(const clang::ConditionalOperator *E, const isl::set &Guard);
  Result size(const ContainerCall &Container, const clang::CallExpr *E,
              const isl::set &Guard);
  Result call(const clang::CallExpr *E, const isl::set &Guard);
  Result indicator(const clang::Expr *E, const isl::set &Guard);
  llvm::Expected<isl::set> isThere(const clang::Expr *Pointer,
                                   const isl::set &Guard);
  llvm::Expected<isl::set> comparison(const clang::BinaryOperator *E,
                                      const isl::set &Guard);

  RegionState &R;
  const Nest &N;
  std::string Role;
  const clang::Expr *Whole;
  isl::set Everywhere;
  std::vector<Obligation> Obligations;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_EXPRESSION_AFFINE_H
