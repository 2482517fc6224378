import { changePreferences, usePreferences } from '../preferences.ts'
import { Dialog } from './dialog.tsx'

const keys: readonly (readonly [string, string])[] = [
  ['?', 'This help'],
  ['T', 'Next colour theme'],
  ['P', 'Pause or resume the run (on Run)'],
  ['/', 'Search (in Samples, Changed verdicts and Data quality)'],
  ['J, K', 'Next, previous row (in Samples, Chains, Changed verdicts and Data quality)'],
  ['+, −, 0', 'Zoom an image in, out, back to fit'],
  [
    'Arrow keys',
    'Move between the marks of a chart, the cells of a matrix, the rows of a list; move a zoomed image',
  ],
  ['Page Up, Page Down, Home, End', 'Move far in a list; Home and End in a chart too'],
  ['Shift + drag', 'Change the window of an image: across for its width, down for its level'],
  ['Escape', 'Close a dialog, leave full screen, drop a new name'],
]

export function Help({ onClose }: { readonly onClose: () => void }) {
  const preferences = usePreferences()
  return (
    <Dialog title="Help" onClose={onClose}>
      <p>
        Pick a data set folder and a model folder, then press Run. Every question is asked on this computer;
        no image, question or answer leaves it. Runs are kept in this browser and can be continued after a
        closed tab.
      </p>
      <h3>How to read the figures</h3>
      <p>
        Every accuracy comes with <i>n</i>, the number of answered questions, and its Wilson 95% interval. The
        fewer the questions, the wider the interval and the smaller the voxel is drawn. A hollow voxel could
        be chance.
      </p>
      <h3>Keys</h3>
      <table className="keys">
        <tbody>
          {keys.map(([key, what]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
