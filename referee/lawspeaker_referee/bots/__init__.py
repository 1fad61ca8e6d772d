"""The processes of bots that the referee starts: walls, limits, and what they print."""
