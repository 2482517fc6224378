/** What an extra pass over the samples changes. Everything else stays as in the run it belongs to. */
import * as v from 'valibot'
import { list, number, numberThat, oneOf, oneShapeOf, optional, shape, whole } from '../base/schema.ts'
import { seed } from '../base/stored-values.ts'

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

/** Of either kind. */
export const allCorruptions = [...corruptions, ...medicalCorruptions] as const
export type Corruption = (typeof allCorruptions)[number]

export const isMedical = (corruption: Corruption): corruption is MedicalCorruption =>
  medicalCorruptions.some(known => known === corruption)

export const strengths = [1, 2, 3, 4, 5] as const
export type Strength = (typeof strengths)[number]

/** How many templates of a paraphrase there are. */
export const wordings = 5

/** How many times an answer can be drawn. */
export const draws = 5

/** Degrees clockwise. */
export const rotations = [90, 180, 270] as const
export type Rotation = (typeof rotations)[number]

const index = whole(0, Number.MAX_SAFE_INTEGER)

/** A region that a user has drawn: the index of the sample, then left, top, width and height in pixels. */
const drawnSchema = v.pipe(v.tuple([index, number, number, number, number]), v.readonly())
export type DrawnRegion = v.InferOutput<typeof drawnSchema>
export const drawnRegionsSchema = list(drawnSchema)

const level = numberThat(value => value >= 0 && value <= 255, 'a number from 0 to 255')
const perColour = v.pipe(v.tuple([level, level, level]), v.readonly())

/** How a region is covered, and the drawn ones, which come before those of the data set. */
const covering = { fill: optional(oneOf(['blur'])), drawn: optional(drawnRegionsSchema) }

export const probeSchema = oneShapeOf('kind', [
  /** Options moved on by this many places, cyclically. */
  shape({ kind: oneOf(['option-order']), shift: whole(1, 25) }),
  shape({ kind: oneOf(['blank-image']) }),
  shape({ kind: oneOf(['swapped-image']), seed }),
  /** Another image with the same right answer to the same task. */
  shape({ kind: oneOf(['same-label']), seed }),
  /** Another image for which another of the question's options is right. */
  shape({ kind: oneOf(['opposite-label']), seed }),
  /** No image at all. */
  shape({ kind: oneOf(['text-only']) }),
  /** Choices without their options, answered in words. */
  shape({ kind: oneOf(['no-options']) }),
  /** Noise with the mean and deviation of the data set's images; of each image in passes that have none. */
  shape({
    kind: oneOf(['noise-image']),
    seed,
    moments: optional(shape({ means: perColour, deviations: perColour })),
  }),
  /** A photograph that has nothing to do with the question. */
  shape({ kind: oneOf(['off-topic']) }),
  /** The region that the question is about in the image's mean colour, or blurred. */
  shape({ kind: oneOf(['region']), ...covering }),
  /** An equal region elsewhere in it. */
  shape({ kind: oneOf(['elsewhere']), ...covering }),
  /** The question in other words: a template's number, from 1. */
  shape({ kind: oneOf(['paraphrase']), wording: whole(1, wordings) }),
  /** The same question, with the answer's tokens drawn by their probabilities: the number of the draw, from 1. */
  shape({ kind: oneOf(['repeat']), draw: whole(1, draws) }),
  /** The same question once more, decoded as in the run: a server may answer otherwise. */
  shape({ kind: oneOf(['unchanged']) }),
  /** After the answer a second turn asks how sure the model is. */
  shape({ kind: oneOf(['stated-confidence']) }),
  /** The worked examples before the question in reverse order. */
  shape({ kind: oneOf(['reordered-examples']) }),
  /** The worked examples of a question of another task. */
  shape({ kind: oneOf(['irrelevant-examples']), seed }),
  /** The image mirrored, with left and right exchanged in the texts. */
  shape({ kind: oneOf(['flip']) }),
  /** The image turned, with the places in it that the texts name. */
  shape({ kind: oneOf(['rotate']), turn: oneOf(rotations) }),
  /**
   * Blocks of the image removed one at a time: their tokens get the mean of the image's tokens, or those of a blank image. `of` one
   * question only, by its index.
   */
  shape({
    kind: oneOf(['occlusion']),
    of: optional(index),
    fill: optional(oneOf(['blank-token'])),
  }),
  shape({ kind: oneOf(['corruption']), corruption: oneOf(allCorruptions), strength: oneOf(strengths), seed }),
])
export type Probe = v.InferOutput<typeof probeSchema>

