// RUN: %stevedore %s -o %t.c
// RUN: cmp %s %t.c

// The loop's last token and the call after it come from one expansion: the
// loop cannot be replaced without the call.
#define SET_AND_CALL(i)                                                        \
  a[i] = 1;                                                                    \
  g();

void g(void);

void f(int n, double *a) {
  for (int i = 0; i < n; i++)
    SET_AND_CALL(i)
}
