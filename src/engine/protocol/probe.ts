/** What an extra pass over the samples changes. Everything else stays as in the run it belongs to. */
import type * as v from 'valibot'
import { oneOf, oneShapeOf, shape, whole } from '../base/schema.ts'
import { seed } from '../base/stored-values.ts'

export const corruptions = ['noise', 'blur', 'contrast', 'compression', 'low-resolution'] as const
export type Corruption = (typeof corruptions)[number]

export const strengths = [1, 2, 3, 4, 5] as const
export type Strength = (typeof strengths)[number]

export const probeSchema = oneShapeOf('kind', [
  /** Options moved on by this many places, cyclically. */
  shape({ kind: oneOf(['option-order']), shift: whole(1, 25) }),
  shape({ kind: oneOf(['blank-image']) }),
  shape({ kind: oneOf(['swapped-image']), seed }),
  shape({ kind: oneOf(['corruption']), corruption: oneOf(corruptions), strength: oneOf(strengths), seed }),
])
export type Probe = v.InferOutput<typeof probeSchema>

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

/** The change to the pixels of a file before the model gets them. */
export type PixelChange = Extract<Probe, { kind: 'blank-image' | 'corruption' }>
