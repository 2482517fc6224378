import type { StorageOverview } from '../../app/storage/storage.ts'
import { SmallButton } from '../shared/controls/button.tsx'
import { bytes, count, none } from '../text/format.ts'

interface Props {
  readonly storage: StorageOverview
  readonly askToKeep: () => void
  readonly clearFeatures: () => void
  readonly forgetFolders: () => void
  readonly deleteOrphans: () => void
}

/** Sizes of all stored data, persistence, and buttons that free space. */
export function StorageTotals({ storage, askToKeep, clearFeatures, forgetFolders, deleteOrphans }: Props) {
  const { journals, features, reserve, folders, orphans, usage, quota, isPersistent, hasJournals } = storage
  const copies = [...journals.values()].reduce((sum, size) => sum + size, 0)
  return (
    <section className="panel" aria-labelledby="kept-all">
      <h2 id="kept-all">In this browser</h2>
      <dl className="facts">
        <dt>Total</dt>
        <dd>
          {usage === null ? none : bytes(usage)}
          {quota !== null && <span className="muted"> of {bytes(quota)} allowed by the browser</span>}
        </dd>
        <dt>Persistent</dt>
        <dd>
          {isPersistent ? (
            'Yes: the browser deletes nothing on its own.'
          ) : (
            <>
              No: the browser may delete everything when the disk is full. Bookmark or install this page, then
              ask again. <SmallButton onClick={askToKeep}>Ask again</SmallButton>
            </>
          )}
        </dd>
        <dt>Runs, second copy</dt>
        <dd>{hasJournals ? bytes(copies) : 'None: this window may delete everything when it closes.'}</dd>
        <dt>Reserve</dt>
        <dd>
          {bytes(reserve)} <span className="muted">freed when the disk is full</span>
        </dd>
        <dt>Image features</dt>
        <dd>
          {bytes(features)}{' '}
          <SmallButton disabled={features === 0} onClick={clearFeatures}>
            Clear image features
          </SmallButton>
        </dd>
        {orphans > 0 && (
          <>
            <dt>Answers without a run</dt>
            <dd>
              {count(orphans)} <span className="muted">from runs that the browser deleted</span>{' '}
              <SmallButton onClick={deleteOrphans}>Delete these answers</SmallButton>
            </dd>
          </>
        )}
        <dt>Folders</dt>
        <dd>
          {count(folders)} remembered{' '}
          <SmallButton disabled={folders === 0} onClick={forgetFolders}>
            Forget folders
          </SmallButton>
        </dd>
      </dl>
    </section>
  )
}
