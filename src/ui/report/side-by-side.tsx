import type { Run } from '../../engine/protocol/run.ts'
import { runTitle } from '../shared/run/run-facts.tsx'
import { type PrintedColumn, PrintedTable } from '../shared/table/printed-table.tsx'
import { chosenFacts, type Fact, FactValue, machineFacts } from './settings.tsx'

interface Line {
  readonly name: string
  /** Of every run; undefined where it has no such setting. */
  readonly values: readonly (Fact | undefined)[]
  readonly differ: boolean
}

/** What was chosen for each run and the machine that it ran on, one column a run. */
export function SideBySide({ runs }: { readonly runs: readonly Run[] }) {
  const columns: readonly PrintedColumn<Line>[] = [
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
    <>
      <p>Settings in which the runs differ are bold.</p>
      <PrintedTable caption="Settings" columns={columns} rows={linesOf(runs, chosenFacts)} isDense />
      <PrintedTable caption="Environment" columns={columns} rows={linesOf(runs, machineFacts)} isDense />
    </>
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
