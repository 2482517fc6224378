/** The grounding audit of a run: figures and verdicts for all questions, by task and by voxel. Derived, never stored. */

import type { JsonObject } from '@voxelwise/python'
import { type Clusters, findClusters } from '../../../engine/analysis/clusters.ts'
import { inTaskOrder } from '../../../engine/analysis/report.ts'
import {
  bareShare,
  type Countable,
  chanceOfRow,
  type Estimate,
  measureShares,
  noChance,
} from '../../../engine/analysis/shares.ts'
import { toSixDigits } from '../../../engine/base/counted.ts'
import { groupBy, mapValues, recordFrom } from '../../../engine/base/grouping.ts'
import { swapsShown } from '../../../engine/probes/image-swap.ts'
import { isA } from '../../../engine/probes/kind-of.ts'
import { noOptions } from '../../../engine/probes/kinds/no-options.ts'
import { swappedImage } from '../../../engine/probes/kinds/swapped-image.ts'
import type { Pass, RowOfRecord } from '../../../engine/probes/pass.ts'
import { type Withheld, withheldCounts } from '../../../engine/probes/withheld-options.ts'
import type { Protocol } from '../../../engine/protocol/protocol.ts'
import type { RunRecord } from '../../../engine/protocol/record.ts'
import type { Axis } from '../../../engine/protocol/sample.ts'
import { VoxelMap } from '../../../engine/protocol/voxel-map.ts'
import { type SwapExample, swapExamples } from './examples.ts'
import {
  type AuditedPass,
  type AuditItem,
  auditItems,
  type Condition,
  conditions,
  isAudited,
  type Reply,
} from './items.ts'
import { type Metric, metricConditions, metrics } from './metrics.ts'
import { type PublishedCategories, publishedCategories } from './published.ts'
import { type Audited, type AuditFigure, type NoiseFloor, sliceFigures } from './slice-figures.ts'
import { type ImageUse, imageUses, type Judgeable, judgeSlices, type UseVerdict } from './verdict.ts'

/** Among the findings of a run, and in run.json. */
export const auditName = 'audit'

/** One condition over all questions. */
export interface ConditionFigures {
  readonly condition: Condition | 'original'
  /** Share right among readable replies. */
  readonly accuracy: Estimate
  /** Share of readable pairs with another answer; null for the original, and where nothing can be compared. */
  readonly changed: Estimate | null
  /** Share of answers right on the original that are right here too; null for the original, and where none is. */
  readonly kept: Estimate | null
  /** Replies that could be read. */
  readonly readable: Estimate
}

export interface AuditSlice extends Judgeable, UseVerdict {}

export interface AuditedTask extends AuditSlice {
  readonly task: string
}

export interface AuditedVoxel extends AuditSlice, Readonly<Record<Axis, string>> {}

export interface Audit {
  /** The pass behind each condition. */
  readonly passes: ReadonlyMap<Condition, AuditedPass>
  readonly conditions: readonly ConditionFigures[]
  readonly overall: AuditSlice
  /** From low to high level. */
  readonly tasks: readonly AuditedTask[]
  readonly voxels: readonly AuditedVoxel[]
  /** How many voxels have each verdict, and how many are unstable, whatever their verdict. */
  readonly counts: Readonly<Record<ImageUse, number>>
  readonly unstable: number
  readonly withoutImage: number
  readonly untouched: number
  /** Questions that show what another image changes. */
  readonly examples: readonly SwapExample[]
  /** How replies without options were read; null where none were asked. */
  readonly withheld: Withheld | null
}

