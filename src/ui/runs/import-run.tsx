import { useEffect, useRef } from 'react'
import { counted } from '../../engine/base/counted.ts'
import type { ErrorInfo } from '../../engine/base/errors.ts'
import { useController } from '../hooks/use-app.ts'
import { useTask } from '../hooks/use-task.ts'
import { FileButton } from '../shared/controls/file-button.tsx'
import { navigate, resultsHref } from '../state/router.ts'
import { count } from '../text/format.ts'

/** Takes a run.json in: by its button, or dropped anywhere on the page. */
export function ImportRun({ onProblem }: { readonly onProblem: (error: ErrorInfo | null) => void }) {
  const controller = useController()
  const { busy, run, cancel } = useTask(onProblem)

  const take = (file: File) =>
    run('Reading the file…', file.name, async (signal, say) => {
      const from = location.hash
      const onProgress = (stored: number, of: number) => say(`${count(stored)} of ${counted(of, 'record')}…`)
      const id = await controller.importFile(file, onProgress, signal)
      // Whoever has gone elsewhere meanwhile stays there; the run is in the list.
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
      const file = event.dataTransfer?.files[0]
      if (file) void latest.current(file)
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
        {busy ?? 'Drop a run.json here, or'}
      </span>
      {busy !== null && (
        <button type="button" className="button" onClick={cancel}>
          Cancel
        </button>
      )}
      <FileButton
        accept=".json,application/json"
        label="Run file"
        testId="import-input"
        disabled={busy !== null}
        onFile={file => void take(file)}
      >
        {busy === null ? 'Import a file' : 'Importing…'}
      </FileButton>
    </div>
  )
}
