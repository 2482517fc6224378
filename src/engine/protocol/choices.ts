import type { Choice } from './record.ts'
import type { Letter } from './sample.ts'

/** For each letter, and for yes and no, every token that a judge would read as that answer standing alone. */
export type Spellings = ReadonlyMap<Letter, readonly number[]>

/** Characters of a token, white space included. */
const longestSpelling = 5

/** Every token whose text is an answer, in any case and with any white space around it (`A`, ` A`, `▁A`, `Yes`). */
export function findSpellings(
  answers: readonly string[],
  vocabularySize: number,
  decode: (id: number) => string,
): Spellings {
  const spellings = new Map<string, number[]>(answers.map(answer => [answer, []]))
  const bySpelling = new Map(answers.map(answer => [answer.toUpperCase(), answer]))
  for (let id = 0; id < vocabularySize; id++) {
    const text = decode(id)
    // Almost every token is longer than a letter or a short word with a space or two.
    if (text.length === 0 || text.length > longestSpelling) continue
    const answer = bySpelling.get(text.replaceAll('▁', ' ').trim().toUpperCase())
    if (answer !== undefined) spellings.get(answer)?.push(id)
  }
  return spellings
}

/**
 * Log-probability of each option's letter at one position: log-sum-exp over its spellings, minus that over the whole
 * vocabulary, in float64.
 * @param logits of one position, one per token
 */
export function scoreChoices(
  logits: Float32Array,
  letters: readonly Letter[],
  spellings: Spellings,
): readonly Choice[] {
  const total = logSumExp(logits)
  return letters.map(letter => {
    const ids = spellings.get(letter) ?? []
    return { letter, logprob: logSumExp(ids.map(id => logits[id] ?? Number.NEGATIVE_INFINITY)) - total }
  })
}

function logSumExp(values: ArrayLike<number>): number {
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < values.length; i++) most = Math.max(most, values[i] ?? most)
  if (!Number.isFinite(most)) return most
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += Math.exp((values[i] ?? Number.NEGATIVE_INFINITY) - most)
  return most + Math.log(sum)
}

/** The most probable option, the first of equals; null where there are none, or of each a bound is known only. */
export function mostProbable(choices: readonly Choice[]): Choice | null {
  const known = choices.filter(({ isBound }) => !isBound)
  return known.reduce<Choice | null>(
    (best, choice) => (best === null || choice.logprob > best.logprob ? choice : best),
    null,
  )
}

/** Probabilities among the options alone. */
export function optionShares(choices: readonly Choice[]): readonly number[] {
  const total = logSumExp(choices.map(({ logprob }) => logprob))
  return choices.map(({ logprob }) => Math.exp(logprob - total))
}
