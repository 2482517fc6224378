import type { Compared } from '../../app/controller/report-facts.ts'
import { departures, type FigureSide } from '../../engine/analysis/why-different.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { DepartureTable, precisionOf } from '../shared/run/departure-table.tsx'

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
