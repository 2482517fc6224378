import type { Corruption, Probe } from '../engine/probes/probe.ts'

export const corruptionNames: Readonly<Record<Corruption, string>> = {
  noise: 'Noise',
  blur: 'Blur',
  contrast: 'Low contrast',
  compression: 'Compression',
  'low-resolution': 'Low resolution',
}

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
