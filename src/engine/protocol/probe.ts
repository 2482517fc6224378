/**
 * What an extra pass over the samples changes. Everything else stays as in the run it belongs to. The kinds of probes and their
 * fields are declared above this room, in `probes/kinds`.
 */
import * as v from 'valibot'
import { list, number, whole } from '../base/schema.ts'

/** What all probes have. */
export interface AnyProbe {
  readonly kind: string
}

/** Completed by `probes/kinds/registry.ts`: `probe` there is the union of all kinds. */
// biome-ignore lint/suspicious/noEmptyInterface: the registry adds to it
export interface ProbeDeclaration {}

/** A probe of one of the kinds. */
export type Probe = ProbeDeclaration extends { readonly probe: infer P extends AnyProbe } ? P : AnyProbe

export const corruptions = ['noise', 'blur', 'contrast', 'compression', 'low-resolution'] as const
export type GeneralCorruption = (typeof corruptions)[number]

export const medicalProfiles = [
  'xray',
  'pneumonia',
  'ct',
  'mri',
  'ultrasound',
  'oct',
  'fundus',
  'skin',
  'pathology',
  'blood',
  'tissue',
] as const
/** A kind of image with strengths of its own. */
export type MedicalProfile = (typeof medicalProfiles)[number]

/** By the modality of each image. Names with `medical` are MedMNIST-C's, the others this project's own. */
export const medicalCorruptions = [
  'medical-pixelate',
  'medical-jpeg',
  'medical-gaussian',
  'medical-speckle',
  'medical-impulse',
  'medical-shot',
  'medical-gaussian-blur',
  'medical-defocus',
  'medical-motion',
  'medical-brightness-up',
  'medical-brightness-down',
  'medical-contrast-up',
  'medical-contrast-down',
  'medical-gamma-up',
  'medical-gamma-down',
  'medical-saturate',
  'medical-black-corner',
  'medical-zoom',
  'medical-characters',
  'medical-stain',
  'medical-bubble',
  'ct-ring',
  'ct-streak',
  'mri-rician',
  'mri-ghosting',
  'mri-bias-field',
  'mri-motion',
  'mri-spike',
] as const
export type MedicalCorruption = (typeof medicalCorruptions)[number]

/** Corruptions of either kind. */
export const allCorruptions = [...corruptions, ...medicalCorruptions] as const
export type Corruption = (typeof allCorruptions)[number]

export const isMedical = (corruption: Corruption): corruption is MedicalCorruption =>
  medicalCorruptions.some(known => known === corruption)

export const strengths = [1, 2, 3, 4, 5] as const
export type Strength = (typeof strengths)[number]

/** A region that a user has drawn: the index of the sample, then left, top, width and height in pixels. */
const drawnSchema = v.pipe(
  v.tuple([whole(0, Number.MAX_SAFE_INTEGER), number, number, number, number]),
  v.readonly(),
)
export type DrawnRegion = v.InferOutput<typeof drawnSchema>
export const drawnRegionsSchema = list(drawnSchema)

/** Left, top, width and height in pixels. */
export type Box = readonly [x: number, y: number, width: number, height: number]

/** What a change to the pixels depends on besides its probe. */
export interface ChangeDetails {
  /** Whose table of strengths counts, for a corruption by modality. */
  readonly profile?: MedicalProfile
  /** The region of the question: absent for a red mark in the image, and of an occlusion without one. */
  readonly box?: Box
  /** Instead of a box: rooted paths, in the first of which a mask of the region is. */
  readonly masks?: readonly string[]
  /** Instead of a box: whether a red mark in the image is meant. */
  readonly isMarked?: true
  /** The blocks that an occlusion paints over, and the blocks along a side. Absent for the image as it is. */
  readonly removed?: { readonly side: number; readonly blocks: readonly number[] }
}

/** The change to the pixels of a file before the model gets them. */
export type PixelChange = Probe & ChangeDetails
