/**
 * Credibility: is a right diagnosis accompanied by a right perception of the same image? Every pair of a high-level
 * and a low-level record on one image is a link; a right diagnosis above a wrong perception is a shortcut.
 */

import { get, type Json, type JsonObject, str } from '@voxelwise/python'
import { getOrMake } from '../base/grouping.ts'
import { RepeatSearch } from '../base/repeats.ts'
import type { Judged, Mutable } from './metrics.ts'

export const defaultHighLevelTasks: ReadonlySet<string> = new Set([
  'Disease Diagnosis',
  'Abnormity Diagnosis',
  'Severity Grading',
])
export const defaultIgnoredTasks: ReadonlySet<string> = new Set(['Report Generation', 'View Identification'])

export interface ShortcutOptions {
  /** Only records with these ids take part; an empty set lets none. */
  readonly validIds?: ReadonlySet<string> | undefined
  /** An empty set means the default, as in the official tool. */
  readonly highLevelTasks?: ReadonlySet<string> | undefined
  readonly ignoredTasks?: ReadonlySet<string> | undefined
}

/** The official report, under its own names. A: both right. B: high wrong. C: both wrong. D: low wrong. */
export interface ShortcutReport {
  readonly Group_A: number
  readonly Group_B: number
  readonly Group_C: number
  readonly Group_D: number
  readonly Total_Pairs: number
  readonly Luck_Rate: number
  readonly Shortcut_Prob: number
  readonly Rationality: number
}

export type Level = 'high' | 'low' | 'ignored'

/** A task and where it fell, with how many records that have an id and an image. */
export interface TaskLevel {
  readonly task: string
  readonly level: Level
  readonly records: number
}

/** The records on one image that form links; neither list is empty. */
export interface ImageChain<T extends Judged> {
  readonly image: string
  readonly high: readonly T[]
  readonly low: readonly T[]
}

export type LinkGroup = 'A' | 'B' | 'C' | 'D'

export interface ShortcutAnalysis<T extends Judged> {
  readonly report: ShortcutReport
  readonly levels: readonly TaskLevel[]
  readonly chains: readonly ImageChain<T>[]
}

/** What each task counts as. */
export function levelUnder(options: ShortcutOptions): (task: Json | undefined) => Level {
  const high = orDefault(options.highLevelTasks, defaultHighLevelTasks)
  const ignored = orDefault(options.ignoredTasks, defaultIgnoredTasks)
  return task => {
    if (typeof task !== 'string') return 'low'
    if (ignored.has(task)) return 'ignored'
    return high.has(task) ? 'high' : 'low'
  }
}

export function analyseShortcuts<T extends Judged>(
  items: Iterable<T>,
  options: ShortcutOptions,
): ShortcutAnalysis<T> {
  const taken: T[] = []
  const images = new Map<string, { high: T[]; low: T[] }>()
  const { levels, idsMayRepeat } = visit(items, options, (item, image, level) => {
    // Even a record that makes no link itself may be the last of its id, which the links of that id read.
    taken.push(item)
    if (level !== 'none') getOrMake(images, image, () => ({ high: [], low: [] }))[level].push(item)
  })
  const lastOfId = idsMayRepeat ? new Map(taken.map(item => [readId(item.fields), item])) : null
  const read = (items: readonly T[]): readonly T[] =>
    lastOfId ? items.map(item => lastOfId.get(readId(item.fields)) ?? item) : items
  const linked: ImageChain<T>[] = []
  for (const [image, { high, low }] of images)
    if (high.length > 0 && low.length > 0) linked.push({ image, high: read(high), low: read(low) })
  return { report: linkReport(linked), levels, chains: linked }
}

/** How many of the records on one image that make links are right and wrong. */
interface ChainVerdicts {
  readonly highRight: number
  readonly highWrong: number
  readonly lowRight: number
  readonly lowWrong: number
}

