/**
 * Families that transformers.js can load and this page refuses, with the reason. A number that could differ
 * from Python's without anyone noticing is worse than none.
 */
export const unsupportedFamilies: Readonly<Record<string, string>> = {
  florence2:
    "Its processor's fifteen task prompts ask for captions, boxes, masks and text, none for the answer to a question, and it has no chat template.",
  moondream1:
    "Python's transformers (5.23) has no such family; its code lives in a model repository of its own, so there is nothing to compare with.",
}
