import { Dialog } from '../shared/controls/dialog.tsx'
import { Table, type TableColumn } from '../shared/table/table.tsx'
import { changePreferences, usePreferences } from '../state/preferences.ts'

const words: readonly (readonly [string, string])[] = [
  ['Accuracy', 'Right answers of all answered, with their number n and Wilson’s 95% interval.'],
  ['Chance', 'What guessing would give. It depends on how many options the questions have.'],
  [
    'Voxel',
    'One task in one modality and one region, such as organ recognition in CT of the chest. It is drawn smaller the wider its interval is, and hollow where it could be chance.',
  ],
  [
    'Chain, link',
    'All questions on one image, from seeing to concluding. Each pair of a perception and a diagnosis question is a link.',
  ],
  ['Shortcut', 'A link whose diagnosis is right although the perception is wrong.'],
  [
    'Scoring',
    'Generated text is what the official evaluator judges. Option probabilities read how sure the model is of each letter instead, and make Confidence possible.',
  ],
  ['Probe', 'An extra pass that asks again with one thing changed: the image, or the order of the options.'],
  [
    'Precision',
    'How weights are stored: fp32 in full, fp16 in half, q8 and q4 in 8 and 4 bits. Fewer bits need less memory and may cost accuracy.',
  ],
  ['WebGPU, WASM', 'The model runs on the graphics card, or on the processor.'],
]

const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['?'], 'This help'],
  [['T'], 'Next colour theme'],
  [['P'], 'Pause or resume the run (on Run)'],
  [['/'], 'Search (in Samples, Changed verdicts and Data quality)'],
  [['J', 'K'], 'Next, previous row (in Samples, Chains, Changed verdicts and Data quality)'],
  [['+', '−', '0'], 'Zoom an image in, out, back to fit'],
  [
    ['Arrow keys'],
    'Move between the marks of a chart, the cells of a matrix, the rows of a list; move a zoomed image',
  ],
  [['Page Up', 'Page Down', 'Home', 'End'], 'Move far in a list; Home and End in a chart too'],
  [['Shift + drag'], 'Change the window of an image: across for its width, down for its level'],
  [['Escape'], 'Close a dialog, leave full screen, drop a new name'],
]

const keyColumns: readonly TableColumn<(typeof keys)[number]>[] = [
  { key: 'keys', name: 'Keys', cell: ([names]) => names.map(name => <kbd key={name}>{name}</kbd>) },
  { key: 'what', name: 'What they do', cell: ([, what]) => what },
]

/** What the page does, how to read its figures, and its keys. */
export function Help({ onClose }: { readonly onClose: () => void }) {
  const preferences = usePreferences()
  return (
    <Dialog title="Help" onClose={onClose}>
      <p>
        Pick a data set folder and a model folder, then press Run. Every question is asked on this computer;
        no image, question or answer leaves it. Runs are kept in this browser and can be continued after a
        closed tab; a private window forgets them when it closes, so export first.
      </p>
      <h3>Words</h3>
      <dl className="words">
        {words.map(([word, meaning]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <h3>Keys</h3>
      <Table
        className="keys"
        caption="Keys"
        hasHeads={false}
        columns={keyColumns}
        rows={keys}
        keyOf={([, what]) => what}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={preferences.keys}
          onChange={event => changePreferences({ keys: event.target.checked })}
        />
        Single-key shortcuts
      </label>
      <form method="dialog" className="actions">
        <button type="submit" className="button">
          Close
        </button>
      </form>
    </Dialog>
  )
}
