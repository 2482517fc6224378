import { type BootstrapOptions, toEndInPortions } from '@voxelwise/statistics'
import type { SplitBy } from '../../../engine/analysis/field-split.ts'
import { defineFact } from '../../../workers/results/facts/fact.ts'
import { splitRows } from '../../../workers/results/facts/of-rows.ts'
import { confidenceReportSteps } from '../engine/confidence-report.ts'

/** Milliseconds of work on this thread after which other views are answered. */
const yieldAfterMilliseconds = 30

interface ConfidenceInput {
  readonly run: string
  readonly by: SplitBy
  /** They take only a moment without the intervals of the scores. */
  readonly options?: BootstrapOptions
}

/** Figures of the option probabilities. Resampling images takes seconds in a large run, and other views are answered meanwhile. */
export const confidenceFact = defineFact({
  needs: 'rows',
  async of({ rows, forecasts: read }, { run, by, options = {} }: ConfidenceInput, source) {
    const forecasts = await read()
    const items = rows.map((row, i) => ({ row, forecast: forecasts[i] ?? null }))
    const labels = typeof by === 'string' ? by : await splitRows(source, run, rows, by)
    const steps = confidenceReportSteps(items, labels, options)
    return toEndInPortions(steps, yieldAfterMilliseconds, source.signal)
  },
})
