/**
 * What can be stated about a run. A statement about one of many voxels or passes holds for all of them together (Holm). Where
 * a difference has a p-value, p decides whether it is found, as in Compare; otherwise the interval does.
 */

import { holm, includesZero, shareLevel } from '@voxelwise/statistics'
import type { Corruption, Strength } from '../protocol/probe.ts'
import { everything, VoxelMap } from '../protocol/voxel-map.ts'
import type { AccuracyFigures } from './accuracy-figures.ts'
import type { AskedPart } from './asked-part.ts'
import type { ChainRates } from './chains.ts'
import { type AdjustedComparison, alpha, type Comparison, isFound } from './paired-differences.ts'
import { publishedModels } from './published.ts'
import { accuracyShares, type Slice, type VoxelEstimate } from './report.ts'
import { type Countable, type Estimate, findBaseline, isTooFew, sideOfGuessing } from './shares.ts'
import { testedSlices } from './tested-slices.ts'
import { isMostlyUnread, type UnreadReplies } from './unread.ts'
import { type YesNoFigures, yesNoFigures } from './yes-no.ts'

/** With fewer misread images, the finding says so instead of a difference. */
export const leastMisread = 10

/** The run with and without its images (`probes/report.ts`). */
interface Blind {
  readonly run: string
  readonly overall: Comparison & { readonly seen: Estimate; readonly blind: Estimate }
}

/** A pass on corrupted images: second is corrupted. */
interface Degraded {
  readonly run: string
  readonly corruption: Corruption
  readonly strength: Strength
  readonly overall: Comparison
}

/** Its p-value adjusted for the number of passes. */
interface TestedPass extends Degraded {
  readonly overall: AdjustedComparison
}

/** An earlier run on the same data, first, and this run, second. */
export interface Previous {
  readonly run: string
  readonly name: string
  readonly overall: Comparison
}

export interface FindingFacts {
  readonly rows: readonly Countable[]
  readonly overview: Pick<AccuracyFigures, 'overall' | 'voxels' | 'slices'> & {
    readonly part: AskedPart | null
    readonly unread: UnreadReplies
  }
  readonly rates: ChainRates
  readonly probes: {
    readonly blank: Blind | null
    readonly swapped: Blind | null
    readonly corruptions: readonly Degraded[]
  } | null
  readonly previous: Previous | null
  /** In words, if only a selection of the data set was to be asked. */
  readonly selection: string | null
  /** Whether the published models answered these very questions. */
  readonly isPublished: boolean
}

/** `isShown` is whether the run shows it; where not, the statement says so. */
export type RunFinding = { readonly isShown: boolean } & (
  | { readonly kind: 'overall'; readonly overall: Estimate; readonly selection: string | null }
  | { readonly kind: 'unread'; readonly unread: UnreadReplies }
  | { readonly kind: 'weakest'; readonly voxels: readonly VoxelEstimate[]; readonly of: number }
  | { readonly kind: 'below'; readonly voxels: readonly VoxelEstimate[]; readonly of: number }
  | { readonly kind: 'unclear'; readonly voxels: readonly VoxelEstimate[]; readonly of: number }
  | { readonly kind: 'yes-no'; readonly figures: YesNoFigures }
  | { readonly kind: 'constant'; readonly tasks: readonly Slice[]; readonly of: number }
  | { readonly kind: 'shortcut'; readonly rates: ChainRates }
  | { readonly kind: 'blind'; readonly image: 'blank' | 'wrong'; readonly figures: Blind }
  | { readonly kind: 'degraded'; readonly passes: readonly TestedPass[]; readonly of: number }
  | { readonly kind: 'published'; readonly overall: Estimate; readonly below: number; readonly of: number }
  | { readonly kind: 'previous'; readonly previous: Previous }
)

/** In the order in which they are read. Of a part that can end at any look only what its own estimate supports. */
export function runFindings(facts: FindingFacts): readonly RunFinding[] {
  const { overview, probes, previous } = facts
  if (overview.overall.n === 0) return []
  // Nothing about the model follows from unread replies.
  if (isMostlyUnread(overview.unread)) return [{ kind: 'unread', isShown: true, unread: overview.unread }]
  const findings: RunFinding[] = [
    {
      kind: 'overall',
      isShown: !isTooFew(overview.overall) && sideOfGuessing(overview.overall) !== 0,
      overall: overview.overall,
      selection: facts.selection,
    },
  ]
  // A part's intervals hold at any look. Other tests need a number of questions that was set in advance.
  if (overview.part && !overview.overall.part?.isFixed) return findings
  findings.push(...voxelFindings(facts), ...answerFindings(facts))
  if (facts.rates.shortcut.n > 0) {
    const { gap, misread } = facts.rates
    const isShown = gap !== null && misread >= leastMisread && !includesZero(gap)
    findings.push({ kind: 'shortcut', isShown, rates: facts.rates })
  }
  for (const [image, figures] of [
    ['blank', probes?.blank],
    ['wrong', probes?.swapped],
  ] as const)
    if (figures && figures.overall.n > 0)
      findings.push({ kind: 'blind', image, figures, isShown: sideOfGuessing(figures.overall.blind) > 0 })
  if (probes && probes.corruptions.length > 0) findings.push(degraded(probes.corruptions))
  if (facts.isPublished) findings.push(published(overview.overall))
  if (previous && previous.overall.n > 0)
    findings.push({ kind: 'previous', isShown: previous.overall.p < alpha, previous })
  return findings
}

