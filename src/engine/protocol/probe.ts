/** What an extra pass over the samples changes. Everything else stays as in the run it belongs to. */
export const corruptions = ['noise', 'blur', 'contrast', 'compression', 'low-resolution'] as const
export type Corruption = (typeof corruptions)[number]

export const strengths = [1, 2, 3, 4, 5] as const
export type Strength = (typeof strengths)[number]

export type Probe =
  /** Options moved on by this many places, cyclically. */
  | { readonly kind: 'option-order'; readonly shift: number }
  | { readonly kind: 'blank-image' }
  | { readonly kind: 'swapped-image'; readonly seed: number }
  | {
      readonly kind: 'corruption'
      readonly corruption: Corruption
      readonly strength: Strength
      readonly seed: number
    }

/** A name that two probes share exactly when they are the same. */
export function probeKey(probe: Probe): string {
  switch (probe.kind) {
    case 'option-order':
      return `option-order ${probe.shift}`
    case 'blank-image':
      return 'blank-image'
    case 'swapped-image':
      return `swapped-image #${probe.seed}`
    case 'corruption':
      return `${probe.corruption} ${probe.strength} #${probe.seed}`
  }
}
