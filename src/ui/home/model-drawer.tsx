import type { Picked } from '../../app/state/state.ts'
import { ModelAdvice, ServerChoice } from '../seams.ts'
import { Button } from '../shared/controls/button.tsx'
import { Dialog } from '../shared/controls/dialog.tsx'
import { FolderButtons, type FolderWays } from './folder-card.tsx'

interface Props {
  readonly ways: FolderWays
  readonly choose: (picked: Picked) => Promise<void>
  readonly onClose: () => void
}

/** Where a model comes from: a folder, a server, or what a feature advises. */
export function ModelDrawer({ ways, choose, onClose }: Props) {
  return (
    <Dialog title="Choose a model" isDrawer onClose={onClose}>
      <FolderButtons ways={ways}>{ServerChoice && <ServerChoice choose={choose} />}</FolderButtons>
      {ModelAdvice && <ModelAdvice />}
      <form method="dialog" className="actions">
        <Button type="submit">Close</Button>
      </form>
    </Dialog>
  )
}
