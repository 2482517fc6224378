"""What every family is asked."""

from dataclasses import dataclass, replace

LETTERS = "ABCD"


@dataclass(frozen=True)
class Case:
    name: str
    images: tuple[str, ...]
    text: str
    #: Role and parts of each turn, a part being text or the number of an image; by default the images, then the text.
    turns: tuple[tuple[str, tuple[str | int, ...]], ...] = ()

    def numbered(self, n: int) -> "Case":
        """The same with another last line, for a model that hesitates over this one."""
        if n == 0:
            return self
        *before, (role, (*parts, text)) = self.turns
        return replace(self, turns=(*before, (role, (*parts, f"{text} This is number {n}."))))


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
    Case(
        "placed",
        ("wide", "second", "small"),
        question("Which of them shows another organ?", "The first", "The second", "The third"),
        turns=(
            (
                "user",
                (
                    "The first: ",
                    0,
                    "\nThe second: ",
                    1,
                    "\nThe third: ",
                    2,
                    question("Which of them shows another organ?", "The first", "The second", "The third"),
                ),
            ),
        ),
    ),
    Case(
        "turns",
        ("second", "wide"),
        PLAIN,
        turns=(("user", (0, PLAIN)), ("assistant", ("B",)), ("user", (1, PLAIN))),
    ),
    Case("none", (), question("How many lungs are there?", "1", "2", "3", "4")),
)


def turns(case: Case) -> tuple[tuple[str, tuple[str | int, ...]], ...]:
    return case.turns or (("user", (*range(len(case.images)), case.text)),)


def messages(case: Case) -> list[dict]:
    """As a chat template takes them."""
    part = lambda it: {"type": "text", "text": it} if isinstance(it, str) else {"type": "image"}
    return [{"role": role, "content": [part(it) for it in parts]} for role, parts in turns(case)]


def turn_rows(case: Case) -> list[dict]:
    """As the page takes them."""
    part = lambda it: {"type": "text", "text": it} if isinstance(it, str) else {"type": "image", "image": it}
    return [{"role": role, "parts": [part(it) for it in parts]} for role, parts in case.turns]
