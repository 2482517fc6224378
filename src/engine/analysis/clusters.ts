/** Which answers of a run belong together: those on one image, or of one patient or study. */
import { imagesOf } from '../protocol/sample.ts'

/** What an interval counts as drawn at random: the data set's own groups, images, or single questions. */
export type Unit = 'group' | 'image' | 'question'

/** What of a row decides where it belongs. */
export interface Clusterable {
  readonly dataset: string
  readonly image: string | null
  readonly furtherImages?: readonly string[] | undefined
  /** The data set's own group, such as a patient; absent where it has none. */
  readonly group?: string | undefined
  /** Other images whose files equal one of its own. */
  readonly equalImages?: readonly string[] | undefined
  readonly verdict: 'correct' | 'wrong' | 'failed'
}

/** Connected components of the answered rows of a run. */
export class Clusters {
  readonly unit: Unit
  /** How many there are. */
  readonly count: number
  /** Answered rows without a group, if others have one; the groups are then not used. */
  readonly ungrouped: number
  readonly #isGrouped: boolean
  readonly #nodes = new Map<string, number>()
  readonly #parents: number[] = []
  /** Rows that share nothing. */
  readonly #alone = new Map<Clusterable, number>()

  constructor(rows: Iterable<Clusterable>) {
    const answered = [...rows].filter(({ verdict }) => verdict !== 'failed')
    const grouped = answered.filter(({ group }) => group !== undefined).length
    this.#isGrouped = grouped > 0 && grouped === answered.length
    this.ungrouped = grouped > 0 ? answered.length - grouped : 0
    for (const row of answered) this.#add(row)
    const roots = new Set(answered.map(row => this.of(row)))
    this.count = roots.size
    this.unit = this.#isGrouped ? 'group' : this.count === answered.length ? 'question' : 'image'
  }

  /** The number of an answered row's cluster; numbers have gaps. */
  of(row: Clusterable): number {
    const key = this.#firstKey(row)
    const node = key === null ? this.#alone.get(row) : this.#nodes.get(key)
    if (node === undefined) throw new Error('The row is none of the run’s answered rows.')
    return this.#rootOf(node)
  }

  #add(row: Clusterable): void {
    const first = this.#firstKey(row)
    if (first === null) {
      this.#alone.set(row, this.#newNode())
      return
    }
    const node = this.#nodeOf(first)
    for (const image of [...(row.furtherImages ?? []), ...(row.equalImages ?? [])])
      this.#join(node, this.#nodeOf(imageKey(image)))
    if (this.#isGrouped) this.#join(node, this.#nodeOf(groupKey(row)))
  }

  #firstKey(row: Clusterable): string | null {
    const [image] = imagesOf(row)
    if (image !== undefined) return imageKey(image)
    return this.#isGrouped ? groupKey(row) : null
  }

  #nodeOf(key: string): number {
    const known = this.#nodes.get(key)
    if (known !== undefined) return known
    const node = this.#newNode()
    this.#nodes.set(key, node)
    return node
  }

  #newNode(): number {
    const node = this.#parents.length
    this.#parents.push(node)
    return node
  }

  #join(a: number, b: number): void {
    this.#parents[this.#rootOf(b)] = this.#rootOf(a)
  }

  /** Halves the way for the next time. */
  #rootOf(node: number): number {
    let at = node
    for (let parent = this.#parentOf(at); parent !== at; parent = this.#parentOf(at)) {
      const next = this.#parentOf(parent)
      this.#parents[at] = next
      at = next
    }
    return at
  }

  #parentOf(node: number): number {
    return this.#parents[node] as number
  }
}

const imageKey = (image: string): string => image

/** No path begins like this: groups of two source data sets may have the same name. */
const groupKey = ({ dataset, group }: Clusterable): string => `\0${dataset}\0${group}`

/** Rows are never changed, and every figure of a run needs its clusters. */
const known = new WeakMap<readonly Clusterable[], Clusters>()

export function clustersOf(rows: readonly Clusterable[]): Clusters {
  const found = known.get(rows) ?? new Clusters(rows)
  known.set(rows, found)
  return found
}
