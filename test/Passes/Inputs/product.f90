! A product of matrices; prints the sum of the result.
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

program main
  implicit none
  double precision :: a(30, 20), b(20, 25), c(30, 25)
  integer :: i, j
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
  c = 1d0
  call product(30, 25, 20, a, b, c)
  print *, sum(c)
end program
