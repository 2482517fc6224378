/**
 * LLaVA as LLaVA-Med 1.5 (`LlavaMistralForCausalLM`) and HuatuoGPT-Vision (`LlavaQwen2ForCausalLM`, `LlavaLlamaForCausalLM`)
 * publish it, shown in the layout of Python's transformers. Follows `llava_arch.py`, `clip_encoder.py` and `mm_utils.py` of both repositories, LLaVA-Med's
 * conversation `mistral_instruct` and HuatuoGPT-Vision's `cli.py`.
 */
import { CheckpointError, type Renaming, renamed, type StoredTensor } from '@voxelwise/checkpoint'
import { ownValue } from '@voxelwise/python'
import { fieldError, isFields, numberField } from '../../../../engine/base/config-fields.ts'

type Fields = Readonly<Record<string, unknown>>

const file = 'config.json'

/** What the code of each class does and config.json does not say. */
interface Kind {
  readonly text: string
  readonly template: string
  /** Whether an image is made square, where config.json does not say. */
  readonly pads: boolean
}

const image = '<image>'
const parts = (content: string): string =>
  `{% if ${content} is string %}{% set ns.text = ns.text + ${content} %}{% else %}{% for part in ${content} %}` +
  `{% if part['type'] == 'image' %}{% set ns.text = ns.text + '${image}\\n' %}{% elif part['type'] == 'text' %}` +
  "{% set ns.text = ns.text + part['text'] %}{% endif %}{% endfor %}{% endif %}"
const turns = (user: string, other: string): string =>
  "{% set ns = namespace(text='') %}{% for message in messages %}{% set ns.text = '' %}" +
  parts("message['content']") +
  `{% if message['role'] == 'user' %}{{ ${user} }}{% else %}{{ ${other} }}{% endif %}{% endfor %}`

/** What `cli.py` of HuatuoGPT-Vision says and does, whichever language model it has loaded. */
const huatuo: Omit<Kind, 'text'> = {
  template:
    turns("'<|user|>\\n' + ns.text | trim + '\\n'", "'<|assistant|>\\n' + ns.text + ' \\n'") +
    "{% if add_generation_prompt %}{{ '<|assistant|>\\n' }}{% endif %}",
  pads: true,
}

const kinds: Readonly<Record<string, Kind>> = {
  LlavaMistralForCausalLM: {
    text: 'mistral',
    template: `{{ bos_token }}${turns("'[INST] ' + ns.text + ' [/INST]'", "' ' + ns.text + ' ' + eos_token")}`,
    pads: false,
  },
  LlavaQwen2ForCausalLM: { text: 'qwen2', ...huatuo },
  LlavaLlamaForCausalLM: { text: 'llama', ...huatuo },
}

/** Tokens of Yi, on which HuatuoGPT-Vision 34B is built. */
const yiVocabulary = 64_000

/** LLaVA 1.5 has the class of HuatuoGPT-Vision 34B and another prompt. Only the latter keeps its tower in a folder `vit`. */
const isHuatuo = (config: Fields): boolean =>
  towerName(config).split('/').includes('vit') || config.vocab_size === yiVocabulary

/** CLIP's towers, whose settings are not in the folder of a model that uses them. */
const towers: readonly (readonly [name: RegExp, settings: Fields])[] = [336, 224].map(side => [
  side === 336 ? /clip[-_]vit[-_]large[-_]patch14[-_]336$/ : /clip[-_]vit[-_]large[-_]patch14$/,
  {
    hidden_size: 1024,
    intermediate_size: 4096,
    num_hidden_layers: 24,
    num_attention_heads: 16,
    image_size: side,
    patch_size: 14,
    hidden_act: 'quick_gelu',
  },
])

const configKind = (config: Fields): Kind | undefined => {
  const [architecture] = Array.isArray(config.architectures) ? config.architectures : []
  return ownValue(kinds, String(architecture))
}

/** The path of the image encoder, without slashes at its end. */
function towerName(config: Fields): string {
  const steps = String(config.mm_vision_tower ?? '').split('/')
  return steps.slice(0, steps.findLastIndex(step => step !== '') + 1).join('/')
}

