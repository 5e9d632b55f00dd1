//===- Walk.h - Printing a nest ---------------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The walk over a nest of loops that the phases of a tile share. Positions in
/// modular dimensions are computed once, in the outermost loop where their
/// counters are known, and used by name further inside.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_CODEGEN_WALK_H
#define STEVEDORE_LIB_CODEGEN_WALK_H

#include "Buffer.h"
#include "NodePrinter.h"

namespace stevedore {
namespace codegen {

/// An element that a leaf uses.
struct Reference {
  /// Null: the element is used in remote memory.
  const Buffer *Home = nullptr;
  const Array *Remote = nullptr;
  std::vector<Linear> Subscripts;
};

/// Prints a nest; what a leaf and an innermost loop become is the phase's.
class Walk : public NodePrinter {
public:
  Walk(const BandFrame &B, Writer &W) : NodePrinter(B.N, W), B(B) {}
  void run(const Nest &Root);

protected:
  void loop(const isl::ast_node &For) override;
  /// The buffer elements that \p L uses.
  virtual std::vector<Reference> references(const Leaf &L) const = 0;
  /// Prints \p L, which contains no other loop; false: as any other loop.
  virtual bool innermost(const Loop &L) { return false; }

  /// Prints \p L as it is.
  void plainLoop(const Loop &L);
  /// Defines the positions in modular rows that the leaves below \p Node need
  /// and that can be computed here.
  void hoist(const isl::ast_node &Node);
  /// The same for the leaf \p L.
  void hoist(const Leaf &L);
  /// Whether the counters and divisions in \p Value are defined here.
  bool isDefined(const Linear &Value) const;
  /// The position of \p Distance = M m - Base along \p Row.
  std::string position(const BufferRow &Row, const Linear &Distance) const;
  /// The element \p R, all positions computed in place or hoisted.
  std::string element(const Reference &R) const;
  /// A name for a local of kind \p Letter, unique in the enclosing scopes.
  std::string local(const std::string &Letter);

  const BandFrame &B;
  /// Names of divisions that are not defined yet.
  std::set<std::string> Pending;

private:
  void hoist(const BufferRow &Row, const Linear &Distance);

  /// "distance % modulus" -> name of the constant that holds it.
  std::map<std::string, std::string> Hoisted;
  std::set<std::string> Bound;
  std::map<std::string, unsigned> Locals;

protected:
  /// While alive, counters that were bound and names that were defined inside
  /// are forgotten at the end.
  class Scope {
  public:
    explicit Scope(Walk &W)
        : W(W), Hoisted(W.Hoisted), Bound(W.Bound), Locals(W.Locals) {}
    ~Scope() {
      W.Hoisted = std::move(Hoisted);
      W.Bound = std::move(Bound);
      W.Locals = std::move(Locals);
    }

  private:
    Walk &W;
    std::map<std::string, std::string> Hoisted;
    std::set<std::string> Bound;
    std::map<std::string, unsigned> Locals;
  };
  void bind(const std::string &Counter) { Bound.insert(Counter); }
};

/// wrap(\p Distance, \p Modulus) as C text.
std::string wrapped(const Names &N, const std::string &Distance,
                    const std::string &Modulus);

} // namespace codegen
} // namespace stevedore

#endif // STEVEDORE_LIB_CODEGEN_WALK_H
