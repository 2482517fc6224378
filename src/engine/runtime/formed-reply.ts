import type { UniformRandom } from '@voxelwise/statistics'
import type { ReplyForm } from '../protocol/protocol.ts'
import type { PromptEncoder } from './prompt-encoder.ts'

/** Tokens that a reply of the form may consist of: found once per form, by a pass over the whole vocabulary. */
export function allowedTokens(form: ReplyForm, encoder: PromptEncoder): readonly number[] {
  return Array.from({ length: encoder.vocabularySize }, (_, id) => id).filter(id =>
    form.mayHold(encoder.text([id])),
  )
}

/**
 * The most probable token that keeps the reply a beginning of the form, or a sampled one of these. Without the repetition
 * penalty, which would conflict with a form that repeats itself.
 * @param so the text so far
 * @returns null if no token fits, or a logit is no number
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
