/**
 * InternVL as its authors publish it (`InternVLChatModel`), shown in the layout of Python's transformers: the same weights under
 * other names, and in files what the authors' code contains. Follows `modeling_internvl_chat.py`, `modeling_intern_vit.py` and
 * `conversation.py` of OpenGVLab/InternVL.
 */
import { type Renaming, renamed, type StoredTensor } from '@voxelwise/checkpoint'
import { ownValue } from '@voxelwise/python'
import {
  fieldError,
  flagField,
  isFields,
  positiveField,
  wholeField,
} from '../../../../engine/base/config-fields.ts'

type Fields = Readonly<Record<string, unknown>>

export const isInternvlChat = (config: Fields): boolean => config.model_type === 'internvl_chat'

const file = 'config.json'
const context = '<IMG_CONTEXT>'

/** What `conversation.py` says before each conversation of the template `internvl2_5`. */
const systemMessage =
  '你是书生·万象，英文名是InternVL，是由上海人工智能实验室、清华大学及多家合作单位联合开发的多模态大语言模型。'

const chatTemplate = (system: string): string =>
  `{% if messages[0]['role'] != 'system' %}{{ '<|im_start|>system\\n' + ${JSON.stringify(system)} + '<|im_end|>\\n' }}{% endif %}` +
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' }}" +
  "{% if message['content'] is string %}{{ message['content'] }}{% else %}{% for content in message['content'] %}" +
  `{% if content['type'] == 'image' %}{{ '${context}\\n' }}{% elif content['type'] == 'text' %}{{ content['text'] }}{% endif %}` +
  "{% endfor %}{% endif %}{{ '<|im_end|>\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"

const partConfig = (config: Fields, name: string): Fields => {
  const part = ownValue(config, name)
  if (isFields(part)) return part
  throw fieldError(file, name, 'an object')
}

/**
 * The settings files of the same model in the other layout, by path.
 * @param addedTokens `added_tokens.json`, or the same of another file of the tokenizer
 * @throws VoxelwiseError model-config naming the field
 */
export function internvlFiles(
  config: Fields,
  addedTokens: Fields,
): Readonly<Record<'config.json' | 'preprocessor_config.json' | 'chat_template.jinja', string>> {
  const [text, vision] = [partConfig(config, 'llm_config'), partConfig(config, 'vision_config')]
  if (config.template !== undefined && config.template !== 'internvl2_5')
    throw fieldError(file, 'template', 'internvl2_5')
  if (config.ps_version !== undefined && config.ps_version !== 'v2')
    throw fieldError(file, 'ps_version', 'v2')
  const image = wholeField(
    { ...vision, ...withoutNull(config, 'force_image_size', 'image_size') },
    'image_size',
    file,
    8192,
  )
  const patch = wholeField(vision, 'patch_size', file, 256, 14)
  const ratio = positiveField(config, 'downsample_ratio', file, 0.5)
  const tokens = Math.floor((Math.floor(image / patch) * ratio) ** 2)
  const settings = {
    model_type: 'internvl',
    downsample_ratio: ratio,
    image_seq_length: tokens,
    image_token_id: wholeField(addedTokens, context, 'added_tokens.json', 2 ** 31),
    projector_hidden_act: 'gelu',
    vision_feature_layer: config.select_layer ?? -1,
    vision_feature_select_strategy: 'default',
    tie_word_embeddings: text.tie_word_embeddings ?? config.tie_word_embeddings,
    text_config: text,
    vision_config: {
      ...vision,
      model_type: 'internvl_vision',
      image_size: image,
      attention_bias: flagField(vision, 'qkv_bias', file, false),
      use_qk_norm: flagField(vision, 'qk_normalization', file, true),
    },
  }
  const isTiled = flagField(config, 'dynamic_image_size', file, false)
  const processor = {
    size: { height: image, width: image },
    crop_to_patches: isTiled,
    min_patches: isTiled ? wholeField(config, 'min_dynamic_patch', file, 64, 1) : 1,
    max_patches: isTiled ? wholeField(config, 'max_dynamic_patch', file, 64, 6) : 1,
    do_convert_rgb: true,
    do_resize: true,
    resample: 3,
    do_rescale: true,
    rescale_factor: 1 / 255,
    do_normalize: true,
    image_mean: [0.485, 0.456, 0.406],
    image_std: [0.229, 0.224, 0.225],
  }
  const { system_message: message } = config
  return {
    'config.json': JSON.stringify(settings),
    'preprocessor_config.json': JSON.stringify(processor),
    'chat_template.jinja': chatTemplate(
      typeof message === 'string' && message !== '' ? message : systemMessage,
    ),
  }
}

