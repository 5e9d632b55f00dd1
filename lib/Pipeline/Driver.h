//===- Driver.h - What runs a stage -----------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// A stage as an object, and the one place that runs stages: under their
/// limits, with their proofs, and with the instrumentation told.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_DRIVER_H
#define STEVEDORE_LIB_PIPELINE_DRIVER_H

#include "Instrumentation.h"
#include "Memo.h"
#include "llvm/ADT/STLForwardCompat.h"

namespace stevedore {

/// The isl operations that one stage may take beside the budget of the region,
/// and what it computes, for the message when it goes over them.
struct StageLimit {
  unsigned long Operations;
  const char *What;
};

/// A stage: a function from values to a value, or to its error.
template <typename Value, typename... Inputs> struct StageOf {
  StageInfo Info;
  llvm::Expected<Value> (*Compute)(const Inputs &...);
  void (*Print)(llvm::raw_ostream &, const Value &,
                const Inputs &...) = nullptr;
  /// What the proof is called in the report.
  const char *ProofName = nullptr;
  /// The proof obligation of a value.
  llvm::Error (*Prove)(Value &, const Inputs &...) = nullptr;
  /// The proof may put a coarser value in the place of one that costs too much
  /// to prove. Other values are shown before they are proved, so that one can
  /// see what does not hold.
  bool ProofMayReplace = false;
  /// The limit of the value and again of its proof; no operations: that of the
  /// region alone.
  StageLimit Limit = {0, ""};
};

/// \p E as the failure of a proof, unless it only went over the budget.
llvm::Error asProof(llvm::Error E);

/// \p Found, or \p Otherwise where it went over the budget.
template <typename Value>
llvm::Expected<Value> valueOr(llvm::Expected<Value> Found, Value Otherwise) {
  if (Found)
    return Found;
  llvm::Error Failed = Found.takeError();
  if (takeOverBudget(Failed))
    return Otherwise;
  return std::move(Failed);
}

/// Runs stages, each once for what it takes.
class Driver {
public:
  Driver(isl::ctx Ctx, const Goal &Wanted,
         const StageInstrumentation &Instrumentation)
      : Ctx(Ctx), Wanted(Wanted), Instrumentation(Instrumentation),
        Known(std::make_shared<StageMemo>()) {}
  /// For the region of \p Other, with what that has found.
  Driver(const Driver &Other, const Goal &Wanted,
         const StageInstrumentation &Instrumentation)
      : Ctx(Other.Ctx), Wanted(Wanted), Instrumentation(Instrumentation),
        Known(Other.Known) {}

  isl::ctx context() const { return Ctx; }
  /// What the stages lead to.
  const Goal &goal() const { return Wanted; }
  /// Whether \p S is taken.
  bool takes(Step S) const { return S <= Wanted.Last; }

  /// Says that the stages begin anew.
  void restart() const { Instrumentation.restart(); }

  /// The value of \p P, shown and proved. Errors: that of the stage, a
  /// ProofError, or the budget.
  template <typename Value, typename... Inputs>
  llvm::Expected<Value> run(const StageOf<Value, Inputs...> &P,
                            const llvm::type_identity_t<Inputs> &...In) const {
    if constexpr (StageMemo::keeps<Inputs...>())
      if (const Value *Before = Known->find<Value>(&P, In...)) {
        if (P.Print)
          showAgain(P, *Before, In...);
        return *Before;
      }
    auto Found = accept(
        P, surely(P, P.Info.Name, [&] { return P.Compute(In...); }), In...);
    if constexpr (StageMemo::keeps<Inputs...>())
      if (Found)
        Known->add(&P, *Found, In...);
    return Found;
  }

  /// The same for a value that was found otherwise.
  template <typename Value, typename... Inputs>
  llvm::Expected<Value>
  accept(const StageOf<Value, Inputs...> &P,
         llvm::type_identity_t<llvm::Expected<Value>> Found,
         const llvm::type_identity_t<Inputs> &...In) const {
    if (!Found)
      return Found;
    auto Show = [&](bool AfterProof) {
      if (P.Print && P.ProofMayReplace == AfterProof)
        show(P.Info,
             [&](llvm::raw_ostream &OS) { P.Print(OS, *Found, In...); });
    };
    Show(/*AfterProof=*/false);
    if (P.Prove)
      if (llvm::Error E = asProof(surely(
              P, P.ProofName, [&] { return P.Prove(*Found, In...); })))
        return std::move(E);
    Show(/*AfterProof=*/true);
    return Found;
  }

  /// Shows \p Known, the value of \p P, which was proved before.
  template <typename Value, typename... Inputs>
  void showAgain(const StageOf<Value, Inputs...> &P, const Value &Known,
                 const llvm::type_identity_t<Inputs> &...In) const {
    show(P.Info, [&](llvm::raw_ostream &OS) { P.Print(OS, Known, In...); });
  }

  /// Shows the value of \p P, which \p Print prints.
  void show(const StageInfo &P, ValuePrinter Print) const {
    Instrumentation.value(P, Print);
  }

  /// Runs \p W, a part of the stage called \p Name.
  template <typename Work> auto timed(const char *Name, Work W) const {
    Instrumentation.begin(Name);
    auto Result = W();
    Instrumentation.end(Name);
    return Result;
  }

  /// Runs \p W under \p Limit.
  template <typename Work> auto limited(StageLimit Limit, Work W) const {
    if (!Limit.Operations)
      return W();
    Budget B(Ctx, {0, Limit.Operations});
    return within(B, W(), Limit.What);
  }

private:
  /// Runs \p W, the part called \p Name of the stage \p P, under its limit.
  /// Errors: those of \p W, or a ProofError where it crashed.
  template <typename Stage, typename Work>
  auto surely(const Stage &P, const char *Name, Work W) const -> decltype(W()) {
    std::optional<decltype(W())> Result;
    bool Ended = timed(Name, [&] {
      return Budget::survives([&] { Result.emplace(limited(P.Limit, W)); });
    });
    if (Ended)
      return std::move(*Result);
    return llvm::make_error<ProofError>(std::string("the stage '") + Name +
                                        "' crashed");
  }

  isl::ctx Ctx;
  const Goal &Wanted;
  const StageInstrumentation &Instrumentation;
  std::shared_ptr<StageMemo> Known;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_DRIVER_H
