import type { SourceKind } from '../../engine/protocol/identity.ts'

const sources: Readonly<Record<SourceKind, string>> = {
  bundled: 'bundled demo',
  directory: 'folder on this computer',
  files: 'folder on this computer',
  served: 'served by this computer',
  server: 'model server',
}

/** A folder’s name and its source. */
export function SourceName({ name, source }: { readonly name: string; readonly source: SourceKind }) {
  return (
    <p className="folder-name">
      <bdi>{name}</bdi> <span className="muted">{sources[source]}</span>
    </p>
  )
}
