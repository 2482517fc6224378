import { windowPresets } from '@voxelwise/pixels'
import { windowWords } from '../../engine/protocol/window-words.ts'
import type { SelectOption } from './choices.ts'

const offered = [
  ...[
    'file',
    ...Object.keys(windowPresets).map(name => `preset:${name}`),
    'minmax',
    'percentile:0.5-99.5',
    'rgb3',
  ],
]

/** @param chosen one that only a file or the command line names is offered, too */
export function windowChoices(chosen: string): readonly SelectOption<string>[] {
  const all = offered.includes(chosen) ? offered : [...offered, chosen]
  return all.map(value => ({ value, text: windowWords(value) }))
}
