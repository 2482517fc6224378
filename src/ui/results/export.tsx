import { type ReactNode, useState } from 'react'
import type { Waiter } from '../../app/controller/waiter.ts'
import { filePurposes } from '../../data/export/exported-file.ts'
import { counted } from '../../engine/base/counted.ts'
import { useOwnTask } from '../hooks/use-task.ts'
import { Button } from '../shared/controls/button.tsx'
import { download } from '../shared/controls/download.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { Working } from '../shared/controls/working.tsx'
import { useViewsFor } from '../state/saved-views.ts'
import { bytes, count } from '../text/format.ts'
import type { SavedFile } from './saved-file.ts'
import { savedFiles } from './saved-files.ts'
import type { TabProps } from './tab-props.ts'
import { useWrittenFiles } from './written-files.ts'

/** The files by what they are for. */
const groups = filePurposes.map(purpose => ({
  purpose,
  files: savedFiles.filter(file => file.purpose === purpose),
}))
const inOrder = groups.flatMap(({ files }) => files)

/** The run's report, and its files in the official formats and in our own. */
export function ExportTab({ results: { run, rows, overview }, levels }: TabProps) {
  const views = useViewsFor(overview.fields)
  const { sizes, writeBlob } = useWrittenFiles({ run: run.id, levels, views }, rows.length, inOrder)
  const { busy, problem, cancel, run: begin } = useOwnTask()
  /** The name of the file that was pressed last. */
  const [pressed, setPressed] = useState('')
  const failed = rows.filter(row => row.verdict === 'failed').length
  const start = (name: string, make: (waiting: Waiter) => Promise<Blob>) => {
    setPressed(name)
    return begin('Writing', name, async (signal, report) => {
      const made = await make({ signal, report })
      signal.throwIfAborted()
      download(made, name)
    })
  }
  const saveAll = () =>
    start(allFiles, async ({ signal, report }) => {
      const all = []
      for (const [at, file] of inOrder.entries()) {
        const tell = (what: string) => report(`File ${at + 1} of ${inOrder.length}, ${file.name}: ${what}`)
        tell('writing')
        all.push({ name: file.name, blob: await writeBlob(file, { signal, report: tell }) })
      }
      const { archive } = await import('../../data/export/archive.ts')
      return archive(all, run.created)
    })
  const working = (name: string) =>
    busy !== null && name === pressed && <Working what={busy} onCancel={cancel} />
  return (
    <>
      <h2>Export</h2>
      <Warnings overview={overview} failed={failed} levels={levels} />
      {problem && <ErrorBox error={problem} />}
      <div className="actions">
        <Button disabled={busy !== null} onClick={saveAll}>
          Save all files as one zip
        </Button>
        {working(allFiles)}
      </div>
      {groups.map(({ purpose, files }) => (
        <section key={purpose} className="stack" aria-label={purpose}>
          <h3>{purpose}</h3>
          <ul className="exports">
            {files.map(file => (
              <FileItem
                key={file.name}
                {...{ file, size: sizes.get(file), isBusy: busy !== null }}
                working={working(file.name)}
                onSave={() => start(file.name, waiting => writeBlob(file, waiting))}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

const allFiles = 'voxelwise-run.zip'

interface WarningsProps extends Pick<TabProps, 'levels'> {
  readonly overview: Pick<TabProps['results']['overview'], 'part'>
  /** Samples without an answer. */
  readonly failed: number
}

/** What the files do not contain, or not in their official form. */
function Warnings({ overview, failed, levels }: WarningsProps) {
  return (
    <>
      {overview.part && (
        <p className="warning">
          The official files cannot record that only {count(overview.part.asked)} of {count(overview.part.of)}{' '}
          questions were asked. Tell your readers, or send report.html or run.json.
        </p>
      )}
      {failed > 0 && (
        <p className="warning">
          {counted(failed, 'failed sample')} missing from the official files. run.json, inspect.eval and
          answers.csv contain {failed === 1 ? 'it' : 'them'}.
        </p>
      )}
      {(levels.high || levels.ignore) && (
        <p className="warning">
          The report and the shortcut files use your own task levels, not the official defaults.
        </p>
      )}
    </>
  )
}

interface ItemProps {
  readonly file: SavedFile
  /** Bytes; undefined before it is written. */
  readonly size: number | undefined
  readonly isBusy: boolean
  /** How far it is, if it was pressed. */
  readonly working: ReactNode
  readonly onSave: () => void
}

/** A file that can be saved, and what it is for. */
function FileItem({ file, size, isBusy, working, onSave }: ItemProps) {
  return (
    <li>
      <div>
        <Button disabled={isBusy} onClick={onSave}>
          {file.name}
        </Button>{' '}
        <span className="muted keep">{size !== undefined && bytes(size)}</span>
        {working}
      </div>
      <div>
        <p>{file.what}</p>
        <p className="muted">{file.reader}</p>
      </div>
    </li>
  )
}
