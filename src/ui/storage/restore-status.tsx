import type { Restored } from '../../data/store/news.ts'
import { counted } from '../../engine/base/counted.ts'
import { count } from '../text/format.ts'
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

/** The number of restored runs, and the files that could not be restored. */
function RestoredList({ restored, from }: { readonly restored: Restored; readonly from: string }) {
  const { runs, records, problems } = restored
  return (
    <>
      <p>
        Restored {counted(runs, 'run')} and {counted(records, 'record')}.
      </p>
      {problems.length > 0 && (
        <>
          <p>
            {count(problems.length)} of the {from} could not be restored:
          </p>
          <ul>
            {problems.map(problem => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
