"""Multiple-choice questions on a drawn case. Wrong options come from the right one's own category and are
never true of the image; option count and order are drawn uniformly."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import vocabulary as words

WORDING = {
    "modality": ("Which imaging modality produced this image?", "What imaging technique was used to acquire this image?",
                 "This image was acquired with which modality?", "Identify the modality of this medical image."),
    "plane": ("Which anatomical plane does this image show?", "In which plane is this section oriented?",
              "What is the orientation of this slice?"),
    "projection": ("Which projection does this radiograph show?", "From which view was this radiograph taken?",
                   "Identify the radiographic projection."),
    "heart view": ("Which standard cardiac view is shown?", "What cardiac imaging plane does this image show?",
                   "Identify the cardiac view."),
    "MRI": ("Which MRI sequence weighting is most likely used?", "What type of MRI sequence is this?",
            "Identify the MRI sequence of this image."),
    "CT": ("Which CT display or protocol was used for this image?", "With which CT setting is this image shown?",
           "Identify the CT protocol of this image."),
    "X-ray": ("Which type of radiograph is this?", "How was this radiograph processed?",
              "Identify the radiographic technique."),
    "Ultrasound": ("Which type of ultrasound probe produced this image?", "What transducer was used for this scan?",
                   "Identify the ultrasound transducer."),
    "organ": ("Which body region is shown in this image?", "Which organ or body part is examined here?",
              "What anatomical region does this image depict?", "Identify the organ or region in this image."),
    "roi": ("Which structure does the red outline mark?", "What is inside the red contour?",
            "Identify the structure marked in red.", "The red mask covers which structure?"),
    "abnormal": ("Is there an abnormality in this image?", "Does this image show any abnormal finding?",
                 "Is a pathological finding present?", "Is this examination abnormal?"),
    "shape": ("What is the shape of the lesion?", "How is the lesion shaped?", "Describe the shape of the abnormality."),
    "margin": ("What is the margin of the lesion?", "How is the border of the lesion?", "Describe the lesion margin."),
    "disease": ("What is the most likely diagnosis?", "Which diagnosis fits this image best?",
                "Which disease is most consistent with the findings?", "Based on this image, what is the diagnosis?"),
    "grade": ("How severe is the abnormality?", "What is the severity grade of the finding?",
              "Grade the extent of the disease.", "Which severity grade applies?"),
}


@dataclass(frozen=True)
class Question:
    task: str
    question: str
    options: tuple[str, ...]
    answer: int


def choose(rng: np.random.Generator, task: str, wording: str, right: str, pool, always: str = "") -> Question:
    """A question whose options are `right` and draws from `pool`, two to four in all. `always` is offered each time,
    for an answer so common that its mere presence would otherwise give it away."""
    wrong = [label for label in dict.fromkeys(pool) if label != right]
    total = min(int(rng.choice([2, 3, 4], p=[0.2, 0.3, 0.5])), len(wrong) + 1)
    wrong = [wrong[i] for i in rng.permutation(len(wrong))]
    wrong.sort(key=lambda label: label != always)
    options = [right, *wrong[:total - 1]]
    options = [options[i] for i in rng.permutation(len(options))]
    return Question(task, str(rng.choice(WORDING[wording])), tuple(options), options.index(right))


def ask(rng: np.random.Generator, region: str, modality: str, attributes: dict[str, str]) -> tuple[Question, ...]:
    """Every question that makes sense for the case."""
    combo, a = (region, modality), attributes
    asked = [choose(rng, "Modality Recognition", "modality", words.MODALITY_NAMES[modality], words.MODALITY_NAMES.values())]
    if len(words.VIEWS[combo]) > 1:
        wording = "plane" if a["view"] in words.PLANES else "heart view" if a["view"] in words.HEART_VIEWS else "projection"
        pool = words.PLANES if wording == "plane" else words.VIEWS[combo]
        asked.append(choose(rng, "View Recognition", wording, a["view"], pool))
    if words.PROTOCOLS[combo]:
        asked.append(choose(rng, "Imaging Protocols Recognition", modality, a["protocol"], words.PROTOCOLS[combo]))
    organs = [o for o in words.ORGANS.values() if o not in words.also_shown(region, modality)]
    asked.append(choose(rng, "Organ Recognition", "organ", a["organ"], organs))
    if a["roi"] != words.NONE:
        lungs = {"Lung": ("Right lung", "Left lung"), "Right lung": ("Lung",), "Left lung": ("Lung",)}
        pool = [s for s in (words.LESION, *words.STRUCTURES[combo]) if s not in lungs.get(a["roi"], ())]
        asked.append(choose(rng, "ROI Grounding", "roi", a["roi"], pool))
    asked.append(choose(rng, "Abnormity Diagnosis", "abnormal", a["abnormal"], ("Yes", "No")))
    if a["margin"] != words.NONE:
        asked.append(choose(rng, "Abnormity Diagnosis", "margin", a["margin"], words.MARGINS))
    if a["shape"] != words.NONE:
        asked.append(choose(rng, "Abnormity Diagnosis", "shape", a["shape"], words.SHAPES))
    diagnoses = (words.HEALTHY, *words.DISEASES[combo])
    asked.append(choose(rng, "Disease Diagnosis", "disease", a["disease"], diagnoses, words.HEALTHY))
    asked.append(choose(rng, "Severity Grading", "grade", a["grade"], words.GRADES, "Absent"))
    return tuple(asked)
