import { answerTooLong, checkComparable } from './answer-limits.ts'
import { getOrMake } from './grouping.ts'

/**
 * `SequenceMatcher(None, a, b).ratio()` of Python's difflib: 2 M / T, where T is the number of characters in both texts
 * and M the number of them in matching blocks. It finds the longest block, then searches left and right of it (J. W.
 * Ratcliff and D. Metzener (1988), "Pattern matching: the gestalt approach", Dr. Dobb's J. 13, 46). It is not
 * symmetric. In a second text of 200 characters or more it ignores characters that make up more than 1 %.
 * @throws VoxelwiseError answer-too-long if the texts have too many blocks in common
 */
export function sequenceRatio(first: string, second: string): number {
  checkComparable(first, second)
  const a = Array.from(first)
  const b = Array.from(second)
  if (a.length + b.length === 0) return 1
  return (2 * new Matcher(a, b).matched()) / (a.length + b.length)
}

/** Most pairs of equal characters that are looked at: a fraction of a second, as a question may have 26 options. */
const MAX_STEPS = 30_000_000

/** From this length of the second text on, its popular characters are ignored. */
const autoJunkLength = 200

/** The positions of each character in `b`: `SequenceMatcher.b2j`. */
function positionsByCharacter(b: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>()
  for (const [index, character] of b.entries()) {
    getOrMake(positions, character, () => []).push(index)
  }
  if (b.length < autoJunkLength) return positions
  const most = Math.floor(b.length / 100) + 1
  for (const [character, places] of positions) if (places.length > most) positions.delete(character)
  return positions
}

/** A stretch of both texts, ends excluded. */
interface Stretch {
  readonly aLow: number
  readonly aHigh: number
  readonly bLow: number
  readonly bHigh: number
}

class Matcher {
  readonly #a: readonly string[]
  readonly #b: readonly string[]
  readonly #positions: ReadonlyMap<string, readonly number[]>
  /** Length of the block that ends just before each place of `b`: for the character of `a` before, and for this one. */
  #lengths: Uint32Array
  #next: Uint32Array
  #steps = 0

  constructor(a: readonly string[], b: readonly string[]) {
    this.#a = a
    this.#b = b
    this.#positions = positionsByCharacter(b)
    this.#lengths = new Uint32Array(b.length + 1)
    this.#next = new Uint32Array(b.length + 1)
  }

  /** Characters in matching blocks. */
  matched(): number {
    const waiting: Stretch[] = [{ aLow: 0, aHigh: this.#a.length, bLow: 0, bHigh: this.#b.length }]
    let matched = 0
    for (let stretch = waiting.pop(); stretch !== undefined; stretch = waiting.pop()) {
      const { aLow, aHigh, bLow, bHigh } = stretch
      const { aAt, bAt, size } = this.#longest(stretch)
      if (size === 0) continue
      matched += size
      if (aLow < aAt && bLow < bAt) waiting.push({ aLow, aHigh: aAt, bLow, bHigh: bAt })
      if (aAt + size < aHigh && bAt + size < bHigh) {
        waiting.push({ aLow: aAt + size, aHigh, bLow: bAt + size, bHigh })
      }
    }
    return matched
  }

  /** `find_longest_match`: the longest block, of equals the one that begins first in `a`, then in `b`. */
  #longest({ aLow, aHigh, bLow, bHigh }: Stretch) {
    const [a, b] = [this.#a, this.#b]
    let [aAt, bAt, size] = [aLow, bLow, 0]
    let last: readonly number[] = []
    for (let i = aLow; i < aHigh; i++) {
      const matches = this.#within(a[i] as string, bLow, bHigh)
      this.#step(1 + matches.length)
      for (const j of matches) {
        const length = (this.#lengths[j] as number) + 1
        this.#next[j + 1] = length
        if (length > size) [aAt, bAt, size] = [i - length + 1, j - length + 1, length]
      }
      this.#forget(last)
      ;[this.#lengths, this.#next] = [this.#next, this.#lengths]
      last = matches
    }
    this.#forget(last)
    // Adjacent popular characters, which were not looked up, belong to it too.
    while (aAt > aLow && bAt > bLow && a[aAt - 1] === b[bAt - 1]) {
      aAt--
      bAt--
      size++
    }
    while (aAt + size < aHigh && bAt + size < bHigh && a[aAt + size] === b[bAt + size]) size++
    return { aAt, bAt, size }
  }

  /** A character's position in a range of `b`. */
  #within(character: string, bLow: number, bHigh: number): readonly number[] {
    const all = this.#positions.get(character) ?? []
    if (bLow === 0 && bHigh === this.#b.length) return all
    return all.slice(firstFrom(all, bLow), firstFrom(all, bHigh))
  }

  #forget(places: readonly number[]): void {
    for (const j of places) this.#lengths[j + 1] = 0
  }

  #step(count: number): void {
    this.#steps += count
    if (this.#steps > MAX_STEPS)
      throw answerTooLong('The answer and an option have too many common parts to be compared.')
  }
}

/** The first of ascending numbers that is `least` or more, by its place. */
function firstFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] as number) < least) low = middle + 1
    else high = middle
  }
  return low
}
