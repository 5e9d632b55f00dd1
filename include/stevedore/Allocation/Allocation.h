//===- stevedore/Allocation/Allocation.h - Modular mappings -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on ModularMapping: element m lives in cell M m mod b. Folding an array
/// into a small buffer by a modular mapping sigma(m) = M m mod b (Darte, Isoard
/// and Yuki, Extended Lattice-Based Memory Allocation).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_ALLOCATION_ALLOCATION_H
#define STEVEDORE_ALLOCATION_ALLOCATION_H

#include "stevedore/Conflicts/ConflictRelation.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Values.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace stevedore {

/// A modulus, or the number of cells along one dimension: the maximum over
/// alternatives of the minimum of affine forms of the parameters. Never less
/// than 1 when evaluated, and rounded up to a power of two on request.
struct Extent {
  /// Each aff is over the parameter space, "[N, T1] -> { [(2T1 + 1)] }".
  std::vector<std::vector<isl::aff>> MaxOfMins;
  bool RoundUpToPowerOfTwo = false;
  /// The context implies that MaxOfMins is at least 1. Where it does not, the
  /// extent is the maximum of MaxOfMins and 1.
  bool AtLeastOne = false;

  /// The same as one expression, without the rounding.
  isl::pw_aff expression() const;
  /// "min(N, 2*T1 + T2)"; with "max(1, ...)" around it where AtLeastOne is not
  /// set, and "pow2(...)" where it is rounded.
  std::string text() const;
  /// The value, rounding included, where each parameter has the value that
  /// \p Value gives for its name.
  int64_t evaluate(llvm::function_ref<int64_t(llvm::StringRef)> Value) const;
  /// The value, rounding included, if it is the same everywhere.
  std::optional<int64_t> constant() const;
};

/// Whether \p Context implies that \p E is at least 1 (Extent::AtLeastOne).
bool isAtLeastOne(const Extent &E, const isl::set &Context);

/// The cells of a modular mapping in one dimension (section 4.1): element m
/// lives in cell
///   c_1 . m + b_1 (c_2 . m + b_2 (... + b_{n-1} c_n . m)) mod b_1 b_2 ... b_n
/// for the rows c_k and moduli b_k in the order Order. Where OfResidues is set,
/// each c_k . m stands for its remainder modulo b_k.
struct LinearForm {
  std::vector<unsigned> Order;
  bool OfResidues = false;
};

/// Two rows of a mapping as one whose coefficients have parameters (reuse
/// vectors with parameters, section 7). Let a be row number Inner and c that of
/// number Outer, times Sign: element m lives in cell
///   a . m + s (c . m) mod s (k - 1) + r
/// for s = Stride, k = Count and r = Rest, where the other rows are as they
/// were. This keeps the differences z of conflicting elements, on which the
/// other rows vanish, from 0: where c . z >= 1, it is enough that -a . z < s,
/// c . z < k and a . z < r, since then 0 < s + a . z <= a . z + s (c . z);
/// where c . z = 0, that |a . z| < r.
///
/// Where few elements reach far along a in either direction, as the rows that
/// the next tiles need beside those of the last ones, the row c . m mod h
/// stays, for h = Step: then z counts only where h divides c . z, so that it is
/// enough to know the above of c . z >= h, and q = ceil(s / h) takes the place
/// of s, since q (c . z) >= q h >= s.
struct SlantedForm {
  unsigned Inner = 0;
  unsigned Outer = 1;
  int64_t Sign = 1;
  Extent Stride, Count, Rest;
  /// Without forms where there is no such row.
  Extent Step;

  bool hasSteps() const { return !Step.MaxOfMins.empty(); }

  /// s, or q where there are steps, as text.
  std::string strideText() const;
  /// The same (k - 1) + r as text, and where each parameter has the value that
  /// \p Value gives for its name.
  std::string modulusText() const;
  int64_t strideAt(llvm::function_ref<int64_t(llvm::StringRef)> Value) const;
  int64_t modulusAt(llvm::function_ref<int64_t(llvm::StringRef)> Value) const;
};

/// Two rows of a mapping as one where elements fill a trapezoid, such as a
/// triangle, whose rows lie in memory one behind the other. Let a be row number
/// Inner and c that of number Outer. The elements m of row k = c . m - First
/// are those with
///   0 <= x < Length + Growth k   for   x = a . m - Start - Slope k,
/// where 0 <= k < Count, and m lives in cell
///   x + Length k + Growth k (k - 1) / 2,
/// so that no two elements share one, whether they conflict or not; the other
/// rows are as they were. Nothing wraps.
struct PackedForm {
  unsigned Inner = 1;
  unsigned Outer = 0;
  int64_t Slope = 0;
  int64_t Growth = 0;
  /// { [(form)] } over the parameters.
  isl::aff First, Start, Length;
  /// Of one form.
  Extent Count;

