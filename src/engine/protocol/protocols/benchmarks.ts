/**
 * Protocols of benchmarks and of other tools for mapped samples: a prompt per kind of question, and the judge of the answers. Where
 * a source's own sentences are known as paraphrases only, the sentences are this project's.
 */
import { direct } from '../judges/direct.ts'
import { findJudge } from '../judges/registry.ts'
import { yesOrNoInAnyLanguage } from '../judges/yes-no.ts'
import type { Protocol } from '../protocol.ts'
import { directPrompts, versionsByDirect } from './direct.ts'
import {
  type AskedQuestion,
  bracketed,
  closed,
  colon,
  dotted,
  letterRange,
  type MappedRules,
  mappedProtocol,
  optionLines,
} from './mapped.ts'

/** Where a benchmark says nothing else: version 1, and the judge `direct` for kinds that its own does not cover. */
const benchmark = ({
  judge,
  prompts,
  ...rules
}: Pick<MappedRules, 'id' | 'name' | 'about'> &
  Partial<Omit<MappedRules, 'prompts'>> & { readonly prompts?: Partial<MappedRules['prompts']> }): Protocol =>
  mappedProtocol({
    version: 1,
    promptOpening: '',
    otherwise: direct,
    ...rules,
    judge: judge ?? findJudge({ id: rules.id, version: 1 }),
    prompts: { ...directPrompts, ...prompts },
  })

const medCmrOpening =
  'Please carefully observe this medical image and answer the following question:\n\nQuestion: '

const opened = ({ text }: AskedQuestion) => `${medCmrOpening}${text}`

/**
 * Med-CMR (arXiv 2512.00818). The prompts are from the paper's supplement, as transcribed by a third party. Its free-text
 * questions need a judge model (`protocol/rubrics`); the count here is whether the final answer equals the reference.
 */
export const [medCmrV1, medCmr] = versionsByDirect({
  id: 'med-cmr',
  name: 'Med-CMR, as its paper has it',
  about:
    'Prompts as in the paper’s supplement, by a third party’s transcript. Letters are read by this project’s ladder, since the authors’ is not published; an open answer is right where its last "Answer:" equals the reference.',
  promptOpening: medCmrOpening,
  // Its reasoning comes first; an answer that is cut off before it has none.
  newTokens: { text: 512 },
  prompts: {
    ...directPrompts,
    choice: asked =>
      `${opened(asked)}\n\nOptions:\n${optionLines(asked, closed)}\n\nAnswer only with the option letter (${letterRange(asked)}).`,
    text: asked =>
      `${opened(asked)}\n\nThink step by step, integrating both visual features and medical knowledge to reach your conclusion. Then provide the final answer to the question in one short sentence or a single medical term.\n\n` +
      'Output format (Must follow strictly):\nReasoning: <visual and diagnostic reasoning process>\nAnswer: <final answer to the question>',
  },
  judge: findJudge({ id: 'med-cmr', version: 1 }),
})

const hinted = ({ text, hint }: AskedQuestion) => `${hint === '' ? '' : `Hint: ${hint}\n`}Question: ${text}\n`

const inShort = (asked: AskedQuestion) =>
  `${hinted(asked)}Please give a short and direct answer to the question above.`

/**
 * VLMEvalKit's questions (`image_mcq.py`, `image_base.py`, as of d21c5e9). The layout is the source's: an optional hint,
 * the question, the options a line each; the closing sentences are known as paraphrases only.
 */
export const vlmevalkit = benchmark({
  id: 'vlmevalkit',
  name: 'VLMEvalKit, exact matching',
  about:
    'Layout as in VLMEvalKit’s tables, the last sentence in this project’s words. Letters are read as by its can_infer. If it would ask a judge model or guess, the answer is unparsed.',
  placesImages: true,
  prompts: {
    choice: asked =>
      `${hinted(asked)}Options:\n${optionLines(asked, dotted)}\nPlease select the correct answer from the options above. \n`,
    'yes-no': inShort,
    text: inShort,
  },
})

