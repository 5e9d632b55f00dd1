/* Part of the Stevedore project, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for licence information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Between the generated driver, main.c and runtime.c. */

#ifndef STV_DRIVER_H
#define STV_DRIVER_H

#include <stddef.h>

enum { STV_MOST_BLOCKS = 32 };

/* An array of the program: remote memory. */
struct stv_block {
  unsigned char *start;
  size_t bytes;
  size_t element;
};
extern struct stv_block stv_blocks[STV_MOST_BLOCKS];
extern int stv_num_blocks;

/* What one run of a rewritten function did. */
struct stv_counts {
  long loads[STV_MOST_BLOCKS];
  long stores[STV_MOST_BLOCKS];
  /* Bytes that the nearest memory gets from the one behind it, and puts there.
   */
  long near[2];
  long transfers;
  long allocations;
  long refused;
  size_t local;
  size_t peak;
};
extern struct stv_counts stv_counts;

/* The allocation with this number, from 0, returns null; -1: none. */
extern long stv_fail_after;
/* Remote memory is closed to all but the transfers. */
extern int stv_guard_remote;
/* When asynchronous transfers happen, as far as fences allow: all when they are
   waited for; gets when posted, puts when waited for; the reverse; some when
   posted, the others when waited for, the last one first; all when posted. */
enum stv_engine {
  STV_LATE, STV_GETS_EARLY, STV_PUTS_EARLY, STV_SHUFFLED, STV_EARLY,
  STV_NUM_ENGINES
};
extern int stv_engine;
/* Variables of the function itself may be transferred, too. */
extern int stv_locals;
/* Tiles are in two memories. */
extern int stv_chain;
/* What is being run, for messages. */
extern char stv_where[256];

void stv_reset(void);
void stv_register(void *start, size_t bytes, size_t element);
void stv_close_remote(int closed);
void stv_check_quiet(void);
void stv_end(void);
void stv_move_unchecked(void *to, const void *from, size_t bytes);

/* The kernel as the generated driver describes it. */
struct stv_array {
  const char *name;
  size_t element;
  size_t (*count)(const long *sizes);
  void (*fill)(void *start, const long *sizes, unsigned *seed);
  int is_global;
};
struct stv_version {
  const char *name;
  void (*run)(const long *sizes, void **arrays);
  int counts;
};
extern const struct stv_array stv_arrays[];
extern const int stv_num_arrays;
extern const struct stv_version stv_versions[];
extern const int stv_num_versions;
extern const long stv_grid[];
extern const int stv_num_points;
extern const int stv_num_sizes;
/* Numbers of two arrays that are also run as one; -1: none. */
extern const int stv_alias_to, stv_alias_from;

static inline size_t stv_size(long extent) {
  return extent > 0 ? (size_t)extent : 0;
}
static inline double stv_random(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / 16777216.0;
}

#endif
