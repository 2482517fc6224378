import { parseJson, stringifyJson } from '@voxelwise/python'
import { useState } from 'react'
import { needsConfirming } from '../../../app/state/state.ts'
import type { DatasetOverview } from '../../../data/formats/dataset-overview.ts'
import { readMapping } from '../../../data/formats/mapping/check.ts'
import { columnUsesIn, doubtLines, tableLines } from '../../../data/formats/mapping/reading-words.ts'
import { mappingJson } from '../../../data/formats/mapping/write.ts'
import { checkJsonSize } from '../../../data/sources/file-limits.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { ErrorInfo } from '../../../engine/base/errors.ts'
import { pick, useApp, useController } from '../../hooks/use-app.ts'
import { useTask } from '../../hooks/use-task.ts'
import { Button, SmallButton } from '../../shared/controls/button.tsx'
import { download } from '../../shared/controls/download.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { Facts } from '../../shared/controls/facts.tsx'
import { ChoiceField } from '../../shared/controls/fields.tsx'
import { FileButton } from '../../shared/controls/file-button.tsx'
import { findingName } from '../../text/finding-texts.ts'
import { count } from '../../text/format.ts'
import { mappingWords } from '../../text/mapping-texts.ts'
import { MappingColumns, MappingExample } from './mapping-columns.tsx'

interface MappingFactsProps {
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
function MappingFacts({ overview, mapping, onChange }: MappingFactsProps) {
  const controller = useController()
  const { split, splits, wantedSplit, origin, document } = mapping
  const lines = tableLines(mapping)
  const shown = lines.slice(0, MOST_TABLES)
  const skipped = Object.entries(overview.counts.skipped).filter(([, n]) => n > 0)
  const name = split === null ? 'all rows' : split
  return (
    <div className="tiles">
      {splits.length > 0 && (
        <ChoiceField
          label="Split"
          value={wantedSplit ?? byDefault}
          choices={[{ value: byDefault, text: `Default (${name})` }, ...splits.map(value => ({ value }))]}
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
        <Facts
          key={JSON.stringify(uses)}
          facts={uses.map(({ role, columns }) => ({ name: role, value: columns.join(', ') || 'none' }))}
        />
      ))}
      <div className="stack">
        {doubtLines(mapping).map(line => (
          <p key={line} className="warning">
            {line}
          </p>
        ))}
        <SmallButton onClick={onChange}>Change the columns</SmallButton>
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

interface Props {
  readonly overview: DatasetOverview
  readonly mapping: NonNullable<DatasetOverview['mapping']>
  readonly onConfirmed: () => void
  /** Whether the columns can be changed: kept by the caller, because each change reads the data set again. */
  readonly isEditing: boolean
  readonly onEdit: (isEditing: boolean) => void
}

const MOST_BYTES = 1_000_000

/** The column mapping of a data set, with example rows: the user checks, changes and confirms it. */
export function MappingPanel({ overview, mapping, onConfirmed, isEditing, onEdit }: Props) {
  const controller = useController()
  const state = useApp(pick('dataset', 'confirmed', 'isPartGuessed', 'isMappingKept'))
  const [problem, setProblem] = useState<ErrorInfo | null>(null)
  const task = useTask(setProblem)
  const load = (file: File) =>
    task.run('Reading the mapping…', file.name, async () => {
      checkJsonSize(file.name, file.size, MOST_BYTES)
      const document = readMapping(parseJson(await file.text()), file.name)
      await controller.readDataset({ mapping: document, ...splitOption(mapping) })
    })
  const confirm = async () => {
    await controller.confirmMapping()
    onConfirmed()
  }
  const save = () => {
    const text = stringifyJson(mappingJson(mapping.document), { indent: 2 })
    download(new Blob([`${text}\n`], { type: 'application/json' }), `${overview.name}.mapping.json`)
  }
  return (
    <section className="column mapping" aria-labelledby="mapping">
      <h3 id="mapping">Column mapping</h3>
      <p>{mappingWords(mapping)}</p>
      <MappingFacts overview={overview} mapping={mapping} onChange={() => onEdit(true)} />
      <div className="actions">
        {needsConfirming(state) && (
          <Button look="primary" onClick={confirm}>
            Confirm the mapping
          </Button>
        )}
        <FileButton
          accept=".json,application/json"
          label="Mapping file"
          testId="mapping-input"
          disabled={task.busy !== null}
          onFile={file => void load(file)}
        >
          {task.busy ?? 'Load a mapping'}
        </FileButton>
        <Button onClick={save}>Save the mapping</Button>
      </div>
      <div className="tiles mapping-examples">
        {mapping.examples.map(sample => (
          <MappingExample key={sample.index} sample={sample} protocol={overview.protocol} />
        ))}
      </div>
      <MappingColumns mapping={mapping} isOpen={isEditing} onToggle={onEdit} />
      {state.isMappingKept && (
        <p className="muted">
          Saved in this browser for folders named <bdi>{overview.name}</bdi>.{' '}
          <SmallButton onClick={() => controller.forgetMapping()}>Forget this mapping</SmallButton>
        </p>
      )}
      {problem && <ErrorBox error={problem} />}
    </section>
  )
}

const splitOption = ({ wantedSplit }: Props['mapping']) =>
  wantedSplit === null ? {} : { split: wantedSplit }
