import { useRef, useState } from 'react'
import type { Picked } from '../../app/state/state.ts'
import { type AdvisedDtype, advisedDtypes, commandsFor } from '../../engine/model/advice.ts'
import { pick, useApp } from '../hooks/use-app.ts'
import { Button } from '../shared/controls/button.tsx'
import { Dialog } from '../shared/controls/dialog.tsx'
import { ChoiceField } from '../shared/controls/fields.tsx'
import { commandNotes, weightsNote } from '../text/advice.ts'
import { advisedRows, deviceOf } from './advice/advised-rows.ts'
import { Command, installDownloader } from './advice/command.tsx'
import { PublishedTable } from './advice/published-table.tsx'
import { FolderButtons, type FolderWays } from './folder-card.tsx'
import { ServerPicker } from './server/server-picker.tsx'

const precisions = [
  { value: 'fits', text: 'what fits each model' },
  ...advisedDtypes.map(value => ({ value })),
]

/** Published models, medical ones first, each in a precision that fits this machine, and commands that download them. */
function AdvicePanel() {
  const state = useApp(pick('settings', 'dataset', 'device', 'trial'))
  const [chosen, setChosen] = useState<AdvisedDtype | null>(null)
  const rows = advisedRows(state, chosen)
  const [name, setName] = useState(rows[0]?.vlm.name ?? '')
  const commands = useRef<HTMLDivElement>(null)
  const get = (wanted: string) => {
    setName(wanted)
    commands.current?.scrollIntoView({ block: 'nearest' })
  }
  const row = rows.find(({ vlm }) => vlm.name === name)
  return (
    <section className="column" aria-labelledby="published-models">
      <h3 id="published-models">Published models: medical ones first, then those that fit this machine</h3>
      <PublishedTable rows={rows} device={deviceOf(state)} onGet={get} />
      <div className="tiles">
        <ChoiceField
          label="Precision"
          value={chosen ?? 'fits'}
          choices={precisions}
          onChange={value => setChosen(advisedDtypes.find(dtype => dtype === value) ?? null)}
        />
        <ChoiceField
          label="Commands for"
          value={name}
          choices={rows.map(({ vlm }) => ({ value: vlm.name }))}
          onChange={setName}
        />
      </div>
      {row && (
        <div className="column" ref={commands} aria-live="polite">
          {commandsFor(row.vlm, row.dtype).map(line => (
            <Command key={line} line={line} />
          ))}
          <p className="note prose">
            Install hf with {installDownloader}. {commandNotes(row.vlm, row.dtype).join(' ')}{' '}
            {weightsNote(row.dtype)}
          </p>
        </div>
      )}
    </section>
  )
}

interface Props {
  readonly ways: FolderWays
  readonly choose: (picked: Picked) => Promise<void>
  readonly onClose: () => void
}

/** Where a model comes from: a folder, a server, or the published models. */
export function ModelDrawer({ ways, choose, onClose }: Props) {
  return (
    <Dialog title="Choose a model" isDrawer onClose={onClose}>
      <FolderButtons ways={ways}>
        <ServerPicker choose={choose} />
      </FolderButtons>
      <AdvicePanel />
      <form method="dialog" className="actions">
        <Button type="submit">Close</Button>
      </form>
    </Dialog>
  )
}
