/* Two halves of one array, m elements apart: a step of a transform in place. */
//@ function butterfly
//@ size m
//@ grid 0 1 2 5 18
//@ large 4096
//@ array a double [2*m]
//@ call butterfly(m, 0.5, a)
void butterfly(int m, double w, double *restrict a) {
#pragma scop
  for (int i = 0; i < m; i++) {
    double t = a[i + m] * w, u = a[i];
    a[i] = u + t;
    a[i + m] = u - t;
  }
#pragma endscop
}
