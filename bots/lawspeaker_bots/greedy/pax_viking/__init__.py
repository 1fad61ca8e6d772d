"""How greedy plays Pax Viking: rules of thumb in Followers."""
