/**
 * Families that transformers.js can load and this page refuses, with the reason. A number that could differ
 * from Python's without anyone noticing is worse than none.
 */
export const unsupportedFamilies: Readonly<Record<string, string>> = {
  florence2:
    'It answers fixed task prompts through an encoder and a decoder, and has no chat to put a question in.',
  moondream1: "Python's transformers has no such family, so there is nothing to compare with.",
}
