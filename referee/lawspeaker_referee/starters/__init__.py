"""Projects to begin a bot with: a folder of templates a language, and `shared`, which is in all of them."""
