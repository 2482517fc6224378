/** A judge's reading of an answer: what was read, and whether it is right. */

/** An option of a choice question: a letter A to Z, in the order they were asked; gaps are allowed. */
export interface AnswerOption {
  readonly letter: string
  readonly text: string
}

/** Which step of a judge's ladder found the answer. */
export const rules = [
  'letter',
  'letters',
  'answer phrase',
  'option text',
  'nearest option',
  'refusal',
  'yes or no',
  'normalised text',
  'candidates',
] as const
export type Rule = (typeof rules)[number]

/**
 * `unparsed` if the original would guess at random, ask a model, or give up; `original` names which. Nothing is ever
 * guessed here.
 */
export type Reading =
  | { readonly status: 'read'; readonly answer: string | readonly string[]; readonly rule: Rule }
  | { readonly status: 'unparsed'; readonly original: string }

export interface Judgement {
  readonly reading: Reading
  /** Never true for an unparsed answer. */
  readonly correct: boolean
}

/**
 * Reads the answer to a choice question.
 * @param response the model's reply, null where there is none
 * @param answer the right option's letter
 */
export type ChoiceJudge = (
  response: string | null,
  options: readonly AnswerOption[],
  answer: string,
) => Judgement

export const read = (answer: string | readonly string[], rule: Rule): Reading => ({
  status: 'read',
  answer,
  rule,
})

export const unparsed = (original: string): Reading => ({ status: 'unparsed', original })

/** A question that the model gave no reply to. */
export const noReply: Judgement = { reading: unparsed('there is no reply to judge'), correct: false }
