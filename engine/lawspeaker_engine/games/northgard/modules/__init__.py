"""Modules: values that edit the table of a match. Each is a file; `composition.MODULES` lists them."""
