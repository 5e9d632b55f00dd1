//===- stevedore/Frontend/Clang/Extract.h - Regions of a C file -*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on Scop and SourceText of each region of a file, or a rejection. Finds
/// the regions of a translation unit and models each as a Scop, or says why
/// not. pet would bring a second isl, whose sets LLVM's does not know.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_FRONTEND_CLANG_EXTRACT_H
#define STEVEDORE_FRONTEND_CLANG_EXTRACT_H

#include "stevedore/Source/Assumption.h"
#include "stevedore/Source/Fact.h"
#include "stevedore/Source/SourceText.h"
#include "stevedore/Source/UserFacts.h"
#include "stevedore/Support/Isl.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <memory>
#include <optional>

namespace clang {
class Preprocessor;
class FunctionDecl;
class Decl;
} // namespace clang

namespace stevedore {

/// A pragma of the main file for the statement after it, `#pragma omp ...` or
/// `_Pragma("omp ...")`, heeded by the compiler or not. Offsets are into
/// the main file's buffer.
struct OpenMPPragma {
  /// The first character and one past the last, without the end of the line.
  unsigned Begin = 0;
  unsigned End = 0;
  /// The first token after it that belongs to no directive.
  unsigned Next = 0;
  /// What follows `omp` or, in another pragma, `pragma`; without comments.
  std::string Text;
  /// Written as a line of its own, not by the operator `_Pragma`.
  bool IsLine = true;
  clang::SourceLocation Location;
};

/// The places of `#pragma scop` and `#pragma endscop` in the main file, the
/// OpenMP directives and hints for loops there, and the arrays of `#pragma
/// stevedore local(A)`.
struct ScopPragmas {
  struct Pair {
    clang::SourceLocation Begin;
    clang::SourceLocation End;
    /// The word behind `#pragma scop`, if there is one.
    std::string Label;
  };
  std::vector<Pair> Pairs;
  /// A scop without endscop, or the other way round.
  std::vector<clang::SourceLocation> Unmatched;
  /// In textual order.
  std::vector<OpenMPPragma> OpenMP;
  /// Those for the loop after them that are of no standard, `GCC ivdep`, in
  /// textual order: no block may stand in that place.
  std::vector<OpenMPPragma> LoopHints;
  /// Pragmas that were perhaps meant to be one of the two.
  struct NearPragma {
    clang::SourceRange Range;
    std::string Written;
    std::string Meant;
  };
  std::vector<NearPragma> Misspelt;
  /// An array of `#pragma stevedore local`, and the place of the pragma.
  struct LocalName {
    std::string Name;
    clang::SourceLocation Location;
  };
  std::vector<LocalName> Locals;
  /// An expansion in the main file of a macro that is a number, and may be
  /// another one with other flags; without a value: the end of its definition.
  struct OpenMacro {
    unsigned Offset = 0;
    std::string Name, Value;
  };
  /// In textual order.
  std::vector<OpenMacro> OpenMacros;
  /// Where `#pragma scop` stands in other files that are not system headers.
  std::vector<clang::SourceLocation> Elsewhere;
};

/// Registers handlers for these pragmas with \p PP, and callbacks that record
/// OpenMP directives without handling them; they fill \p Pragmas, which must
/// outlive the preprocessor.
void registerScopPragmas(clang::Preprocessor &PP, ScopPragmas &Pragmas);

/// The reason to leave a region alone: place, sentence, and notes with advice.
struct Rejection {
  clang::SourceLocation Location;
  std::string Message;
  /// The same word for all messages of one kind: "not-affine".
  std::string Reason;
  struct Note {
    clang::SourceLocation Location;
    std::string Message;
    /// Mechanical edits that do what the message says.
    std::vector<clang::FixItHint> Fixes = {};
  };
  std::vector<Note> Notes;
};

/// A condition that is tested before the new loops run.
struct TestedCondition {
  /// Part of SourceText::RuntimeCondition.
  std::string Text;
  /// { : } where it holds; null where it is not affine.
  isl::set Holds;
};

/// Text that stands around the new loops of a region.
struct TextAround {
  /// C statements that give the original loops' iterators, where they are
  /// declared outside, their final values.
  std::string Epilogue;
  /// C text that declares what Epilogue needs, for the beginning.
  std::string Prologue;
  /// C text behind the original, which sets those variables itself.
  std::string Kept;
  /// C statements that mention the other iterators declared outside.
  std::string Mentions;
  /// C++ declarations that give the text members that are not public, for the
  /// place before declarationAround() the function.
  std::string Granted;
};

/// The text of a region in the main file: from the first to the last character
/// of its statements (between the pragmas when marked).
struct RegionPlace {
  const clang::FunctionDecl *Function = nullptr;
  bool Marked = false;
  /// Offsets into the main file's buffer of the text that is replaced.
  unsigned BeginOffset = 0;
  unsigned EndOffset = 0;
  unsigned Line = 0;
  /// What the user calls it: the word behind `#pragma scop`, or the label of
  /// the first of its statements that has one, or of an empty one before it.
  std::string Label;
  /// White space before the first statement on its line.
  std::string Indent;
};

/// A region of the main file.
struct SourceRegion : RegionPlace, TextAround {
  /// Present: modelled. Absent: Why says why not.
  std::unique_ptr<OwnedScop> Model;
  /// The C text of the model.
  std::shared_ptr<const SourceText> Source;
  std::vector<TestedCondition> Tested;
  std::optional<Rejection> Why;
  /// What the model believes of the code around the region.
  FactList Facts;
  /// Variables of arrays that nothing outside of the region needs, and the
  /// offsets of the text that gives each its memory and takes it back.
  using Places = std::vector<std::pair<unsigned, unsigned>>;
  std::map<std::string, Places> Storage;
  /// The same text, modelled for other numbers of some parameters; Tested has
  /// the numbers of each.
  std::vector<SourceRegion> Others;
};

/// What the user says, of whose assumptions those about elements count, and
/// limits of the extraction.
struct ExtractOptions : UserFacts {
  /// What the model of one region may take.
  BudgetLimits Limits;
  /// What the search for regions in one statement that nobody marked may take
  /// in seconds; 0: no limit.
  double SearchSeconds = 0;
  /// The program keeps the rules of C about the types of accesses; false under
  /// -fno-strict-aliasing.
  bool UsesTypes = true;
  /// See Options.
  bool OnlyMarked = false;
  /// Regions are modelled for the first numbers of parameters alone.
  bool OnlyFirst = false;
  std::string Functions;
  /// Not null: takes the reasons why loops that nobody marked are in no region,
  /// one for each place.
  std::vector<Rejection> *Missed = nullptr;
};

/// The names of the variables and members that the main file declares.
llvm::StringSet<> variablesOf(clang::ASTContext &AST);

/// The names of all functions that the main file defines, if the regular
/// expression \p Wanted matches none of them.
std::optional<std::vector<std::string>>
functionsOtherThan(clang::ASTContext &AST, llvm::StringRef Wanted);

/// The arrays of `#pragma stevedore local` that no function mentions which the
/// pragma stands in.
std::vector<ScopPragmas::LocalName> unknownLocals(clang::ASTContext &AST,
                                                  const ScopPragmas &Pragmas);

/// The outermost declaration around \p F that is no namespace.
const clang::Decl *declarationAround(const clang::FunctionDecl *F);

/// All regions of the main file in textual order, each in an isl context of its
/// own.
std::vector<SourceRegion> extractRegions(clang::ASTContext &AST,
                                         const ScopPragmas &Pragmas,
                                         const ExtractOptions &Options);

} // namespace stevedore

#endif // STEVEDORE_FRONTEND_CLANG_EXTRACT_H
