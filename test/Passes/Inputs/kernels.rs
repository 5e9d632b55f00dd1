// Five loop nests, over memory that pointers show and over arrays with bounds.

/// C = C + A B
#[no_mangle]
pub unsafe extern "C" fn product(n: usize, m: usize, p: usize, a: *const f64, b: *const f64, c: *mut f64) {
    for i in 0..n {
        for j in 0..m {
            for k in 0..p {
                *c.add(i * m + j) += *a.add(i * p + k) * *b.add(k * m + j);
            }
        }
    }
}

/// y = y + A x; every index is tested.
#[no_mangle]
pub extern "C" fn multiply(a: &[[f64; 40]; 30], x: &[f64; 40], y: &mut [f64; 30]) {
    for i in 0..30 {
        for j in 0..40 {
            y[i] += a[i][j] * x[j];
        }
    }
}

/// Two arrays in turns, each the mean of neighbours in the other.
#[no_mangle]
pub unsafe extern "C" fn smooth(steps: usize, n: usize, a: *mut f64, b: *mut f64) {
    for _ in 0..steps {
        for i in 1..n - 1 {
            *b.add(i) = (*a.add(i - 1) + *a.add(i) + *a.add(i + 1)) / 3.0;
        }
        for i in 1..n - 1 {
            *a.add(i) = (*b.add(i - 1) + *b.add(i) + *b.add(i + 1)) / 3.0;
        }
    }
}

/// Sums of integers in columns.
#[no_mangle]
pub extern "C" fn columns(a: &[[i32; 24]; 24], s: &mut [i32; 24]) {
    for i in 0..24 {
        for j in 0..24 {
            s[i] = s[i].wrapping_mul(3).wrapping_add(a[j][i]);
        }
    }
}

/// The lower triangle of C = C + A A'.
#[no_mangle]
pub unsafe extern "C" fn triangle(n: usize, m: usize, a: *const f32, c: *mut f32) {
    for i in 0..n {
        for j in 0..i {
            for k in 0..m {
                *c.add(i * n + j) += *a.add(i * m + k) * *a.add(j * m + k);
            }
        }
    }
}
