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
#define STEVEDORE_CODE_AND_TEXT(Text, ...)                                     \
  __VA_ARGS__                                                                  \
  constexpr char Text[] = #__VA_ARGS__;

// stevedore_search() looks for the sizes with the least costs, compared in
// their order. `effort` counts down by operations: `each` for local bytes, and
// what `cost` returns. Costs are sums over parts, of which those are computed
// anew whose sizes are not the best ones. Candidates of a size are those that
// cut its loop into equal parts, ever fewer of them. For each size, those of
// the costliest part first, it fills the memory beside all combinations of the
// candidates of the others in its part, thinned out where they are too many;
// then the best one is improved by a step of one size, with another one filling
// the memory or not, first one of the same part. Parts that share a memory have
// found it full by then: each size in turn gives some of it back, and the sizes
// of the other parts are looked for anew, as long as that helps.
STEVEDORE_CODE_AND_TEXT(
    SearchText,
    struct stevedore_search_state {
      const void *about;
      double (*local)(const void *about, const long long *sizes);
      long long (*cost)(const void *about, int part, const long long *sizes,
                        double *costs);
      long long (*transfers)(const void *about, const long long *sizes,
                             double *costs);
      double most;
      long long each;
      long long effort;
      int count;
      int parts;
      int known;
      int improved;
      int part[16];
      long long work[16];
      double shares[16][2];
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
      double shares[16][2];
      int k = 0;
      int n;
      if (s->effort <= 0)
        return 0;
      s->effort -= s->each;
      costs[3] = s->local(s->about, sizes);
      if (costs[3] > s->most)
        return 0;
      costs[0] = 0;
      costs[1] = 0;
      for (n = 0; n < s->parts; n++) {
        int changed = !s->known;
        for (k = 0; k < s->count; k++)
          if (s->part[k] == n && sizes[k] != s->best[k])
            changed = 1;
        shares[n][0] = s->shares[n][0];
        shares[n][1] = s->shares[n][1];
        if (changed) {
          s->work[n] = s->cost(s->about, n, sizes, shares[n]);
          s->effort -= s->work[n];
        }
        costs[0] += shares[n][0];
        costs[1] += shares[n][1];
      }
      k = 0;
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
      for (n = 0; n < s->parts; n++) {
        s->shares[n][0] = shares[n][0];
        s->shares[n][1] = shares[n][1];
      }
      s->known = 1;
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
        long long all = 2 * s->work[s->part[j]] + 12 * s->each;
        for (k = 0; k < s->count; k++)
          if (k != j && s->part[k] == s->part[j] && all <= effort)
            all *= s->lengths[k] < most + 1 ? s->lengths[k] : most + 1;
        if (all > effort || most == 95)
          break;
        most++;
      }
      for (k = 0; k < s->count; k++) {
        at[k] = 0;
        steps[k] = k == j || s->part[k] != s->part[j] ? 1
                   : s->lengths[k] < most             ? s->lengths[k]
                                                      : most;
      }
      for (k = 0; k >= 0;) {
        for (k = 0; k < s->count; k++)
          sizes[k] = s->part[k] != s->part[j] ? s->best[k]
                     : steps[k] == 1
                         ? s->candidates[k][s->lengths[k] - 1]
                         : s->candidates[k][at[k] * (s->lengths[k] - 1) /
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
      long long low = parts > 1 ? parts / 2 : 1;
      long long number = s->effort / (2 * s->count * s->count) /
                         (2 * s->work[s->part[i]] + 12 * s->each);
      long long step;
      long long n;
      int k;
      number = number < 12 ? 12 : number > 64 ? 64 : number;
      step = (2 * parts - low) / number + 1;
      for (n = -12; n < number + 2 && s->effort > 0; n++) {
        long long other = n >= 0     ? low + n * step
                          : n >= -10 ? parts + n + 11
                                     : parts + n + 10;
        long long size =
            n >= number ? s->candidates[i][n > number ? s->lengths[i] - 1 : 0]
            : n < 0 && n >= -8 ? from + (n < -4 ? n + 4 : n + 5)
            : other > 0        ? (s->largest[i] + other - 1) / other
                               : 0;
        if (size < 1 || size > s->largest[i] ||
            (n >= 0 && n < number && other > 2 * parts) ||
            (n >= number && j >= 0))
          continue;
        for (k = 0; k < s->count; k++)
          sizes[k] = s->best[k];
        sizes[i] = size;
        if (j < 0)
          stevedore_look(s, sizes);
        else
          stevedore_fill(s, sizes, j);
      }
    } static void stevedore_improve(struct stevedore_search_state *s,
                                    int across) {
      int i;
      int j;
      do {
        s->improved = 0;
        for (i = 0; i < s->count; i++)
          stevedore_near(s, i, -1);
        for (i = 0; i < s->count; i++)
          for (j = 0; j < s->count; j++)
            if (i != j && (across || s->part[i] == s->part[j]))
              stevedore_near(s, i, j);
      } while (s->improved && s->effort > 0);
    } static int stevedore_costliest(const struct stevedore_search_state *s,
                                     const int *done) {
      int found = -1;
      int n;
      for (n = 0; n < s->parts; n++)
        if (!done[n] && (found < 0 || s->shares[n][0] > s->shares[found][0]))
          found = n;
      return found;
    } static void stevedore_give(struct stevedore_search_state *s, int i,
                                 long long size, long long effort) {
      struct stevedore_search_state other;
      long long sizes[16];
      int k;
      if (size < 1)
        return;
      other = *s;
      for (k = 0; k < s->count; k++)
        sizes[k] = k == i ? size : s->best[k];
      for (k = 0; k < 4; k++)
        other.costs[k] = 1e300;
      stevedore_look(&other, sizes);
      for (k = 0; k < s->count; k++)
        if (s->part[k] != s->part[i])
          stevedore_grid(&other, k, effort);
      k = 0;
      while (k < 4 && other.costs[k] == s->costs[k])
        k++;
      if (k < 4 && other.costs[k] < s->costs[k])
        *s = other;
      s->effort = other.effort;
    } static void stevedore_share(struct stevedore_search_state *s) {
      long long each = s->effort / (4 * s->count * s->count);
      int i;
      for (i = 0; i < s->count; i++) {
        stevedore_give(s, i, s->best[i] - (s->best[i] + 15) / 16, each);
        stevedore_give(s, i, s->best[i] - (s->best[i] + 1) / 2, each);
      }
    } static void stevedore_search(struct stevedore_search_state *s) {
      int done[16];
      double before = 1e300;
      long long half = s->effort / 2;
      int left = s->count;
      int i;
      int n;
      s->each += s->each == 0;
      for (i = 0; i < s->count; i++) {
        s->best[i] = 1;
        s->shares[i][0] = 0;
        s->shares[i][1] = 0;
        done[i] = 0;
        stevedore_list(s, i);
      }
      s->known = 0;
      for (i = 0; i < 4; i++)
        s->costs[i] = 1e300;
      stevedore_look(s, s->best);
      if (!s->known)
        return;
      while ((n = stevedore_costliest(s, done)) >= 0) {
        done[n] = 1;
        for (i = 0; i < s->count; i++)
          if (s->part[i] == n && s->effort > half)
            stevedore_grid(s, i, (s->effort - half) / left--);
      }
      stevedore_improve(s, 0);
      if (s->effort > half / 2)
        s->effort = half / 2;
      while (s->parts > 1 && s->costs[0] < before && s->effort > 0) {
        before = s->costs[0];
        stevedore_share(s);
        stevedore_improve(s, 1);
      }
    })

// stevedore_weigh() searches where that may lead to sizes that pay, more than
// the search takes, and leaves zeros where there are none. The original order
// costs what tiles do that reach over its inner loops, as far as they fit, but
// for the starts of rows; no tiles cost less than one that is as large as the
// loops. Costs are bytes, and so are `before` and `after`.
STEVEDORE_CODE_AND_TEXT(
    WeighText,
    static double stevedore_moved(const struct stevedore_search_state *s,
                                  const long long *sizes) {
      double shares[2];
      double sum = 0;
      int n;
      for (n = 0; n < s->parts; n++) {
        s->cost(s->about, n, sizes, shares);
        sum += shares[1];
      }
      return sum;
    } static void stevedore_weigh(struct stevedore_search_state *s,
                                  const int *loops, int count, double before,
                                  double after, double gain, long long most) {
      long long sizes[16];
      double least;
      int k;
      int whole = 1;
      for (k = 0; k < s->count; k++) {
        sizes[k] = 1;
        s->best[k] = s->largest[k];
      }
      for (k = 0; k < count; k++)
        whole = loops[k] < 0 || (whole && stevedore_grow(s, sizes, loops[k]) ==
                                              s->largest[loops[k]]);
      before += stevedore_moved(s, sizes);
      least = stevedore_moved(s, s->best);
      s->costs[0] = before;
      if (before > gain * (after + least) + s->effort) {
        for (k = 0; k < s->count; k++)
          s->largest[k] = s->largest[k] < most ? s->largest[k] : most;
        stevedore_search(s);
      }
      if (before <= gain * (after + s->costs[0]))
        for (k = 0; k < s->count; k++)
          s->best[k] = 0;
    })

} // namespace

