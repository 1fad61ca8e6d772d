"""Hostile bots that leave their stream."""

from __future__ import annotations

import asyncio

import grpc.aio

from lawspeaker_referee.hostile.raw import NETWORK, Hostile, Line, Returning


class HangsUp(Hostile):
    """Answers once, and breaks the stream off when it is asked again."""

    name = "hangs-up"
    faults = (NETWORK,)

    async def listen(self, line: Line) -> None:
        """Play up to the second request, then hang up."""
        while (message := await line.read()) is not None:
            for data in self.hear(message):
                if len(self.asked) > 1:
                    line.hang_up()
                    return
                await line.write(data)


class SaysNoMore(Hostile):
    """Closes its own side of the stream when it is asked for a decision, and goes on listening."""

    name = "says-no-more"
    faults = (NETWORK,)

    async def listen(self, line: Line) -> None:
        """Listen to the end, which comes soon."""
        while (message := await line.read()) is not None:
            self.hear(message)
            if message.HasField("decision_request"):
                await line.say_no_more()


class ComesAndGoes(Returning):
    """Breaks its stream off at every decision, dials again, and answers when it is asked again."""

    name = "comes-and-goes"

    async def listen(self, line: Line) -> None:
        """Play until a decision is asked for the first time."""
        while (message := await line.read()) is not None:
            replies = self.hear(message)
            if message.HasField("decision_request") and self.asked.count(self.asked[-1]) == 1:
                line.hang_up()
                return
            for data in replies:
                await line.write(data)


class Twins(Hostile):
    """Comes twice with one token, and plays on whichever stream it is asked."""

    name = "twins"

    async def attack(self, channel: grpc.aio.Channel, token: str) -> None:
        """Play both streams at once."""
        await asyncio.gather(super().attack(channel, token), super().attack(channel, token))
