"""One match as a pure state machine: events and times go in, messages and record entries come out.

It imports `config` and `codec`. It reads no clock, opens no file and uses neither asyncio nor gRPC.
"""
