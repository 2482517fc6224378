import { useState } from 'react'
import type { LevelChoice } from '../../app/controller/controller-api.ts'
import { type ErrorInfo, internalError } from '../../engine/base/errors.ts'
import { useController } from '../hooks/use-app.ts'
import { download } from '../shared/controls/download.ts'

const file = 'comparison.html'

interface Props {
  readonly ids: readonly string[]
  readonly levels: LevelChoice
  readonly onProblem: (error: ErrorInfo | null) => void
}

/** Saves the whole comparison as one HTML file. */
export function SaveReport({ ids, levels, onProblem }: Props) {
  const controller = useController()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    onProblem(null)
    try {
      download(await controller.compareReport(ids, levels), file)
    } catch (thrown) {
      onProblem(internalError(file, thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className="button" disabled={busy} onClick={() => void save()}>
      {busy ? 'Writing the report…' : 'Save as HTML report'}
    </button>
  )
}
