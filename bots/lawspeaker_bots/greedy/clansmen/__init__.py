"""How greedy plays Clansmen: rules of thumb in points of Respect."""
