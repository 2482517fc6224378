import { get, str } from '@voxelwise/python'
import type { Lettered } from '../../../data/formats/mapping/letters.ts'
import { getOrMake } from '../../../engine/base/grouping.ts'
import type { Sample } from '../../../engine/protocol/sample.ts'
import { nearlyAll } from './fit.ts'
import { areOptionsOf } from './logged-letters.ts'
import type { LoggedAnswer } from './tool-log.ts'

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
class SamplesByQuestion {
  readonly #asked = new Map<string, Asked>()
  #pieces: ReadonlyMap<string, readonly string[]> | null = null
  /** Those that are shorter than a piece. */
  #short: readonly string[] = []

  add(sample: Sample): void {
    getOrMake(this.#asked, plain(askedText(sample)), (): Asked => ({ samples: [], first: 0 })).samples.push(
      sample,
    )
    this.#pieces = null
  }

  /** Nothing is taken any more. */
  reset(): void {
    for (const entry of this.#asked.values()) entry.first = 0
  }

  /**
   * The first sample that is not taken and whose question stands in the text (as `plain` gives it); rather one that fits
   * than one before it that does not.
   */
  first(text: string, taken: ReadonlySet<Sample>, fits: (sample: Sample) => boolean): Sample | null {
    let earliest: Sample | null = null
    let fitting: Sample | null = null
    for (const question of this.#questionsIn(text)) {
      const sample = untaken(this.#asked.get(question), taken)
      if (!sample) continue
      if (earliest === null || sample.index < earliest.index) earliest = sample
      const like = fits(sample) ? sample : fittingIn(this.#asked.get(question), taken, fits)
      if (like && (fitting === null || like.index < fitting.index)) fitting = like
    }
    return fitting ?? earliest
  }

  #questionsIn(text: string): Iterable<string> {
    if (this.#asked.size <= few) return [...this.#asked.keys()].filter(question => text.includes(question))
    this.#pieces ??= this.#byRarestPiece()
    const questions = new Set(this.#short.filter(question => text.includes(question)))
    for (let at = 0; at + pieceLength <= text.length; at++)
      for (const question of this.#pieces.get(text.slice(at, at + pieceLength)) ?? [])
        if (text.includes(question)) questions.add(question)
    return questions
  }

  #byRarestPiece(): ReadonlyMap<string, readonly string[]> {
    const count = new Map<string, number>()
    for (const question of this.#asked.keys())
      for (const piece of questionPieces(question)) count.set(piece, (count.get(piece) ?? 0) + 1)
    const short: string[] = []
    const byPiece = new Map<string, string[]>()
    for (const question of this.#asked.keys()) {
      let rarest: string | null = null
      let least = Number.POSITIVE_INFINITY
      for (const piece of questionPieces(question)) {
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

function untaken(entry: Asked | undefined, taken: ReadonlySet<Sample>): Sample | null {
  if (!entry) return null
  for (; entry.first < entry.samples.length; entry.first++) {
    const sample = entry.samples[entry.first]
    if (sample && !taken.has(sample)) return sample
  }
  return null
}

/** Samples of one question that are looked at for their options: many share a question, and most of those share options. */
const mostCompared = 1000

function fittingIn(
  entry: Asked | undefined,
  taken: ReadonlySet<Sample>,
  fits: (sample: Sample) => boolean,
): Sample | null {
  const open = entry?.samples.slice(entry.first, entry.first + mostCompared) ?? []
  return open.find(sample => !taken.has(sample) && fits(sample)) ?? null
}

/** Not all of its pieces, which would take far more memory than the question; none where it is shorter than one. */
function* questionPieces(question: string): Generator<string> {
  const last = question.length - pieceLength
  for (let at = 0; at < last; at += pieceLength) yield question.slice(at, at + pieceLength)
  if (last >= 0) yield question.slice(last)
}

const askedText = ({ fields }: Sample): string => str(get(fields, 'question'))

/** Tools trim, wrap and join lines: white space means nothing. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * Finds the sample of each logged answer: the one with the log's id, else the one at its place. Its question must occur
 * in the logged prompt, since numbers mean other things in other tools. Some benchmarks repeat ids; then question and
 * options decide. At its place, only a sample with the logged options is taken, and only if nearly all rows of the log
 * fit: short questions repeat, and a log of another data set would fit here and there. A sample is used once.
 * @param listOptions options of a sample, as texts
 * @returns null if the data set has no such sample
 */
export async function matched(
  samples: AsyncIterable<readonly Sample[]>,
  answers: readonly LoggedAnswer[],
  optionTexts: (sample: Sample) => Lettered,
): Promise<readonly (Sample | null)[]> {
  const known = await candidatesFor(answers, samples)
  const fits: Fits = ({ options }, sample) =>
    options.length === 0 || areOptionsOf(options, optionTexts(sample))
  const first = firstNumber(known, answers, fits)
  const assign = (usesPlaces: boolean): readonly (Sample | null)[] => {
    const taken = new Set<Sample>()
    for (const samples of known.byId.values()) samples.reset()
    return answers.map(answer => {
      const sample =
        byId(known, answer, taken, fits) ?? (usesPlaces ? at(known, answer, first, taken, fits) : null)
      if (sample) taken.add(sample)
      return sample
    })
  }
  const all = assign(true)
  const fitting = all.filter(sample => sample !== null).length
  return fitting < nearlyAll * answers.length ? assign(false) : all
}

/** The samples that a log may be about. */
interface Candidates {
  readonly byId: ReadonlyMap<string, SamplesByQuestion>
  readonly byPlace: ReadonlyMap<number, Sample>
}

/** A data set may be much larger than a log: what no answer names is not held. */
async function candidatesFor(
  answers: readonly LoggedAnswer[],
  samples: AsyncIterable<readonly Sample[]>,
): Promise<Candidates> {
  const ids = new Set(answers.flatMap(answer => answer.ids))
  const places = new Set(answers.flatMap(({ number }) => (number === null ? [] : [number, number - 1])))
  const byId = new Map<string, SamplesByQuestion>()
  const byPlace = new Map<number, Sample>()
  let place = 0
  for await (const some of samples)
    for (const sample of some) {
      const id = str(get(sample.fields, 'id'))
      if (ids.has(id)) getOrMake(byId, id, () => new SamplesByQuestion()).add(sample)
      if (places.has(place)) byPlace.set(place, sample)
      place++
    }
  return { byId, byPlace }
}

/** Whether a sample has the options that the log lists. */
type Fits = (answer: LoggedAnswer, sample: Sample) => boolean

/** Whether the log counts from 0 or from 1: the base by which more questions match. */
function firstNumber(known: Candidates, answers: readonly LoggedAnswer[], fits: Fits): 0 | 1 {
  const none = new Set<Sample>()
  const matchCount = (first: 0 | 1): number =>
    answers.filter(answer => at(known, answer, first, none, fits) !== null).length
  return matchCount(1) > matchCount(0) ? 1 : 0
}

function byId(
  known: Candidates,
  answer: LoggedAnswer,
  taken: ReadonlySet<Sample>,
  fits: Fits,
): Sample | null {
  const text = plain(answer.asked)
  for (const id of answer.ids) {
    const match = known.byId.get(id)?.first(text, taken, sample => fits(answer, sample))
    if (match) return match
  }
  return null
}

function at(
  { byPlace }: Candidates,
  answer: LoggedAnswer,
  first: 0 | 1,
  taken: ReadonlySet<Sample>,
  fits: Fits,
): Sample | null {
  const { number, asked } = answer
  const sample = number === null ? undefined : byPlace.get(number - first)
  if (!sample || taken.has(sample)) return null
  return plain(asked).includes(plain(askedText(sample))) && fits(answer, sample) ? sample : null
}
