//===- Allocate.cpp - From conflicts to a proved mapping ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "Sublattices.h"
#include "stevedore/Support/Answers.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include <iterator>
#include <limits>

using namespace stevedore;

/// \p Limits where a coarser kind than \p Kind is left to try; none for the
/// last.
static AllocationLimits limitsOf(AllocationKind Kind, AllocationLimits Limits) {
  if (Kind != AllocationKind::Box)
    return Limits;
  return {std::numeric_limits<uint64_t>::max(), 0, 1, false};
}

double stevedore::secondsFor(isl::ctx Ctx, AllocationKind Kind) {
  if (Kind == AllocationKind::Box)
    return 0;
  return Budget::partLeft(Ctx, limits::LeftShare).Seconds;
}

bool stevedore::isAtLeastOne(const Extent &E, const isl::set &Context) {
  for (const std::vector<isl::aff> &Forms : E.MaxOfMins) {
    isl::set Small = Context.space().universe_set().complement();
    for (const isl::aff &Form : Forms) {
      isl::pw_aff Negated = isl::pw_aff(Form).neg();
      Small =
          Small.unite(isl::manage(isl_pw_aff_nonneg_set(Negated.release())));
    }
    if (Context.is_disjoint(Small).is_true())
      return true;
  }
  return false;
}

void stevedore::finish(ModularMapping &M, const isl::set &Context,
                       ModuloKind Modulo) {
  for (Extent &E : M.Moduli) {
    E.AtLeastOne = isAtLeastOne(E, Context);
    E.RoundUpToPowerOfTwo = Modulo == ModuloKind::Pow2;
  }
  if (M.Slanted)
    for (Extent *E : {&M.Slanted->Stride, &M.Slanted->Count, &M.Slanted->Rest,
                      &M.Slanted->Step})
      E->AtLeastOne = isAtLeastOne(*E, Context);
}

/// Whether \p A has no more cells than \p B at the first \p NumProbes probes.
static bool isNeverLarger(const Candidate &A, const Candidate &B,
                          unsigned NumProbes) {
  for (unsigned I = 0; I < NumProbes; ++I)
    if (A.LogSizes[I] > B.LogSizes[I] + limits::EqualWidth)
      return false;
  return true;
}

/// Puts \p Others, which are smaller for large parameters, before the canonical
/// mapping, if there is one. At equal size rows along the array's dimensions
/// are better, since their elements are contiguous. The others must not be
/// larger than it for any large parameters; where there are tile sizes, for no
/// parameters at all, so that a tile larger than the problem costs no more
/// than the problem.
static void addFirst(const Widths &W, std::vector<Candidate> &Canonical,
                     std::vector<Candidate> Others) {
  unsigned NumProbes = W.hasTileSizes() ? W.numProbes() : W.numLargeProbes();
  if (!Canonical.empty())
    llvm::erase_if(Others, [&](const Candidate &Other) {
      return !isNeverLarger(Other, Canonical.front(), NumProbes);
    });
  Others.insert(Others.end(), std::make_move_iterator(Canonical.begin()),
                std::make_move_iterator(Canonical.end()));
  Canonical = std::move(Others);
}

namespace {

struct Proposal {
  /// Mappings to try in turn, best first.
  std::vector<Candidate> InTurn;
  /// Others that may be smaller for some parameters.
  std::vector<Candidate> Others;
};

} // namespace

