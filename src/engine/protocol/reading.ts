/** A judge's reading of an answer: what was read, and whether it is right. */

/** How a question is answered: one option, yes or no, every option that is right, in words, by boxes, or by numbers. */
export const answerKinds = ['choice', 'yes-no', 'several', 'text', 'box', 'number'] as const
export type AnswerKind = (typeof answerKinds)[number]

/** An option of a choice question: a letter A to Z, in the order they were asked; gaps are allowed. */
export interface AnswerOption {
  readonly letter: string
  readonly text: string
}

/** Which step of a judge's ladder found the answer. */
export const readingRules = [
  'letter',
  'letters',
  'answer phrase',
  'option text',
  'nearest option',
  'refusal',
  'yes or no',
  'normalised text',
  'candidates',
  'box',
  'numbers',
  'ranked list',
] as const
export type Rule = (typeof readingRules)[number]

/** `unparsed` if the original would guess at random, ask a model, or give up: `original` names which. */
export type Reading =
  | { readonly status: 'read'; readonly answer: string | readonly string[]; readonly rule: Rule }
  | { readonly status: 'unparsed'; readonly original: string }

export interface Judgement {
  readonly reading: Reading
  /** Never true for an unparsed answer. */
  readonly correct: boolean
  /** What the rules measure besides, 0 or more; absent of an unparsed answer, and where they measure nothing. */
  readonly measured?: number
}

/** A quantity that rules measure of each answer: a credit, an overlap, or an error. */
export interface Measure {
  /** Lower case with hyphens, for files. */
  readonly id: string
  readonly name: string
  /** Whether less is better. An unparsed answer is then in no mean; otherwise it counts as 0. */
  readonly isError: boolean
  /** Reported: the share of answers that reach each of them; of an error, that stay below. */
  readonly thresholds: readonly number[]
  /** What each share at a threshold is called; absent where name and threshold say it. */
  readonly thresholdNames?: readonly string[]
  /** Average precisions of boxes in pixels over all answers, each a mean over thresholds of overlap. */
  readonly averagePrecisions?: readonly { readonly name: string; readonly thresholds: readonly number[] }[]
}

/** What an answer was read as: stored with it (`verdictSchema`). */
export interface Verdict {
  /** Letters run together, `yes`, `no`, or a levelled text; empty where nothing could be read. */
  readonly parsed: string
  readonly correct: boolean
  /** Which step of the reading found it; absent where the reading has one step only, and where nothing was read. */
  readonly rule?: Rule
  /**
   * Why nothing was read, and what the original would have done: guess, ask a model, count it wrong. Such an answer is
   * never right and is counted separately. Absent if an answer was read, or if an unreadable answer is part of the
   * rules.
   */
  readonly unparsed?: string
  /** What the rules measured, as `Measure` says; absent where they measure nothing, or nothing was read. */
  readonly measured?: number
}

/** @param answer the letter of the right option */
export type ChoiceJudge = (response: string, options: readonly AnswerOption[], answer: string) => Judgement

export const readAs = (answer: string | readonly string[], rule: Rule): Reading => ({
  status: 'read',
  answer,
  rule,
})

export const unparsed = (original: string): Reading => ({ status: 'unparsed', original })

/** A reading, which is right where it is that answer. */
export const judgedReading = (reading: Reading, answer: string): Judgement => ({
  reading,
  correct: reading.status === 'read' && reading.answer === answer,
})

/** An answer that was not read, and what the original would have done. */
export const notRead = (original: string): Judgement => ({ reading: unparsed(original), correct: false })
