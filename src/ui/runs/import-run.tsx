import { useEffect, useRef, useState } from 'react'
import { counted } from '../../engine/base/counted.ts'
import { type ErrorInfo, internalError } from '../../engine/base/errors.ts'
import { useController } from '../hooks/use-app.ts'
import { navigate, resultsHref } from '../state/router.ts'
import { count } from '../text/format.ts'

/** Takes a run.json in: by its button, or dropped anywhere on the page. */
export function ImportRun({ onProblem }: { readonly onProblem: (error: ErrorInfo | null) => void }) {
  const controller = useController()
  const input = useRef<HTMLInputElement>(null)
  /** What is taken in, as far as it is known; null when nothing is. */
  const [busy, setBusy] = useState<string | null>(null)

  const take = async (file: File | undefined) => {
    if (!file) return
    onProblem(null)
    setBusy('Reading the file…')
    const from = location.hash
    try {
      const id = await controller.importFile(file, (stored, of) =>
        setBusy(`${count(stored)} of ${counted(of, 'record')}…`),
      )
      // Whoever has gone elsewhere meanwhile stays there; the run is in the list.
      if (location.hash === from) navigate(resultsHref(id))
    } catch (thrown) {
      onProblem(internalError(file.name, thrown))
    } finally {
      setBusy(null)
    }
  }
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault()
    const drop = (event: DragEvent) => {
      event.preventDefault()
      void latest.current(event.dataTransfer?.files[0])
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
      <button
        type="button"
        className="button"
        disabled={busy !== null}
        onClick={() => input.current?.click()}
      >
        {busy === null ? 'Import a file' : 'Importing…'}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        data-testid="import-input"
        aria-label="Run file"
        onChange={event => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </div>
  )
}
