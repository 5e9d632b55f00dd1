//===- stevedore/Support/Isl.h - isl contexts, budgets, errors --*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on checked isl objects, budgets, exact numbers and limits. The border
/// between isl and LLVM: an owned isl context that never aborts, a budget on
/// what isl may spend, and isl errors as llvm::Error. Polly's
/// IslMaxOperationsGuard limits operations alone, and does not nest.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_ISL_H
#define STEVEDORE_SUPPORT_ISL_H

#include "isl/isl-noexceptions.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <memory>
#include <string>

namespace stevedore {

/// An isl context that reports errors through null objects instead of
/// aborting. All isl objects of one region live in one context and must be
/// destroyed before it.
class IslContext {
public:
  IslContext();
  ~IslContext();
  IslContext(const IslContext &) = delete;
  IslContext &operator=(const IslContext &) = delete;
  isl_ctx *get() const { return Ctx; }
  operator isl::ctx() const { return isl::ctx(Ctx); }

private:
  isl_ctx *Ctx;
};

/// Limits on the analysis of one region, or of one candidate of it.
struct BudgetLimits {
  /// Seconds of the thread's processor time (ThreadClock.h); 0: no limit.
  double Seconds = 0;
  /// isl operations (isl_ctx_set_max_operations); 0 means no limit.
  unsigned long Operations = 0;
  /// These limits with no more than \p Most operations.
  BudgetLimits upTo(unsigned long Most) const {
    return {Seconds, Operations ? std::min(Operations, Most) : Most};
  }
};

/// While alive, every isl call of \p Ctx runs under \p Limits: past them isl
/// returns null objects, which checked() turns into an IslError of kind
/// Budget. Budgets nest on one thread; the tighter deadline wins. On destruction
/// the outer budget is in force again and isl's error state is clear.
class Budget {
public:
  Budget(isl::ctx Ctx, BudgetLimits Limits);
  ~Budget();
  Budget(const Budget &) = delete;
  Budget &operator=(const Budget &) = delete;
  /// True once the limit was hit.
  bool exhausted() const;
  /// Seconds left of the thread's time; a large number without a limit.
  double secondsLeft() const;
  /// That share of what is left of all limits in force; no limit stays none.
  static BudgetLimits partLeft(isl::ctx Ctx, double Share);
  /// Whether the time of the innermost budget of this thread is over. For loops
  /// that do not call isl.
  static bool isTimeOver();
  /// Runs \p Work; false if it crashed. Its budgets are over then, and what it
  /// held of isl is never freed, nor is the context of that.
  static bool survives(llvm::function_ref<void()> Work);

  struct Impl;

private:
  std::unique_ptr<Impl> P;
};

/// An isl computation that did not deliver: either it ran past the budget or
/// isl found it ill-formed.
class IslError : public llvm::ErrorInfo<IslError> {
public:
  enum Kind { Budget, Invalid };
  static char ID;
  IslError(Kind K, std::string Message) : K(K), Message(std::move(Message)) {}
  Kind kind() const { return K; }
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  Kind K;
  std::string Message;
};

/// True if \p E says that a computation went over its budget; takes it then.
bool takeOverBudget(llvm::Error &E);

/// The pending error of \p Ctx as an llvm::Error; \p What names the
/// computation ("the loads of array A"). Clears isl's error state.
llvm::Error islError(isl_ctx *Ctx, const llvm::Twine &What);

/// \p Object if it is not null, else the pending isl error.
template <typename T>
llvm::Expected<T> checked(isl_ctx *Ctx, T Object, const llvm::Twine &What) {
  if (Object.is_null())
    return islError(Ctx, What);
  return Object;
}

/// \p Answer as a bool, or the pending isl error.
llvm::Expected<bool> checked(isl_ctx *Ctx, isl::boolean Answer,
                             const llvm::Twine &What);

/// The isl text of \p Object, "null" for a null object, for the types that
/// Isl.cpp lists: polly::stringFromIslObj() without its header, which brings
/// LLVM's IR with it. ISLOStream.h, which cannot be included twice, has
/// operators that print nothing for a null object.
template <typename T> std::string toText(const T &Object);

/// \p Result, unless \p Limit was hit on the way: what was computed without the
/// objects that isl did not deliver may be wrong, and so may be a reason
/// against it. \p What names the computation.
llvm::Error within(const Budget &Limit, llvm::Error Result,
                   const llvm::Twine &What);

template <typename T>
llvm::Expected<T> within(const Budget &Limit, llvm::Expected<T> Result,
                         const llvm::Twine &What) {
  llvm::Error Reason = Result ? llvm::Error::success() : Result.takeError();
  if (llvm::Error Failed = within(Limit, std::move(Reason), What))
    return std::move(Failed);
  return Result;
}

/// \p Result, but \p Otherwise once \p Limit was hit: what isl did not deliver
/// may be missing in \p Result.
template <typename T>
T unlessOver(const Budget &Limit, T Result, T Otherwise = T()) {
  return Limit.exhausted() ? std::move(Otherwise) : std::move(Result);
}

/// The number of isl operations spent in \p Ctx so far; only meaningful as a
/// relative measure of work.
/// Clears isl's error state: not to be called between an isl call and its
/// checked().
unsigned long islOperations(isl_ctx *Ctx);

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_ISL_H