llvm::StringRef stevedore::searchText() { return SearchText; }
llvm::StringRef stevedore::weighText() { return WeighText; }

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
  FormulaOrder Local, Transfers;
  FormulaValues LocalValues, TransferValues;
  std::vector<FormulaOrder> Costs;
  std::vector<FormulaValues> CostValues;

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

static long long costs(const void *About, int Part, const long long *Sizes,
                       double *Result) {
  auto &E = **static_cast<Execution *const *>(About);
  FormulaValues &Values = E.CostValues[Part];
  E.evaluate(Values, E.Costs[Part], Sizes);
  Result[0] = Values.real(E.Chooser.Parts[Part].Cost);
  Result[1] = Values.real(E.Chooser.Parts[Part].Bytes);
  return Values.operations();
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
  Execution E{
      Chooser, Chooser.localOrder(), Chooser.transferOrder(), None, None, {},
      {}};
  Execution *About = &E;
  FormulaOrder Largest = Chooser.largestOrder();
  FormulaValues LargestValues(Chooser.Formulas);
  LargestValues.setParameters(Largest, Known);
  E.LocalValues.setParameters(E.Local, Known);
  for (const SizeChooser::Part &P : Chooser.Parts) {
    E.Costs.push_back(Chooser.costOrder(P));
    E.CostValues.emplace_back(Chooser.Formulas);
    E.CostValues.back().setParameters(E.Costs.back(), Known);
  }
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
  S.parts = int(Chooser.Parts.size());
  for (unsigned K = 0; K < Chooser.Sizes.size(); ++K) {
    S.part[K] = int(Chooser.PartOfSize[K]);
    S.largest[K] = std::clamp<int64_t>(LargestValues[Chooser.Largest[K]], 1,
                                       Chooser.LargestParameter);
  }
  if (Chooser.Loops.empty())
    stevedore_search(&S);
  else
    stevedore_weigh(&S, Chooser.Loops.data(), int(Chooser.Loops.size()),
                    LargestValues.real(Chooser.Before),
                    LargestValues.real(Chooser.After), limits::LeastGain,
                    limits::CacheTile);
  return {S.best, S.best + S.count};
}
