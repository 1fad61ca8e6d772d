"""Games of OpenSpiel, judged by OpenSpiel, for the Lawspeaker referee."""