/** Whether the image encoder is a CLIP: FastVLM, of the same `model_type`, has another one. */
export const isLlavaOriginal = (config: Fields): boolean =>
  configKind(config) !== undefined && /clip[-_]vit/.test(towerName(config))

/** The folder below the model's in which the tower may lie. */
export function towerFolder(config: Fields, paths: readonly string[]): string | null {
  const name = towerName(config).split('/').at(-1)
  const configPath = paths.find(
    path => path.endsWith(`/${name}/config.json`) || path === `${name}/config.json`,
  )
  return configPath === undefined ? null : configPath.slice(0, configPath.lastIndexOf('/') + 1)
}

/** Files of a tower's own folder; empty objects where the folder has none. */
interface TowerFiles {
  readonly config: Fields
  readonly processor: Fields
}

type MadeFile = 'config.json' | 'preprocessor_config.json' | 'processor_config.json' | 'chat_template.jinja'

/**
 * The settings files of the same model in the other layout, by path.
 * @param imageToken the number that stands for a piece of an image
 * @throws VoxelwiseError model-config naming the field
 */
export function llavaFiles(
  config: Fields,
  tower: TowerFiles,
  imageToken: number,
): Readonly<Record<MadeFile, string>> {
  const kind = configKind(config) as Kind
  const expect = (field: string, known: readonly unknown[]): void => {
    if (!known.includes(ownValue(config, field) ?? null))
      throw fieldError(file, field, `one of ${known.filter(value => value !== null).join(', ')}`)
  }
  if (kind.text === 'llama' && !isHuatuo(config))
    throw new CheckpointError(
      'unsupported',
      `${file}: mm_vision_tower`,
      'This is LLaVA in the layout of its authors. The folder does not say which prompt it was trained on.',
      'Pick the same model in the layout of transformers: for LLaVA 1.5, the folder of llava-hf.',
    )
  expect('mm_projector_type', ['mlp2x_gelu'])
  expect('mm_vision_select_feature', [null, 'patch', 'cls_patch'])
  expect('image_aspect_ratio', [null, 'pad', 'square'])
  expect('mm_patch_merge_type', [null, 'flat'])
  expect('mm_use_im_start_end', [null, false])
  const given = isFields(tower.config.vision_config) ? tower.config.vision_config : tower.config
  const known = towers.find(([name]) => name.test(towerName(config)))?.[1]
  if (Object.keys(given).length === 0 && !known)
    throw fieldError(file, 'mm_vision_tower', 'openai/clip-vit-large-patch14-336, or a folder below this one')
  const vision: Fields = { ...known, ...given, model_type: 'clip_vision_model' }
  const takesAll = config.mm_vision_select_feature === 'cls_patch'
  const side = vision.image_size
  const pads = kind.pads || config.image_aspect_ratio === 'pad'
  const settings = {
    model_type: 'llava',
    image_token_index: imageToken,
    projector_hidden_act: 'gelu',
    vision_feature_layer: numberField(config, 'mm_vision_select_layer', file, -2),
    vision_feature_select_strategy: takesAll ? 'full' : 'default',
    tie_word_embeddings: config.tie_word_embeddings,
    text_config: { ...config, model_type: kind.text },
    vision_config: vision,
  }
  const processor = {
    size: { shortest_edge: side },
    crop_size: { height: side, width: side },
    resample: 3,
    image_mean: [0.48145466, 0.4578275, 0.40821073],
    image_std: [0.26862954, 0.26130258, 0.27577711],
    do_center_crop: true,
    do_convert_rgb: true,
    do_normalize: true,
    do_rescale: true,
    do_resize: true,
    ...tower.processor,
    image_processor_type: 'LlavaImageProcessor',
    do_pad: pads,
  }
  return {
    'config.json': JSON.stringify(settings),
    'preprocessor_config.json': JSON.stringify(processor),
    'processor_config.json': JSON.stringify({
      patch_size: vision.patch_size,
      vision_feature_select_strategy: settings.vision_feature_select_strategy,
      num_additional_image_tokens: 1,
    }),
    'chat_template.jinja': kind.template,
  }
}

/**
 * The authors' code joins the image's rows between the texts' tokens, so no token stands for an image. Here one has to: the first
 * row of the word embedding that no token has, or that of the unknown token, which no text needs.
 * @returns the tokenizer's file with this token, and its number
 * @throws VoxelwiseError model-config where there is no such number
 */
