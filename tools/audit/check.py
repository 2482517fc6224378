"""Recomputes the figures of the grounding audit from the records of a run.json, and compares them with its `audit` and `occlusion`.

    python tools/audit/check.py OUT/run.json

Only the standard library is used. Point figures are compared, not intervals. The questions whose right answer also fits the wrong
image are taken from the definition in docs/audit.md, for MedRCube's fields.
"""

import json
import re
import sys
from collections import Counter

CONDITIONS = {"swapped-image": "wrong", "blank-image": "blank", "text-only": "text",
              "opposite-label": "opposite", "same-label": "same", "no-options": "words",
              "region": "region", "elsewhere": "elsewhere", "off-topic": "off-topic", "unchanged": "again"}


def main(path: str) -> int:
    run = json.load(open(path, encoding="utf-8"))
    faults = check_occlusion(run) if "occlusion" in run else 0
    return check_audit(run) + faults if "audit" in run else faults


def check_audit(run: dict) -> int:
    own = {record["sample"]["index"]: record for record in run["records"] if record["status"] == "answered"}
    passes: dict[str, dict] = {name: {} for name in CONDITIONS.values()}
    wordings, draws, orders = [], [], {}
    for one in run["passes"]:
        kind = one["run"]["probe"]["kind"] if "probe" in one["run"] else ""
        replies = {index_of(record): record for record in one["records"] if record["status"] == "answered"}
        if kind == "no-options":
            replies = read_by_judge(run, replies)
        if kind in CONDITIONS:
            passes[CONDITIONS[kind]] = replies
        elif kind == "paraphrase":
            wordings.append(replies)
        elif kind == "repeat":
            draws.append(replies)
        elif kind == "option-order":
            orders[one["run"]["probe"]["shift"]] = replies
    answers = {(image_of(one), one["sample"]["fields"]["task"], str(one["sample"]["fields"]["gt_answer"]))
               for one in run["records"]}
    passes["differing"] = {
        index: record for index, record in passes["wrong"].items()
        if (record.get("shownImage"), *topic(own, index)) not in answers
    }
    audit = run["audit"]["slices"]
    faults = 0
    for entry in audit:
        here = {index for index, record in own.items() if is_in(record, entry["slice"])}
        known = figures(here, own, passes, wordings, draws, orders)
        if (expected := published(known, entry["figures"])) != entry.get("published", {}):
            faults += 1
            print(entry["slice"], "published should be", expected, "and is", entry.get("published"))
        for figure in entry["figures"]:
            if figure["metric"] not in known:
                continue
            expected = known[figure["metric"]]
            found = (figure["numerator"], figure["denominator"])
            if max(abs(a - b) for a, b in zip(expected, found)) > 1e-5:
                faults += 1
                print(entry["slice"], figure["metric"], "should be", expected, "and is", found)
    print(f"{len(audit)} slices, {sum(len(one['figures']) for one in audit)} figures, {faults} differ")
    return faults


def read_by_judge(run: dict, replies: dict) -> dict:
    """Replies without options that no rule could read, as the newest judge reads them."""
    judges = [one for one in run["passes"] if one["run"].get("judging", {}).get("of") == "no-options"]
    newest = max(judges, key=lambda one: one["run"]["created"], default={"records": []})
    meant = {index_of(one): one["parsed"] for one in newest["records"]
             if one["status"] == "answered" and one["correct"] and one["parsed"] != "0"}
    return {index: {"parsed": meant[index], "correct": meant[index] == record["rightAnswer"]}
            if "unparsed" in record and index in meant else record for index, record in replies.items()}


