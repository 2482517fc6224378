import type { JudgedBy } from '../../../engine/analysis/judged-answers.ts'
import { counted } from '../../../engine/base/counted.ts'
import { PageLink, PageOnly } from '../../shared/controls/page-link.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import type { TableColumn } from '../../shared/table/table.tsx'
import { resultsHref } from '../../state/router.ts'
import { count, decimal, none } from '../../text/format.ts'
import { howJudged, notRated } from '../../text/judged.ts'

interface DimensionRow {
  readonly id: string
  readonly name: string
  readonly mean: number | null
  readonly n: number
  readonly kappa: number | null
  readonly quadratic: number | null
  readonly spearman: number | null
}

const number = (value: number | null) => (value === null ? none : decimal(value))

const agreementColumns: readonly TableColumn<DimensionRow>[] = [
  { key: 'n', name: 'Rated by both', isNumber: true, cell: ({ n }) => count(n) },
  { key: 'kappa', name: 'Cohen’s κ', isNumber: true, cell: ({ kappa }) => number(kappa) },
  { key: 'quadratic', name: 'Quadratic κ', isNumber: true, cell: ({ quadratic }) => number(quadratic) },
  { key: 'spearman', name: 'Spearman’s ρ', isNumber: true, cell: ({ spearman }) => number(spearman) },
]

/** One judge's ratings by dimension, with unparsed replies and agreement with people. */
export function JudgedFigures({ judged }: { readonly judged: JudgedBy }) {
  const { figures, rubric, agreement, dimensions, why, run } = judged
  const { least, most } = rubric.scale
  const rows = dimensions.map(({ id, name }): DimensionRow => {
    const found = agreement?.find(({ dimension }) => dimension === id)
    return {
      id,
      name,
      mean: figures.dimensions[id] ?? null,
      n: found?.n ?? 0,
      kappa: found?.kappa ?? null,
      quadratic: found?.quadraticKappa ?? null,
      spearman: found?.spearman ?? null,
    }
  })
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
      {why.length > 0 && (
        <ul>
          {why.map(([reason, n]) => (
            <li key={reason}>
              <PageLink href={resultsHref(run, 'samples', { field: 'not read because', value: reason })}>
                {count(n)}
              </PageLink>
              : {reason}
            </li>
          ))}
        </ul>
      )}
      <DataTable
        caption={`${figures.name}, by dimension`}
        columns={[
          { key: 'name', name: 'Dimension', cell: ({ name }) => name },
          {
            key: 'mean',
            name: `Mean, ${least} to ${most}`,
            isNumber: true,
            cell: ({ mean }) => number(mean),
          },
          ...(agreement ? agreementColumns : []),
        ]}
        rows={rows}
        keyOf={({ id }) => id}
        savedColumns={[
          { name: 'figure', value: () => figures.name },
          { name: 'dimension', value: ({ id }) => id },
          { name: 'mean', value: ({ mean }) => mean },
          { name: 'n_both', value: ({ n }) => (agreement ? n : null) },
          { name: 'kappa', value: ({ kappa }) => kappa },
          { name: 'quadratic_kappa', value: ({ quadratic }) => quadratic },
          { name: 'spearman', value: ({ spearman }) => spearman },
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
