"""What any program of this kind needs: vectors, small matrices, rotations, threads, Cholesky factors, compiled code."""
