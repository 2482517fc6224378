/** The findings of a run as sentences. Each says what the interval next to it supports, and no more. */
import { isDisputed } from '../../engine/analysis/paired-differences.ts'
import { leastMisread, type RunFinding } from '../../engine/analysis/run-findings.ts'
import { findBaseline, isTooFew } from '../../engine/analysis/shares.ts'
import { counted } from '../../engine/base/counted.ts'
import { frequentReply, unreadHeadline, unreadMeaning } from './cut.ts'
import { intervalWords } from './estimates.ts'
import { coefficient, count, interval, label, pDecides, percent, points, pointsInterval } from './format.ts'
import { comparedWords, constantWords } from './rates.ts'

export function findingWords(finding: RunFinding): string {
  switch (finding.kind) {
    case 'overall':
      return overallWords(finding)
    case 'unread':
      return [unreadHeadline(finding.unread), frequentReply(finding.unread), unreadMeaning]
        .filter(words => words !== null)
        .join(' ')
    case 'weakest':
      return finding.isShown
        ? `${counted(finding.voxels.length, 'voxel')} ${finding.voxels.length === 1 ? 'is' : 'are'} less accurate than the rest of the run.`
        : 'No voxel is clearly less accurate than the rest of the run.'
    case 'below':
      return finding.isShown
        ? `${counted(finding.voxels.length, 'voxel')} of ${count(finding.of)} ${finding.voxels.length === 1 ? 'is' : 'are'} below guessing.`
        : `No voxel of ${count(finding.of)} is clearly below guessing.`
    case 'unclear':
      return finding.isShown
        ? `All ${counted(finding.of, 'voxel')} are above guessing and the most frequent answer, or below guessing.`
        : `${counted(finding.voxels.length, 'voxel')} of ${count(finding.of)} ${finding.voxels.length === 1 ? 'is' : 'are'} not clearly above guessing and the most frequent answer.`
    case 'yes-no':
      return yesNoWords(finding)
    case 'constant':
      return constantTasksWords(finding)
    case 'shortcut':
      return shortcutWords(finding)
    case 'blind':
      return blindWords(finding)
    case 'degraded':
      return finding.isShown
        ? `Accuracy falls on ${count(finding.passes.length)} of ${counted(finding.of, 'pass', 'passes')} with corrupted images.${disputedPasses(finding.passes)}`
        : `Accuracy does not clearly fall on any of ${counted(finding.of, 'pass', 'passes')} with corrupted images.`
    case 'published':
      return `The interval lies above ${count(finding.below)} of ${count(finding.of)} published models.`
    case 'previous':
      return previousWords(finding)
  }
}

type OfKind<Kind extends RunFinding['kind']> = Extract<RunFinding, { kind: Kind }>

function overallWords({ overall, selection }: OfKind<'overall'>): string {
  const on = selection === null ? '' : ` on ${selection}`
  const is = `${overall.part ? 'Estimated accuracy' : 'Accuracy'}${on} is ${percent(overall.share)} (${intervalWords(overall)})`
  if (isTooFew(overall)) return `${is}.`
  return findBaseline(overall) === null
    ? `${is}. The guessing rate is not known.`
    : `${is}, ${comparedWords(overall)}.`
}

/** "Yes/no questions (400): balanced accuracy 50.0% (40.1–59.9%). Recall of yes 0.0%, of no 100.0%. Kappa 0.00." */
function yesNoWords({ figures: { n, yes, no, balanced, kappa } }: OfKind<'yes-no'>): string {
  const [only, name] = yes ? [yes, 'yes'] : [no, 'no']
  const recalls = balanced
    ? `balanced accuracy ${percent(balanced.mean)} (${interval(balanced.low, balanced.high)}). Recall of yes ${percent(yes?.share ?? 0)}, of no ${percent(no?.share ?? 0)}`
    : `recall of ${name} ${percent(only?.share ?? 0)}. Every right answer is ${name}`
  return `Yes/no questions (${count(n)}): ${recalls}.${kappa === null ? '' : ` Kappa ${coefficient(kappa)}.`}`
}

/** "In 1 task of 4 the model gives one answer to everything: Organ Recognition (always answers “CT”)." */
function constantTasksWords({ tasks, of }: OfKind<'constant'>): string {
  const named = tasks.map(
    task => `${label(task.label)} (${task.constant ? constantWords(task.constant) : ''})`,
  )
  return `In ${counted(tasks.length, 'task')} of ${count(of)} the model gives one answer to everything: ${named.join(', ')}.`
}

function shortcutWords({ isShown, rates: { gap, misread } }: OfKind<'shortcut'>): string {
  if (gap === null) return 'No perception was right, so diagnoses cannot be compared.'
  if (misread < leastMisread)
    return `Too few images were misread to compare diagnoses: ${count(misread)} of at least ${leastMisread}.`
  const by = `${points(gap.difference)} points, ${pointsInterval(gap.low, gap.high)}`
  if (!isShown) return `Diagnoses are not clearly less accurate with wrong perception (${by}).`
  return `Diagnoses are ${gap.difference < 0 ? 'less' : 'more'} accurate with wrong perception (${by}).`
}

function blindWords({ image, figures }: OfKind<'blind'>): string {
  const { blind, difference, low, high } = figures.overall
  const lost = `With the image: ${points(-difference)} points, ${pointsInterval(-high, -low)}.`
  const always = blind.constant?.of === 'given' ? ` The model ${constantWords(blind.constant)}.` : ''
  if (findBaseline(blind) === null)
    return `On a ${image} image, accuracy is ${percent(blind.share)}.${always} ${lost}`
  return `On a ${image} image, accuracy is ${comparedWords(blind)}.${always} ${lost}`
}

function previousWords({ isShown, previous: { name, overall } }: OfKind<'previous'>): string {
  const disputed = isDisputed({ ...overall, adjusted: overall.p }) ? `; ${pDecides(overall.p)}` : ''
  const by = `${points(overall.difference)} points, ${pointsInterval(overall.low, overall.high)}${disputed}`
  if (!isShown) return `No clear difference from the previous run, ${name} (${by}).`
  return `Accuracy is ${overall.difference > 0 ? 'higher' : 'lower'} than in the previous run, ${name} (${by}).`
}

/** " Of 1 of them the interval includes 0: the adjusted p decides." */
function disputedPasses(passes: OfKind<'degraded'>['passes']): string {
  const n = passes.filter(({ overall }) => isDisputed(overall)).length
  return n === 0 ? '' : ` Of ${count(n)} of them the interval includes 0: the adjusted p decides.`
}

/** Whether voxels or passes were tested: an overall accuracy alone needs no words on that. */
export const hasTests = (findings: readonly RunFinding[]): boolean =>
  findings.some(({ kind }) => kind !== 'overall' && kind !== 'unread')

/** How the statements were made. */
export const findingMethods =
  'Statements about voxels and passes hold for all of them together: p-values are adjusted by Holm’s method. A difference with a p-value is found if the adjusted p is below 0.05: p decides, not the interval. Each voxel is compared with guessing at its own rate, with the most frequent right answer of its task and kind of question, and with all other voxels together. Voxels in which one answer is always right, or always given, are tested as their row.'

/** What is drawn beside an accuracy. */
export const drawnBaselines = 'The dashed line is guessing, the dotted line the most frequent right answer.'
