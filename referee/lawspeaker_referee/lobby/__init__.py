"""The referee that bots dial in to: it makes matches of them, one after another, and goes on after a kill."""
