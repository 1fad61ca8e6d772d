"""Chess and Chess960 for the Lawspeaker referee."""