/// The candidates of \p Kind.
static llvm::Expected<Proposal> propose(const LiftedConflicts &Lifted,
                                        AllocationKind Kind, const Budget &B,
                                        AllocationLimits Limits) {
  auto W = Widths::create(Lifted, B, Limits.Effort);
  if (!W)
    return W.takeError();
  Proposal Found;
  std::vector<Candidate> &Result = Found.InTurn;
  if (Kind == AllocationKind::Basis) {
    if (auto Basis = proposeBasis(*W, Lifted.Rank))
      Result.push_back(std::move(*Basis));
    return Found;
  }
  if (Kind == AllocationKind::Box) {
    if (auto Box = proposeBox(*W, Lifted.Rank))
      Result.push_back(std::move(*Box));
    return Found;
  }
  Found.Others = proposeModulo(*W, Lifted.Rank);
  if (!Found.Others.empty())
    Result.push_back(Found.Others.front());
  if (auto ByPieces = proposeByPieces(*W, Lifted.Rank);
      ByPieces &&
      (Result.empty() ||
       ByPieces->Cost < Result.front().Cost - limits::WorthwhileSaving)) {
    std::vector<Candidate> Others;
    Others.push_back(std::move(*ByPieces));
    addFirst(*W, Result, std::move(Others));
  }
  double Cost = Result.empty() ? std::numeric_limits<double>::infinity()
                               : Result.front().Cost - limits::WorthwhileSaving;
  if (Kind == AllocationKind::Lattice)
    addFirst(*W, Result, proposeLattice(*W, Lifted.Rank, Cost));
  if (Kind == AllocationKind::Lattice && Limits.MaySlant && !Result.empty())
    if (auto Slanted = proposeSlanted(*W, Lifted.Rank, Result.front()))
      Result.insert(Result.begin(), std::move(*Slanted));
  return Found;
}

/// tryMapping() within \p Limits.
static llvm::Error tried(const LiftedConflicts &Lifted, llvm::StringRef Array,
                         const ModularMapping &M, AllocationLimits Limits) {
  Budget Limit(Lifted.Context.ctx(), {0, Limits.ProofOperations});
  return within(Limit, tryMapping(Lifted, Array, M),
                "a trial of an allocation");
}

/// By how much \p C is smaller than the smallest of \p Kept where it is so by
/// the most, as the logarithm of the number of cells.
static double savingOf(const Candidate &C,
                       llvm::ArrayRef<const Candidate *> Kept) {
  double Most = 0;
  for (unsigned I = 0; I < C.LogSizes.size(); ++I) {
    double Least = std::numeric_limits<double>::infinity();
    for (const Candidate *Other : Kept)
      Least = std::min(Least, Other->LogSizes[I]);
    Most = std::max(Most, Least - C.LogSizes[I]);
  }
  return Most;
}

/// The moduli of \p Others for the rows of \p First that save the most, each
/// proved, where they save anything worth a choice.
static std::vector<OtherModuli>
otherModuli(const LiftedConflicts &Lifted, llvm::StringRef Array,
            const Candidate &First, std::vector<Candidate> Others,
            ModuloKind Modulo, AllocationLimits Limits) {
  std::vector<OtherModuli> Result;
  std::vector<const Candidate *> Kept = {&First};
  while (Result.size() + 1 < Limits.Choices) {
    const Candidate *Best = nullptr;
    double Saving = limits::ChoiceSaving;
    for (const Candidate &Other : Others)
      if (double Own = savingOf(Other, Kept);
          Own > Saving && Other.Mapping.Matrix == First.Mapping.Matrix) {
        Best = &Other;
        Saving = Own;
      }
    if (!Best)
      return Result;
    Kept.push_back(Best);
    ModularMapping Next = Best->Mapping;
    finish(Next, Lifted.Context, Modulo);
    llvm::Error Failure = tried(Lifted, Array, Next, Limits);
    if (!Failure)
      Result.push_back({std::move(Next.Moduli), {}});
    llvm::consumeError(std::move(Failure));
  }
  return Result;
}

/// The best mapping of \p Kind that can be proved for \p Lifted.
static llvm::Expected<ModularMapping>
allocateBy(const LiftedConflicts &Lifted, llvm::StringRef Array,
           AllocationKind Kind, ModuloKind Modulo, AllocationLimits Limits) {
  isl::ctx Ctx = Lifted.Context.ctx();
  Budget B(Ctx, {secondsFor(Ctx, Kind), 0});
  auto Found = propose(Lifted, Kind, B, Limits);
  if (!Found)
    return Found.takeError();
  llvm::Error Errors = llvm::Error::success();
  for (Candidate &Proposed : Found->InTurn) {
    finish(Proposed.Mapping, Lifted.Context, Modulo);
    llvm::Error Failure = tried(Lifted, Array, Proposed.Mapping, Limits);
    if (!Failure) {
      llvm::consumeError(std::move(Errors));
      if (!Proposed.Mapping.Slanted)
        Proposed.Mapping.Others = otherModuli(
            Lifted, Array, Proposed, std::move(Found->Others), Modulo, Limits);
      return std::move(Proposed.Mapping);
    }
    Errors = llvm::joinErrors(std::move(Errors), std::move(Failure));
  }
  if (Errors)
    return Errors;
  return llvm::make_error<IslError>(
      B.exhausted() ? IslError::Budget : IslError::Invalid,
      ("no bounded mapping of array '" + Array + "' was found").str());
}

