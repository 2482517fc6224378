import { useState } from 'react'
import type { ErrorInfo } from '../../engine/errors.ts'
import type { LevelChoice } from '../controller-api.ts'
import { download } from '../download.ts'
import { useController } from '../use-app.ts'
import { unexpected } from '../use-async.ts'

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
      onProblem(unexpected(thrown, file))
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
