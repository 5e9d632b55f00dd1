/* Part of the Stevedore project, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for licence information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Runs every version of a kernel at every problem size of its grid and a list
   of tile sizes, and compares each array with the original's, byte for byte.
   Prints a line of JSON for each run. Arguments: -guard, -constant, -locals,
   -chain. */

#include "driver.h"
#include "runtime.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char stv_where[256];

static void *start[STV_MOST_BLOCKS], *wanted[STV_MOST_BLOCKS];
static void *passed[STV_MOST_BLOCKS];
static size_t bytes[STV_MOST_BLOCKS];
static int failures;
static int guards;
/* Tile sizes are constants of the program. */
static int constant_sizes;

enum { NUM_TILINGS = 9 };
static const long tilings[NUM_TILINGS][5] = {
    {1, 1, 1, 1, 1}, {2, 2, 2, 2, 2},           {3, 3, 3, 3, 3},
    {7, 7, 7, 7, 7}, {100, 100, 100, 100, 100}, {2, 3, 5, 7, 1},
    {7, 1, 3, 2, 4}, {0, 3, 3, 3, 3},           {-5, -5, -5, -5, -5}};

/* Those of tiles around others: as large, larger, smaller. */
static const long far_tilings[NUM_TILINGS][5] = {
    {3, 3, 3, 3, 3},   {5, 5, 5, 5, 5}, {100, 100, 100, 100, 100},
    {2, 2, 2, 2, 2},   {7, 7, 7, 7, 7}, {5, 4, 7, 3, 2},
    {1, 2, 100, 3, 5}, {3, 3, 3, 3, 3}, {4, 4, 4, 4, 4}};

static void describe(const char *version, const long *sizes, int tiling,
                     const char *special) {
  int at = snprintf(stv_where, sizeof stv_where, "%s at", version);
  for (int k = 0; k < stv_num_sizes; k++)
    at += snprintf(stv_where + at, sizeof stv_where - (size_t)at, " %ld",
                   sizes[k]);
  snprintf(stv_where + at, sizeof stv_where - (size_t)at,
           ", tiles %ld %ld %ld ...%s", tilings[tiling][0], tilings[tiling][1],
           tilings[tiling][2], special);
}

static void *exactly(size_t count) {
  void *block = malloc(count);
  if (!block && count)
    exit(3);
  return block;
}

static void fill_all(const long *sizes) {
  unsigned seed = 12345;
  for (int k = 0; k < stv_num_arrays; k++)
    stv_arrays[k].fill(start[k], sizes, &seed);
}

static void allocate_all(const long *sizes) {
  for (int k = 0; k < stv_num_arrays; k++) {
    bytes[k] = stv_arrays[k].count(sizes) * stv_arrays[k].element;
    start[k] = exactly(bytes[k]);
    wanted[k] = exactly(bytes[k]);
    passed[k] = exactly(bytes[k]);
  }
}

static void free_all(void) {
  for (int k = 0; k < stv_num_arrays; k++) {
    free(start[k]);
    free(wanted[k]);
    free(passed[k]);
  }
}

static void copy(void *to, const void *from, size_t count) {
  if (count)
    memcpy(to, from, count);
}

/* Runs one version on fresh copies, the array number stv_alias_to replaced by
   the other one when asked to. */
static void run(const struct stv_version *version, const long *sizes,
                int aliased) {
  void *arguments[STV_MOST_BLOCKS];
  for (int k = 0; k < stv_num_arrays; k++) {
    copy(passed[k], start[k], bytes[k]);
    arguments[k] = passed[k];
  }
  if (aliased)
    arguments[stv_alias_to] = passed[stv_alias_from];
  stv_reset();
  if (version->counts)
    for (int k = 0; k < stv_num_arrays; k++)
      if (!stv_arrays[k].is_global)
        stv_register(passed[k], bytes[k], stv_arrays[k].element);
  version->run(sizes, arguments);
  if (version->counts)
    stv_check_quiet();
}

static void keep_wanted(const long *sizes, int aliased) {
  run(&stv_versions[0], sizes, aliased);
  for (int k = 0; k < stv_num_arrays; k++)
    copy(wanted[k], passed[k], bytes[k]);
}

static void compare(void) {
  for (int k = 0; k < stv_num_arrays; k++) {
    const unsigned char *is = passed[k], *should = wanted[k];
    for (size_t b = 0; b < bytes[k]; b++)
      if (is[b] != should[b]) {
        printf("WRONG: %s: %s, element %zu\n", stv_where, stv_arrays[k].name,
               b / stv_arrays[k].element);
        failures++;
        break;
      }
  }
}

