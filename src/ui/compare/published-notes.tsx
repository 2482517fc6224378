import {
  citation,
  doubtfulModels,
  misprints,
  publishedColumns,
  publishedTotal,
} from '../../engine/analysis/published.ts'
import { count } from '../text/format.ts'

const nameOf = (key: string) => publishedColumns.find(column => column.key === key)?.label ?? key

/** What the published table is, before it. */
export function PublishedIntro() {
  return (
    <>
      <strong>Published, not measured here.</strong> Accuracy in % as printed in {citation}, over{' '}
      {count(publishedTotal)} samples; the first row is guessing. A run compares with it only where it was
      made on the same samples.
    </>
  )
}

/** What a reader of the published table must know. */
export function PublishedNotes() {
  return (
    <ul className="notes">
      <li>
        Overall is over all {count(publishedTotal)} samples; modalities and regions leave out View and Imaging
        Protocols Recognition and sum to 6,626.
      </li>
      <li>Some cells are truncated rather than rounded, so a last digit may be one too low.</li>
      {misprints.map(({ model, key, printed, meant }) => (
        <li key={`${model} ${key}`}>
          * {model}, {nameOf(key)}: printed {printed.toFixed(2)}, but the other cells make it{' '}
          {meant.toFixed(2)}.
        </li>
      ))}
      <li>
        † {doubtfulModels.join(' and ')}: their tasks do not make up their overall figure; which cell is off
        cannot be told.
      </li>
    </ul>
  )
}
