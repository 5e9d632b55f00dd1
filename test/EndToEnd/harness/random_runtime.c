/* Part of the Stevedore project, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for licence information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* What the drivers of random programs do with whole arrays, compiled once, with
   optimization and without sanitizers. */

#include <stddef.h>
#include <string.h>

unsigned stv_seed;
unsigned long stv_hash;

/* The numbers of RandomProgram's FILLED. */
enum { DOUBLE, FLOAT, UNSIGNED, UNSIGNED_CHAR };

void stv_fill(void *start, size_t bytes, size_t stride, int type);
void stv_add(const void *start, size_t bytes);

static unsigned next(void) {
  return stv_seed = stv_seed * 1664525u + 1013904223u;
}

static double fraction(void) { return (next() >> 8) / 16777216.0 + 0.25; }

/* Fills the first member of each element; every other byte is 1. */
void stv_fill(void *start, size_t bytes, size_t stride, int type) {
  unsigned char *end = (unsigned char *)start + bytes / stride * stride;
  memset(start, 1, bytes);
  for (unsigned char *at = start; at != end; at += stride)
    switch (type) {
    case DOUBLE:
      *(double *)at = fraction();
      break;
    case FLOAT:
      *(float *)at = (float)fraction();
      break;
    case UNSIGNED:
      *(unsigned *)at = next();
      break;
    case UNSIGNED_CHAR:
      *at = (unsigned char)next();
    }
}

/* Any change of a word changes the sum. */
void stv_add(const void *start, size_t bytes) {
  const unsigned char *at = start, *end = at + bytes;
  for (; end - at >= (ptrdiff_t)sizeof(unsigned long);
       at += sizeof(unsigned long)) {
    unsigned long word;
    memcpy(&word, at, sizeof word);
    stv_hash = (stv_hash ^ word) * 1099511628211ul;
    stv_hash ^= stv_hash >> 29;
  }
  for (; at != end; at++)
    stv_hash = (stv_hash ^ *at) * 1099511628211ul;
}