export function withImageToken(
  tokenizer: Fields,
  config: Fields,
): { readonly text: string; readonly id: number } {
  const at = 'tokenizer.json'
  const model = isFields(tokenizer.model) ? tokenizer.model : {}
  const vocabulary = isFields(model.vocab) ? model.vocab : {}
  const added = Array.isArray(tokenizer.added_tokens) ? tokenizer.added_tokens.filter(isFields) : []
  const known = added.find(({ content }) => content === image)
  if (known) return { text: JSON.stringify(tokenizer), id: numberField(known, 'id', at) }
  const used = [...Object.values(vocabulary), ...added.map(({ id }) => id)].map(Number)
  const next = used.reduce((most, id) => Math.max(most, id), -1) + 1
  const unknown = ownValue(vocabulary, String(model.unk_token ?? '<unk>'))
  const id = next < numberField(config, 'vocab_size', file) ? next : unknown
  if (typeof id !== 'number')
    throw fieldError(at, 'model.unk_token', 'the name of a token, which then stands for the image')
  const token = {
    id,
    content: image,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }
  const others = added.filter(other => other.id !== id)
  const sorted = [...others, token].sort((a, b) => Number(a.id) - Number(b.id))
  return { text: JSON.stringify({ ...tokenizer, added_tokens: sorted }), id }
}

/** Weights of a tower's own folder. */
interface TowerWeights {
  /** By name; null where the folder has no safetensors file. */
  readonly tensors: ReadonlyMap<string, StoredTensor> | null
  /** The folder where its weights are in a pickle file, else null. */
  readonly pickled: string | null
}

/** OpenAI publishes these towers as pickle files, so the command that gets one converts it, too. */
function withoutTower(config: Fields, { pickled }: TowerWeights): CheckpointError {
  const name = towerName(config)
  const from =
    pickled ?? `openai/${/336$/.test(name) ? 'clip-vit-large-patch14-336' : 'clip-vit-large-patch14'}`
  const to = pickled ?? name.split('/').at(-1)
  return new CheckpointError(
    'missing',
    `${name}/model.safetensors`,
    pickled === null
      ? 'The weights of the image encoder are not in this folder.'
      : 'The weights of the image encoder are a pickle file, which is not read here.',
    `Write them in this folder: python -c "from transformers import CLIPVisionModel as M; M.from_pretrained('${from}').save_pretrained('${to}')"`,
  )
}

/** Names of the authors' modules, and of Python's transformers. */
export const llavaNames: Renaming = [
  [/^model\.vision_tower\.vision_tower\.(?:vision_model\.)?/, 'vision_tower.vision_model.'],
  [/^vision_model\./, 'vision_tower.vision_model.'],
  // As transformers 5 saves a `CLIPVisionModel`.
  [/^(?=(?:embeddings|encoder|pre_layrnorm|post_layernorm)\.)/, 'vision_tower.vision_model.'],
  [/^model\.mm_projector\.0\./, 'multi_modal_projector.linear_1.'],
  [/^model\.mm_projector\.2\./, 'multi_modal_projector.linear_2.'],
]

/**
 * The same tensors under the names of Python's transformers.
 * @param tower its own folder, which counts where the model's files have no such tensors
 * @throws CheckpointError missing where the tower's weights are nowhere
 */
export function llavaTensors(
  stored: ReadonlyMap<string, StoredTensor>,
  tower: TowerWeights,
  config: Fields,
): ReadonlyMap<string, StoredTensor> {
  const named = (tensor: StoredTensor): StoredTensor => ({
    ...tensor,
    name: renamed(tensor.name, llavaNames),
  })
  const tensors = [...stored.values()].map(named)
  const isOfTower = ({ name }: StoredTensor): boolean => name.startsWith('vision_tower.')
  // A whole CLIP has a text model, too.
  const apart = tensors.some(isOfTower)
    ? []
    : [...(tower.tensors?.values() ?? [])].map(named).filter(isOfTower)
  if (!tensors.some(isOfTower) && apart.length === 0) throw withoutTower(config, tower)
  return new Map([...tensors, ...apart].map(tensor => [tensor.name, tensor]))
}
