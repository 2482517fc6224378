/** Which answers of a run belong together: those on one image, or of one patient or study. */

import { getOrMake } from '../base/grouping.ts'
import { listImages } from '../protocol/sample.ts'
import type { ResultRow } from './result-row.ts'

/** What an interval counts as drawn at random: the data set's own groups, images, or single questions. */
export type Unit = 'group' | 'image' | 'question'

/** What of a row decides where it belongs. */
export type Clusterable = Pick<
  ResultRow,
  'dataset' | 'image' | 'furtherImages' | 'group' | 'equalImages' | 'verdict'
>

/** Connected components of the answered rows of a run. */
export class Clusters {
  readonly unit: Unit
  /** How many there are. */
  readonly count: number
  /** Answered rows without a group, if others have one; the groups are then not used. */
  readonly ungrouped: number
  readonly #isGrouped: boolean
  /** By image, by group, or by the row itself where it shares nothing. */
  readonly #nodes = new Map<string | Clusterable, number>()
  readonly #parents: number[] = []

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
    const node = this.#nodes.get(this.#clusterKey(row))
    if (node === undefined) throw new Error('The row is none of the run’s answered rows.')
    return this.#findRoot(node)
  }

  #add(row: Clusterable): void {
    const node = this.#findNode(this.#clusterKey(row))
    for (const image of [...(row.furtherImages ?? []), ...(row.equalImages ?? [])])
      this.#join(node, this.#findNode(image))
    if (this.#isGrouped) this.#join(node, this.#findNode(groupKey(row)))
  }

  #clusterKey(row: Clusterable): string | Clusterable {
    const [image] = listImages(row)
    return image ?? (this.#isGrouped ? groupKey(row) : row)
  }

  #findNode(key: string | Clusterable): number {
    return getOrMake(this.#nodes, key, () => this.#parents.push(this.#parents.length) - 1)
  }

  #join(a: number, b: number): void {
    this.#parents[this.#findRoot(b)] = this.#findRoot(a)
  }

  /** Halves the way for the next time. */
  #findRoot(node: number): number {
    let at = node
    for (let parent = this.#findParent(at); parent !== at; parent = this.#findParent(at)) {
      const next = this.#findParent(parent)
      this.#parents[at] = next
      at = next
    }
    return at
  }

  #findParent(node: number): number {
    return this.#parents[node] as number
  }
}

/** No path begins like this: groups of two source data sets may have the same name. */
const groupKey = ({ dataset, group }: Clusterable): string => `\0${dataset}\0${group}`

/** Rows are never changed, and every figure of a run needs its clusters. */
const known = new WeakMap<readonly Clusterable[], Clusters>()

export const findClusters = (rows: readonly Clusterable[]): Clusters =>
  getOrMake(known, rows, () => new Clusters(rows))
