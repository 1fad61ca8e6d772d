"""Ladders: bots stay connected and are matched as long as they are there; needs the extra `lawspeaker[tournament]`."""
