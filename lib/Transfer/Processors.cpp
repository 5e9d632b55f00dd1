//===- Processors.cpp - Processors and their blocks -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processors.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/StringExtras.h"
#include "isl/map.h"
#include "isl/space.h"
#include "isl/union_map.h"

namespace stevedore {

/// "x0, x1", so many of them.
static std::string numbered(char Base, size_t Count) {
  std::string Result;
  for (size_t K = 0; K < Count; ++K)
    Result += (K ? ", " : "") + std::string(1, Base) + std::to_string(K);
  return Result;
}

/// \p Parts, those that are not empty, with ", " between them.
static std::string joined(std::initializer_list<std::string> Parts) {
  std::string Result;
  for (const std::string &Part : Parts)
    Result += (Result.empty() || Part.empty() ? "" : ", ") + Part;
  return Result;
}

Processors processorsOf(isl::ctx Ctx, const TextOwners &Owners) {
  size_t N = Owners.Axes.size();
  std::string Names, Positive = "true", Either = "false", All = "true",
                     Inside = "true", Multiple = "true";
  for (size_t K = 0; K < N; ++K) {
    const std::string &Size = Owners.Axes[K].Size;
    bool IsNumber = llvm::isDigit(Size.front());
    if (IsNumber) {
      Multiple += " and p" + std::to_string(K) + " mod " + Size + " = 0";
    } else {
      Names += (Names.empty() ? "" : ", ") + Size;
      Positive += " and " + Size + " >= 1";
    }
    std::string P = "p" + std::to_string(K), Q = "q" + std::to_string(K);
    std::string Far = "(" + P + " >= " + Q + " + " + Size + " or " + Q +
                      " >= " + P + " + " + Size + ")";
    Either += " or " + Far;
    All += " and (" + P + " = " + Q + " or " + Far + ")";
    Inside += " and " + (IsNumber ? P + " = " + Q
                                  : P + " <= " + Q + " < " + P + " + " + Size);
  }
  std::string Head = "[" + Names + "] -> { ";
  std::string O = numbered('o', Owners.Phases), P = numbered('p', N),
              Q = numbered('q', N);
  std::string Apart = "(" + Either + ") and " + All;
  auto map = [&](const std::string &In, const std::string &Out,
                 const std::string &Where) {
    return isl::map(Ctx, Head + "[" + In + "] -> [" + Out + "]" +
                             (Where.empty() ? "" : " : " + Where) + " }");
  };
  Processors Result;
  Result.Context = isl::set(Ctx, Head + ": " + Positive + " }");
  Result.Space = Result.Context.get_space();
  Result.Multiples = isl::set(Ctx, Head + "[" + P + "] : " + Multiple + " }");
  Result.Apart = map(P, Q, Apart);
  Result.Block = map(P, Q, Inside);
  std::string Pair = joined({O, P, Q});
  Result.ByReceiver = map(Pair, joined({O, Q}), Apart);
  Result.BySender = map(Pair, joined({O, P}), Apart);
  Result.Sender = map(Pair, P, "");
  Result.Receiver = map(Pair, Q, "");
  return Result;
}

isl::map firstDimensions(isl::ctx Ctx, const isl::union_map &Theta,
                         unsigned Count) {
  return isl::map(Ctx, "{ [" + numbered('t', polly::getNumScatterDims(Theta)) +
                           "] -> [" + numbered('t', Count) + "] }");
}

isl::map mapOf(const isl::union_map &All, const Array &A,
               const isl::space &Parameters, unsigned Inputs) {
  isl::space Space = Parameters.params().add_unnamed_tuple(Inputs);
  isl_space *To = isl_space_add_named_tuple_id_ui(
      Parameters.params().release(),
      isl::id::alloc(Parameters.ctx(), A.Name, nullptr).release(), A.Rank);
  isl_space *Map = isl_space_map_from_domain_and_range(Space.release(), To);
  isl::map Result = isl::manage(isl_map_empty(Map));
  All.foreach_map([&](isl::map M) -> isl::stat {
    if (M.get_tuple_id(isl::dim::out).get_name() == A.Name)
      Result = Result.unite(M);
    return isl::stat::ok();
  });
  return Result;
}

} // namespace stevedore
