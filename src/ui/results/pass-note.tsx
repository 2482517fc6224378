import { probeName } from '../../engine/probes/probe-names.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { useApp } from '../hooks/use-app.ts'
import { resultsHref } from '../state/router.ts'

/** A reply is neither right nor wrong: what counts as right is what could be read. */
function JudgeNote({ run, parent }: { readonly run: Run; readonly parent: Run | undefined }) {
  return (
    <p className="warning">
      The replies of a judge, <bdi>{run.model.name}</bdi>: a “right” one could be read, a “wrong” one could
      not. {parent && <a href={resultsHref(parent.id, 'judges')}>Back to the run and its judges</a>}
    </p>
  )
}

/** Says of a pass what it changes, and leads back to its run. */
export function PassNote({ run }: { readonly run: Run }) {
  const { runs } = useApp()
  const parent = runs?.find(summary => summary.run.id === run.parent)?.run
  if (run.judging) return <JudgeNote run={run} parent={parent} />
  if (!run.probe) return null
  return (
    <p className="warning">
      An extra pass, {probeName(run.probe).toLowerCase()}: these are not the official figures.{' '}
      {parent && <a href={resultsHref(parent.id, 'probes')}>Back to the run and its probes</a>}
    </p>
  )
}
