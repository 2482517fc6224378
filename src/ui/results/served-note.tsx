import type { ServedAnswers } from '../../engine/analysis/served-answers.ts'
import { servedWords } from '../text/server.ts'

/** What happened to the answers of a server; nothing where they just came. */
export function ServedNote({ served }: { readonly served: ServedAnswers }) {
  return servedWords(served).map(words => (
    <p key={words} className="muted">
      {words}
    </p>
  ))
}
