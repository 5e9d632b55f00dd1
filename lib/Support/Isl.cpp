//===- Isl.cpp - isl contexts, budgets and errors -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/Isl.h"
#include "polly/Support/GICHelper.h"
#include "stevedore/Support/Answers.h"
#include "stevedore/Support/LimitPause.h"
#include "stevedore/Support/ShortLimits.h"
#include "stevedore/Support/ThreadClock.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/ctx.h"
#include "isl/options.h"
#include "isl/val.h"
#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <optional>
#include <random>
#include <thread>

using namespace stevedore;

char IslError::ID;

IslContext::IslContext() : Ctx(isl_ctx_alloc()) {
  isl_options_set_on_error(Ctx, ISL_ON_ERROR_CONTINUE);
  beginAnswers(Ctx);
}

IslContext::~IslContext() {
  endAnswers(Ctx);
  isl_ctx_free(Ctx);
}

void IslError::log(llvm::raw_ostream &OS) const { OS << Message; }

std::error_code IslError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

llvm::Expected<bool> stevedore::checked(isl_ctx *Ctx, isl::boolean Answer,
                                        const llvm::Twine &What) {
  if (Answer.is_error())
    return islError(Ctx, What);
  return Answer.is_true();
}

/// True if \p Ctx has spent fewer than \p Limit operations: isl keeps its
/// counter to itself, but refuses to allocate once the counter reaches the
/// limit in force. It refuses as well where the thread of a budget aborts it in
/// the meantime, which \p Aborted keeps.
static bool spentLessThan(isl_ctx *Ctx, unsigned long Limit, bool &Aborted) {
  isl_ctx_set_max_operations(Ctx, Limit);
  while (true) {
    isl_val *Probe = isl_val_int_from_si(Ctx, 1);
    isl_val_free(Probe);
    if (Probe || !isl_ctx_aborted(Ctx))
      return Probe != nullptr;
    Aborted = true;
    isl_ctx_resume(Ctx);
  }
}

unsigned long stevedore::islOperations(isl_ctx *Ctx) {
  unsigned long InForce = isl_ctx_get_max_operations(Ctx);
  bool Aborted = isl_ctx_aborted(Ctx);
  isl_ctx_resume(Ctx);
  unsigned long Low = 1, High = 1;
  while (!spentLessThan(Ctx, High, Aborted)) {
    Low = High;
    High *= 2;
  }
  while (Low + 1 < High) {
    unsigned long Middle = Low + (High - Low) / 2;
    (spentLessThan(Ctx, Middle, Aborted) ? High : Low) = Middle;
  }
  isl_ctx_set_max_operations(Ctx, InForce);
  isl_ctx_reset_error(Ctx);
  if (Aborted)
    isl_ctx_abort(Ctx);
  return Low;
}

LimitPause::LimitPause(isl::ctx Of)
    : Ctx(Of.get()), InForce(isl_ctx_get_max_operations(Ctx)),
      WasAborted(isl_ctx_aborted(Ctx)) {
  isl_ctx_resume(Ctx);
  isl_ctx_set_max_operations(Ctx, 0);
}

LimitPause::~LimitPause() {
  isl_ctx_set_max_operations(Ctx, InForce);
  if (WasAborted)
    isl_ctx_abort(Ctx);
}

/// The time of a budget without a deadline.
static constexpr double Never = std::numeric_limits<double>::max();

/// The limits of one computation. Where its deadline is earlier than that of
/// the budget around it, a thread calls isl_ctx_abort() once it has passed, and
/// is woken early by the destructor; where it is the same, the thread of the
/// other does.
struct Budget::Impl {
  isl_ctx *Ctx;
  Impl *Outer;
  ThreadClock Clock;
  /// The deadline on Clock.
  double At;
  unsigned long OuterOperations;
  std::mutex Lock;
  std::condition_variable Wake;
  bool Done = false;
  bool Fired = false;
  std::thread Watchdog;

