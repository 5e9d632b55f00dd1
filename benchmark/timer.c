/* Part of the Stevedore project, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for licence information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Times one version of a kernel. Arguments: the version's name, the most
   repetitions, the seconds after which no further repetition is begun, and the
   tile sizes, the last of which stands for all that follow. Prints the shortest
   time of its processor and a hash of all arrays as JSON. */

#include "driver.h"
#include "runtime.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

char stv_where[256];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t hash_of(const void *data, size_t bytes, uint64_t hash) {
  const unsigned char *at = data;
  for (size_t k = 0; k < bytes; k++)
    hash = (hash ^ at[k]) * UINT64_C(1099511628211);
  return hash;
}

int main(int argc, char **argv) {
  const struct stv_version *version = NULL;
  for (int k = 0; k < stv_num_versions && argc > 4; k++)
    if (!strcmp(stv_versions[k].name, argv[1]))
      version = &stv_versions[k];
  if (!version)
    return 2;
  const int most = atoi(argv[2]);
  const double enough = atof(argv[3]);
  for (int k = 0; k < 16; k++)
    stv_t[k] = atol(argv[4 + k < argc ? 4 + k : argc - 1]);
  void *arrays[STV_MOST_BLOCKS];
  size_t bytes[STV_MOST_BLOCKS];
  for (int k = 0; k < stv_num_arrays; k++) {
    bytes[k] = stv_arrays[k].count(stv_grid) * stv_arrays[k].element;
    arrays[k] = malloc(bytes[k]);
    if (!arrays[k])
      return 3;
  }
  double best = 0, spent = 0;
  for (int round = 0; round < most && (!round || spent < enough); round++) {
    unsigned seed = 12345;
    for (int k = 0; k < stv_num_arrays; k++)
      stv_arrays[k].fill(arrays[k], stv_grid, &seed);
    stv_reset();
    const double begin = now();
    version->run(stv_grid, arrays);
    const double took = now() - begin;
    spent += took;
    if (!round || took < best)
      best = took;
  }
  uint64_t hash = UINT64_C(14695981039346656037);
  for (int k = 0; k < stv_num_arrays; k++)
    hash = hash_of(arrays[k], bytes[k], hash);
  printf("{\"seconds\": %.9f, \"hash\": \"%016llx\"}\n", best,
         (unsigned long long)hash);
  return 0;
}
