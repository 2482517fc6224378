/** A seeded stream of random numbers that is the same in every JavaScript engine, and in Python's golden script. */

/**
 * xoshiro128**: D. Blackman and S. Vigna (2021), "Scrambled linear pseudorandom number generators", ACM Trans. Math.
 * Softw. 47, 36. It uses whole numbers of 32 bits only, so all engines agree; its period of 2^128 - 1 exceeds the draws
 * of any bootstrap. The state is a typed array: fields with numbers of more than 31 bits would be allocated again at
 * every draw.
 */
export class UniformRandom {
  readonly #state = new Uint32Array(4)

  /** @param seed a whole number; its low 32 bits count */
  constructor(seed: number) {
    for (let i = 0; i < 4; i++) this.#state[i] = scrambled(seed + Math.imul(i + 1, 0x9e3779b9))
  }

  /** 32 random bits, as a number from 0. */
  next(): number {
    const state = this.#state
    const s0 = state[0] as number
    const s1 = state[1] as number
    const third = (state[2] as number) ^ s0
    const fourth = (state[3] as number) ^ s1
    state[1] = s1 ^ third
    state[0] = s0 ^ fourth
    state[2] = third ^ (s1 << 9)
    state[3] = rotated(fourth, 11)
    return Math.imul(rotated(Math.imul(s1, 5), 7), 9) >>> 0
  }

  /**
   * A whole number from 0 to `end` - 1, all equally likely. D. Lemire (2019), "Fast random integer generation in an
   * interval", ACM Trans. Model. Comput. Simul. 29, 3, algorithm 5.
   * @param end at most 2^21, so that the product is exact
   */
  below(end: number): number {
    let word = this.next()
    let rest = Math.imul(word, end) >>> 0
    if (rest < end) {
      const least = (2 ** 32 - end) % end
      while (rest < least) {
        word = this.next()
        rest = Math.imul(word, end) >>> 0
      }
    }
    return (word * end - rest) / 2 ** 32
  }

  /** A number between 0 and 1, never either. */
  unit(): number {
    return (this.next() + 0.5) / 2 ** 32
  }
}

const rotated = (word: number, by: number) => (word << by) | (word >>> (32 - by))

/** Seeds that differ in a bit give unlike states: a 32-bit finaliser found by C. Wellons's hash-prospector. */
function scrambled(word: number): number {
  let mixed = word ^ (word >>> 16)
  mixed = Math.imul(mixed, 0x21f0aaad)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x735a2d97)
  return mixed ^ (mixed >>> 15)
}
