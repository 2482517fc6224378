/**
 * `SequenceMatcher(None, a, b).ratio()` of Python's difflib: 2 M / T, where T is the number of characters in both
 * texts and M how many of them lie in matching blocks. It finds the longest block, then looks left and right of it
 * (J. W. Ratcliff and D. Metzener (1988), "Pattern matching: the gestalt approach", Dr. Dobb's J. 13, 46). It is not
 * symmetric, and of a second text of 200 characters or more it does not look up those that make up more than 1 %.
 */
export function sequenceRatio(first: string, second: string): number {
  const a = Array.from(first)
  const b = Array.from(second)
  if (a.length + b.length === 0) return 1
  return (2 * matchedCharacters(a, b)) / (a.length + b.length)
}

/** From this length of the second text on, its popular characters are left out. */
const autoJunkLength = 200

/** Where each character stands in `b`: `SequenceMatcher.b2j`. */
function positionsOf(b: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>()
  for (const [index, character] of b.entries()) {
    const found = positions.get(character)
    if (found === undefined) positions.set(character, [index])
    else found.push(index)
  }
  if (b.length < autoJunkLength) return positions
  const most = Math.floor(b.length / 100) + 1
  for (const [character, found] of positions) if (found.length > most) positions.delete(character)
  return positions
}

/** A stretch of both texts, ends excluded. */
interface Stretch {
  readonly aLow: number
  readonly aHigh: number
  readonly bLow: number
  readonly bHigh: number
}

function matchedCharacters(a: readonly string[], b: readonly string[]): number {
  const positions = positionsOf(b)
  const waiting: Stretch[] = [{ aLow: 0, aHigh: a.length, bLow: 0, bHigh: b.length }]
  let matched = 0
  for (let stretch = waiting.pop(); stretch !== undefined; stretch = waiting.pop()) {
    const { aLow, aHigh, bLow, bHigh } = stretch
    const { aAt, bAt, size } = longestMatch(a, b, positions, stretch)
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
function longestMatch(
  a: readonly string[],
  b: readonly string[],
  positions: ReadonlyMap<string, readonly number[]>,
  { aLow, aHigh, bLow, bHigh }: Stretch,
) {
  let [aAt, bAt, size] = [aLow, bLow, 0]
  // Length of the block that ends at each place of b, for the character of a before.
  let lengths = new Map<number, number>()
  for (let i = aLow; i < aHigh; i++) {
    const next = new Map<number, number>()
    for (const j of positions.get(a[i] as string) ?? []) {
      if (j < bLow) continue
      if (j >= bHigh) break
      const length = (lengths.get(j - 1) ?? 0) + 1
      next.set(j, length)
      if (length > size) [aAt, bAt, size] = [i - length + 1, j - length + 1, length]
    }
    lengths = next
  }
  // Popular characters beside it, which were not looked up, belong to it, too.
  while (aAt > aLow && bAt > bLow && a[aAt - 1] === b[bAt - 1]) {
    aAt--
    bAt--
    size++
  }
  while (aAt + size < aHigh && bAt + size < bHigh && a[aAt + size] === b[bAt + size]) size++
  return { aAt, bAt, size }
}
