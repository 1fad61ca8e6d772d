"""Positions in which one answer is clearly the best, labelled by the skill that finding it needs.

- `choosing`: finds them among the decisions of records;
- `labels`: the skill that a position asks for;
- `files`: positions as JSON lines, and the ones that come with the referee;
- `scores`: how many of them a bot answers well, by skill.
"""
