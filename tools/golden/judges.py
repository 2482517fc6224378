"""Writes test/golden/judges.json: what evaluators' own code makes of made-up replies, beyond ../shared/judges.jsonl.

Run from the repository's root: python3 tools/golden/judges.py SOURCES
SOURCES is a folder that holds these files of these repositories, at the versions the page names:

    VLMEvalKit/vlmeval/utils/matching_util.py                  (d21c5e9)
    MMMU/eval/eval_utils.py                                    (44b45b5)
    MedEvalKit/utils/utils.py                                  (2025)
    lmms-eval/lmms_eval/tasks/slake/utils.py                   (0.7.3)
    smmile/inference_and_evaluation/evaluate_EM.py             (49c66d3)
    KokushiMD-10/calculate_scores.py                           (9f55716)
    transformers/src/transformers/data/metrics/squad_metrics.py  (4.57.1: SQuAD's evaluate-v2.0.py)

Needs mathruler 0.1.0 (extract_boxed_content), nltk 3.10.4 and rouge 1.0.1; made with Python 3.11 (Unicode 14.0). Only the functions named here
are taken from the files, so that nothing else they import is needed.
"""

import ast
import collections
import copy
import difflib
import json
import os
import random
import re
import string
import sys
import warnings
from pathlib import Path

from mathruler.grader import extract_boxed_content
from nltk.translate.bleu_score import sentence_bleu
from rouge import Rouge

SOURCES = Path(sys.argv[1])
OUT = Path("test/golden/judges.json")


class Guess(Exception):
    """The original is about to choose at random."""


class NoGuessing:
    @staticmethod
    def choice(_):
        raise Guess


class FirstOfLargest:
    """The one function of NumPy that MMMU's reading needs."""

    @staticmethod
    def argmax(values):
        return values.index(max(values))


def functions(file, *names):
    wanted = []
    for node in ast.walk(ast.parse((SOURCES / file).read_text(encoding="utf-8"))):
        name = node.name if isinstance(node, ast.FunctionDef) else None
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
        if name in names:
            wanted.append(node)
    scope = dict(cp=copy, os=os, re=re, string=string, difflib=difflib, random=NoGuessing, np=FirstOfLargest,
                 collections=collections, extract_boxed_content=extract_boxed_content, Any=object,
                 sentence_bleu=sentence_bleu, Rouge=Rouge)
    exec(compile(ast.Module(wanted, []), file, "exec"), scope)
    return scope


vlmevalkit = functions("VLMEvalKit/vlmeval/utils/matching_util.py",
                       "_VERBOSE_ANSWER_RE", "can_infer_option", "can_infer_text", "can_infer")
mmmu = functions("MMMU/eval/eval_utils.py", "parse_multi_choice_response", "parse_open_response", "eval_open",
                 "check_is_number", "normalize_str", "extract_numbers")
medevalkit = functions("MedEvalKit/utils/utils.py", "judge_multi_choice", "parse_response", "judge_judgement",
                       "judge_close_end_vqa", "str_similarity", "find_most_similar_index", "extract",
                       "get_content_between_a_b", "judge_open_end_vqa", "tokenize", "bleu", "rouge", "calculate_f1")
slake = functions("lmms-eval/lmms_eval/tasks/slake/utils.py", "normalize_answer", "_normalize_yes_no",
                  "_normalize_medical_aliases", "EN_YES", "EN_NO", "ZH_YES", "ZH_NO", "ZH_PUNCTUATION")
smmile = functions("smmile/inference_and_evaluation/evaluate_EM.py", "normalize_answer")
kokushi = functions("KokushiMD-10/calculate_scores.py", "normalize_answer")
squad = functions("transformers/src/transformers/data/metrics/squad_metrics.py", "normalize_answer")

TEXTS = ["Malignant", "Normal", "A cyst", "Benign", "No finding", "T1", "T2-weighted", "3 cm", "Grade II",
         "Both A and B", "None of the above", "Left lung", "left lung", "Überlagerung", "İleus", "肺炎", "右肺",
         "Cannot be determined", "yes", "no", "b", "ΌΣΟΣ", "🫀 heart", "a cyst", "12", ""]
