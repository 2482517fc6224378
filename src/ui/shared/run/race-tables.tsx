import type { RaceReport } from '../../../engine/analysis/race/race-report.ts'
import { type Estimate, isTooFew } from '../../../engine/analysis/shares.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { resultsHref } from '../../state/router.ts'
import { count, interval, none, percent } from '../../text/format.ts'
import {
  differenceWords,
  modelName,
  outcomeWords,
  pairWords,
  riskWords,
  standingWords,
} from '../../text/races.ts'
import { DataTable } from '../table/data-table.tsx'

interface ModelRow {
  readonly run: Run
  readonly name: string
  readonly asked: number
  readonly standing: string
  readonly overall: Estimate
}

/** The standing of each model of a race, and their pairwise comparison. */
export function RaceTables({ report }: { readonly report: RaceReport }) {
  const { runs, standing, overall, risk } = report
  const models = runs.flatMap((run, at): readonly ModelRow[] => {
    const [figure, model] = [overall[at], standing.models[at]]
    if (!figure || !model) return []
    const name = modelName(run, runs)
    return [{ run, name, asked: model.asked, standing: standingWords(report, at), overall: figure }]
  })
  return (
    <>
      <p role="status">{outcomeWords(report)}</p>
      <DataTable
        caption="Models of the race"
        columns={[
          { key: 'name', name: 'Model', cell: ({ run, name }) => <a href={resultsHref(run.id)}>{name}</a> },
          {
            key: 'asked',
            name: 'Asked',
            isNumber: true,
            cell: ({ asked }) => `${count(asked)} of ${count(standing.questions)}`,
          },
          {
            key: 'accuracy',
            name: 'Accuracy',
            isNumber: true,
            cell: ({ overall: { n, share } }) => (n === 0 ? none : percent(share)),
          },
          {
            key: 'interval',
            name: 'Interval',
            isNumber: true,
            cell: ({ overall }) =>
              overall.n === 0
                ? none
                : isTooFew(overall)
                  ? 'too few answers'
                  : interval(overall.low, overall.high),
          },
          { key: 'standing', name: 'Standing', className: 'keep', cell: row => row.standing },
        ]}
        rows={models}
        keyOf={({ run }) => run.id}
        savedColumns={[
          { name: 'model', value: row => row.name },
          { name: 'asked', value: row => row.asked },
          { name: 'of', value: () => standing.questions },
          { name: 'n', value: row => row.overall.n },
          { name: 'correct', value: row => row.overall.correct },
          { name: 'low', value: row => row.overall.low },
          { name: 'high', value: row => row.overall.high },
          { name: 'standing', value: row => row.standing },
        ]}
        file="voxelwise-race.csv"
      />
      <DataTable
        caption="Pairwise comparison"
        columns={[
          { key: 'pair', name: 'Comparison', cell: pair => pairWords(report, pair) },
          {
            key: 'difference',
            name: 'Difference (first − second)',
            isNumber: true,
            className: 'keep',
            cell: differenceWords,
          },
        ]}
        rows={standing.pairs}
        keyOf={({ first, second }) => `${first} ${second}`}
        savedColumns={[
          { name: 'first', value: ({ first }) => models[first]?.name ?? null },
          { name: 'second', value: ({ second }) => models[second]?.name ?? null },
          { name: 'certainty', value: ({ certainty }) => certainty },
          { name: 'better', value: ({ better }) => better },
          { name: 'difference_low', value: ({ difference }) => difference.low },
          { name: 'difference_high', value: ({ difference }) => difference.high },
        ]}
        file="voxelwise-race-pairs.csv"
      />
      <p className="muted">{riskWords(risk)}</p>
    </>
  )
}
