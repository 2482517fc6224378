import type { Picked } from '../../app/state/state.ts'
import { Dialog } from '../shared/controls/dialog.tsx'
import { AdvicePanel } from './advice/advice-panel.tsx'
import { FolderButtons, type FolderWays } from './folder-card.tsx'
import { ServerPicker } from './server/server-picker.tsx'

interface Props {
  readonly ways: FolderWays
  readonly choose: (picked: Picked) => Promise<void>
  readonly onClose: () => void
}

/** Where a model comes from: a folder, a server, or the published models, those that fit this machine first. */
export function ModelDrawer({ ways, choose, onClose }: Props) {
  return (
    <Dialog title="Choose a model" isDrawer onClose={onClose}>
      <FolderButtons ways={ways}>
        <ServerPicker choose={choose} />
      </FolderButtons>
      <AdvicePanel />
      <form method="dialog" className="actions">
        <button type="submit" className="button">
          Close
        </button>
      </form>
    </Dialog>
  )
}
