/** Every image's questions from seeing to concluding, and how credible its conclusions are. */

import {
  type BootstrapOptions,
  type ClusteredRates,
  clusteredRates,
  type LinkCounts,
} from '@voxelwise/statistics'
import { getOrMake, groupBy, mapValues } from '../base/grouping.ts'
import type { Judged } from '../protocol/metrics.ts'
import { type Axis, axes } from '../protocol/sample.ts'
import {
  chainVerdicts,
  countChains,
  countLinks,
  defaultIgnoredTasks,
  type ImageChain,
  type Level,
  levelUnder,
  type ShortcutOptions,
  type TaskLevel,
} from '../protocol/shortcut.ts'
import { VoxelMap } from '../protocol/voxel-map.ts'
import type { Constant } from './answer-habits.ts'
import { type Clusters, findClusters } from './clusters.ts'
import { bySplit, type SplitLabels, type SplitName, splitName } from './field-split.ts'
import {
  accuracyShares,
  byAxis,
  chainImage,
  type JudgedRow,
  judgedRows,
  orderTasks,
  shortcutsOfRows,
  type Tier,
  taskTier,
  tiers,
} from './report.ts'
import type { Countable } from './shares.ts'

interface ChainQuestion<Row> {
  readonly row: Row
  readonly tier: Tier
  /** The protocol's class of its task: `low` is a perception, `high` a diagnosis. */
  readonly level: Level
}

/** All that was asked about one image. */
export interface ReadingChain<Row extends Countable> {
  readonly image: string
  /** From low to high; failed ones have their place too, and make no links. */
  readonly questions: readonly ChainQuestion<Row>[]
  readonly counts: LinkCounts
  /** Its links; null where it has none. */
  readonly links: ImageChain<JudgedRow<Row>> | null
}

/** The chains of a run in the order in which their images are first asked about. */
export function readingChains<Row extends Countable>(
  rows: readonly Row[],
  options: ShortcutOptions,
): { readonly chains: readonly ReadingChain<Row>[]; readonly levels: readonly TaskLevel[] } {
  const analysis = shortcutsOfRows(rows, options)
  const linked = new Map(analysis.chains.map(chain => [chain.image, chain]))
  const taskLevel = levelUnder(options)
  const order = new Map(orderTasks(rows.map(({ task }) => task)).map((task, i) => [task, i]))
  const place = ({ row, tier }: ChainQuestion<Row>) =>
    tiers.indexOf(tier) * order.size + (order.get(row.task) ?? 0)
  const withImage = rows.filter(({ image }) => image !== null && image !== '')
  const byImage = groupBy(withImage, chainImage)
  const chains = Array.from(byImage, ([image, imageRows]) => {
    const links = linked.get(image) ?? null
    const questions = imageRows.map(row => {
      const level = taskLevel(row.task)
      return { row, level, tier: tierAt(row.task, level) }
    })
    questions.sort((a, b) => place(a) - place(b))
    return { image, questions, counts: links ? linkCounts(links) : noLinks, links }
  })
  return { chains, levels: analysis.levels }
}

const noLinks: LinkCounts = { A: 0, B: 0, C: 0, D: 0 }

/** A task that was moved to another level moves in the reading too. */
function tierAt(task: string, level: Level): Tier {
  if (level === 'high') return 'high'
  const tier = taskTier(task)
  return tier === 'high' && level === 'low' ? 'middle' : tier
}

/** How many links the records on one image make, by group. */
export const linkCounts = (chain: Pick<ImageChain<Judged>, 'high' | 'low'>): LinkCounts =>
  countLinks(chainVerdicts(chain))

/** The rates over all images with links, and the classes of the tasks, for rows whose chains are not needed. */
export function countedRates(
  rows: readonly Countable[],
  options: ShortcutOptions,
): { readonly rates: ClusteredRates; readonly levels: readonly TaskLevel[] } {
  const { chains, levels } = countChains(() => judgedRows(rows), options)
  const clusters = findClusters(rows)
  if (clusters.unit !== 'group') return { rates: clusteredRates(chains.map(countLinks)), levels }
  return { rates: chainRates({ rows, chains: shortcutsOfRows(rows, options).chains, clusters }), levels }
}

