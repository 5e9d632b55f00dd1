/* Counts what a rewritten file transfers and how much local memory it takes at
   most; stands before it. NO_MEMORY: every allocation fails. */
#ifndef RECORD_H
#define RECORD_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long record_gets, record_puts, record_elements, record_now, record_peak;
static struct {
  void *start;
  long bytes;
} record_blocks[64];

static inline void *record_alloc(size_t bytes) {
#ifdef NO_MEMORY
  return bytes == (size_t)-1 ? record_blocks : NULL;
#else
  int k = 0;
  while (record_blocks[k].start)
    k++;
  record_blocks[k].start = malloc(bytes);
  record_blocks[k].bytes = (long)bytes;
  record_now += (long)bytes;
  record_peak = record_now > record_peak ? record_now : record_peak;
  return record_blocks[k].start;
#endif
}
static inline void record_free(void *start) {
  for (int k = 0; start && k < 64; k++)
    if (record_blocks[k].start == start) {
      record_now -= record_blocks[k].bytes;
      record_blocks[k].start = NULL;
      free(start);
      return;
    }
}
static inline void record_print(void) {
  printf("gets %ld puts %ld bytes %ld local %ld left %ld\n", record_gets,
         record_puts, record_elements, record_peak, record_now);
  record_gets = record_puts = record_elements = record_peak = 0;
}
#define STEVEDORE_ALLOC(bytes) record_alloc(bytes)
#define STEVEDORE_FREE(pointer) record_free(pointer)
#define STEVEDORE_GET(local, remote, bytes)                                    \
  (record_gets++, record_elements += (long)(bytes),                            \
   (void)memcpy(local, remote, bytes))
#define STEVEDORE_PUT(remote, local, bytes)                                    \
  (record_puts++, record_elements += (long)(bytes),                            \
   (void)memcpy(remote, local, bytes))
#endif
