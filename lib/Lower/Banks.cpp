//===- Banks.cpp - Buffers in banks ---------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Banks.h"
#include "Values.h"
#include "stevedore/Lower/PlantedMistakes.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stevedore {
namespace lower {

using looptree::Element;

namespace {

/// Two cells that an iteration accesses.
struct CellPair {
  /// From one to the other, along each dimension.
  std::vector<int64_t> Distance;
  /// As text.
  std::string First, Second;
};

/// What iterations access of one buffer.
struct CellsTogether {
  /// One for each distance that there may be.
  std::vector<CellPair> Pairs;
  /// The most cells of one iteration, if all that may be are different ones.
  size_t Most = 0;
  /// Whether there are no others than those of Pairs.
  bool AreKnown = true;
  /// Whether all that touches the buffer can be moved to banks.
  bool MayMove = true;
};

/// Finds the form of one buffer's banks.
class BankSearch {
public:
  BankSearch(const CellsTogether &Cells, BufferBanks &Result, unsigned Most)
      : Cells(Cells), Result(Result), Most(Most), Failures(Cells.Pairs.size()) {
  }
  /// Completes the result with the first candidate for which \p Holds, of few
  /// banks before those of more, and of small coefficients before large ones.
  bool run(llvm::function_ref<bool(const BufferBanks &)> Holds);

private:
  bool tryAll(int64_t Largest, unsigned Row,
              llvm::function_ref<bool(const BufferBanks &)> Holds);
  bool keepsApart();
  void explain();

