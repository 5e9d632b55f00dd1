// A pointer whose declaration could be part of the region, and that the code
// behind it uses: the region began with the declaration, and did not compile.
// REQUIRES: stevedore
// RUN: %stevedore --profitable=off %s -o %t.c -- -std=c99 2>&1 | FileCheck --allow-empty %s
// RUN: grep -c '^ */. load' %t.c | FileCheck --check-prefix=LOADS %s
// CHECK-NOT: internal error
// LOADS: 2
typedef struct {
  int number;
  float *output;
} layer;
void use(float *);
void own(layer l) {
  float *values = l.output;
  for (int i = 0; i < l.number; i++)
    values[i] *= 2;
  use(values);
}
void other(layer l, int m) {
  float *values = l.output + m;
  for (int i = 0; i < l.number; i++)
    l.output[i] *= 2;
  use(values);
}
