"""What things cost here: nothing is asserted, everything is a median."""
