/** How much a right perception helps: P(diagnosis right | perception right) against P(diagnosis right). */

import { ClusterTally, pooledIcc, type SliceDifference, sliceDifference } from '@voxelwise/statistics'
import { findClusters } from '../../../engine/analysis/clusters.ts'
import { shortcutsOfRows } from '../../../engine/analysis/report.ts'
import type { Countable, Estimate } from '../../../engine/analysis/shares.ts'
import { getOrMake } from '../../../engine/base/grouping.ts'
import type { ShortcutOptions } from '../../../engine/protocol/shortcut.ts'

export interface ConditionalDiagnosis {
  /** Right diagnoses among all links. */
  readonly diagnosis: Estimate
  /** Right diagnoses among the links with a right perception. */
  readonly given: Estimate
  /** The latter minus the former. */
  readonly difference: SliceDifference
  /** The pooled intraclass correlation of right diagnoses over links. */
  readonly icc: number
}

/** Over the links of the shortcut chains, with the run's clusters; null where there are none. */
export function conditionalDiagnosis<Row extends Countable>(
  rows: readonly Row[],
  options: ShortcutOptions,
): ConditionalDiagnosis | null {
  const clusters = findClusters(rows)
  const { chains } = shortcutsOfRows(rows, options)
  if (chains.length === 0) return null
  const [all, perceived] = [new ClusterTally(), new ClusterTally()]
  const links = { clusters: [] as number[], tasks: [] as number[], values: [] as number[] }
  const tasks = new Map<string, number>()
  for (const { high, low } of chains) {
    const first = high[0]
    if (!first) continue
    const cluster = clusters.of(first.row)
    for (const one of high) {
      const value = Number(one.correct)
      const task = getOrMake(tasks, one.row.task, () => tasks.size)
      for (const below of low) {
        links.clusters.push(cluster)
        links.tasks.push(task)
        links.values.push(value)
        all.add(cluster, value)
        if (below.correct) perceived.add(cluster, value)
      }
    }
  }
  const icc = pooledIcc(links)
  const estimate = (tally: ClusterTally): Estimate => {
    const { n, share, low, high, clusters: clusterCount, designEffect, effectiveN } = tally.share(icc)
    const correct = [...tally.counts.values()].reduce((sum, { right }) => sum + right, 0)
    const basis = { clusters: clusterCount, unit: clusters.unit, designEffect, effectiveN }
    return { n, correct, share, low, high, chance: null, basis }
  }
  return {
    diagnosis: estimate(all),
    given: estimate(perceived),
    difference: sliceDifference(all, perceived, icc),
    icc,
  }
}