  const CellsTogether &Cells;
  BufferBanks &Result;
  const unsigned Most;
  uint64_t Forms = 0;
  unsigned Proofs = 0;
  /// How many forms each pair was the first to rule out.
  std::vector<uint64_t> Failures;
};

} // namespace

/// Whether the form has another bank for both cells of each pair.
bool BankSearch::keepsApart() {
  ++Forms;
  for (size_t P = 0; P < Cells.Pairs.size(); ++P) {
    int64_t Bank = 0;
    for (auto [C, D] : llvm::zip(Result.Form, Cells.Pairs[P].Distance))
      Bank = (Bank + C * (D % Result.Count)) % Result.Count;
    if (Bank == 0) {
      ++Failures[P];
      return false;
    }
  }
  return true;
}

/// Candidates whose largest coefficient beside that of \p Row is \p Largest.
bool BankSearch::tryAll(int64_t Largest, unsigned Row,
                        llvm::function_ref<bool(const BufferBanks &)> Holds) {
  Result.Row = Row;
  Result.Form.assign(Result.Form.size(), 0);
  Result.Form[Row] = 1;
  while (Forms < limits::BankForms && Proofs < limits::BankProofs) {
    bool HasLargest = Largest == 0;
    for (size_t R = 0; R < Result.Form.size(); ++R)
      HasLargest |= R != Row && Result.Form[R] == Largest;
    if (HasLargest && keepsApart()) {
      ++Proofs;
      if (Holds(Result))
        return true;
    }
    size_t R = Result.Form.size();
    while (R-- > 0) {
      if (R == Row)
        continue;
      if (Result.Form[R] < Largest)
        break;
      Result.Form[R] = 0;
    }
    if (R == size_t(-1))
      return false;
    ++Result.Form[R];
  }
  return false;
}

/// Tells why there is no form: the pair that rules out most of them.
void BankSearch::explain() {
  Result.Count = 1;
  auto Worst = llvm::max_element(Failures);
  if (!Cells.AreKnown || Worst == Failures.end() || *Worst == 0) {
    Result.Conflict = "it is not known how far apart the cells are that one "
                      "iteration accesses";
    return;
  }
  const CellPair &P = Cells.Pairs[Worst - Failures.begin()];
  Result.Conflict = "one iteration accesses " + std::to_string(Cells.Most) +
                    " cells, and in at most " + std::to_string(Most) +
                    " banks two of them meet, most often " + P.First + " and " +
                    P.Second;
}

bool BankSearch::run(llvm::function_ref<bool(const BufferBanks &)> Holds) {
  unsigned Rank = Result.Form.size();
  for (Result.Count = 2; Result.Count <= Most; ++Result.Count)
    for (int64_t Largest = 0; Largest < (Rank > 1 ? Result.Count : 1);
         ++Largest)
      for (unsigned Row = Rank; Row-- > 0;)
        if (tryAll(Largest, Row, Holds))
          return true;
  explain();
  return false;
}

static bool hasLoop(const Block &B) {
  bool Has = false;
  looptree::walk(
      B, [&](const looptree::Node &N) { Has |= N.K == looptree::Node::For; });
  return Has;
}

/// The names that are defined, and their values, in the order of definitions.
using Definitions = std::vector<std::pair<std::string, Expr>>;

static void define(const looptree::LetNode &L, Definitions &Known) {
  if (L.Type == looptree::LetNode::Number && !L.IsMutable)
    Known.emplace_back(L.Name, L.Value);
}

/// Calls \p Visit for what is executed together in \p Loops, and what is
/// defined around it: the bodies of pipelined and of innermost loops in compute
/// phases, and phases without loops.
static void forEachIteration(
    const Block &Loops, const SourceText &Source, Definitions Known,
    bool IsCompute,
    llvm::function_ref<void(const Block &, const Definitions &)> Visit) {
  for (const NodeRef &N : Loops) {
    if (const auto *L = llvm::dyn_cast<looptree::LetNode>(N.get()))
      define(*L, Known);
    const auto *P = llvm::dyn_cast<looptree::PhaseNode>(N.get());
    const auto *F = llvm::dyn_cast<looptree::ForNode>(N.get());
    bool Computes = IsCompute || (P && P->Role == looptree::PhaseNode::Compute);
    bool MayBeOne = Computes && (P || F);
    for (const Block *Inside : looptree::blocksOf(*N))
      if (MayBeOne && (!hasLoop(*Inside) || (F && isPipelined(*F, Source))))
        Visit(*Inside, Known);
      else
        forEachIteration(*Inside, Source, Known, Computes, Visit);
  }
}

/// The distances that there may be between positions \p X and \p Y: one where
/// that is constant, two where both are remainders, each of which may have
/// wrapped alone. None where it is not known.
static std::vector<int64_t> distances(const Expr &X, const Expr &Y) {
  if (looptree::isChosen(X) || looptree::isChosen(Y))
    return {};
  Affine D = formOf(X).add(formOf(Y), -1);
  if (D.isConstant())
    return {D.constant()};
  bool AreRests = (X.kind() == Expr::Wrap || X.kind() == Expr::Modulo) &&
                  (Y.kind() == Expr::Wrap || Y.kind() == Expr::Modulo) &&
                  X.operands()[1] == Y.operands()[1];
  Affine N = AreRests ? formOf(X.operands()[1]) : Affine();
  if (AreRests)
    D = formOf(X.operands()[0]).add(formOf(Y.operands()[0]), -1);
  if (!D.isConstant() || !N.isConstant() || N.constant() < 1)
    return {};
  int64_t Least = llvm::mod(D.constant(), N.constant());
  if (Least == 0)
    return {0};
  return {Least, Least - N.constant()};
}

/// The same for all positions \p A and \p B.
static std::vector<std::vector<int64_t>> distances(llvm::ArrayRef<Expr> A,
                                                   llvm::ArrayRef<Expr> B) {
  std::vector<std::vector<int64_t>> Result = {{}};
  for (auto [X, Y] : llvm::zip(A, B)) {
    std::vector<std::vector<int64_t>> Longer;
    for (int64_t D : distances(X, Y))
      for (std::vector<int64_t> Next : Result) {
        Next.push_back(D);
        Longer.push_back(std::move(Next));
      }
    Result = std::move(Longer);
  }
  return Result;
}

namespace {

/// What one iteration accesses of the buffer Name.
struct Iteration {
  llvm::StringRef Name;
  /// Positions, by their text.
  std::map<std::string, std::vector<Expr>> Cells;
  /// Whether the loops inside run a known number of times.
  bool IsKnown = true;

