import type { ReactNode } from 'react'
import type { Waiting } from '../../../app/controller/waiting.ts'
import { useOwnTask } from '../../hooks/use-task.ts'
import { SmallButton } from './button.tsx'
import { download } from './download.ts'
import { ErrorBox } from './error-box.tsx'

interface Props {
  /** Its name. */
  readonly file: string
  readonly make: (waiting: Waiting) => Promise<Blob>
  readonly children: ReactNode
}

/** A button that saves a file which takes time to make: meanwhile it shows how far it is, with a way out. */
export function SaveFile({ file, make, children }: Props) {
  const { busy, problem, cancel, run } = useOwnTask()
  const save = () =>
    run('Reading…', file, async (signal, report) => {
      const made = await make({ signal, report })
      signal.throwIfAborted()
      download(made, file)
    })
  return (
    <>
      {busy === null ? (
        <SmallButton onClick={save}>{children}</SmallButton>
      ) : (
        <span className="row">
          <span className="note" role="status">
            {busy}
          </span>
          <SmallButton onClick={cancel}>Cancel</SmallButton>
        </span>
      )}
      {problem && <ErrorBox error={problem} />}
    </>
  )
}
