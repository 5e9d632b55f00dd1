#include <cstdio>

// Constructors without arguments that give values.
struct Sum {
  int value;
  Sum() : value(0) {}
  void add(int x) { value += x; }
};
struct Preset {
  int a = 1, b = 2;
};
struct Plain {
  int a, b;
};

void sums(int n, const int *A, int *B) {
  for (int i = 0; i < n; i++) {
    Sum sum;
    for (int j = 0; j <= i; j++)
      sum.add(A[j]);
    B[i] = sum.value;
  }
}

void presets(int n, const int *A, int *B) {
  for (int i = 0; i < n; i++) {
    Preset preset;
    preset.a += A[i];
    B[i] = preset.a * 10 + preset.b;
  }
}

void zeros(int n, const int *A, int *B) {
  for (int i = 0; i < n; i++) {
    Plain plain = Plain();
    plain.a += A[i];
    B[i] = plain.a * 10 + plain.b;
  }
}

// Classes whose values are made from others only, or never assigned.
struct Made {
  int a, b;
  Made(int x) : a(x), b(x + 1) {}
};

void madeOf(int n, const int *A, int *B) {
  for (int i = 0; i < n; i++) {
    Made made(A[i]);
    B[i] = made.a * made.b;
  }
}

struct Fixed {
  const int a;
  int b;
};

void fixed(int n, const int *A, int *B) {
  for (int i = 0; i < n; i++) {
    Fixed value{A[i], i};
    value.b += 2;
    B[i] = value.a * value.b;
  }
}

enum class Level : int { Low, Middle, High };

void levels(int n, const int *A, int *B) {
  for (int i = 0; i < n; i++) {
    Level level{1};
    if (A[i] > 2)
      level = Level::High;
    B[i] += static_cast<int>(level);
  }
}

// Members that are called like what grants them.
class Granted {
  int *pointer, *grant;

public:
  Granted(int *p, int *q) : pointer(p), grant(q) {}
  void add(int i) { pointer[i] += grant[i - 1]; }
};

void granted(int n, int *B) {
  Granted object(B, B);
  for (int i = 1; i < n; i++)
    object.add(i);
}

// What is stored may be the size.
class Grid {
  int width, *cells;

public:
  Grid(int w, int *p) : width(w), cells(p) {}
  void add(int y, int x) { cells[y * width + x] += x; }
};

void sizeOfGrid(int n, int *B) {
  Grid grid(n, B);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      grid.add(i, j);
}

// Names that mean something else where a function is called.
int k = 3, table[8];
typedef short Word;
static void count(int i, int *B) {
  table[i] += k;
  B[i] += table[i];
}
static void narrow(int i, int *B) {
  Word w = B[i] * 20000;
  B[i] = w;
}
static Word narrowed(int i, const int *A) { return A[i] * 20000; }
static int plusK(int i, const int *A) { return A[i] + k; }

namespace inner {
int k = 50, table[8];
typedef long long Word;
void counted(int n, int *B) {
  for (int i = 0; i < n; i++)
    count(i, B);
}
void narrow(int n, int *B) {
  for (int i = 0; i < n; i++)
    ::narrow(i, B);
}
void narrowed(int n, const int *A, int *B) {
  for (int i = 0; i < n; i++)
    B[i] = ::narrowed(i, A);
}
} // namespace inner

namespace user {
using inner::k;
void with(int n, const int *A, int *B) {
  for (int i = 0; i < n; i++)
    B[i] = plusK(i, A);
}
} // namespace user

struct Counted {
  int k = 90, table[8] = {};
};
struct Counter : Counted {
  void counted(int n, int *B) {
    for (int i = 0; i < n; i++)
      count(i, B);
  }
};

// Members that a derived class has, too.
struct Base {
  int z;
  int get() const { return z; }
};
struct Derived : Base {
  int z;
};

void hidden(int n, const int *A, int *B) {
  static Derived d[8];
  for (int i = 0; i < n; i++) {
    d[i].z = A[i];
    d[i].Base::z = i;
  }
  for (int i = 0; i < n; i++)
    B[i] = d[i].get();
}

void hiddenByReference(int n, const int *A, int *B) {
  static Derived d[8];
  for (int i = 0; i < n; i++) {
    Base &b = d[i];
    b.z = i;
    d[i].z = A[i];
    B[i] = b.z;
  }
}

void hiddenInObject(int n, const int *A, int *B) {
  Derived d;
  Base &b = d;
  d.z = 5;
  b.z = 7;
  for (int i = 0; i < n; i++) {
    d.z += A[i];
    b.z += 1;
    B[i] = d.z * 100 + b.z;
  }
}

// Objects that a conversion and that arguments make.
struct Number {
  int value;
  Number() {}
  Number(double d) : value(100 + d) {}
  explicit Number(int i) : value(i) {}
};

void converted(int n, const int *A, int *B) {
  for (int i = 0; i < n; i++) {
    Number number = A[i];
    B[i] = number.value;
  }
}

// Constructors that read what changes.
struct Reader {
  int value;
  Reader() {}
  Reader(int a) : value(a * 10 + k) {}
};
static int take(Reader r) { return r.value; }

void readers(int n, const int *A, int *B) {
  for (int i = 0; i < n; i++) {
    k += A[i];
    Reader r(A[i]);
    B[i] = r.value;
  }
}

void taken(int n, const int *A, int *B) {
  for (int i = 0; i < n; i++) {
    k += A[i];
    B[i] = take(A[i]);
  }
}

static int shifted(int x, int by = k) { return x * 10 + by; }

void shift(int n, const int *A, int *B) {
  for (int i = 0; i < n; i++) {
    k += A[i];
    B[i] = shifted(A[i]);
  }
}

static void show(const char *name, int *B) {
  std::printf("%s:", name);
  for (int i = 0; i < 5; i++) {
    std::printf(" %d", B[i]);
    B[i] = i;
  }
  std::printf(" | %d %d\n", table[1], k);
}

int main() {
  const int A[5] = {1, 2, 3, 4, 5};
  int B[5] = {0, 1, 2, 3, 4};
  inner::counted(5, B);
  show("inner::counted", B);
  inner::narrow(5, B);
  show("inner::narrow", B);
  inner::narrowed(5, A, B);
  show("inner::narrowed", B);
  user::with(5, A, B);
  show("user::with", B);
  Counter counter;
  counter.counted(5, B);
  show("Counter::counted", B);
  sums(5, A, B);
  show("sums", B);
  presets(5, A, B);
  show("presets", B);
  zeros(5, A, B);
  show("zeros", B);
  madeOf(5, A, B);
  show("madeOf", B);
  fixed(5, A, B);
  show("fixed", B);
  levels(5, A, B);
  show("levels", B);
  granted(5, B);
  show("granted", B);
  sizeOfGrid(2, B);
  show("sizeOfGrid", B);
  hidden(5, A, B);
  show("hidden", B);
  hiddenByReference(5, A, B);
  show("hiddenByReference", B);
  hiddenInObject(5, A, B);
  show("hiddenInObject", B);
  converted(5, A, B);
  show("converted", B);
  readers(5, A, B);
  show("readers", B);
  taken(5, A, B);
  show("taken", B);
  shift(5, A, B);
  show("shift", B);
}
