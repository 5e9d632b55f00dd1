//===- stevedore/LoopTree/LoopTree.h - Loops of a region --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on LoopTree: loops, statements and transfers, typed and verified. The
/// loops that a region becomes, as a tree of typed nodes: what a plan is
/// lowered to, and all that a printer or an interpreter needs. A tree is a
/// value: nodes are immutable and may occur in several places of it. isl's AST
/// nodes would do for loops, conditions and instances, but know neither
/// definitions nor transfers and buffers.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LOOPTREE_LOOPTREE_H
#define STEVEDORE_LOOPTREE_LOOPTREE_H

#include "stevedore/LoopTree/Expression.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace stevedore {
namespace looptree {

/// The banks of a buffer: a cell at position p along the row number Row is in
/// bank p mod Count, and each bank serves one cell at a time.
struct Partition {
  unsigned Row = 0;
  int64_t Count = 1;
};

/// A local buffer. Its cells form a box with one dimension for each row, the
/// last of which is contiguous.
struct Buffer {
  std::string Name;
  /// Index into Scop::Arrays of the array whose elements it holds.
  unsigned Array = 0;
  /// Number of cells along each dimension.
  std::vector<Expr> Cells;
  /// Number of the memory that it is in, from the nearest out, where that is no
  /// remote one.
  unsigned Memory = 0;
  /// None: it is one memory.
  std::optional<Partition> Banks = std::nullopt;
};

/// An array element: of a local buffer, or of an array in remote memory.
struct Element {
  /// Name of the buffer; empty: remote memory.
  std::string Buffer;
  /// Index into Scop::Arrays.
  unsigned Array = 0;
  /// Of a buffer: the position along each row, or, where Flat is set, the cell
  /// counted from the first of the buffer. Of an array: its subscripts.
  std::vector<Expr> Subscripts;
  bool Flat = false;

  bool isLocal() const { return !Buffer.empty(); }
};

class Node;
using NodeRef = std::shared_ptr<const Node>;
/// Nodes that are executed one after the other.
using Block = std::vector<NodeRef>;

class Node {
public:
  enum Kind {
    For,
    If,
    Let,
    Assign,
    Scope,
    Phase,
    Hold,
    Instance,
    Transfer,
    Move,
    Wait,
    Fence,
    Allocate,
    Alias,
    Directive,
    Range,
    Guard,
    Believe,
    Barrier,
    /// Those that a dialect's legalization makes (Legalize.h), for C.
    Free,
    Mention,
    Declare,
    Quiet,
    Original,
    Ending,
    Team,
    Agree
  };
  const Kind K;

protected:
  explicit Node(Kind K) : K(K) {}
};

/// Gives each kind of node its test.
template <Node::Kind TheKind> struct NodeOf : Node {
  NodeOf() : Node(TheKind) {}
  static bool classof(const Node *N) { return N->K == TheKind; }
};

/// for (Counter = Init, Limit = LimitValue; Condition; Counter += Step) Body
struct ForNode : NodeOf<Node::For> {
  std::string Counter;
  /// Where there is none, the counter is a variable from outside.
  std::optional<Expr> Init;
  /// A constant that is computed once before the loop; empty: none.
  std::string Limit;
  std::optional<Expr> LimitValue;
  Expr Condition;
  /// Where there is none, the body moves the counter.
  std::optional<Expr> Step;
  Block Body;
  /// No iteration depends on another: they may be executed in any order and at
  /// the same time.
  bool IsParallel = false;
  /// The counter may be of the type `int` of 32 bits; set by legalization.
  bool CountsInInt = false;
  /// Indices into SourceText::Hints of what printers tell compilers of it.
  std::vector<unsigned> Hints;
};

struct IfNode : NodeOf<Node::If> {
  Expr Condition;
  Block Then, Else;
};

/// Defines a variable, up to the end of the block.
struct LetNode : NodeOf<Node::Let> {
  /// A flag is 0 or 1.
  enum ValueType { Number, Flag };
  std::string Name;
  Expr Value;
  ValueType Type = Number;
  /// May be assigned to.
  bool IsMutable = false;
};

/// Name = Value, or Name += Value.
struct AssignNode : NodeOf<Node::Assign> {
  std::string Name;
  Expr Value;
  bool Adds = false;
};

/// A block whose definitions are its own.
struct ScopeNode : NodeOf<Node::Scope> {
  Block Body;
};

/// A phase of a tile. Remote memory is touched by transfers in load and store
/// phases, and by instances of statements on arrays that have no buffer.
/// Definitions of the phase are seen by what follows it.
struct PhaseNode : NodeOf<Node::Phase> {
  enum PhaseKind { Load, Compute, Store };
  PhaseKind Role = Load;
  Block Body;
};

/// A variable that holds the value of Of: a buffer of one cell without rows.
struct HeldElement {
  /// Name of the buffer.
  std::string Name;
  Element Of;
  /// The value is stored where it came from behind the body.
  bool IsStored = false;
};

/// The elements are loaded before Body, which accesses no other names for them.
struct HoldNode : NodeOf<Node::Hold> {
  std::vector<HeldElement> Held;
  Block Body;
};

/// The variable for the subscript number \p Number among those of a reference
/// that data choose: it has a value while the reference is evaluated.
std::string chosenSubscript(unsigned Number);
/// Its number; none of other variables.
std::optional<unsigned> numberOfChosen(llvm::StringRef Name);
/// Whether \p E has such a variable.
bool isChosen(const Expr &E);

/// One instance of a statement.
struct InstanceNode : NodeOf<Node::Instance> {
  /// Index into Scop::Statements.
  unsigned Statement = 0;
  /// Its iteration vector.
  std::vector<Expr> Coordinates;
  /// For each coordinate whether the statement computes with it; the others
  /// only tell which instance it is.
  std::vector<bool> IsUsed;
  /// The element of each of its accesses, with chosenSubscript() of that
  /// access in it.
  std::vector<Element> Elements;
};

/// How often a run is copied again, at constant distances.
struct Repetition {
  /// At least 1.
  Expr Count;
  /// From one run to the next, in cells and in elements.
  Expr LocalPitch, RemotePitch;
  /// The same distance in remote memory: what is added to each subscript.
  std::vector<int64_t> Step;
};

/// Copies contiguous elements between local and remote memory: Count slices of
/// Lengths[0] * Lengths[1] * ... elements, a run; and this again, as often as
/// the repetitions say, of which the first is the innermost.
struct TransferNode : NodeOf<Node::Transfer> {
  /// From remote to local memory.
  bool Gets = true;
  Element Local, Remote;
  /// Where there is none, one slice.
  std::optional<Expr> Count;
  std::vector<Expr> Lengths;
  /// At most MaxRepetitions.
  std::vector<Repetition> Repetitions;
  /// Of a transfer that ends at the next wait for the same tag.
  std::optional<Expr> Tag;

