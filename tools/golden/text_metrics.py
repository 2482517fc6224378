"""Writes test/golden/text-metrics.json: token F1, BLEU and ROUGE of made-up pairs of texts.

Run from the repository's root: python3 tools/golden/text_metrics.py
Needs rouge-score 0.1.2, sacrebleu 2.6.0 and transformers 4.57.1 (which carries SQuAD's evaluate-v2.0.py); made with
Python 3.11.
"""

import json
import random
from pathlib import Path

from rouge_score.rouge_scorer import RougeScorer
from sacrebleu.metrics import BLEU
from transformers.data.metrics.squad_metrics import compute_exact, compute_f1

OUT = Path("test/golden/text-metrics.json")

WORDS = """the a An liver liver liver lung Lung left right lobe nodule nodule of in is with no mass 3.5 1,200 3-5 mm
T2-weighted (left) "cyst" cyst. cyst, lesions lesion X-ray x-ray don't patient's &amp; <skipped> well-
50% $5 a/b A.B. . , - ; 🫀 é Überlagerung İleus 是 右肺 肺部 右肺上叶结节。 结节 ，没有 異常 Ｘ線 ﬁbrosis naïve ２ \u2460
\U00020000肺 α β-amyloid K Σς""".split()
SPACES = [" "] * 12 + ["", "\n", "  ", "\u3000", "\t", "-\n"]

FIXED = [
    ("", ""), ("", "left lung"), ("left lung", ""), ("the", "a"), ("left lung", "left lung"), ("lung", "the lung."),
    ("left left left", "left"), ("left", "left left left"), ("肺部结节", "肺部结节"), ("右肺上叶结节", "右肺结节"), ("。", "，"),
    ("The nodule is in the right upper lobe.", "There is a nodule in the upper lobe of the right lung."),
    ("a b c d e f", "f e d c b a"), ("   ", "\n"), ("...", "!!!"), ("1.5", "1 . 5"),
]


def text(rng, longest):
    return "".join(rng.choice(WORDS) + rng.choice(SPACES) for _ in range(rng.randrange(longest)))


def pair(rng):
    reference = text(rng, 14)
    if rng.random() < 0.3:
        return text(rng, 14), reference
    words = reference.split(" ")
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(words) + 1)
        words[at:at + rng.randrange(3)] = [rng.choice(WORDS)] * rng.randrange(3)
    return " ".join(words), reference


def share(score):
    return score.score / 100


def figures(prediction, reference):
    rouge = RougeScorer(["rouge1", "rouge2", "rougeL"]).score(reference, prediction)
    bleu = {name: [share(BLEU(max_ngram_order=n, tokenize=name, lowercase=lower, effective_order=True)
                         .sentence_score(prediction, [reference])) for n in (1, 2, 3, 4)]
            for name, lower in (("13a", False), ("zh", True))}
    return {"f1": compute_f1(reference, prediction), "exact": compute_exact(reference, prediction), "bleu": bleu,
            "rouge": [[s.precision, s.recall, s.fmeasure] for s in rouge.values()]}


def main():
    rng = random.Random(17)
    pairs = FIXED + [pair(rng) for _ in range(284)]
    rows = [[*each, figures(*each)] for each in pairs]
    corpora = []
    for size in [1, 2, 3, 5, 20, 60] * 3:
        count = rng.choice([1, 2, 3])
        texts = [[a, [b] + [pair(rng)[1] for _ in range(count - 1)]] for a, b in rng.sample(pairs, size)]
        references = [list(stream) for stream in zip(*(r for _, r in texts))]
        scores = [share(BLEU(max_ngram_order=n).corpus_score([p for p, _ in texts], references)) for n in (1, 2, 3, 4)]
        sentences = [share(BLEU(effective_order=True).sentence_score(p, r)) for p, r in texts]
        corpora.append([texts, scores, sentences])
    parts = [f'"{name}": [\n' + ",\n".join(map(json.dumps, items)) + "\n]" for name, items in
             (("pairs", rows), ("corpora", corpora))]
    OUT.write_text("{" + ",\n".join(parts) + "}\n", encoding="ascii")


if __name__ == "__main__":
    main()
