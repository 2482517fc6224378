import type { ChosenSource, SourceDescriptor } from '../../data/sources/source.ts'
import type { Store } from '../../data/store/store.ts'
import type { FolderRole, Picked } from '../state/state.ts'

const demoModel = { name: 'phantom-vlm', path: 'models/phantom-vlm/' } as const

const bundled: Readonly<Record<FolderRole, { readonly name: string; readonly path: string }>> = {
  dataset: { name: 'phantom-cube', path: 'datasets/phantom-cube/' },
  model: demoModel,
  judge: demoModel,
}

/** The demo, wherever below its host the page is. */
export function bundledFolder(role: FolderRole): SourceDescriptor {
  const { name, path } = bundled[role]
  return { kind: 'bundled', name, base: new URL(path, document.baseURI).pathname }
}

/** The address where our own server forwards questions, wherever below its host the page is. */
export const modelServerBase = (): string => new URL('model-server/', document.baseURI).pathname

export function describe(role: FolderRole, picked: Picked): ChosenSource {
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
    case 'copy':
      return { kind: 'copy', id: picked.id, name: picked.name }
  }
}

/** Whether a remembered folder can be read without asking the user again. */
export async function isAtHand(descriptor: ChosenSource): Promise<boolean> {
  if (descriptor.kind === 'adapted')
    return (await isAtHand(descriptor.model)) && (await isAtHand(descriptor.adapter))
  if (descriptor.kind === 'directory')
    return (await descriptor.handle.queryPermission({ mode: 'read' })) === 'granted'
  // It is asked a dozen questions, and may have to load the model first.
  if (descriptor.kind === 'server') return false
  // Only the name of a list of files is remembered.
  return descriptor.kind !== 'files' || descriptor.files.length > 0
}

/** Asks the browser for a remembered directory again; needs a click. */
export async function askForDirectory(descriptor: ChosenSource): Promise<boolean> {
  if (descriptor.kind === 'server') return true
  if (descriptor.kind === 'adapted')
    return (await askForDirectory(descriptor.model)) && (await askForDirectory(descriptor.adapter))
  if (descriptor.kind !== 'directory') return isAtHand(descriptor)
  return (await descriptor.handle.requestPermission({ mode: 'read' })) === 'granted'
}

/** The folder of the last visit; on the first, and where nothing can be remembered, the demo, and no judge. */
export async function lastFolder(store: Store | null, role: FolderRole): Promise<ChosenSource | null> {
  const last = await store?.folders.source(`last/${role}`)
  if (!last && role === 'judge') return null
  return last && last.kind !== 'bundled' ? last : bundledFolder(role)
}
