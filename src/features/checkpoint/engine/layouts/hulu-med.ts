/**
 * Hulu-Med as its authors publish it (`HulumedQwen2ForCausalLM`, `HulumedQwen3ForCausalLM`), shown as VideoLLaMA 3 of Python's
 * transformers, of whose modules it is made. Follows `configuration_hulumed_qwen2.py`, `processing_hulumed.py` and
 * `image_processing_hulumed.py` of ZJU-AI4H/Hulu-Med.
 */
import { type Renaming, renamed, type StoredTensor } from '@voxelwise/checkpoint'
import { ownValue } from '@voxelwise/python'
import { fieldError, isFields, wholeField } from '../../../../engine/base/config-fields.ts'

type Fields = Readonly<Record<string, unknown>>

const file = 'config.json'
const image = '<image>'

/** The language model of each `model_type`. */
const languages: Readonly<Record<string, string>> = { hulumed_qwen2: 'qwen2', hulumed_qwen3: 'qwen3' }

const languageType = (config: Fields): string | undefined => ownValue(languages, String(config.model_type))

export const isHuluMed = (config: Fields): boolean => languageType(config) !== undefined

/** For a folder without a chat template: what VideoLLaMA 3's writes. */
const ownTemplate =
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' }}" +
  "{% if message['content'] is string %}{{ message['content'] }}{% else %}{% for part in message['content'] %}" +
  "{% if part['type'] == 'image' %}{{ image_token + '\\n' }}{% elif part['type'] == 'text' %}{{ part['text'] }}" +
  "{% endif %}{% endfor %}{% endif %}{{ '<|im_end|>\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"

type MadeFile = 'config.json' | 'preprocessor_config.json' | 'processor_config.json' | 'chat_template.jinja'

/**
 * The settings files of the same model in the other layout, by path.
 * @param template the folder's own chat template, to which the authors' code gives the image's token; null where it has none
 * @throws VoxelwiseError model-config naming the field
 */
export function huluFiles(
  config: Fields,
  processor: Fields,
  template: string | null,
): Readonly<Record<MadeFile, string>> {
  if ((config.mm_projector_type ?? 'mlp2x_gelu') !== 'mlp2x_gelu')
    throw fieldError(file, 'mm_projector_type', 'mlp2x_gelu')
  const vision = ownValue(config, 'vision_encoder_config')
  if (!isFields(vision)) throw fieldError(file, 'vision_encoder_config', 'an object')
  const settings = {
    model_type: 'video_llama_3',
    image_token_id: wholeField(config, 'image_token_index', file, 2 ** 31),
    tie_word_embeddings: config.tie_word_embeddings,
    text_config: { ...config, model_type: languageType(config) },
    vision_config: { ...vision, model_type: 'video_llama_3_vision' },
  }
  const images = {
    ...processor,
    // The family sizes its images otherwise.
    image_processor_type: 'HulumedImageProcessor',
    // Videos are merged; still images are not.
    merge_size: 1,
    temporal_patch_size: 1,
  }
  return {
    'config.json': JSON.stringify(settings),
    'preprocessor_config.json': JSON.stringify(images),
    'processor_config.json': JSON.stringify({ image_token: image }),
    'chat_template.jinja': `{%- set image_token = ${JSON.stringify(image)} %}${template ?? ownTemplate}`,
  }
}

/** Names of the authors' modules, and of Python's transformers. */
export const huluNames: Renaming = [
  [/^model\.vision_encoder\.(?:vision_encoder\.)?/, 'model.vision_model.'],
  [/^model\.mm_projector\./, 'model.projector.'],
  [/^model\.(?=(?:layers|embed_tokens|norm)\.)/, 'model.language_model.'],
]

/** The same tensors under the names of Python's transformers. */
export function huluTensors(stored: ReadonlyMap<string, StoredTensor>): ReadonlyMap<string, StoredTensor> {
  const tensors = [...stored.values()].map(tensor => ({ ...tensor, name: renamed(tensor.name, huluNames) }))
  return new Map(tensors.map(tensor => [tensor.name, tensor]))
}
