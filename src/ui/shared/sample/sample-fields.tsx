import { type Json, stringifyJson } from '@voxelwise/python'
import type { Sample } from '../../../engine/protocol/sample.ts'
import { FileName } from '../controls/file-name.tsx'

/** The benchmark's own fields, unchanged, and their file. */
export function SampleFields({ sample }: { readonly sample: Pick<Sample, 'fields' | 'file'> }) {
  return (
    <details className="fields">
      <summary>All fields</summary>
      <FieldList fields={sample.fields} />
      <p className="muted">
        <FileName name={sample.file} />
      </p>
    </details>
  )
}

/** Every field by name; text unchanged, everything else as JSON. */
export function FieldList({ fields }: { readonly fields: Sample['fields'] }) {
  return (
    <dl className="facts">
      {Object.entries(fields).map(([name, value]) => (
        <FieldPair key={name} name={name} value={jsonText(value)} />
      ))}
    </dl>
  )
}

function FieldPair({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt className="mono">{name}</dt>
      <dd>{value === '' ? <span className="muted">(empty)</span> : value}</dd>
    </>
  )
}

/** A field's value for display: text unchanged, everything else as JSON. */
export function jsonText(value: Json): string {
  return typeof value === 'string' ? value : stringifyJson(value)
}
