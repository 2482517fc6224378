import { get, str } from '@voxelwise/python'
import { useEffect, useState } from 'react'
import { revokeLater } from '../../../app/run/sample-preview.ts'
import type { MappingReport } from '../../../data/formats/mapping/document.ts'
import { columnRoles, readFrom, withColumn } from '../../../data/formats/mapping/edit.ts'
import type { ProtocolReference } from '../../../engine/protocol/protocol-reference.ts'
import { findProtocol } from '../../../engine/protocol/protocols/registry.ts'
import { listImages, type Sample } from '../../../engine/protocol/sample.ts'
import { useController } from '../../hooks/use-app.ts'
import { ChoiceField } from '../../shared/controls/fields.tsx'
import { Options } from '../../shared/sample/options.tsx'
import { label } from '../../text/format.ts'
import { roleNames } from '../../text/mapping-texts.ts'

/** No column has these names. */
const none = '\u0000none'
const asItIs = '\u0000as-it-is'

interface Props {
  readonly mapping: MappingReport
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}

/** The column of each role, for each table entry of the mapping; every role can be reassigned. */
export function MappingColumns({ mapping, isOpen, onToggle }: Props) {
  const { document, tables, wantedSplit } = mapping
  const entries = document.tables.flatMap((table, entry) => {
    const read = tables.filter(each => each.entry === entry)
    const columns = [...new Set(read.flatMap(each => each.columns))]
    return read.length > 0 ? [{ table, entry, columns, files: read.map(({ file }) => file) }] : []
  })
  return (
    <details open={isOpen} onToggle={event => onToggle(event.currentTarget.open)}>
      <summary>Columns</summary>
      {entries.map(({ table, entry, columns, files }) => (
        <div key={entry}>
          {entries.length > 1 && (
            <p className="muted">
              {files.slice(0, 3).join(', ')}
              {files.length > 3 && ` and ${files.length - 3} more`}
            </p>
          )}
          <div className="tiles mapping-columns">
            {columnRoles.map(role => (
              <ColumnField
                key={role}
                label={roleNames[role]}
                from={readFrom(table, role)}
                columns={columns}
                optional={role !== 'question' && role !== 'answer'}
                document={{ document, entry, role, split: wantedSplit }}
              />
            ))}
          </div>
        </div>
      ))}
    </details>
  )
}

interface FieldProps {
  readonly label: string
  readonly from: ReturnType<typeof readFrom>
  readonly columns: readonly string[]
  readonly optional: boolean
  readonly document: {
    readonly document: MappingReport['document']
    readonly entry: number
    readonly role: (typeof columnRoles)[number]
    readonly split: string | null
  }
}

function ColumnField({ label, from, columns, optional, document: place }: FieldProps) {
  const controller = useController()
  const value = 'words' in from ? asItIs : (from.column ?? none)
  const choices = [
    ...('words' in from ? [{ value: asItIs, text: from.words }] : []),
    ...(optional ? [{ value: none, text: 'none' }] : []),
    ...columns.map(value => ({ value })),
  ]
  return (
    <ChoiceField
      label={label}
      value={value}
      choices={choices}
      onChange={chosen => {
        if (chosen === asItIs) return
        const { document, entry, role, split } = place
        const mapping = withColumn(document, entry, role, chosen === none ? null : chosen)
        void controller.changeMapping({ mapping, ...(split !== null && { split }) })
      }}
    />
  )
}

interface MappingExampleProps {
  readonly sample: Sample
  readonly protocol: ProtocolReference
}

/** One row as the mapping reads it: images, question, options, right answer and labels. */
export function MappingExample({ sample, protocol: follows }: MappingExampleProps) {
  const { fields } = sample
  const protocol = findProtocol(follows)
  const images = listImages(sample)
  const options = protocol.listOptions(fields)
  const axes = ['task', 'modality', 'parts'].flatMap(axis => get(fields, axis) ?? [])
  return (
    <article className="column">
      <div className="mapping-images">
        {images.length === 0 && <p>No image</p>}
        {images.map((path, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a path may occur twice, and the order is fixed
          <ExampleImage key={`${i} ${path}`} path={path} />
        ))}
      </div>
      <p className="place">
        {axes.length === 0 && <span>no labels</span>}
        {axes.map(value => (
          <span key={str(value)}>{label(str(value))}</span>
        ))}
      </p>
      <p className="question">{str(get(fields, 'question'))}</p>
      <Options options={options} right={protocol.rightAnswer(fields)} />
      {options.length === 0 && (
        <p>
          <span className="muted">Right answer:</span> {str(get(fields, 'answer'))}
        </p>
      )}
    </article>
  )
}

/** An image of the chosen data set, or the reason why it cannot be shown. */
function ExampleImage({ path }: { readonly path: string }) {
  const controller = useController()
  const [shown, setShown] = useState<{ readonly url: string } | { readonly problem: string } | null>(null)
  useEffect(() => {
    let url: string | null = null
    let isGone = false
    controller.datasetImageUrl(path).then(
      made => {
        if (isGone) return URL.revokeObjectURL(made)
        url = made
        setShown({ url: made })
      },
      (error: unknown) => setShown({ problem: error instanceof Error ? error.message : String(error) }),
    )
    return () => {
      isGone = true
      if (url !== null) revokeLater(url)
    }
  }, [controller, path])
  if (shown === null) return <p>…</p>
  if ('problem' in shown) return <p>{shown.problem}</p>
  return <img src={shown.url} alt={`Example: ${path}`} />
}
