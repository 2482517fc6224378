import { ownValue } from '@voxelwise/python'
import type { JudgedBy } from '../../../engine/analysis/judged-answers.ts'
import type { RubricAgreement } from '../../../engine/analysis/rubric-figures.ts'
import { counted } from '../../../engine/base/counted.ts'
import { UnreadReasons } from '../../../ui/results/overview/readings.tsx'
import { PageOnly } from '../../../ui/shared/controls/page-link.tsx'
import { figure, savedFields } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import type { TableColumn } from '../../../ui/shared/table/table.tsx'
import { resultsHref } from '../../../ui/state/router.ts'
import { count, decimal, none } from '../../../ui/text/format.ts'
import { howJudged, notRated } from '../../../ui/text/judged.ts'

type DimensionRow = JudgedBy['dimensions'][number] & {
  readonly mean: number | null
  readonly agreed: RubricAgreement | undefined
}

const agreementColumns: readonly TableColumn<DimensionRow>[] = [
  figure('n', 'Rated by both', ({ agreed }) => agreed?.n ?? 0, count),
  figure('kappa', 'Cohen’s κ', ({ agreed }) => agreed?.kappa ?? null, decimal),
  figure('quadratic', 'Quadratic κ', ({ agreed }) => agreed?.quadraticKappa ?? null, decimal),
  figure('spearman', 'Spearman’s ρ', ({ agreed }) => agreed?.spearman ?? null, decimal),
]

/** One judge's ratings by dimension, with unparsed replies and agreement with people. */
export function JudgedFigures({ judged }: { readonly judged: JudgedBy }) {
  const { figures, rubric, agreement, dimensions, why, run } = judged
  const { least, most } = rubric.scale
  const rows = dimensions.map(
    (dimension): DimensionRow => ({
      ...dimension,
      mean: ownValue(figures.dimensions, dimension.id) ?? null,
      agreed: agreement?.find(one => one.dimension === dimension.id),
    }),
  )
  return (
    <section className="panel stack" aria-label={figures.name}>
      <h3>{figures.name}</h3>
      <div className="lines figure">
        <p className="muted">Overall, 0 to 100</p>
        <p className="figure-value">{figures.overall === null ? none : figures.overall.toFixed(1)}</p>
        <p className="figure-detail">
          {counted(figures.items, 'answer')}
          {figures.spread !== null && `; spread of repeated ratings ${figures.spread.toFixed(1)}`}
        </p>
      </div>
      <p className="muted">{howJudged(judged)}</p>
      {notRated(judged).map(text => (
        <p key={text} className="warning">
          {text}
        </p>
      ))}
      {why.length > 0 && <UnreadReasons run={run} reasons={why} />}
      <DataTable
        caption={`${figures.name}, by dimension`}
        columns={[
          { key: 'name', name: 'Dimension', cell: ({ name }) => name },
          figure<DimensionRow>('mean', `Mean, ${least} to ${most}`, ({ mean }) => mean, decimal),
          ...(agreement ? agreementColumns : []),
        ]}
        rows={rows}
        rowKey={({ id }) => id}
        savedColumns={[
          { name: 'figure', value: () => figures.name },
          { name: 'dimension', value: ({ id }) => id },
          ...savedFields('mean'),
          { name: 'n_both', value: ({ agreed }) => agreed?.n ?? (agreement ? 0 : null) },
          { name: 'kappa', value: ({ agreed }) => agreed?.kappa ?? null },
          { name: 'quadratic_kappa', value: ({ agreed }) => agreed?.quadraticKappa ?? null },
          { name: 'spearman', value: ({ agreed }) => agreed?.spearman ?? null },
        ]}
        file="voxelwise-judged.csv"
      />
      <PageOnly>
        <p>
          <a href={resultsHref(run, 'samples')}>Every reply in full</a>
        </p>
      </PageOnly>
    </section>
  )
}
