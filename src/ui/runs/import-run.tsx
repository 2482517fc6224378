import { useEffect, useRef } from 'react'
import { counted } from '../../engine/base/counted.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import { useController } from '../hooks/use-app.ts'
import { useTask } from '../hooks/use-task.ts'
import { FileButton } from '../shared/controls/file-button.tsx'
import { navigate, resultsHref } from '../state/router.ts'
import { count } from '../text/format.ts'

/** Imports a run.json, shards, or another tool's log, by button or by drop anywhere on the page. */
export function ImportRun({ onProblem }: { readonly onProblem: (error: ErrorInfo | null) => void }) {
  const controller = useController()
  const { busy, run, cancel } = useTask(onProblem)

  const take = (files: readonly File[]) =>
    run('Reading the file…', files[0]?.name ?? '', async (signal, say) => {
      const from = location.hash
      const onProgress = (stored: number, of: number) => say(`${count(stored)} of ${counted(of, 'record')}…`)
      const id = await controller.importFiles(files, onProgress, signal)
      // A user who has navigated away stays there; the run is in the list.
      if (location.hash === from) navigate(resultsHref(id))
    })
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault()
    const drop = (event: DragEvent) => {
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) void latest.current(files)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', drop)
    }
  }, [])

  return (
    <div className="actions">
      <span className="muted" role="status">
        {busy ?? 'Drop a run.json, shards, or an Inspect, lmms-eval or VLMEvalKit log here, or'}
      </span>
      {busy !== null && (
        <button type="button" className="button" onClick={cancel}>
          Cancel
        </button>
      )}
      <FileButton
        accept=".json,.jsonl,.eval,.tsv,.xlsx,application/json"
        several
        label="Run file"
        testId="import-input"
        disabled={busy !== null}
        onFile={(_, files) => void take(files)}
      >
        {busy === null ? 'Import a file' : 'Importing…'}
      </FileButton>
    </div>
  )
}
