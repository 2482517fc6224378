import { probeName } from '../../engine/probes/probe-names.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { useApp } from '../hooks/use-app.ts'
import { resultsHref } from '../state/router.ts'

/** Says of a pass what it changes, and leads back to its run. */
export function PassNote({ run }: { readonly run: Run }) {
  const { runs } = useApp()
  const parent = runs?.find(summary => summary.run.id === run.parent)?.run
  if (!run.probe) return null
  return (
    <p className="warning">
      An extra pass, {probeName(run.probe).toLowerCase()}: these are not the official figures.{' '}
      {parent && <a href={resultsHref(parent.id, 'probes')}>Back to the run and its probes</a>}
    </p>
  )
}