  Impl(isl_ctx *Ctx, BudgetLimits Limits);
  ~Impl();
  void watch();
  double left() const { return At - Clock.seconds(); }
  bool hasOuter() const { return Outer && Outer->Ctx == Ctx; }
  bool exhausted();
  static thread_local Impl *Innermost;
  /// Seconds that are worth waiting for.
  static constexpr double Shortest = 1e-3;
};

thread_local Budget::Impl *Budget::Impl::Innermost = nullptr;

/// By what the limits of ShortLimits are drawn; none while there are none.
static thread_local std::optional<std::mt19937_64> Draw;

ShortLimits::ShortLimits(uint64_t Seed) { Draw.emplace(Seed); }

ShortLimits::~ShortLimits() { Draw.reset(); }

/// \p Most operations, or from 10 to 10^6, each magnitude as often, where that
/// is less.
static unsigned long drawn(unsigned long Most) {
  double Exponent = std::uniform_real_distribution<>(1, 21)(*Draw);
  return Exponent > 6 ? Most
                      : std::min(Most, (unsigned long)std::pow(10, Exponent));
}

Budget::Impl::Impl(isl_ctx *Ctx, BudgetLimits Limits)
    : Ctx(Ctx), Outer(Innermost), At(Never),
      OuterOperations(isl_ctx_get_max_operations(Ctx)) {
  Innermost = this;
  if (hasOuter())
    At = Outer->At;
  if (Limits.Seconds > 0)
    At = std::min(At, Clock.seconds() + Limits.Seconds);
  if (Limits.Operations && Draw)
    Limits.Operations = drawn(Limits.Operations);
  if (Limits.Operations) {
    unsigned long Until = islOperations(Ctx) + Limits.Operations;
    isl_ctx_set_max_operations(
        Ctx, OuterOperations ? std::min(OuterOperations, Until) : Until);
  }
  if (At != Never && !(hasOuter() && At == Outer->At))
    Watchdog = std::thread([this] { watch(); });
}

/// Sleeps for as long as the watched thread cannot reach its deadline: its
/// clock is never faster than that of the wall.
void Budget::Impl::watch() {
  std::unique_lock<std::mutex> Guard(Lock);
  for (double Left = left(); Left > 0; Left = left()) {
    std::chrono::duration<double> Pause(
        std::min(std::max(Left, Shortest), 3600.0));
    if (Wake.wait_for(Guard, Pause, [this] { return Done; }))
      return;
  }
  if (Done)
    return;
  Fired = true;
  isl_ctx_abort(Ctx);
}

Budget::Impl::~Impl() {
  assert(Innermost == this && "budgets end in the order in which they nest");
  if (Watchdog.joinable()) {
    {
      std::lock_guard<std::mutex> Guard(Lock);
      Done = true;
    }
    Wake.notify_all();
    Watchdog.join();
  }
  isl_ctx_set_max_operations(Ctx, OuterOperations);
  isl_ctx_reset_error(Ctx);
  isl_ctx_resume(Ctx);
  Innermost = Outer;
  if (hasOuter() && Outer->left() <= 0)
    isl_ctx_abort(Ctx);
}

/// A null object, which a limit left behind, has no context: that of the budget
/// in force is meant.
static isl_ctx *contextOf(isl::ctx Ctx) {
  Budget::Impl *InForce = Budget::Impl::Innermost;
  assert((Ctx.get() || InForce) && "null objects come from limits alone");
  return Ctx.get() ? Ctx.get() : InForce->Ctx;
}

Budget::Budget(isl::ctx Ctx, BudgetLimits Limits)
    : P(std::make_unique<Impl>(contextOf(Ctx), Limits)) {}

Budget::~Budget() = default;

bool Budget::Impl::exhausted() {
  std::lock_guard<std::mutex> Guard(Lock);
  unsigned long Max = isl_ctx_get_max_operations(Ctx);
  return Fired || left() <= 0 || (Max && islOperations(Ctx) >= Max);
}

bool Budget::exhausted() const { return P->exhausted(); }

