import { useEffect, useRef, useState } from 'react'
import { filePurposes } from '../../data/export/exported-files.ts'
import { counted } from '../../engine/base/counted.ts'
import { useController } from '../hooks/use-app.ts'
import { useOwnTask } from '../hooks/use-task.ts'
import { Button } from '../shared/controls/button.tsx'
import { download } from '../shared/controls/download.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { isFor, useSavedViews, viewOf } from '../state/saved-views.ts'
import { bytes, count } from '../text/format.ts'
import type { FileSubject, SavedFile } from './saved-file.ts'
import { savedFiles } from './saved-files.ts'
import type { TabProps } from './tab-props.ts'

/** The files by what they are for. */
const groups = filePurposes.map(purpose => ({
  purpose,
  files: savedFiles.filter(file => file.purpose === purpose),
}))
const inOrder = groups.flatMap(({ files }) => files)

/** Runs of up to this many answers have their files written ahead, to show how large they are. */
const manyAnswers = 5000

/** The run's report, and its files in the official formats and in our own. */
export function ExportTab({ results: { run, rows, overview }, levels }: TabProps) {
  const saved = useSavedViews().filter(view => isFor(view, overview.fields))
  const views = saved.map(({ tab, query }) => viewOf(tab, new URLSearchParams(query), overview.fields))
  const { sizes, blobOf } = useFiles({ run: run.id, levels, views }, rows.length)
  const { busy, problem, run: begin } = useOwnTask()
  const failed = rows.filter(row => row.verdict === 'failed').length
  const save = (file: SavedFile) =>
    begin(file.name, file.name, async () => download(await blobOf(file), file.name))
  const saveAll = () =>
    begin(allFiles, allFiles, async (_, report) => {
      const all = []
      for (const file of inOrder) {
        report(file.name)
        all.push({ name: file.name, blob: await blobOf(file) })
      }
      const { archive } = await import('../../data/export/other-tools.ts')
      download(await archive(all, run.created), allFiles)
    })
  return (
    <>
      <h2>Export</h2>
      <Warnings overview={overview} failed={failed} levels={levels} />
      {problem && <ErrorBox error={problem} />}
      <div className="actions">
        <Button disabled={busy !== null} onClick={saveAll}>
          Save all files as one zip
        </Button>
      </div>
      {groups.map(({ purpose, files }) => (
        <section key={purpose} className="stack" aria-label={purpose}>
          <h3>{purpose}</h3>
          <ul className="exports">
            {files.map(file => (
              <FileItem
                key={file.name}
                {...{ file, size: sizes.get(file), isBusy: busy !== null, onSave: () => save(file) }}
              />
            ))}
          </ul>
        </section>
      ))}
      <p className="visually-hidden" role="status">
        {busy && `Writing ${busy}`}
      </p>
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
  readonly onSave: () => void
}

/** A file that can be saved, and what it is for. */
function FileItem({ file, size, isBusy, onSave }: ItemProps) {
  return (
    <li>
      <div>
        <Button disabled={isBusy} onClick={onSave}>
          {file.name}
        </Button>{' '}
        <span className="muted keep">{size !== undefined && bytes(size)}</span>
      </div>
      <div>
        <p>{file.what}</p>
        <p className="muted">{file.reader}</p>
      </div>
    </li>
  )
}

/** The run's files, each written once, and the sizes of those that are written. */
function useFiles(subject: FileSubject, answers: number) {
  const controller = useController()
  const of = `${answers} answers of ${JSON.stringify(subject)}`
  const [sizes, setSizes] = useState<{ of: string; bytes: ReadonlyMap<SavedFile, number> }>({
    of,
    bytes: new Map(),
  })
  const written = useRef({ of, blobs: new Map<SavedFile, Promise<Blob>>() })
  if (written.current.of !== of) written.current = { of, blobs: new Map() }
  const blobOf = (file: SavedFile): Promise<Blob> => {
    const { blobs } = written.current
    const known = blobs.get(file)
    if (known !== undefined) return known
    const blob = file.write(controller, subject)
    blobs.set(file, blob)
    blob.then(
      ({ size }) =>
        setSizes(last => ({ of, bytes: new Map(last.of === of ? last.bytes : []).set(file, size) })),
      // The caller shows the error; the next press tries again.
      () => blobs.delete(file),
    )
    return blob
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` stands for everything that is read
  useEffect(() => {
    if (answers > manyAnswers) return
    let isCurrent = true
    const writeAhead = async () => {
      for (const file of inOrder) {
        if (!isCurrent) return
        // A press on the file shows what went wrong.
        if (file.isWrittenAhead) await blobOf(file).catch(() => null)
      }
    }
    const timer = setTimeout(() => void writeAhead(), 500)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [of])
  return { sizes: sizes.of === of ? sizes.bytes : new Map<SavedFile, number>(), blobOf }
}
