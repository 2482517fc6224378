import type { AskedPart } from '../../../engine/analysis/asked-part.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { selectionText } from '../../../engine/protocol/selection.ts'
import { gainWords } from '../../text/estimates.ts'
import { count } from '../../text/format.ts'

/** Marks figures as estimates if only some of the questions were asked. */
export function PartNote({ part }: { readonly part: AskedPart | null }) {
  if (!part || part.asked === 0) return null
  return (
    <p className="warning">
      <strong>
        Estimate from {count(part.asked)} of {count(part.of)} questions.
      </strong>{' '}
      {partWords(part)} {part.gain && gainWords(part.gain)}
    </p>
  )
}

/** What the intervals of accuracies cover. */
function partWords({ basis, of }: Pick<AskedPart, 'basis' | 'of'>): string {
  switch (basis) {
    case 'drawn':
      return `Accuracies and overall shortcut rates have intervals for all ${count(of)} questions of this benchmark. Shortcut rates by label, and confidence, cover only the questions asked.`
    case 'dataset':
      return `These are the first questions in file order, or those of a log, not a random sample. Intervals of accuracies cover every possible result.`
    case 'unknown':
      return 'How these questions were chosen is unknown. Intervals assume a random sample and a single look.'
  }
}

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
