/** The plan of a run in words. */
import { counted } from '../../../engine/base/counted.ts'
import type { SizePlan } from '../../../engine/protocol/size-plan.ts'
import { count, percent, points, roughDuration } from '../../../ui/text/format.ts'

/** "±3.0 points of accuracy", "non-inferiority with a margin of 5.0 points, power 80.0%". */
export const goalWords = ({ goal, halfWidth, margin, difference, discordant, power }: SizePlan): string =>
  goal === 'width'
    ? `an accuracy within ±${points(halfWidth ?? 0).slice(1)} points`
    : `non-inferiority with a margin of ${points(margin ?? 0).slice(1)} points and a power of ${percent(power ?? 0)}, at an expected difference of ${points(difference ?? 0)} points and ${percent(discordant ?? 0)} of questions that one run alone has right`

/** What the plan asks for. */
export const plannedWords = (plan: SizePlan): string =>
  [
    `Planned for ${goalWords(plan)}: ${counted(plan.questions, 'question')} in ${counted(plan.clusters, 'cluster')}.`,
    `Expected accuracy ${percent(plan.accuracy)}, correlation ${plan.icc.toFixed(2)}.`,
    ...(plan.seconds === null ? [] : [`Expected time: ${roughDuration(plan.seconds)}.`]),
    `${count(plan.undecided)} of ${counted(plan.voxels, 'voxel')} would stay undecided.`,
  ].join(' ')
