import { useMemo } from 'react'
import type { Results } from '../../../app/controller/report-facts.ts'
import type { PaperFindings } from '../../../engine/analysis/papers/finding.ts'
import {
  publishedDepartures,
  publishedFigures,
  sameModel,
} from '../../../engine/analysis/papers/why-published.ts'
import { PageOnly } from '../../shared/controls/page-link.tsx'
import { QuerySelect } from '../../shared/controls/query-select.tsx'
import { DepartureTable, precisionOf } from '../../shared/run/departure-table.tsx'
import type { ShownBy } from '../../shared/sections.tsx'
import { interval, percent, points } from '../../text/format.ts'

interface Props extends Pick<Results, 'run' | 'rows' | 'overview'> {
  readonly paper: PaperFindings['paper']
  readonly chosen: ShownBy
}

/** The run next to a published model: its own if the names agree, else the one in the address. */
export function WhyPublished({ paper, run, rows, overview, chosen }: Props) {
  const figures = useMemo(() => publishedFigures(paper), [paper])
  const wanted = chosen?.get('published')
  const own = sameModel(figures, run.model.name)
  const figure = figures.find(({ model }) => model === wanted) ?? own
  const answered = rows.filter(({ verdict }) => verdict !== 'failed')
  const found = publishedDepartures(paper, {
    ...{ run, answered: answered.length, failed: rows.length - answered.length },
    cut: answered.filter(({ isCut }) => isCut).length,
    open: answered.filter(({ kind }) => kind === 'text').length,
    precision: precisionOf(run),
  })
  const { share, low, high } = overview.overall
  return (
    <>
      <PageOnly>
        <div className="filters">
          <QuerySelect
            label={`Published on ${paper}`}
            name="published"
            value={figure?.model ?? ''}
            choices={[
              own ? ([own.model, own.model] as const) : (['', 'Choose a model'] as const),
              ...figures.filter(one => one !== own).map(({ model }) => [model, model] as const),
            ]}
          />
        </div>
      </PageOnly>
      {figure && (
        <p className="prose">
          {figure.model}, published: {percent(figure.share)}. This run: {percent(share)} (
          {interval(low, high)}
          ), {points(share - figure.share)} points.
        </p>
      )}
      <DepartureTable
        caption={`Why this run may differ from figures published on ${paper}`}
        first="Published"
        rows={found}
      />
    </>
  )
}
