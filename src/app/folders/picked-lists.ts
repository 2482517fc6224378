import type { ChosenSource } from '../../data/sources/source.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { FolderRole } from '../state/state.ts'

/**
 * Folders that were picked as single files since the page was opened, the last of each name. The browser cannot reopen
 * them in another visit. Here one stays available when another is picked after it, such as the models of a race.
 */
export class PickedLists {
  readonly #lists = new Map<string, ChosenSource>()

  note(role: FolderRole, descriptor: ChosenSource): void {
    if (descriptor.kind === 'files' && descriptor.files.length > 0)
      this.#lists.set(keyOf(role, descriptor.name), descriptor)
  }

  named(role: FolderRole, name: string): ChosenSource | undefined {
    return this.#lists.get(keyOf(role, name))
  }
}

const keyOf = (role: FolderRole, name: string): string => `${role}/${name}`

/** The folders to pick before anything can be asked. */
export interface MissingFolder {
  readonly role: FolderRole
  readonly name: string
}

const roles = { dataset: 'data set', model: 'model' } as const

/** @param missing in the words of the page: the names and their roles */
export function notPicked(missing: readonly MissingFolder[]): VoxelwiseError {
  const names = missing.map(({ role, name }) => `the ${roles[role]} “${name}”`)
  const isOne = missing.length === 1
  return new VoxelwiseError({
    code: 'permission-denied',
    subject: missing.map(({ name }) => name).join(', '),
    message: `The browser did not keep ${isOne ? 'this folder' : 'these folders'} after the page was closed.`,
    remedy: `Pick ${names.join(', then ')} again under Set up, then try again.`,
  })
}