  /// k (Factor k + Offset) / Divisor cells lie in front of row k.
  struct Series {
    int64_t Factor = 0;
    isl::aff Offset;
    int64_t Divisor = 1;
  };
  Series cellsBefore() const;
  /// What x and k are less than a . m - Slope c . m and c . m.
  isl::aff offsetOfX() const;
  /// The number of cells as text, and where each parameter has the value that
  /// \p Value gives for its name.
  std::string cellsText() const;
  int64_t cellsAt(llvm::function_ref<int64_t(llvm::StringRef)> Value) const;
};

/// Fewer cells along rows in which conflicting elements differ by multiples of
/// a number, in the kernel of the rows before them: the used elements are a
/// lattice, and the divisors are the diagonal of its Hermite normal form. With
/// a divisor d along the row c of modulus b, element m lives in cell
///   floor((c . m mod d ceil(b / d)) / d),
/// so that two elements that differ by d q along c, |d q| < b, share it for
/// q = 0 alone.
struct StridedForm {
  /// One for each row, at least 1.
  std::vector<int64_t> Divisors;
};

/// Other moduli for the rows of a mapping.
struct OtherModuli {
  std::vector<Extent> Moduli;
  /// { [(f)] } over the parameters: they keep conflicting elements apart where
  /// f is not negative. Null: everywhere.
  isl::aff Where;
  /// Whether such elements may be as far apart along a row as its modulus, so
  /// that the others have to tell them apart: it is proved for each multiple.
  bool AreBelowDistances = false;
};

/// sigma = (M, b): element m lives in cell (M m) mod b, component-wise; of an
/// array that is not alone in its buffer in cell (M m + o) mod b.
struct ModularMapping {
  /// Rows of M, one for each dimension of the buffer; columns are array
  /// dimensions. The last row's dimension is contiguous in local memory.
  std::vector<std::vector<int64_t>> Matrix;
  /// b, one extent for each row.
  std::vector<Extent> Moduli;
  /// Where these hold (OtherModuli); not null of a choice alone.
  isl::aff Where;
  /// Other moduli for the same rows that keep conflicting elements apart, too,
  /// and are smaller for other tile sizes. Those with the least product are
  /// taken where the parameters are known.
  std::vector<OtherModuli> Others;
  /// "box", "modulo", "lattice", ... : what proposed the mapping.
  std::string Method;
  /// The same cells in one dimension, where that was asked for.
  std::optional<LinearForm> Linear;
  /// Fewer cells than by M and b, which stay valid. None where there are other
  /// moduli or a form in one dimension.
  std::optional<SlantedForm> Slanted;
  /// The same where no two elements share a cell; not beside a slanted form.
  std::optional<PackedForm> Packed;
  /// Or where cells between those of used elements are left out; beside no
  /// other form.
  std::optional<StridedForm> Strided;
  /// o, { [(o)] } over the parameters for each row, where the cells of several
  /// arrays lie between each other (CommonBuffer.h); empty: all are 0. There
  /// are then no other moduli and no other forms.
  std::vector<isl::aff> Offsets;

  /// Whether cells are M m mod b, plus o.
  bool isPlain() const {
    return Others.empty() && !Linear && !Slanted && !Packed && !Strided;
  }
  /// Leaves M and b alone of a slanted, a packed or a strided form.
  void dropForms();
  /// The divisor of row number \p Row, 1 where there is none.
  int64_t divisor(unsigned Row) const {
    return Strided ? Strided->Divisors[Row] : 1;
  }