  /// Rows and planes.
  enum : unsigned { MaxRepetitions = 2 };
};

/// Copies an element to another cell of its buffer, where the tile that begins
/// looks for it.
struct MoveNode : NodeOf<Node::Move> {
  Element To, From;
};

/// All transfers with the tag have ended behind it.
struct WaitNode : NodeOf<Node::Wait> {
  Expr Tag;
  /// Number of the memory whose transfers have the tag.
  unsigned Memory = 0;
};

/// No transfer behind it begins before all those with the tag have ended.
struct FenceNode : NodeOf<Node::Fence> {
  Expr Tag;
  /// The same.
  unsigned Memory = 0;
};

/// No worker goes on before all of them are here; each meets the same ones.
struct BarrierNode : NodeOf<Node::Barrier> {};

/// Provides memory for buffers, which use it one after the other, or remote
/// memory for an array that a transformation made.
struct AllocateNode : NodeOf<Node::Allocate> {
  bool IsRemote = false;
  /// Of the memory; the only buffer has the same name.
  std::string Name;
  std::vector<Buffer> Buffers;
  /// The number of cells where the memory is an array of the function;
  /// otherwise it is allocated, which may fail. Set by legalization.
  std::optional<int64_t> Plain;
  bool IsZeroed = false;
  /// A truth value that is computed here: whether the memory is needed at all.
  std::string Flag;
  std::optional<Expr> FlagValue;
};

/// A buffer that is at the beginning of memory allocated before.
struct AliasNode : NodeOf<Node::Alias> {
  Buffer Home;
  std::string Memory;
};

struct FreeNode : NodeOf<Node::Free> {
  bool IsRemote = false;
  std::string Name;
};

/// Uses memory or a declared variable for nothing, which keeps compilers from
/// calling it unused.
struct MentionNode : NodeOf<Node::Mention> {
  /// Of memory; empty: the array.
  std::string Name;
  unsigned Array = 0;
};

/// An OpenMP directive for the loop in Body.
struct DirectiveNode : NodeOf<Node::Directive> {
  /// Index into Scop::ParallelLoops.
  unsigned Loop = 0;
  bool WithLanes = false;
  Block Body;
};

/// Defines the range of addresses that the region touches of an array: from Low
/// up to High, both null where Condition does not hold.
struct RangeNode : NodeOf<Node::Range> {
  unsigned Array = 0;
  std::string Low, High;
  /// Subscripts of the first and of the last element.
  std::vector<Expr> First, Last;
  Expr Condition;
};

/// The new loops, Body, where Condition holds and nobody refuses the memory that
/// is defined before them; elsewhere the original program runs.
struct GuardNode : NodeOf<Node::Guard> {
  Expr Condition;
  /// A name that means nothing yet, for whether Body has run.
  std::string Flag;
  /// Whether several workers execute it together: one, those that call the
  /// function, or those of a team that is opened for it.
  enum WorkerKind { One, Callers, Team };
  WorkerKind Workers = One;
  /// Of a team: how many are asked for; 0: as many as there are by default.
  unsigned TeamSize = 0;
  Block Memory, Body;
};

/// Declares the remote home of an array that the original program declared
/// inside of the region.
struct DeclareNode : NodeOf<Node::Declare> {
  unsigned Array = 0;
};

/// Code in which compilers shall not look for mistakes of the user.
struct QuietNode : NodeOf<Node::Quiet> {
  Block Body;
};

/// Body is executed by each worker of a team, of the size that is asked for, or
/// of one by default where that is 0.
struct TeamNode : NodeOf<Node::Team> {
  unsigned Size = 0;
  Block Body;
};

/// Lets the flag Name be whether Value holds for all workers, who all come
/// here. In a team, Name is one variable of all, and remains 0 if it was.
struct AgreeNode : NodeOf<Node::Agree> {
  std::string Name;
  Expr Value;
  bool IsInTeam = false;
};

/// The original loops.
struct OriginalNode : NodeOf<Node::Original> {};

/// Statements of the original program that come after its loops: final values
/// of iterators, or mentions of variables that only the original loops use.
struct EndingNode : NodeOf<Node::Ending> {
  enum EndingKind { Epilogue, Mentions };
  EndingKind Role = Epilogue;
};

/// Stops the program with Text where Condition does not hold, which the model
/// of the region counts on.
struct BelieveNode : NodeOf<Node::Believe> {
  Expr Condition;
  std::string Text;
  /// Where Condition is about an element of remote memory: what it calls the
  /// element's value.
  std::string Value;
  std::optional<Element> Tested = std::nullopt;
};

/// A node of the kind that \p T holds.
template <typename T> NodeRef share(T N) {
  return std::make_shared<const T>(std::move(N));
}

NodeRef makeIf(Expr Condition, Block Then, Block Else = {});
NodeRef makeLet(std::string Name, Expr Value,
                LetNode::ValueType Type = LetNode::Number,
                bool IsMutable = false);
NodeRef makeAssign(std::string Name, Expr Value, bool Adds = false);
NodeRef makeScope(Block Body);

/// Appends \p B to \p A.
void append(Block &A, const Block &B);

/// Appends \p B to \p A; as a scope of its own where it begins with a
/// definition, so that several such blocks may define the same names.
void appendApart(Block &A, Block B);

/// The blocks inside of \p N.
std::vector<const Block *> blocksOf(const Node &N);
/// The expressions of \p N itself.
std::vector<const Expr *> expressionsOf(const Node &N);
/// The elements that \p N itself accesses.
std::vector<const Element *> elementsOf(const Node &N);

/// Calls \p Visit for each node of \p B and those inside of them.
void walk(const Block &B, llvm::function_ref<void(const Node &)> Visit);
/// \p N with \p Map of each block inside of it: of a guard, of its loops.
NodeRef mapBlocks(const NodeRef &N,
                  llvm::function_ref<Block(const Block &)> Map);
/// Whether a node of \p B computes with the variable or the buffer \p Name.
bool uses(const Block &B, llvm::StringRef Name);
/// All names that nodes of \p B compute with.
llvm::StringSet<> usedNames(const Block &B);
/// \p B where the variable \p Name is \p Value: with a definition before it, or
/// where nothing computes with the variable, with \p Value in its place.
Block defineIfUsed(const std::string &Name, const Expr &Value, Block B);
/// Number of heads, definitions, statements and ends of blocks: the lines that
/// a printer would need at least.
unsigned countLines(const Block &B);
/// Number of nodes, expressions and elements.
unsigned countParts(const Block &B);
bool isEqual(const Block &A, const Block &B);
/// \p Loops, all of a region, with fewer nodes: short values that are used once
/// stand where they are used, and neighbouring branches with one condition, or
/// one inside the other, are one branch.
Block tidied(const Block &Loops);

/// The condition of \p F as a person would write it: c <= e - 1 as c < e.
Expr conditionOf(const ForNode &F);

/// The number of the cell of \p Home that \p E, one of its elements, lies in.
Expr cellOf(const Element &E, const Buffer &Home);

/// What verify() needs to know of the program.
struct ProgramShape {
  unsigned NumParameters = 0;
  unsigned NumParallelLoops = 0;
  /// The rank of each array.
  std::vector<unsigned> Ranks;
  /// The dimension and the number of accesses of each statement.
  std::vector<std::pair<unsigned, unsigned>> Statements;
};

/// Proof obligation in front of every printer: the loops \p B of a region can
/// be executed. Each name is defined before its uses and once in its scope, and
/// none hides another; only mutable variables are assigned to; each number fits
/// its type; each element has as many subscripts as its buffer has dimensions
/// or its array has; gets are in load phases and puts in store phases; whether
/// a barrier is met does not depend on who the worker is. Errors: the first
/// claim that does not hold.
llvm::Error verify(const Block &B, const ProgramShape &Program);

} // namespace looptree
} // namespace stevedore

#endif // STEVEDORE_LOOPTREE_LOOPTREE_H
