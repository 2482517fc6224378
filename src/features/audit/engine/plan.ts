/** What an audit asks: its passes, on how many questions, how precise it will be, and how long it takes. */

import { overall } from '../../../engine/analysis/report.ts'
import { linkedRows } from '../../../engine/analysis/rows.ts'
import { passCosts } from '../../../engine/probes/cost.ts'
import { withDrawn } from '../../../engine/probes/drawn-passes.ts'
import { probeKey } from '../../../engine/probes/kind-of.ts'
import { blankImage } from '../../../engine/probes/kinds/blank-image.ts'
import { noOptions } from '../../../engine/probes/kinds/no-options.ts'
import { oppositeLabel } from '../../../engine/probes/kinds/opposite-label.ts'
import { paraphrase } from '../../../engine/probes/kinds/paraphrase.ts'
import type { ProbeKind } from '../../../engine/probes/kinds/probe-kind.ts'
import { region } from '../../../engine/probes/kinds/region.ts'
import { sameLabel } from '../../../engine/probes/kinds/same-label.ts'
import { swappedImage } from '../../../engine/probes/kinds/swapped-image.ts'
import { textOnly } from '../../../engine/probes/kinds/text-only.ts'
import { unchanged } from '../../../engine/probes/kinds/unchanged.ts'
import { covers, type PassPart } from '../../../engine/probes/open-pass.ts'
import { Perturbation } from '../../../engine/probes/perturbation.ts'
import { cellLabels } from '../../../engine/protocol/frame.ts'
import { askedQuestions } from '../../../engine/protocol/order.ts'
import type { DrawnRegion, Probe } from '../../../engine/protocol/probe.ts'
import type { Protocol } from '../../../engine/protocol/protocol.ts'
import { findProtocol } from '../../../engine/protocol/protocols/registry.ts'
import type { AnsweredRecord, RunRecord } from '../../../engine/protocol/record.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { imagesKey, listImages, type Sample } from '../../../engine/protocol/sample.ts'
import type { RunSettings } from '../../../engine/protocol/settings.ts'
import { VoxelMap } from '../../../engine/protocol/voxel-map.ts'
import { isEligible, type VerdictPower, verdictPower } from './power.ts'
import { leastClusters, leastQuestions } from './verdict.ts'

export interface PlannedPass {
  readonly probe: Probe
  /** That it still has to ask, those that it has asked in an earlier audit, and how many of both its figures count. */
  readonly questions: number
  readonly earlier: number
  readonly eligible: number
  /** Seconds of asking; null if the run has no times. */
  readonly seconds: number | null
}

/** A pass that an audit does not make, and how many questions of the run it could ask: too few for any verdict. */
interface LeftOutPass {
  readonly probe: Probe
  readonly questions: number
}

export interface AuditPlan {
  readonly part: PassPart
  /** Questions of the part, and of the whole run. */
  readonly questions: number
  readonly of: number
  /** The passes that are missing, the most telling for their time first. */
  readonly passes: readonly PlannedPass[]
  readonly leftOut: readonly LeftOutPass[]
  /** Seconds of asking; null if the run has no times. */
  readonly seconds: number | null
  /** Half the width of the interval of a difference over all questions. */
  readonly halfWidth: number
  /** Over all questions. */
  readonly power: VerdictPower
  /** Voxels of the run, and those of which the part has enough questions for a verdict. */
  readonly voxels: number
  readonly decidable: number
}

/** The first pass, or passes, of a kind that can be chosen. */
const firstProbes = ({ interventions: [first] }: Pick<ProbeKind<never>, 'interventions'>): readonly Probe[] =>
  first?.probes ?? []

/**
 * The passes of an audit, in their order. A server that answers several questions together may change its answers by itself:
 * how often is asked first.
 */
const probesOnDevice = ({ device }: Pick<RunSettings, 'device'>): readonly Probe[] =>
  device === 'server' ? [...firstProbes(unchanged), ...auditProbes] : auditProbes

/** In the order of what they tell for their time. */
export const auditProbes: readonly Probe[] = [
  ...[swappedImage, blankImage, textOnly, oppositeLabel, sameLabel, region].flatMap(firstProbes),
  ...firstProbes(paraphrase).slice(0, 2),
  ...firstProbes(noOptions),
]

/** Most time of an audit's passes together, as a multiple of the run's. */
const mostRuns = 2.5
/** With fewer questions little is known: enough to find no difference within ±5 points where 5 % differ. */
const fewest = 210
/** The share of questions on which two conditions may differ, for the planned precision. */
const assumedDiscordance = 0.2

/**
 * The plan for a balanced part of the questions, and the one for all of them if that is another. None where nothing is missing.
 * @param made passes that are there, by the key of their probes
 */
