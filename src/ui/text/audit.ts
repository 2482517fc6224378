/** The grounding audit in words. */
import { counted } from '../../engine/base/counted.ts'
import type { Audit } from '../../engine/probes/audit/audit.ts'
import type { Condition } from '../../engine/probes/audit/items.ts'
import type { Metric } from '../../engine/probes/audit/metrics.ts'
import type { ImageUse, UseVerdict, WhyUnknown } from '../../engine/probes/audit/verdict.ts'
import { count } from './format.ts'

export const conditionNames: Readonly<Record<Condition | 'original', string>> = {
  original: 'Own image',
  'blank-image': 'Blank image',
  'wrong-image': 'Wrong image',
}

export const metricNames: Readonly<Record<Metric, string>> = {
  vrs: 'Visual reliance score (VRS)',
  'image-sensitivity': 'Image sensitivity',
  'blank-retention': 'Blank retention',
  'blank-change': 'Changed on a blank image',
  ideal: 'Ideal',
  fragile: 'Fragile',
  dangerous: 'Dangerous',
  worst: 'Worst',
}

/** What a figure is, in one sentence. */
export const metricMeanings: Readonly<Record<Metric, string>> = {
  vrs: 'Accuracy on the own image minus accuracy on a wrong image',
  'image-sensitivity': 'Answers that change on a wrong image',
  'blank-retention': 'Accuracy on a blank image divided by accuracy on the own image',
  'blank-change': 'Answers that change on a blank image',
  ideal: 'Same answer in all option orders, another one on a blank image',
  fragile: 'Answer depends on the option order, and changes on a blank image',
  dangerous: 'Same answer in all option orders, and on a blank image',
  worst: 'Answer depends on the option order, but not on the image',
}

const useWords: Readonly<Record<ImageUse, string>> = {
  uses: 'Uses the image',
  ignores: 'Ignores the image',
  unstable: 'Unstable',
  unknown: 'Cannot be told',
}

const whyWords: Readonly<Record<WhyUnknown, string>> = {
  'few-questions': 'fewer than 30 questions',
  'few-clusters': 'fewer than 10 images',
  unread: 'over 5% of replies could not be read',
  'not-asked': 'no pass has asked it',
  'at-chance': 'nothing to ground: accuracy is at chance',
  'no-rule': 'the intervals are too wide',
}

/** "Uses the image"; "Cannot be told: fewer than 30 questions". */
export const verdictText = ({ verdict, why }: UseVerdict): string =>
  why ? `${useWords[verdict]}: ${whyWords[why]}` : useWords[verdict]

/** "Of 31 voxels, 9 use the image, 4 ignore it, 2 are unstable, 16 cannot be told." */
export function auditSentence({ voxels, counts: { uses, ignores, unstable, unknown } }: Audit): string {
  const be = (n: number) => (n === 1 ? 'is' : 'are')
  return `Of ${counted(voxels.length, 'voxel')}, ${count(uses)} ${uses === 1 ? 'uses' : 'use'} the image, ${count(ignores)} ${ignores === 1 ? 'ignores' : 'ignore'} it, ${count(unstable)} ${be(unstable)} unstable, ${count(unknown)} cannot be told.`
}

/** How the verdicts were reached. */
export const auditMethods =
  'Replies that could not be read are left out of a pair. Shares have Korn–Graubard intervals, differences MOVER intervals, ratios linearised intervals; all count clusters. A verdict needs 30 questions, 10 images and 95% readable replies. “Uses”: VRS is above 0 and image sensitivity above 10%. “Ignores”: every change rate is at most 5% and VRS lies within ±5 points. p-values are adjusted by Holm’s method over the rows of a table. A verdict is about these questions, not about the model.'
