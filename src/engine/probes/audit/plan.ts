/** What an audit asks: its passes, on how many questions, how precise it will be, and how long it takes. */

import { labelsOf } from '../../protocol/frame.ts'
import { askedOf } from '../../protocol/order.ts'
import { type Probe, probeKey } from '../../protocol/probe.ts'
import type { RunRecord } from '../../protocol/record.ts'
import type { Run } from '../../protocol/run.ts'
import { imagesKey, imagesOf } from '../../protocol/sample.ts'
import type { RunSettings } from '../../protocol/settings.ts'
import { VoxelMap } from '../../protocol/voxel-map.ts'
import { passCosts } from '../cost.ts'
import { blankImage, interventions, swappedImage, unchanged } from '../passes.ts'
import { leastClusters, leastQuestions } from './verdict.ts'

/** How a pass asks only a part of its run's questions. */
export type PassPart = Pick<RunSettings, 'order' | 'limit'>

export interface AuditPlan {
  readonly part: PassPart
  /** Questions of the part, and of the whole run. */
  readonly questions: number
  readonly of: number
  /** The passes that are missing, the most telling first. */
  readonly probes: readonly Probe[]
  /** Seconds of asking; null if the run has no times. */
  readonly seconds: number | null
  /** Half the width of the interval of a difference over all questions. */
  readonly halfWidth: number
  /** Voxels of the run, and those of which the part has enough questions for a verdict. */
  readonly voxels: number
  readonly decidable: number
}

const listed = (name: string): readonly Probe[] =>
  interventions.find(({ listed: own }) => own === name)?.probes ?? []

/**
 * The passes of an audit, in their order. A server that answers several questions together may change its answers by itself:
 * how often is asked first.
 */
export const auditProbesOf = ({ device }: Pick<RunSettings, 'device'>): readonly Probe[] =>
  device === 'server' ? [unchanged, ...auditProbes] : auditProbes

/** In the order of what they tell for their time. */
export const auditProbes: readonly Probe[] = [
  swappedImage,
  blankImage,
  ...listed('text-only'),
  ...listed('opposite-label'),
  ...listed('same-label'),
  ...listed('paraphrase').slice(0, 2),
]

/** Most time of an audit's passes together, as a multiple of the run's. */
const mostRuns = 2.5
/** With fewer questions little is known: enough to find no difference within ±5 points, at 90 % power, where 5 % differ. */
const fewest = 210
/** The share of questions on which two conditions may differ, for the planned precision. */
const assumedDiscordance = 0.2

/**
 * The plan for a balanced part of the questions, and the one for all of them if that is another. None where nothing is missing.
 * @param made keys of the probes whose passes are done
 * @param designEffect of the run's accuracy
 */
export function auditPlans(
  run: Pick<Run, 'settings' | 'timings'>,
  records: readonly RunRecord[],
  made: ReadonlySet<string>,
  designEffect: number,
): readonly AuditPlan[] {
  const own = records.filter(({ sample, status }) => sample.image !== null && status === 'answered')
  const missing = auditProbesOf(run.settings).filter(probe => !made.has(probeKey(probe)))
  const costs = passCosts(run, own, missing)
  const probes = missing.filter((_, at) => (costs[at]?.samples ?? 0) > 0)
  if (probes.length === 0) return []
  const seconds = costs.reduce<number | null>(
    (sum, cost) => (sum === null || cost.seconds === null ? null : sum + cost.seconds),
    0,
  )
  const of = own.length
  const part = Math.min(of, Math.max(fewest, Math.floor((mostRuns * of) / probes.length)))
  const samples = own.map(({ sample }) => sample)
  const voxelsOf = (settings: PassPart) => {
    const asked = askedOf(samples, { ...settings, seed: run.settings.seed }).samples
    const voxels = new VoxelMap(() => ({ questions: 0, images: new Set<string>() }))
    for (const sample of asked) {
      const voxel = voxels.at(labelsOf(sample.fields))
      voxel.questions++
      voxel.images.add(imagesKey(imagesOf(sample)))
    }
    return voxels.values()
  }
  const voxels = voxelsOf({ order: 'dataset', limit: null }).length
  return [...new Set([part, of])].map((questions): AuditPlan => {
    const settings = partOf(run.settings, questions === of ? null : questions)
    return {
      ...{ part: settings, questions, of, probes, voxels },
      seconds: seconds === null ? null : (seconds * questions) / of,
      halfWidth: 1.96 * Math.sqrt((assumedDiscordance * designEffect) / questions),
      decidable: voxelsOf(settings).filter(
        voxel => voxel.questions >= leastQuestions && voxel.images.size >= leastClusters,
      ).length,
    }
  })
}

/** A balanced part, unless the run itself asked only the first questions of the files. */
function partOf({ order, limit }: PassPart, questions: number | null): PassPart {
  if (questions === null) return { order, limit }
  return { order: limit === null ? 'balanced' : order, limit: questions }
}
