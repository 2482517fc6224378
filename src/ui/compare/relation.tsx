import { useMemo } from 'react'
import type { Compared } from '../../app/controller/controller-api.ts'
import { levelsFromQuery } from '../../app/controller/levels.ts'
import { levelsOfRuns } from '../../engine/analysis/comparison.ts'
import { TaskLevels } from '../shared/run/task-levels.tsx'
import { Scatter } from './charts/scatter.tsx'
import { levelPoints, levelScatter, shortcutPoints, shortcutScatter } from './compare-points.ts'
import { RelationTable } from './relation-table.tsx'
import { RelationText } from './relation-text.tsx'

interface Props {
  readonly compared: Compared | null
  readonly query: URLSearchParams
}

/** Whether models that diagnose better also take more shortcuts. */
export function RelationTab({ compared, query }: Props) {
  const shortcuts = useMemo(() => shortcutPoints(compared), [compared])
  const levels = useMemo(() => levelPoints(compared), [compared])
  return (
    <>
      <h2>Accuracy against shortcut probability</h2>
      <p className="prose">
        A better diagnosis rate is worth little where it comes with shortcuts: right diagnoses above a wrong
        perception of the same image. Over its 33 models the MedRCube paper (arXiv:2604.13756) reports that
        the two go together, r = 0.693, p &lt; 10⁻⁵. Its table prints accuracies only, so its models lie in
        the strip below the plot, and take no part in any figure here.
      </p>
      {compared && <RelationText comparison={compared.comparison} />}
      <Scatter {...shortcutScatter} points={shortcuts} file="voxelwise-shortcut-relation.svg" />
      {compared && (
        <>
          <RelationTable compared={compared} sort={query.get('sort')} />
          <TaskLevels levels={levelsOfRuns(compared.comparison.runs)} choice={levelsFromQuery(query)} />
        </>
      )}
      <h2>Perception against diagnosis</h2>
      <p className="prose muted">
        Published models as their table has them, over all 7,626 samples of MedRCube; measured ones on what
        they were asked here. Only runs on the same samples compare point by point.
      </p>
      <Scatter {...levelScatter} points={levels} file="voxelwise-perception-diagnosis.svg" />
    </>
  )
}
