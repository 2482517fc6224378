import { VoxelwiseError } from '../base/errors.ts'
import type { Family } from './family.ts'

/**
 * Language models without images, as `tools/export` writes them: they judge answers, and can be asked questions without
 * images. Their decoders differ only in the graph, so one class of transformers.js runs them all.
 */
export const languageModel: Family = {
  modelTypes: ['llama', 'mistral', 'qwen2', 'qwen3'],
  modelClass: 'LlamaForCausalLM',
  sessions: ['embed_tokens', 'decoder_model_merged'],
  textOnly: true,
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