/// \p Kind, then what is tried when it fails.
static std::vector<AllocationKind> ladder(AllocationKind Kind) {
  switch (Kind) {
  case AllocationKind::None:
    return {};
  case AllocationKind::Box:
    return {AllocationKind::Box};
  case AllocationKind::Modulo:
    return {AllocationKind::Modulo, AllocationKind::Box};
  case AllocationKind::Basis:
    return {AllocationKind::Basis, AllocationKind::Modulo, AllocationKind::Box};
  case AllocationKind::Lattice:
    return {AllocationKind::Lattice, AllocationKind::Modulo,
            AllocationKind::Box};
  }
  return {};
}

/// The first mapping of the ladder of \p Kind that can be proved.
static llvm::Expected<ModularMapping> allocateLifted(const LiftedConflicts &L,
                                                     llvm::StringRef Array,
                                                     AllocationKind Kind,
                                                     ModuloKind Modulo,
                                                     AllocationLimits Limits) {
  llvm::Error Errors = llvm::Error::success();
  for (AllocationKind Next : ladder(Kind)) {
    auto Mapping = allocateBy(L, Array, Next, Modulo, limitsOf(Next, Limits));
    if (Mapping) {
      llvm::consumeError(std::move(Errors));
      return Mapping;
    }
    Errors = llvm::joinErrors(std::move(Errors), Mapping.takeError());
  }
  if (Errors)
    return Errors;
  return llvm::make_error<IslError>(IslError::Invalid,
                                    "no local memory is asked for");
}

/// The number of cells of \p M, if it is the same for all parameters.
static std::optional<int64_t> constantCells(const ModularMapping &M) {
  if (M.Slanted)
    return std::nullopt;
  int64_t Cells = 1;
  for (const Extent &E : M.Moduli) {
    std::optional<int64_t> Modulus = E.constant();
    if (!Modulus || *Modulus > limits::ConstantCells ||
        Cells > limits::ConstantCells)
      return std::nullopt;
    Cells *= *Modulus;
  }
  return Cells;
}

/// \p Found, or the mapping of a lattice with fewer cells, proved in turn.
static ModularMapping smallestOf(ModularMapping Found,
                                 const LiftedConflicts &Lifted,
                                 const ConflictRelation &C,
                                 AllocationLimits Limits) {
  std::optional<int64_t> Cells = constantCells(Found);
  if (!Cells)
    return Found;
  std::optional<ModularMapping> Smaller =
      findSmallerLattice(C, Lifted.Context, *Cells);
  if (!Smaller)
    return Found;
  if (llvm::Error Failure = tried(Lifted, C.Array, *Smaller, Limits)) {
    llvm::consumeError(std::move(Failure));
    return Found;
  }
  return std::move(*Smaller);
}

bool stevedore::isProved(const ConflictRelation &C, const ModularMapping &M,
                         AllocationLimits Limits) {
  Budget Limit(C.Context.ctx(), {0, Limits.ProofOperations});
  llvm::Error Failure =
      within(Limit, verifyMapping(C, M), "the proof of a mapping");
  bool Result = !Failure;
  llvm::consumeError(std::move(Failure));
  return Result;
}

/// Whether the cliques of \p C have few pieces each.
static bool hasFewPieces(const ConflictRelation &C) {
  return llvm::all_of(C.Cliques, [](const isl::map &Clique) {
    return isl_map_n_basic_map(Clique.get()) <= int(limits::PieceGroups);
  });
}