  void add(const Element &E, const Definitions &Known);
  void add(const Block &B, Definitions Known);
  void add(const looptree::ForNode &F, const Definitions &Known);
};

} // namespace

/// \p E with the values of what is defined in place.
static Expr inPlace(Expr E, const Definitions &Known) {
  for (const auto &[Variable, Value] : llvm::reverse(Known))
    E = E.substitute(Variable, Value);
  return E;
}

void Iteration::add(const Element &E, const Definitions &Known) {
  std::vector<Expr> Position;
  std::string Text = E.Buffer;
  for (const Expr &P : E.Subscripts) {
    Position.push_back(inPlace(P, Known));
    Text += "[" + formOf(Position.back()).expr().spelling() + "]";
  }
  Cells.try_emplace(Text, std::move(Position));
}

/// All iterations of \p F, which synthesis unrolls.
void Iteration::add(const looptree::ForNode &F, const Definitions &Known) {
  auto number = [&](const Expr &E) -> std::optional<int64_t> {
    Affine Form = formOf(inPlace(E, Known));
    return Form.isConstant() ? std::optional(Form.constant()) : std::nullopt;
  };
  bool IsLess = F.Condition.kind() == Expr::Less;
  bool IsPlain = F.Init && F.Step && F.Step->isInteger(1) && !F.LimitValue &&
                 (IsLess || F.Condition.kind() == Expr::LessEqual) &&
                 F.Condition.operands()[0] == Expr::variable(F.Counter);
  std::optional<int64_t> First, Last;
  if (IsPlain) {
    First = number(*F.Init);
    Last = number(F.Condition.operands()[1]);
  }
  if (!First || !Last || *Last - *First > int64_t(limits::Banks)) {
    IsKnown = false;
    return;
  }
  for (int64_t Value = *First; Value < *Last + !IsLess; ++Value) {
    Definitions Inside = Known;
    Inside.emplace_back(F.Counter, Expr(Value));
    add(F.Body, std::move(Inside));
  }
}

void Iteration::add(const Block &B, Definitions Known) {
  for (const NodeRef &N : B) {
    if (const auto *L = llvm::dyn_cast<looptree::LetNode>(N.get()))
      define(*L, Known);
    for (const Element *E : looptree::elementsOf(*N))
      if (E->Buffer == Name)
        add(*E, Known);
    if (const auto *F = llvm::dyn_cast<looptree::ForNode>(N.get()))
      add(*F, Known);
    else
      for (const Block *Inside : looptree::blocksOf(*N))
        add(*Inside, Known);
  }
}

/// Adds what the iteration \p One accesses.
static void addIteration(const Iteration &One, CellsTogether &To) {
  const auto &Cells = One.Cells;
  To.Most = std::max(To.Most, Cells.size());
  To.AreKnown &= One.IsKnown;
  for (auto A = Cells.begin(); A != Cells.end(); ++A)
    for (auto B = std::next(A); B != Cells.end(); ++B) {
      auto All = distances(A->second, B->second);
      To.AreKnown &= !All.empty();
      for (std::vector<int64_t> &D : All) {
        bool IsNew = llvm::any_of(D, [](int64_t X) { return X != 0; }) &&
                     llvm::none_of(To.Pairs, [&](const CellPair &P) {
                       return P.Distance == D;
                     });
        if (IsNew)
          To.Pairs.push_back({std::move(D), A->first, B->first});
      }
    }
}

static CellsTogether cellsTogether(const Block &Loops, const Buffer &Home,
                                   const SourceText &Source) {
  CellsTogether Result;
  looptree::walk(Loops, [&](const looptree::Node &N) {
    for (const Element *E : looptree::elementsOf(N))
      Result.MayMove &= E->Buffer != Home.Name || !E->Flat;
    if (const auto *T = llvm::dyn_cast<looptree::TransferNode>(&N))
      Result.MayMove &= T->Local.Buffer != Home.Name ||
                        (T->Lengths.empty() && T->Repetitions.empty());
  });
  forEachIteration(Loops, Source, {}, false,
                   [&](const Block &Body, const Definitions &Known) {
                     Iteration One;
                     One.Name = Home.Name;
                     One.add(Body, Known);
                     addIteration(One, Result);
                   });
  return Result;
}

/// Whether \p Home has a constant shape and shares its memory with none of \p
/// Others.
static bool isArrayOfItsOwn(const Buffer &Home,
                            llvm::ArrayRef<const Buffer *> Others) {
  return Home.HasConstantShape &&
         llvm::none_of(Others, [&](const Buffer *Other) {
           return Other != &Home && Other->Local->Buffer == Home.Local->Buffer;
         });
}

/// Whether cells of \p Home lie between those of another one of \p Others, so
/// that none may move alone.
static bool hasSharedCells(const Buffer &Home,
                           llvm::ArrayRef<const Buffer *> Others) {
  return llvm::any_of(Others, [&](const Buffer *Other) {
    return Other->Local->Buffer == Home.Local->Buffer &&
           !Other->Local->Mapping.Offsets.empty();
  });
}

static void collectBuffers(std::vector<BandCode> &Bands,
                           std::vector<Buffer *> &Result) {
  for (BandCode &Code : Bands) {
    for (Buffer &B : Code.Buffers)
      Result.push_back(&B);
    collectBuffers(Code.Inside, Result);
  }
}

/// The number of \p Home for BufferBanks::Local.
static unsigned numberOf(const RegionPlan &Plan, const Buffer &Home) {
  unsigned Number = 0;
  for (const LevelPlace &Place : Plan.allLevels())
    for (const LocalArray &L : Place.level().Arrays) {
      if (&L == Home.Local)
        return Number;
      ++Number;
    }
  return Number;
}

/// Lets \p Home have the banks \p Banks where that is proved, with \p Loops.
/// Errors: it is not.
static llvm::Error place(Buffer &Home, BufferBanks Banks,
                         const LoweringOptions &Options,
                         const std::string &Counter, Block &Loops) {
  std::vector<Expr> Cells = Home.declaration().Cells;
  if (Options.Planted)
    Options.Planted->InBanks(Banks);
  Buffer Placed = Home;
  Placed.Banks = Banks;
  Block New = withElementsIn(Banks, Loops, Counter);
  if (Options.IsProved) {
    isl::ctx Ctx = Home.Local->Transfers.Load.ctx();
    if (llvm::Error Failed = verifyPositions(Ctx, Banks, Cells))
      return Failed;
    if (llvm::Error Failed = verifyBanksOf(Ctx, New, Options.Source,
                                           {{Home.Name, Placed.declaration()}}))
      return Failed;
  }
  Home = std::move(Placed);
  Loops = std::move(New);
  return llvm::Error::success();
}

Block inBanks(const RegionPlan &Plan, const LoweringOptions &Options,
              std::vector<BandCode> &Bands, Names &N, Block Loops) {
  if (!wantsBanks(Plan))
    return Loops;
  std::vector<Buffer *> Buffers;
  collectBuffers(Bands, Buffers);
  std::string Counter = N.inner("e");
  for (Buffer *Home : Buffers) {
    CellsTogether Cells = cellsTogether(Loops, *Home, Options.Source);
    if (Home->Memory != 0 || Home->Rows.empty() || Cells.Most < 2)
      continue;
    BufferBanks Banks;
    Banks.Array = Home->ArrayNumber;
    Banks.Local = numberOf(Plan, *Home);
    Banks.Buffer = Home->Name;
    Banks.Form.resize(Home->Rows.size());
    bool IsOwn = isArrayOfItsOwn(*Home, Buffers);
    if (hasSharedCells(*Home, Buffers))
      Banks.Conflict = "it shares cells with another array";
    else if (Cells.MayMove)
      BankSearch(Cells, Banks, Plan.Decided.Banks)
          .run([&](const BufferBanks &Candidate) {
            Banks.KeepsShape = IsOwn && llvm::count(Candidate.Form, 0) + 1 ==
                                            long(Candidate.Form.size());
            llvm::Error Failed =
                place(*Home, Candidate, Options, Counter, Loops);
            bool Holds = !Failed;
            if (Cells.AreKnown && !Holds)
              Options.refuse(std::move(Failed));
            else
              llvm::consumeError(std::move(Failed));
            return Holds;
          });
    else
      Banks.Conflict = "its cells are counted";
    if (Options.Banked)
      Options.Banked(std::move(Banks));
  }
  return Loops;
}

} // namespace lower
} // namespace stevedore
