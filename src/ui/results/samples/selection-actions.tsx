import { useMemo } from 'react'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { counted } from '../../../engine/base/counted.ts'
import { type Tags, tagsOf } from '../../../engine/protocol/tags.ts'
import { useController } from '../../hooks/use-app.ts'
import type { Async } from '../../hooks/use-async.ts'
import { useOwnTask } from '../../hooks/use-task.ts'
import { SmallButton } from '../../shared/controls/button.tsx'
import { download } from '../../shared/controls/download.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { SaveCsv } from '../../shared/table/save-csv.tsx'
import { sampleColumns } from '../../shared/table/saved-columns.ts'
import type { SavedColumn } from '../../shared/table/sorting.ts'
import { changeQuery, navigate } from '../../state/router.ts'
import { count } from '../../text/format.ts'
import { TagField } from './tags.tsx'

const columns: readonly SavedColumn<ResultRow>[] = [
  ...sampleColumns,
  { name: 'kind', value: row => row.kind },
  { name: 'options', value: row => row.options },
  { name: 'unparsed', value: row => String(row.isUnparsed ?? false) },
  { name: 'verdict', value: row => row.verdict },
  { name: 'confidence', value: row => row.confidence },
  { name: 'findings', value: row => (row.findings ?? []).join(' ') },
]

export const shownAs = ['list', 'gallery'] as const
type ShownAs = (typeof shownAs)[number]

interface Props {
  readonly run: string
  /** How many samples the run has. */
  readonly all: number
  readonly listed: Async<readonly ResultRow[]>
  readonly as: ShownAs
  readonly tags: Tags
}

/** What can be done with the selected samples. */
export function SelectionActions({ run, all, listed, as, tags }: Props) {
  const controller = useController()
  const found = listed.status === 'ready' ? listed.value : []
  const isPart = found.length > 0 && found.length < all
  const saved = useMemo(
    () => [...columns, { name: 'tags', value: (row: ResultRow) => tagsOf(tags, row.index).join(' | ') }],
    [tags],
  )
  return (
    <div className="actions">
      <p className="note list-count" role="status">
        {listed.status === 'loading'
          ? 'Looking…'
          : found.length === all
            ? counted(all, 'sample')
            : `${count(found.length)} of ${counted(all, 'sample')}`}
      </p>
      <span className="row viewer-switch">
        {shownAs.map(one => (
          <SmallButton
            key={one}
            aria-pressed={one === as}
            onClick={() => changeQuery({ as: one === 'list' ? null : one, sample: null })}
          >
            {one === 'list' ? 'List' : 'Gallery'}
          </SmallButton>
        ))}
      </span>
      {found.length > 0 && (
        <>
          <SaveCsv columns={saved} rows={found} file="voxelwise-samples.csv" />
          <SaveSheet run={run} rows={found} />
        </>
      )}
      {isPart && (
        <>
          <SmallButton
            onClick={() => {
              controller.selectOnly({ where: [], ids: [...new Set(found.map(({ id }) => id))] })
              navigate('#/')
            }}
          >
            Run only these
          </SmallButton>
          <TagField run={run} tags={tags} indices={found.map(({ index }) => index)} label="Tag these" />
        </>
      )}
    </div>
  )
}

const sheet = 'voxelwise-contact-sheet.html'

/** Saves the samples as one HTML page of images. */
function SaveSheet({ run, rows }: { readonly run: string; readonly rows: readonly ResultRow[] }) {
  const controller = useController()
  const task = useOwnTask()
  const save = () =>
    task.run('Reading the images…', sheet, async () =>
      download(await controller.contactSheet(run, rows), sheet),
    )
  return (
    <>
      <SmallButton disabled={task.busy !== null} onClick={save}>
        {task.busy ?? 'Save as contact sheet'}
      </SmallButton>
      {task.problem && <ErrorBox error={task.problem} />}
    </>
  )
}
