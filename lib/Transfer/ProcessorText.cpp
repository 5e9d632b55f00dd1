//===- ProcessorText.cpp - The program of a processor ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processors.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Size.h"
#include "stevedore/Transfer/Communication.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/ast.h"
#include "isl/ast_build.h"
#include "isl/map.h"
#include "isl/options.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "isl/union_set.h"

namespace stevedore {

using llvm::Expected;

namespace {

/// What stands in the place of an instance: its tuple's name and coordinates.
using LeafText =
    llvm::function_ref<std::string(llvm::StringRef, std::vector<std::string>)>;

/// Writes the program of one processor.
class ProcessorPrinter {
public:
  ProcessorPrinter(const Scop &S, const isl::union_map &Theta,
                   const TextOwners &Owners, const Communication &C);
  Expected<std::string> run();

private:
  std::string list(char Base, size_t Count, const char *Before) const;
  std::string arguments(const char *Before, bool HasPhase) const;
  std::string inPlace(const isl::union_map &Schedule, LeafText Leaf);
  std::string expression(isl::pw_aff Value);
  void moveFunction(const ArrayExchange &E, bool IsBefore);
  void rankFunction();
  std::string message(const std::string &Move, bool Sends,
                      const std::string &Other) const;
  void exchangeFunction(bool IsBefore);
  void computeFunction();
  void phaseFunction();
  void program();
  std::string overProcessors(char Name, std::string Body) const;