function voxelFindings({ rows, overview }: FindingFacts): readonly RunFinding[] {
  const voxels = testedSlices(rows, overview.voxels)
  if (voxels.length < 2) return []
  const weakest = lessThanTheRest(rows, voxels)
  const guessed = voxels.filter(voxel => findBaseline(voxel) !== null && voxel.basis !== null)
  const adjusted = holm(guessed.map(guessingP))
  const isSure = (at: number): boolean => (adjusted[at] ?? 1) < alpha
  const below = guessed.filter((voxel, at) => isSure(at) && sideOfGuessing(voxel) < 0)
  // As the cube shows them, each by its own interval: that nothing is known needs no adjustment.
  const unclear = guessed.filter(voxel => sideOfGuessing(voxel) === 0)
  const allDiffer = guessed.every((voxel, at) => isSure(at) && sideOfGuessing(voxel) !== 0)
  return [
    { kind: 'weakest', isShown: weakest.length > 0, voxels: weakest, of: voxels.length },
    ...(guessed.length > 0
      ? [{ kind: 'below', isShown: below.length > 0, voxels: byShare(below), of: voxels.length } as const]
      : []),
    ...(unclear.length > 0 || (allDiffer && guessed.length > 0)
      ? [{ kind: 'unclear', isShown: allDiffer, voxels: byShare(unclear), of: voxels.length } as const]
      : []),
  ]
}

const byShare = <Voxel extends VoxelEstimate>(voxels: readonly Voxel[]): readonly Voxel[] =>
  voxels.toSorted((a, b) => a.share - b.share)

/** Voxels clearly below all others together. Every voxel is tested. */
function lessThanTheRest(
  rows: readonly Countable[],
  voxels: readonly VoxelEstimate[],
): readonly VoxelEstimate[] {
  const shares = accuracyShares(rows)
  const places = new VoxelMap(place => place)
  const ofVoxels = shares.differencesFromRest(row => places.at(row))
  const ofTasks = shares.differencesFromRest(({ task }) => task)
  const tested = voxels.map(voxel => {
    const isRow = voxel.modality === everything && voxel.parts === everything
    return (isRow ? ofTasks.get(voxel.task) : ofVoxels.get(places.at(voxel))) ?? null
  })
  const adjusted = holm(tested.map(difference => difference?.p ?? 1))
  return byShare(voxels.filter((_, at) => (tested[at]?.difference ?? 0) < 0 && (adjusted[at] ?? 1) < alpha))
}

/** The level at which the voxel's Korn–Graubard interval just ends at what it is compared with: above it the larger baseline, below guessing. */
function guessingP(voxel: VoxelEstimate): number {
  const { share, chance, basis } = voxel
  const bounds = [chance !== null && share < chance ? chance : null, findBaseline(voxel)]
  const [bound = null] = bounds.filter(one => one !== null)
  const isBetween = bound === null || (bound !== chance && share <= bound)
  return isBetween ? 1 : shareLevel(share, basis?.effectiveN ?? 0, bound)
}

/** Recall of each answer to yes/no questions, and the tasks in which the model's answer never changes. */
function answerFindings({ rows, overview }: FindingFacts): readonly RunFinding[] {
  const findings: RunFinding[] = []
  const yesNo = yesNoFigures(rows)
  if (yesNo) findings.push({ kind: 'yes-no', isShown: (yesNo.balanced?.low ?? 0) > 1 / 2, figures: yesNo })
  const tasks = overview.slices.task.filter(({ constant }) => constant?.of === 'given')
  if (tasks.length > 0)
    findings.push({ kind: 'constant', isShown: true, tasks, of: overview.slices.task.length })
  return findings
}

/** Passes on which the run is clearly worse, the largest drop first. */
function degraded(passes: readonly Degraded[]): RunFinding {
  const adjusted = holm(passes.map(({ overall }) => overall.p))
  const worse = passes
    .map((pass, at) => ({ ...pass, overall: { ...pass.overall, adjusted: adjusted[at] ?? 1 } }))
    .filter(({ overall }) => overall.difference < 0 && isFound(overall))
  return {
    kind: 'degraded',
    isShown: worse.length > 0,
    passes: worse.toSorted((a, b) => a.overall.difference - b.overall.difference),
    of: passes.length,
  }
}

/** Published percentages of other people's runs are points: how many lie below the interval. */
function published(overall: Estimate): RunFinding {
  const below = publishedModels.filter(model => model.overall < overall.low).length
  return { kind: 'published', isShown: below > 0, overall, below, of: publishedModels.length }
}
