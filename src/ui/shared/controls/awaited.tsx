import type { Async } from '../../hooks/use-async.ts'
import { ErrorBox } from './error-box.tsx'

interface Props {
  readonly of: Async<unknown>
  /** The text shown while it loads. */
  readonly doing: string
}

/** A placeholder while a value loads, or the error if it failed. */
export function Awaited({ of, doing }: Props) {
  if (of.status === 'failed') return <ErrorBox error={of.error} />
  if (of.status === 'ready') return null
  return (
    <p className="muted" role="status">
      {doing}
    </p>
  )
}