/** The links of one image for some diagnoses, and the cluster that it belongs to. */
interface ImageLinks {
  readonly counts: LinkCounts
  readonly cluster: number
  /** What guessing gives, summed over the links with a wrong perception; null where it is not known. */
  readonly guessed: number | null
}

function imageLinks<Row extends Countable>(
  { high, low }: Pick<ImageChain<JudgedRow<Row>>, 'high' | 'low'>,
  clusters: Clusters,
): ImageLinks {
  const misread = low.filter(({ correct }) => !correct).length
  const guessed = sumOfKnown(high.map(({ row }) => row.chance && misread * row.chance))
  const cluster = high[0] ? clusters.of(high[0].row) : -1
  return { counts: linkCounts({ high, low }), cluster, guessed: misread === 0 ? 0 : guessed }
}

/** Null where one is not known. */
const sumOfKnown = (values: readonly (number | null)[]): number | null =>
  values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0)

/** Rates of links, with what guessing gives for `shortcut`. */
export interface ChainRates extends ClusteredRates {
  /** Mean chance of the diagnoses after a wrong perception; null where there are none or it is not known. */
  readonly guessing: number | null
  /** The one answer that all linked diagnoses have in common: right or wrong, they then say nothing; absent where there is none. */
  readonly constant?: Constant
}

/** Chains of a run, with all of its rows and their clusters. */
interface ClusteredChains<Row extends Countable> {
  readonly rows: readonly Row[]
  readonly chains: readonly ImageChain<JudgedRow<Row>>[]
  readonly clusters: Clusters
}

/** Images are drawn, or the data set's groups of them. */
function bootstrapRates(
  images: readonly ImageLinks[],
  { unit }: Clusters,
  constant: Constant | undefined,
  options: BootstrapOptions,
): ChainRates {
  const clusterAt = unit === 'group' ? (at: number) => images[at]?.cluster ?? -1 : null
  const counts = images.map(({ counts }) => counts)
  const rates = clusteredRates(counts, options, clusterAt)
  const guessed = sumOfKnown(images.map(({ guessed }) => guessed))
  const { n } = rates.shortcut
  return {
    ...{ ...rates, guessing: guessed === null || n === 0 ? null : guessed / n },
    ...(constant && { constant }),
  }
}

/** The rates over all images with links. */
export function chainRates<Row extends Countable>(
  linked: ClusteredChains<Row>,
  options: BootstrapOptions = {},
): ChainRates {
  const { chains, clusters } = linked
  const images = chains.map(chain => imageLinks(chain, clusters))
  return bootstrapRates(images, clusters, constantsBy(linked, () => '').get(''), options)
}

/** The chains without the diagnoses of tasks in which the model gives one answer to everything. */
function chainsThatVary<Row extends Countable>(linked: ClusteredChains<Row>): ClusteredChains<Row> {
  const byTask = accuracyShares(linked.rows).by(({ task }) => task)
  const varies = ({ row }: { readonly row: Row }) => byTask.get(row.task)?.constant?.of !== 'given'
  if (linked.chains.every(({ high }) => high.every(varies))) return linked
  const chains = linked.chains.flatMap(chain => {
    const high = chain.high.filter(varies)
    return high.length === 0 ? [] : [{ ...chain, high }]
  })
  return { ...linked, chains }
}

/** The one answer of the linked diagnoses of each label that have one. */
function constantsBy<Row extends Countable, Label>(
  { rows, chains }: ClusteredChains<Row>,
  toLabel: (row: Row) => Label,
): ReadonlyMap<Label, Constant | undefined> {
  const diagnoses = new Set(chains.flatMap(({ high }) => high.map(({ row }) => row)))
  const figures = accuracyShares(rows).by(row => (diagnoses.has(row) ? toLabel(row) : null))
  return mapValues(figures, ({ constant }) => constant)
}

