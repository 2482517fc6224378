/** The grounding audit in words. */
import { counted, percentFigure } from '../../../engine/base/counted.ts'
import { duration } from '../../../engine/base/duration.ts'
import type { AnswerTexts } from '../../../engine/probes/answer-texts.ts'
import { probeName } from '../../../engine/probes/probe-names.ts'
import { count, enumerated, none, percent } from '../../../ui/text/format.ts'
import type { Audit } from '../engine/audit.ts'
import { type Condition, conditionName } from '../engine/items.ts'
import type { Metric } from '../engine/metrics.ts'
import type { AuditPlan } from '../engine/plan.ts'
import type { PublishedCategories } from '../engine/published.ts'
import type { AuditFigure } from '../engine/slice-figures.ts'
import type { Evidence } from '../engine/use-plot.ts'
import {
  type ImageUse,
  leastClusters,
  leastQuestions,
  mostUnread,
  type UseVerdict,
  type WhyUnknown,
} from '../engine/verdict.ts'

/** A condition of the audit, or the run's own images. */
export const conditionWords = (condition: Condition | 'original'): string =>
  condition === 'original' ? 'Own image' : conditionName(condition)

export const metricNames: Readonly<Record<Metric, string>> = {
  'noise-floor': 'Noise floor',
  vrs: 'Visual reliance score (VRS)',
  'image-sensitivity': 'Image sensitivity',
  'wrong-image-gap': 'Wrong-image gap',
  'wrong-image-change': 'Changed on a wrong image',
  'hvrr-visual-claims-v1': 'HVRR (Voxelwise’s claim list)',
  'blank-retention': 'Blank retention',
  'blank-change': 'Changed on a blank image',
  'silent-failure-blank': 'Silent failure, blank image',
  'silent-failure-off-topic': 'Silent failure, off-topic photograph',
  'text-only-gap': 'Text-only gap',
  'options-gap': 'Options gap',
  ofr: 'Opposite flip rate (OFR)',
  uar: 'Unrelated-image answer rate (UAR)',
  ssp: 'Swap premium (SSP)',
  'swapped-accuracy': 'Swapped accuracy',
  cgr: 'Causal grounding rate (CGR)',
  ims: 'Irrelevant-mask stability (IMS)',
  gsp: 'Grounding-specificity premium (GSP)',
  stability: 'Stability in other wordings',
  consistency: 'Consistency of drawn answers',
  consensus: 'Accuracy of the most frequent drawn answer',
  ideal: 'Ideal',
  fragile: 'Fragile',
  dangerous: 'Dangerous',
  worst: 'Worst',
}

/** What a figure is, in one sentence. */
export const metricMeanings: Readonly<Record<Metric, string>> = {
  'noise-floor': 'Answers that change although nothing was changed',
  vrs: 'Accuracy on the own image minus accuracy on a wrong image, all questions',
  'image-sensitivity': 'Answers that change on a wrong image, all questions',
  'wrong-image-gap': 'As VRS, only questions whose right answer does not fit the wrong image too',
  'wrong-image-change':
    'As image sensitivity, only questions whose right answer does not fit the wrong image too',
  'hvrr-visual-claims-v1':
    'Replies in words that claim to see something, and keep their answer on a wrong image',
  'blank-retention': 'Accuracy on a blank image divided by accuracy on the own image',
  'blank-change': 'Answers that change on a blank image',
  'silent-failure-blank': 'Replies that answer on a blank image instead of refusing',
  'silent-failure-off-topic': 'Replies that answer on an off-topic photograph instead of refusing',
  'text-only-gap': 'Accuracy on the own image minus accuracy without an image',
  'options-gap': 'Accuracy with options minus accuracy without them',
  ofr: 'Right answers that change on an image of another answer',
  uar: 'Right answers kept on another image of the same answer',
  ssp: 'Changes on an image of another answer minus changes on one of the same answer',
  'swapped-accuracy': 'Answers that are right for the image of another answer',
  cgr: 'Rightly affirmed findings whose answer changes with the region covered',
  ims: 'Right answers kept with an equal region elsewhere covered',
  gsp: 'Changes with the region covered minus changes with one elsewhere covered',
  stability: 'Answers kept in other wordings of the question',
  consistency: 'Share of the most frequent answer among five drawn at temperature 1',
  consensus: 'The most frequent drawn answer is right',
  ideal: 'Same answer in all wordings or option orders, another one on a blank image',
  fragile: 'Answer depends on wording or option order, and changes on a blank image',
  dangerous: 'Same answer in all wordings or option orders, and on a blank image',
  worst: 'Answer depends on wording or option order, but not on the image',
}

const useWords: Readonly<Record<ImageUse, string>> = {
  uses: 'Uses the image',
  'uses-a-little': 'Uses the image a little',
  ignores: 'Ignores the image',
  unstable: 'Unstable',
  unknown: 'Unclear',
}

const whyWords: Readonly<Record<WhyUnknown, string>> = {
  'few-questions': 'fewer than 30 questions',
  'few-clusters': 'fewer than 10 images',
  unread: 'over 5% of replies could not be read',
  'not-asked': 'no pass decides it',
  'at-chance': 'nothing to ground: accuracy is no better than guessing',
  'no-rule': 'no rule holds',
}

