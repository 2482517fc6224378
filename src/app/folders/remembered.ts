import type { ChosenSource } from '../../data/sources/source.ts'
import type { Store } from '../../data/store/store.ts'
import type { FolderRole } from '../state/state.ts'
import { bundledFolder } from './describe.ts'

/** Whether a remembered folder can be read without asking the user again. */
export async function isAtHand(descriptor: ChosenSource): Promise<boolean> {
  if (descriptor.kind === 'directory')
    return (await descriptor.handle.queryPermission({ mode: 'read' })) === 'granted'
  // It is asked a dozen questions, and may have to load the model first.
  if (descriptor.kind === 'server') return false
  // Only the name of a list of files is remembered.
  return descriptor.kind !== 'files' || descriptor.files.length > 0
}

/** Asks the browser for a remembered directory again; needs a click. */
export async function askAgain(descriptor: ChosenSource): Promise<boolean> {
  if (descriptor.kind === 'server') return true
  if (descriptor.kind !== 'directory') return isAtHand(descriptor)
  return (await descriptor.handle.requestPermission({ mode: 'read' })) === 'granted'
}

/** The folder of the last visit; the demo on the first, and where nothing can be remembered. */
export async function lastFolder(store: Store | null, role: FolderRole): Promise<ChosenSource> {
  const last = await store?.folder(`last/${role}`)
  return last && last.kind !== 'bundled' ? last : bundledFolder(role)
}

/** The judge of the last visit; null where there was none. */
export async function lastJudge(store: Store | null): Promise<ChosenSource | null> {
  const last = await store?.folder('last/judge')
  return last?.kind === 'bundled' ? bundledFolder('judge') : (last ?? null)
}