export interface GroupRates extends ChainRates {
  readonly label: string
}

/** The rates of the links whose diagnosis has each label. */
export function chainRatesBy<Row extends Countable>(
  chains: ClusteredChains<Row>,
  toLabel: (row: Row) => string,
  options: BootstrapOptions = {},
): GroupRates[] {
  const constants = constantsBy(chains, toLabel)
  return Array.from(linksBy(chains, toLabel), ([label, images]) => ({
    label,
    ...bootstrapRates(images, chains.clusters, constants.get(label), options),
  }))
}

export interface VoxelRates extends ChainRates, Readonly<Record<Axis, string>> {}

/** The rates of the links whose diagnosis is in each voxel. */
export function chainRatesByVoxel<Row extends Countable>(chains: ClusteredChains<Row>): VoxelRates[] {
  const places = new VoxelMap(place => place)
  const rowPlace = (row: Row) => places.at(row)
  const constants = constantsBy(chains, rowPlace)
  return Array.from(linksBy(chains, rowPlace), ([place, images]) => ({
    ...place,
    ...bootstrapRates(images, chains.clusters, constants.get(place), {}),
  }))
}

/** The links of every image, split by the label of the diagnosis. */
function linksBy<Row extends Countable, Label>(
  { chains, clusters }: ClusteredChains<Row>,
  toLabel: (row: Row) => Label,
): ReadonlyMap<Label, readonly ImageLinks[]> {
  const groups = new Map<Label, ImageLinks[]>()
  for (const { high, low } of chains)
    for (const [label, diagnoses] of groupBy(high, ({ row }) => toLabel(row)))
      getOrMake(groups, label, () => []).push(imageLinks({ high: diagnoses, low }, clusters))
  return groups
}

/** How credible the conclusions of a run are. */
export interface Credibility {
  readonly levels: readonly TaskLevel[]
  readonly overall: ChainRates
  /** The same without diagnoses of tasks in which the model gives one answer to everything: what findings are about. */
  readonly varying: ChainRates
  /** How many questions the intervals overall are for, where a part was asked in a drawn order; null where all were. */
  readonly whole: number | null
  /** By label of the diagnosis; tasks from low to high level, other labels with most links first. */
  readonly groups: Readonly<Record<Axis, readonly GroupRates[]>>
  /** By the groups of a field of the diagnosis, in their order; null without such a field. */
  readonly field: (SplitName & { readonly groups: readonly GroupRates[] }) | null
}

export function credibility<Row extends Countable>(
  rows: readonly Row[],
  levels: ShortcutOptions,
  options: BootstrapOptions,
  split: SplitLabels<Row> | null = null,
): Credibility {
  const analysis = shortcutsOfRows(rows, levels)
  const chains = { rows, chains: analysis.chains, clusters: findClusters(rows) }
  const varying = chainsThatVary(chains)
  const overall = chainRates(chains, options)
  const by = (axis: Axis) => chainRatesBy(chains, row => row[axis], options).sort((a, b) => b.links - a.links)
  return {
    levels: analysis.levels,
    overall,
    varying: varying.chains === chains.chains ? overall : chainRates(varying, options),
    whole: null,
    groups: byAxis(axes, by),
    field: split && {
      ...splitName(split),
      groups: chainRatesBy(chains, split.toLabel, options).sort(bySplit(split)),
    },
  }
}

/** Tasks that the protocol does not name and nobody has classified: they count as low until someone classifies them. */
export function unknownTasks(
  levels: readonly TaskLevel[],
  options: ShortcutOptions = {},
  placed: ReadonlySet<string> = new Set(),
): TaskLevel[] {
  const { highLevelTasks, ignoredTasks } = options
  return levels.filter(
    ({ task }) =>
      taskTier(task) === 'other' &&
      !defaultIgnoredTasks.has(task) &&
      !highLevelTasks?.has(task) &&
      !ignoredTasks?.has(task) &&
      !placed.has(task),
  )
}
