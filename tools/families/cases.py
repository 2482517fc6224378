"""What every family is asked."""

from dataclasses import dataclass

LETTERS = "ABCD"


@dataclass(frozen=True)
class Case:
    name: str
    images: tuple[str, ...]
    text: str


def question(ask: str, *options: str) -> str:
    """The benchmark's own prompt."""
    lines = "\n".join(f"{letter}. {option}" for letter, option in zip(LETTERS, options))
    return f"Question: {ask}\nOptions:\n{lines}\nAnswer with the option's letter from the given choices directly."


PLAIN = question("Which imaging modality is shown?", "CT", "MRI", "Ultrasound", "X-ray")
LONG = question(
    "The patient is 63 years old and has had a cough for three weeks. " * 3
    + "There was no fever; the cough is dry, worse at night, and came on after a journey. "
    + "Given all that was said and what the image shows, which finding is the most likely one?",
    "A small, round and bright lesion in the left lung",
    "No lesion, no effusion and no fracture",
    "Größere Raumforderung, 大小 > 3 cm",
    "None of these can be said from one image alone",
)

CASES = (
    Case("plain", ("square",), PLAIN),
    Case("long", ("square",), LONG),
    Case("wide", ("wide",), PLAIN),
    Case("tall", ("tall",), PLAIN),
    Case("small", ("small",), PLAIN),
    Case("two", ("wide", "second"), question("Do both images show the same organ?", "Yes", "No")),
    Case("none", (), question("How many lungs are there?", "1", "2", "3", "4")),
)


def turn(case: Case) -> list[dict]:
    """One user turn: the images, then the text."""
    content = [{"type": "image"} for _ in case.images] + [{"type": "text", "text": case.text}]
    return [{"role": "user", "content": content}]
