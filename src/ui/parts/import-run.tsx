import { useEffect, useRef, useState } from 'react'
import type { ErrorInfo } from '../../engine/errors.ts'
import { navigate, resultsHref } from '../router.ts'
import { useController } from '../use-app.ts'
import { unexpected } from '../use-async.ts'

/** Takes a run.json in: by its button, or dropped anywhere on the page. */
export function ImportRun({ onProblem }: { readonly onProblem: (error: ErrorInfo | null) => void }) {
  const controller = useController()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)

  const take = async (file: File | undefined) => {
    if (!file) return
    onProblem(null)
    setBusy(true)
    try {
      navigate(resultsHref(await controller.importFile(file)))
    } catch (thrown) {
      onProblem(unexpected(thrown, file.name))
    } finally {
      setBusy(false)
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
      <span className="muted">run.json, dropped here or</span>
      <button type="button" className="button" disabled={busy} onClick={() => input.current?.click()}>
        {busy ? 'Importing…' : 'Import a file'}
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
