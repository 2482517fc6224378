/** The chart of a finding: its figures, each with the way to its samples. */
import type { LevelChoice } from '../../../app/controller/levels.ts'
import type { Results } from '../../../app/controller/report-facts.ts'
import type { Comparison } from '../../../engine/analysis/paired-differences.ts'
import { type PublishedModel, publishedModels, publishedTotal } from '../../../engine/analysis/published.ts'
import type { VoxelEstimate } from '../../../engine/analysis/report.ts'
import type { RunFinding } from '../../../engine/analysis/run-findings.ts'
import { bareShare, type ShownShare } from '../../../engine/analysis/shares.ts'
import { testedSlices } from '../../../engine/analysis/tested-slices.ts'
import { corruptedName } from '../../../engine/probes/corruption-names.ts'
import type { CorruptedFigures, PassFacts } from '../../../engine/probes/report.ts'
import { everything } from '../../../engine/protocol/voxel-map.ts'
import { compareHref, resultsHref } from '../../state/router.ts'
import { label } from '../../text/format.ts'
import { voxelName } from '../../text/voxels.ts'

/** One figure of a finding: a share, or a difference. */
export type FindingLine = { readonly label: string; readonly href: string } & (
  | { readonly share: ShownShare; readonly gap?: undefined }
  | { readonly gap: Pick<Comparison, 'difference' | 'low' | 'high' | 'n'>; readonly share?: undefined }
)

export interface CardChart {
  readonly lines: readonly FindingLine[]
  /** What the lines are, where the statement does not say it. */
  readonly caption?: string | undefined
  /** The voxel of the first line, where it is one. */
  readonly voxel?: VoxelEstimate
}

/** What charts are made of, besides the finding. */
export interface ChartFacts extends Pick<Results, 'run' | 'rows' | 'overview'> {
  /** Null where no pass has been made. */
  readonly probes: PassFacts | null
  readonly levels: LevelChoice
}

/** Published models drawn above a run, and below it. */
const nearest = 2

/** Lines of a chart that no finding limits. */
const fewest = 5

/** The labels of a voxel that one task, modality or region names. */
export const voxelQuery = ({ task, modality, parts }: VoxelEstimate): Record<string, string | null> => ({
  task: task === everything ? null : task,
  modality: modality === everything ? null : modality,
  parts: parts === everything ? null : parts,
})

export function chooseChart(facts: ChartFacts, finding: RunFinding): CardChart {
  const { run, levels } = facts
  switch (finding.kind) {
    case 'overall':
      return lines({ label: 'All questions', href: resultsHref(run.id, 'samples'), share: finding.overall })
    case 'unread': {
      const { answered, unread } = finding.unread
      const href = resultsHref(run.id, 'samples', { verdict: 'wrong' })
      return lines({ label: 'Replies that no rule could read', href, share: bareShare(answered, unread) })
    }
    case 'weakest':
      return finding.voxels.length > 0 ? ofVoxels(run.id, finding.voxels) : lowestVoxels(facts)
    case 'below':
      return ofVoxels(run.id, finding.voxels)
    case 'unclear':
      return ofVoxels(run.id, knownFirst(finding.voxels))
    case 'shortcut': {
      const { shortcut, grounded, guessing } = finding.rates
      return lines(
        {
          label: 'Diagnosis with wrong perception',
          href: resultsHref(run.id, 'shortcuts', levels),
          share: { ...shortcut, chance: guessing },
        },
        {
          label: 'Diagnosis with right perception',
          href: resultsHref(run.id, 'chains', levels),
          share: { ...grounded, chance: null },
        },
      )
    }
    case 'blind': {
      const { run: pass, overall } = finding.figures
      return lines(
        { label: `With a ${finding.image} image`, href: resultsHref(pass, 'samples'), share: overall.blind },
        { label: 'With the image', href: resultsHref(run.id, 'samples'), share: overall.seen },
      )
    }
    case 'degraded':
      return finding.passes.length > 0
        ? { lines: finding.passes.map(ofCorrupted) }
        : { lines: largestDrops(facts).map(ofCorrupted), caption: 'The largest differences:' }
    case 'published':
      return besidePublished(run.id, finding.overall)
    case 'previous': {
      const { overall, run: earlier } = finding.previous
      const href = compareHref([earlier, run.id])
      return lines({ label: 'This run minus the previous one', href, gap: overall })
    }
    case 'yes-no':
      return lines(
        ...(['yes', 'no'] as const).flatMap(answer => {
          const share = finding.figures[answer]
          const href = resultsHref(run.id, 'samples', { only: 'yes-no' })
          return share ? [{ label: `Recall of ${answer}`, href, share }] : []
        }),
      )
    case 'constant':
      return lines(
        ...finding.tasks.map(task => ({
          label: label(task.label),
          href: resultsHref(run.id, 'samples', { task: task.label }),
          share: task,
        })),
      )
  }
}

const lines = (...lines: readonly FindingLine[]): CardChart => ({ lines })

function ofVoxels(run: string, voxels: readonly VoxelEstimate[]): CardChart {
  const [voxel] = voxels
  return {
    lines: voxels.map(one => ({
      label: voxelName(one),
      href: resultsHref(run, 'samples', voxelQuery(one)),
      share: one,
    })),
    ...(voxel && { voxel }),
  }
}

/** A run between the published models that are nearest, the best first. */
function besidePublished(run: string, overall: ShownShare): CardChart {
  const models = publishedModels.toSorted((a, b) => b.overall - a.overall)
  const better = models.filter(model => model.overall > overall.share)
  const publishedLine = ({ name, overall }: PublishedModel): FindingLine => ({
    label: name,
    href: compareHref([run], 'published'),
    share: { ...bareShare(publishedTotal, Math.round(overall * publishedTotal)), share: overall },
  })
  return {
    lines: [
      ...better.slice(-nearest).map(publishedLine),
      { label: 'This run', href: resultsHref(run, 'samples'), share: overall },
      ...models.slice(better.length, better.length + nearest).map(publishedLine),
    ],
    caption: 'The nearest published models, of which only figures are known:',
  }
}

/** A share of fewer answers says next to nothing. */
const leastAnswers = 5

/** Voxels with some answers before those with next to none. */
const knownFirst = (voxels: readonly VoxelEstimate[]): readonly VoxelEstimate[] =>
  voxels.toSorted((a, b) => Number(b.n >= leastAnswers) - Number(a.n >= leastAnswers))

/** Where no voxel is found weak: how weak the lowest are. */
function lowestVoxels({ run, rows, overview }: ChartFacts): CardChart {
  const sorted = testedSlices(rows, overview.voxels).toSorted((a, b) => a.share - b.share)
  const lowest = knownFirst(sorted).slice(0, fewest)
  return { ...ofVoxels(run.id, lowest), caption: 'The lowest accuracies:' }
}

/** Passes on corrupted images, the largest drop first. */
export const largestDrops = ({ probes }: Pick<ChartFacts, 'probes'>): readonly CorruptedFigures[] =>
  (probes?.corruptions ?? []).toSorted((a, b) => a.overall.difference - b.overall.difference).slice(0, fewest)

const ofCorrupted = (
  pass: Pick<CorruptedFigures, 'run' | 'corruption' | 'strength' | 'overall'>,
): FindingLine => ({
  label: `${corruptedName(pass)}, minus clean`,
  href: resultsHref(pass.run, 'samples'),
  gap: pass.overall,
})
