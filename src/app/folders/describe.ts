import type { ChosenSource, SourceDescriptor } from '../../data/sources/source.ts'
import type { FolderRole, Picked } from '../state/state.ts'

const demoModel = { name: 'phantom-vlm', path: 'models/phantom-vlm/' } as const

const bundled: Readonly<Record<FolderRole | 'judge', { readonly name: string; readonly path: string }>> = {
  dataset: { name: 'phantom-cube', path: 'datasets/phantom-cube/' },
  model: demoModel,
  judge: demoModel,
}

/** The demo, wherever below its host the page is. */
export function bundledFolder(role: FolderRole | 'judge'): SourceDescriptor {
  const { name, path } = bundled[role]
  return { kind: 'bundled', name, base: new URL(path, document.baseURI).pathname }
}

/** The address where our own server forwards questions, wherever below its host the page is. */
export const modelServerBase = (): string => new URL('model-server/', document.baseURI).pathname

/** The user's choice, as a source to open. */
export function describe(role: FolderRole | 'judge', picked: Picked): ChosenSource {
  switch (picked.from) {
    case 'demo':
      return bundledFolder(role)
    case 'handle':
      return { kind: 'directory', handle: picked.handle }
    case 'files':
      return { kind: 'files', name: picked.name, files: picked.files }
    case 'served':
      return { kind: 'served', name: picked.name, base: picked.base }
    case 'server':
      return { kind: 'server', name: picked.model, base: modelServerBase() }
  }
}
