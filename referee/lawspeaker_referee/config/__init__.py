"""Checks what people write in files and options: clocks, fault policies, limits, bots, tournaments, referees.

It imports no other package of the referee: it opens no sockets, starts no processes and knows no running match.
"""
