import type { Run } from '../../engine/run.ts'
import { probeName } from '../probe-names.ts'
import { resultsHref } from '../router.ts'
import { useApp } from '../use-app.ts'

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
