/** Hulu-Med’s layout, shown as VideoLLaMA 3 of Python’s transformers. The feature `fidelity` compares its answers with PyTorch. */
import type { StoredTensor } from '@voxelwise/checkpoint'
import { expect, test } from 'vitest'
import type { ModelConfigs } from '../../../src/engine/families/family.ts'
import { videoLlama3 } from '../../../src/engine/families/video-llama3.ts'
import { ChatTemplateProgram } from '../../../src/engine/model/template.ts'
import {
  huluFiles,
  huluTensors,
  isHuluMed,
} from '../../../src/features/checkpoint/engine/layouts/hulu-med.ts'

const config = {
  model_type: 'hulumed_qwen3',
  hidden_size: 2560,
  image_token_index: 151_669,
  vision_encoder_config: { model_type: 'hulumed_vision_encoder', hidden_size: 1152, patch_size: 14 },
}
const messages = [{ role: 'user', content: [{ type: 'image' }, { type: 'text', text: 'Which organ?' }] }]
const made = (processor = {}, template: string | null = null) => {
  const files = huluFiles(config, processor, template)
  return {
    template: files['chat_template.jinja'],
    configs: {
      config: JSON.parse(files['config.json']),
      imageProcessor: JSON.parse(files['preprocessor_config.json']),
      processor: JSON.parse(files['processor_config.json']),
      generation: {},
    } satisfies ModelConfigs,
  }
}

test('its settings are those of VideoLLaMA 3 with its own language model', () => {
  expect(isHuluMed(config)).toBe(true)
  expect(made().configs.config).toMatchObject({
    model_type: 'video_llama_3',
    image_token_id: 151_669,
    text_config: { model_type: 'qwen3', hidden_size: 2560 },
    vision_config: { hidden_size: 1152 },
  })
})

test.each([
  [
    'its own template, which is given the image’s token',
    "{{ image_token + '\\n' }}{{ messages[0]['content'][1]['text'] }}",
    '<image>\nWhich organ?',
  ],
  [
    'VideoLLaMA’s where it has none',
    null,
    '<|im_start|>user\n<image>\nWhich organ?<|im_end|>\n<|im_start|>assistant\n',
  ],
])('a prompt is written by %s', (_, template, prompt) => {
  const program = new ChatTemplateProgram(made({}, template).template)
  expect(program.render({ messages, add_generation_prompt: true })).toBe(prompt)
})

test.each([
  [
    'model.vision_encoder.encoder.layers.3.self_attn.q_proj.weight',
    'model.vision_model.encoder.layers.3.self_attn.q_proj.weight',
  ],
  ['model.vision_encoder.post_layernorm.bias', 'model.vision_model.post_layernorm.bias'],
  ['model.mm_projector.readout.2.weight', 'model.projector.readout.2.weight'],
  ['model.layers.0.mlp.up_proj.weight', 'model.language_model.layers.0.mlp.up_proj.weight'],
  ['model.embed_tokens.weight', 'model.language_model.embed_tokens.weight'],
  ['lm_head.weight', 'lm_head.weight'],
])('%s is %s', (published, name) => {
  const tensor: StoredTensor = {
    name: published,
    file: 'model.safetensors',
    type: 'BF16',
    shape: [1],
    begin: 0,
    end: 2,
  }
  expect([...huluTensors(new Map([[published, tensor]])).keys()]).toEqual([name])
})

test.each([
  // The sides of an image that is not square change places, as in its authors' code.
  [280, 140, {}, 1, 10 * 20],
  [512, 512, {}, 1, 37 * 37],
  [28, 28, {}, 1, 16],
  [1400, 1400, { max_tokens: 2500 }, 1, 50 * 50],
  [1400, 1400, { max_tokens: 2500 }, 4, 25 * 25],
])('%i x %i pixels with %o among %i images are %i tokens', (width, height, processor, count, tokens) => {
  const { configs } = made(processor)
  const data = new Uint8Array(3 * width * height)
  const prepared = videoLlama3.prepareImage({ width, height, channels: 3, data }, configs, count)
  expect(prepared.tokens).toBe('<image>'.repeat(tokens))
  if (width !== height) expect(prepared.tensors.image_grid_thw?.data).toEqual(BigInt64Array.of(1n, 20n, 10n))
})

test.each([
  ['mm_projector_type', { ...config, mm_projector_type: 'simp_spatial_conv' }],
  ['vision_encoder_config', { ...config, vision_encoder_config: null }],
  ['image_token_index', { ...config, image_token_index: -1 }],
])('another %s is refused by its name', (field, other) => {
  expect(() => huluFiles(other, {}, null)).toThrow(new RegExp(field))
})
