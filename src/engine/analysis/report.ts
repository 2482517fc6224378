/** Everything the results views show, derived from a run's rows; never stored. */

import { getOrMake } from '../base/grouping.ts'
import type { JsonObject } from '../base/json.ts'
import { str } from '../base/python.ts'
import { Chance } from '../protocol/chance.ts'
import { type Judged, Tally } from '../protocol/metrics.ts'
import { type Axis, imagesOf } from '../protocol/sample.ts'
import {
  analyseShortcuts,
  type ImageChain,
  type ShortcutAnalysis,
  type ShortcutOptions,
} from '../protocol/shortcut.ts'
import { VoxelMap } from '../protocol/voxel-map.ts'
import { type Interval, wilson } from '../statistics/wilson.ts'

/** The fields of a row that are needed to count it. */
export interface Countable {
  readonly id: string
  readonly task: string
  readonly modality: string
  readonly parts: string
  readonly dataset: string
  readonly image: string | null
  readonly furtherImages?: readonly string[] | undefined
  /** Share of right answers that guessing gives to such a question; null where unknown. */
  readonly chance: number | null
  readonly verdict: 'correct' | 'wrong' | 'failed'
}

/** A proportion with the facts that must be shown with it. */
export interface Estimate {
  readonly n: number
  readonly correct: number
  readonly share: number
  /** Wilson's 95 % interval, for questions like these; of a part of a benchmark that for all of its questions. */
  readonly low: number
  readonly high: number
  /** What guessing would give, where it is known of every question. */
  readonly chance: number | null
  /** Where only a part has been asked: of how many, and whether in an order that was drawn. */
  readonly part?: Pick<PartEstimate, 'of' | 'isDrawn'>
}

/** An interval for the accuracy on all questions of the benchmark that belong to something, asked or not. */
export interface PartEstimate extends Interval {
  /** How many questions these are. */
  readonly of: number
  /** Whether the order was drawn. If not, the interval is only what the open questions leave possible. */
  readonly isDrawn: boolean
}

export interface Slice extends Estimate {
  readonly label: string
}

export interface VoxelEstimate extends Estimate, Readonly<Record<Axis, string>> {}

export function estimate(n: number, correct: number, chance: number | null = null): Estimate {
  return { n, correct, share: n === 0 ? 0 : correct / n, ...wilson(correct, n), chance }
}

/** A figure of an unfinished run, with the estimate for the whole benchmark instead of Wilson's interval. */
export function asPart<Figure extends Estimate>(
  figure: Figure,
  { low, high, of, isDrawn }: PartEstimate,
): Figure {
  return { ...figure, low, high, part: { of, isDrawn } }
}

export const isAboveOrBelowChance = ({ low, high, chance }: Estimate): boolean =>
  chance === null || low > chance || high < chance

/** Rows are never changed, and one count of them serves every figure. */
const tallies = new WeakMap<readonly Countable[], Tally>()

/** The count that the official figures are made of too. */
export function tallyOf(rows: readonly Countable[]): Tally {
  const known = tallies.get(rows)
  if (known) return known
  const tally = new Tally()
  for (const row of rows) if (row.verdict !== 'failed') tally.count(row, row.verdict === 'correct')
  tallies.set(rows, tally)
  return tally
}

export function overall(rows: readonly Countable[]): Estimate {
  const tally = tallyOf(rows)
  const chance = new Chance()
  addChances(rows, () => chance)
  return estimate(tally.n, tally.correct, chance.mean())
}

export function slices(rows: readonly Countable[], axis: Axis | 'dataset'): Slice[] {
  const chances = new Map<string, Chance>()
  addChances(rows, row => getOrMake(chances, row[axis], () => new Chance()))
  return Array.from(tallyOf(rows).slice(axis), ([label, { n, correct }]) => ({
    label,
    ...estimate(n, correct, chances.get(label)?.mean() ?? null),
  }))
}

export function voxels(rows: readonly Countable[]): VoxelEstimate[] {
  const chances = new VoxelMap(() => new Chance())
  addChances(rows, row => chances.at(row))
  return tallyOf(rows)
    .voxels()
    .map(voxel => ({ ...voxel, ...estimate(voxel.n, voxel.correct, chances.at(voxel).mean()) }))
}

