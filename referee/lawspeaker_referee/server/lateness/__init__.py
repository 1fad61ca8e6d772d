"""Finds out who is late when a decision's time is up: the bot, or the referee itself.

A bot must not lose time, or a match, because the referee was busy. But an answer that the referee reads late looks just
like an answer that came late: it may have waited in the kernel, in gRPC or in the event loop for as long as the referee
had other things to do. So before the referee calls a bot late, it must prove that it was not late itself. Three parts
of the proof are here, and nowhere else:

1. `running_time`: time in which this process did not run at all (it was stopped, or got no processor) is no time. All
   time limits are measured on this clock.
2. `read_barrier`: an answer that came before a moment is read before anything that came later. So the referee sends a
   message to itself through gRPC, a probe, and waits until it is read: then everything that came before the probe was
   sent has been read too, and an answer that is still missing is late. In the meantime the same module says how long
   a message that is read now may have waited; that time is not charged.
3. `probe`: the connections on which probes go.

`server.deadline_timer` uses them when a time limit is over, `server.connection` for each message that it reads or
writes. These modules import nothing of `server`, so that every part of it may import them.
"""
