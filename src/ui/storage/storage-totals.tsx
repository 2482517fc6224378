import type { StorageOverview } from '../../app/storage/storage.ts'
import { bytes, count, none } from '../text/format.ts'

interface Props {
  readonly storage: StorageOverview
  readonly askToKeep: () => void
  readonly clearFeatures: () => void
  readonly forgetFolders: () => void
  readonly deleteOrphans: () => void
}

/** Everything that is kept, whether the browser promised to keep it, and what can be had back. */
export function StorageTotals({ storage, askToKeep, clearFeatures, forgetFolders, deleteOrphans }: Props) {
  const { journals, features, reserve, folders, orphans, usage, quota, isPersistent, hasJournals } = storage
  const copies = [...journals.values()].reduce((sum, size) => sum + size, 0)
  return (
    <section className="panel" aria-labelledby="kept-all">
      <h2 id="kept-all">In this browser</h2>
      <dl className="facts">
        <dt>In all</dt>
        <dd>
          {usage === null ? none : bytes(usage)}
          {quota !== null && <span className="muted"> of {bytes(quota)} that the browser grants</span>}
        </dd>
        <dt>Kept for good</dt>
        <dd>
          {isPersistent ? (
            'yes: the browser deletes nothing by itself'
          ) : (
            <>
              no: the browser may delete all of it when the disk is full. Bookmark or install this page, then{' '}
              <button type="button" className="button small" onClick={askToKeep}>
                ask again
              </button>
            </>
          )}
        </dd>
        <dt>Runs, second copy</dt>
        <dd>{hasJournals ? bytes(copies) : 'none in this window: it may forget all when it closes'}</dd>
        <dt>Reserve</dt>
        <dd>
          {bytes(reserve)} <span className="muted">given back when the disk is full</span>
        </dd>
        <dt>Image features</dt>
        <dd>
          {bytes(features)}{' '}
          <button type="button" className="button small" disabled={features === 0} onClick={clearFeatures}>
            Clear image features
          </button>
        </dd>
        {orphans > 0 && (
          <>
            <dt>Answers without a run</dt>
            <dd>
              {count(orphans)} <span className="muted">of runs that the browser deleted</span>{' '}
              <button type="button" className="button small" onClick={deleteOrphans}>
                Delete these answers
              </button>
            </dd>
          </>
        )}
        <dt>Folders</dt>
        <dd>
          {count(folders)} remembered{' '}
          <button type="button" className="button small" disabled={folders === 0} onClick={forgetFolders}>
            Forget folders
          </button>
        </dd>
      </dl>
    </section>
  )
}
