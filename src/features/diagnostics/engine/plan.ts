/** The size of a run before it is made: questions and clusters for a wanted width or power. */
import { normal975, normalQuantile } from '@voxelwise/statistics'

/** What is expected of the answers, from an earlier run. */
export interface PlannedClusters {
  /** Mean number of questions on an image, or of a group. */
  readonly questionsPerCluster: number
  /** Σm²/Σm of the clusters' sizes m: the same, as the questions see it. */
  readonly clusterOfQuestion: number
  /** The correlation of their answers (`icc` in figures.json). */
  readonly icc: number
}

export interface PlannedSize {
  readonly questions: number
  readonly clusters: number
  readonly designEffect: number
}

/** Kish (1965), Survey Sampling, 5.4. */
export const plannedDesignEffect = ({
  clusterOfQuestion,
  icc,
}: Pick<PlannedClusters, 'clusterOfQuestion' | 'icc'>): number => 1 + (clusterOfQuestion - 1) * icc

/** @param part the part of all questions that the figure is of: other questions of the part are as many fewer in a cluster */
const plannedEffect = ({ clusterOfQuestion, icc }: PlannedClusters, part: number): number =>
  plannedDesignEffect({ clusterOfQuestion: 1 + (clusterOfQuestion - 1) * part, icc })

function clusteredSize(independent: number, planned: PlannedClusters, part: number): PlannedSize {
  const designEffect = plannedEffect(planned, part)
  const clusters = Math.ceil((independent * designEffect) / part / planned.questionsPerCluster - 1e-9)
  return { questions: Math.ceil(clusters * planned.questionsPerCluster), clusters, designEffect }
}

/** Half the width of a share's interval for a given number of all questions: the reverse of `sizeForWidth`. */
export const intervalHalfWidth = (
  share: number,
  questions: number,
  planned: PlannedClusters,
  part: number,
): number => normal975 * Math.sqrt((share * (1 - share) * plannedEffect(planned, part)) / (questions * part))

/**
 * The size at which a share is known to ± `halfWidth`, by the normal approximation z² p(1 − p)/h².
 * @param part the part of all questions that the share is of: for a sensitivity the prevalence, for an accuracy 1
 */
export const sizeForWidth = (
  share: number,
  halfWidth: number,
  planned: PlannedClusters,
  part: number,
): PlannedSize => clusteredSize((normal975 ** 2 * share * (1 - share)) / halfWidth ** 2, planned, part)

interface PlannedComparison {
  /** The second run's share right less the first's, as expected. */
  readonly difference: number
  /** The share of questions that only one of both has right. */
  readonly discordant: number
  /** The margin of the claim "not worse by the margin or more"; 0 for "better". */
  readonly margin: number
  /** From 0 to 1. */
  readonly power: number
  /** One-sided. */
  readonly level: number
}

/**
 * The size at which a claim about two runs on the same questions has a power: (z + z')² (ψ − δ²)/(δ + margin)² (J. M. Nam, 1997,
 * Biometrics 53, 1422–1430, in the form for large samples). The correlation is that of the differences.
 * @param part as of `sizeForWidth`
 * @returns null where the expected difference is not above −margin: no size would do
 */
export function sizeForMargin(
  { difference, discordant, margin, power, level }: PlannedComparison,
  planned: PlannedClusters,
  part: number,
): PlannedSize | null {
  const distance = difference + margin
  if (distance <= 0) return null
  const z = normalQuantile(1 - level) + normalQuantile(power)
  return clusteredSize((z ** 2 * (discordant - difference ** 2)) / distance ** 2, planned, part)
}
