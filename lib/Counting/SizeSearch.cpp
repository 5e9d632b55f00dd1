//===- SizeSearch.cpp - The search for tile sizes -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Counting/SizeChooser.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;

namespace {

/// Defines what it is called with, and its text: the search is C and C++ at the
/// same time, and what is printed is what is executed here.
#define STEVEDORE_CODE_AND_TEXT(...)                                           \
  __VA_ARGS__                                                                  \
  constexpr char SearchText[] = #__VA_ARGS__;

// stevedore_search() looks for the sizes with the least costs, compared in
// their order. `effort` counts down by operations: `each` for local bytes, and
// what `cost` returns. Candidates of a size are those that cut its loop into
// equal parts, ever fewer of them. For each size, it fills the memory beside
// all combinations of the others' candidates, thinned out where they are too
// many; then the best one is improved by a step of one size, with another one
// filling the memory or not.
STEVEDORE_CODE_AND_TEXT(
    struct stevedore_search_state {
      const void *about;
      double (*local)(const void *about, const long long *sizes);
      long long (*cost)(const void *about, const long long *sizes,
                        double *costs);
      long long (*transfers)(const void *about, const long long *sizes,
                             double *costs);
      double most;
      long long each;
      long long effort;
      long long work;
      int count;
      int improved;
      int lengths[16];
      long long largest[16];
      long long best[16];
      double costs[4];
      long long candidates[16][96];
    };
    static int stevedore_fits(struct stevedore_search_state *s,
                              const long long *sizes) {
      s->effort -= s->each;
      return s->local(s->about, sizes) <= s->most;
    } static int stevedore_look(struct stevedore_search_state *s,
                                const long long *sizes) {
      double costs[4];
      int k = 0;
      if (s->effort <= 0)
        return 0;
      s->effort -= s->each;
      costs[3] = s->local(s->about, sizes);
      if (costs[3] > s->most)
        return 0;
      s->work = s->cost(s->about, sizes, costs);
      s->effort -= s->work;
      while (k < 2 && costs[k] == s->costs[k])
        k++;
      if (k < 2 && costs[k] > s->costs[k])
        return 1;
      s->effort -= s->transfers(s->about, sizes, costs);
      while (k < 4 && costs[k] == s->costs[k])
        k++;
      if (k == 4 || costs[k] > s->costs[k])
        return 1;
      for (k = 0; k < 4; k++)
        s->costs[k] = costs[k];
      for (k = 0; k < s->count; k++)
        s->best[k] = sizes[k];
      s->improved = 1;
      return 1;
    } static long long stevedore_grow(struct stevedore_search_state *s,
                                      long long *sizes, int k) {
      long long low = 1;
      long long high = s->largest[k];
      while (low < high) {
        long long middle = low + (high - low + 1) / 2;
        sizes[k] = middle;
        if (stevedore_fits(s, sizes))
          low = middle;
        else
          high = middle - 1;
      }
      sizes[k] = low;
      return low;
    } static void stevedore_fill(struct stevedore_search_state *s,
                                 long long *sizes, int k) {
      long long parts;
      sizes[k] = 1;
      if (s->effort <= 0 || !stevedore_fits(s, sizes))
        return;
      stevedore_grow(s, sizes, k);
      stevedore_look(s, sizes);
      parts = (s->largest[k] + sizes[k] - 1) / sizes[k];
      parts = (s->largest[k] + parts - 1) / parts;
      if (parts == sizes[k])
        return;
      sizes[k] = parts;
      stevedore_look(s, sizes);
    } static void stevedore_list(struct stevedore_search_state *s, int k) {
      long long sizes[16];
      long long most;
      long long parts;
      int j;
      for (j = 0; j < s->count; j++)
        sizes[j] = 1;
      most = stevedore_grow(s, sizes, k);
      s->lengths[k] = 0;
      parts = (s->largest[k] + most - 1) / most;
      while (s->lengths[k] < 95) {
        long long size = (s->largest[k] + parts - 1) / parts;
        s->candidates[k][s->lengths[k]++] = size;
        if (size == 1)
          break;
        parts += parts / 8 + 1;
        if ((s->largest[k] + size - 2) / (size - 1) > parts)
          parts = (s->largest[k] + size - 2) / (size - 1);
      }
      if (s->candidates[k][s->lengths[k] - 1] != 1)
        s->candidates[k][s->lengths[k]++] = 1;
    } static void stevedore_grid(struct stevedore_search_state *s, int j,
                                 long long effort) {
      long long sizes[16];
      int at[16];
      int steps[16];
      int k;
      int most = 1;
      for (;;) {
        long long all = 2 * s->work + 12 * s->each;
        for (k = 0; k < s->count; k++)
          if (k != j && all <= effort)
            all *= s->lengths[k] < most + 1 ? s->lengths[k] : most + 1;
        if (all > effort || most == 95)
          break;
        most++;
      }
      for (k = 0; k < s->count; k++) {
        at[k] = 0;
        steps[k] = k == j ? 1 : s->lengths[k] < most ? s->lengths[k] : most;
      }
      for (k = 0; k >= 0;) {
        for (k = 0; k < s->count; k++)
          sizes[k] =
              s->candidates[k][steps[k] == 1 ? s->lengths[k] - 1
                                             : at[k] * (s->lengths[k] - 1) /
                                                   (steps[k] - 1)];
        stevedore_fill(s, sizes, j);
        for (k = s->count - 1; k >= 0 && ++at[k] == steps[k]; k--)
          at[k] = 0;
      }
    } static void stevedore_near(struct stevedore_search_state *s, int i,
                                 int j) {
      long long from = s->best[i];
      long long sizes[16];
      long long parts = (s->largest[i] + from - 1) / from;
      int k;
      int n;
      for (n = -12; n < s->lengths[i] && s->effort > 0; n++) {
        long long other = parts + (n < -10 ? n + 10 : n + 11);
        long long size = n >= 0      ? s->candidates[i][n]
                         : n >= -8   ? from + (n < -4 ? n + 4 : n + 5)
                         : other > 0 ? (s->largest[i] + other - 1) / other
                                     : 0;
        int ends = n == 0 || n == s->lengths[i] - 1;
        if (size < 1 || size > s->largest[i] ||
            (n >= 0 && (size > 2 * from || 2 * size < from) &&
             (j >= 0 || !ends)))
          continue;
        for (k = 0; k < s->count; k++)
          sizes[k] = s->best[k];
        sizes[i] = size;
        if (j < 0)
          stevedore_look(s, sizes);
        else
          stevedore_fill(s, sizes, j);
      }
    } static void stevedore_search(struct stevedore_search_state *s) {
      long long sizes[16];
      double costs[4];
      long long effort;
      int i;
      int j;
      for (i = 0; i < s->count; i++) {
        s->best[i] = 1;
        stevedore_list(s, i);
      }
      for (i = 0; i < 4; i++)
        s->costs[i] = 1e300;
      for (i = 0; i < s->count; i++)
        sizes[i] = s->candidates[i][s->lengths[i] / 2];
      s->work = s->cost(s->about, sizes, costs);
      effort = s->effort / 2 / s->count;
      for (i = 0; i < s->count; i++)
        stevedore_grid(s, i, effort);
      do {
        s->improved = 0;
        for (i = 0; i < s->count; i++)
          stevedore_near(s, i, -1);
        for (i = 0; i < s->count; i++)
          for (j = 0; j < s->count; j++)
            if (i != j)
              stevedore_near(s, i, j);
      } while (s->improved && s->effort > 0);
    })

} // namespace