const submittedWords: Readonly<Record<NonNullable<PublishedCategories['asSubmitted']>, string>> = {
  ignores: 'Ignores the image',
  unstable: 'Unstable',
  uses: 'Uses the image',
  none: 'No category',
}

/** The papers' category as it was submitted. */
export const submittedText = ({ asSubmitted }: PublishedCategories): string =>
  asSubmitted ? submittedWords[asSubmitted] : none

/** The papers' revised category: their limits for a model that ignores the image are not known here. */
export const revisedText = ({ revised }: PublishedCategories): string =>
  revised === undefined
    ? none
    : revised === 'uses'
      ? 'Uses the image'
      : 'Unstable, or ignores (limits unknown)'

/** Null where the figures behind the categories were not measured. */
export function categorySentence(categories: PublishedCategories): string | null {
  const { asSubmitted, revised } = categories
  const parts = [
    ...(asSubmitted ? [`as submitted, ${submittedText(categories).toLowerCase()}`] : []),
    ...(revised ? [`revised, ${revisedText(categories).toLowerCase()}`] : []),
  ]
  return parts.length === 0 ? null : `Categories of arXiv 2606.17710: ${parts.join('; ')}.`
}

/** "Uses the image"; "Uses the image, unstable"; "Unclear: fewer than 30 questions". */
export function verdictText({ verdict, isUnstable, why }: UseVerdict): string {
  const isBoth = isUnstable && verdict !== 'unstable'
  return `${useWords[verdict]}${isBoth ? ', unstable' : ''}${why ? `: ${whyWords[why]}` : ''}`
}

/**
 * "All questions together: uses the image. Of 31 voxels, 9 use the image, 4 ignore it, 2 are only unstable and 16 are unclear.
 * 3 of those with another verdict are unstable too." Where no voxel has enough questions, the tasks follow instead.
 */
export function auditSentence({
  overall,
  tasks,
  voxels,
}: Pick<Audit, 'overall' | 'tasks' | 'voxels'>): string {
  const { verdict, isUnstable, why } = overall
  const also = isUnstable && verdict !== 'unstable' ? ', and is unstable' : ''
  const whole = `All questions together: ${useWords[verdict].toLowerCase()}${also}${why ? ` (${whyWords[why]})` : ''}.`
  if (!voxels.every(isTooSmall)) return `${whole} ${verdictCounts('voxel', voxels)}`
  const none = `No voxel has the ${leastQuestions} questions on ${leastClusters} images that a verdict needs.`
  return tasks.every(isTooSmall) ? `${whole} ${none}` : `${whole} ${none} ${verdictCounts('task', tasks)}`
}

/**
 * "Uses the image: 6 of 8 tasks; 2 unclear": the verdict that most tasks have of those that are clear, then the others. Where no
 * task is clear, that over all questions together.
 */
export function verdictHeading({ overall, tasks }: Pick<Audit, 'overall' | 'tasks'>): string {
  const clear: readonly ImageUse[] = ['uses', 'uses-a-little', 'ignores', 'unstable']
  const countVerdict = (wanted: ImageUse) => tasks.filter(({ verdict }) => verdict === wanted).length
  const [first, ...others] = clear
    .filter(verdict => countVerdict(verdict) > 0)
    .sort((a, b) => countVerdict(b) - countVerdict(a))
  if (first === undefined) return `${verdictText(overall)} (all questions together; no task is clear)`
  const rest = [...others, 'unknown' as const].filter(verdict => countVerdict(verdict) > 0)
  const ends = rest.map(verdict => `; ${count(countVerdict(verdict))} ${shortWords[verdict]}`)
  return `${useWords[first]}: ${count(countVerdict(first))} of ${counted(tasks.length, 'task')}${ends.join('')}`
}

const shortWords: Readonly<Record<ImageUse, string>> = {
  uses: 'use it',
  'uses-a-little': 'a little',
  ignores: 'ignore it',
  unstable: 'unstable',
  unknown: 'unclear',
}

/** What the picture expects of a model that uses its images. */
export const evidenceWords: Readonly<Record<Evidence, string>> = {
  kept: 'evidence there: as on the own image',
  lost: 'evidence gone: near guessing',
  turned: 'another answer’s image: below guessing',
}

/** "12.0% not read"; null where at most 5% of the replies of each condition could not be read. */
export const unreadWords = ({ unread }: Pick<AuditFigure, 'unread'>): string | null =>
  unread > mostUnread ? `${percent(unread)} not read` : null

/** "Noise floor: 2.1% of 210 answers change although nothing was changed."; null where that was not asked. */
export function floorSentence({ overall: { figures } }: Pick<Audit, 'overall'>): string | null {
  const floor = figures.find(({ metric }) => metric === 'noise-floor')
  if (!floor) return null
  return `Noise floor: ${percent(floor.value)} of ${counted(floor.denominator, 'answer')} change although nothing was changed.`
}

const isTooSmall = ({ why }: UseVerdict): boolean => why === 'few-questions' || why === 'few-clusters'

