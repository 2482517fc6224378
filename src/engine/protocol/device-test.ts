/** How far a graphics card's numbers, or answers given during a run, are from those of another device: stored with the runs. */
import type * as v from 'valibot'
import { counted } from '../base/counted.ts'
import { notNegative, nullable, oneOf, shape, whole } from '../base/schema.ts'
import { storedCount } from '../base/stored-values.ts'

/** What a graphics card is compared with: the same files on WASM, or PyTorch's outputs in voxelwise.json. */
const deviceReferences = ['wasm', 'pytorch'] as const
export type DeviceReference = (typeof deviceReferences)[number]

export const deviceTestSchema = shape({
  against: oneOf(deviceReferences),
  prompts: whole(1, 1000),
  images: whole(0, 1000),
  /** Largest difference of an option's log-probability. */
  logprobs: notNegative,
  /** Prompts whose most probable option differs. */
  letters: storedCount,
  /** Largest difference of the image encoder's features, as a share of their largest value; null if not compared. */
  features: nullable(notNegative),
})
export type DeviceTest = v.InferOutput<typeof deviceTestSchema>

export const referenceNames: Readonly<Record<DeviceReference, string>> = { wasm: 'WASM', pytorch: 'PyTorch' }

/** `3 of 3 letters as in WASM; log-probabilities at most 0.000012 apart, image features 0.0000031` */
export function deviceTestWords({ against, prompts, letters, logprobs, features }: DeviceTest): string {
  const apart = features === null ? '' : `, image features ${shortNumber(features)}`
  return `${prompts - letters} of ${counted(prompts, 'letter')} as in ${referenceNames[against]}; log-probabilities at most ${shortNumber(logprobs)} apart${apart}`
}

const shortNumber = (value: number): string => String(Number(value.toPrecision(2)))

export const driftSchema = shape({
  against: oneOf(['wasm']),
  /** Questions that were asked again there. */
  questions: whole(1, Number.MAX_SAFE_INTEGER),
  /** How many of these answers were read as another one. */
  answers: storedCount,
  /** Largest difference of an option's log-probability; null for answers in words. */
  logprobs: nullable(notNegative),
})
export type Drift = v.InferOutput<typeof driftSchema>

/** `4 of 4 answers as on WASM; log-probabilities at most 0.000012 apart` */
export function driftWords({ against, questions, answers, logprobs }: Drift): string {
  const apart = logprobs === null ? '' : `; log-probabilities at most ${shortNumber(logprobs)} apart`
  return `${questions - answers} of ${counted(questions, 'answer')} as on ${referenceNames[against]}${apart}`
}
