import { ownValue } from '@voxelwise/python'
import { type ErrorInfo, VoxelwiseError } from '../base/errors.ts'
import type { Family } from './family.ts'
import { gemma3, gemma3n } from './gemma3.ts'
import { gemma4 } from './gemma4.ts'
import { idefics3 } from './idefics3.ts'
import { internvl } from './internvl.ts'
import { lfm2Vl } from './lfm2-vl.ts'
import { llava, llavaQwen2 } from './llava.ts'
import { llavaOnevision } from './llava-onevision.ts'
import { paligemma } from './paligemma.ts'
import { lightonOcr, mistral3 } from './pixtral.ts'
import { glmOcr, qwen2Vl, qwen3Vl, qwen3VlMoe, qwen25Vl, qwen35, qwen35Moe } from './qwen-vl.ts'
import { videoLlama3 } from './video-llama3.ts'

/**
 * Language models without images, as `tools/export` writes them: they judge answers, and can be asked questions without
 * images. Their decoders differ only in the graph, so one class of transformers.js runs them all.
 */
const languageModel: Family = {
  modelTypes: ['llama', 'mistral', 'qwen2', 'qwen3'],
  modelClass: 'LlamaForCausalLM',
  sessions: ['embed_tokens', 'decoder_model_merged'],
  textOnly: true,
  details: null,
  placeholder: () => '<image>',
  prepareImage() {
    throw new VoxelwiseError({
      code: 'model-unsupported',
      subject: 'image',
      message: 'A language model accepts no images.',
      remedy: 'Choose a vision-language model.',
    })
  },
}

/** That take images. */
export const families: readonly Family[] = [
  idefics3,
  llava,
  llavaQwen2,
  llavaOnevision,
  qwen2Vl,
  qwen25Vl,
  qwen3Vl,
  qwen3VlMoe,
  qwen35,
  qwen35Moe,
  glmOcr,
  internvl,
  gemma3,
  gemma3n,
  gemma4,
  paligemma,
  lfm2Vl,
  mistral3,
  lightonOcr,
  videoLlama3,
]

/** The family of a `model_type`, with images or without; undefined where it is not supported. */
export const knownFamily = (modelType: string): Family | undefined =>
  [...families, languageModel].find(({ modelTypes }) => modelTypes.includes(modelType))

/** @throws VoxelwiseError model-unsupported */
export function findFamily(modelType: string): Family {
  const family = knownFamily(modelType)
  if (family) return family
  throw new VoxelwiseError(unsupported(modelType))
}

/** Names the family, the reason where there is one, and those that are supported. */
export function unsupported(modelType: string): ErrorInfo {
  const known = ownValue(unsupportedFamilies, modelType)
  const reason = known === undefined ? '' : ` ${known}`
  return {
    code: 'model-unsupported',
    subject: modelType || 'config.json: model_type',
    message: modelType
      ? `The model family "${modelType}" is not supported.${reason}`
      : 'config.json has no model_type.',
    remedy: `Choose a model of one of these families: ${families.flatMap(family => family.modelTypes).join(', ')}.`,
  }
}

/**
 * Families that transformers.js can load and this page refuses, with the reason. A number that could differ
 * from Python's without anyone noticing is worse than none.
 */
export const unsupportedFamilies: Readonly<Record<string, string>> = {
  florence2:
    "Its processor's fifteen task prompts ask for captions, boxes, masks and text, none for the answer to a question, and it has no chat template.",
  moondream1:
    "Python's transformers (5.23) has no such family; its code lives in a model repository of its own, so there is nothing to compare with.",
}
