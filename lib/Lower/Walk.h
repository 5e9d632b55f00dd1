//===- Walk.h - Lowering a nest ---------------------------------*- C++ -*-===//
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

#ifndef STEVEDORE_LIB_LOWER_WALK_H
#define STEVEDORE_LIB_LOWER_WALK_H

#include "Buffer.h"
#include "NodeLowering.h"

namespace stevedore {
namespace lower {

/// An element that a leaf uses.
struct Reference {
  /// Null: the element is used in remote memory.
  const Buffer *Home = nullptr;
  /// Index into Scop::Arrays.
  unsigned Array = 0;
  std::vector<Affine> Subscripts;
};

/// Lowers a nest; what a leaf and an innermost loop become is the phase's.
class Walk : public NodeLowering {
public:
  Walk(const BandFrame &B, Builder &W) : NodeLowering(B.N, W), B(B) {}
  void run(const Nest &Root);

protected:
  void loop(const isl::ast_node &For) override;
  /// The buffer elements that \p L uses.
  virtual std::vector<Reference> references(const Leaf &L) const = 0;
  /// Lowers \p L, which contains no other loop; false: as any other loop.
  virtual bool innermost(const Loop &L) { return false; }

  /// Lowers \p L as it is.
  void plainLoop(const Loop &L);
  /// Defines the positions in modular rows that the leaves below \p Node need
  /// and that can be computed here.
  void hoist(const isl::ast_node &Node);
  /// The same for the leaf \p L.
  void hoist(const Leaf &L);
  /// Whether the counters and divisions in \p Value are defined here.
  bool isDefined(const Affine &Value) const;
  /// The position of \p Distance = M m - Base along \p Row.
  Expr position(const BufferRow &Row, const Affine &Distance) const;
  /// The element \p R, all positions computed in place or hoisted.
  looptree::Element element(const Reference &R) const;
  /// A name for a local of kind \p Letter, unique in the enclosing scopes.
  std::string local(const std::string &Letter);

  const BandFrame &B;
  /// Names of divisions that are not defined yet.
  std::set<std::string> Pending;

private:
  void hoist(const BufferRow &Row, const Affine &Distance);

  /// The spelling of a position in a modular row -> the constant that holds it.
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

/// \p Distance modulo \p Modulus.
Expr wrapped(const Expr &Distance, const Expr &Modulus);

/// A loop whose body moves the counter:
/// for (long At = Init, Last = LastValue; At <= Last;) Body
NodeRef segments(const std::string &At, const Expr &Init,
                 const std::string &Last, const Expr &LastValue, Block Body);

/// The instance of statement \p Name of \p S with \p Coordinates.
NodeRef makeInstance(const Scop &S, const SourceText &Source,
                     const std::string &Name,
                     const std::vector<Affine> &Coordinates,
                     std::vector<looptree::Element> Elements);

/// \p All one by one.
std::vector<Expr> expressions(const std::vector<Affine> &All);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_WALK_H
