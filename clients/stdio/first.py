"""Takes the first options, as few as it may: a bot that needs no library. See docs/stdio.md."""

import json
import sys

for line in sys.stdin:
    ((kind, message),) = json.loads(line).items()
    if kind == "decisionRequest":
        picks = list(range(message["least"]))  # the thinking goes here
        answer = {"matchId": message["matchId"], "decisionId": message["decisionId"], "picks": picks}
        print(json.dumps({"answer": answer}), flush=True)