/// A slanted form for \p C that takes far fewer cells than \p Found, where
/// hulls of pieces hide that conflicts reach far only one way.
static ModularMapping slantedFor(const ConflictRelation &C,
                                 ModularMapping Found,
                                 AllocationLimits Limits) {
  if (!hasFewPieces(C))
    return Found;
  Budget Limit(C.Context.ctx(), {0, Limits.ProofOperations});
  auto All = lift(C, Precision::All);
  if (!All) {
    llvm::consumeError(All.takeError());
    return Found;
  }
  Budget B(C.Context.ctx(),
           {secondsFor(C.Context.ctx(), AllocationKind::Lattice), 0});
  auto W = Widths::create(*All, B, Limits.Effort);
  if (!W) {
    llvm::consumeError(W.takeError());
    return Found;
  }
  Candidate Best = {Found, 0, W->logSizes(Found)};
  std::optional<Candidate> Slanted = proposeSlanted(*W, All->Rank, Best);
  if (!Slanted)
    return Found;
  finish(Slanted->Mapping, All->Context, ModuloKind::Exact);
  return isProved(C, Slanted->Mapping, Limits) ? std::move(Slanted->Mapping)
                                               : std::move(Found);
}

/// \p Found in a packed form where that takes far fewer cells, else in a
/// strided one.
static ModularMapping closerFor(const ConflictRelation &C, ModularMapping Found,
                                AllocationLimits Limits) {
  for (auto *Propose : {proposePacked, proposeStrided}) {
    std::optional<ModularMapping> Closer;
    {
      Budget Limit(C.Context.ctx(), {0, Limits.ProofOperations});
      Closer = Propose(C, Found, Limits.Unpacked);
    }
    if (Closer && isProved(C, *Closer, Limits))
      return std::move(*Closer);
  }
  return Found;
}

/// Few pieces do nearly always. Hulls of them may be unbounded where the
/// pieces are not: then all pieces are paired, for moduli along the array's
/// dimensions only.
static llvm::Expected<ModularMapping> allocateModular(const ConflictRelation &C,
                                                      AllocationKind Kind,
                                                      ModuloKind Modulo,
                                                      AllocationLimits Limits) {
  auto Few = lift(C, Precision::Few);
  if (!Few)
    return Few.takeError();
  Limits.MaySlant &= Modulo == ModuloKind::Exact;
  auto Mapping = allocateLifted(*Few, C.Array, Kind, Modulo, Limits);
  if (Mapping && Mapping->Slanted && !isProved(C, *Mapping, Limits)) {
    Limits.MaySlant = false;
    Mapping = allocateLifted(*Few, C.Array, Kind, Modulo, Limits);
  }
  if (Mapping && Kind == AllocationKind::Lattice && !Few->IsExact &&
      Limits.MaySlant && !Mapping->Slanted)
    return slantedFor(C, std::move(*Mapping), Limits);
  if (Mapping && Kind == AllocationKind::Lattice && Few->IsExact &&
      Modulo == ModuloKind::Exact)
    return smallestOf(std::move(*Mapping), *Few, C, Limits);
  if (Mapping || Few->IsExact || Kind == AllocationKind::None)
    return Mapping;
  auto All = lift(C, Precision::All);
  if (!All)
    return llvm::joinErrors(Mapping.takeError(), All.takeError());
  llvm::consumeError(Mapping.takeError());
  return allocateLifted(*All, C.Array,
                        Kind == AllocationKind::Box ? Kind
                                                    : AllocationKind::Modulo,
                        Modulo, Limits);
}

/// allocate() where the answer is not known.
static llvm::Expected<ModularMapping> allocateAnew(const ConflictRelation &C,
                                                   AllocationKind Kind,
                                                   ModuloKind Modulo,
                                                   AllocationLimits Limits) {
  auto Mapping = allocateModular(C, Kind, Modulo, Limits);
  if (!Mapping)
    return Mapping;
  if (Kind == AllocationKind::Lattice && !Mapping->Slanted &&
      Modulo == ModuloKind::Exact && Limits.MaySlant)
    Mapping = closerFor(C, std::move(*Mapping), Limits);
  if (Kind == AllocationKind::Lattice && Modulo == ModuloKind::Exact &&
      Limits.MaySlant)
    Mapping = withMultiples(C, std::move(*Mapping), Limits);
  return withCases(C, std::move(*Mapping), Modulo, Limits);
}

