import { useState } from 'react'
import { needsConfirming } from '../../../app/state/state.ts'
import type { DatasetOverview } from '../../../data/formats/dataset-overview.ts'
import { readMapping } from '../../../data/formats/mapping/check.ts'
import { mappingJson } from '../../../data/formats/mapping/write.ts'
import { checkJsonSize } from '../../../data/sources/file-limits.ts'
import type { ErrorInfo } from '../../../engine/base/errors.ts'
import { parseJson, stringifyJson } from '../../../engine/base/json.ts'
import { pick, useApp, useController } from '../../hooks/use-app.ts'
import { useTask } from '../../hooks/use-task.ts'
import { download } from '../../shared/controls/download.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { FileButton } from '../../shared/controls/file-button.tsx'
import { mappingWords } from '../../text/mapping-texts.ts'
import { MappingColumns, MappingExample } from './mapping-columns.tsx'
import { MappingFacts } from './mapping-facts.tsx'

interface Props {
  readonly overview: DatasetOverview
  readonly mapping: NonNullable<DatasetOverview['mapping']>
  readonly onConfirmed: () => void
}

const MOST_BYTES = 1_000_000

/** The column mapping of a data set, with example rows: the user checks, changes and confirms it. */
export function MappingPanel({ overview, mapping, onConfirmed }: Props) {
  const controller = useController()
  const state = useApp(pick('dataset', 'confirmed', 'isPartGuessed', 'isMappingKept'))
  const [problem, setProblem] = useState<ErrorInfo | null>(null)
  const [isOpen, setOpen] = useState(false)
  const task = useTask(setProblem)
  const load = (file: File) =>
    task.run('Reading the mapping…', file.name, async () => {
      checkJsonSize(file.name, file.size, MOST_BYTES)
      const document = readMapping(parseJson(await file.text()), file.name)
      await controller.readDataset({ mapping: document, ...splitOf(mapping) })
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
    <section className="mapping" aria-labelledby="mapping">
      <h3 id="mapping">Column mapping</h3>
      <p>{mappingWords(mapping)}</p>
      <MappingFacts overview={overview} mapping={mapping} onChange={() => setOpen(true)} />
      <div className="actions">
        {needsConfirming(state) && (
          <button type="button" className="button primary" onClick={() => void confirm()}>
            Confirm the mapping
          </button>
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
        <button type="button" className="button" onClick={save}>
          Save the mapping
        </button>
      </div>
      <div className="mapping-examples">
        {mapping.examples.map(sample => (
          <MappingExample key={sample.index} sample={sample} protocol={overview.protocol} />
        ))}
      </div>
      <MappingColumns mapping={mapping} isOpen={isOpen} onToggle={setOpen} />
      {state.isMappingKept && (
        <p className="muted">
          Saved in this browser for folders named <bdi>{overview.name}</bdi>.{' '}
          <button type="button" className="button small" onClick={() => void controller.forgetMapping()}>
            Forget this mapping
          </button>
        </p>
      )}
      {problem && <ErrorBox error={problem} />}
    </section>
  )
}

const splitOf = ({ wantedSplit }: Props['mapping']) => (wantedSplit === null ? {} : { split: wantedSplit })
