import { RestoredList } from './restored-list.tsx'
import type { Restoring } from './use-restore.ts'

/** Ends what is being taken in; nothing otherwise. */
export function CancelRestore({ cancel }: Pick<Restoring, 'cancel'>) {
  return (
    cancel && (
      <button type="button" className="button" onClick={cancel}>
        Cancel
      </button>
    )
  )
}

/** What is being done, and what it brought. */
export function RestoreStatus({
  restoring: { busy, restored },
  from,
}: {
  readonly restoring: Restoring
  readonly from: string
}) {
  return (
    <div role="status">
      {busy}
      {restored && <RestoredList restored={restored} from={from} />}
    </div>
  )
}
