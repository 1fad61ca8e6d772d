"""Starter projects for bots: a folder of templates a language, and `shared`, which is in all of them."""
