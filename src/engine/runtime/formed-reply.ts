import type { UniformRandom } from '../base/random.ts'
import type { ReplyForm } from '../protocol/protocol.ts'
import type { PromptEncoder } from './prompt-encoder.ts'

/** Tokens that a reply of the form may be made of: found once for each form, by looking at the whole vocabulary. */
export function tokensOf(form: ReplyForm, encoder: PromptEncoder): readonly number[] {
  return Array.from({ length: encoder.vocabularySize }, (_, id) => id).filter(id =>
    form.mayHold(encoder.text([id])),
  )
}

/**
 * The most probable token with which the reply is still the beginning of one of the form (or one drawn among those by
 * their probabilities). A repetition penalty would be at odds with a form that repeats itself, and is left out.
 * @param tokens as `tokensOf` found them
 * @param so what is written so far
 * @param textWith the same with a token more
 * @param random draws; null takes the most probable
 * @returns null where no token goes on, or a logit is no number
 */
export function formedToken(
  logits: Float32Array,
  tokens: readonly number[],
  form: ReplyForm,
  so: string,
  textWith: (id: number) => string,
  random: UniformRandom | null,
): number | null {
  const ranked = tokens
    .map(id => [id, (logits[id] ?? Number.NaN) + (random ? gumbel(random) : 0)] as const)
    .sort(([, a], [, b]) => b - a)
  if (ranked.some(([, value]) => Number.isNaN(value))) return null
  const goesOn = (text: string): boolean => text.length > so.length && form.isBeginning(text)
  return ranked.find(([id]) => goesOn(textWith(id)))?.[0] ?? null
}

/**
 * A token drawn by the model's own probabilities, at temperature 1: the largest of the logits with Gumbel noise added (E. J.
 * Gumbel 1954; C. J. Maddison et al. 2014).
 * @returns null where no logit is a finite number
 */
export function drawnToken(logits: Float32Array, random: UniformRandom): number | null {
  let best: number | null = null
  let most = Number.NEGATIVE_INFINITY
  for (const [id, logit] of logits.entries()) {
    const value = logit + gumbel(random)
    if (value > most) {
      most = value
      best = id
    }
  }
  return Number.isFinite(most) ? best : null
}

const gumbel = (random: UniformRandom): number => -Math.log(-Math.log(random.unit()))
