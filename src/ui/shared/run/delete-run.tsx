import { useState } from 'react'
import type { Run } from '../../../engine/protocol/run.ts'
import { useController } from '../../hooks/use-app.ts'
import { Button, SmallButton } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'

/** Deletes a run after confirmation. */
export function DeleteRun({ run }: { readonly run: Run }) {
  const controller = useController()
  const [asking, setAsking] = useState(false)
  const close = async (answer: string) => {
    setAsking(false)
    if (answer !== 'delete') return
    await controller.deleteRun(run.id)
    // The pressed button disappears with the run, and keyboard focus would be lost with it.
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    <>
      <SmallButton onClick={() => setAsking(true)}>Delete</SmallButton>
      {asking && (
        <Dialog title="Delete this run?" onClose={answer => void close(answer)}>
          <p>
            Deletes “<bdi>{run.name}</bdi>” with all its answers{run.parent === undefined && ' and probes'}{' '}
            from this browser. Export run.json first if you may need it again.
          </p>
          <form method="dialog" className="actions">
            <Button type="submit">Keep it</Button>
            <Button type="submit" look="danger" value="delete">
              Delete the run
            </Button>
          </form>
        </Dialog>
      )}
    </>
  )
}
