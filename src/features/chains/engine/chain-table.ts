/** The chains of a run as columns of numbers: they cross from a worker at no cost, however many there are. */

import { type ReadingChain, readingChains } from '../../../engine/analysis/chains.ts'
import { countedLabels, type Tier, tiers } from '../../../engine/analysis/report.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { Labels } from '../../../engine/analysis/run-overview.ts'
import type { Countable } from '../../../engine/analysis/shares.ts'
import { getOrMake, mapValues, recordFrom } from '../../../engine/base/grouping.ts'
import { type Axis, axes } from '../../../engine/protocol/sample.ts'
import type { Level, LinkGroup, ShortcutOptions } from '../../../engine/protocol/shortcut.ts'
import { type ConstantDiagnosis, worstShortcuts } from './worst-shortcuts.ts'

const levelCodes: readonly Level[] = ['low', 'high', 'ignored']
export const groupCodes: readonly LinkGroup[] = ['A', 'B', 'C', 'D']

export interface ChainTable {
  /** Chain i has the questions from `starts[i]` to before `starts[i + 1]`. */
  readonly starts: Uint32Array
  /** Per question the index of its sample, and the codes of its place in the reading. */
  readonly samples: Uint32Array
  readonly tiers: Uint8Array
  readonly levels: Uint8Array
  /** Per chain its links in the groups A, B, C, D. */
  readonly links: Float64Array
  /** Chains from the worst on: shortcuts with a wrong organ, other shortcuts, then by wrong answers. */
  readonly worst: Uint32Array
  /** The first chains of `worst` that are shortcuts. */
  readonly shortcuts: number
  /** Diagnoses that one answer fits, with the chains that are therefore not ranked as shortcuts. */
  readonly constant: readonly ConstantChains[]
  /** Per chain, whether a right diagnosis follows an organ that was not recognised. */
  readonly organWrong: Uint8Array
}

/** As numbers of chains instead of images. */
export interface ConstantChains extends Omit<ConstantDiagnosis, 'images'> {
  readonly chains: readonly number[]
}

export function chainTable<Row extends Countable & { readonly index: number }>(
  rows: readonly Row[],
  options: ShortcutOptions,
): ChainTable {
  const { chains } = readingChains(rows, options)
  const questions = chains.flatMap(chain => chain.questions)
  const starts = new Uint32Array(chains.length + 1)
  for (const [i, chain] of chains.entries()) starts[i + 1] = (starts[i] ?? 0) + chain.questions.length
  const shortcuts = worstShortcuts(
    rows,
    chains.flatMap(({ links }) => links ?? []),
  )
  const { ranked } = shortcuts
  const rank = new Map(ranked.map(({ image }, i) => [image, i]))
  const organWrong = new Set(ranked.flatMap(one => (one.organWrong ? [one.image] : [])))
  const places = Float64Array.from(chains, ({ image }) => rank.get(image) ?? ranked.length)
  const numberByImage = new Map(chains.map(({ image }, i) => [image, i]))
  const wrong = Float64Array.from(chains, wrongShare)
  const at = (values: Float64Array, i: number) => values[i] ?? 0
  return {
    starts,
    samples: Uint32Array.from(questions, ({ row }) => row.index),
    tiers: Uint8Array.from(questions, ({ tier }) => tiers.indexOf(tier)),
    levels: Uint8Array.from(questions, ({ level }) => levelCodes.indexOf(level)),
    links: Float64Array.from(chains.flatMap(({ counts }) => groupCodes.map(group => counts[group]))),
    worst: Uint32Array.from(chains.keys()).sort(
      (a, b) => at(places, a) - at(places, b) || at(wrong, b) - at(wrong, a) || a - b,
    ),
    shortcuts: ranked.length,
    constant: shortcuts.constant.map(({ images, ...answer }) => ({
      ...answer,
      chains: images.flatMap(image => numberByImage.get(image) ?? []),
    })),
    organWrong: Uint8Array.from(chains, ({ image }) => Number(organWrong.has(image))),
  }
}

/** Its columns, to hand the table to another thread without a copy. */
export const chainColumns = (table: ChainTable): ArrayBuffer[] =>
  Object.values(table).flatMap(value => (ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : []))

const wrongShare = ({ questions }: ReadingChain<Countable>) =>
  questions.filter(({ row }) => row.verdict === 'wrong').length / questions.length

/** One chain of the table. */
export interface ChainEntry {
  readonly chain: number
  readonly questions: readonly {
    readonly sample: number
    readonly tier: Tier
    readonly level: Level
  }[]
  readonly links: Readonly<Record<LinkGroup, number>>
  readonly organWrong: boolean
}

export function chainAt(table: ChainTable, chain: number): ChainEntry {
  const [from, to] = [table.starts[chain] ?? 0, table.starts[chain + 1] ?? 0]
  return {
    chain,
    questions: Array.from(table.samples.subarray(from, to), (sample, i) => ({
      sample,
      tier: tiers[table.tiers[from + i] ?? 0] ?? 'other',
      level: levelCodes[table.levels[from + i] ?? 0] ?? 'low',
    })),
    links: recordFrom(groupCodes, group => table.links[4 * chain + groupCodes.indexOf(group)] ?? 0),
    organWrong: table.organWrong[chain] === 1,
  }
}

/** The chains of a run, and the labels to filter them by, which are counted with the chains, off the main thread. */
export interface LabelledChains {
  readonly table: ChainTable
  readonly labels: Readonly<Record<Axis, Labels>>
}

/** The row of a sample, by its index in the data set. */
export interface FindRow {
  get(index: number): ResultRow | undefined
}

export function rowsByIndex(rows: readonly ResultRow[]): FindRow {
  const byIndex: ResultRow[] = []
  for (const row of rows) byIndex[row.index] = row
  return { get: index => byIndex[index] }
}

export function chainLabels(table: ChainTable, rows: readonly ResultRow[]): LabelledChains['labels'] {
  const findRow = rowsByIndex(rows)
  return recordFrom(axes, axis => chainValues(table, findRow, axis))
}

/** The labels of an axis with how many chains have them. */
function chainValues(table: ChainTable, findRow: FindRow, axis: Axis): Labels {
  const tallies = new Map<string, { chains: number; last: number }>()
  for (let chain = 0; chain + 1 < table.starts.length; chain++) {
    const to = table.starts[chain + 1] ?? 0
    for (let at = table.starts[chain] ?? 0; at < to; at++) {
      const value = findRow.get(table.samples[at] ?? -1)?.[axis]
      if (value === undefined) continue
      const entry = getOrMake(tallies, value, () => ({ chains: 0, last: -1 }))
      if (entry.last !== chain) entry.chains++
      entry.last = chain
    }
  }
  return countedLabels(
    axis,
    mapValues(tallies, ({ chains }) => chains),
  )
}
