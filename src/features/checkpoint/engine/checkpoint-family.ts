/** How a family's graphs follow from its settings: beside its `Family`, which prepares images and prompts. */
import type { DecoderShape, Draft, Renaming, Tensors } from '@voxelwise/checkpoint'

type Fields = Readonly<Record<string, unknown>>

/** Tensors of a checkpoint that no graph needs, by their published names. */
export interface UnusedTensors {
  readonly why: string
  has(name: string): boolean
}

export interface CheckpointFamily {
  /** Values of config.json's `model_type`. */
  readonly modelTypes: readonly string[]
  /** Published names that differ from those of `commonNames`. They come first. */
  readonly names?: Renaming
  /** Tensors that change no answer. */
  unused?(config: Fields): readonly UnusedTensors[]
  language(config: Fields, tensors: Pick<Tensors, 'has'>): DecoderShape
  /** Writes the graph from `pixel_values` to `image_features`. Its matrices stay floats, unless the user wants fewer bits. */
  vision(draft: Draft, config: Fields, language: DecoderShape): void
}

/**
 * Names as `save_pretrained` publishes them, and as transformers 4.52 to 5 wrote them directly, under the names of the
 * parts: `language.`, `head.`, `vision.`, `projector.`.
 */
export const commonNames: Renaming = [
  [/^(?:model\.)?language_model\.lm_head\./, 'head.'],
  [/^lm_head\./, 'head.'],
  [/^model\.language_model\.(?:model\.)?/, 'language.'],
  [/^language_model\.model\./, 'language.'],
  [/^model\.text_model\./, 'language.'],
  [/^(?:model\.)?vision_tower\.(?:vision_model\.)?/, 'vision.'],
  [/^model\.vision_model\./, 'vision.'],
  [/^(?:model\.)?visual\./, 'vision.'],
  [/^(?:model\.)?multi_modal_projector\./, 'projector.'],
  [/^model\.connector\./, 'projector.'],
  [/^model\.image_newline$/, 'image_newline'],
  [/^model\.(layers|embed_tokens|norm)\./, 'language.$1.'],
]

export const commonlyUnused: readonly UnusedTensors[] = [
  { why: 'They follow from the settings.', has: name => name.endsWith('rotary_emb.inv_freq') },
  { why: 'They count from 0.', has: name => name.endsWith('position_ids') },
]
