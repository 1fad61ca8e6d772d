"""Files of an evaluation for tests."""

from __future__ import annotations

from pathlib import Path

from lawspeaker_referee.config.evaluation import EvaluationConfig, read_evaluation

MODELS = """
[endpoints.one]
url = "{url}"
model = "small-1"
key_variable = "MODELS_KEY"
temperature = 0.5
input_price = 1.0
output_price = 2.0

[endpoints.two]
url = "{url}"
model = "small-2"

[memory]
kind = "turns"
turns = 2
"""
FILE = """
name = "paper"
rounds = 1
limit = 4

[[models]]
name = "one"
chat = "models.toml"
endpoint = "one"

[[models]]
name = "two"
chat = "models.toml"
endpoint = "two"
limit = 3

[[yardsticks]]
name = "random"
spec = "random"

[[setups]]
game = "northgard"
players = 2

[[setups]]
name = "short"
game = "pax_viking"
players = 2
rounds = 2
"""


def write(folder: Path, text: str = FILE, url: str = "http://127.0.0.1:9/v1", models: str = MODELS) -> Path:
    (folder / "models.toml").write_text(models.format(url=url))
    path = folder / "paper.toml"
    path.write_text(text)
    return path


def read(folder: Path, text: str = FILE, models: str = MODELS) -> EvaluationConfig:
    return read_evaluation(write(folder, text, models=models), {"MODELS_KEY": "secret"})
