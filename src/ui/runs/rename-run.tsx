import { useEffect, useRef, useState } from 'react'
import type { Run } from '../../engine/protocol/run.ts'
import { useController } from '../hooks/use-app.ts'

/** Edits a run's name: Enter saves, Escape cancels. */
export function RenameRun({ run, onEnd }: { readonly run: Run; readonly onEnd: () => void }) {
  const controller = useController()
  const [name, setName] = useState(run.name)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <form
      className="rename"
      onSubmit={event => {
        event.preventDefault()
        const next = name.trim()
        if (next && next !== run.name) void controller.renameRun(run.id, next)
        onEnd()
      }}
    >
      <input
        ref={field}
        aria-label="Name of the run"
        value={name}
        maxLength={1000}
        onChange={event => setName(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && onEnd()}
      />
      <button type="submit" className="button">
        Save
      </button>
    </form>
  )
}
