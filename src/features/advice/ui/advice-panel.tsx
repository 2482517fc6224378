import { useRef, useState } from 'react'
import { Command, installDownloader } from '../../../ui/home/advice/command.tsx'
import { pick, useApp } from '../../../ui/hooks/use-app.ts'
import { ChoiceField } from '../../../ui/shared/controls/fields.tsx'
import { type AdvisedDtype, advisedDtypes, commandsFor } from '../engine/advice.ts'
import { commandNotes, weightsNote } from '../text/advice-words.ts'
import { advisedRows, chosenDevice } from './advised-rows.ts'
import { PublishedTable } from './published-table.tsx'

const precisions = [
  { value: 'fits', text: 'what fits each model' },
  ...advisedDtypes.map(value => ({ value })),
]

/** Published models, medical ones first, each in a precision that fits this machine, and commands that download them. */
export function AdvicePanel() {
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
      <PublishedTable rows={rows} device={chosenDevice(state)} onGet={get} />
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