  /// "{ A[i, j] -> [i - j, j] }"
  std::string mappingText(llvm::StringRef Array, unsigned Rank) const;
  /// "{ A[i, j] -> [i - j + (2*N - 1)*j] }" by Linear.
  std::string linearText(llvm::StringRef Array, unsigned Rank) const;
  /// "(2*N - 1)*2", the product of the moduli in the order of Linear.
  std::string linearModulusText() const;
  /// "2*N - 1" and "2", one for each dimension of the buffer.
  std::vector<std::string> moduliTexts() const;
  /// "[2*N - 1, 2]", with " or " between it and those of Others, and
  /// " where T1 - N >= 0" behind those that do not hold everywhere.
  std::string moduliText() const;
  /// "T1 - N >= 0", where the moduli hold; empty: everywhere.
  std::string whereText() const;
  /// The lesser one of \p Others and \p Own, where the moduli hold, as text;
  /// empty \p Others are none.
  std::string leastText(const std::string &Others,
                        const std::string &Own) const;
  /// Whether they do where each parameter has the value that \p Value gives.
  bool holdsAt(llvm::function_ref<int64_t(llvm::StringRef)> Value) const;
  /// The mapping with each of its moduli, its own first, without others.
  std::vector<ModularMapping> choices() const;
  /// Where each parameter has the value that \p Value gives for its name, the
  /// rows and the moduli of the buffer's dimensions, a slanted one as one row;
  /// of a packed one, whose cells are no linear form, the inner row and the
  /// number of cells, of a strided one the rows and the numbers of cells.
  std::pair<std::vector<std::vector<int64_t>>, std::vector<int64_t>>
  at(llvm::function_ref<int64_t(llvm::StringRef)> Value) const;
  /// The cell of \p Element there, packed or not, by the first moduli.
  std::vector<int64_t>
  cellOf(llvm::ArrayRef<int64_t> Element,
         llvm::function_ref<int64_t(llvm::StringRef)> Value) const;
};

/// Box: the bounding box. Modulo: successive moduli along the array's
/// dimensions. Basis: the same along the basis of least widths (Heuristic 1).
/// Lattice: the smallest of these and of the combined heuristic.
/// None leaves every array in remote memory: the tiled loops without buffers,
/// for measurements.
enum class AllocationKind { Box, Modulo, Basis, Lattice, None };
enum class ModuloKind { Exact, Pow2 };

/// Bounds of what the region touches, per dimension of an array, used so that
/// a buffer is never larger than that part: extent_k = the number of values
/// that subscript k takes, over the parameters.
struct ArrayBounds {
  std::vector<Extent> Extents;
};

/// What one kind of mapping may spend before the next coarser one is tried;
/// the box, the last one, has no limit but the budget of the caller. Counts of
/// steps, not seconds, so that the same mapping is found everywhere; these are
/// three times what the costliest arrays of the kernels take. Half of what the
/// budget of the caller has left is a second limit.
struct AllocationLimits {
  /// Entries of the tableaus of linear programs that change.
  uint64_t Effort = limits::AllocationEffort;
  /// isl operations for the proof of one mapping; 0 means no limit.
  unsigned long ProofOperations = limits::MappingProofOperations;
  /// Sets of moduli that are proved for one mapping.
  unsigned Choices = 1;
  /// Whether there may be a slanted, a packed or a strided form.
  bool MaySlant = true;
  /// Dimensions of the array along which a packed form has no rows, and a
  /// strided one no divisors.
  std::vector<unsigned> Unpacked = {};
};

/// A mapping for \p C by \p Kind, proved valid before it is returned; falls
/// back to coarser ones past \p Limits. Errors: no valid mapping was found
/// within the budget of the caller.
llvm::Expected<ModularMapping> allocate(const ConflictRelation &C,
                                        AllocationKind Kind, ModuloKind Modulo,
                                        AllocationLimits Limits = {});

/// One dimension for the cells of \p M, a mapping that was proved for \p C. Let
/// |c_k . z| < b_k for k < n and the differences z of conflicting elements with
/// c_j . z = 0 for j < k. Then, as in the proof of Theorem 1, z in the kernel
/// of the form has c_1 . z = 0 modulo b_1, hence c_1 . z = 0, and so on; the
/// last row leaves c_n . z = 0 modulo b_n, so that z is in the kernel of \p M,
/// and 0. Where there is no such order of the rows, the form is one of
/// residues, which are the digits of the cell's number whatever the order.
/// Errors: budget.
llvm::Expected<LinearForm> linearize(const ConflictRelation &C,
                                     const ModularMapping &M);

/// One dimension of the remainders for the cells of \p M, whatever conflicts.
LinearForm residuesOf(const ModularMapping &M);

/// Proof obligation: no two conflicting elements share a cell, for all values
/// of the parameters in the context: { z in K : M z = 0 mod b } = {0}; nor in
/// one dimension, where \p M has that form. Takes \p C as it is: how mappings
/// are proposed, and in which form of the conflicts, is not trusted. Errors: the
/// claim cannot be proved, or budget.
llvm::Error verifyMapping(const ConflictRelation &C, const ModularMapping &M);

void print(llvm::raw_ostream &OS, const ConflictRelation &C,
           const ModularMapping &M);

/// The moduli of \p M, those with the least product; what has no value counts
/// as 0.
std::vector<int64_t> extentsAt(const ModularMapping &M, ValueOf Value);

/// Their product, or the greatest number where that does not fit.
int64_t cellsAt(const ModularMapping &M, ValueOf Value);

} // namespace stevedore

#endif // STEVEDORE_ALLOCATION_ALLOCATION_H
