"""The referee: matches as state machines, the bots' wire, the record and the command line."""