/** A name that two probes share exactly when they are the same. The moments of noise follow from the data set. */
export function probeKey(probe: Probe): string {
  switch (probe.kind) {
    case 'option-order':
      return `option-order ${probe.shift}`
    case 'blank-image':
    case 'text-only':
    case 'no-options':
    case 'off-topic':
    case 'flip':
    case 'reordered-examples':
    case 'stated-confidence':
    case 'unchanged':
      return probe.kind
    case 'rotate':
      return `rotate ${probe.turn}`
    case 'region':
    case 'elsewhere':
      return [probe.kind, probe.fill, probe.drawn && `drawn ${JSON.stringify(probe.drawn)}`]
        .filter(part => part !== undefined)
        .join(' ')
    case 'occlusion': {
      const kind = probe.fill ? `${probe.kind} ${probe.fill}` : probe.kind
      return probe.of === undefined ? kind : `${kind} of ${probe.of}`
    }
    case 'irrelevant-examples':
    case 'noise-image':
    case 'swapped-image':
    case 'same-label':
    case 'opposite-label':
      return `${probe.kind} #${probe.seed}`
    case 'paraphrase':
      return `paraphrase ${probe.wording}`
    case 'repeat':
      return `repeat ${probe.draw}`
    case 'corruption':
      return `${probe.corruption} ${probe.strength} #${probe.seed}`
  }
}

/** Left, top, width and height in pixels. */
export type Box = readonly [x: number, y: number, width: number, height: number]

/** Whether a probe covers a region, which belongs to a question rather than to its image. */
export const coversRegion = (
  probe: Probe | undefined,
): probe is Extract<Probe, { kind: 'region' | 'elsewhere' }> =>
  probe?.kind === 'region' || probe?.kind === 'elsewhere'

/** The change to the pixels of a file before the model gets them. */
export const pixelChanges = [
  'blank-image',
  'noise-image',
  'off-topic',
  'region',
  'elsewhere',
  'corruption',
  'flip',
  'rotate',
  'occlusion',
] as const
export type PixelChange = Extract<Probe, { kind: (typeof pixelChanges)[number] }> & {
  /** Of a corruption by modality: whose table of strengths counts. */
  readonly profile?: MedicalProfile
  /** The region of the question: absent for a red mark in the image, and of an occlusion without one. */
  readonly box?: Box
  /** Instead of a box: rooted paths, in the first of which a mask of the region is. */
  readonly masks?: readonly string[]
  /** Instead of a box: whether a red mark in the image is meant. */
  readonly isMarked?: true
  /** Of an occlusion: the blocks painted over, and the blocks along a side. Absent for the image as it is. */
  readonly removed?: { readonly side: number; readonly blocks: readonly number[] }
}

/** Whether a pass takes away what the answer must rest on: an answer then is no better than a refusal. */
export const hidesEvidence = ({ kind }: Probe): boolean => kind === 'blank-image' || kind === 'off-topic'

/** Whether a pass shows the images of other questions. */
export const isSwap = (probe: Probe | undefined): boolean =>
  probe !== undefined && ['swapped-image', 'same-label', 'opposite-label'].includes(probe.kind)

/** The seed of a question's answer in a pass that draws it; null in any other. */
export const drawSeed = (probe: Probe | undefined, index: number): number | null =>
  probe?.kind === 'repeat' ? index * draws + probe.draw : null

/** Whether a pass needs text, whatever its run does: answers in words, and drawn ones. */
export const isInText = (probe: Probe): boolean => probe.kind === 'no-options' || probe.kind === 'repeat'

/** Whether a pass changes the worked examples before a question. */
export const changesExamples = (probe: Probe | undefined): boolean =>
  probe?.kind === 'reordered-examples' || probe?.kind === 'irrelevant-examples'

/** Whether guessing has an accuracy: answers in words offer nothing to choose from. */
export const hasChance = (probe: Probe | undefined): boolean => probe?.kind !== 'no-options'

/** Whether a pass needs to know all questions: those whose images or examples it shows, the modality or the region of each, or a part of them. */
export const needsAllSamples = (probe: Probe | undefined): boolean =>
  isSwap(probe) ||
  changesExamples(probe) ||
  coversRegion(probe) ||
  probe?.kind === 'occlusion' ||
  (probe?.kind === 'corruption' && isMedical(probe.corruption))
