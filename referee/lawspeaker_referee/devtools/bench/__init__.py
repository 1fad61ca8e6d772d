"""The benchmarks of `lawspeaker bench`: they assert nothing and return medians.

They may use every layer but `cli`, and nothing else uses them.
"""
