"""What the answers of a match were worth: each beside the best that `search` finds, from what its seat knew.

- `judgement`: one decision, judged; `regret` judges a sample of a record;
- `lines`: an analysis as JSON lines, which a second run goes on with;
- `totals`: what was lost by seat, kind of prompt and phase of the game.
"""
