/** Everything the tabs of probes and judges show, derived from a run's records and those of its passes; never stored. */

import {
  type ChainRates,
  chainRates,
  chainRatesBy,
  chainRatesByVoxel,
  type GroupRates,
  type VoxelRates,
} from '../analysis/chains.ts'
import { type Clusters, findClusters } from '../analysis/clusters.ts'
import type { JudgedAnswers } from '../analysis/judged-answers.ts'
import {
  type AnswerPair,
  type Comparison,
  compareVoxels,
  PairedAnswers,
  type VoxelComparison,
} from '../analysis/paired-differences.ts'
import { inTaskOrder, shortcutsOfRows } from '../analysis/report.ts'
import type { Countable } from '../analysis/shares.ts'
import { keptAnswer } from '../protocol/answer-words.ts'
import {
  type AnyProbe,
  allCorruptions,
  type Corruption,
  type Probe,
  type Strength,
} from '../protocol/probe.ts'
import type { Protocol } from '../protocol/protocol.ts'
import type { RunRecord } from '../protocol/record.ts'
import type { ShortcutOptions } from '../protocol/shortcut.ts'
import type { PassCost } from './cost.ts'
import type { ImageFindings } from './feature-finding.ts'
import {
  BlindAnswers,
  type BlindColumn,
  type BlindOverall,
  type BlindVoxel,
  type RelativeDrop,
  relativeDrops,
} from './figures.ts'
import { type Swap, swapsShown, untouchedBySwap } from './image-swap.ts'
import { isA } from './kind-of.ts'
import { blankImage } from './kinds/blank-image.ts'
import { corruption as corruptionKind } from './kinds/corruption.ts'
import { optionOrder } from './kinds/option-order.ts'
import { statedConfidences } from './kinds/stated-confidence.ts'
import { swappedImage } from './kinds/swapped-image.ts'
import {
  hasOrder,
  type OrderAnswers,
  type OrderConsistency,
  orderConsistency,
  type PositionBias,
  positionBias,
} from './option-order.ts'
import type { Pass, PassAnswer, RowOfRecord } from './pass.ts'
import { passPlace } from './passes.ts'
import { type StatedFigures, statedFigures } from './stated-confidence.ts'
import type { WithheldReplies } from './withheld-options.ts'

/** What judges and people made of a run's answers, and of its replies without options. */
export interface Judgings extends JudgedAnswers {
  /** Null where no pass withheld the options. */
  readonly withheld: WithheldReplies | null
}

export interface OrderFigures {
  readonly bias: readonly PositionBias[]
  readonly consistency: OrderConsistency
  /** Samples that were not answered in every order: they are in no figure. */
  readonly incomplete: number
}

export interface BlindFigures {
  readonly run: string
  readonly overall: BlindOverall
  /** From low to high level. */
  readonly tasks: readonly (BlindOverall & { readonly task: string })[]
  readonly voxels: readonly BlindVoxel[]
  readonly columns: readonly BlindColumn[]
}

export interface SwapFigures extends BlindFigures {
  /** Answered samples that are left out, since their right answer is also right for the other image. */
  readonly untouched: number
  /** How many images got a replacement with this much in common. */
  readonly alike: Readonly<Record<Swap['alike'], number>>
}

/** Differences are accuracy on spoilt less that on clean images: a drop is negative. */
export interface CorruptedFigures {
  readonly run: string
  readonly corruption: Corruption
  readonly strength: Strength
  readonly overall: Comparison
  /** p-values are adjusted for the voxels of one pass. */
  readonly voxels: readonly VoxelComparison[]
}

export interface ProbeReport {
  /** The change of every pass, in the order of passes. */
  readonly made: readonly Probe[]
  readonly order: OrderFigures | null
  readonly blank: BlindFigures | null
  readonly swapped: SwapFigures | null
  /** By kind and strength. */
  readonly corruptions: readonly CorruptedFigures[]
  /** By voxel, over all kinds and strengths. */
  readonly relative: readonly RelativeDrop[]
  /** How sure the model says it is; null where it was not asked. */
  readonly stated: StatedFigures | null
  /** The chain-based rates of the run itself, overall and by task and voxel of the diagnosis. */
  readonly chains: {
    readonly overall: ChainRates
    readonly tasks: readonly GroupRates[]
    readonly voxels: readonly VoxelRates[]
  }
}

/** The same, and what features find in passes on the images. */
export interface PassFacts extends ProbeReport, ImageFindings {}

/** The facts of a run's passes, and the cost of each available pass. */
export interface ProbeOverview extends PassFacts {
  /** Keys of probes whose passes covered other regions than those drawn by now. */
  readonly outdated: readonly string[]
  /** By the probe's key. */
  readonly costs: Readonly<Record<string, PassCost>>
}

