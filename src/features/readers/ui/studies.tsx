import { useState } from 'react'
import type { Picked } from '../../../app/state/state.ts'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import { type FolderWays, useFolderWays } from '../../../ui/home/folder-card.tsx'
import { useAsync, useLast } from '../../../ui/hooks/use-async.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { download } from '../../../ui/shared/controls/download.ts'
import { Awaited, ErrorBox } from '../../../ui/shared/controls/error-box.tsx'
import { FileButton } from '../../../ui/shared/controls/file-button.tsx'
import { Page } from '../../../ui/shared/controls/page.tsx'
import type { Desk } from '../app/desk-commands.ts'
import type { ImageFolder } from '../data/image-folder.ts'
import { FolderAgain, useImageFolder } from './image-folder.tsx'
import { NewStudy } from './new-study.tsx'
import { OneStudy } from './one-study.tsx'

/** Makes studies, lists those of this browser, and opens those of others. */
export function StudiesView({ desk }: { readonly desk: Desk }) {
  const [version, setVersion] = useState(0)
  const [error, setError] = useState<ErrorInfo | null>(null)
  const folder = useImageFolder(desk)
  const studies = useLast(useAsync(`studies ${version}`, async () => desk.remote.studies()))
  const listed = studies.status === 'ready' ? studies.value : null
  const changed = () => setVersion(version + 1)
  const guarded = async (work: () => Promise<void>) => {
    setError(null)
    try {
      await work()
    } catch (thrown) {
      setError(internalError('', thrown))
    }
  }
  const take = async (files: readonly File[]) => {
    await guarded(async () => {
      for (const file of files) await desk.remote.takeFile(file)
    })
    changed()
  }
  const ways = useFolderWays({
    ...{ title: 'Images', what: 'image', inputId: 'people-images' },
    choose: picked =>
      guarded(async () => {
        const source = imageFolder(picked)
        if (source) await folder.take(source)
      }),
  })
  const saveAll = () =>
    guarded(async () => {
      const file = await desk.remote.allFile()
      download(file, file.name)
    })
  return (
    <Page title="Have people answer">
      <p className="prose">
        People answer the same questions as a model, without its answers and without the right ones. A
        finished sitting becomes a run, or labels where replies are rated. Results and Compare show it beside
        the runs of models.
      </p>
      <section className="column" aria-labelledby="new-study">
        <h2 id="new-study">New study</h2>
        <NewStudy desk={desk} onMade={changed} />
      </section>
      <section className="column" aria-labelledby="studies">
        <h2 id="studies">Studies in this browser</h2>
        <Awaited of={studies} doing="Reading the studies…" />
        {listed?.length === 0 && <p className="muted">None yet.</p>}
        {listed?.map(study => (
          <OneStudy key={study.hash} desk={desk} study={study} onChange={changed} onError={setError} />
        ))}
      </section>
      {error && <ErrorBox error={error} />}
      <FromElsewhere {...{ ways, folder, take }} saveAll={listed && listed.length > 0 ? saveAll : null} />
    </Page>
  )
}

interface ElsewhereProps {
  readonly ways: FolderWays
  readonly folder: ReturnType<typeof useImageFolder>
  readonly take: (files: readonly File[]) => Promise<void>
  /** Null where there is nothing to save. */
  readonly saveAll: (() => Promise<void>) | null
}

/** Files of studies and answers come and go, and the images of a study from elsewhere are chosen. */
function FromElsewhere({ ways, folder, take, saveAll }: ElsewhereProps) {
  return (
    <section className="column" aria-labelledby="from-elsewhere" {...ways.target}>
      <h2 id="from-elsewhere">From another machine</h2>
      <p className="prose">
        A study’s file has its questions without their right answers. Its reader needs the images only: open
        the study, then choose the folder of images.
      </p>
      <div className="actions">
        <FileButton
          accept=".json"
          label="Study or answers"
          testId="people-file"
          disabled={false}
          several
          onFile={(_, all) => take(all)}
        >
          Open a study or answers
        </FileButton>
        <Button onClick={ways.pick}>Choose the folder of images</Button>
        {saveAll && <Button onClick={saveAll}>Save all studies and answers</Button>}
        {ways.inputs}
      </div>
      {ways.hint !== null && <p className="warning">{ways.hint}</p>}
      {folder.open !== null && <p role="status">Images are read from “{folder.open}”.</p>}
      <FolderAgain folder={folder} />
    </section>
  )
}

/** Null where a folder was not picked. */
function imageFolder(picked: Picked): ImageFolder | null {
  if (picked.from === 'handle') return { kind: 'directory', handle: picked.handle }
  return picked.from === 'files' ? { kind: 'files', name: picked.name, files: picked.files } : null
}
