import { isBusy } from '../../app/state/stage.ts'
import type { RaceReport } from '../../engine/analysis/race/race-report.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { useRace } from '../hooks/use-race.ts'
import { Button } from '../shared/controls/button.tsx'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { Page } from '../shared/controls/page.tsx'
import { RaceTables } from '../shared/run/race-tables.tsx'
import { compareHref, navigate } from '../state/router.ts'
import { raceTitle } from '../text/races.ts'

/** A race: the state of each model, and their pairwise comparison. */
export function RaceView({ id }: { readonly id: string }) {
  const report = useRace(id)
  switch (report.status) {
    case 'loading':
      return <Page title="Race">{null}</Page>
    case 'failed':
      return (
        <Page title="Race">
          <ErrorBox error={report.error} />
        </Page>
      )
    case 'ready':
      return (
        <Page
          title={report.value.runs[0] ? raceTitle(report.value.runs[0]) : 'Race'}
          aside={<RaceActions report={report.value} />}
        >
          <RaceTables report={report.value} />
        </Page>
      )
  }
}

function RaceActions({ report: { id, runs, step } }: { readonly report: RaceReport }) {
  const controller = useController()
  const race = useApp(state => state.race)
  const isRunning = useApp(({ live }) => live !== null && isBusy(live))
  const continueRace = async () => {
    await controller.continueRace(id)
    // Leads to the cards of folders that must be picked or allowed first.
    const { dataset, model } = controller.getState()
    if (dataset.status === 'locked' || model.status === 'locked') navigate('#/')
  }
  const isAnyBusy = race !== null || isRunning
  return (
    <div className="actions">
      {race === id && (
        <a className="button" href="#/run">
          Watch
        </a>
      )}
      {race !== id && step.kind === 'ask' && (
        <Button disabled={isAnyBusy} onClick={continueRace}>
          Continue
        </Button>
      )}
      <a className="button" href={compareHref(runs.map(run => run.id))}>
        Compare the runs
      </a>
    </div>
  )
}
