"""What is made from kernels: tables, retrograde analysis, batches, tree search, threads."""
