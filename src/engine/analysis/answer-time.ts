/** How long a model takes for a question, from the times that its records have. */
import type { RunRecord } from '../protocol/record.ts'
import { chainImage } from './report.ts'

/**
 * Milliseconds of the model's own calls. Features that an earlier run had stored cost a run nothing, so every image counts with the
 * mean time of those that the run encoded itself.
 */
export class AnswerTime {
  readonly #images = new Set<string>()
  #questions = 0
  #other = 0
  #encoding = 0
  #encoded = 0

  add(records: readonly RunRecord[]): void {
    for (const record of records) {
      if (record.status !== 'answered' || !record.score) continue
      const { encode, prefix, prefill, decode } = record.score.timings
      this.#questions++
      this.#other += prefix + prefill + decode
      this.#encoding += encode
      this.#encoded += Number(encode > 0)
      if (record.sample.image !== null) this.#images.add(chainImage(record.sample))
    }
  }

  /** Milliseconds per question of one copy of the model; null without answers, or where the run encoded no image. */
  perQuestion(): number | null {
    if (this.#questions === 0 || this.#other === 0) return null
    if (this.#images.size > 0 && this.#encoded === 0) return null
    const image = this.#encoded === 0 ? 0 : this.#encoding / this.#encoded
    return (this.#other + image * this.#images.size) / this.#questions
  }
}
