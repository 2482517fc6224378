import type { Compared } from '../../app/controller/report-facts.ts'

export const hasTwo = (compared: Compared | null): compared is Compared =>
  compared !== null && compared.runs.length >= 2

/** Stands where a comparison would be. */
export function NeedsTwo() {
  return (
    <p>
      Comparing needs two runs. <a href="#/runs">Tick them in the list of results</a>.
    </p>
  )
}
