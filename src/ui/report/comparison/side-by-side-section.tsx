import type { ComparisonFacts } from '../../../app/controller/report-facts.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { FactValue } from '../facts-list.tsx'
import { type ReportColumn, ReportTable } from '../report-table.tsx'
import { runTitle } from '../run-title.ts'
import { chosenFacts, type Fact, machineFacts } from '../settings.ts'

interface Line {
  readonly name: string
  /** Of every run; undefined where it has no such setting. */
  readonly values: readonly (Fact | undefined)[]
  readonly differ: boolean
}

/** What was chosen for each run and the machine that it ran on, one column a run. */
export function SideBySideSection({ facts: { compared } }: { readonly facts: ComparisonFacts }) {
  const { runs } = compared
  const columns: readonly ReportColumn<Line>[] = [
    { name: 'Setting', cell: ({ name, differ }) => (differ ? <strong>{name}</strong> : name) },
    ...runs.map((run, at) => ({
      name: runTitle(run, at),
      cell: ({ values }: Line) => {
        const fact = values[at]
        return fact ? <FactValue fact={fact} /> : '–'
      },
    })),
  ]
  return (
    <section aria-labelledby="setup">
      <h2 id="setup">What ran where</h2>
      <p>Where the runs differ, the name of the line is bold.</p>
      <ReportTable caption="Settings" columns={columns} rows={linesOf(runs, chosenFacts)} isDense />
      <ReportTable caption="Environment" columns={columns} rows={linesOf(runs, machineFacts)} isDense />
    </section>
  )
}

function linesOf(runs: readonly Run[], factsOf: (run: Run) => readonly Fact[]): readonly Line[] {
  const columns = runs.map(factsOf)
  const names = [...new Set(columns.flatMap(facts => facts.map(({ name }) => name)))]
  return names.map(name => {
    const values = columns.map(facts => facts.find(fact => fact.name === name))
    return { name, values, differ: new Set(values.map(fact => fact?.value)).size > 1 }
  })
}
