import type { DatasetOverview } from '../../../data/formats/dataset-overview.ts'
import { columnUsesIn, doubtLines, tableLines } from '../../../data/formats/mapping/reading-words.ts'
import { counted } from '../../../engine/base/counted.ts'
import { useController } from '../../hooks/use-app.ts'
import { ChoiceField } from '../../shared/controls/fields.tsx'
import { findingName } from '../../text/finding-texts.ts'
import { count } from '../../text/format.ts'

interface Props {
  readonly overview: DatasetOverview
  readonly mapping: NonNullable<DatasetOverview['mapping']>
  /** Shows where the columns can be changed. */
  readonly onChange: () => void
}

/** Tables on one screen. */
const MOST_TABLES = 8

/** No split has this name. */
const byDefault = ''

/** What each table counted as, what its columns were used for, and the rows that were skipped, by reason. */
export function MappingFacts({ overview, mapping, onChange }: Props) {
  const controller = useController()
  const { split, splits, wantedSplit, origin, document } = mapping
  const lines = tableLines(mapping)
  const shown = lines.slice(0, MOST_TABLES)
  const skipped = Object.entries(overview.counts.skipped).filter(([, n]) => n > 0)
  const name = split === null ? 'all rows' : split
  return (
    <div className="mapping-facts">
      {splits.length > 0 && (
        <ChoiceField
          label="Split"
          value={wantedSplit ?? byDefault}
          choices={[
            { value: byDefault, name, text: `Default (${name})`, reason: null },
            ...splits.map(each => ({ value: each, name: each, text: each, reason: null })),
          ]}
          onChange={chosen =>
            void controller.changeMapping({
              ...(origin === 'file' && { mapping: document }),
              ...(chosen !== byDefault && { split: chosen }),
            })
          }
        />
      )}
      <ul>
        {shown.map(line => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > shown.length && <li>and {counted(lines.length - shown.length, 'more table')}</li>}
      </ul>
      {columnUsesIn(mapping).map(uses => (
        <dl key={JSON.stringify(uses)} className="column-uses">
          {uses.map(({ role, columns }) => (
            <div key={role}>
              <dt>{role}</dt>
              <dd>{columns.join(', ') || 'none'}</dd>
            </div>
          ))}
        </dl>
      ))}
      <div className="mapping-doubts">
        {doubtLines(mapping).map(line => (
          <p key={line} className="warning">
            {line}
          </p>
        ))}
        <button type="button" className="button small" onClick={onChange}>
          Change the columns
        </button>
      </div>
      {skipped.length === 0 ? (
        <p className="muted">No rows skipped.</p>
      ) : (
        <ul>
          {skipped.map(([reason, n]) => (
            <li key={reason}>
              <a href="#/quality">{findingName(reason)}</a> <span className="muted">{count(n)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
