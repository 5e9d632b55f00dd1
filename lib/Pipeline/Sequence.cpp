//===- Sequence.cpp - What each input goes through ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sequence.h"
#include "Tiled.h"
#include "Untiled.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// All phases, up to the C text.
class TiledSequence : public PhaseSequence {
public:
  TiledSequence(const TiledInput &In, const EmitOptions &Code)
      : In(In), Code(Code) {}

  isl::ctx context() const override { return In.Program->Context.ctx(); }
  std::shared_ptr<const Scop> program() const override { return In.Program; }
  Error check(const Options &) const override { return Error::success(); }
  void print(raw_ostream &OS) const override {
    stevedore::print(OS, *In.Program, Code.Source->directives(*In.Program));
  }
  std::vector<Rung> ladder(const Options &O) const override {
    return coarserAnswers(O);
  }
  Error run(const Driver &D, const Rung &Step,
            RegionResult &Result) const override;

private:
  const TiledInput &In;
  const EmitOptions &Code;

  Error generate(const Driver &D, RegionResult &Result) const;
};

/// Conflicts and allocation under the order of the text.
class OrderedSequence : public PhaseSequence {
public:
  explicit OrderedSequence(const OrderedInput &In)
      : In(In), Program(std::make_shared<const Scop>(*In.Text.Program)) {}

  isl::ctx context() const override { return Program->Context.ctx(); }
  std::shared_ptr<const Scop> program() const override { return Program; }
  Error check(const Options &O) const override { return checkOptions(In, O); }
  void print(raw_ostream &OS) const override { printInput(OS, In); }
  std::vector<Rung> ladder(const Options &O) const override {
    return onlyAnswer(O);
  }
  Error run(const Driver &D, const Rung &Step,
            RegionResult &Result) const override;

private:
  const OrderedInput &In;
  std::shared_ptr<const Scop> Program;
};

/// Allocation alone.
class BareSequence : public PhaseSequence {
public:
  explicit BareSequence(const BareInput &In) : In(In) {}

  isl::ctx context() const override { return In.Text.Context.ctx(); }
  Error check(const Options &O) const override { return checkOptions(In, O); }
  std::vector<Rung> ladder(const Options &O) const override {
    return onlyAnswer(O);
  }
  Error run(const Driver &D, const Rung &Step,
            RegionResult &Result) const override;

private:
  const BareInput &In;
};

} // namespace

/// Generates the text of the plan, where it is needed and the front end knows
/// the original.
Error TiledSequence::generate(const Driver &D, RegionResult &Result) const {
  if (!D.needs(CodePhase.Info) || Code.OriginalText.empty())
    return Error::success();
  auto Text = D.run(CodePhase, Result.Plan, Code);
  if (!Text)
    return Text.takeError();
  Result.Text = std::move(*Text);
  return Error::success();
}

Error TiledSequence::run(const Driver &D, const Rung &Step,
                         RegionResult &Result) const {
  Budget Limit(context(), Step.Limits);
  TiledRegion Region(D, Step.O, In.Given, Result);
  if (Error E = within(Limit, Region.run(), "the plan of a region"))
    return E;
  return within(Limit, generate(D, Result), "the text of a region");
}

/// All that \p E says, in one message.
static Error inOneMessage(Error E) {
  return E ? createStringError(toString(std::move(E))) : Error::success();
}

Error OrderedSequence::run(const Driver &D, const Rung &Step,
                           RegionResult &Result) const {
  Budget Limit(context(), Step.Limits);
  return inOneMessage(foldArrays(D, Step.O, In, Limit, Result));
}

Error BareSequence::run(const Driver &D, const Rung &Step,
                        RegionResult &Result) const {
  Budget Limit(context(), Step.Limits);
  return inOneMessage(foldArrays(D, Step.O, In, Result));
}

std::unique_ptr<PhaseSequence>
stevedore::sequenceOf(const PipelineInput &In, const EmitOptions &Code) {
  if (const auto *Tiled = std::get_if<TiledInput>(&In))
    return std::make_unique<TiledSequence>(*Tiled, Code);
  if (const auto *Ordered = std::get_if<OrderedInput>(&In))
    return std::make_unique<OrderedSequence>(*Ordered);
  return std::make_unique<BareSequence>(std::get<BareInput>(In));
}
