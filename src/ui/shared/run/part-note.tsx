import type { AskedPart } from '../../../engine/analysis/asked-part.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { gainWords, selectedWords, selectionInRun } from '../../text/estimates.ts'
import { count } from '../../text/format.ts'

/** Marks figures as estimates if only some of the questions were asked. */
export function PartNote({ part }: { readonly part: AskedPart | null }) {
  if (!part || part.asked === 0) return null
  return (
    <p className="warning">
      <strong>
        Estimate from {count(part.asked)} of {count(part.of)} {part.isSelection && 'selected '}questions.
      </strong>{' '}
      {partWords(part)} {part.gain && gainWords(part.gain)}
    </p>
  )
}

/** What the intervals of accuracies cover. */
function partWords({ basis, of, isSelection }: Pick<AskedPart, 'basis' | 'of' | 'isSelection'>): string {
  switch (basis) {
    case 'drawn':
      return `Where shown, intervals of accuracies and of overall shortcut rates are for all ${count(of)} questions of this ${isSelection ? 'selection' : 'benchmark'}. Shortcut rates by label, and confidence, cover only the questions asked.`
    case 'dataset':
      return `These are the first questions in file order, or those of a log, not a random sample. Intervals of accuracies cover every possible result.`
    case 'unknown':
      return 'How these questions were chosen is unknown. Intervals assume a random sample and a single look.'
  }
}

/** Marks figures of a run that asked only a selection of the data set. */
export function SelectionNote({ run }: { readonly run: Run }) {
  const selection = selectionInRun(run)
  if (selection === null) return null
  return (
    <p className="warning">
      <strong>Only {selection}:</strong> {selectedWords(run)}
    </p>
  )
}
