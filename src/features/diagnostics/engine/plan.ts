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

/** @param of the part of all questions that the figure is of: other questions of the part are as many fewer in a cluster */
const designEffectOf = ({ clusterOfQuestion, icc }: PlannedClusters, of: number): number =>
  plannedDesignEffect({ clusterOfQuestion: 1 + (clusterOfQuestion - 1) * of, icc })

function sizeOf(independent: number, planned: PlannedClusters, of: number): PlannedSize {
  const designEffect = designEffectOf(planned, of)
  const clusters = Math.ceil((independent * designEffect) / of / planned.questionsPerCluster - 1e-9)
  return { questions: Math.ceil(clusters * planned.questionsPerCluster), clusters, designEffect }
}

/** Half the width of a share's interval for a given number of all questions: the reverse of `sizeForWidth`. */
export const halfWidthOf = (share: number, questions: number, planned: PlannedClusters, of: number): number =>
  normal975 * Math.sqrt((share * (1 - share) * designEffectOf(planned, of)) / (questions * of))

/**
 * The size at which a share is known to ± `halfWidth`, by the normal approximation z² p(1 − p)/h².
 * @param of the part of all questions that the share is of: for a sensitivity the prevalence, for an accuracy 1
 */
export const sizeForWidth = (
  share: number,
  halfWidth: number,
  planned: PlannedClusters,
  of: number,
): PlannedSize => sizeOf((normal975 ** 2 * share * (1 - share)) / halfWidth ** 2, planned, of)

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
 * @param of as of `sizeForWidth`
 * @returns null where the expected difference is not above −margin: no size would do
 */
export function sizeForMargin(
  { difference, discordant, margin, power, level }: PlannedComparison,
  planned: PlannedClusters,
  of: number,
): PlannedSize | null {
  const distance = difference + margin
  if (distance <= 0) return null
  const z = normalQuantile(1 - level) + normalQuantile(power)
  return sizeOf((z ** 2 * (discordant - difference ** 2)) / distance ** 2, planned, of)
}
