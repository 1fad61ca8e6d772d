"""A match among its bots: who is heard when, and whose time is up."""
