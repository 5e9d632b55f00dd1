//===- stevedore/Source/SourceText.h - A program's C text -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on SourceText: the C text of a Scop. The C text of a region beside its
/// model: how statements, array elements, parameters and directives of a Scop
/// are written. A front end for C makes it together with the Scop, the C
/// printer reads it, and no analysis does.
///
/// Statements and arrays are found by their names in the Scop. A stage that
/// adds, removes or collapses them (collapsePrivate()) leaves the text of the
/// others as it is.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SOURCE_SOURCETEXT_H
#define STEVEDORE_SOURCE_SOURCETEXT_H

#include "stevedore/Scop/Scop.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace stevedore {

/// A piece of C text with holes. A statement body and the way an array
/// element is written in C are sequences of pieces.
struct TextPiece {
  enum Kind {
    /// Literal text, in Text.
    Literal,
    /// The value of iterator number Index of the statement; in an array's
    /// reference: subscript number Index. Text is the C type that the
    /// expression must have ("int"), empty if any integer type will do.
    Iterator,
    /// The array element of access number Index of the statement (an lvalue).
    AccessRef,
  };
  Kind K = Literal;
  std::string Text;
  unsigned Index = 0;
  /// Of an AccessRef: the subscripts that data choose, each an expression of
  /// an integer type, in the order of Access::Chosen.
  std::vector<std::vector<TextPiece>> Subscripts = {};
};
using TextTemplate = std::vector<TextPiece>;

/// Calls \p Visit for each piece of \p T and of the subscripts in it.
void forEachPiece(const TextTemplate &T,
                  llvm::function_ref<void(const TextPiece &)> Visit);

/// Adds the value of \p Row over (iterators, parameters, 1), as \p Type (empty:
/// any integer type), to \p Out; \p Parameters are the parameters' C texts.
void appendForm(TextTemplate &Out, const std::string &Type,
                llvm::ArrayRef<int64_t> Row,
                llvm::ArrayRef<std::string> Parameters);

/// Whether the piece \p P of \p T stands between brackets alone.
bool isWholeSubscript(const TextTemplate &T, const TextPiece *P);

/// The C text of one array.
struct ArrayText {
  /// How an element is written in remote memory: pieces of kind Iterator
  /// stand for subscripts, of a private array for those behind its expansion,
  /// e.g. `A[`#0`][`#1`]` or `a[(`#0`) * n + (`#1`)]`.
  TextTemplate Reference;
  /// Of an array with DeclaredInside or Pointers: the declaration that gives it
  /// a remote home at the start of the region, "double acc;" or
  /// "double *a_b[2] = {a, b};". Of a private array it is the home that is left
  /// by collapsePrivate().
  std::string Declaration;
  /// The variable, where nothing outside of the region mentions it.
  std::string Variable;
  /// A variable without a first value: compilers may see that what is loaded is
  /// none.
  bool MayBeUnset = false;
  /// Of an array that a transformation made: the variables of its memory and of
  /// the sizes of its dimensions.
  std::string Memory;
  std::vector<std::string> Sizes;
};

/// The clauses of an OpenMP directive that hold for a new loop over the same
/// iterations, each with a blank before it: " schedule(static)"; those that
/// `simd` alone has apart.
struct DirectiveText {
  std::string Clauses;
  std::string LaneClauses;
};

/// Names that new variables may not have, as they mean something already.
struct NamesInUse {
  /// Macros of the file, and what their bodies mention; may be null.
  std::shared_ptr<const llvm::StringSet<>> Macros;
  /// What the original loops mention.
  llvm::StringSet<> Original;
};

/// A pragma of no standard about a loop of the region.
struct LoopHint {
  /// Behind `#pragma `: "GCC ivdep".
  std::string Text;
  /// On which it stands in the file.
  unsigned Line = 0;
  /// It stands in the loop's body, as those for high-level synthesis do;
  /// otherwise directly before the loop.
  bool IsInside = false;
  enum HintKind {
    /// How to translate the loop, whatever it executes.
    Advice,
    /// That its iterations do not depend on each other.
    Independent,
    /// What is true of the loop of the source and need not be of a new one.
    OfSource,
  };
  HintKind Kind = Advice;
};