def check_occlusion(run: dict) -> int:
    """The means of all questions and the checks, of maps that have one grid."""
    found = run["occlusion"]
    own = {record["sample"]["index"]: record for record in run["records"] if record["status"] == "answered"}
    fill = "blank-token" if "blank-token" in found["pass"] else None
    records = next(one["records"] for one in run["passes"]
                   if one["run"].get("probe", {}).get("kind") == "occlusion"
                   and "of" not in one["run"]["probe"] and one["run"]["probe"].get("fill") == fill)
    maps = {index_of(one): one["occlusion"] for one in records if index_of(one) in own and "occlusion" in one}
    drops = {index: one["tokens"]["drops"] for index, one in maps.items()}
    total = {index: sum(map(abs, one)) for index, one in drops.items()}
    varied = [index for index in drops if total[index] > 0]
    images: dict[str, list] = {}
    for index in varied:
        images.setdefault(image_of(own[index]), []).append([drop / total[index] for drop in drops[index]])
    def mean(values) -> float:
        values = list(values)
        return sum(values) / len(values)
    cells = [mean(mean(one[cell] for one in of) for of in images.values()) for cell in range(len(drops[varied[0]]))]
    side = round(len(cells) ** 0.5)

    def inside(index: int, left: float, top: float, right: float, bottom: float) -> float:
        part = 0.0
        for block, drop in enumerate(drops[index]):
            x, y = block % side, block // side
            wide = max(0, min(right * side, x + 1) - max(left * side, x))
            high = max(0, min(bottom * side, y + 1) - max(top * side, y))
            part += abs(drop) * wide * high
        return part / total[index]

    corners = [(x, y, x + 0.2, y + 0.2) for x in (0, 0.8) for y in (0, 0.8)]
    checked = [one for one in maps.values() if "curves" in one]
    curves = [one["curves"] for one in checked]
    beats = [sum(one["deletion"] < other for other in one["randomDeletions"]) for one in curves]
    whole, checks = found["slices"][0], found["checks"]
    pairs = [
        ("n", len(varied), whole["n"]), ("flat", len(drops) - len(varied), found["flat"]),
        ("clusters", len(images), whole["clusters"]),
        *((f"cell {at}", a, b) for at, (a, b) in enumerate(zip(cells, whole["cells"], strict=True))),
        ("border", mean(1 - inside(index, 0.1, 0.1, 0.9, 0.9) for index in varied), whole["border"]["value"]),
        ("corners", mean(sum(inside(index, *corner) for corner in corners) for index in varied), whole["corners"]["value"]),
    ]
    if checks:
        pairs += [
            ("checked", len(checked), checks["n"]), ("explained", sum(one >= 19 for one in beats), checks["explained"]),
            ("deletion", mean(one["deletion"] for one in curves), checks["deletion"]),
            ("insertion", mean(one["insertion"] for one in curves), checks["insertion"]),
            ("random deletion", mean(x for one in curves for x in one["randomDeletions"]), checks["random_deletion"]),
        ]
    regions = {index: frame for index in varied if (frame := region_of(run, own[index], maps[index]))}
    if regions:
        pairs += region_pairs(regions, maps, whole["region"], inside)
    wrong = [(name, a, b) for name, a, b in pairs if abs(a - b) > 1e-5]
    for one in wrong:
        print("occlusion", *one)
    print(f"{len(pairs)} figures of occlusion maps, {len(wrong)} differ")
    return len(wrong)


WHOLE = re.compile("modality|view|plane|protocol|technique|quality", re.IGNORECASE)


def region_of(run: dict, record: dict, one: dict) -> tuple | None:
    """Left, top, right and bottom from 0 to 1: drawn, the field `box`, or found in the image."""
    fields = record["sample"]["fields"]
    drawn = {index: box for index, *box in run.get("regions", [])}
    given = None if WHOLE.search(str(fields.get("task", ""))) else fields.get("box") or one.get("marked")
    box = drawn.get(index_of(record)) or given
    if not box:
        return None
    (x, y, wide, high), (width, height) = box, one["size"]
    return x / width, y / height, (x + wide) / width, (y + high) / height


