import type { Async } from '../../hooks/use-async.ts'
import { ErrorBox } from './error-box.tsx'

interface Props {
  readonly of: Async<unknown>
  /** What is being done. */
  readonly doing: string
}

/** What stands in place of something that is still on its way, or that could not be had. */
export function Awaited({ of, doing }: Props) {
  if (of.status === 'failed') return <ErrorBox error={of.error} />
  if (of.status === 'ready') return null
  return (
    <p className="muted" role="status">
      {doing}
    </p>
  )
}
