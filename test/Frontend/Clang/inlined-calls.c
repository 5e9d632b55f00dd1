// Bodies of functions in place of calls that read or write elements.
// RUN: %stevedore --print=scop --profitable=off %s -- -Rpass-missed=stevedore 2>/dev/null | FileCheck %s
// RUN: %stevedore --print=scop --profitable=off %s -- -Rpass-missed=stevedore 2>&1 | FileCheck --check-prefix=KEPT %s
// RUN: %stevedore --profitable=off %s -o %t.c -- && FileCheck --check-prefix=TEXT --input-file=%t.c %s

struct grid { int height, width, pitch; double *cells; };
static inline double cell(const struct grid *g, int y, int x) {
  return g->cells[y * g->pitch + x];
}
static inline void set_cell(struct grid *g, int y, int x, double v) {
  g->cells[y * g->pitch + x] = v;
}
static double padded(const struct grid *g, int y, int x) {
  return y < 0 || x < 0 || y >= g->height || x >= g->width ? 0 : cell(g, y, x);
}

// An accessor with a test of bounds inside of one without.
// CHECK-LABEL: # smooth
// CHECK: reads: {{.*}}S0[y, x] -> from_cells[o0, 1 + y + x - o0]
// CHECK: mustWrites: {{.*}}S0[y, x] -> to_cells[y, x]
// TEXT-LABEL: void smooth(
// TEXT: from_cells_local[
// TEXT: if (!done)
void smooth(const struct grid *from, struct grid *to) {
  for (int y = 0; y < to->height; y++)
    for (int x = 0; x < to->width; x++)
      set_cell(to, y, x, 0.25 * (padded(from, y - 1, x) + padded(from, y + 1, x) +
                                 padded(from, y, x - 1) + padded(from, y, x + 1)));
}

// Early returns, and a variable that branches change.
static float clamped(const float *row, int n, int i) {
  int at = i;
  if (n <= 0)
    return 0;
  if (at < 0)
    at = 0;
  else if (at >= n)
    at = n - 1;
  return row[at];
}
// CHECK-LABEL: # blur
// CHECK: S0[i] -> in[o0] : 0 <= i < n and o0 >= -1 + i and 0 <= o0 <= 1 + i and o0 < n }
void blur(int n, const float *in, float *out) {
  for (int i = 0; i < n; i++)
    out[i] = clamped(in, n, i - 1) + clamped(in, n, i) + clamped(in, n, i + 1);
}

// What an argument is computed from may be stored to by the body: its value is
// taken before.
static void put_both(float *p, int i, float v) {
  if (i < 0)
    return;
  p[i] = v;
  p[i + 1] += v;
}
// CHECK-LABEL: # both
// CHECK: mustWrites: {{.*}}S0[i] -> v[i]
// CHECK-SAME: S1[i] -> a[i]
void both(int n, float *a) {
  for (int i = 0; i < n; i++)
    put_both(a, i - 0, a[i] * 0.5f);
}

// Pointers into arrays; a body with a loop; a variable of the caller of the same
// name.
static void scale_row(float *row, int count, float by) {
  for (int i = 0; i < count; i++)
    row[i] *= by;
}
// CHECK-LABEL: # rows
// CHECK: mustWrites: {{.*}} -> a[i, i_2]
void rows(int n, int m, float *a) {
  for (int i = 0; i < n; i++)
    scale_row(&a[i * m], m, 2);
}

// A conversion of an argument is written out.
static void store_byte(unsigned char *to, int i, unsigned char v) { to[i] = v; }
static double half(const double *of, int i) { return of[i] / 2; }
// CHECK-LABEL: # bytes
// TEXT-LABEL: void bytes(
// TEXT: = ((unsigned char)((from_local[{{.*}}] / 2) + 1));
void bytes(int n, unsigned char *to, const double *from) {
  for (int i = 0; i < n; i++)
    store_byte(to, i, half(from, i) + 1);
}

// A product that a function returns is not contracted with a sum of the caller.
static double product(const double *a, const double *b, int i) {
  return a[i] * b[i];
}
// TEXT-LABEL: void added(
// TEXT: += (double){
void added(int n, const double *a, const double *b, double *to) {
  for (int i = 0; i < n; i++)
    to[i] += product(a, b, i);
}

// What stays, and why.
static double last;
static double kept(const double *p, int i) { return last = p[i]; }
// KEPT: [[@LINE+4]]:{{.*}} remark: {{.*}}call of 'kept'
// KEPT: [[@LINE+3]]:{{.*}} note: the body of 'kept' cannot stand in place of the call: it has side effects
void effects(int n, const double *a, double *to) {
  for (int i = 0; i < n; i++)
    to[i] = kept(a, i);
}

static double bound(const double *p, int n) { return n ? p[n] + bound(p, n - 1) : 0; }
// KEPT: note: the body of 'bound' cannot stand in place of the call: it is recursive
void recursive(int n, const double *a, double *to) {
  for (int i = 0; i < n; i++)
    to[i] = bound(a, i);
}

static double *table;
static double looked(int i) { return table[i]; }
// KEPT: note: the body of 'looked' cannot stand in place of the call: 'table' means something else
void shadowed(int n, double *to) {
  int table = 3;
  for (int i = 0; i < n; i++)
    to[i] = looked(i) + table;
}

void later(const double *a, double *to, int i);
// KEPT: note: the body of 'later' cannot stand in place of the call: the function is defined behind the region's
void before(int n, const double *a, double *to) {
  for (int i = 0; i < n; i++)
    later(a, to, i);
}
void later(const double *a, double *to, int i) { to[i] = a[i]; }

// The expression around it has other effects.
// KEPT: note: the body of 'half' cannot stand in place of the call: the expression around the call has side effects
void among(int n, double *a, double *to) {
  for (int i = 0; i < n; i++)
    to[i] = (a[0] = 1) + half(a, i);
}

// Its rows are not those of the array.
static double row_element(int n, int m, double p[n][m], int i) { return p[i][0]; }
// KEPT: note: the body of 'row_element' cannot stand in place of the call: the sizes of an array are its own parameters
void sizes(int n, int m, double p[n][m + 1], double *to) {
  for (int i = 0; i < n; i++)
    to[i] = row_element(n, m, p, i);
}
