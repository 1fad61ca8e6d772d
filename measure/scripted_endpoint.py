"""An endpoint of the chat-completions form whose models are scripts: each answers legally after a fixed time.

    python -m measure.scripted_endpoint [--latency SECONDS]

Prints its address, and counts requests at `/counts`: how many there were, and how many at once at most. It ends when
stdin is closed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from asyncio import StreamReader, StreamWriter
from hashlib import blake2b
from typing import Any

_PICKS = re.compile(r"where picks has (?:exactly )?(\d+)(?: to (\d+))? of the numbers 0 to (\d+)")


def answer_of(body: dict[str, Any]) -> str:
    """Return a legal answer to what a request asks; which one depends on the model's name and the request."""
    asked = body["messages"][-1]["content"]
    found = _PICKS.search(asked, asked.rfind("Answer with one JSON object"))
    digest = blake2b(f"{body['model']} {asked}".encode(), digest_size=8).digest()
    picks: list[int] = []
    if found is not None:
        least, options = int(found[1]), int(found[3]) + 1
        first = int.from_bytes(digest, "big") % options
        picks = [(first + step) % options for step in range(least)]
    return json.dumps({"reason": f"{body['model']} takes these", "picks": picks})


class ScriptedEndpoint:
    """Answers each request after `latency` seconds."""

    def __init__(self, latency: float) -> None:
        self._latency = latency
        self.requests = self.most = self._now = 0

    async def serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Answer one request."""
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            if head.startswith(b"GET /counts"):
                self._write(writer, {"requests": self.requests, "most at once": self.most})
                return
            length = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
            assert length is not None
            body = json.loads(await reader.readexactly(int(length[1])))
            self.requests, self._now = self.requests + 1, self._now + 1
            self.most = max(self.most, self._now)
            await asyncio.sleep(self._latency)
            self._now -= 1
            self._write(writer, {
                "choices": [{"message": {"role": "assistant", "content": answer_of(body)}, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": len(body["messages"][-1]["content"]) // 4, "completion_tokens": 20}})
        except (OSError, asyncio.IncompleteReadError):
            pass  # who asked was killed
        finally:
            writer.close()

    def _write(self, writer: StreamWriter, body: dict[str, Any]) -> None:
        data = json.dumps(body).encode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
                     + str(len(data)).encode() + b"\r\n\r\n" + data)


async def _run(latency: float) -> None:
    server = await asyncio.start_server(ScriptedEndpoint(latency).serve, "127.0.0.1", 0, backlog=256)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    server.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--latency", type=float, default=0.05)
    asyncio.run(_run(parser.parse_args().latency))
