"""Modules: values that edit the table of a match. Each is a file; `tables.MODULES` lists them."""
