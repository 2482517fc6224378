import { counted } from '../../engine/base/counted.ts'
import { resultsHref } from '../state/router.ts'

/** How many questions of a run failed, where any did, with the way to them. */
export function FailedNote({ run, failed }: { readonly run: string; readonly failed: number }) {
  if (failed === 0) return null
  return (
    <p className="warning">
      <a href={resultsHref(run, 'samples', { verdict: 'failed' })}>{counted(failed, 'question')} failed</a>{' '}
      and count as no answer.
    </p>
  )
}
