import type { Run } from '../../../engine/protocol/run.ts'
import { selectionText } from '../../../engine/protocol/selection.ts'
import { count } from '../../text/format.ts'

/** Marks figures of a run that asked only a selection of the data set. */
export function SelectionNote({ run: { settings, dataset, total } }: { readonly run: Run }) {
  if (!settings.only) return null
  return (
    <p className="warning">
      <strong>Only {selectionText(settings.only)}:</strong> {count(total)} of {count(dataset.counts.loaded)}{' '}
      questions. All figures are for this selection.
    </p>
  )
}