LETTERS = string.ascii_uppercase
PIECES = [*"ABCDEFZabcz", " ", " ", " ", "\n", "\n\n", ".", ",", ":", ";", "!", "?", "(", ")", "[", "]", "{", "}",
          "*", "**", "#", "'", '"', "/", "-", "=", "<", "<answer>", "</answer>", "\\boxed{", "\\boxed{\\text{", "}}",
          "boxed", "answer is ", "answer iſ\u2003", "Answer: ", "The answer İs ", "ANSWER\u00a0IS\x1f**", "**Answer**: ",
          "final answer is ", "答案:", "Cannot determine the answer", "I can't process this file.",
          "Failed to obtain answer via API", "Option ", "because", "the", "patient", "lesion", "\u3000", "\x1c", "\x85",
          "\ufeff", "\u200b", "\t", "é", "e\u0301", "İ", "ı", "ſ", "K", "Σ", "ẞ", "１", "🫀", "是", "。", "，"]


def options_of(rng):
    count = rng.choice([2, 3, 4, 4, 4, 5, 5, 5, 7, 10, 26])
    return {letter: rng.choice(TEXTS[:-1]) for letter in LETTERS[:count]}


def reply_of(rng, options):
    parts = []
    for _ in range(rng.randrange(9)):
        kind = rng.random()
        text = rng.choice(list(options.values()))
        if kind < 0.25:
            parts.append(rng.choice([text, text.lower(), text.upper()]))
        elif kind < 0.45:
            letter = rng.choice(list(options))
            parts.append(rng.choice([letter, f"({letter})", f" {letter} ", f"{letter}.", f"{letter}: {text}", letter.lower()]))
        else:
            parts.append(rng.choice(PIECES))
        if rng.random() < 0.5:
            parts.append(" ")
    return "".join(parts)


def choices(rng):
    for number in range(800):
        options = options_of(rng)
        reply = reply_of(rng, options)
        if number % 20 == 0:
            # Long enough for difflib to leave out what is popular.
            reply = " ".join([reply, *rng.choices(["the", "image", "shows", "a", *options.values()], k=60)])
        answer = rng.choice(list(options))
        right = rng.choice([answer, answer, options[answer]])
        try:
            guessed = mmmu["parse_multi_choice_response"](reply, list(options), options)
        except Guess:
            guessed = None
        yield [[TEXTS.index(text) for text in options.values()], reply, right, vlmevalkit["can_infer"](reply, dict(options)) or None, guessed,
               medevalkit["judge_multi_choice"](list(options.values()), right, reply)]


NUMBERS = ["3", "-3.5", "1,234", "12,345.678", "1e5", "2.5E-3", ".5", "0.125", "0.375", "2.675", "1.005", "-0.0", "007",
           "1_000", "nan", "inf", "１２", "٣", "5%", "x", "n", "=", "is", "is 7", "so it is 7", "answer 12.5 mm", "the result is -3",
           "could be left lung", "therefore", "final answer: .", "1.2.3", "3,000,000", "3,00", "1e", "e5", "--4", "+4",
           "562949953421312.125", "A", "é5", "5é", "x_1", ".", "...", "Left.", "\n", "\n", " ", " ", "  ", ", "]


def opens(rng):
    for _ in range(400):
        reply = "".join(rng.choice(NUMBERS) + rng.choice(["", " ", ""]) for _ in range(rng.randrange(7)))
        right = [rng.choice(NUMBERS[:33]) for _ in range(rng.choice([1, 1, 2]))]
        candidates = mmmu["parse_open_response"](reply)
        yield [reply, right, sorted(repr(c + 0.0) if isinstance(c, float) else c for c in candidates),
               mmmu["eval_open"](right, candidates)]


WORDS = ["yes", "Yes", "YES.", "no", "No,", "normal", "not", "know", "是", "是的", "否", "没有", "不是", "正常", "异常", "有", "无",
         "yep", "nope", "true", "(probably)", "（可能）", "!", "。", "，", " ", " ", "\n", "X-Ray", "x ray", "the", "a", "An",
         "left lung", "Left  Lung.", "answer is ", "答案:", "\\boxed{yes}", "\\boxed{no", "<answer>no</answer>", "\u3000", "\x1f", "é",
         "(a", "b)", "A,C", "b、D", "e"]


