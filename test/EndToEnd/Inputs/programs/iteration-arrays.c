/* Arrays that bodies of loops declare: one for each iteration, which keeps no
   iterations in order. */
#include <stdio.h>

enum { N = 13, M = 11 };

/* A recurrence over four elements, also where tiles divide them. */
static void smooth(int n, int m, double a[n][m], double b[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double t[4];
      t[0] = a[i][j];
      for (int k = 1; k < 4; k++)
        t[k] = t[k - 1] * 0.5 + a[i][j] * k;
      b[i][j] = t[3] - t[1];
    }
}

/* A row of the loop around, as long as the loop asks for, filled and then read
   backwards. */
static void mirror(int n, int m, double a[n][m], double b[n][m]) {
  for (int i = 0; i < n; i++) {
    double row[m + 1];
    for (int j = 0; j < m; j++)
      row[j] = a[i][j] + 0.25 * j;
    for (int j = 0; j < m; j++)
      b[i][j] = row[m - 1 - j] - row[j];
  }
}

/* Two products of small matrices in each cell. */
static void cells(int n, int m, double a[n][m], double b[n][m]) {
  for (int i = 0; i + 2 < n; i++)
    for (int j = 0; j + 2 < m; j++) {
      double d[3][3], w[3];
      for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
          d[k][l] = a[i + k][j + l] - a[i + l][j + k];
      for (int k = 0; k < 3; k++) {
        w[k] = 0;
        for (int l = 0; l < 3; l++)
          w[k] += d[k][l] * d[l][k];
      }
      b[i][j] = w[0] + 2 * w[1] + 4 * w[2];
    }
}

/* One that lives in a branch, and one that data write to. */
static void branches(int n, int m, double a[n][m], double b[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int counts[4];
      for (int k = 0; k < 4; k++)
        counts[k] = 0;
      for (int k = 0; k < m; k++)
        counts[(int)a[i][k] & 3] += k + j;
      if (a[i][j] > 3) {
        double both[2];
        both[0] = a[i][j];
        both[1] = 2;
        b[i][j] = both[0] * both[1] + counts[2];
      } else {
        b[i][j] = counts[0] - counts[3];
      }
    }
}

/* One that all iterations of two inner loops read, and whose size is none where
   there is no iteration. */
static void prefixes(int n, int m, double a[n][m], double b[n][m]) {
  for (int i = 0; i < n; i++) {
    double sums[m];
    sums[0] = a[i][0];
    for (int j = 1; j < m; j++)
      sums[j] = sums[j - 1] + a[i][j];
    for (int j = 0; j < m; j++)
      for (int k = 0; k <= j; k++)
        b[i][j] += sums[j] - sums[k];
  }
}

/* One whose subscripts are products. */
static void steps(int n, int m, int s, double a[n][m], double b[n][m]) {
  for (int i = 0; i < n; i++) {
    double every[6 * s];
    for (int j = 0; j < 6; j++)
      for (int k = 0; k < s; k++)
        every[j * s + k] = a[i][j] + k;
    for (int j = 0; j < 6; j++)
      for (int k = 0; k < s; k++)
        b[i][j] += every[j * s + k] * (k + 1);
  }
}

/* Some that nobody reads. */
static void unread(int n, int m, double a[n][m], double b[n][m]) {
  for (int i = 0; i < n; i++) {
    int first[3][4] = {{3, 2}};
    for (int j = 0; j < m; j++) {
      int second[4][2];
      for (int k = 0; k < 4; k++)
        for (int l = 0; l < 2; l++)
          second[k][l] = 3;
      b[i][j] += a[i][j] * 2;
    }
    b[i][0] -= a[i][0];
  }
}

/* Two that a function is given. */
static double dot(const double *x, const double *y) {
  return x[0] * y[0] + x[1] * y[1];
}

static void pairs(int n, int m, double a[n][m], double b[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 1 < m; j++) {
      double here[2], there[2];
      for (int k = 0; k < 2; k++) {
        here[k] = a[i][j + k];
        there[k] = a[n - 1 - i][j + 1 - k];
      }
      b[i][j] = dot(here, there);
    }
}

static double a[N][M], b[N][M];

static void print(const char *name) {
  double hash = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      hash = hash * 0.97 + b[i][j];
  printf("%s %a\n", name, hash);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      b[i][j] = i - j;
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      a[i][j] = (i * 7 + j * 5) % 9 - 0.5 * (j % 3);
  smooth(N, M, a, b);
  print("smooth");
  mirror(N, M, a, b);
  print("mirror");
  cells(N, M, a, b);
  print("cells");
  branches(N, M, a, b);
  print("branches");
  prefixes(N, M, a, b);
  prefixes(0, -3, a, b);
  print("prefixes");
  steps(N, M, 5, a, b);
  print("steps");
  unread(N, M, a, b);
  print("unread");
  pairs(N, M, a, b);
  print("pairs");
}
