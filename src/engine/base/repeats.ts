import { hashText } from './hash.ts'

/** Finds out whether a text occurs twice without keeping any: a map would take ten times the memory. */
export class RepeatSearch {
  readonly #hashes: number[] = []

  add(text: string): void {
    this.#hashes.push(hashText(0, text))
  }

  /** False where none does; true where one does, and hardly ever where none does: of a million texts once in 18,000 times. */
  mayRepeat(): boolean {
    const sorted = new Float64Array(this.#hashes).sort()
    return sorted.some((one, at) => at > 0 && one === sorted[at - 1])
  }
}
