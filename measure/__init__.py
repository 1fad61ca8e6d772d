"""What measures the project: `.venv/bin/python -m measure` in a clone, and modules of their own commands.

Nothing of it is installed. `lawspeaker bench` measures what users ask of a machine: engine, referee and records.
"""