/** @returns null where no pass says anything about the images */
export function auditRun(
  records: readonly RunRecord[],
  passes: readonly Pass[],
  protocol: Protocol,
  toRow: RowOfRecord,
): Audit | null {
  if (!passes.some(isAudited)) return null
  const swapped = passes.find(({ probe }) => isA(swappedImage, probe))
  const samples = records.map(({ sample }) => sample)
  const swaps = swapsShown(samples, swapped?.answers ?? [])
  const { items, passes: auditedPasses, ...unaudited } = auditItems(records, passes, protocol, toRow, swaps)
  if (items.length === 0) return null
  const clusters = findClusters(records.map(toRow))
  const places = new VoxelMap(place => place)
  const by = <Label>(toLabel: (row: Countable) => Label) => judged(slicesBy({ items, clusters, toLabel }))
  const overall = by(() => '').get('')
  if (!overall) return null
  const tasks = inTaskOrder(by(({ task }) => task))
  const voxels = Array.from(
    by(row => places.at(row)),
    ([place, slice]) => ({ ...place, ...slice }),
  )
  const countVoxels = (verdict: ImageUse) => voxels.filter(voxel => voxel.verdict === verdict).length
  return {
    passes: auditedPasses,
    conditions: conditionFigures(items, clusters, [...auditedPasses.keys()]),
    ...{ overall, tasks, voxels },
    counts: recordFrom(imageUses, countVoxels),
    unstable: voxels.filter(({ isUnstable }) => isUnstable).length,
    ...unaudited,
    examples: swapExamples(items),
    withheld: withheldIn(passes, new Set(items.map(({ index }) => index))),
  }
}

function withheldIn(passes: readonly Pass[], audited: ReadonlySet<number>): Withheld | null {
  const pass = passes.find(({ probe }) => isA(noOptions, probe))
  if (!pass) return null
  const read = pass.answers.filter(({ index, verdict }) => verdict !== 'failed' && audited.has(index))
  return { ...withheldCounts(read), judge: pass.readBy ?? null }
}

function slicesBy<Label>(audited: Audited<Label>): Map<Label, Judgeable> {
  const { items, clusters, toLabel } = audited
  const accuracies = measureShares(
    items,
    clusters,
    ({ original }) => Number(original.isRight),
    chanceOfRow,
  ).by(toLabel)
  const figures = metrics.map(metric => sliceFigures(metric, audited))
  const readable = (['original', ...conditions] as const).map(
    condition => [condition, readShares(items, toLabel, condition)] as const,
  )
  return mapValues(accuracies, (accuracy, label) => {
    const read = new Map(
      readable.flatMap(([condition, shares]) => {
        const share = shares.get(label)
        return share === undefined ? [] : [[condition, share] as const]
      }),
    )
    const unreadIn = (metric: Metric) =>
      Math.max(...(['original', ...metricConditions(metric)] as const).map(one => 1 - (read.get(one) ?? 1)))
    return {
      n: accuracy.n,
      clusters: accuracy.basis?.clusters ?? 0,
      accuracy,
      figures: figures
        .flatMap(byLabel => byLabel.get(label) ?? [])
        .map(figure => ({ ...figure, unread: unreadIn(figure.metric) })),
      readable: read,
    }
  })
}

/** The share of replies that could be read, by label. */
function readShares<Label>(
  items: readonly AuditItem[],
  toLabel: (row: Countable) => Label,
  condition: Condition | 'original',
): Map<Label, number> {
  const withReply = items.filter(item => replyIn(item, condition))
  const read = (group: readonly AuditItem[]) => group.filter(item => replyIn(item, condition)?.parsed !== '')
  return mapValues(
    groupBy(withReply, ({ row }) => toLabel(row)),
    group => read(group).length / group.length,
  )
}

const replyIn = ({ original, replies }: AuditItem, condition: Condition | 'original'): Reply | undefined =>
  condition === 'original' ? original : replies.get(condition)

function judged<Label>(slices: ReadonlyMap<Label, Judgeable>): Map<Label, AuditSlice> {
  const verdicts = judgeSlices([...slices.values()]).values()
  return mapValues(slices, slice => ({ ...slice, ...(verdicts.next().value as UseVerdict) }))
}

