/** The charts of this feature for the goldens. */
import { createElement } from 'react'
import { findClusters } from '../../../src/engine/analysis/clusters.ts'
import { usualDetail } from '../../../src/features/diagnostics/engine/detail-options.ts'
import { findingDetails } from '../../../src/features/diagnostics/engine/diagnostics-report.ts'
import { byTheRule } from '../../../src/features/diagnostics/engine/findings.ts'
import {
  DecisionCurve,
  PrecisionRecallPlot,
  RocPlot,
} from '../../../src/features/diagnostics/ui/score-curves.tsx'
import { chestAnswers } from './chest-answers.ts'

/** A drawn finding. */
const chest = chestAnswers()
const [detail] = findingDetails(
  chest,
  findClusters(chest.map(({ row }) => row)),
  byTheRule,
  ['Is there a nodule?'],
  usualDetail,
)
if (!detail) throw new Error('no finding')

export const charts = {
  'decision-curve': createElement(DecisionCurve, { detail }),
  'precision-recall-plot': createElement(PrecisionRecallPlot, { detail }),
  'roc-plot': createElement(RocPlot, { detail }),
}
