"""Answers all questions of ``tests/answers`` again; the files keep the questions and their order."""

from __future__ import annotations

import json
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulesite.settings")
django.setup()

from games.catalogue import NAMES  # noqa: E402
from tests.test_answers import FOLDER, answered, approved  # noqa: E402

for game in NAMES:
    lines = [{"question": line["question"], "answer": answered(game, line["question"])} for line in approved(game)]
    (FOLDER / f"{game}.jsonl").write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