function withoutNull(config: Fields, field: string, as: string): Fields {
  const value = ownValue(config, field) ?? null
  return value === null ? {} : { [as]: value }
}

/** Names of the authors' modules, and of Python's transformers. */
export const internvlNames: Renaming = [
  [/^vision_model\.embeddings\.class_embedding$/, 'vision_tower.embeddings.cls_token'],
  [/^vision_model\.embeddings\.patch_embedding\./, 'vision_tower.embeddings.patch_embeddings.projection.'],
  [/^vision_model\.embeddings\.position_embedding$/, 'vision_tower.embeddings.position_embeddings'],
  [
    /^vision_model\.encoder\.layers\.(\d+)\.attn\.proj\./,
    'vision_tower.encoder.layer.$1.attention.projection_layer.',
  ],
  [/^vision_model\.encoder\.layers\.(\d+)\.attn\./, 'vision_tower.encoder.layer.$1.attention.'],
  [/^vision_model\.encoder\.layers\.(\d+)\.norm1\./, 'vision_tower.encoder.layer.$1.layernorm_before.'],
  [/^vision_model\.encoder\.layers\.(\d+)\.norm2\./, 'vision_tower.encoder.layer.$1.layernorm_after.'],
  [/^vision_model\.encoder\.layers\.(\d+)\.ls([12])$/, 'vision_tower.encoder.layer.$1.lambda_$2'],
  [/^vision_model\.encoder\.layers\.(\d+)\./, 'vision_tower.encoder.layer.$1.'],
  [/^mlp1\.0\./, 'multi_modal_projector.layer_norm.'],
  [/^mlp1\.1\./, 'multi_modal_projector.linear_1.'],
  [/^mlp1\.3\./, 'multi_modal_projector.linear_2.'],
]

const fused = /\.attention\.qkv\.(weight|bias)$/

/** The same tensors under the names of Python's transformers; queries, keys and values are three thirds of one matrix. */
export function internvlTensors(
  stored: ReadonlyMap<string, StoredTensor>,
): ReadonlyMap<string, StoredTensor> {
  const tensors = [...stored.values()].flatMap((tensor): readonly StoredTensor[] => {
    const name = renamed(tensor.name, internvlNames)
    const names = internvlParts(name)
    return names.length === 1 ? [{ ...tensor, name }] : inThirds(tensor, names)
  })
  return new Map(tensors.map(tensor => [tensor.name, tensor]))
}

/** Names of queries, keys and values where a tensor has all three, else its own. */
export const internvlParts = (name: string): readonly string[] =>
  fused.test(name) ? ['q', 'k', 'v'].map(part => name.replace(fused, `.attention.${part}_proj.$1`)) : [name]

function inThirds(tensor: StoredTensor, names: readonly string[]): readonly StoredTensor[] {
  const [rows = 0, ...rest] = tensor.shape
  // A matrix of another height is refused where its shape is compared with config.json.
  const [height, bytes] = [Math.floor(rows / 3), Math.floor((tensor.end - tensor.begin) / 3)]
  return names.map((name, i) => ({
    ...tensor,
    name,
    shape: [height, ...rest],
    begin: tensor.begin + i * bytes,
    end: tensor.begin + (i + 1) * bytes,
  }))
}
