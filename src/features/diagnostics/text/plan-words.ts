/** The plan of a run in words. */
import { counted } from '../../../engine/base/counted.ts'
import type { NamedVoxel, SizePlan } from '../../../engine/protocol/size-plan.ts'
import { count, percent, points, roughDuration } from '../../../ui/text/format.ts'
import { voxelName } from '../../../ui/text/voxels.ts'

const unsigned = (difference: number): string => points(difference).replace('+', '')

/** "an accuracy within ±3.0 points", "non-inferiority of accuracy with a margin of 5.0 points and a power of 80.0%". */
function goalWords({ goal, figure, halfWidth, margin, difference, power }: SizePlan): string {
  const name = figure ?? 'accuracy'
  switch (goal) {
    case 'width':
      return `${figure === undefined ? 'an' : 'a'} ${name} within ±${unsigned(halfWidth ?? 0)} points`
    case 'margin':
      return `non-inferiority of ${name} with a margin of ${unsigned(margin ?? 0)} points and a power of ${percent(power ?? 0)}`
    case 'difference':
      return `a difference in ${name} of ${points(difference ?? 0)} points, found with a power of ${percent(power ?? 0)}`
  }
}

/** What the plan asks for, what it expects, and what it leaves open. */
export function plannedWords(plan: SizePlan): string {
  const { questions, clusters, images, seconds, undecided, voxels, undecidedVoxels = [] } = plan
  const onImages = images === undefined || images === clusters ? '' : ` on ${counted(images, 'image')}`
  return [
    `Planned for ${goalWords(plan)}: ${counted(questions, 'question')} in ${counted(clusters, 'cluster')}${onImages}.`,
    ...expectedWords(plan),
    ...(seconds === null ? [] : [`Expected time: ${roughDuration(seconds)}.`]),
    `${count(undecided)} of ${counted(voxels, 'voxel')} would stay undecided${voxelWords(undecidedVoxels, undecided)}.`,
  ].join(' ')
}

function expectedWords(plan: SizePlan): readonly string[] {
  const { goal, accuracy, icc, figure, rate, prevalence, from, published, difference, discordant } = plan
  const source =
    published !== undefined
      ? `, as published for ${published}`
      : from !== undefined
        ? ', from an earlier run'
        : ''
  return [
    `Expected accuracy ${percent(accuracy)}${source}, correlation ${icc.toFixed(2)}.`,
    ...(figure === undefined
      ? []
      : [`Expected ${figure} ${percent(rate ?? 0)}, finding in ${percent(prevalence ?? 0)} of questions.`]),
    ...(goal === 'width'
      ? []
      : [
          `Expected difference ${points(difference ?? 0)} points; one run alone is right on ${percent(discordant ?? 0)} of questions.`,
        ]),
  ]
}

/** More are counted. */
const mostNamed = 8

/** ": Diagnosis · CT · Chest and 3 more"; empty without names. */
export function voxelWords(voxels: readonly NamedVoxel[], all: number): string {
  const named = voxels.slice(0, mostNamed)
  if (named.length === 0) return ''
  const more = all - named.length
  return `: ${named.map(voxelName).join('; ')}${more > 0 ? ` and ${count(more)} more` : ''}`
}
