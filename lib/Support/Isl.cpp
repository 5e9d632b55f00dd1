//===- Isl.cpp - isl contexts, budgets and errors -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/Isl.h"
#include "isl/ctx.h"
#include "isl/options.h"
#include "isl/val.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>

using namespace stevedore;
using Clock = std::chrono::steady_clock;

char IslError::ID;

IslContext::IslContext() : Ctx(isl_ctx_alloc()) {
  isl_options_set_on_error(Ctx, ISL_ON_ERROR_CONTINUE);
}

IslContext::~IslContext() { isl_ctx_free(Ctx); }

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
/// limit in force.
static bool spentLessThan(isl_ctx *Ctx, unsigned long Limit) {
  isl_ctx_set_max_operations(Ctx, Limit);
  isl_val *Probe = isl_val_int_from_si(Ctx, 1);
  isl_val_free(Probe);
  return Probe != nullptr;
}

unsigned long stevedore::islOperations(isl_ctx *Ctx) {
  unsigned long InForce = isl_ctx_get_max_operations(Ctx);
  bool Aborted = isl_ctx_aborted(Ctx);
  isl_ctx_resume(Ctx);
  unsigned long Low = 1, High = 1;
  while (!spentLessThan(Ctx, High)) {
    Low = High;
    High *= 2;
  }
  while (Low + 1 < High) {
    unsigned long Middle = Low + (High - Low) / 2;
    (spentLessThan(Ctx, Middle) ? High : Low) = Middle;
  }
  isl_ctx_set_max_operations(Ctx, InForce);
  isl_ctx_reset_error(Ctx);
  if (Aborted)
    isl_ctx_abort(Ctx);
  return Low;
}


/// A thread that calls isl_ctx_abort() once the deadline has passed, and is
/// woken early by the destructor.
struct Budget::Impl {
  isl_ctx *Ctx;
  Impl *Outer;
  Clock::time_point At;
  unsigned long OuterOperations;
  std::mutex Lock;
  std::condition_variable Wake;
  bool Done = false;
  bool Fired = false;
  std::thread Watchdog;

  Impl(isl_ctx *Ctx, BudgetLimits Limits);
  ~Impl();
  void watch();
  bool exhausted();
  static thread_local Impl *Innermost;
};

thread_local Budget::Impl *Budget::Impl::Innermost = nullptr;

Budget::Impl::Impl(isl_ctx *Ctx, BudgetLimits Limits)
    : Ctx(Ctx), Outer(Innermost), At(Clock::time_point::max()),
      OuterOperations(isl_ctx_get_max_operations(Ctx)) {
  Innermost = this;
  if (Outer && Outer->Ctx == Ctx)
    At = Outer->At;
  if (Limits.Seconds > 0)
    At = std::min(At, Clock::now() +
                          std::chrono::duration_cast<Clock::duration>(
                              std::chrono::duration<double>(Limits.Seconds)));
  if (Limits.Operations) {
    unsigned long Until = islOperations(Ctx) + Limits.Operations;
    isl_ctx_set_max_operations(
        Ctx, OuterOperations ? std::min(OuterOperations, Until) : Until);
  }
  if (At != Clock::time_point::max())
    Watchdog = std::thread([this] { watch(); });
}

void Budget::Impl::watch() {
  std::unique_lock<std::mutex> Guard(Lock);
  if (Wake.wait_until(Guard, At, [this] { return Done; }))
    return;
  Fired = true;
  isl_ctx_abort(Ctx);
}

Budget::Impl::~Impl() {
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
  if (Outer && Outer->Ctx == Ctx && Outer->At <= Clock::now())
    isl_ctx_abort(Ctx);
}

Budget::Budget(isl::ctx Ctx, BudgetLimits Limits)
    : P(std::make_unique<Impl>(Ctx.get(), Limits)) {}

Budget::~Budget() = default;

bool Budget::Impl::exhausted() {
  std::lock_guard<std::mutex> Guard(Lock);
  unsigned long Max = isl_ctx_get_max_operations(Ctx);
  return Fired || Clock::now() >= At || (Max && islOperations(Ctx) >= Max);
}

bool Budget::exhausted() const { return P->exhausted(); }

double Budget::secondsLeft() const {
  if (P->At == Clock::time_point::max())
    return std::numeric_limits<double>::max();
  return std::chrono::duration<double>(P->At - Clock::now()).count();
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

llvm::Error stevedore::within(const Budget &Limit, llvm::Error Result,
                              const llvm::Twine &What) {
  if (Result.isA<IslError>() || !Limit.exhausted())
    return Result;
  llvm::consumeError(std::move(Result));
  return overBudget(What);
}
