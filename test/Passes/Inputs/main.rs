// Prints the sum of the result of each kernel.
extern "C" {
    fn product(n: usize, m: usize, p: usize, a: *const f64, b: *const f64, c: *mut f64);
    fn multiply(a: &[[f64; 40]; 30], x: &[f64; 40], y: &mut [f64; 30]);
    fn smooth(steps: usize, n: usize, a: *mut f64, b: *mut f64);
    fn columns(a: &[[i32; 24]; 24], s: &mut [i32; 24]);
    fn triangle(n: usize, m: usize, a: *const f32, c: *mut f32);
}

fn main() {
    let (n, m, p) = (21, 17, 13);
    let a: Vec<f64> = (0..n * p).map(|i| (i % 7) as f64 * 0.5).collect();
    let b: Vec<f64> = (0..p * m).map(|i| (i % 5) as f64 * 0.25).collect();
    let mut c = vec![1.0; n * m];
    let mut f = [[0.0; 40]; 30];
    let mut y = [0.25; 30];
    let mut u: Vec<f64> = (0..50).map(|i| (i % 11) as f64).collect();
    let mut v = vec![0.0; 50];
    let mut k = [[0; 24]; 24];
    let mut s = [1; 24];
    let g: Vec<f32> = (0..32 * 20).map(|i| (i % 6) as f32).collect();
    let mut t = vec![1.0; 32 * 32];
    for i in 0..30 {
        for j in 0..40 {
            f[i][j] = ((i * j) % 9) as f64;
        }
    }
    for i in 0..24 {
        for j in 0..24 {
            k[i][j] = (i * 5 + j) as i32;
        }
    }
    unsafe {
        product(n, m, p, a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
        multiply(&f, &[0.5; 40], &mut y);
        smooth(9, 50, u.as_mut_ptr(), v.as_mut_ptr());
        columns(&k, &mut s);
        triangle(32, 20, g.as_ptr(), t.as_mut_ptr());
    }
    println!("{}", c.iter().sum::<f64>());
    println!("{}", y.iter().sum::<f64>());
    println!("{} {}", u.iter().sum::<f64>(), v.iter().sum::<f64>());
    println!("{:?}", s);
    println!("{}", t.iter().sum::<f32>());
}
