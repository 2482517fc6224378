import type { Corruption, Probe, Strength } from '../protocol/probe.ts'

export const corruptionNames: Readonly<Record<Corruption, string>> = {
  noise: 'Noise',
  blur: 'Blur',
  contrast: 'Low contrast',
  compression: 'Compression',
  'low-resolution': 'Low resolution',
}

/** "Low contrast 3". */
export const corruptedName = (spoilt: {
  readonly corruption: Corruption
  readonly strength: Strength
}): string => `${corruptionNames[spoilt.corruption]} ${spoilt.strength}`

/** A pass in a few words. */
export function probeName(probe: Probe): string {
  switch (probe.kind) {
    case 'option-order':
      return `Options moved by ${probe.shift}`
    case 'blank-image':
      return 'Blank image'
    case 'swapped-image':
      return 'Wrong image'
    case 'corruption':
      return `${corruptionNames[probe.corruption]}, strength ${probe.strength}`
  }
}
