import { fromInput } from '../../src/app/folders/picking.ts'
import type { Picked } from '../../src/app/state/state.ts'

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
