/** The findings of a run as sentences. Each says what the interval next to it supports, and no more. */
import { leastMisread, type RunFinding } from '../../engine/analysis/run-findings.ts'
import { counted } from '../../engine/base/counted.ts'
import { count, interval, percent, points, pointsInterval } from './format.ts'

export function findingWords(finding: RunFinding): string {
  switch (finding.kind) {
    case 'overall':
      return overallWords(finding)
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
        ? `All ${counted(finding.of, 'voxel')} differ from guessing.`
        : `${counted(finding.voxels.length, 'voxel')} of ${count(finding.of)} may be at guessing.`
    case 'shortcut':
      return shortcutWords(finding)
    case 'blind':
      return blindWords(finding)
    case 'degraded':
      return finding.isShown
        ? `Accuracy falls on ${count(finding.passes.length)} of ${counted(finding.of, 'pass', 'passes')} with corrupted images.`
        : `Accuracy does not clearly fall on any of ${counted(finding.of, 'pass', 'passes')} with corrupted images.`
    case 'published':
      return `The interval lies above ${count(finding.below)} of ${count(finding.of)} published models.`
    case 'previous':
      return previousWords(finding)
  }
}

type Of<Kind extends RunFinding['kind']> = Extract<RunFinding, { kind: Kind }>

function overallWords({ isShown, overall }: Of<'overall'>): string {
  const { share, low, high, chance } = overall
  const is = `Accuracy is ${percent(share)} (${interval(low, high)})`
  if (chance === null) return `${is}. The guessing rate is not known.`
  const than = isShown
    ? low > chance
      ? 'above guessing'
      : 'below guessing'
    : 'not clearly different from guessing'
  return `${is}, ${than} (${percent(chance)}).`
}

function shortcutWords({ isShown, rates: { gap } }: Of<'shortcut'>): string {
  if (gap === null || gap.clusters < leastMisread)
    return `Too few images were misread to compare diagnoses: ${count(gap?.clusters ?? 0)} of at least ${leastMisread}.`
  const by = `${points(gap.difference)} points, ${pointsInterval(gap.low, gap.high)}`
  if (!isShown) return `Diagnoses are not clearly less accurate with wrong perception (${by}).`
  return `Diagnoses are ${gap.difference < 0 ? 'less' : 'more'} accurate with wrong perception (${by}).`
}

function blindWords({ isShown, image, figures }: Of<'blind'>): string {
  const { blind, difference, low, high } = figures.overall
  const lost = `With the image: ${points(-difference)} points, ${pointsInterval(-high, -low)}.`
  if (blind.chance === null) return `On a ${image} image, accuracy is ${percent(blind.share)}. ${lost}`
  return `On a ${image} image, accuracy is ${isShown ? '' : 'not clearly '}above guessing. ${lost}`
}

function previousWords({ isShown, previous: { name, overall } }: Of<'previous'>): string {
  const by = `${points(overall.difference)} points, ${pointsInterval(overall.low, overall.high)}`
  if (!isShown) return `No clear difference from the previous run, ${name} (${by}).`
  return `Accuracy is ${overall.difference > 0 ? 'higher' : 'lower'} than in the previous run, ${name} (${by}).`
}

/** How the statements were made. */
export const findingMethods =
  'Statements about voxels and passes hold for all of them together: p-values are adjusted by Holm’s method. Each voxel is compared with guessing at its own rate, and with all other voxels together.'
