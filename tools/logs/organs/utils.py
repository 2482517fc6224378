"""A tiny task for lmms-eval itself: the test split of test/golden/published/hub. See organs.yaml."""

def doc_to_visual(doc):
    return [doc["image"].convert("RGB")]
def doc_to_text(doc):
    lines = "\n".join(f"{letter}. {text}" for letter, text in zip("ABCD", doc["options"]))
    return f"{doc['question']}\n{lines}\nAnswer with the letter."
def process_results(doc, results):
    return {"exact_match": float(results[0].strip() == doc["answer"])}