def region_pairs(regions: dict, maps: dict, found: dict, inside) -> list:
    """The pointing game, mass, area and overlap: recomputed and as they are."""
    def near(index: int, places: list) -> list:
        left, top, right, bottom = regions[index]
        step = 1 / maps[index]["side"]
        return [left - step <= x <= right + step and top - step <= y <= bottom + step for x, y in places]

    def overlap(index: int) -> float:
        left, top, right, bottom = regions[index]
        side, drops = maps[index]["side"], maps[index]["tokens"]["drops"]
        area = (right - left) * (bottom - top)
        first = sorted(range(len(drops)), key=lambda at: -drops[at])[: max(1, int(area * side**2 + 0.5))]
        common = sum(max(0, min(right, (at % side + 1) / side) - max(left, at % side / side))
                     * max(0, min(bottom, (at // side + 1) / side) - max(top, at // side / side)) for at in first)
        return common / (len(first) / side**2 + area - common)

    hits, chances = [], []
    for index in regions:
        side, drops = maps[index]["side"], maps[index]["tokens"]["drops"]
        close = near(index, [((at % side + 0.5) / side, (at // side + 0.5) / side) for at in range(side**2)])
        hits.append(close[drops.index(max(drops))])
        chances.append(sum(close) / len(close))
    def mean(values) -> float:
        return sum(values) / len(values)
    return [
        ("pointing n", len(hits), found["pointing"]["n"]), ("pointing", mean(hits), found["pointing"]["value"]),
        ("pointing by chance", mean(chances), found["pointing_by_chance"]),
        ("mass", mean([inside(index, *frame) for index, frame in regions.items()]), found["mass"]["value"]),
        ("area", mean([(right - left) * (bottom - top) for left, top, right, bottom in regions.values()]), found["area"]),
        ("iou", mean([overlap(index) for index in regions]), found["iou"]),
    ]


DENIAL = re.compile(r"(?:no|not|none|nothing|absent|negative|normal|healthy|unremarkable)\b", re.IGNORECASE)


# Rule lists of Voxelwise, version 1 (src/engine/probes/replies.ts).
IMAGE = (r"(?:images?|pictures?|scans?|films?|radiographs?|x-rays?|photographs?|photos?|figures?|slices?|slides?|ct|mri"
         r"|ultrasound)")
CLAIMS = [re.compile(form, re.IGNORECASE | re.ASCII) for form in (
    rf"\b{IMAGE} (?:clearly |also )?(?:shows?|reveals?|demonstrates?|depicts?|displays?|indicates?|suggests?|contains?|exhibits?)\b",
    rf"\b(?:in|on|within|from|to) (?:the|this) (?:\w+ )?{IMAGE}\b",
    r"\bI (?:can )?(?:see|observe|note)\b",
    r"\b(?:visible|visibly|seen|observed|visuali[sz]ed|depicted|appears?|appearance)\b",
    r"\bthere (?:is|are)\b",
    r"\b(?:hypo|hyper|iso)(?:dense|intense|echoic|attenuating)\b",
    r"\b(?:anechoic|lucent|radiolucent|radiopaque|opacity|opacities|consolidation|enhancing|enhancement)\b",
)]
REFUSALS = [re.compile(form, re.IGNORECASE | re.ASCII) for form in (
    r"\b(?:can(?:no|['’])t|can not|could(?: not|n['’]t)|unable to|not able to|(?:im|not )possible to) (?:be )?(?:determined?"
    r"|answer(?:ed)?|assess(?:ed)?|evaluated?|interpret(?:ed)?|diagnosed?|provide|view|help|assist|analy[sz]ed?|process)\b",
    rf"\b(?:can(?:no|['’])t|can not|unable to|not able to) (?:see|access|open|find) (?:the|this|an|any|your) (?:\w+ )?{IMAGE}\b",
    rf"\b(?:no|without an?|without the) (?:\w+ )?{IMAGE} (?:is |was |has been |were )?"
    r"(?:provided|attached|given|available|uploaded|included)\b",
    rf"\b{IMAGE} (?:is|was|appears|seems|looks)(?: to be)?(?: an?| completely| entirely| uniformly| just)? "
    r"(?:blank|missing|empty|grey|gray|unavailable|unrelated|irrelevant|not (?:provided|available|visible|related|relevant"
    r"|an? medical))\b",
    r"\b(?:does not|doesn['’]t) (?:appear to )?(?:show|contain|depict|be)(?: an?| any)? (?:medical|anatomical|anatomy"
    r"|radiological|clinical)\b",
    r"\b(?:insufficient|not enough) (?:visual |clinical |diagnostic )?(?:information|evidence|detail|data)\b",
    r"\bplease (?:provide|upload|share|attach)\b",
    r"\b(?:sorry|as an ai)\b",
    r"\b(?:do not|don['’]t) know\b",
)]
VLMEVALKIT = ("Sorry, I can't help with images of people yet.", "I can't process this file.",
              "I'm sorry, but without the image provided", "Cannot determine the answer")


def refuses(text: str) -> bool:
    return any(phrase in text for phrase in VLMEVALKIT) or any(form.search(text) for form in REFUSALS)


def is_free(record: dict) -> bool:
    """Whether the model could write whatever it wanted."""
    score = record.get("score") or {}
    return (record["response"] is not None and score.get("stop") != "choices"
            and score.get("server", {}).get("held") != "kept")


def options_of(record: dict) -> dict:
    """MedRCube's options by their letters."""
    fields = record["sample"]["fields"]
    return {name[-1]: str(fields[name]) for name in fields if re.fullmatch("option_[A-Z]", name)}


def claims(record: dict) -> bool | None:
    """Whether a reply claims to see something; None where it has no words besides its answer."""
    if not is_free(record):
        return None
    words = [len(re.findall("[A-Za-z]{2,}", text))
             for text in (record["response"], options_of(record).get(record["parsed"], ""))]
    if words[0] - words[1] < 5:
        return None
    return not refuses(record["response"]) and any(form.search(record["response"]) for form in CLAIMS)


def is_silent(record: dict, own: dict) -> bool | None:
    """Whether it answers without evidence; None where it could not refuse, or was not read."""
    refusing = {letter for letter, text in options_of(own).items() if refuses(text)}
    declined = is_free(record) and (record.get("rule") == "refusal" or refuses(record["response"]))
    if declined or record["parsed"] in refusing:
        return False
    could = is_free(record) or bool(refusing)
    return True if could and record["parsed"] != "" and "unparsed" not in record else None


def published(known: dict, found: list) -> dict:
    """The categories of arXiv 2606.17710; lower limits are those of the file."""
    low = {figure["metric"]: figure.get("low", 0) for figure in found}
    share = {metric: above / below for metric, (above, below) in known.items() if below}
    categories = {}
    if {"cgr", "uar", "ims"} <= low.keys():
        cgr, uar, ims = share["cgr"], share["uar"], share["ims"]
        categories["as_submitted"] = ("ignores" if (cgr, uar, ims) == (0, 1, 1) else "unstable" if ims < 0.7
                                      else "uses" if low["cgr"] > 0 and ims >= 0.9 else "none")
    if "ssp" in low:
        categories["revised"] = "uses" if low["ssp"] > 0 else "open"
    return categories


def right_text(record: dict) -> str:
    return str(record["sample"]["fields"]["gt_answer"]).strip()


def index_of(record: dict) -> int:
    sample = record["sample"]
    return sample if isinstance(sample, int) else sample["index"]


def image_of(record: dict) -> str:
    return record["sample"]["image"]


def topic(own: dict, index: int) -> tuple:
    fields = own[index]["sample"]["fields"]
    return fields["task"], str(fields["gt_answer"])


def is_in(record: dict, place: dict) -> bool:
    fields = record["sample"]["fields"]
    names = {"task": "task", "modality": "modality", "region": "parts"}
    return record["sample"]["image"] is not None and all(fields.get(names[axis]) == value for axis, value in place.items())


def figures(here: set, own: dict, passes: dict, wordings: list, draws: list, orders: dict) -> dict:
    def read(record: dict) -> bool:
        return record["parsed"] != "" and "unparsed" not in record

    def pairs(name: str):
        return [(own[index], record) for index, record in passes[name].items()
                if index in here and read(own[index]) and read(record)]

    def differs(name: str, index: int) -> bool:
        return passes[name][index]["parsed"] != own[index]["parsed"]

    def gap(name: str) -> tuple:
        both = pairs(name)
        return sum(a["correct"] - b["correct"] for a, b in both), len(both)

    def changed(name: str, only_right: bool) -> tuple:
        both = [(a, b) for a, b in pairs(name) if a["correct"] or not only_right]
        return sum(a["parsed"] != b["parsed"] for a, b in both), len(both)

    def affirmed(name: str) -> set:
        return {index for index, record in passes[name].items()
                if index in here and own[index]["correct"] and read(own[index]) and read(record)
                and not DENIAL.match(right_text(own[index]))}

    both_regions = affirmed("region") & affirmed("elsewhere")
    masked, right = changed("elsewhere", True)
    lost, asked = changed("same", True)
    blank = pairs("blank")
    same = {index for index in passes["same"] if index in passes["opposite"]}
    premium = [index for index in same if index in here and own[index]["correct"] and read(own[index])
               and read(passes["same"][index]) and read(passes["opposite"][index])]
    followed = [record for index, record in passes["opposite"].items() if index in here and read(record)]
    kept = []
    for index in here:
        replies = [one[index]["parsed"] for one in wordings if index in one and read(one[index])]
        if replies and read(own[index]):
            kept.append(sum(reply == own[index]["parsed"] for reply in replies) / len(replies))
    def is_stable(index: int) -> bool | None:
        if wordings:
            replies = [one.get(index) for one in wordings]
            if any(reply is None or not read(reply) for reply in replies):
                return None
            return all(reply["parsed"] == own[index]["parsed"] for reply in replies)
        fields = own[index]["sample"]["fields"]
        count = sum(f"option_{letter}" in fields for letter in "ABCD")
        meant = {own[index]["parsed"]}
        for shift in range(1, count):
            reply = orders.get(shift, {}).get(index)
            if reply is None or not read(reply):
                return None
            meant.add("ABCD"[("ABCD".index(reply["parsed"]) + shift) % count])
        return len(meant) == 1 if count > 1 else None

    behaviour = Counter()
    for own_record, blank_record in blank:
        stable = is_stable(index_of(own_record))
        if stable is not None:
            behaviour[stable, own_record["parsed"] != blank_record["parsed"]] += 1
    behaved = sum(behaviour.values())
    claimed = [(claims(a), a["parsed"] == b["parsed"]) for a, b in pairs("wrong") if claims(a) is not None]

    def silent(name: str) -> tuple:
        known = [is_silent(record, own[index]) for index, record in passes[name].items() if index in here]
        return sum(one is True for one in known), sum(one is not None for one in known)

    modes = []
    for index in here:
        drawn = [one[index] for one in draws if index in one and read(one[index])]
        if len(drawn) < 2:
            continue
        counts = Counter(record["parsed"] for record in drawn)
        most = next(record for record in drawn if counts[record["parsed"]] == max(counts.values()))
        modes.append((counts[most["parsed"]] / len(drawn), most["correct"]))
    return {
        "noise-floor": changed("again", False),
        "vrs": gap("wrong"),
        "image-sensitivity": changed("wrong", False),
        "wrong-image-gap": gap("differing"),
        "wrong-image-change": changed("differing", False),
        "hvrr-visual-claims-v1": (sum(claim and kept for claim, kept in claimed), len(claimed)),
        "silent-failure-blank": silent("blank"),
        "silent-failure-off-topic": silent("off-topic"),
        "blank-retention": (sum(b["correct"] for _, b in blank), sum(a["correct"] for a, _ in blank)),
        "blank-change": changed("blank", False),
        "text-only-gap": gap("text"),
        "options-gap": gap("words"),
        "ofr": changed("opposite", True),
        "uar": (asked - lost, asked),
        "ssp": (sum(differs("opposite", i) - differs("same", i) for i in premium), len(premium)),
        "swapped-accuracy": (sum(one["parsed"] == one["swappedRight"] for one in followed), len(followed)),
        "cgr": (sum(differs("region", i) for i in affirmed("region")), len(affirmed("region"))),
        "ims": (right - masked, right),
        "gsp": (sum(differs("region", i) - differs("elsewhere", i) for i in both_regions), len(both_regions)),
        "stability": (sum(kept), len(kept)),
        "ideal": (behaviour[True, True], behaved),
        "fragile": (behaviour[False, True], behaved),
        "dangerous": (behaviour[True, False], behaved),
        "worst": (behaviour[False, False], behaved),
        "consistency": (sum(share for share, _ in modes), len(modes)),
        "consensus": (sum(right for _, right in modes), len(modes)),
    }


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1]) else 0)
