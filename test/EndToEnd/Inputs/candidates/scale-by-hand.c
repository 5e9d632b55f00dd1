/* scale.c with phases, written by hand; FLAW selects what is wrong with it:
   0 nothing, 1 a value, 2 a buffer too small, 3 a buffer that is not freed,
   4 remote memory touched in the compute phase, 5 a load past the array, 6 local
   memory read that was never loaded, 7 no heed of a null buffer, 8 a load that
   cuts an element. */
#ifndef FLAW
#define FLAW 0
#endif
#ifdef STV_DEFAULT_MACROS
#include <stdlib.h>
#include <string.h>
#define STEVEDORE_ALLOC(bytes) malloc(bytes)
#define STEVEDORE_FREE(pointer) free(pointer)
#define STEVEDORE_GET(local, remote, bytes) memcpy(local, remote, bytes)
#define STEVEDORE_PUT(remote, local, bytes) memcpy(remote, local, bytes)
#endif

static void original(int n, double a, double *y, double *x) {
  for (int i = 0; i < n; i++)
    y[i] = a * x[i];
}

void scale(int n, double a, double *y, double *x) {
  const long t = STEVEDORE_T1;
  if (t < 1 || (x < y + n && y < x + n)) {
    original(n, a, y, x);
    return;
  }
  double *lx = STEVEDORE_ALLOC(8 * (unsigned long)(FLAW == 2 ? t - 1 : t));
  double *ly = STEVEDORE_ALLOC(8 * (unsigned long)t);
  if (FLAW != 7 && (!lx || !ly)) {
    STEVEDORE_FREE(lx);
    STEVEDORE_FREE(ly);
    original(n, a, y, x);
    return;
  }
  for (long o = 0; o < n; o += t) {
    const long end = o + t < n ? t : n - o;
    const long got = end - (FLAW == 6);
    if (got > 0)
      STEVEDORE_GET(lx, x + o - (FLAW == 5), 8 * (unsigned long)got - (FLAW == 8));
    for (long i = 0; i < end; i++)
      ly[i] = (FLAW == 4 ? a * x[o + i] : a * lx[i]) + (FLAW == 1 && o + i == 8);
    STEVEDORE_PUT(y + o, ly, 8 * (unsigned long)end);
  }
  if (FLAW != 3)
    STEVEDORE_FREE(lx);
  STEVEDORE_FREE(ly);
}