export type Tier = 'low' | 'middle' | 'high' | 'other'

/** The benchmark's tasks from seeing to concluding, in the published order. */
const ladder: readonly (readonly [string, Tier])[] = [
  ['Modality Recognition', 'low'],
  ['View Recognition', 'low'],
  ['View Identification', 'low'],
  ['Imaging Protocols Recognition', 'low'],
  ['Organ Recognition', 'middle'],
  ['ROI Grounding', 'middle'],
  ['Abnormity Diagnosis', 'high'],
  ['Disease Diagnosis', 'high'],
  ['Severity Grading', 'high'],
]

export function tierOf(task: string): Tier {
  return ladder.find(([name]) => name === task)?.[1] ?? 'other'
}

/** Tasks from low to high level; those the benchmark does not know come last, in their own order. */
export function orderTasks(tasks: Iterable<string>): string[] {
  const rank = (task: string) => {
    const found = ladder.findIndex(([name]) => name === task)
    return found === -1 ? ladder.length : found
  }
  return [...new Set(tasks)].sort((a, b) => rank(a) - rank(b))
}

/** Puts rows in the order of their tasks, for `sort`; rows of one task stay as they are. */
export function taskOrder<Row>(
  rows: readonly Row[],
  taskOf: (row: Row) => string,
): (a: Row, b: Row) => number {
  const places = new Map(orderTasks(rows.map(taskOf)).map((task, at) => [task, at]))
  return (a, b) => (places.get(taskOf(a)) ?? 0) - (places.get(taskOf(b)) ?? 0)
}

/** A row as it is judged. With 100,000 rows each is read once, so it does not copy fields of the row. */
export class JudgedRow<Row extends Countable> implements Judged {
  readonly row: Row

  constructor(row: Row) {
    this.row = row
  }

  get correct(): boolean {
    return this.row.verdict === 'correct'
  }

  get fields(): JsonObject {
    const { id, task, modality, parts, dataset, image } = this.row
    const image_path = this.row.furtherImages ? imagesOf(this.row) : image
    return { id, task, modality, parts, dataset, image_path }
  }
}

/** What names a chain: the image that its questions share, or of several all, as the official report would write them. */
export function chainImage(row: Pick<Countable, 'image' | 'furtherImages'>): string {
  return row.furtherImages ? str(imagesOf(row)) : (row.image ?? '')
}

export function shortcuts<Row extends Countable>(
  rows: readonly Row[],
  options: ShortcutOptions = {},
): ShortcutAnalysis<JudgedRow<Row>> {
  return analyseShortcuts(judged(rows), options)
}

/** An image whose diagnosis was right although its perception was not. */
export interface BrokenChain<Row> {
  readonly image: string
  readonly diagnoses: readonly Row[]
  readonly misperceived: readonly Row[]
  /** How many perception questions the image has in all. */
  readonly perceptions: number
}

/** The shortcut chains, most broken links first. */
export function brokenChains<Row extends Countable>(
  chains: readonly ImageChain<JudgedRow<Row>>[],
): BrokenChain<Row>[] {
  const links = (chain: BrokenChain<Row>) => chain.diagnoses.length * chain.misperceived.length
  return chains
    .map(({ image, high, low }) => ({
      image,
      diagnoses: high.filter(item => item.correct).map(item => item.row),
      misperceived: low.filter(item => !item.correct).map(item => item.row),
      perceptions: low.length,
    }))
    .filter(chain => links(chain) > 0)
    .sort(
      (a, b) =>
        links(b) - links(a) || b.misperceived.length / b.perceptions - a.misperceived.length / a.perceptions,
    )
}

/** Every answered row as it is judged. */
export function* judged<Row extends Countable>(rows: readonly Row[]): Generator<JudgedRow<Row>> {
  for (const row of rows) if (row.verdict !== 'failed') yield new JudgedRow(row)
}

/** Counts every answered row where it belongs. */
function addChances(rows: readonly Countable[], of: (row: Countable) => Chance): void {
  for (const row of rows) if (row.verdict !== 'failed') of(row).add(row.chance)
}