/// What a mapping for \p C depends on: of its parameters only which are sizes
/// of tiles and which are counters.
static Question questionOf(const ConflictRelation &C, llvm::StringRef What) {
  isl::ctx Ctx = C.Context.ctx();
  Question Q(Ctx, What);
  Q.about(C.Context);
  auto AddRoles = [&](const isl::space &Space) {
    for (isl_size P = 0; P < isl_space_dim(Space.get(), isl_dim_param); ++P) {
      llvm::StringRef Name =
          isl_space_get_dim_name(Space.get(), isl_dim_param, P);
      Q.about(C.Parameters.isTileSize(Name)       ? "size"
              : C.Parameters.isOuterCounter(Name) ? "counter"
                                                  : "");
    }
  };
  AddRoles(C.Context.get_space());
  for (const isl::map &Clique : C.Cliques) {
    Q.about(Clique);
    AddRoles(Clique.get_space());
  }
  for (const ConflictCase &Case : C.Cases) {
    Q.about("case").about(C.where(Case.Where).Context);
    for (const isl::map &Clique : Case.Cliques)
      Q.about(Clique);
  }
  if (!C.Pairs.is_null()) {
    Q.about("pairs").about(C.Pairs);
    AddRoles(C.Pairs.get_space());
  }
  return Q;
}

static void rename(const Question &Q, const Question &Other, Extent &E) {
  for (std::vector<isl::aff> &Forms : E.MaxOfMins)
    for (isl::aff &Form : Forms)
      Form = Q.renamed(Form, Other);
}

namespace stevedore {

/// \p M, the answer to \p Other, with the names of \p Q.
static ModularMapping renamed(const Question &Q, ModularMapping M,
                              const Question &Other) {
  for (Extent &E : M.Moduli)
    rename(Q, Other, E);
  for (OtherModuli &Of : M.Others) {
    for (Extent &E : Of.Moduli)
      rename(Q, Other, E);
    if (!Of.Where.is_null())
      Of.Where = Q.renamed(Of.Where, Other);
  }
  if (M.Slanted)
    for (Extent *E : {&M.Slanted->Stride, &M.Slanted->Count, &M.Slanted->Rest,
                      &M.Slanted->Step})
      rename(Q, Other, *E);
  if (M.Packed) {
    rename(Q, Other, M.Packed->Count);
    for (isl::aff *Form :
         {&M.Packed->First, &M.Packed->Start, &M.Packed->Length})
      *Form = Q.renamed(*Form, Other);
  }
  for (isl::aff &Offset : M.Offsets)
    Offset = Q.renamed(Offset, Other);
  return M;
}

} // namespace stevedore

llvm::Expected<ModularMapping> stevedore::allocate(const ConflictRelation &C,
                                                   AllocationKind Kind,
                                                   ModuloKind Modulo,
                                                   AllocationLimits Limits) {
  if (C.Context.is_null())
    return allocateAnew(C, Kind, Modulo, Limits);
  std::string What = "mapping";
  for (uint64_t Number :
       {uint64_t(Kind), uint64_t(Modulo), Limits.Effort,
        uint64_t(Limits.ProofOperations), uint64_t(Limits.Choices),
        uint64_t(Limits.MaySlant), uint64_t(C.Rank), uint64_t(C.ByDifferences)})
    What += " " + std::to_string(Number);
  for (unsigned Dimension : Limits.Unpacked)
    What += " without " + std::to_string(Dimension);
  Question Q = questionOf(C, What);
  if (auto Known = knownAnswer<ModularMapping>(Q))
    return std::move(*Known);
  auto Found = allocateAnew(C, Kind, Modulo, Limits);
  if (Found)
    learnAnswer(Q, *Found);
  return Found;
}
