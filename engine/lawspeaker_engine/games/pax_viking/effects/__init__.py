"""What the verbs of abilities do: a file has a table of its verbs, and `deeds` puts them together."""