/** What `analyseShortcuts` makes of the same items, as numbers alone: of 700,000 items its lists take 90 MB. */
export function countChains(
  items: () => Iterable<Judged>,
  options: ShortcutOptions,
): Pick<ShortcutAnalysis<Judged>, 'levels'> & { readonly chains: readonly ChainVerdicts[] } {
  const images = new Map<string, Mutable<ChainVerdicts>>()
  const { levels, idsMayRepeat } = visit(items(), options, ({ correct }, image, level) => {
    if (level === 'none') return
    const counts = getOrMake(images, image, noVerdicts)
    if (level === 'high') counts[correct ? 'highRight' : 'highWrong']++
    else counts[correct ? 'lowRight' : 'lowWrong']++
  })
  if (idsMayRepeat) return { levels, chains: analyseShortcuts(items(), options).chains.map(chainVerdicts) }
  const isLinked = ({ highRight, highWrong, lowRight, lowWrong }: ChainVerdicts): boolean =>
    highRight + highWrong > 0 && lowRight + lowWrong > 0
  return { levels, chains: [...images.values()].filter(isLinked) }
}

const noVerdicts = (): Mutable<ChainVerdicts> => ({ highRight: 0, highWrong: 0, lowRight: 0, lowWrong: 0 })

/** Verdicts of the records on one image, as `countChains` returns them. */
export function chainVerdicts({ high, low }: Pick<ImageChain<Judged>, 'high' | 'low'>): ChainVerdicts {
  const [highRight, lowRight] = [countRight(high), countRight(low)]
  return { highRight, highWrong: high.length - highRight, lowRight, lowWrong: low.length - lowRight }
}

/** How many links they make, by group. */
export const countLinks = ({
  highRight,
  highWrong,
  lowRight,
  lowWrong,
}: ChainVerdicts): Readonly<Record<LinkGroup, number>> => ({
  A: highRight * lowRight,
  B: highWrong * lowRight,
  C: highWrong * lowWrong,
  D: highRight * lowWrong,
})

/**
 * Every record that takes part, with its image and its level; `none` of one that makes no link.
 * @returns the tasks of those with an image, and whether an id may come twice (`RepeatSearch`)
 */
function visit<T extends Judged>(
  items: Iterable<T>,
  options: ShortcutOptions,
  onRecord: (item: T, image: string, level: 'high' | 'low' | 'none') => void,
): { readonly levels: readonly TaskLevel[]; readonly idsMayRepeat: boolean } {
  const taskLevel = levelUnder(options)
  const ids = new RepeatSearch()
  const levels = new Map<string, Mutable<TaskLevel>>()
  const levelEntry = (task: Json | undefined): Mutable<TaskLevel> => {
    const level = taskLevel(task)
    const label = str(task)
    return getOrMake(levels, `${level} ${label}`, () => ({ task: label, level, records: 0 }))
  }
  // By the field itself too: to write a key for each of 100,000 records would take longer than to count them.
  const entries = new Map<Json | undefined, Mutable<TaskLevel>>()
  for (const item of items) {
    const { fields } = item
    const id = readId(fields)
    if (id === '' || (options.validIds && !options.validIds.has(id))) continue
    ids.add(id)
    const image = pythonText(get(fields, 'image_path'))
    if (image === '') {
      onRecord(item, image, 'none')
      continue
    }
    const entry = getOrMake(entries, get(fields, 'task'), levelEntry)
    entry.records++
    onRecord(item, image, entry.level === 'ignored' ? 'none' : entry.level)
  }
  return { levels: [...levels.values()], idsMayRepeat: ids.mayRepeat() }
}

const readId = (fields: JsonObject): string => pythonText(get(fields, 'id'))

/** Counts the links without walking them. */
function linkReport(chains: readonly ImageChain<Judged>[]): ShortcutReport {
  let [a, b, c, d] = [0, 0, 0, 0]
  for (const chain of chains) {
    const links = countLinks(chainVerdicts(chain))
    a += links.A
    b += links.B
    c += links.C
    d += links.D
  }
  const total = a + b + c + d
  const luck = rate(d, a + d)
  return {
    Group_A: a,
    Group_B: b,
    Group_C: c,
    Group_D: d,
    Total_Pairs: total,
    Luck_Rate: luck,
    Shortcut_Prob: rate(d, c + d),
    Rationality: total === 0 ? 0 : 1 - luck,
  }
}

function countRight(items: readonly Judged[]): number {
  return items.filter(({ correct }) => correct).length
}

const rate = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

const orDefault = (set: ReadonlySet<string> | undefined, fallback: ReadonlySet<string>) =>
  set && set.size > 0 ? set : fallback

/** Python's `str`, with nothing for `None`. */
const pythonText = (value: Json | undefined) => (value === undefined || value === null ? '' : str(value))