function verdictCounts(name: 'task' | 'voxel', slices: readonly UseVerdict[]): string {
  const countVerdict = (wanted: ImageUse) => slices.filter(({ verdict }) => verdict === wanted).length
  const words: readonly (readonly [verdict: ImageUse, one: string, several: string])[] = [
    ['uses', 'uses it', 'use it'],
    ['uses-a-little', 'uses it a little', 'use it a little'],
    ['ignores', 'ignores it', 'ignore it'],
    ['unstable', 'is only unstable', 'are only unstable'],
    ['unknown', 'is unclear', 'are unclear'],
  ]
  const clauses = words.flatMap(([verdict, one, several]) => {
    const n = countVerdict(verdict)
    return n === 0 ? [] : [`${count(n)} ${n === 1 ? one : several}`]
  })
  // The first that has it names it.
  const counts = enumerated(clauses).replace(' it', ' the image')
  const both = slices.filter(({ verdict, isUnstable }) => isUnstable && verdict !== 'unstable').length
  const also =
    both === 0
      ? ''
      : ` ${count(both)} of those with another verdict ${both === 1 ? 'is' : 'are'} unstable too.`
  return `Of ${counted(slices.length, name)}, ${counts}.${also}`
}

const premiumNames = {
  ssp: 'the swap premium',
  gsp: 'the region premium',
  gap: 'the wrong-image gap',
} as const

/**
 * What an audit would ask, how long it takes, how precise it is and what it can show.
 * @param load seconds that loading the model takes
 */
export function planWords(
  { passes, leftOut, questions, of, seconds, halfWidth, power, voxels, decidable }: AuditPlan,
  load: number,
): string {
  const questionWords =
    questions === of ? `all ${counted(of, 'question')}` : `${count(questions)} of ${counted(of, 'question')}`
  const time =
    seconds === null ? 'this run has no timings' : `about ${duration(seconds + load)} at this run’s speed`
  const enough =
    decidable === 0
      ? `Too few questions per voxel: verdicts for tasks and all questions only.`
      : `Enough questions for a verdict in ${count(decidable)} of ${counted(voxels, 'voxel')}.`
  return [
    `${counted(passes.length, 'pass', 'passes')} on ${questionWords}: ${time}.`,
    `Expected precision: ±${percentFigure(halfWidth)} points overall.`,
    `${counted(power.eligible, 'question')} count for ${premiumNames[power.by]}.`,
    `Chance of a verdict over all questions: “uses” ${percent(power.uses)}, “ignores” ${percent(power.ignores)}.`,
    enough,
    ...(passes.some(({ earlier }) => earlier > 0)
      ? ['The answers of earlier passes on a part are kept.']
      : []),
    ...(leftOut.length > 0 ? [leftOutWords(leftOut)] : []),
  ].join(' ')
}

/** What the chance of a verdict assumes. */
export const planNote =
  'The chance of “uses” assumes a difference of 10 points, with 30% of the pairs different. That of “ignores” assumes that 1% of the answers change.'

/** "Left out, since under 30 questions fit: Region covered (0), Options withheld (12)." */
const leftOutWords = (leftOut: AuditPlan['leftOut']): string =>
  `Left out, since under ${leastQuestions} questions fit: ${leftOut
    .map(({ probe, questions }) => `${probeName(probe)} (${count(questions)})`)
    .join(', ')}.`

/** Whether another image changed the answer. */
export const swapWords = (own: Pick<AnswerTexts, 'given'>, other: Pick<AnswerTexts, 'given'>): string =>
  own.given === other.given ? 'The same answer on both images.' : 'Another answer on the other image.'

/** How the verdicts were reached. */
export const auditWords = [
  'Replies that could not be read are left out of a pair.',
  'Shares have Korn–Graubard intervals, differences MOVER intervals, ratios linearised intervals; all count clusters.',
  'VRS and image sensitivity count all questions, as in arXiv 2603.03437.',
  'The wrong image has the same modality and region if possible; the paper shuffles the whole set.',
  'The wrong-image gap and “changed on a wrong image” leave out questions whose right answer fits the wrong image too.',
  'A verdict needs 30 questions, 10 images and 95% readable replies.',
  '“Uses”: the lower limit of SSP, or of GSP with an IMS of at least 90%, is above 5 points.',
  'Without both, that of the wrong-image gap is, and over 10% of the answers change on a wrong image.',
  '“Uses it a little”: the same limits are above 0.',
  '“Ignores”: every change rate is at most 5%, and the wrong-image gap, or the text-only gap, lies within ±5 points.',
  'Where a noise floor was measured, change rates count minus the floor, on the same questions.',
  '“Unstable”: IMS is below 90%, or without IMS the share of answers kept with nothing changed or in other wordings. It is named beside any other verdict.',
  'p-values are adjusted by Holm’s method over the rows of a table.',
  'HVRR takes claims from Voxelwise’s list visual-claims, version 1; a refusal is read by its list refusals, version 1.',
  'The categories of arXiv 2606.17710 follow its authors’ code: they need no number of questions.',
  'A verdict is about these questions, not about the model.',
].join(' ')
