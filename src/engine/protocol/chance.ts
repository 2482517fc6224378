/** The mean of 1 / options over some questions: the share of right answers that guessing gives. */
export class Chance {
  #n = 0
  #sum = 0

  /** @param options of one question; 0 where unknown */
  add(options: number): void {
    this.#n += 1
    this.#sum += 1 / options
  }

  /** Null where there are no questions, or a number of options is unknown. */
  mean(): number | null {
    return this.#n > 0 && Number.isFinite(this.#sum) ? this.#sum / this.#n : null
  }
}
