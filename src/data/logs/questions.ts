import { getOrMake } from '../../engine/base/grouping.ts'
import { get, str } from '../../engine/base/python.ts'
import type { Sample } from '../../engine/protocol/sample.ts'

/** Characters of the pieces by which questions are found in a text. */
const pieceLength = 16

/** Up to this number of questions, searching for each one is fastest. */
const few = 32

/** Samples with one question, in their order. All before `first` are taken. */
interface Asked {
  readonly samples: Sample[]
  first: number
}

/**
 * Samples that share an id, by their questions. Where there are many, looking for each question in each text would take
 * time with the square of their number. So a question is found by its rarest piece: every piece of a text is looked up.
 */
export class SamplesByQuestion {
  readonly #asked = new Map<string, Asked>()
  #pieces: ReadonlyMap<string, readonly string[]> | null = null
  /** Those that are shorter than a piece. */
  #short: readonly string[] = []

  add(sample: Sample): void {
    getOrMake(this.#asked, plain(questionOf(sample)), (): Asked => ({ samples: [], first: 0 })).samples.push(
      sample,
    )
    this.#pieces = null
  }

  /**
   * @param asked what was asked, as `plain` gives it
   * @returns the first sample that is not taken and whose question stands in the text; null where there is none
   */
  first(asked: string, taken: ReadonlySet<Sample>): Sample | null {
    let found: Sample | null = null
    for (const question of this.#questionsIn(asked)) {
      const sample = untaken(this.#asked.get(question), taken)
      if (sample && (found === null || sample.index < found.index)) found = sample
    }
    return found
  }

  #questionsIn(text: string): Iterable<string> {
    if (this.#asked.size <= few) return [...this.#asked.keys()].filter(question => text.includes(question))
    this.#pieces ??= this.#byRarestPiece()
    const found = new Set(this.#short.filter(question => text.includes(question)))
    for (let at = 0; at + pieceLength <= text.length; at++)
      for (const question of this.#pieces.get(text.slice(at, at + pieceLength)) ?? [])
        if (text.includes(question)) found.add(question)
    return found
  }

  #byRarestPiece(): ReadonlyMap<string, readonly string[]> {
    const count = new Map<string, number>()
    for (const question of this.#asked.keys())
      for (const piece of piecesOf(question)) count.set(piece, (count.get(piece) ?? 0) + 1)
    const short: string[] = []
    const byPiece = new Map<string, string[]>()
    for (const question of this.#asked.keys()) {
      let rarest: string | null = null
      let least = Number.POSITIVE_INFINITY
      for (const piece of piecesOf(question)) {
        const times = count.get(piece) ?? 0
        if (times < least) [rarest, least] = [piece, times]
      }
      if (rarest === null) short.push(question)
      else getOrMake(byPiece, rarest, () => []).push(question)
    }
    this.#short = short
    return byPiece
  }
}

function untaken(asked: Asked | undefined, taken: ReadonlySet<Sample>): Sample | null {
  if (!asked) return null
  for (; asked.first < asked.samples.length; asked.first++) {
    const sample = asked.samples[asked.first]
    if (sample && !taken.has(sample)) return sample
  }
  return null
}

/** Not all of its pieces, which would take far more memory than the question; none where it is shorter than one. */
function* piecesOf(question: string): Generator<string> {
  const last = question.length - pieceLength
  for (let at = 0; at < last; at += pieceLength) yield question.slice(at, at + pieceLength)
  if (last >= 0) yield question.slice(last)
}

export const questionOf = ({ fields }: Sample): string => str(get(fields, 'question'))

/** Tools trim, wrap and join lines: white space means nothing. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()
