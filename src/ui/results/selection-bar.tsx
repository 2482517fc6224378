import { everySample, filterFromQuery, isOpen, selectionQuery } from '../shared/sample/filters.ts'
import { selectionWords } from '../shared/sample/selection-words.ts'
import { changeQuery, resultsHref } from '../state/router.ts'

/** On every tab: the selection in the address, and the way to its samples. */
export function SelectionBar({ run, query }: { readonly run: string; readonly query: URLSearchParams }) {
  const filter = filterFromQuery(query)
  if (isOpen(filter)) return null
  return (
    <div className="actions selection-bar">
      <p>
        Selected: <bdi>{selectionWords(filter)}</bdi>
      </p>
      <a className="button small" href={resultsHref(run, 'samples', selectionQuery(query))}>
        Show the samples
      </a>
      <button type="button" className="button small" onClick={() => changeQuery(everySample)}>
        Clear
      </button>
    </div>
  )
}
