// Loops over what C++ keeps arrays in; prints sums of the results.
#include <array>
#include <cstdio>
#include <vector>

template <typename T> struct Matrix {
  Matrix(long Rows, long Columns)
      : Columns(Columns), Cells(Rows * Columns) {}
  T &operator()(long I, long J) { return Cells[I * Columns + J]; }
  const T &operator()(long I, long J) const { return Cells[I * Columns + J]; }
  long Columns;
  std::vector<T> Cells;
};

using Row = std::array<double, 96>;

void squares(std::array<Row, 96> &C, const std::array<Row, 96> &A) {
  for (int I = 0; I < 96; ++I)
    for (int J = 0; J < 96; ++J)
      for (int K = 0; K < 96; ++K)
        C[I][J] += A[I][K] * A[K][J];
}

template <typename T, int N> void smooth(T (&To)[N][N], const T (&From)[N][N]) {
  for (int I = 1; I < N - 1; ++I)
    for (int J = 1; J < N - 1; ++J)
      To[I][J] = (From[I - 1][J] + From[I + 1][J] + From[I][J]) / 3;
}

void blend(std::vector<float> &To, const std::vector<float> &From, int N) {
  float *__restrict Out = To.data();
  const float *In = From.data();
  for (int I = 1; I < N; ++I)
    for (int K = 0; K < 7; ++K)
      Out[I] += In[I - 1] * 0.5f + In[I];
}

void onEach(double (&A)[64][64], double Factor) {
  auto Work = [&](int I, int J) { A[I][J] = A[J][I] * Factor + I; };
  for (int I = 0; I < 64; ++I)
    for (int J = 0; J < 64; ++J)
      Work(I, J);
}

void product(Matrix<double> &C, const Matrix<double> &A,
             const Matrix<double> &B, int N) {
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J)
      for (int K = 0; K < N; ++K)
        C(I, J) += A(I, K) * B(K, J);
}

static std::array<Row, 96> A, C;
static float From[50][50], To[50][50];
static double Square[64][64];

int main() {
  for (int I = 0; I < 96; ++I)
    for (int J = 0; J < 96; ++J)
      A[I][J] = (I * 7 + J * 3) % 11 * 0.25;
  for (int I = 0; I < 50; ++I)
    for (int J = 0; J < 50; ++J)
      From[I][J] = (I * 5 + J) % 13 * 0.5f;
  for (int I = 0; I < 64; ++I)
    for (int J = 0; J < 64; ++J)
      Square[I][J] = I - J * 0.5;
  std::vector<float> In(300), Out(300);
  for (int I = 0; I < 300; ++I)
    In[I] = I % 17;
  Matrix<double> X(40, 40), Y(40, 40), Z(40, 40);
  for (int I = 0; I < 40; ++I)
    for (int J = 0; J < 40; ++J)
      X(I, J) = I + 0.1 * J, Y(I, J) = J - 0.2 * I;
  squares(C, A);
  smooth(To, From);
  blend(Out, In, 300);
  onEach(Square, 1.25);
  product(Z, X, Y, 40);
  double Sum = 0;
  for (int I = 0; I < 96; ++I)
    for (int J = 0; J < 96; ++J)
      Sum = Sum * 0.999 + C[I][J];
  std::printf("%a\n", Sum);
  for (int I = 0; I < 50; ++I)
    for (int J = 0; J < 50; ++J)
      Sum = Sum * 0.999 + To[I][J];
  std::printf("%a\n", Sum);
  for (float V : Out)
    Sum = Sum * 0.999 + V;
  std::printf("%a\n", Sum);
  for (int I = 0; I < 64; ++I)
    for (int J = 0; J < 64; ++J)
      Sum = Sum * 0.999 + Square[I][J];
  std::printf("%a\n", Sum);
  for (double V : Z.Cells)
    Sum = Sum * 0.999 + V;
  std::printf("%a\n", Sum);
}
