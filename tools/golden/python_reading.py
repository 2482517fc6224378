"""Writes packages/python/test/golden/*.json and test/golden/python/judge.json: how Python reads texts, JSON values and paths.

Run from the repository's root: python3 tools/golden/python_reading.py
Only the standard library is needed. Made with Python 3.13 (Unicode 15.1).
"""

import json
import os
import random
import re
import sys
import unicodedata
from itertools import groupby
from pathlib import Path

OUT = Path("packages/python/test/golden")
JUDGE = Path("test/golden/python")


def write(name, value, folder=OUT):
    """One line an item, so that a change shows as what it is."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(lines(value) + "\n", encoding="ascii")


def lines(value):
    if isinstance(value, dict):
        return "{" + ",\n".join(f"{json.dumps(key)}: {lines(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[\n" + ",\n".join(map(json.dumps, value)) + "\n]"
    return json.dumps(value)


def reading(code):
    """What a character is to the judge once upper-cased, and whether repr() shows it as it is."""
    character = chr(code)
    if unicodedata.category(character) == "Cn":
        return "?"
    upper = "".join(
        c if c in "ABCD" else "w" if re.match(r"\w", c) else "." for c in character.upper()
    )
    return upper + ("" if character.isprintable() else "!")


def unicode_runs():
    runs = [[len(list(run)), kind] for kind, run in groupby(map(reading, range(sys.maxunicode + 1)))]
    return {"unicode": unicodedata.unidata_version, "runs": runs}


PIECES = ["A", "b", "C", "d", "E", "é", "e\u0301", "ß", "是", "１", "²", "_", " ", ".", "\n", "。", "(", ")",
          "\u1e9a", "\u1e96", "\u0149", "ﬁ", "😀", "\U0001d400", "\U0002a700", "\u200d", "\u0345", "-", "'", ":"]


def judged(rng):
    texts = ["".join(rng.choice(PIECES) for _ in range(rng.randrange(9))) for _ in range(1500)]
    texts += ["A patient with …", "答案是A。", "答案是 A。", "The answer is (c).", "None", "", "ABCD", "Bé", "A_1", "a", "D)"]
    found = [re.search(r"\b([A-D])\b", text.upper()) for text in texts]
    return [[text, match.group(1) if match else ""] for text, match in zip(texts, found)]


NUMBERS = """0 -0 0.0 -0.0 1 -1 1.0 1e0 10e-1 1E5 1e5 1e15 1e16 1e17 123456789012345.6 1234567890123456.7 1e21 1e+21
1e22 1e23 1e400 -1e400 NaN Infinity -Infinity 0.1 0.30000000000000004 0.0001 0.00001 0.00012345 1e-4 1e-5 1e-7 5e-324
2.2250738585072014e-308 1.7976931348623157e308 9007199254740991 9007199254740992 9007199254740993
9007199254740993.0 123456789012345678901234567890 -123456789012345678901234567890 100000000000000000000
100000000000000000000.0 1.5 -2.50 1e2 100 100.0""".split()
STRINGS = ["", "a", "A", "1", "1.0", "None", "it's", 'say "x"', "both ' and \"", "a\\b", "\n\t\r\b\f\0\x7f\x1b", "é", "\u00ad",
           "\u2028", "\u200b", "\u3000", "\ue000", "\U000e0001", "😀", "\ud800", "\ufeff", "/", "__proto__", "$number"]


def json_text(rng, depth=0):
    kind = rng.random()
    if kind < 0.3:
        return rng.choice(NUMBERS)
    if kind < 0.6 or depth > 3:
        # A lone surrogate must be escaped, or the golden file itself could not be UTF-8.
        text = rng.choice(STRINGS)
        return json.dumps(text, ensure_ascii=rng.random() < 0.5 or "\ud800" in text)
    if kind < 0.7:
        return rng.choice(["true", "false", "null", "[]", "{}", '""'])
    if kind < 0.85:
        return "[" + rng.choice([",", " , ", ",\n"]).join(json_text(rng, depth + 1) for _ in range(rng.randrange(4))) + "]"
    keys = ["a", "b", "__proto__", "constructor", "$number", "$$number", "é'", ""]
    return "{" + ", ".join(f"{json.dumps(rng.choice(keys))} :{json_text(rng, depth + 1)}" for _ in range(rng.randrange(4))) + "}"


BROKEN = ["", " ", "{", "[", '"', "[1,]", "{,}", '{"a"}', '{"a":}', '{"a":1,}', "{a:1}", "{'a':1}", "01", "-", "+1", "1.", ".5", "1.e5",
          "1e", "1e+", "- 1", "-NaN", "nan", "Nan", "infinity", "+Infinity", "-Infinit", "tru", "truee", "True", "None", "nul", "undefined",
          "[1 2]", "[1]]", "1 1", '"\n"', '"\t"', '"\x00"', '"\x1f"', '"\x7f"', '"\\x"', '"\\u12"', '"\\u12g4"', '"\\u 123"', '"\\u+123"', '"\\ud83d\\ude00"',
          '"\\ud83d"', '"\\ude00\\ud83d"', "\ufeff1", "\u00a01", "1\u2028", "\x0b1", "\x0c1", "// c\n1", "/**/1", "[,1]", '"\\', '"\\"', "\x00", "1\x00",
          "0x10", "1_000", "１", "-０", '{"a":1 "b":2}', '{"a":1,"a":2}', '{"a":1,"b":2,"a":3}', "[[[[]]]", "[1,2", '{"a":[}', "NaN1", "nullnull", "-01", "00",
          "0e0", "-0e-0", "0.0e+00", "1E400", "\r\n\t 1 \r\n\t", '"/\\/"', '"\\b\\f\\n\\r\\t\\"\\\\"', '"\\B"', '"\\U0041"', '"\\u0041"', '"\\uD834\\uDD1E"']


def loaded(text):
    try:
        value = json.loads(text)
    except ValueError:
        return {"text": text, "ok": False}
    return {"text": text, "ok": True, "str": str(value), "bool": bool(value), "dumps": json.dumps(value, ensure_ascii=False, indent=2)}


def values(rng):
    texts = NUMBERS + [json.dumps(text) for text in STRINGS] + BROKEN + [json_text(rng) for _ in range(500)]
    # Broken ones by way of one change to a good text.
    for _ in range(400):
        text = json_text(rng)
        at = rng.randrange(len(text) + 1)
        texts.append(text[:at] + rng.choice(['"', ",", "[", "}", "0", "e", "\\", " ", ":"]) + text[at + rng.randrange(2):])
    return [loaded(text) for text in dict.fromkeys(texts)]


def equalities(rng):
    texts = NUMBERS + ["true", "false", "null", '""', '"1"', "[]", "{}", "[1]", "[1.0]", "[true]", "[NaN]", "[[NaN]]", "[0]", "[-0.0]", "[false]",
                       '{"a":1}', '{"a":true}', '{"a":1.0,"b":2}', '{"b":2,"a":1}', '{"a":NaN}', "[null]", '["1"]', "[1,2]", "[2,1]", '{"$number":"1"}']
    texts += [json_text(rng) for _ in range(30)]
    # NaN is one object to the reader, as it is when one file is read.
    parsed = json.loads("[" + ",".join(texts) + "]")
    return {"texts": texts, "equal": ["".join("1" if a == b else "0" for b in parsed) for a in parsed]}


def paths(rng):
    parts = ["a", "b.png", "..", ".", "", "é", "...", " ", "data", "X"]
    made = [["/".join(rng.choice(parts) for _ in range(rng.randrange(1, 5))), "/".join(rng.choice(parts) for _ in range(rng.randrange(1, 8)))]
            for _ in range(1500)]
    return [[folder, path, os.path.join(folder, path), os.path.normpath(os.path.join(folder, path))] for folder, path in made]


def main():
    rng = random.Random(2604)
    write("unicode.json", unicode_runs())
    write("judge.json", judged(rng), JUDGE)
    write("values.json", values(rng))
    write("equal.json", equalities(rng))
    write("paths.json", paths(rng))


if __name__ == "__main__":
    main()
