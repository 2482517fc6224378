import type { StorageOverview } from '../../app/storage/storage.ts'
import { useController } from '../hooks/use-app.ts'
import { SmallButton } from '../shared/controls/button.tsx'
import { Facts } from '../shared/controls/facts.tsx'
import { keptCopyWords } from '../text/copies.ts'
import { bytes, count, none } from '../text/format.ts'

interface Props {
  readonly storage: StorageOverview
  /** Makes a handler that shows an error of its work, and then the new sizes. */
  readonly act: (work: () => Promise<unknown>) => () => void
}

/** Sizes of all stored data, persistence, and buttons that free space. */
export function StorageTotals({ storage, act }: Props) {
  const controller = useController()
  const { journals, features, copies, reserve, folders, orphans, usage, quota, isPersistent, hasJournals } =
    storage
  const secondCopies = [...journals.values()].reduce((sum, size) => sum + size, 0)
  return (
    <section className="panel" aria-labelledby="kept-all">
      <h2 id="kept-all">In this browser</h2>
      <Facts
        facts={[
          {
            name: 'Total',
            value: usage === null ? none : bytes(usage),
            note: quota !== null && `of ${bytes(quota)} allowed by the browser`,
          },
          isPersistent
            ? { name: 'Persistent', value: 'Yes: the browser deletes nothing on its own.' }
            : {
                name: 'Persistent',
                value:
                  'No: the browser may delete everything when the disk is full. Bookmark or install this page, then ask again.',
                note: <SmallButton onClick={act(() => controller.askToKeep())}>Ask again</SmallButton>,
              },
          {
            name: 'Runs, second copy',
            value: hasJournals
              ? bytes(secondCopies)
              : 'None: this window may delete everything when it closes.',
          },
          { name: 'Reserve', value: bytes(reserve), note: 'freed when the disk is full' },
          {
            name: 'Image features',
            value: bytes(features),
            note: (
              <SmallButton disabled={features === 0} onClick={act(() => controller.clearKeptFeatures())}>
                Clear image features
              </SmallButton>
            ),
          },
          copies.length > 0 && {
            name: 'Models',
            value: bytes(copies.reduce((sum, copy) => sum + copy.bytes, 0)),
            note: <CopyList copies={copies} act={act} />,
          },
          orphans > 0 && {
            name: 'Answers without a run',
            value: count(orphans),
            note: (
              <>
                from runs that the browser deleted{' '}
                <SmallButton onClick={act(() => controller.deleteOrphans())}>
                  Delete these answers
                </SmallButton>
              </>
            ),
          },
          {
            name: 'Folders',
            value: `${count(folders)} remembered`,
            note: (
              <SmallButton disabled={folders === 0} onClick={act(() => controller.forgetFolders())}>
                Forget folders
              </SmallButton>
            ),
          },
        ]}
      />
    </section>
  )
}

/** The private copies of models, each with a button that deletes it. */
function CopyList({ copies, act }: Pick<StorageOverview, 'copies'> & Pick<Props, 'act'>) {
  const controller = useController()
  return (
    <ul aria-label="Private copies">
      {copies.map(copy => (
        <li key={copy.id}>
          {keptCopyWords(copy)}{' '}
          <SmallButton onClick={act(() => controller.removeModelCopy(copy.id))}>Delete this copy</SmallButton>
        </li>
      ))}
    </ul>
  )
}
