/** What a study shows in place of its images: changes of a model's passes. */
import { sharedSeed } from '../../../engine/probes/kinds/probe-kind.ts'
import type { GeneralCorruption, PixelChange } from '../../../engine/protocol/probe.ts'

const corrupted = (corruption: GeneralCorruption): PixelChange => ({
  ...{ kind: 'corruption', corruption, strength: 3, seed: sharedSeed },
})

/** By name, as studies and runs have it. A name is never changed. */
const changes = {
  'blank-image': { kind: 'blank-image' },
  'noise-image': { kind: 'noise-image', seed: sharedSeed },
  'noise-3': corrupted('noise'),
  'blur-3': corrupted('blur'),
  'contrast-3': corrupted('contrast'),
  'compression-3': corrupted('compression'),
  'low-resolution-3': corrupted('low-resolution'),
} as const satisfies Readonly<Record<string, PixelChange>>

export type ImageCondition = keyof typeof changes

export const imageConditions = Object.keys(changes) as readonly ImageCondition[]

export const changeUnder = (condition: ImageCondition | undefined): PixelChange | null =>
  condition === undefined ? null : changes[condition]
