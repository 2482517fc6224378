/**
 * Probabilities of the offered answers, from the most probable tokens that a server returns at the answer's position.
 */
import type { Choice } from '../protocol/record.ts'
import type { PositionLogprobs, TokenLogprob } from './reply.ts'

/**
 * The position at which a text begins among the generated tokens, found by aligning the tokens' bytes with the text from
 * its end: before it there may be thoughts that are not in the text, after it tokens that only end it.
 * @returns null where the tokens are not those of the text
 */
export function positionOf(positions: readonly TokenLogprob[], text: string): number | null {
  const wanted = new TextEncoder().encode(text.trimStart())
  for (let last = positions.length - 1; last >= 0; last--) {
    const found = endingAt(positions, last, wanted)
    if (found !== null) return found
    // Only a token that ends an answer may follow it.
    if (!isMark(positions[last])) return null
  }
  return null
}

const isMark = (token: TokenLogprob | undefined): boolean =>
  token !== undefined &&
  (token.token === '' || /^<.*>$/s.test(token.token.trim()) || token.token.trim() === '')

/** Walks back from a token until the text is complete. */
function endingAt(positions: readonly TokenLogprob[], last: number, wanted: Uint8Array): number | null {
  if (wanted.length === 0) return null
  let left = wanted.length
  for (let at = last; at >= 0; at--) {
    const bytes = bytesOf(positions[at])
    const part = bytes.subarray(Math.max(0, bytes.length - left))
    if (part.length === 0 || !ends(wanted, left, part)) return null
    left -= part.length
    // The part of a token before the text is white space, as in " A".
    if (left === 0) return at
  }
  return null
}

function ends(wanted: Uint8Array, left: number, part: Uint8Array): boolean {
  return part.every((byte, i) => wanted[left - part.length + i] === byte)
}

function bytesOf(token: TokenLogprob | undefined): Uint8Array {
  return token?.bytes ? Uint8Array.from(token.bytes) : new TextEncoder().encode(token?.token ?? '')
}

/**
 * Log-probability of each answer: log-sum-exp over the returned tokens that spell it, in any case and with any
 * surrounding white space. For an answer that none of them spells, only a bound is known: no other token is more
 * probable than the last returned one, nor than the remaining probability. It is marked, and never 0.
 * @param position one position, with its most probable tokens
 */
export function choicesAt(position: PositionLogprobs, answers: readonly string[]): readonly Choice[] {
  const tokens = distinct([...position.top, position])
  const logprobs = tokens.map(({ logprob }) => logprob)
  const least = Math.min(...logprobs)
  const rest = 1 - logprobs.reduce((sum, logprob) => sum + Math.exp(logprob), 0)
  const bound = Math.min(least, Math.log(Math.max(rest, smallest)))
  return answers.map(letter => {
    const own = tokens.filter(({ token }) => spells(token, letter))
    if (own.length === 0) return { letter, logprob: bound, isBound: true }
    const sum = own.reduce((all, { logprob }) => all + Math.exp(logprob), 0)
    return { letter, logprob: Math.min(0, Math.log(Math.max(sum, smallest))) }
  })
}

/** The sampled token is among the most probable ones as a rule, and must not count twice. */
function distinct(tokens: readonly TokenLogprob[]): readonly TokenLogprob[] {
  const known = new Map<string, TokenLogprob>()
  for (const token of tokens) {
    const key = token.bytes ? token.bytes.join() : token.token
    if (!known.has(key)) known.set(key, token)
  }
  return [...known.values()]
}

const spells = (token: string, letter: string): boolean =>
  token.replaceAll('▁', ' ').trim().toUpperCase() === letter.toUpperCase()

/** The smallest double above 0: of it there is a finite logarithm. */
const smallest = Number.MIN_VALUE
