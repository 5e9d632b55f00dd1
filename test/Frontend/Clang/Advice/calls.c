// A function of another file is named before pointers that it is given are, and
// its body is taken where its file is included.
// RUN: %stevedore --profitable=off %s -o %t.c -- -Rpass-missed=stevedore 2>&1 | FileCheck %s
// RUN: cmp %s %t.c
// RUN: %stevedore --profitable=off %s -o %t.c -- -DFOLLOWED
// RUN: FileCheck %s --check-prefix=DONE < %t.c
// DONE: define layer_T

// CHECK: calls.c:[[@LINE+14]]:5: remark: call of 'product', which may have side effects
// CHECK: calls.c:[[@LINE+9]]:6: note: it has no body here; include the file that defines it, so that its body can be put in place of the call
// CHECK-NOT: pointer
#ifdef FOLLOWED
static void product(const int *in, const int *w, int *out, int n, int m) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      out[i] += w[i * n + j] * in[j];
}
#else
void product(const int *in, const int *w, int *out, int n, int m);
#endif
void layer(int count, int n, int m, const int *in, const int *w, int *out) {
  while (count) {
    product(in, w, out, n, m);
    in += n;
    out += m;
    count--;
  }
}
