import type { Tensor } from '@huggingface/transformers'
import type { PreparedImage } from '../families/family.ts'
import type { Occlusion } from '../protocol/occlusion.ts'
import type { ImageInput, ImageLayout, PreparedPrompt } from './prepared.ts'
import type { EventLoopTurns } from './steps.ts'
import type { Vlm } from './vlm.ts'

/** What a map needs of a loaded model. */
export type OcclusionModel = Pick<
  Vlm,
  'decoderInputs' | 'encodeImage' | 'featureRows' | 'joinFeatures' | 'logits' | 'spellings' | 'tensor'
>

/** Without the pixels where its features are known. */
export type PaintedImage = Pick<ImageInput, 'image' | 'features'>

export interface OcclusionTask {
  /** Prompt of a question with one image and answers to choose from. */
  readonly prompt: PreparedPrompt
  readonly image: PreparedImage
  /** Features of the image, from the encoder. */
  readonly features: Tensor
  readonly layout: ImageLayout
  /** The image with blocks painted in its mean colour, or an even grey of its size. */
  readonly painted: (blocks: readonly number[] | 'blank', side: number) => Promise<PaintedImage>
  /** Whether the pixels' map and the curves are wanted. */
  readonly isChecked: boolean
  /** Seed of the random orders. */
  readonly seed: number
  readonly steps: EventLoopTurns
}

/** Measures the map of one question, as a feature does. @throws VoxelwiseError model-unsupported @throws Stopped */
export type Occlude = (vlm: OcclusionModel, task: OcclusionTask) => Promise<Occlusion>