double Budget::secondsLeft() const {
  return P->At == Never ? Never : P->left();
}

BudgetLimits Budget::partLeft(isl::ctx Ctx, double Share) {
  Budget InForce(Ctx, {});
  const auto &P = InForce.P;
  BudgetLimits Result;
  if (P->At != Never)
    Result.Seconds = std::max(P->left() * Share, Impl::Shortest);
  if (unsigned long Max = isl_ctx_get_max_operations(P->Ctx)) {
    unsigned long Spent = islOperations(P->Ctx);
    Result.Operations =
        Spent < Max ? std::ceil(double(Max - Spent) * Share) : 1;
  }
  return Result;
}

bool Budget::isTimeOver() {
  return Impl::Innermost && Impl::Innermost->left() <= 0;
}

/// The destructors of budgets that a crash has cut off did not run.
bool Budget::survives(llvm::function_ref<void()> Work) {
  static std::once_flag Enabled;
  std::call_once(Enabled, llvm::CrashRecoveryContext::Enable);
  Impl *Outside = Impl::Innermost;
  llvm::CrashRecoveryContext Net;
  if (Net.RunSafely(Work))
    return true;
  while (Impl::Innermost != Outside)
    delete Impl::Innermost;
  return false;
}

static llvm::Error overBudget(const llvm::Twine &What) {
  return llvm::make_error<IslError>(
      IslError::Budget, ("computing " + What + " went over the budget").str());
}

/// A null object has no context, and what is computed from one that a limit
/// left behind leaves no error of its own: both are asked of the budget.
llvm::Error stevedore::islError(isl_ctx *Ctx, const llvm::Twine &What) {
  Budget::Impl *InForce = Budget::Impl::Innermost;
  if (!Ctx && InForce)
    Ctx = InForce->Ctx;
  std::string Detail;
  bool IsLimit = false;
  if (Ctx) {
    isl_error Pending = isl_ctx_last_error(Ctx);
    IsLimit = Pending == isl_error_quota || Pending == isl_error_abort ||
              isl_ctx_aborted(Ctx);
    if (const char *Message = isl_ctx_last_error_msg(Ctx))
      Detail = std::string(": ") + Message;
    isl_ctx_reset_error(Ctx);
    if (InForce && InForce->Ctx == Ctx)
      IsLimit |= InForce->exhausted();
  }
  if (IsLimit)
    return overBudget(What);
  return llvm::make_error<IslError>(
      IslError::Invalid, ("isl could not compute " + What + Detail).str());
}

bool stevedore::takeOverBudget(llvm::Error &E) {
  bool IsOver = false;
  E = llvm::handleErrors(
      std::move(E), [&](std::unique_ptr<IslError> I) -> llvm::Error {
        IsOver = I->kind() == IslError::Budget;
        return IsOver ? llvm::Error::success() : llvm::Error(std::move(I));
      });
  if (IsOver)
    llvm::consumeError(std::move(E));
  return IsOver;
}

template <typename T> std::string stevedore::toText(const T &Object) {
  return polly::stringFromIslObj(Object, "null");
}

template std::string stevedore::toText(const isl::set &);
template std::string stevedore::toText(const isl::map &);
template std::string stevedore::toText(const isl::basic_map &);
template std::string stevedore::toText(const isl::union_set &);
template std::string stevedore::toText(const isl::union_map &);
template std::string stevedore::toText(const isl::pw_aff &);

llvm::Error stevedore::within(const Budget &Limit, llvm::Error Result,
                              const llvm::Twine &What) {
  if (!Limit.exhausted())
    return Result;
  bool IsLimit = false;
  Result = llvm::handleErrors(std::move(Result),
                              [&](std::unique_ptr<IslError> I) -> llvm::Error {
                                IsLimit = I->kind() == IslError::Budget;
                                return llvm::Error(std::move(I));
                              });
  if (IsLimit)
    return Result;
  llvm::consumeError(std::move(Result));
  return overBudget(What);
}
