import { useState } from 'react'
import type { ErrorInfo } from '../../engine/errors.ts'
import { ErrorBox } from '../parts/error-box.tsx'
import { ImportRun } from '../parts/import-run.tsx'
import { Page } from '../parts/page.tsx'
import { RunItem } from '../parts/run-item.tsx'
import { useApp } from '../use-app.ts'

export function RunsView() {
  const { runs, live } = useApp()
  const [problem, setProblem] = useState<ErrorInfo | null>(null)
  return (
    <Page title="Results" aside={<ImportRun onProblem={setProblem} />}>
      {problem && <ErrorBox error={problem} />}
      {runs === null && <p className="muted">Reading…</p>}
      {runs?.length === 0 && (
        <p className="muted">
          No runs yet. <a href="#/">Set one up</a>, or import a run.json.
        </p>
      )}
      {runs && runs.length > 0 && (
        <ul className="runs" aria-label="Runs">
          {runs.map(summary => (
            <RunItem key={summary.run.id} summary={summary} live={live} />
          ))}
        </ul>
      )}
    </Page>
  )
}
