"""The benchmarks of `lawspeaker bench`. They assert nothing and print medians."""
