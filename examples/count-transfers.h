/* Counts what a rewritten program moves and the local memory it uses, and says
   so on standard error at its end. Every transfer of a program that stevedore
   wrote goes through these macros, so that giving them another meaning needs no
   change of the program:
     cc -include count-transfers.h rewritten.c */
#ifndef COUNT_TRANSFERS_H
#define COUNT_TRANSFERS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
  unsigned long long loads, loaded, stores, stored, local, peak;
} count_transfers;

static void count_transfers_report(void)
{
  fprintf(stderr, "loaded %llu bytes in %llu transfers\n",
          count_transfers.loaded, count_transfers.loads);
  fprintf(stderr, "stored %llu bytes in %llu transfers\n",
          count_transfers.stored, count_transfers.stores);
  fprintf(stderr, "local memory at most %llu bytes\n", count_transfers.peak);
}

static void count_transfers_begin(void)
{
  static int begun;
  if (!begun++)
    atexit(count_transfers_report);
}

static inline void count_transfers_get(void *local, const void *remote,
                                       size_t bytes)
{
  count_transfers_begin();
  count_transfers.loads++;
  count_transfers.loaded += bytes;
  memcpy(local, remote, bytes);
}

static inline void count_transfers_put(void *remote, const void *local,
                                       size_t bytes)
{
  count_transfers_begin();
  count_transfers.stores++;
  count_transfers.stored += bytes;
  memcpy(remote, local, bytes);
}

/* The size stands in front of the block, so that freeing it can be counted. */
static inline void *count_transfers_alloc(size_t bytes)
{
  size_t *block = malloc(bytes + 2 * sizeof(size_t));
  if (!block)
    return NULL;
  block[0] = bytes;
  count_transfers.local += bytes;
  if (count_transfers.local > count_transfers.peak)
    count_transfers.peak = count_transfers.local;
  return block + 2;
}

static inline void count_transfers_free(void *pointer)
{
  if (!pointer)
    return;
  size_t *block = (size_t *)pointer - 2;
  count_transfers.local -= block[0];
  free(block);
}

#define STEVEDORE_GET(local, remote, bytes) count_transfers_get(local, remote, bytes)
#define STEVEDORE_PUT(remote, local, bytes) count_transfers_put(remote, local, bytes)
#define STEVEDORE_ALLOC(bytes) count_transfers_alloc(bytes)
#define STEVEDORE_FREE(pointer) count_transfers_free(pointer)

#endif
