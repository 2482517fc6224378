/** Models as points: the measured runs, and the published ones where their table has the figures. */

import type { Compared } from '../../../app/controller/report-facts.ts'
import type { RunFigures } from '../../../engine/analysis/comparison.ts'
import {
  type PublishedModel,
  pooledAccuracy,
  publishedColumns,
  publishedModels,
} from '../../../engine/analysis/published.ts'
import { defaultHighLevelTasks } from '../../../engine/protocol/shortcut.ts'
import type { Share } from '../../shared/table/share-text.tsx'
import { resultsHref } from '../../state/router.ts'
import { interval, percent } from '../../text/format.ts'
import type { Position, ScatterPoint } from './scatter-layout.ts'

const taskKeys = (isDiagnosis: boolean) =>
  publishedColumns
    .filter(({ axis, label }) => axis === 'task' && defaultHighLevelTasks.has(label) === isDiagnosis)
    .map(({ key }) => key)

const [diagnosisKeys, perceptionKeys] = [taskKeys(true), taskKeys(false)]

const exactly = (share: number): Position => ({ share, low: share, high: share })

const figureText = (name: string, { share, low, high, n }: Share) =>
  `${name} ${percent(share)} (${interval(low, high)}, n ${n})`

export const shortcutScatter = {
  title: 'Accuracy in diagnosis against Shortcut_Prob',
  xName: 'Accuracy on diagnosis tasks, %',
  yName: 'Shortcut_Prob, %',
}

export const levelScatter = {
  title: 'Accuracy in perception against accuracy in diagnosis',
  xName: 'Accuracy on perception tasks, %',
  yName: 'Accuracy on diagnosis tasks, %',
}

/** Accuracy in diagnosis against Shortcut_Prob; the published table has no shortcut figures. */
export function shortcutPoints(compared: Compared | null): ScatterPoint[] {
  const measured = measuredPoints(compared, ({ diagnosis, rates: { shortcut } }) => {
    if (diagnosis.n === 0 || shortcut.n === 0) return null
    return {
      x: diagnosis,
      y: shortcut,
      text: `${figureText('diagnosis', diagnosis)}, ${figureText('Shortcut_Prob', shortcut)}`,
    }
  })
  const published = publishedModels.map(model => {
    const diagnosis = pooledAccuracy(model, diagnosisKeys)
    return { ...publishedPoint(model, diagnosis), y: null, text: `diagnosis ${percent(diagnosis)}` }
  })
  return [...published, ...measured]
}

/** Accuracy in perception against accuracy in diagnosis: which the published table has too. */
export function levelPoints(compared: Compared | null): ScatterPoint[] {
  const measured = measuredPoints(compared, ({ diagnosis, perception }) => {
    if (diagnosis.n === 0 || perception.n === 0) return null
    return {
      x: perception,
      y: diagnosis,
      text: `${figureText('perception', perception)}, ${figureText('diagnosis', diagnosis)}`,
    }
  })
  const published = publishedModels.map(model => {
    const [perception, diagnosis] = [
      pooledAccuracy(model, perceptionKeys),
      pooledAccuracy(model, diagnosisKeys),
    ]
    return {
      ...publishedPoint(model, perception),
      y: exactly(diagnosis),
      text: `perception ${percent(perception)}, diagnosis ${percent(diagnosis)}`,
    }
  })
  return [...published, ...measured]
}

function measuredPoints(
  compared: Compared | null,
  of: (figures: RunFigures) => Pick<ScatterPoint, 'x' | 'y' | 'text'> | null,
): ScatterPoint[] {
  return (compared?.runs ?? []).flatMap((run, at) => {
    const figures = compared?.comparison.runs[at]
    const place = figures ? of(figures) : null
    if (!place) return []
    const href = resultsHref(run.id, 'shortcuts')
    return [{ key: run.id, kind: 'measured', name: run.name, sign: String(at + 1), href, ...place }]
  })
}

function publishedPoint({ name }: PublishedModel, x: number) {
  return { key: `published ${name}`, kind: 'published', name, sign: '', x: exactly(x), href: null } as const
}
