import type { Corruption, Probe, Strength } from '../protocol/probe.ts'
import { interventions } from './passes.ts'

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
    case 'paraphrase':
      return `Other wording ${probe.wording}`
    case 'rotate':
      return `Image turned by ${probe.turn}°`
    case 'corruption':
      return `${corruptionNames[probe.corruption]}, strength ${probe.strength}`
    default:
      return interventions.find(({ probes: [own] }) => own?.kind === probe.kind)?.name ?? probe.kind
  }
}
