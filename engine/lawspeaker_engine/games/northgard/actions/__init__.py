"""What players do: a file for each action, with what it takes and what it brings."""
