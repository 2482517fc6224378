import type { Compared } from '../../app/controller/report-facts.ts'
import { departures, type FigureSide } from '../../engine/analysis/why-different.ts'
import type { Run } from '../../engine/protocol/run.ts'
<<<<<<< ours
import { DataTable } from '../shared/table/data-table.tsx'
import { windowWords } from '../text/windows.ts'

const names: Readonly<Record<Cause, string>> = {
  questions: 'Questions asked',
  images: 'Image files',
  failed: 'Failed questions, missing images',
  cut: 'Answers cut at the token limit',
  model: 'Model',
  prompt: 'Prompt (protocol)',
  reading: 'Rule that reads answers',
  scoring: 'Scoring',
  constraint: 'Constraint on answers',
  template: 'Chat template',
  thinking: 'Thinking',
  window: 'Grey window',
  preprocessing: 'Image preparation',
  precision: 'Precision',
  limit: 'Token limit',
  device: 'Device',
  version: 'Software',
}

const wordsOf = (cause: Cause, text: string): string => (cause === 'window' ? windowWords(text) : text)

const boundOf = ({ most }: Departure): string =>
  most === null ? 'not known' : `${most.toFixed(most < 10 ? 1 : 0)} points`

const columns = [
  { key: 'cause', name: 'Cause', cell: ({ cause }: Departure) => names[cause] },
  { key: 'first', name: 'Baseline', cell: ({ cause, first }: Departure) => wordsOf(cause, first) },
  { key: 'second', name: 'This run', cell: ({ cause, second }: Departure) => wordsOf(cause, second) },
  { key: 'most', name: 'At most', isNumber: true, cell: boundOf },
]

const savedColumns = [
  { name: 'cause', value: ({ cause }: Departure) => names[cause] },
  { name: 'baseline', value: ({ first }: Departure) => first },
  { name: 'run', value: ({ second }: Departure) => second },
  { name: 'points_at_most', value: ({ most }: Departure) => most },
]
=======
import { DepartureTable, precisionOf } from '../shared/run/departure-table.tsx'
>>>>>>> theirs

/** Why each run's figure differs from the baseline's: what was done differently, by its possible effect. */
export function Why({ compared: { runs, comparison } }: { readonly compared: Compared }) {
  const sides = runs.map((run, i) => sideOf(run, comparison.runs[i]))
  const [first, ...others] = sides
  return others.map((second, i) => {
    const against = comparison.againstBaseline[i]
    if (!first || !against) return null
    const { onlyBaseline: onlyFirst, onlyThis: onlySecond, otherImages } = against
    const found = departures(first, second, { onlyFirst, onlySecond, otherImages })
    const name = `Why ${second.run.name} may differ from the baseline`
    return found.length === 0 ? (
      <p key={second.run.id}>{second.run.name}: nothing was done differently from the baseline.</p>
    ) : (
      <DepartureTable key={second.run.id} caption={name} first="Baseline" rows={found} />
    )
  })
}

function sideOf(run: Run, figures: Compared['comparison']['runs'][number] | undefined): FigureSide {
  const { overall, failed = 0, cut = 0 } = figures ?? {}
  return { run, answered: overall?.n ?? 0, failed, cut, precision: precisionOf(run) }
}
