import { useRace } from '../../hooks/use-race.ts'
import { raceHref } from '../../state/router.ts'
import { ErrorBox } from '../controls/error-box.tsx'
import { RaceTables } from './race-tables.tsx'

/** The standing of a run's race. */
export function RacePanel({ id }: { readonly id: string }) {
  const report = useRace(id)
  return (
    <section className="panel stack" aria-labelledby="race">
      <h2 id="race">
        <a href={raceHref(id)}>Race</a>
      </h2>
      {report.status === 'loading' && <p className="muted">Reading…</p>}
      {report.status === 'failed' && <ErrorBox error={report.error} />}
      {report.status === 'ready' && <RaceTables report={report.value} />}
    </section>
  )
}
