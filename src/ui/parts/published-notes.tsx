import { doubtfulModels, misprints, publishedColumns, publishedTotal } from '../../data/published.ts'
import { count } from '../format.ts'

const nameOf = (key: string) => publishedColumns.find(column => column.key === key)?.label ?? key

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
