"""Writes test/golden/released.json: MediConfusion's figures of pairs, and MRareBench's of ranked diagnoses.

Run from the repository's root: python3 tools/golden/released.py (needs nothing but Python; made with 3.12)

Written after the official scripts, which need their models and data: utils/answering.py of MediConfusion (fcb0499: clean_up_manual,
get_score, create_score_table, print_score) and vlmeval/dataset/mrarebench.py (2026: parse_ranked_list, is_hit, evaluate).
"""

import json
import random
import re
import string
from pathlib import Path

draw = random.Random(20261128)


def chosen_letter(reply):
    """A letter that is a word of its own, in one of the forms that count; '-' for none or both."""
    found = []
    tokens = reply.replace("\n", " ").split(" ")
    for letter in "AB":
        forms = [letter, f"{letter}:", f".{letter}", f".{letter}:", f"{letter}.", f'{letter}")', f'("{letter}":', f'("{letter}")', f'("{letter}").']
        if any(form in tokens for form in forms):
            found.append(letter)
    return found[0] if len(found) == 1 else "-"


def pair_figures(pairs):
    both = individual = confused = valid = invalid = 0
    for pair in pairs:
        letters = [chosen_letter(reply) for reply in pair["replies"]]
        right = [letter == answer for letter, answer in zip(letters, pair["right"])]
        individual += sum(right)
        both += all(right)
        invalid += letters.count("-")
        valid += "-" not in letters
        confused += letters[0] == letters[1] != "-"
    return {
        "pairs": len(pairs),
        "set": both / len(pairs),
        "individual": individual / len(pairs) / 2,
        "invalid": invalid,
        "valid": valid,
        "confusion": confused / valid if valid else 0,
    }


LETTER_REPLIES = ["{}", "{}.", "{}:", "{} \n", ".{}", '{}")', '("{}")', '("{}": left)', "Answer: {}", "({})", "{})", "**{}**", "{},", "answer\n{}\nis right", "{} or A", "a {} b"]


def some_pair():
    right = draw.choice([["A", "B"], ["B", "A"]])
    return {"right": right, "replies": [draw.choice(LETTER_REPLIES).format(draw.choice("AB")) if draw.random() < 0.95 else draw.choice(["", "left", "A B", "C"]) for _ in right]}


def normalised(text):
    bare = "".join(sign for sign in text.lower() if sign not in set(string.punctuation))
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", bare).split())


def is_hit(said, right):
    said = normalised(said)
    if not said:
        return False
    for answer in map(normalised, right):
        if not answer:
            continue
        one, other = set(said.split()), set(answer.split())
        both = len(one & other)
        f1 = 2 * (both / len(one)) * (both / len(other)) / (both / len(one) + both / len(other)) if both else 0
        if answer in said or said in answer or f1 >= 0.6:
            return True
    return False


def ranked(reply):
    thinks = "<think>" in reply.lower()
    text = re.sub(r"(?is)<think>.*?</think>", "", reply).strip()
    items = []
    for line in text.splitlines():
        found = re.match(r"^\s*(\d+)[\.\)]\s*(.+?)\s*$", line)
        if found:
            items.append(found.group(2).strip())
    if thinks and len(items) < 2:
        inline = [part.strip(" -*\t\n") for part in re.split(r"(?:^|\s)\d{1,2}[\.\)]\s+", text) if part.strip()]
        if len(inline) > len(items):
            items = inline
    if not items:
        items = [part.strip(" -*\t") for part in re.split(r"[\n;]+", text) if part.strip()]
    kept = {}
    for item in items:
        if item:
            kept.setdefault(item.lower(), item)
    return list(kept.values())[:10]


NAMES = "Erdheim-Chester disease;Castleman disease;Rosai–Dorfman disease;the Gorham-Stout syndrome;Takayasu's arteritis;Fabry disease;cyst;Langerhans cell histiocytosis;IgG4-related disease;Sarcoidosis;a lymphoma;Wegener’s granulomatosis (GPA);Moyamoya;von Hippel-Lindau disease;Whipple disease".split(";")
LAYOUTS = [
    lambda names: "\n".join(f"{i}. {name}" for i, name in enumerate(names, 1)),
    lambda names: "\n".join(f" {i}) **{name}**  " for i, name in enumerate(names, 1)),
    lambda names: "Likely diagnoses:\n" + "\n".join(f"{i}. {name} - rare" for i, name in enumerate(names, 1)),
    lambda names: "; ".join(names),
    lambda names: "\n".join(f"- {name}" for name in names),
    lambda names: " ".join(f"{i}. {name}" for i, name in enumerate(names, 1)),
    lambda names: "<think>1. perhaps " + names[-1] + "\n2. or not</think>\n" + " ".join(f"{i}. {name}" for i, name in enumerate(names, 1)),
    lambda names: "<THINK>no end 1. " + names[0] + "\n" + "\n".join(f"{i}) {name}" for i, name in enumerate(names, 1)),
    lambda names: "\x0b".join(f"{i}. {name}" for i, name in enumerate(names, 1)),
    lambda names: "\n".join(f"{i}." for i, _ in enumerate(names, 1)),
    lambda names: "\n".join(f"{i}. {name}\u2028٣. {name.upper()}" for i, name in enumerate(names, 1)),
    lambda names: "",
    lambda names: " ;;\n -* ",
]


def some_case():
    names = draw.sample(NAMES, draw.randint(1, 13))
    right = [draw.choice(NAMES)] + [draw.choice(NAMES) for _ in range(draw.choice([0, 0, 1, 2]))]
    reply = draw.choice(LAYOUTS)(names)
    said = ranked(reply)
    rank = next((i for i, name in enumerate(said, 1) if is_hit(name, right)), None)
    return {"reply": reply, "right": right, "said": said, "rank": rank}


def ranked_figures(cases):
    ranks = [case["rank"] for case in cases]
    share = lambda most: sum(rank is not None and rank <= most for rank in ranks) / len(ranks)
    return {
        "recall": {str(most): share(most) for most in (1, 3, 5, 10)},
        "mrr": sum(1 / rank if rank else 0 for rank in ranks) / len(ranks),
        "unread": sum(not case["said"] for case in cases),
    }


def main():
    pairs = [some_pair() for _ in range(120)]
    cases = [some_case() for _ in range(300)]
    golden = {"pairs": pairs, "pairFigures": pair_figures(pairs), "ranked": cases, "rankedFigures": ranked_figures(cases)}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in golden.items())
    Path("test/golden/released.json").write_text(f"{{\n{lines}\n}}\n", encoding="ascii")


if __name__ == "__main__":
    main()
