/* Gauss-Seidel steps on the rows that have not converged. */
//@ function relaxation
//@ size n steps
//@ grid 0,0 1,1 3,2 6,0 7,4
//@ array A double [n][n]
//@ array b double [n]
//@ array x double [n]
//@ array converged int [n]
//@ fill A dominant
//@ fill converged mod 3
//@ call relaxation(n, steps, A, b, x, converged)
void relaxation(int n, int steps, double A[restrict n][n],
                double b[restrict n], double x[restrict n],
                int converged[restrict n]) {
#pragma scop
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i++) {
      if (converged[i])
        continue;
      double sum = b[i];
      for (int j = 0; j < n; j++)
        if (j != i)
          sum -= A[i][j] * x[j];
      double next = sum / A[i][i];
      double change = next - x[i];
      if (change < 0.001 && change > -0.001)
        converged[i] = 1;
      x[i] = next;
    }
#pragma endscop
}