def shorts(rng):
    for _ in range(500):
        reply, other = ("".join(rng.choice(WORDS) for _ in range(rng.randrange(5))) for _ in range(2))
        yield [reply, {
            "squad": squad["normalize_answer"](reply),
            "smmile": smmile["normalize_answer"](reply),
            "lmms-eval-slake": slake["normalize_answer"](reply),
            "medevalkit": medevalkit["parse_response"](reply),
            "kokushi": kokushi["normalize_answer"](None, reply),
        }, other, medevalkit["judge_close_end_vqa"](other, reply),
            [medevalkit["judge_judgement"](word, reply) for word in ("yes", "no")]]


PHRASES = ["the", "The", "left", "left", "lung", "lung.", "right lung", "nodule", "nodule", "a", "mass.", ".", "..", " ", "  ", "\n",
           "is", "in", "upper lobe", "3.5", "肺", "右肺。", "é", "İleus", "Answer:", "<answer>left lung</answer>"]


def open_texts(rng):
    """Of the pairs that MedEvalKit does not stop at."""
    rows = []
    while len(rows) < 200:
        answer = [rng.choice(PHRASES[:-2]) for _ in range(rng.randrange(1, 12))]
        reply = list(answer) if rng.random() < 0.6 else []
        for _ in range(rng.randrange(6)):
            reply.insert(rng.randrange(len(reply) + 1), rng.choice(PHRASES))
        pair = " ".join(reply), " ".join(answer)
        try:
            rows.append([*pair, medevalkit["judge_open_end_vqa"](pair[1], pair[0])])
        except (ValueError, TypeError):
            continue
    return rows


def ratios(rng):
    for number in range(120):
        letters = rng.choice(["ab", "abc ", "abcdefgh ", "é是🫀a"])
        size = 12 if number % 3 else 260
        first = "".join(rng.choices(letters, k=rng.randrange(13)))
        second = "".join(rng.choices(letters + "xyz", k=rng.randrange(size)))
        yield [first, second, difflib.SequenceMatcher(None, first, second).ratio()]


def texts(rng):
    spaces = "".join(chr(c) for c in range(sys.maxunicode + 1) if chr(c).isspace())
    signs = [*spaces, "a", "b", "\u200b", "\ufeff", "\u180e", "🫀", "."]
    cases = ["".join(rng.choices(signs, k=rng.randrange(8))) for _ in range(300)]
    return {
        "spaces": spaces,
        "cases": [[t, t.split(), t.strip(), t.rstrip(), re.sub(r"\s+", " ", t), len(t)] for t in cases],
        "floats": [[t, *floats(t)] for t in [*NUMBERS, " 1 ", "1__0", "_1", "1_", "1e1_0", "infinity", "-Inf", "+nan", "1.e3",
                   "𝟙𝟚", "९.५", "0x10", "1 2", "", "1e400", "-.5e-3", "٣٫٥", "\u30005\x1f"]],
        "rounded": [[x, round(x, 2)] for x in [n / 8 for n in range(-40, 41)] + [n / 1000 for n in range(-3005, 3005, 37)]
                    + [2.675, 1.005, 1e21, 1e22, 2.0**49 + 0.125, 2.0**49 + 0.375, -(2.0**49) - 0.625, 1e300]],
    }


def floats(text):
    try:
        return [repr(float(text))]
    except ValueError:
        return [None]


def main():
    warnings.simplefilter("ignore")
    rng = random.Random(13)
    golden = {"optionTexts": TEXTS, "choices": list(choices(rng)), "open": list(opens(rng)), "short": list(shorts(rng)),
              "ratios": list(ratios(rng)), "openTexts": open_texts(rng)}
    parts = [f"{json.dumps(name)}: [\n" + ",\n".join(map(json.dumps, rows)) + "\n]" for name, rows in golden.items()]
    parts.append(f'"text": {json.dumps(texts(rng))}')
    OUT.write_text("{" + ",\n".join(parts) + "}\n", encoding="ascii")


if __name__ == "__main__":
    main()
