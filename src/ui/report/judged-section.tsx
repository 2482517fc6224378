import type { JudgedAnswers, JudgedBy } from '../../engine/analysis/judged-answers.ts'
import type { RubricAgreement } from '../../engine/analysis/rubric-figures.ts'
import { count, decimal, none } from '../text/format.ts'
import { howJudged, notRated } from '../text/judged.ts'
import { type ReportColumn, ReportTable } from './report-table.tsx'

const number = (value: number | null) => (value === null ? none : decimal(value))

/** Open answers as judges rated them, each figure by its judge's name. */
export function JudgedSection({ judged }: { readonly judged: JudgedAnswers }) {
  return (
    <section aria-labelledby="judged">
      <h2 id="judged">Answers in words, rated by judges</h2>
      {judged.judged.map(one => (
        <Judge key={one.run} judged={one} />
      ))}
    </section>
  )
}

function Judge({ judged }: { readonly judged: JudgedBy }) {
  const { figures, rubric, dimensions, agreement } = judged
  const names = new Map(dimensions.map(({ id, name }) => [id, name]))
  const means: readonly ReportColumn<JudgedBy['dimensions'][number]>[] = [
    { name: 'Dimension', cell: ({ name }) => name },
    {
      name: `Mean, ${rubric.scale.least} to ${rubric.scale.most}`,
      isNumber: true,
      cell: ({ id }) => number(figures.dimensions[id] ?? null),
    },
  ]
  const agreed: readonly ReportColumn<RubricAgreement>[] = [
    { name: 'Dimension', cell: ({ dimension }) => names.get(dimension) ?? dimension },
    { name: 'Rated by both', isNumber: true, cell: ({ n }) => count(n) },
    { name: 'Cohen’s κ', isNumber: true, cell: ({ kappa }) => number(kappa) },
    { name: 'Quadratic κ', isNumber: true, cell: ({ quadraticKappa }) => number(quadraticKappa) },
    { name: 'Spearman’s ρ', isNumber: true, cell: ({ spearman }) => number(spearman) },
  ]
  return (
    <>
      <h3>{figures.name}</h3>
      <p>
        {figures.overall === null
          ? 'No reply could be read.'
          : `Overall ${figures.overall.toFixed(1)} of 100, over ${count(figures.items)} answers.`}{' '}
        {figures.spread !== null && `The judge’s own spread is ${figures.spread.toFixed(1)}. `}
        {[howJudged(judged), ...notRated(judged)].join(' ')}
      </p>
      <ReportTable caption={`${figures.name}: means`} columns={means} rows={dimensions} />
      {agreement && (
        <ReportTable caption={`${figures.name}: agreement with people`} columns={agreed} rows={agreement} />
      )}
    </>
  )
}
