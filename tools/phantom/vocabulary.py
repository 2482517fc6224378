"""The closed list of every label the phantoms can carry. Order is part of the contract with trained models: append only."""
from __future__ import annotations

NONE = "n/a"
HEALTHY = "No abnormality"
REGIONS = ("Chest", "Brain", "Lungs", "Breast", "Heart")
MODALITIES = ("X-ray", "CT", "Ultrasound", "MRI")

# the answer texts for the `modality` field
MODALITY_NAMES = {"X-ray": "Plain radiography", "CT": "Computed tomography", "Ultrasound": "Ultrasound",
                  "MRI": "Magnetic resonance imaging"}
ORGANS = {"Brain": "Head", "Chest": "Thorax", "Lungs": "Lung", "Breast": "Breast", "Heart": "Heart"}


def also_shown(region: str, modality: str) -> tuple[str, ...]:
    """What an image of the region shows besides, and what therefore is no wrong option for it."""
    if modality == "Ultrasound":  # its window holds little but the organ itself
        return ("Thorax",)
    return {"Brain": (), "Chest": ("Lung", "Heart"), "Lungs": ("Thorax", "Heart"), "Breast": ("Thorax",),
            "Heart": ("Thorax", "Lung")}[region]


COMBINATIONS: dict[tuple[str, str], str] = {
    ("Brain", "CT"): "PhantomBrainCT", ("Brain", "MRI"): "PhantomBrainMR",
    ("Chest", "X-ray"): "PhantomChestXR", ("Chest", "CT"): "PhantomChestCT",
    ("Lungs", "X-ray"): "PhantomLungXR", ("Lungs", "CT"): "PhantomLungCT", ("Lungs", "Ultrasound"): "PhantomLungUS",
    ("Breast", "X-ray"): "PhantomBreastXR", ("Breast", "Ultrasound"): "PhantomBreastUS", ("Breast", "MRI"): "PhantomBreastMR",
    ("Heart", "CT"): "PhantomHeartCT", ("Heart", "Ultrasound"): "PhantomHeartUS", ("Heart", "MRI"): "PhantomHeartMR",
}

