import type { AskedPart } from '../../../engine/analysis/asked-part.ts'
import { gainWords } from '../../text/estimates.ts'
import { count } from '../../text/format.ts'

/** Says of figures that rest on a part of the questions that they are estimates, and of what. */
export function PartNote({ part }: { readonly part: AskedPart | null }) {
  if (!part || part.asked === 0) return null
  return (
    <p className="warning">
      <strong>
        An estimate: {count(part.asked)} of {count(part.of)} questions have been asked.
      </strong>{' '}
      {partWords(part)} {part.gain && gainWords(part.gain)}
    </p>
  )
}

/** What the intervals of accuracies are about, in plain words. */
export function partWords({ basis, of }: Pick<AskedPart, 'basis' | 'of'>): string {
  switch (basis) {
    case 'drawn':
      return `The intervals of accuracies are for all ${count(of)}: where each figure will stand when they have been asked. They hold however often one looks, and so do those of the shortcut rates overall. Shortcut rates by label and confidence are those of the part, with intervals for images like these.`
    case 'dataset':
      return `They were not drawn, but are the first in the data set’s order or what a log has, and need not be like the rest: the intervals of accuracies are all that the open questions leave possible.`
    case 'unknown':
      return 'What they were drawn from is not known: the intervals are for questions like these, as if drawn at random, and for a single look.'
  }
}
