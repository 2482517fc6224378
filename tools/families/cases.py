"""What every family is asked."""

from dataclasses import dataclass, field, replace

LETTERS = "ABCD"


@dataclass(frozen=True)
class Case:
    name: str
    images: tuple[str, ...]
    text: str
    #: Role and parts of each turn, a part being text or the number of an image; by default the images, then the text.
    turns: tuple[tuple[str, tuple[str | int, ...]], ...] = ()
    #: How finely the image is shown, as the page names it, and the same as settings of the family's image processor.
    detail: str = ""
    settings: dict = field(default_factory=dict)

    def numbered(self, n: int) -> "Case":
        """The same with another last line, for a model that hesitates over this one."""
        if n == 0:
            return self
        if not self.turns:
            return replace(self, text=f"{self.text} This is number {n}.")
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


def split(**more) -> dict:
    return {"do_image_splitting": True, **more}


IDEFICS = {"tiles:1": {"do_image_splitting": False}, "side:64": split(size={"longest_edge": 64})}
AREAS = {
    "pixels:1600": {"size": {"shortest_edge": 1024, "longest_edge": 1600}},
    "pixels:768": {"size": {"shortest_edge": 768, "longest_edge": 768}},
}
SIDES = {"side:48": {"size": {"longest_edge": 48}}, "side:64": {"size": {"longest_edge": 64}}}
#: By family, the details that its processor can be asked for; families that are missing have no such setting.
DETAILS = {
    "smolvlm": IDEFICS,
    "idefics3": IDEFICS,
    "idefics3_whole": {"side:64": split(size={"longest_edge": 64}), "side:96": split()},
    **dict.fromkeys(("qwen2_vl", "qwen2_5_vl", "qwen3_vl", "qwen3_vl_moe", "qwen3_5", "qwen3_5_moe"), AREAS),
    "glm_ocr": {
        "pixels:1600": {"size": {"shortest_edge": 2048, "longest_edge": 3200}},
        "pixels:768": {"size": {"shortest_edge": 1536, "longest_edge": 1536}},
    },
    "internvl": {"tiles:1": {"max_patches": 1}, "tiles:4": {"max_patches": 4}},
    "lfm2_vl": {"tiles:1": {"do_image_splitting": False}, "tiles:2": {"max_tiles": 2}},
    "mistral3": SIDES,
    "lighton_ocr": SIDES,
}


def detail_cases(family: str) -> tuple[Case, ...]:
    return tuple(
        Case(f"detail {detail}", ("wide",), PLAIN, detail=detail, settings=settings)
        for detail, settings in DETAILS.get(family, {}).items()
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