/// Where a statement stands, in lines of its file, and what a debugger can be
/// asked for there.
struct StatementPlace {
  unsigned Line = 0;
  /// The iterator of a loop, the line of that, and the hints for it.
  struct Iterator {
    std::string Name;
    std::string Type;
    unsigned Line = 0;
    /// Indices into SourceText::Hints.
    std::vector<unsigned> Hints;
  };
  /// Those of the loops around it, by their numbers.
  std::vector<Iterator> Iterators;
  /// The line and column that debug information has for each access, by its
  /// number; 0: the source does not have it.
  std::vector<std::pair<unsigned, unsigned>> Accesses;
};

/// The C text of a region.
class SourceText {
public:
  /// The statements by Statement::Name, as C text with the final semicolon,
  /// with holes for iterators and array elements.
  std::map<std::string, TextTemplate> Bodies;
  /// The places of statements by Statement::Name.
  std::map<std::string, StatementPlace> Places;
  /// The arrays by Array::Name.
  std::map<std::string, ArrayText> Arrays;
  /// The element types by Array::ElementType, without qualifiers: "double",
  /// "struct point". Number 0 has no name.
  std::vector<std::string> ElementTypes = {""};
  /// The values of the parameters by Parameter::Name.
  std::map<std::string, std::string> Parameters;
  /// The directives by ParallelLoop::Number.
  std::vector<DirectiveText> Directives;
  /// In textual order.
  std::vector<LoopHint> Hints;
  /// Conditions that the original program has when its index arithmetic does
  /// not overflow, as C text to be tested at run time; empty when none.
  std::string RuntimeCondition;
  NamesInUse InUse;

  /// The body of \p Statement; empty if it has no text.
  const TextTemplate &body(const std::string &Statement) const;
  /// The text of \p A; empty if it has none.
  const ArrayText &array(const Array &A) const;
  /// The type of the elements of \p A; empty if it has no text.
  std::string elementType(const Array &A) const;
  /// The C text of the value of \p P; its name if it has no text.
  std::string parameter(const Parameter &P) const;
  /// The text behind `#pragma omp` before a new loop over the iterations of
  /// \p P, with or without `simd`: "parallel for schedule(static)".
  std::string directive(const ParallelLoop &P, bool WithLanes) const;
  /// The directives of all parallel loops of \p S, in their order there.
  std::vector<std::string> directives(const Scop &S) const;

  /// The number of the element type \p Name, a new one if need be.
  unsigned addElementType(const std::string &Name);
};

/// \p Source with the text of what transformations added to \p S: copies, and
/// arrays whose memory is
///
///   double *A_1 = ...;    A_1[(#0) * A_1_size2 + (#1)]
///
/// with names that mean nothing else in the region.
std::shared_ptr<const SourceText>
withAdditions(std::shared_ptr<const SourceText> Source, const Scop &S);

/// The text of \p S, a program without any, whose statements are calls of
/// functions with their names: "B[i] = S0(A[i - 1], A[i]);".
std::shared_ptr<const SourceText> symbolicText(const Scop &S);

/// \p S with an access for each element that an instance accesses by one, as
/// text needs it. Errors: their number is not that of the convex pieces of a
/// relation.
llvm::Expected<Scop> withOneElementEach(Scop S);

/// Calls \p Visit for each identifier in the C text \p Text.
void forEachIdentifier(llvm::StringRef Text,
                       llvm::function_ref<void(llvm::StringRef)> Visit);

/// The identifiers that the text of \p S which is put into the new loops
/// mentions.
llvm::StringSet<> mentionedNames(const Scop &S, const SourceText &Source);

/// \p Name with everything that may not stand in a C identifier replaced.
std::string identifier(llvm::StringRef Name);

} // namespace stevedore

#endif // STEVEDORE_SOURCE_SOURCETEXT_H
