"""Evaluations of models: a tournament for each setup, one folder and ledger for all, one report.

They are played by the machinery of tournaments; what is here makes the tournaments of a file, and counts requests.
"""