export function auditPlans(
  run: Pick<Run, 'settings' | 'timings'>,
  records: readonly RunRecord[],
  made: ReadonlyMap<string, Pick<Run, 'settings' | 'state' | 'total'>>,
  designEffect: number,
  drawn: readonly DrawnRegion[],
): readonly AuditPlan[] {
  const answered = records.filter(
    (record): record is AnsweredRecord => record.sample.image !== null && record.status === 'answered',
  )
  const probes = probesOnDevice(run.settings).map(probe => withDrawn(probe, drawn))
  const finishedPass = (probe: Probe) => {
    const pass = made.get(probeKey(probe))
    return pass?.state === 'done' ? pass : null
  }
  const isMade = (probe: Probe, part: PassPart): boolean => {
    const pass = finishedPass(probe)
    return pass !== null && covers(pass, part)
  }
  // Passes on a part still count, so an interrupted audit continues with its part.
  const missing = probes.filter(probe => !isMade(probe, run.settings))
  const costs = passCosts(run, answered, missing)
  const known = missing.map((probe, at) => ({ probe, ...(costs[at] ?? { samples: 0, seconds: null }) }))
  const least = answered.length < leastQuestions ? 1 : leastQuestions
  const feasible = known.filter(({ samples }) => samples >= least)
  if (feasible.length === 0) return []
  const tooFew = known.filter(({ samples }) => samples < least)
  const leftOut = tooFew.map(({ probe, samples }) => ({ probe, questions: samples }))
  const total = answered.length
  const most = Math.min(
    total,
    Math.max(fewest, Math.floor((mostRuns * total) / timesOfRun(run, feasible, total))),
  )
  const ofRun = answered.map(({ sample }) => sample)
  const plans = [...new Set([most, total])].map((questions): AuditPlan => {
    const part = planPart(run.settings, questions === total ? null : questions)
    const samples = askedQuestions(ofRun, { ...part, seed: run.settings.seed }).samples
    const counts = new Map(
      probes
        .filter(probe => !leftOut.some(left => left.probe === probe))
        .map(
          probe => [probe, countIn(samples, answered, probe, findProtocol(run.settings.protocol))] as const,
        ),
    )
    const open = feasible.filter(({ probe }) => !isMade(probe, part))
    const passes = open.map(({ probe, samples: all, seconds }): PlannedPass => {
      const { questions: n = 0, eligible } = counts.get(probe) ?? {}
      const earlier = Math.min(n, finishedPass(probe)?.total ?? 0)
      const time = seconds === null ? null : (seconds * (n - earlier)) / all
      return { probe, questions: n - earlier, earlier, eligible: eligible?.size ?? 0, seconds: time }
    })
    return {
      ...{ part, questions, of: total, passes, leftOut },
      seconds: totalSeconds(passes),
      halfWidth: 1.96 * Math.sqrt((assumedDiscordance * designEffect) / questions),
      power: verdictPower(
        new Map(Array.from(counts, ([{ kind }, { eligible }]) => [kind, eligible])),
        designEffect,
      ),
      voxels: votable(ofRun).voxels,
      decidable: votable(samples).decidable,
    }
  })
  return plans.filter(({ passes }) => passes.length > 0)
}

/** How many times the run all passes take: each by its estimated time or, without times, by the part of the run that it asks. */
const timesOfRun = (
  { timings }: Pick<Run, 'timings'>,
  passes: readonly { readonly samples: number; readonly seconds: number | null }[],
  questions: number,
): number =>
  passes.reduce((sum, { samples, seconds }) => {
    const isTimed = seconds !== null && timings.asking > 0
    return sum + (isTimed ? (1000 * seconds) / timings.asking : samples / questions)
  }, 0)

const totalSeconds = (passes: readonly PlannedPass[]): number | null =>
  passes.reduce<number | null>(
    (sum, { seconds }) => (sum === null || seconds === null ? null : sum + seconds),
    0,
  )

/** The same, of the run's own design effect. */
export function plansOfRun(
  run: Pick<Run, 'settings' | 'timings'>,
  records: readonly RunRecord[],
  made: ReadonlyMap<string, Pick<Run, 'settings' | 'state' | 'total'>>,
  drawn: readonly DrawnRegion[],
): readonly AuditPlan[] {
  const rows = records.map(linkedRows(findProtocol(run.settings.protocol)))
  return auditPlans(run, records, made, overall(rows).basis?.designEffect ?? 1, drawn)
}

/** How many questions of a part a pass asks, and the indices of the answered ones that its figures can count. */
function countIn(
  samples: readonly Sample[],
  answered: readonly AnsweredRecord[],
  probe: Probe,
  protocol: Protocol,
) {
  const perturbation = new Perturbation(probe, samples, protocol)
  const askedIndices = new Set(samples.filter(sample => perturbation.asks(sample)).map(({ index }) => index))
  const eligible = answered.filter(
    record => askedIndices.has(record.sample.index) && isEligible(probe, record, protocol),
  )
  return { questions: askedIndices.size, eligible: new Set(eligible.map(({ sample }) => sample.index)) }
}

/** Voxels, and how many of them have enough questions and images for a verdict. */
function votable(samples: readonly Sample[]): { readonly voxels: number; readonly decidable: number } {
  const voxels = new VoxelMap(() => ({ questions: 0, images: new Set<string>() }))
  for (const sample of samples) {
    const voxel = voxels.at(cellLabels(sample.fields))
    voxel.questions++
    voxel.images.add(imagesKey(listImages(sample)))
  }
  const all = voxels.values()
  const isLarge = ({ questions, images }: (typeof all)[number]) =>
    questions >= leastQuestions && images.size >= leastClusters
  return { voxels: all.length, decidable: all.filter(isLarge).length }
}

/** A balanced part, unless the run itself asked only the first questions of the files. */
function planPart({ order, limit }: PassPart, questions: number | null): PassPart {
  if (questions === null) return { order, limit }
  return { order: limit === null ? 'balanced' : order, limit: questions }
}
