import { axes } from '../../engine/metrics.ts'
import { orderTasks } from '../../engine/report.ts'
import type { TaskLevel } from '../../engine/shortcut.ts'
import type { ClusteredRates } from '../../engine/statistics/bootstrap.ts'
import { ShortcutGroups } from '../charts/shortcut-groups.tsx'
import { Whisker } from '../charts/whisker.tsx'
import { byNames } from '../compare-rows.ts'
import { count, counted, interval, label, none, percent } from '../format.ts'
import { levelNames } from '../parts/task-levels.tsx'
import { type RateKey, rateNames, rates } from '../rates.ts'
import type { ReportFacts } from './facts.ts'
import { type ReportColumn, ReportTable } from './report-table.tsx'

interface Line {
  readonly label: string
  readonly rates: ClusteredRates
}

/** Whether right diagnoses rest on right perception, with the levels that the tasks were given. */
export function CredibilitySection({ facts: { credibility, levels } }: { readonly facts: ReportFacts }) {
  const { overall, groups } = credibility
  const isDefault = levels.high === null && levels.ignore === null
  return (
    <section aria-labelledby="credibility">
      <h2 id="credibility">Shortcut chains</h2>
      <p>
        {overall.links === 0
          ? 'No image of this run has both a diagnosis question and a perception question: there are no links, and no rates.'
          : `${counted(overall.links, 'link')} of a diagnosis with a perception of the same image, on ${counted(overall.images, 'image')}.`}
      </p>
      {overall.links > 0 && (
        <>
          <ShortcutGroups counts={overall.counts} />
          <ReportTable caption="The three rates over all links" columns={rateColumns(overall)} rows={rates} />
          {axes.map(axis => (
            <ReportTable
              key={axis}
              caption={`Rates by ${byNames[axis].toLowerCase()} of the diagnosis`}
              columns={groupColumns(byNames[axis])}
              rows={groups[axis].map(group => ({ label: group.label, rates: group }))}
            />
          ))}
        </>
      )}
      <ReportTable
        caption={`Level of each task, ${isDefault ? 'by the official defaults' : 'as chosen by the user, not the official defaults'}`}
        columns={levelColumns}
        rows={sorted(credibility.levels)}
      />
    </section>
  )
}

const rateColumns = (of: ClusteredRates): readonly ReportColumn<RateKey>[] => [
  { name: 'Rate', cell: key => `${rateNames[key].name} = ${rateNames[key].formula}` },
  { name: 'Links', isNumber: true, cell: key => `${count(of[key].correct)} of ${count(of[key].n)}` },
  { name: 'Share', isNumber: true, cell: key => <strong>{shareOf(of, key)}</strong> },
  { name: '95% interval', isNumber: true, cell: key => intervalOf(of, key) },
  {
    name: '0 to 100%',
    cell: key => <Whisker {...of[key]} chance={null} />,
  },
]

const groupColumns = (axis: string): readonly ReportColumn<Line>[] => [
  { name: axis, cell: line => label(line.label) },
  { name: 'Images', isNumber: true, cell: line => count(line.rates.images) },
  { name: 'Links', isNumber: true, cell: line => count(line.rates.links) },
  ...rates.map(
    (key): ReportColumn<Line> => ({
      name: `${rateNames[key].name}, 95% interval`,
      isNumber: true,
      cell: line => (
        <>
          <strong>{shareOf(line.rates, key)}</strong> {line.rates[key].n > 0 && intervalOf(line.rates, key)}
        </>
      ),
    }),
  ),
]

const levelColumns: readonly ReportColumn<TaskLevel>[] = [
  { name: 'Task', cell: ({ task }) => label(task) },
  { name: 'Records', isNumber: true, cell: ({ records }) => count(records) },
  { name: 'Counts as', cell: ({ level }) => levelNames.find(([name]) => name === level)?.[1] },
]

const shareOf = (of: ClusteredRates, key: RateKey) => (of[key].n === 0 ? none : percent(of[key].share))

function intervalOf(of: ClusteredRates, key: RateKey): string {
  const { n, low, high, method } = of[key]
  return n === 0 ? none : `${interval(low, high)}${method === 'wilson' ? ' (Wilson)' : ''}`
}

function sorted(levels: readonly TaskLevel[]): readonly TaskLevel[] {
  const order = orderTasks(levels.map(({ task }) => task))
  return [...levels].sort((a, b) => order.indexOf(a.task) - order.indexOf(b.task))
}
