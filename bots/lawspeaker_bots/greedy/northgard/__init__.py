"""How greedy plays Northgard: rules of thumb in hundredths of a point of fame."""
