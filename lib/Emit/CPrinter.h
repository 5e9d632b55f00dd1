//===- CPrinter.h - Loop trees as C -----------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// How the nodes of a region's loops are written in C.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_EMIT_CPRINTER_H
#define STEVEDORE_LIB_EMIT_CPRINTER_H

#include "Elements.h"
#include "Writer.h"
#include "stevedore/LoopTree/LoopTree.h"

namespace stevedore {

/// Writes a region line by line.
class CPrinter : ElementPrinter {
public:
  CPrinter(const looptree::Block &Loops, const Scop &S,
           const EmitOptions &Options)
      : ElementPrinter(Loops, S, Options), Loops(Loops), Options(Options),
        W(Options.Indent) {}
  std::string region();

private:
  const looptree::Block &Loops;
  const EmitOptions &Options;
  Writer W;

  /// The helper function \p Name.
  std::string helper(llvm::StringRef Name) const {
    return Options.Prefix + Name.str();
  }
  /// The macro \p Name, that of memory number \p Memory from the nearest out.
  std::string macro(llvm::StringRef Name, unsigned Memory = 0) const {
    return Options.MacroPrefix +
           (Memory == 0 ? "" : Options.Memories.of(Memory) + "_") + Name.str();
  }
  std::string condition(const looptree::Expr &E) const;
  std::string bytes(const looptree::TransferNode &T) const;
  std::string bytes(const looptree::Buffer &B) const;
  std::string side(const looptree::TransferNode &T, bool IsLocal) const;

  void block(const looptree::Block &B, bool IsBraced = true);
  size_t definitions(const looptree::Block &B, size_t I);
  size_t aliases(const looptree::Block &B, size_t I);
  void hold(const looptree::HoldNode &H);
  size_t ranges(const looptree::Block &B, size_t I);
  void node(const looptree::Node &N);
  bool isOneStatement(const looptree::Node &N) const;
  bool mayPrecedeElse(const looptree::Block &Body) const;
  bool isWrappingRun(const looptree::ForNode &F) const;
  void wrappingRun(const looptree::ForNode &F);
  bool declaresBefore(const looptree::ForNode &F) const;
  void declareCounter(const looptree::ForNode &F);
  void loop(const looptree::ForNode &F);
  void loopItself(const looptree::ForNode &F);
  bool hasHints(const looptree::ForNode &F, bool IsInside) const;
  void hints(const looptree::ForNode &F, bool IsInside);
  void body(const std::string &Head, const looptree::Block &Body);
  void branch(const looptree::IfNode &I, const std::string &Before = "");
  std::string definition(const looptree::LetNode &L) const;
  void phase(const looptree::PhaseNode &P);
  void instance(const looptree::InstanceNode &I);
  void statement(const Statement &Stmt, const std::string &Text,
                 llvm::ArrayRef<looptree::Expr> Coordinates);
  void transfer(const looptree::TransferNode &T);
  void partition(const looptree::Buffer &B);
  void allocate(const looptree::AllocateNode &A);
  template <typename T> void wait(llvm::StringRef Macro, const T &N) {
    W.line(macro(Macro, N.Memory) + "(" + text(N.Tag) + ");");
  }
  void assign(const looptree::AssignNode &A);
  void free(const looptree::FreeNode &F);
  void mention(const looptree::MentionNode &M);
  void directive(const looptree::DirectiveNode &D);
  void ifOpenMP(const std::string &Directive);
  void together(const looptree::Node &N);
  void team(const looptree::TeamNode &T);
  void agree(const looptree::AgreeNode &A);
  std::string firstByte(const looptree::RangeNode &R) const;
  std::string endOf(const looptree::RangeNode &R) const;
  void believe(const looptree::BelieveNode &B);
  void quiet(const looptree::QuietNode &Q);
  void original();

  /// The memory that what was allocated is in, by its name.
  std::map<std::string, unsigned> MemoryOf;
  /// The ends of ranges of addresses that are never empty.
  llvm::StringSet<> NeverEmpty;
  /// Inside a compute phase whose loops have lines.
  bool NumbersLoops = false;
  /// The quiet parts of the region that are still to come; all are one part for
  /// the compiler.
  unsigned QuietParts = 0;
  bool IsQuiet = false;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_EMIT_CPRINTER_H
