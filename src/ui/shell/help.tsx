import { Button } from '../shared/controls/button.tsx'
import { Dialog } from '../shared/controls/dialog.tsx'
import { Facts } from '../shared/controls/facts.tsx'
import { Table, type TableColumn } from '../shared/table/table.tsx'
import { changePreferences, usePreferences } from '../state/preferences.ts'

const terms: readonly (readonly [string, string])[] = [
  [
    'Accuracy',
    'Right answers as a share of all n answers, with a 95% interval that counts images, not questions.',
  ],
  [
    'Guessing',
    'The guessing rate is the expected accuracy of random answers. The most frequent answer is what one right answer per task would score.',
  ],
  [
    'Voxel',
    'One task in one modality and region, such as organ recognition in chest CT. Large marks have many answers. A hollow mark may be guessing, or the most frequent answer. In a hatched one, one answer is always right or always given.',
  ],
  [
    'Chain, link',
    'A chain is all questions on one image, from perception to diagnosis. A link is one perception question and one diagnosis question of a chain.',
  ],
  ['Shortcut', 'A link with a right diagnosis but a wrong perception.'],
  [
    'Scoring',
    'Generated text is the official method. Option probabilities measure the model’s confidence in each letter instead.',
  ],
  ['Probe', 'The same questions again with one change: another image, or another order of options.'],
  [
    'Precision',
    'Bits per weight: fp32 has 32, fp16 has 16, q8 has 8, q4 has 4. Fewer bits need less memory but may reduce accuracy.',
  ],
  ['WebGPU, WASM', 'WebGPU runs the model on the graphics card, WASM on the processor.'],
]

const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['?'], 'This help'],
  [['Ctrl + Enter', '⌘ + Enter'], 'Run (on Set up)'],
  [['T'], 'Change the colour theme'],
  [['P'], 'Pause or resume the run (on Run)'],
  [['/'], 'Search (in Samples, Changed verdicts and Data quality)'],
  [['J', 'K'], 'Next, previous row (in Samples, Chains, Changed verdicts and Data quality)'],
  [['X'], 'Tick or untick the open sample (in Samples)'],
  [['1', '…', '9'], 'Give the open sample a tag, or remove it (in Samples)'],
  [['+', '−', '0'], 'Zoom an image in, out, back to fit'],
  [['Arrow keys'], 'Move between chart marks, matrix cells or list rows; move a zoomed image'],
  [
    ['Page Up', 'Page Down', 'Home', 'End'],
    'Move by page or to the ends of a list; Home and End also work in charts',
  ],
  [['Shift + drag'], 'Change an image: left for contrast, up for brightness'],
  [['Escape'], 'Close a dialog, leave full screen, cancel renaming'],
]

const keyColumns: readonly TableColumn<(typeof keys)[number]>[] = [
  { key: 'keys', name: 'Keys', cell: ([names]) => names.map(name => <kbd key={name}>{name}</kbd>) },
  { key: 'what', name: 'Action', cell: ([, what]) => what },
]

/** Help: what the page does, its terms and its keys. */
export function Help({ onClose }: { readonly onClose: () => void }) {
  const preferences = usePreferences()
  return (
    <Dialog title="Help" onClose={onClose}>
      <p>
        Choose a data set and a model, then press Run. The model runs on this computer; no image, question or
        answer leaves it. Runs are stored in this browser, and you can continue them after closing the tab. A
        private window deletes them when it closes, so export them first.
      </p>
      <h3>Terms</h3>
      <Facts facts={terms.map(([name, value]) => ({ name, value }))} />
      <h3>Keys</h3>
      <Table
        className="data keys"
        caption="Keys"
        hasHeads={false}
        columns={keyColumns}
        rows={keys}
        rowKey={([, what]) => what}
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
        <Button type="submit">Close</Button>
      </form>
    </Dialog>
  )
}
