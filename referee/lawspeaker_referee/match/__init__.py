"""One match as a pure state machine: what is asked, what an answer is worth, what time and faults cost."""
