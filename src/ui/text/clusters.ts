/** What an interval rests on, in words. */

import type { Clustering } from '../../engine/analysis/accuracy-figures.ts'
import type { Unit } from '../../engine/analysis/clusters.ts'
import type { Basis } from '../../engine/analysis/shares.ts'
import { counted } from '../../engine/base/counted.ts'
import { decimal } from './format.ts'

/** Below this number of clusters, a figure is marked. */
const fewClusters = 20

/** "65 images". */
export const clusterCount = ({ clusters, unit }: Pick<Basis, 'clusters' | 'unit'>): string =>
  counted(clusters, unit)

/** For a cell: "65 images", "12 images, few". */
export function clusterCell(basis: Pick<Basis, 'clusters' | 'unit'>): string {
  return fewWords(basis) === null || basis.clusters === 1
    ? clusterCount(basis)
    : `${clusterCount(basis)}, few`
}

/** A mark for a figure that rests on few clusters: "few images", "one image"; null otherwise. */
function fewWords({ clusters, unit }: Pick<Basis, 'clusters' | 'unit'>): string | null {
  if (clusters >= fewClusters) return null
  return clusters === 1 ? `one ${unit}` : `few ${unit}s`
}

/** "260 questions on 65 images, design effect 1.9". */
export function basisWords(n: number, { unit, clusters, designEffect }: Basis): string {
  const few = fewWords({ unit, clusters })
  const questions = counted(n, 'question')
  if (unit === 'question') return few ? `${questions}: ${few}` : questions
  const on = unit === 'group' ? 'in' : 'on'
  return `${questions} ${on} ${clusterCount({ unit, clusters })}, design effect ${designEffect.toFixed(1)}${few ? `: ${few}` : ''}`
}

/** Why intervals count clusters. */
export const unitNote = {
  image: 'Intervals count images, not questions: answers about one image are correlated.',
  group: 'Intervals count the data set’s groups, not questions: answers within a group are correlated.',
  question: 'Intervals count questions: no two share an image.',
} as const satisfies Readonly<Record<Unit, string>>

/** For the methods section. */
export function clusteringWords({ unit, clusters, icc, ungrouped }: Clustering): string {
  const drawn = {
    image: `images drawn at random (${counted(clusters, 'cluster')} of questions that share images)`,
    group: `the data set’s groups drawn at random (${counted(clusters, 'group')})`,
    question: `questions drawn at random (${counted(clusters, 'question')}, none of which share an image)`,
  }[unit]
  const left =
    ungrouped > 0
      ? ` ${counted(ungrouped, 'answer has', 'answers have')} no group, so groups are not used.`
      : ''
  return `Intervals are 95% Korn–Graubard intervals for ${drawn}. The pooled intraclass correlation is ${decimal(icc)}.${left}`
}