static void print_counts(const char *key, const long *values) {
  printf(", \"%s\": [", key);
  for (int k = 0; k < stv_num_arrays; k++)
    printf("%s%ld", k ? ", " : "", values[k]);
  printf("]");
}

static void report(const struct stv_version *version, const long *sizes,
                   int tiling) {
  printf("{\"version\": \"%s\"", version->name);
  printf(", \"sizes\": [");
  for (int k = 0; k < stv_num_sizes; k++)
    printf("%s%ld", k ? ", " : "", sizes[k]);
  printf("], \"tiles\": [");
  for (int k = 0; k < 5; k++)
    printf("%s%ld", k ? ", " : "", tilings[tiling][k]);
  printf("], \"far\": [");
  for (int k = 0; k < 5; k++)
    printf("%s%ld", k ? ", " : "", far_tilings[tiling][k]);
  printf("]");
  print_counts("loads", stv_counts.loads);
  print_counts("stores", stv_counts.stores);
  printf(", \"near\": [%ld, %ld]", stv_counts.near[0], stv_counts.near[1]);
  printf(", \"transfers\": %ld, \"allocations\": %ld, \"peak\": %zu}\n",
         stv_counts.transfers, stv_counts.allocations, stv_counts.peak);
}

static void expect_untouched(const char *why) {
  if (!stv_counts.transfers)
    return;
  printf("WRONG: %s: transfers although %s\n", stv_where, why);
  failures++;
}

static int is_positive(int tiling) { return tilings[tiling][0] > 0; }

static unsigned runs;

static void try_tilings(const struct stv_version *version, const long *sizes) {
  for (int tiling = 0; tiling < (constant_sizes ? 1 : NUM_TILINGS);
       tiling++) {
    for (int k = 0; k < 16; k++)
      stv_t[k] = tilings[tiling][k % 5],
      stv_far_t[k] = far_tilings[tiling][k % 5];
    describe(version->name, sizes, tiling, "");
    stv_guard_remote = guards && version->counts && is_positive(tiling);
    stv_engine = ++runs % STV_NUM_ENGINES;
    run(version, sizes, 0);
    stv_guard_remote = 0;
    compare();
    if (tilings[tiling][0] < 0)
      expect_untouched("tile sizes are negative");
    if (version->counts && is_positive(tiling))
      report(version, sizes, tiling);
  }
}

/* The n-th allocation fails, for every n that is reached. */
static void try_refusals(const struct stv_version *version, const long *sizes) {
  for (long refused = 0; version->counts && refused < 100; refused++) {
    for (int k = 0; k < 16; k++)
      stv_t[k] = stv_far_t[k] = 3;
    stv_fail_after = refused;
    describe(version->name, sizes, 2, ", without local memory");
    run(version, sizes, 0);
    compare();
    int was_reached = stv_counts.refused != 0;
    stv_fail_after = -1;
    if (!was_reached)
      return;
  }
}

static void try_alias(const long *sizes) {
  if (stv_alias_to < 0 || bytes[stv_alias_to] > bytes[stv_alias_from])
    return;
  keep_wanted(sizes, 1);
  for (int v = 1; v < stv_num_versions; v++) {
    for (int k = 0; k < 16; k++)
      stv_t[k] = stv_far_t[k] = 2;
    describe(stv_versions[v].name, sizes, 1, ", overlapping arrays");
    run(&stv_versions[v], sizes, 1);
    compare();
    if (bytes[stv_alias_to] >= 64)
      expect_untouched("arrays overlap");
  }
}

int main(int argc, char **argv) {
  for (int k = 1; k < argc; k++) {
    guards |= !strcmp(argv[k], "-guard");
    stv_locals |= !strcmp(argv[k], "-locals");
    constant_sizes |= !strcmp(argv[k], "-constant");
    stv_chain |= !strcmp(argv[k], "-chain");
  }
  for (int point = 0; point < stv_num_points; point++) {
    const long *sizes = stv_grid + point * stv_num_sizes;
    allocate_all(sizes);
    fill_all(sizes);
    keep_wanted(sizes, 0);
    for (int v = 1; v < stv_num_versions; v++) {
      try_tilings(&stv_versions[v], sizes);
      try_refusals(&stv_versions[v], sizes);
    }
    try_alias(sizes);
    free_all();
  }
  stv_end();
  return failures != 0;
}
