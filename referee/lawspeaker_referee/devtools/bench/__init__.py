"""The benchmarks of `lawspeaker bench`: they assert nothing and return medians."""
