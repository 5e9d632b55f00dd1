// Which elements are in a part of an array may depend on the size of the tiles
// that load an element once together: then these are counted one by one.
// RUN: %stevedore --print=counts %s -- | FileCheck %s
// RUN: %stevedore --evaluate=n=4,T1=3 %s -- | FileCheck %s --check-prefix=NUMBERS
// CHECK-NOT: internal error
// CHECK: loads of A, summed in closed form
// CHECK-NEXT: I1
// CHECK-NOT: internal error
// NUMBERS: "loads": 4
unsigned char A[200][200];
void shear(int n) {
#pragma scop
  for (int i = 0; i <= n; i += 3)
    A[3 * i + 100][102 - 2 * i] =
        A[3 * i + 98][100 - 2 * i] ^ A[4 * i + 102][100 - i];
#pragma endscop
}
