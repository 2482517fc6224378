import { useRef, useState } from 'react'
import type { Picked } from '../../app/state/state.ts'
import { type AdvisedDtype, advisedDtypes, commandsFor } from '../../engine/model/advice.ts'
import { publishedVlms } from '../../engine/model/published-vlms.ts'
import { pick, useApp } from '../hooks/use-app.ts'
import { Button } from '../shared/controls/button.tsx'
import { Dialog } from '../shared/controls/dialog.tsx'
import { ChoiceField } from '../shared/controls/fields.tsx'
import { commandNotes, weightsNote } from '../text/advice.ts'
import { Command, installDownloader } from './advice/command.tsx'
import { PublishedTable } from './advice/published-table.tsx'
import { FolderButtons, type FolderWays } from './folder-card.tsx'
import { ServerPicker } from './server/server-picker.tsx'

/** Published models, medical ones first, then those that fit this machine, and commands that download them. */
function AdvicePanel() {
  const { settings, trial } = useApp(pick('settings', 'trial'))
  const [name, setName] = useState(publishedVlms[0]?.name ?? '')
  const [chosen, setChosen] = useState<AdvisedDtype | null>(null)
  const wanted = trial.status === 'done' ? trial.what.dtype : settings.dtype
  const dtype = chosen ?? advisedDtypes.find(known => known === wanted) ?? 'q4'
  const commands = useRef<HTMLDivElement>(null)
  const get = (wanted: string, own: AdvisedDtype) => {
    setName(wanted)
    setChosen(own)
    commands.current?.scrollIntoView({ block: 'nearest' })
  }
  const vlm = publishedVlms.find(one => one.name === name)
  return (
    <section className="column" aria-labelledby="published-models">
      <h3 id="published-models">Published models: medical ones first, then those that fit this machine</h3>
      <PublishedTable dtype={dtype} onGet={get} />
      <div className="tiles">
        <ChoiceField
          label="Weights"
          value={dtype}
          choices={advisedDtypes.map(value => ({ value }))}
          note={weightsNote(dtype)}
          onChange={setChosen}
        />
        <ChoiceField
          label="Commands for"
          value={name}
          choices={publishedVlms.map(one => ({ value: one.name }))}
          onChange={setName}
        />
      </div>
      {vlm && (
        <div className="column" ref={commands} aria-live="polite">
          {commandsFor(vlm, dtype).map(line => (
            <Command key={line} line={line} />
          ))}
          <p className="note prose">
            Install hf with {installDownloader}. {commandNotes(vlm, dtype).join(' ')}
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
