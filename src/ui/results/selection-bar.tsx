import { ownValue } from '@voxelwise/python'
import { listAxes } from '../../engine/analysis/run-overview.ts'
import { SmallButton } from '../shared/controls/button.tsx'
import {
  everySample,
  type Filter,
  filterFromQuery,
  isOpen,
  onlyNames,
  selectionQuery,
} from '../shared/sample/filters.ts'
import { changeQuery, resultsHref } from '../state/router.ts'
import { findingName } from '../text/finding-texts.ts'
import { interval, label } from '../text/format.ts'

const levels = { low: 'perception', high: 'diagnosis', ignored: 'tasks left out' } as const
const verdicts: Readonly<Record<string, string>> = { correct: 'right', wrong: 'wrong', failed: 'failed' }

/** "CT, perception, wrong, tag “marker”". */
function selectionWords({
  axes,
  text,
  confidence,
  finding,
  field,
  level,
  tag,
  change,
  only,
}: Filter): string {
  return [
    ...listAxes.flatMap(axis => {
      const value = axes[axis]
      return value === undefined
        ? []
        : [axis === 'verdict' ? (ownValue(verdicts, value) ?? value) : label(value)]
    }),
    ...(level === null ? [] : [levels[level]]),
    ...(confidence === null ? [] : [`confidence ${interval(confidence.from, confidence.to)}`]),
    ...(finding === null ? [] : [findingName(finding)]),
    ...(field === null || (field.value === null && field.has === '')
      ? []
      : [`${field.name} ${field.value === null ? `with “${field.has}”` : `“${field.value}”`}`]),
    ...(tag === null ? [] : [`tag “${tag}”`]),
    ...(only === null ? [] : [onlyNames[only].toLowerCase()]),
    ...(change === null ? [] : [`${change} against another run`]),
    ...(text.trim() === '' ? [] : [`“${text.trim()}”`]),
  ].join(', ')
}

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
      <SmallButton onClick={() => changeQuery(everySample)}>Clear</SmallButton>
    </div>
  )
}
