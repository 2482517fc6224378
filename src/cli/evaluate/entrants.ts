import { type Dtype, dtypes } from '../../engine/protocol/device.ts'
import { usageError } from '../base/arguments.ts'

/** A model that is to race; without a precision in that which suits it. */
export interface NamedEntrant {
  readonly model: string
  readonly dtype: Dtype | undefined
}

/** "DIR,DIR@q4": folders, each with a precision where one is wanted. @throws VoxelwiseError usage */
export function namedEntrants(list: string, usage: string): readonly NamedEntrant[] {
  const entrants = list.split(',').map(part => {
    const [, model = part, name] = /^(.+)@([^@/\\]+)$/.exec(part) ?? []
    const dtype = dtypes.find(known => known === name)
    // A folder may have the sign in its own name.
    return name !== undefined && dtype === undefined ? { model: part, dtype: undefined } : { model, dtype }
  })
  if (entrants.length > 1 && entrants.every(({ model }) => model !== '')) return entrants
  throw usageError('A race takes two models or more, parted by commas.', `--race ${list}`, usage)
}