function conditionFigures(
  items: readonly AuditItem[],
  clusters: Clusters,
  conditions: readonly Condition[],
): readonly ConditionFigures[] {
  return (['original', ...conditions] as const).map(condition => {
    const replied = items.flatMap(item => {
      const reply = replyIn(item, condition)
      return reply ? [{ ...item, reply, isRead: reply.parsed !== '' }] : []
    })
    const wholeShare = (
      valueIn: (item: (typeof replied)[number]) => number | null,
      chance: (row: Countable) => number | null = noChance,
    ): Estimate => {
      const share = measureShares(replied, clusters, valueIn, chance).whole()
      return share.n > 0 ? share : bareShare(0, 0)
    }
    const changed = wholeShare(({ reply, isRead, original, isComparable }) =>
      isComparable && isRead && original.parsed !== '' ? Number(reply.parsed !== original.parsed) : null,
    )
    const keptShare = wholeShare(({ reply, isRead, original }) =>
      original.isRight && isRead ? Number(reply.isRight) : null,
    )
    return {
      condition,
      accuracy: wholeShare(
        ({ reply, isRead }) => (isRead ? Number(reply.isRight) : null),
        condition === noOptions.kind ? noChance : chanceOfRow,
      ),
      changed: condition === 'original' || changed.n === 0 ? null : changed,
      kept: condition === 'original' || keptShare.n === 0 ? null : keptShare,
      readable: wholeShare(({ isRead }) => Number(isRead)),
    }
  })
}

/** The audit in run.json: every figure with what it is made of. Computed from the records, and ignored when reading. */
export function auditJson(audit: Audit): JsonObject {
  const { overall, tasks, voxels, passes, withoutImage, untouched, withheld } = audit
  const sliceJson = (slice: JsonObject, audited: AuditSlice): JsonObject => ({
    slice,
    n: audited.n,
    clusters: audited.clusters,
    accuracy: toSixDigits(audited.accuracy.share),
    readable: Object.fromEntries(
      Array.from(audited.readable, ([condition, share]) => [condition, toSixDigits(share)]),
    ),
    verdict: audited.verdict,
    unstable: audited.isUnstable,
    ...(audited.why && { why: audited.why }),
    by: audited.by,
    published: publishedJson(publishedCategories(audited.figures)),
    figures: audited.figures.map(figure => figureJson(figure, passes)),
  })
  return {
    passes: Object.fromEntries(Array.from(passes, ([condition, { key }]) => [condition, key])),
    without_image: withoutImage,
    untouched,
    ...(withheld && {
      options_withheld: {
        ...{ by_rule: withheld.byRule, by_judge: withheld.byJudge },
        ...{ unread: withheld.unread, judge: withheld.judge },
      },
    }),
    slices: [
      sliceJson({}, overall),
      ...tasks.map(({ task, ...audited }) => sliceJson({ task }, audited)),
      ...voxels.map(({ task, modality, parts, ...audited }) =>
        sliceJson({ task, modality, region: parts }, audited),
      ),
    ],
  }
}

/** The categories of arXiv 2606.17710, as submitted and revised; without those whose figures are missing. */
export const publishedJson = ({ asSubmitted, revised }: PublishedCategories): JsonObject => ({
  ...(asSubmitted && { as_submitted: asSubmitted }),
  ...(revised && { revised }),
})

function figureJson(
  { metric, unit, value, low, high, numerator, denominator, clusters, method, ...more }: AuditFigure,
  passes: Audit['passes'],
): JsonObject {
  const { p, floor, excess, unread } = more
  return {
    ...{ metric, unit, numerator: toSixDigits(numerator), denominator, value: toSixDigits(value) },
    ...(low !== undefined && high !== undefined && { low: toSixDigits(low), high: toSixDigits(high) }),
    ...{ clusters, method },
    ...(p !== undefined && { p: Number(p.toPrecision(6)) }),
    ...(floor && { floor: limitsJson(floor) }),
    ...(excess && { excess: limitsJson(excess) }),
    unread: toSixDigits(unread),
    passes: metricConditions(metric).flatMap(condition => passes.get(condition)?.key ?? []),
  }
}

const limitsJson = ({ n, value, low, high }: NoiseFloor): JsonObject => ({
  n,
  value: toSixDigits(value),
  low: toSixDigits(low),
  high: toSixDigits(high),
})