  isl::ctx Ctx;
  const Scop &S;
  const isl::union_map &Theta;
  const TextOwners &Owners;
  const Communication &C;
  isl::set Context;
  std::vector<std::string> Parameters;
  /// Of the coordinates of processors, as C.
  std::vector<std::string> First, Last;
  bool HasFailed = false;
  std::string Out;
};

} // namespace

/// Names that a program may have before these loops come into it.
static const char *const Preamble = R"(#include <stdlib.h>
#ifndef STEVEDORE_TYPE
#define STEVEDORE_TYPE double
#endif
static inline long stevedore_min(long a, long b) { return a < b ? a : b; }
static inline long stevedore_max(long a, long b) { return a > b ? a : b; }
static inline long stevedore_floord(long a, long b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
)";

ProcessorPrinter::ProcessorPrinter(const Scop &S, const isl::union_map &Theta,
                                   const TextOwners &Owners,
                                   const Communication &C)
    : Ctx(S.ctx()), S(S), Theta(Theta), Owners(Owners), C(C) {
  Context = S.Context.intersect(processorsOf(Ctx, Owners).Context);
  for (const Parameter &Q : S.Parameters)
    Parameters.push_back(Q.Name);
  for (const TextOwners::Axis &A : Owners.Axes)
    if (!llvm::isDigit(A.Size.front()) &&
        !llvm::is_contained(Parameters, A.Size))
      Parameters.push_back(A.Size);
}

/// ", long p0, long p1" for \p Before ", long ".
std::string ProcessorPrinter::list(char Base, size_t Count,
                                   const char *Before) const {
  std::string Result;
  for (size_t K = 0; K < Count; ++K)
    Result += Before + std::string(1, Base) + std::to_string(K);
  return Result;
}

/// The parameters of the program, how many processors there are along each
/// axis, and the phase.
std::string ProcessorPrinter::arguments(const char *Before,
                                        bool HasPhase) const {
  std::string Result;
  for (const std::string &Name : Parameters)
    Result += Before + Name;
  Result += list('R', Owners.Axes.size(), Before);
  return HasPhase ? Result + list('o', Owners.Phases, Before) : Result;
}

static isl_printer *withNames(isl_ctx *Ctx) {
  isl_printer *P = isl_printer_to_str(Ctx);
  P = isl_printer_set_output_format(P, ISL_FORMAT_C);
  P = isl_ast_expr_op_type_set_print_name(P, isl_ast_expr_op_min,
                                          "stevedore_min");
  P = isl_ast_expr_op_type_set_print_name(P, isl_ast_expr_op_max,
                                          "stevedore_max");
  return isl_ast_expr_op_type_set_print_name(P, isl_ast_expr_op_fdiv_q,
                                             "stevedore_floord");
}

static std::string takeText(isl_printer *P) {
  char *Text = isl_printer_get_str(P);
  std::string Result = Text ? Text : "";
  free(Text);
  isl_printer_free(P);
  return Result;
}

static std::string textOf(isl_ast_expr *E) {
  isl_printer *P = withNames(isl_ast_expr_get_ctx(E));
  P = isl_printer_print_ast_expr(P, E);
  isl_ast_expr_free(E);
  return takeText(P);
}

/// A leaf of a tree, with what \p Data says of its call.
static isl_printer *printLeaf(isl_printer *P, isl_ast_print_options *Options,
                              isl_ast_node *Node, void *Data) {
  isl_ast_print_options_free(Options);
  isl_ast_expr *Call = isl_ast_node_user_get_expr(Node);
  std::string Name = textOf(isl_ast_expr_op_get_arg(Call, 0));
  std::vector<std::string> Coordinates;
  for (isl_size I = 1; I < isl_ast_expr_op_get_n_arg(Call); ++I)
    Coordinates.push_back(textOf(isl_ast_expr_op_get_arg(Call, I)));
  isl_ast_expr_free(Call);
  std::string Text = (*static_cast<LeafText *>(Data))(Name, Coordinates);
  P = isl_printer_start_line(P);
  P = isl_printer_print_str(P, Text.c_str());
  return isl_printer_end_line(P);
}

/// The loops of \p Schedule, { X[i] -> [t] }, in its order.
std::string ProcessorPrinter::inPlace(const isl::union_map &Schedule,
                                      LeafText Leaf) {
  isl_options_set_ast_iterator_type(Ctx.get(), "long");
  isl_ast_build *Build = isl_ast_build_from_context(Context.copy());
  isl_ast_node *Node =
      isl_ast_build_node_from_schedule_map(Build, Schedule.copy());
  isl_ast_build_free(Build);
  HasFailed |= !Node;
  isl_ast_print_options *Options = isl_ast_print_options_alloc(Ctx.get());
  Options = isl_ast_print_options_set_print_user(Options, printLeaf, &Leaf);
  isl_printer *P = isl_printer_set_indent(withNames(Ctx.get()), 2);
  P = isl_ast_node_print(Node, P, Options);
  isl_ast_node_free(Node);
  return takeText(P);
}

/// In parentheses: it may be a conditional expression.
std::string ProcessorPrinter::expression(isl::pw_aff Value) {
  isl_ast_build *Build = isl_ast_build_from_context(Context.copy());
  isl_ast_expr *E = isl_ast_build_expr_from_pw_aff(Build, Value.release());
  isl_ast_build_free(Build);
  HasFailed |= !E;
  return "(" + textOf(E) + ")";
}

/// \p Body for each processor, in a loop over each coordinate \p Name.
std::string ProcessorPrinter::overProcessors(char Name,
                                             std::string Body) const {
  std::string Indent = "  ", Result;
  for (size_t K = 0; K < Owners.Axes.size(); ++K, Indent += "  ") {
    std::string P = std::string(1, Name) + std::to_string(K);
    Result += Indent + "for (long " + P + " = " + First[K] + "; " + P +
              " <= " + Last[K] + "; " + P + " += " + Owners.Axes[K].Size +
              ")\n";
  }
  return Result + Indent + std::move(Body);
}

/// Elements are counted, packed (1) or unpacked (2), each once.
void ProcessorPrinter::moveFunction(const ArrayExchange &E, bool IsBefore) {
  const Array &A = S.Arrays[E.Array];
  std::string Pair = list('o', Owners.Phases, ", ") +
                     list('p', Owners.Axes.size(), ", ") +
                     list('q', Owners.Axes.size(), ", ");
  Pair = Pair.substr(2);
  isl::map Sent = IsBefore ? E.Before : E.After;
  isl::set Elements =
      Sent.intersect_domain(
              isl::set(Ctx, "[" + Pair + "] -> { [" + Pair + "] }"))
          .range();
  isl::union_map Schedule(isl::manage(isl_map_reset_tuple_id(
      isl_set_identity(Elements.release()), isl_dim_out)));
  Out += "static long stevedore_move_" + A.Name +
         (IsBefore ? "_before" : "_after") +
         "(int stevedore_how, STEVEDORE_TYPE *stevedore_buffer" +
         arguments(", long ", true) + list('p', Owners.Axes.size(), ", long ") +
         list('q', Owners.Axes.size(), ", long ") +
         ")\n{\n  long stevedore_n = 0;\n";
  for (const std::string &Name : Parameters)
    Out += "  (void)" + Name + ";\n";
  Out +=
      inPlace(Schedule, [](llvm::StringRef Name, std::vector<std::string> At) {
        std::string Element = Name.str();
        for (const std::string &Subscript : At)
          Element += "[" + Subscript + "]";
        std::string Packed = "stevedore_buffer[stevedore_n]";
        return "{ if (stevedore_how == 1) " + Packed + " = " + Element +
               "; else if (stevedore_how == 2) " + Element + " = " + Packed +
               "; stevedore_n++; }";
      });
  for (size_t K = 0; K < Owners.Axes.size(); ++K)
    Out += "  (void)R" + std::to_string(K) + ";\n";
  Out += "  return stevedore_n;\n}\n";
}

/// The number of the memory that a processor has.
void ProcessorPrinter::rankFunction() {
  Out += "static long stevedore_rank_of(" +
         arguments(", long ", false).substr(2) +
         list('p', Owners.Axes.size(), ", long ") + ")\n{\n";
  for (const std::string &Name : Parameters)
    Out += "  (void)" + Name + ";\n";
  std::string Rank = "0L";
  for (size_t K = 0; K < Owners.Axes.size(); ++K) {
    std::string N = std::to_string(K), Size = Owners.Axes[K].Size;
    std::string Block = "stevedore_floord(p" + N + ", " + Size + ")";
    std::string Number = Owners.Axes[K].IsCyclic
                             ? "(" + Block + " - stevedore_floord(" + Block +
                                   ", R" + N + ") * R" + N + ")"
                             : "(" + Block + " - stevedore_floord(" + First[K] +
                                   ", " + Size + "))";
    Rank = "(" + Rank + " * R" + N + " + " + Number + ")";
  }
  Out += "  return " + Rank + ";\n}\n";
}

/// One message of the elements that \p Move moves, if there are any, between
/// this memory and that number \p Other.
std::string ProcessorPrinter::message(const std::string &Move, bool Sends,
                                      const std::string &Other) const {
  std::string Rest = arguments(", ", true) +
                     list('p', Owners.Axes.size(), ", ") +
                     list('q', Owners.Axes.size(), ", ") + ");\n";
  std::string Packing =
      "          " + Move + (Sends ? "(1" : "(2") + ", stevedore_buffer" + Rest;
  std::string Moving =
      std::string("          STEVEDORE_") + (Sends ? "SEND(" : "RECV(") +
      Other + ", stevedore_buffer, stevedore_n * sizeof(STEVEDORE_TYPE));\n";
  return "      {\n        long stevedore_n = " + Move + "(0, 0" + Rest +
         "        if (stevedore_n > 0) {\n"
         "          STEVEDORE_TYPE *stevedore_buffer = (STEVEDORE_TYPE "
         "*)malloc(stevedore_n * sizeof(STEVEDORE_TYPE));\n" +
         (Sends ? Packing + Moving : Moving + Packing) +
         "          free(stevedore_buffer);\n        }\n      }\n";
}

void ProcessorPrinter::exchangeFunction(bool IsBefore) {
  const char *When = IsBefore ? "before" : "after";
  size_t N = Owners.Axes.size();
  std::string Rank = "stevedore_rank_of(" + arguments(", ", false).substr(2);
  std::string P = Rank + list('p', N, ", ") + ")",
              Q = Rank + list('q', N, ", ") + ")";
  auto moves = [&](bool Sends) {
    std::string Body;
    for (const ArrayExchange &E : C.Arrays)
      if (!(IsBefore ? E.Before : E.After).is_empty().is_true())
        Body += message("stevedore_move_" + S.Arrays[E.Array].Name + "_" + When,
                        Sends, Sends ? Q : P);
    return "{\n" + Body + "    }\n";
  };
  Out += std::string("static void stevedore_exchange_") + When +
         "(long stevedore_me" + arguments(", long ", true) + ")\n{\n";
  for (bool Sends : {true, false})
    Out += overProcessors(
        'p',
        overProcessors(
            'q', "if (" + P +
                     (Sends ? " == stevedore_me && " : " != stevedore_me && ") +
                     Q + (Sends ? " != stevedore_me) " : " == stevedore_me) ") +
                     moves(Sends)));
  Out += "}\n";
}

/// The instances of one processor in one phase.
void ProcessorPrinter::computeFunction() {
  size_t N = Owners.Axes.size();
  std::string At =
      (list('o', Owners.Phases, ", ") + list('p', N, ", ")).substr(2);
  isl::union_map Where = isl::manage(
      isl_union_map_flat_range_product(C.Phase.copy(), C.Executes.copy()));
  isl::union_set Mine = Where
                            .intersect_range(isl::union_set(
                                Ctx, "[" + At + "] -> { [" + At + "] }"))
                            .domain();
  Out += "static void stevedore_compute(" +
         arguments(", long ", true).substr(2) + list('p', N, ", long ") +
         ")\n{\n";
  for (const std::string &Name : Parameters)
    Out += "  (void)" + Name + ";\n";
  for (size_t K = 0; K < N; ++K)
    Out += "  (void)R" + std::to_string(K) + ";\n";
  Out += inPlace(Theta.intersect_domain(Mine),
                 [](llvm::StringRef Name, std::vector<std::string> Of) {
                   return Name.str() + "(" + llvm::join(Of, ", ") + ");";
                 });
  Out += "}\n";
}

void ProcessorPrinter::phaseFunction() {
  std::string P = list('p', Owners.Axes.size(), ", ") + ")";
  Out += "static void stevedore_phase(long stevedore_me" +
         arguments(", long ", true) + ")\n{\n" +
         overProcessors('p', "if (stevedore_rank_of(" +
                                 arguments(", ", false).substr(2) + P +
                                 " == stevedore_me)\n      "
                                 "stevedore_compute(" +
                                 arguments(", ", true).substr(2) + P + ";\n") +
         "}\n";
}

/// The phases, one after the other.
void ProcessorPrinter::program() {
  std::string At =
      Owners.Phases == 0 ? "" : list('o', Owners.Phases, ", ").substr(2);
  isl::union_map Named(isl::map(Ctx, "{ [" + At + "] -> phase[" + At + "] }"));
  isl::union_map Schedule =
      C.Phase.range().apply(Named).identity().apply_range(Named.reverse());
  Out += "static void stevedore_region(long stevedore_me" +
         arguments(", long ", false) + ")\n{\n";
  Out += inPlace(Schedule, [&](llvm::StringRef, std::vector<std::string> Of) {
    std::string All = arguments(", ", false);
    for (const std::string &Counter : Of)
      All += ", " + Counter;
    All = "(stevedore_me" + All + "); ";
    return "{ stevedore_exchange_before" + All + "stevedore_phase" + All +
           "stevedore_exchange_after" + All + "}";
  });
  Out += "}\n";
}

Expected<std::string> ProcessorPrinter::run() {
  isl::union_set Accessed = S.reads().unite(S.mustWrites()).range();
  isl::union_set All = Owners.Elements.intersect_domain(Accessed).range().unite(
      C.Executes.range());
  isl::set Range = isl::set(All.extract_set(isl::manage(isl_space_set_alloc(
                                Ctx.get(), 0, Owners.Axes.size()))))
                       .intersect_params(Context);
  Out = Preamble;
  for (size_t K = 0; K < Owners.Axes.size(); ++K) {
    const std::string &Size = Owners.Axes[K].Size;
    std::string Least = expression(Range.dim_min(K));
    First.push_back("-stevedore_floord(-" + Least + ", " + Size + ") * " +
                    Size);
    Last.push_back(expression(Range.dim_max(K)));
  }
  rankFunction();
  for (const ArrayExchange &E : C.Arrays)
    for (bool IsBefore : {true, false})
      if (!(IsBefore ? E.Before : E.After).is_empty().is_true())
        moveFunction(E, IsBefore);
  exchangeFunction(true);
  exchangeFunction(false);
  computeFunction();
  phaseFunction();
  program();
  if (HasFailed)
    return islError(Ctx.get(), "the loops of a processor");
  return std::move(Out);
}

Expected<std::string> processorText(const Scop &S, const isl::union_map &Theta,
                                    const TextOwners &Owners,
                                    const Communication &C) {
  return ProcessorPrinter(S, Theta, Owners, C).run();
}

} // namespace stevedore
