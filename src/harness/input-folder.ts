import { fromInput } from '../app/folders/picking.ts'
import type { Picked } from '../app/state/state.ts'

/**
 * The folder that a command put into the `#folder` input of a page without a window. Its files stay on the disk: files
 * from a server must be in memory, which is too much for the weights of a large model.
 * @throws Error if none was put there
 */
export function inputFolder(): Extract<Picked, { from: 'files' }> {
  const input = document.querySelector<HTMLInputElement>('#folder')
  const picked = fromInput(input?.files ?? null)
  if (picked?.from === 'files') return picked
  throw new Error('No folder was put into the page.')
}

/**
 * The files that a command put into the `#files` input, as a folder. An input for whole folders skips links, of which
 * Hugging Face's cache consists; one for files follows them.
 * @param paths of the files below the folder, in the order in which they were put there
 * @throws Error if others were put there
 */
export function inputFiles(name: string, paths: readonly string[]): Extract<Picked, { from: 'files' }> {
  const files = [...(document.querySelector<HTMLInputElement>('#files')?.files ?? [])]
  if (files.length !== paths.length) throw new Error('The page was given other files than were named.')
  return { from: 'files', name, files: files.map((file, at) => ({ path: paths[at] ?? file.name, file })) }
}
