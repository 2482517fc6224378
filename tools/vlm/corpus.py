"""Text drawn from the phantom cube without rendering an image: for the tokenizer and for the text stage.

The text stage imagines a case's attributes, lets the generator ask its own questions about them, and shows the
answers to the model either as attribute vectors in the image's place or as words in the prompt.
"""

import random
import sys
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).resolve().parent.parent / "phantom"))

import vocabulary as words  # noqa: E402
from questions import Question, ask  # noqa: E402
from vocabulary import ATTRIBUTES  # noqa: E402

from chat import multiple_choice_prompt  # noqa: E402

ALL_LABELS = tuple(dict.fromkeys(label for labels in ATTRIBUTES.values() for label in labels if label != words.NONE))


def imagine(rng: np.random.Generator) -> tuple[dict[str, str], tuple[Question, ...]]:
    """Attributes that could be a case's, and the generator's questions about them."""

    def pick(labels):
        return labels[int(rng.integers(len(labels)))] if labels else words.NONE

    region, modality = combo = pick(tuple(words.COMBINATIONS))
    healthy = rng.random() < 0.3
    attributes = {
        "modality": modality,
        "region": region,
        "organ": words.ORGANS[region],
        "view": pick(words.VIEWS[combo]),
        "protocol": pick(words.PROTOCOLS[combo]),
        "roi": pick((words.NONE, words.LESION, *words.STRUCTURES[combo])),
        "abnormal": "No" if healthy else "Yes",
        "disease": words.HEALTHY if healthy else pick(words.DISEASES[combo]),
        "grade": "Absent" if healthy else pick(words.GRADES[1:]),
        "shape": words.NONE if healthy else pick((words.NONE, *words.SHAPES)),
        "margin": words.NONE if healthy else pick((words.NONE, *words.MARGINS)),
    }
    return attributes, ask(rng, region, modality, attributes)


def with_stranger(question: Question, rng: np.random.Generator) -> Question:
    """The question with one wrong option replaced by a label of any category."""
    wrong = [i for i in range(len(question.options)) if i != question.answer]
    stranger = ALL_LABELS[int(rng.integers(len(ALL_LABELS)))]
    if not wrong or stranger in question.options:
        return question
    options = list(question.options)
    options[wrong[int(rng.integers(len(wrong)))]] = stranger
    return Question(question.task, question.question, tuple(options), question.answer)


def stated(question: Question, attributes: dict[str, str], rng: np.random.Generator) -> Question:
    """The question with the case's findings stated in words before it, so that no image is needed."""
    facts = [label for label in attributes.values() if label not in (words.NONE, "Yes", "No")]
    facts.append(question.options[question.answer])
    facts = [facts[i] for i in rng.permutation(len(facts))]
    text = f"Findings: {', '.join(dict.fromkeys(facts))}. {question.question}"
    return Question(question.task, text, question.options, question.answer)


def tokenizer_corpus(rng: random.Random, cases: int = 4000):
    """Prompts and their answers, and the labels both in running text and at the start of a line."""
    numpy_rng = np.random.default_rng(rng.randrange(2**32))
    for _ in range(cases):
        attributes, questions = imagine(numpy_rng)
        for q in questions:
            yield multiple_choice_prompt(q.question, q.options)
        yield "Assistant: " + ", ".join(attributes.values()) + "".join(f" {letter}" for letter in "ABCD")
        yield "User: " + stated(questions[-1], attributes, numpy_rng).question.lower()
    for label in ALL_LABELS:
        yield f"{label} {label.lower()} {label.upper()}"
