import { fromInput } from './picking.ts'
import type { Picked } from './state.ts'

/**
 * The folder that a command put into the `#folder` input of a page without a window. Its files stay on the disk:
 * what a server sends must be held in memory, which is too much for the weights of a large model.
 * @throws Error where none was put there
 */
export function inputFolder(): Extract<Picked, { from: 'files' }> {
  const input = document.querySelector<HTMLInputElement>('#folder')
  const picked = fromInput(input?.files ?? null)
  if (picked?.from === 'files') return picked
  throw new Error('No folder was put into the page.')
}

/**
 * The folder whose files a command put one by one into the `#files` input, where they have names of their own.
 * @param paths below the folder, in the same order
 */
export function inputFiles(name: string, paths: readonly string[]): Extract<Picked, { from: 'files' }> {
  const given = document.querySelector<HTMLInputElement>('#files')?.files ?? []
  const files = paths.flatMap((path, i) => (given[i] ? [{ path, file: given[i] }] : []))
  if (files.length === paths.length) return { from: 'files', name, files }
  throw new Error(`${given.length} files were put into the page, not ${paths.length}.`)
}