export function probeReport(
  records: readonly RunRecord[],
  passes: readonly Pass[],
  protocol: Protocol,
  toRow: RowOfRecord,
  levels: ShortcutOptions,
): ProbeReport {
  const rows = new Map(records.map(record => [record.sample.index, toRow(record)]))
  const all = [...rows.values()]
  const clusters = findClusters(all)
  const run = { records, protocol, rows, clusters }
  const chains = { rows: all, chains: shortcutsOfRows(all, levels).chains, clusters }
  const findPass = ({ kind }: AnyProbe) => passes.find(({ probe }) => probe.kind === kind)
  const [blank, swapped] = [findPass(blankImage), findPass(swappedImage)]
  const stated = findPass(statedConfidences)
  return {
    made: passes.map(({ probe }) => probe).sort((a, b) => passPlace(a) - passPlace(b)),
    order: orderFigures(run, passes),
    blank: blank ? blindFigures(run, blank) : null,
    swapped: swapped ? swapFigures(run, swapped) : null,
    corruptions: passes.flatMap(pass => spoiltFigures(run, pass)).sort(byKindAndStrength),
    relative: relativeDrops(
      passes.flatMap(pass => (isA(corruptionKind, pass.probe) ? [answerPairs(run, pass)] : [])),
      clusters,
    ),
    stated: stated ? statedFigures(stated.run, records, rows, stated.answers, clusters) : null,
    chains: {
      overall: chainRates(chains),
      tasks: chainRatesBy(chains, ({ task }) => task),
      voxels: chainRatesByVoxel(chains),
    },
  }
}

/** A run that passes are compared with. */
interface Compared {
  readonly records: readonly RunRecord[]
  readonly protocol: Protocol
  /** By the index of the sample. */
  readonly rows: ReadonlyMap<number, Countable>
  readonly clusters: Clusters
}

/** The answers of the run (first) and of the pass (second). */
function answerPairs(
  { records, protocol, rows }: Compared,
  { answers }: Pass,
  without: ReadonlySet<number> = new Set(),
): AnswerPair<Countable>[] {
  const fieldsByIndex = new Map(records.map(({ sample }) => [sample.index, sample.fields]))
  return answers.flatMap(({ index, verdict, parsed, isUnparsed }) => {
    const [row, fields] = [rows.get(index), fieldsByIndex.get(index)]
    if (!row || !fields || row.verdict === 'failed' || verdict === 'failed' || without.has(index)) return []
    const isRead = !isUnparsed && parsed !== ''
    const given = isRead ? keptAnswer(protocol, fields, parsed) : undefined
    return [[row, { ...row, verdict, given }] as const]
  })
}

function orderFigures(
  { records, rows, protocol, clusters }: Compared,
  passes: readonly Pass[],
): OrderFigures | null {
  const byShift = new Map<number, ReadonlyMap<number, PassAnswer>>()
  for (const { probe, answers } of passes) {
    if (!isA(optionOrder, probe)) continue
    byShift.set(probe.shift, new Map(answers.map(answer => [answer.index, answer])))
  }
  if (byShift.size === 0) return null
  const complete: OrderAnswers[] = []
  let incomplete = 0
  for (const record of records) {
    const { index, fields } = record.sample
    const letters = protocol.listOptions(fields).map(({ letter }) => letter)
    if (letters.length < 2 || !hasOrder(protocol, fields)) continue
    const answers = letters.flatMap((_, shift): string[] => {
      if (shift === 0) return record.status === 'failed' ? [] : [record.parsed]
      const answer = byShift.get(shift)?.get(index)
      return answer && answer.verdict !== 'failed' ? [answer.parsed] : []
    })
    const several = protocol.answerKind(fields) === 'several' && ({ several: true } as const)
    const row = rows.get(index)
    if (answers.length === letters.length && row)
      complete.push({ row, letters, right: record.rightAnswer, answers, ...several })
    else incomplete++
  }
  return {
    bias: positionBias(complete, clusters),
    consistency: orderConsistency(complete, clusters),
    incomplete,
  }
}

function blindFigures(run: Compared, pass: Pass, without?: ReadonlySet<number>): BlindFigures {
  const answers = new BlindAnswers(answerPairs(run, pass, without), run.clusters)
  const tasks = inTaskOrder(answers.tasks())
  const [voxels, columns] = [answers.voxels(), answers.columns()]
  return { run: pass.run, overall: answers.overall(), tasks, voxels, columns }
}

function swapFigures(run: Compared, pass: Pass): SwapFigures {
  const samples = run.records.map(({ sample }) => sample)
  const swaps = swapsShown(samples, pass.answers)
  const untouched = untouchedBySwap(samples, swaps, run.protocol)
  const alike = { 'modality-and-region': 0, modality: 0, region: 0, nothing: 0 }
  for (const swap of swaps.values()) alike[swap.alike]++
  const figures = blindFigures(run, pass, untouched)
  return { ...figures, untouched: answerPairs(run, pass).length - figures.overall.n, alike }
}

const byKindAndStrength = (a: CorruptedFigures, b: CorruptedFigures): number =>
  allCorruptions.indexOf(a.corruption) - allCorruptions.indexOf(b.corruption) || a.strength - b.strength

function spoiltFigures(run: Compared, pass: Pass): CorruptedFigures[] {
  if (!isA(corruptionKind, pass.probe)) return []
  const { corruption, strength } = pass.probe
  const answers = new PairedAnswers(answerPairs(run, pass), run.clusters)
  const overall = answers.overall()
  if (overall.n === 0) return []
  return [{ run: pass.run, corruption, strength, overall, voxels: compareVoxels(answers) }]
}
