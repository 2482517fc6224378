import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import { counted } from '../../engine/base/counted.ts'
import { useController } from '../hooks/use-app.ts'
import { ChoiceField } from '../shared/controls/fields.tsx'
import { findingName } from '../text/finding-texts.ts'
import { count } from '../text/format.ts'

interface Props {
  readonly overview: DatasetOverview
  readonly mapping: NonNullable<DatasetOverview['mapping']>
}

/** No split has this name. */
const byDefault = ''

/** The split and tables that were read, and the rows that were skipped, by reason. */
export function MappingFacts({ overview, mapping }: Props) {
  const controller = useController()
  const { split, splits, tables, wantedSplit, origin, document } = mapping
  const left = tables.filter(({ entry }) => entry === null)
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
            void controller.readDataset({
              ...(origin === 'file' && { mapping: document }),
              ...(chosen !== byDefault && { split: chosen }),
            })
          }
        />
      )}
      <p>
        {counted(tables.length - left.length, 'table')} read
        {left.length > 0 && `. Not used: ${left.map(({ file }) => file).join(', ')}`}.
      </p>
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
