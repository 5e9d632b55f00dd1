/* The nearest of some centres for each point, and the sums over those that have
   one centre. */
//@ function kmeans
//@ size n k d
//@ grid 0,1,0 1,1,1 4,3,2 9,5,3
//@ array points double [n][d]
//@ array centres double [k][d]
//@ array label int [n]
//@ array count int [k]
//@ array sum double [k][d]
//@ call kmeans(n, k, d, points, centres, label, count, sum)
void kmeans(int n, int k, int d, double points[restrict n][d],
            double centres[restrict k][d], int label[restrict n],
            int count[restrict k], double sum[restrict k][d]) {
#pragma scop
  for (int i = 0; i < n; i++) {
    double best = 1e30;
    label[i] = 0;
    for (int c = 0; c < k; c++) {
      double distance = 0;
      for (int j = 0; j < d; j++)
        distance += (points[i][j] - centres[c][j]) *
                    (points[i][j] - centres[c][j]);
      if (distance < best) {
        best = distance;
        label[i] = c;
      }
    }
    count[label[i]]++;
    for (int j = 0; j < d; j++)
      sum[label[i]][j] += points[i][j];
  }
#pragma endscop
}
