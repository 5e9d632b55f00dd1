// Only what is observed after the region is stored; everything is, unless an
// option says otherwise.
//
// RUN: %stevedore --evaluate=n=10,T1=4 %s -- | FileCheck --check-prefix=BOTH %s
// RUN: %stevedore --live-out=b,c --evaluate=n=10,T1=4 %s -- | FileCheck --check-prefix=BOTH %s
// BOTH: "name": "b"
// BOTH-NEXT: "ratio"
// BOTH-NEXT: "stores": 10
// BOTH: "name": "c"
// BOTH-NEXT: "ratio"
// BOTH-NEXT: "stores": 10
//
// RUN: %stevedore --live-out=c --evaluate=n=10,T1=4 %s -- | FileCheck --check-prefix=ONE %s
// RUN: %stevedore --local=b --evaluate=n=10,T1=4 %s -- | FileCheck --check-prefix=ONE %s
// ONE: "name": "b"
// ONE-NEXT: "ratio"
// ONE-NEXT: "stores": 0
// ONE: "name": "c"
// ONE-NEXT: "ratio"
// ONE-NEXT: "stores": 10
//
// RUN: %stevedore --live-out= --evaluate=n=10,T1=4 %s -- | FileCheck --check-prefix=NONE %s
// NONE: "name": "b"
// NONE-NEXT: "ratio"
// NONE-NEXT: "stores": 0
// NONE: "name": "c"
// NONE-NEXT: "ratio"
// NONE-NEXT: "stores": 0

void f(int n, const double *a, double *b, double *c)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    b[i] = 2 * a[i];
    c[i] = b[i] + a[i];
  }
#pragma endscop
}