PLANES = ("Axial", "Coronal", "Sagittal")
HEART_VIEWS = ("Four-chamber", "Short-axis", "Two-chamber")
# the views told apart in one question; an empty tuple: the combination asks none
VIEWS = {
    ("Brain", "CT"): PLANES, ("Brain", "MRI"): PLANES, ("Chest", "CT"): PLANES, ("Lungs", "CT"): PLANES,
    ("Chest", "X-ray"): ("Posteroanterior", "Lateral"), ("Lungs", "X-ray"): ("Posteroanterior", "Lateral"),
    ("Breast", "X-ray"): ("Craniocaudal", "Mediolateral oblique"), ("Breast", "MRI"): ("Axial", "Sagittal"),
    ("Heart", "CT"): HEART_VIEWS, ("Heart", "Ultrasound"): HEART_VIEWS, ("Heart", "MRI"): HEART_VIEWS,
    ("Lungs", "Ultrasound"): (), ("Breast", "Ultrasound"): (),
}
CT_WINDOWS = ("Lung window", "Soft-tissue window", "Bone window", "Brain window")
PROTOCOLS = {
    ("Brain", "CT"): CT_WINDOWS[1:][::-1], ("Chest", "CT"): CT_WINDOWS[:3], ("Lungs", "CT"): CT_WINDOWS[:3],
    ("Brain", "MRI"): ("T1-weighted", "T2-weighted", "FLAIR", "Diffusion-weighted"),
    ("Chest", "X-ray"): ("Conventional radiograph", "Bone-suppressed radiograph"),
    ("Lungs", "X-ray"): ("Conventional radiograph", "Bone-suppressed radiograph"),
    ("Breast", "X-ray"): (),
    ("Breast", "MRI"): ("T1-weighted", "T2-weighted", "Contrast-enhanced T1-weighted"),
    ("Heart", "MRI"): ("Bright-blood cine", "Black-blood"),
    ("Heart", "CT"): ("Contrast-enhanced", "Non-contrast"),
    ("Lungs", "Ultrasound"): ("Linear array", "Convex array", "Phased array"),
    ("Breast", "Ultrasound"): ("Linear array", "Convex array", "Phased array"),
    ("Heart", "Ultrasound"): (),
}
_HEART = ("Dilated cardiomyopathy", "Hypertrophic cardiomyopathy", "Pericardial effusion")
_BREAST = ("Breast cyst", "Fibroadenoma", "Breast carcinoma")
_LUNGS = ("Lung carcinoma", "Granuloma", "Pneumonia")
_CHEST = ("Pleural effusion", "Pneumothorax", "Cardiomegaly")
DISEASES = {
    ("Brain", "CT"): ("Meningioma", "Glioma", "Cerebral infarction", "Intracerebral haemorrhage", "Skull fracture"),
    ("Brain", "MRI"): ("Meningioma", "Glioma", "Cerebral infarction", "Brain metastases"),
    ("Chest", "X-ray"): _CHEST, ("Chest", "CT"): _CHEST, ("Lungs", "X-ray"): _LUNGS, ("Lungs", "CT"): _LUNGS,
    ("Lungs", "Ultrasound"): ("Pleural effusion", "Pneumonia", "Pulmonary oedema"),
    ("Breast", "X-ray"): _BREAST, ("Breast", "Ultrasound"): _BREAST, ("Breast", "MRI"): _BREAST,
    ("Heart", "CT"): _HEART, ("Heart", "Ultrasound"): _HEART, ("Heart", "MRI"): _HEART,
}
_THORAX = ("Right lung", "Left lung", "Lung", "Heart", "Liver", "Vertebra", "Trachea", "Descending aorta")
_BREAST_PARTS = ("Fibroglandular tissue", "Pectoral muscle", "Nipple")
_BRAIN = ("Skull", "Cerebral cortex", "White matter", "Basal ganglia", "Lateral ventricle", "Cerebellum", "Brainstem")
_CHAMBERS = ("Left ventricle", "Right ventricle", "Left atrium", "Right atrium", "Myocardium")
STRUCTURES = {
    ("Brain", "CT"): _BRAIN, ("Brain", "MRI"): _BRAIN,
    ("Chest", "X-ray"): _THORAX[:-1], ("Chest", "CT"): _THORAX, ("Lungs", "X-ray"): _THORAX[:-1], ("Lungs", "CT"): _THORAX,
    ("Lungs", "Ultrasound"): ("Pleural line", "Rib", "Chest wall", "Lung"),
    ("Breast", "X-ray"): _BREAST_PARTS, ("Breast", "MRI"): (*_BREAST_PARTS, "Subcutaneous fat"),
    ("Breast", "Ultrasound"): (*_BREAST_PARTS[:2], "Subcutaneous fat", "Skin"),
    ("Heart", "CT"): _CHAMBERS, ("Heart", "Ultrasound"): _CHAMBERS, ("Heart", "MRI"): _CHAMBERS,
}
LESION = "Lesion"
GRADES = ("Absent", "Mild", "Moderate", "Severe")
SHAPES = ("Round", "Oval", "Lobulated", "Irregular", "Wedge-shaped")
MARGINS = ("Smooth", "Spiculated", "Ill-defined")


def _distinct(groups) -> tuple[str, ...]:
    return tuple(dict.fromkeys(label for group in groups for label in group))


ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "modality": MODALITIES,
    "region": REGIONS,
    "organ": tuple(ORGANS.values()),
    "view": (NONE, *_distinct(VIEWS.values())),
    "protocol": (NONE, *_distinct(PROTOCOLS.values())),
    "roi": (NONE, LESION, *_distinct(STRUCTURES.values())),
    "abnormal": ("No", "Yes"),
    "disease": (HEALTHY, *_distinct(DISEASES.values())),
    "grade": GRADES,
    "shape": (NONE, *SHAPES),
    "margin": (NONE, *MARGINS),
}
