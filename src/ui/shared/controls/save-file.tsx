import type { ReactNode } from 'react'
import type { Waiter } from '../../../app/controller/waiter.ts'
import { useOwnTask } from '../../hooks/use-task.ts'
import { SmallButton } from './button.tsx'
import { download } from './download.ts'
import { ErrorBox } from './error-box.tsx'
import { Working } from './working.tsx'

interface Props {
  /** Its name. */
  readonly file: string
  readonly make: (waiting: Waiter) => Promise<Blob>
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
      <SmallButton disabled={busy !== null} onClick={save}>
        {children}
      </SmallButton>
      {busy !== null && <Working what={busy} onCancel={cancel} />}
      {problem && <ErrorBox error={problem} />}
    </>
  )
}
