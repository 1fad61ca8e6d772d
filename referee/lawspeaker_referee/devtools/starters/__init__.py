"""Starter projects for bots: a folder of templates a language; `shared` is in all of them.

It copies text and starts nothing.
"""
