/** What one answer to everything would score, and where nothing else is right or given. */
import { countBy, getOrMake, groupBy, mostFirst } from '../base/grouping.ts'
import { keptLetter, keptText } from '../protocol/answer-words.ts'
import type { ResultRow } from './result-row.ts'

/** What of a row tells its right answer and the model's. */
export type Answering = Pick<ResultRow, 'task'> & Partial<Pick<ResultRow, 'kind' | 'right' | 'given'>>

/** One answer that all of some questions have in common. */
export interface Constant {
  /** All have this right answer, or the model gave it to every question of the row. */
  readonly of: 'right' | 'given'
  /** A text, or the letter of options whose texts differ. */
  readonly answer: string
}

/** One letter as the answer to everything. */
export interface ConstantLetter {
  readonly letter: string
  /** The share of questions that it answers rightly. */
  readonly share: number
}

/** Fewer equal answers are no habit, and fewer equal letters are chance. */
const leastGiven = 10

const names = [keptText, keptLetter] as const
const same = (answer: string): string => answer.toLowerCase()

/** The answer that all have in common; null where there is none. @param letters how many answers a letter needs */
function common(answers: readonly (string | undefined)[], letters: number): string | null {
  const [first] = answers
  if (first === undefined) return null
  for (const toName of names) {
    const name = toName(first)
    if (name === '' || (toName === keptLetter && answers.length < letters)) continue
    if (answers.every(answer => answer !== undefined && same(toName(answer)) === same(name))) return name
  }
  return null
}

/**
 * The answers of a run. The most frequent right answer is that of each task and kind of question, by its text or its letter,
 * whichever is right more often.
 */
export class AnswerHabits {
  readonly #majority: Int8Array
  /** The most frequent right answer of each row's task and kind; null where there is none. */
  readonly #usual: (string | null)[]
  /** By task; null where the model gives several answers. */
  readonly #given: ReadonlyMap<string, string | null>
  readonly #rows: readonly Answering[]
  /** The letter that is right most often over all rows; null where no right answer has one. */
  readonly #letter: string | null

  constructor(rows: readonly Answering[]) {
    this.#rows = rows
    const letters = rows.map(({ right }) => keptLetter(right ?? '')).filter(letter => letter !== '')
    this.#letter = mostFirst(countBy(letters))[0]?.[0] ?? null
    this.#majority = new Int8Array(rows.length).fill(-1)
    this.#usual = rows.map(() => null)
    const groups = new Map<string, Map<string, number[]>>()
    for (const [at, { task, kind = '' }] of rows.entries())
      getOrMake(
        getOrMake(groups, task, () => new Map<string, number[]>()),
        kind,
        () => [],
      ).push(at)
    for (const kinds of groups.values()) for (const places of kinds.values()) this.#fill(places)
    const byTask = groupBy(rows, ({ task }) => task)
    this.#given = new Map(
      Array.from(byTask, ([task, taskRows]) => [
        task,
        taskRows.length < leastGiven
          ? null
          : common(
              taskRows.map(({ given }) => given),
              leastGiven,
            ),
      ]),
    )
  }

  /** Whether the most frequent right answer is right for a row: 1 or 0; null where it is not known, or no answer occurs twice. */
  majorityAt(at: number): number | null {
    const known = this.#majority[at] as number
    return known < 0 ? null : known
  }

  /** The most frequent right answer of all rows of a slice: a text or a letter; null where tasks or kinds have different ones. */
  usualAnswer(places: readonly number[]): string | null {
    const first = this.#usual[places[0] ?? -1] ?? null
    return places.every(at => this.#usual[at] === first) ? first : null
  }

  /** What the letter that is right most often in the whole run would score on a slice; null where no right answer has a letter. */
  constantLetter(places: readonly number[]): ConstantLetter | null {
    if (this.#letter === null || places.length === 0) return null
    const right = places.filter(at => keptLetter(this.#rows[at]?.right ?? '') === this.#letter).length
    return { letter: this.#letter, share: right / places.length }
  }

  /** The answer that a slice's rows, given by their places, have in common; null where they have none. */
  commonAnswer(places: readonly number[]): Constant | null {
    const rows = places.map(at => this.#rows[at] as Answering)
    const given = new Set(rows.map(({ task }) => this.#given.get(task) ?? null))
    const [only = null] = given
    if (given.size === 1 && only !== null) return { of: 'given', answer: only }
    const right =
      rows.length < 2
        ? null
        : common(
            rows.map(({ right }) => right),
            leastGiven,
          )
    return right === null ? null : { of: 'right', answer: right }
  }

  #fill(places: readonly number[]): void {
    let best: {
      readonly name: string
      readonly toName: (kept: string) => string
      readonly times: number
    } | null = null
    for (const toName of names) {
      const counts = new Map<string, number>()
      for (const at of places) {
        const right = this.#rows[at]?.right
        if (right === undefined) return
        const name = same(toName(right))
        if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1)
      }
      const [[name, times] = ['', 0]] = mostFirst(counts)
      if (times > 1 && times > (best?.times ?? 0)) best = { name, toName, times }
    }
    if (!best) return
    const { name: usual, toName } = best
    const nameAt = (at: number): string => toName(this.#rows[at]?.right ?? '')
    const written = places.map(nameAt).find(name => same(name) === usual) ?? usual
    for (const at of places) {
      this.#majority[at] = Number(same(nameAt(at)) === usual)
      this.#usual[at] = written
    }
  }
}
