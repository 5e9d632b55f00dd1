! Five loop nests; prints the sum of each result.

! C = C + A B
subroutine product(n, m, p, a, b, c)
  implicit none
  integer, intent(in) :: n, m, p
  double precision, intent(in) :: a(n, p), b(p, m)
  double precision, intent(inout) :: c(n, m)
  integer :: i, j, k
  do j = 1, m
    do k = 1, p
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
end subroutine

! Two arrays in turns, each the mean of neighbours in the other.
subroutine smooth(steps, n, a, b)
  implicit none
  integer, intent(in) :: steps, n
  double precision, intent(inout) :: a(n, n), b(n, n)
  integer :: t, i, j
  do t = 1, steps
    do j = 2, n - 1
      do i = 2, n - 1
        b(i, j) = 0.25d0 * (a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))
      end do
    end do
    do j = 2, n - 1
      do i = 2, n - 1
        a(i, j) = 0.25d0 * (b(i - 1, j) + b(i + 1, j) + b(i, j - 1) + b(i, j + 1))
      end do
    end do
  end do
end subroutine

! B = L B with a lower triangle L, from the last row on.
subroutine triangle(n, m, l, b)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(in) :: l(n, n)
  double precision, intent(inout) :: b(n, m)
  integer :: i, j, k
  do j = 1, m
    do i = 1, n
      do k = i + 1, n
        b(i, j) = b(i, j) + l(k, i) * b(k, j)
      end do
    end do
  end do
end subroutine

! y = y + A' x
subroutine transposed(n, m, a, x, y)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: a(n, m), x(n)
  real, intent(inout) :: y(m)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      y(j) = y(j) + a(i, j) * x(i)
    end do
  end do
end subroutine

! Integers, every second row.
subroutine rows(n, a, b)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: a(n, n)
  integer, intent(inout) :: b(n, n)
  integer :: i, j
  do j = 1, n, 2
    do i = 1, n
      b(i, j) = b(i, j) * 3 + a(j, i)
    end do
  end do
end subroutine

program main
  implicit none
  double precision :: a(30, 20), b(20, 25), c(30, 25), g(23, 23), h(23, 23)
  real :: s(19, 31), x(19), y(31)
  integer :: i, j, k(17, 17), l(17, 17)
  do j = 1, 20
    do i = 1, 30
      a(i, j) = mod(i * 3 + j, 7) * 0.5d0
    end do
  end do
  do j = 1, 25
    do i = 1, 20
      b(i, j) = mod(i + j * 5, 11) * 0.25d0
    end do
  end do
  do j = 1, 23
    do i = 1, 23
      g(i, j) = mod(i * j, 13) * 0.125d0
    end do
  end do
  do j = 1, 31
    do i = 1, 19
      s(i, j) = mod(i + j, 5) * 0.5
    end do
    y(j) = 1.0
  end do
  do i = 1, 19
    x(i) = mod(i, 3)
  end do
  do j = 1, 17
    do i = 1, 17
      k(i, j) = i + 2 * j
      l(i, j) = i - j
    end do
  end do
  c = 1d0
  h = 0d0
  call product(30, 25, 20, a, b, c)
  print *, sum(c)
  call smooth(9, 23, g, h)
  print *, sum(g), sum(h)
  call triangle(23, 23, g, h)
  print *, sum(h)
  call transposed(19, 31, s, x, y)
  print *, sum(y)
  call rows(17, k, l)
  print *, sum(l)
end program