const inAPhrase = ({ text }: AskedQuestion) => `${text}\n\nAnswer the question with a single word or phrase.`

/**
 * MMMU's questions (eval/ of MMMU-Benchmark/MMMU, 44b45b5): options in brackets a line each, then a request for the letter;
 * an open question asks for a word or a phrase. The layout is the source's, the sentences are this project's.
 */
export const mmmu = benchmark({
  id: 'mmmu',
  name: 'MMMU',
  about:
    'Layout as in MMMU’s evaluator, sentences in this project’s words. Read as parse_multi_choice_response and parse_open_response do; where those guess at random, the answer is unparsed.',
  placesImages: true,
  prompts: {
    choice: asked =>
      `${asked.text}\n\n${optionLines(asked, bracketed)}\n\nAnswer directly with the letter of the right option.`,
    'yes-no': inAPhrase,
    text: inAPhrase,
  },
})

/**
 * MedEvalKit's questions (utils/question_formats.py and the loaders of each data set, 2025 to 2026): the question, its
 * options a line each, and which form the answer should have. Known as paraphrases; the sentences are this project's.
 */
export const medevalkit = benchmark({
  id: 'medevalkit',
  name: 'MedEvalKit',
  about:
    'Sentences in this project’s words. Read as by MedEvalKit’s utils.py, which takes the nearest option if it finds none (marked "nearest option").',
  prompts: {
    choice: asked =>
      `Question: ${asked.text}\nOptions:\n${optionLines(asked, dotted)}\nAnswer directly with the letter of the right option.`,
    'yes-no': ({ text }) => `${text}\nAnswer yes or no, and nothing else.`,
    text: ({ text }) => `${text}\nAnswer concisely.`,
  },
})

/**
 * MedQ-Bench's descriptions (VLMEvalKit, medqbench_caption.py), asked by the benchmark's question alone. A model rates them
 * (`protocol/rubrics`); the count here is whether one equals the reference.
 */
export const [medqBenchV1, medqBench] = versionsByDirect({
  id: 'medq-bench',
  name: 'MedQ-Bench, descriptions',
  about:
    'Asks in the benchmark’s own words and nothing else. Rate the descriptions by MedQ-Bench’s rubric (tab Judges): they rarely equal the reference word for word.',
  promptOpening: '',
  // A description of some sentences, with the verdict on the quality at its end.
  newTokens: { text: 256 },
  prompts: { ...directPrompts, text: ({ text }) => text },
})

/** VQA v2: short answers of several people, scored by how many of them said the same. The data set has no prompt of its own. */
export const vqaV2 = benchmark({
  id: 'vqa-v2',
  name: 'VQA v2',
  about:
    'Asks as "Direct" does. An answer gets a third for each person who gave it, as in the official vqaEval.py. Right means at least one half.',
  promptOpening: 'Question: ',
  placesImages: true,
  yesOrNo: yesOrNoInAnyLanguage,
})

/** Boxes, in one of two conventions of coordinates: pixels, or thousandths of width and height. */
const asksForBoxes = { placesImages: true, yesOrNo: yesOrNoInAnyLanguage } as const

export const boxesInPixels = benchmark({
  ...asksForBoxes,
  id: 'boxes-in-pixels',
  name: 'Boxes in pixels',
  about:
    'For models that answer in pixels, such as Qwen2.5-VL. Several boxes are matched with the right ones. Right means an overlap of one half.',
  newTokens: { box: 256 },
  judge: direct,
})

/** What MedSG-Bench writes around objects and boxes for Qwen's tokenizers. */
const tags = /<\|(?:object_ref|box)_(?:start|end)\|>/g
const corners = /\((\d{1,9}),(\d{1,9})\),\((\d{1,9}),(\d{1,9})\)/g

/** A question with its own boxes in thousandths too, as MedSG-Bench asks such models. */
function inThousandths({ text, size }: AskedQuestion): string {
  const plain = text.replace(tags, '')
  if (!size) return plain
  const [width, height] = size
  const part = (value: string, of: number) => Math.round((Number(value) / of) * 1000)
  return plain.replace(
    corners,
    (_, left: string, top: string, right: string, bottom: string) =>
      `[${part(left, width)},${part(top, height)},${part(right, width)},${part(bottom, height)}]`,
  )
}

