/**
 * Finds out whether a text occurs twice among many without keeping any of them: for a million ids a map takes ten times
 * the memory.
 */
export class RepeatSearch {
  readonly #hashes: number[] = []

  add(text: string): void {
    this.#hashes.push(hash(text))
  }

  /** False where none does; true where one does, and hardly ever where none does: of a million texts once in 18,000 times. */
  mayRepeat(): boolean {
    const sorted = new Float64Array(this.#hashes).sort()
    return sorted.some((one, at) => at > 0 && one === sorted[at - 1])
  }
}

/** 53 bits of a text: two of FNV-1a's sums (G. Fowler, L. C. Noll, K.-P. Vo) with different factors, mixed at the end. */
function hash(text: string): number {
  let [low, high] = [0x811c9dc5, 0x9e3779b9]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
  }
  low = Math.imul(low ^ (low >>> 15) ^ high, 0xc2b2ae35)
  high = Math.imul(high ^ (high >>> 13) ^ low, 0x27d4eb2f)
  return ((high ^ (high >>> 16)) & 0x1fffff) * 2 ** 32 + (low >>> 0)
}
