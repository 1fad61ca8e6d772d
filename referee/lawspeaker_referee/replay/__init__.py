"""Records played again: whether they verify, and what they say of each seat."""
