import { RestoredList } from './restored-list.tsx'
import type { Restoring } from './use-restore.ts'

/** Cancels a restore in progress. */
export function CancelRestore({ cancel }: Pick<Restoring, 'cancel'>) {
  return (
    cancel && (
      <button type="button" className="button" onClick={cancel}>
        Cancel
      </button>
    )
  )
}

/** The progress or result of a restore. */
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