/** This is one of the benchmark's several format lines, in this project's words. Its limit is 128 new tokens, too. */
export const medsgBench = benchmark({
  ...asksForBoxes,
  id: 'medsg-bench',
  name: 'MedSG-Bench, boxes from 0 to 1000',
  about:
    'For models that answer in thousandths of the image, such as Qwen2-VL and InternVL. Read as by MedSG-Bench’s eval/utils.py. Right means an overlap of one half.',
  newTokens: { box: 128 },
  prompts: {
    box: asked =>
      `${inThousandths(asked)}\nAnswer with the coordinates only, from 0 to 1000 of width and height: (x1,y1),(x2,y2).`,
  },
})

/** MedVision (2026): measurements as numbers. Its sentences are known as paraphrases; these are this project's. */
export const medvision = benchmark({
  id: 'medvision',
  name: 'MedVision',
  about:
    'Asks for numbers only. Reads the last numbers of the reply, as MedVision’s parse_utils.py. Right means a relative error below 0.1, or of boxes an overlap of one half.',
  promptOpening: 'Question: ',
  placesImages: true,
  prompts: {
    box: ({ text }) =>
      `Question: ${text}\nAnswer with four numbers from 0 to 1 only, separated by commas: the lower left corner of the box and its upper right corner, as shares of the image’s width and height, counted from its lower left corner.`,
  },
  yesOrNo: yesOrNoInAnyLanguage,
})

const radiologist = 'Answer as a radiologist, from the chest X-ray alone.\n'

const asksForFinalAnswer = (question: AskedQuestion, more = '') =>
  `${radiologist}${question.text}\n${optionLines(question, bracketed)}\n${more}Write "FINAL ANSWER:" and the letter in brackets with its option first.`

/**
 * CXReasonBench: a case in stages, each asked after the right answers to those before it. The original's system message, in this
 * project's words, is part of every prompt.
 */
export const cxReasonBench = benchmark({
  id: 'cxreasonbench',
  name: 'CXReasonBench',
  about:
    'Sentences in this project’s words. Reads the letters behind FINAL ANSWER. The original asks a model what a reply means; other replies are unparsed.',
  newTokens: { choice: 128, several: 128 },
  prompts: {
    choice: question => asksForFinalAnswer(question),
    several: question => asksForFinalAnswer(question, 'More than one option may be right. '),
  },
  yesOrNo: yesOrNoInAnyLanguage,
})

/** MediConfusion: the same question about two images. The layout is the source's, the sentences are this project's. */
export const mediConfusion = benchmark({
  id: 'mediconfusion',
  name: 'MediConfusion',
  about:
    'Layout as in MediConfusion’s prompts, sentences in this project’s words. Reads a letter that stands by itself, as its answering.py. Results have set accuracy and confusion of its pairs.',
  prompts: {
    choice: asked =>
      `Choose the right option for this question from the image.\nQuestion: ${asked.text}\n${optionLines(asked, colon)}\nAnswer with the letter of the option and nothing else.\nAnswer: `,
  },
  yesOrNo: yesOrNoInAnyLanguage,
})

/** MRareBench's diagnoses: ten, the likeliest first. Known as a whole; the sentences are this project's. */
export const mRareBench = benchmark({
  id: 'mrarebench',
  name: 'MRareBench, ranked diagnoses',
  about:
    'Asks for the ten likeliest diagnoses, in this project’s words. Read and matched as by its mrarebench.py. Right means that the first diagnosis is right; recall at 3, 5 and 10 and the mean reciprocal rank are shown too.',
  // Ten names of diseases, a line each.
  newTokens: { text: 256 },
  prompts: {
    text: ({ text }) =>
      `${text}\n\nName the 10 most likely diagnoses as a numbered list, from the most likely (1) to the least likely (10). Write one disease a line, by its usual clinical name, and nothing else.`,
  },
  yesOrNo: yesOrNoInAnyLanguage,
})