llvm::StringRef stevedore::searchText() { return SearchText; }

std::optional<int64_t> stevedore::largestParameter(const FormulaTable &Table) {
  for (int64_t Largest = limits::LargestSize; Largest >= limits::EntryParameter;
       Largest /= 2)
    if (Table.fitsUpTo(Largest))
      return Largest;
  return std::nullopt;
}

namespace {

/// What the functions of a search are called about.
struct Execution {
  const SizeChooser &Chooser;
  FormulaOrder Local, Cost, Transfers;
  FormulaValues LocalValues, CostValues, TransferValues;

  /// Computes \p Values in \p Order at the sizes \p Sizes.
  void evaluate(FormulaValues &Values, const FormulaOrder &Order,
                const long long *Sizes) const {
    Values.setSizes(Order,
                    std::vector<int64_t>(Sizes, Sizes + Chooser.Sizes.size()));
  }
};

} // namespace

static double localBytes(const void *About, const long long *Sizes) {
  auto &E = **static_cast<Execution *const *>(About);
  E.evaluate(E.LocalValues, E.Local, Sizes);
  return E.LocalValues.real(E.Chooser.LocalBytes);
}

static long long costs(const void *About, const long long *Sizes,
                       double *Result) {
  auto &E = **static_cast<Execution *const *>(About);
  E.evaluate(E.CostValues, E.Cost, Sizes);
  Result[0] = E.CostValues.real(E.Chooser.Cost);
  Result[1] = E.CostValues.real(E.Chooser.Bytes);
  return E.CostValues.operations();
}

static long long transfers(const void *About, const long long *Sizes,
                           double *Result) {
  auto &E = **static_cast<Execution *const *>(About);
  E.evaluate(E.TransferValues, E.Transfers, Sizes);
  Result[2] = E.TransferValues.real(E.Chooser.Transfers);
  return E.TransferValues.operations();
}

std::vector<int64_t> stevedore::chooseAtEntry(const SizeChooser &Chooser,
                                              llvm::ArrayRef<int64_t> At) {
  std::vector<int64_t> Known;
  for (int64_t Value : At)
    Known.push_back(
        std::clamp(Value, -Chooser.LargestParameter, Chooser.LargestParameter));
  FormulaValues None(Chooser.Formulas);
  Execution E{Chooser,
              Chooser.localOrder(),
              Chooser.costOrder(),
              Chooser.transferOrder(),
              None,
              None,
              None};
  Execution *About = &E;
  FormulaOrder Largest = Chooser.largestOrder();
  FormulaValues LargestValues(Chooser.Formulas);
  LargestValues.setParameters(Largest, Known);
  E.LocalValues.setParameters(E.Local, Known);
  E.CostValues.setParameters(E.Cost, Known);
  E.TransferValues.setParameters(E.Transfers, Known);
  stevedore_search_state S = {};
  S.about = &About;
  S.local = localBytes;
  S.cost = costs;
  S.transfers = transfers;
  S.most = double(Chooser.MostLocalBytes);
  S.each = E.Local.inLoop(FormulaNode::None).size();
  S.effort = limits::EntryOperations;
  S.count = int(Chooser.Sizes.size());
  for (unsigned K = 0; K < Chooser.Sizes.size(); ++K)
    S.largest[K] = std::clamp<int64_t>(LargestValues[Chooser.Largest[K]], 1,
                                       Chooser.LargestParameter);
  stevedore_search(&S);
  return {S.best, S.best + S.count};
}
